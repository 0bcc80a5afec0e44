#include "providers/cpu/kernel_program.h"

#include <unordered_map>

#include <fmt/format.h>
#include <oneapi/dnnl/dnnl.hpp>

#include "providers/cpu/fusion.h"
#include "providers/cpu/output_plan.h"
#include "providers/cpu/vector_program.h"

namespace partita::cpu {

namespace {

DataType inputType(const Model& model, const Node& node, std::size_t input) {
    if (input >= node.inputs.size())
        return DataType::undefined;
    const auto& value = model.value(node.inputs[input]);
    return value && value->type && value->type->isTensor() ? value->type->element
                                                           : DataType::undefined;
}

} // namespace

KernelAnswer kernelFor(const Model& model, const Node& node, const OpVersions& versions) {
    return kernelFor(model, node, versions.inForce(node));
}

KernelAnswer kernelFor(const Model& model, const Node& node, int version) {
    const KernelEntry* any = findKernelAnyType(node.domain, node.opType, version);
    if (!any)
        return {nullptr, fmt::format("no kernel for {} {}", node.opType, version)};
    const DataType type = inputType(model, node, any->typedInput);
    if (type == DataType::undefined)
        return {any, {}};
    const KernelEntry* found = findKernel(node.domain, node.opType, version, type);
    if (const bool half = type == DataType::float16 || type == DataType::bfloat16; !found && half)
        if (const auto* wide = findKernel(node.domain, node.opType, version, DataType::float32))
            return {wide, {}, Adapter::widen, type};
    // What takes bytes and 8-bit floats alike only moves them.
    if (!found && dataTypeBits(type) < 8 && any->types.has(DataType::float8e5m2))
        return {any, {}, Adapter::unpack, type};
    if (!found)
        return {nullptr, fmt::format("no kernel for {} {} with {}; there is one for {}",
                                     node.opType, version, dataTypeName(type), any->types.text())};
    return {found, {}};
}

namespace {

/// Inputs that share the type parameter of input `typed`, by the operator's schema.
std::vector<std::size_t> inputsLike(const Node& node, const OpVersions& versions,
                                    std::size_t typed) {
    std::vector<std::size_t> same;
    const auto& schema = versions.of(node).schema;
    if (!schema || typed >= schema->inputTypes.size() || schema->inputTypes[typed].empty())
        return same;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const std::size_t formal = std::min(i, schema->inputTypes.size() - 1);
        if (i != typed && (formal == i || schema->variadicInputs) &&
            schema->inputTypes[formal] == schema->inputTypes[typed])
            same.push_back(i);
    }
    return same;
}

} // namespace

void KernelProgram::checkTypes(const Instruction& instruction, const KernelContext& context) {
    const RuntimeValue* typed = context.optional(instruction.typedInput);
    if (!typed || !typed->isTensor())
        return;
    if (!instruction.types.has(typed->type))
        throw KernelFailure(fmt::format("no kernel with {}; there is one for {}",
                                        dataTypeName(typed->type), instruction.types.text()));
    for (const std::size_t i : instruction.sameType)
        if (const RuntimeValue* other = context.optional(i);
            other && other->isTensor() && other->type != typed->type)
            throw KernelFailure(fmt::format("input {} is {}, input {} is {}", i,
                                            dataTypeName(other->type), instruction.typedInput,
                                            dataTypeName(typed->type)));
}

namespace {

using Instruction = KernelProgram::Instruction;

/// Chooses the kernel and notes what it was chosen for.
std::optional<Error> chooseKernel(const Model& model, const OpVersions& versions,
                                  const PlannedNode& planned, Instruction& instruction) {
    const std::string place = "node '" + planned.record->label() + "'";
    try {
        if (planned.vectorProgram) {
            instruction.types = TypeSet{DataType::float32};
            for (std::size_t i = 1; i < planned.record->inputs.size(); ++i)
                instruction.sameType.push_back(i);
            instruction.kernel = makeVectorProgram(model, planned);
            return std::nullopt;
        }
        const Node& node = *planned.record;
        const KernelAnswer answer = kernelFor(model, node, planned.version);
        if (!answer.kernel)
            return Error{Errc::provider,
                         answer.why,
                         {place},
                         "run this model with a provider that has the operator"};
        instruction.types =
            answer.adapter == Adapter::none ? answer.kernel->types : TypeSet{answer.type};
        instruction.typedInput = answer.kernel->typedInput;
        if (planned.members.size() == 1)
            instruction.sameType = inputsLike(node, versions, instruction.typedInput);
        instruction.kernel =
            adapt(answer.kernel->make({model, node, instruction.version, planned.epilogue,
                                       answer.adapter == Adapter::widen}),
                  answer.adapter, answer.type);
    } catch (const std::exception& error) {
        return Error{Errc::provider, error.what(), {place}, {}};
    }
    return std::nullopt;
}

/// Values that only this program uses go with the last instruction that reads them.
void planReleases(const FusionGraph& graph, std::vector<Instruction>& instructions) {
    std::unordered_map<NodeId, std::size_t> at;
    for (std::size_t i = 0; i < instructions.size(); ++i)
        for (const NodeId id : instructions[i].members)
            at[id] = i;
    for (std::size_t i = 0; i < instructions.size(); ++i)
        for (const ValueId output : instructions[i].record->outputs) {
            if (!output || !graph.readers(output))
                continue;
            std::size_t last = i;
            for (const NodeId reader : graph.model().consumers(output))
                last = std::max(last, at.at(reader));
            instructions[last].releaseAfter.push_back(output);
        }
}

} // namespace

Result<KernelProgram> KernelProgram::compile(const Model& model, const Partition& partition,
                                             const OpVersions& versions, std::stop_token stop,
                                             bool fuse) {
    KernelProgram program;
    const FusionGraph graph = planFusion(model, partition, versions, fuse);
    auto outputs = planOutputs(graph);
    for (std::size_t slot = 0; slot < graph.size(); ++slot) {
        const PlannedNode& planned = graph.at(slot);
        if (planned.members.empty())
            continue;
        if (stop.stop_requested())
            return Error{Errc::cancelled, "cancelled", {}, {}};
        Instruction instruction;
        instruction.members = planned.members;
        instruction.record = planned.record;
        instruction.version = planned.version;
        instruction.memory = outputs[slot].memory;
        instruction.sharesWith = outputs[slot].sharesWith;
        instruction.acceptsStrides = std::move(outputs[slot].acceptsStrides);
        if (auto failed = chooseKernel(model, versions, planned, instruction))
            return *std::move(failed);
        program.m_instructions.push_back(std::move(instruction));
    }
    planReleases(graph, program.m_instructions);
    return program;
}

std::vector<PartitionStep> KernelProgram::steps() const {
    std::vector<PartitionStep> steps;
    for (const Instruction& instruction : m_instructions) {
        PartitionStep step{instruction.members, {}, {}};
        for (const ValueId output : instruction.record->outputs)
            if (output)
                step.writes.push_back(output);
        if (instruction.sharesWith)
            step.aliases.push_back({step.writes.front(), instruction.sharesWith});
        steps.push_back(std::move(step));
    }
    return steps;
}

void KernelProgram::runOne(Instruction& instruction, Environment& environment,
                           const std::stop_token& stop) {
    KernelContext context(*instruction.record, instruction.version, environment, stop,
                          instruction.memory);
    for (std::size_t i = 0; i < instruction.record->inputs.size(); ++i)
        if (!instruction.acceptsStrides[i] && context.optional(i))
            (void)context.rowMajorInput(i);
    checkTypes(instruction, context);
    instruction.kernel->run(context);
    for (const ValueId id : instruction.releaseAfter)
        if (!environment.isFixed(id))
            environment.release(id);
}

Result<void> KernelProgram::run(Environment& environment, const std::stop_token& stop) {
    for (auto& instruction : m_instructions) {
        if (stop.stop_requested())
            return Error{Errc::cancelled, "cancelled", {}, {}};
        const auto& outputs = instruction.record->outputs;
        if (std::any_of(outputs.begin(), outputs.end(), [&](ValueId id) {
                return id && environment.isFixed(id) && environment.at(id).present();
            }))
            continue; // the same as in the first run
        const auto begin = environment.timings ? std::chrono::steady_clock::now()
                                               : std::chrono::steady_clock::time_point();
        const auto fail = [&](const char* what) {
            return Error{Errc::shapeMismatch,
                         instruction.record->opType + ": " + what,
                         {"node '" + instruction.record->label() + "'"},
                         {}};
        };
        try {
            runOne(instruction, environment, stop);
        } catch (const dnnl::error& error) {
            return fail(error.message);
        } catch (const std::bad_alloc&) {
            return fail("not enough memory");
        } catch (const std::exception& error) {
            return fail(error.what());
        }
        if (environment.timings)
            environment.timings->push_back(
                {instruction.members.front(),
                 begin - environment.start,
                 std::chrono::steady_clock::now() - begin,
                 {instruction.members.begin() + 1, instruction.members.end()}});
    }
    return {};
}

} // namespace partita::cpu
