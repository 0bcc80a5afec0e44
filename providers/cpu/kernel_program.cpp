#include "providers/cpu/kernel_program.h"

#include <unordered_set>

#include <fmt/format.h>
#include <oneapi/dnnl/dnnl.hpp>

namespace partita::cpu {

namespace {

DataType inputType(const Model& model, const Node& node, std::size_t input) {
    if (input >= node.inputs.size())
        return DataType::undefined;
    const auto& value = model.value(node.inputs[input]);
    return value && value->type && value->type->isTensor() ? value->type->element
                                                           : DataType::undefined;
}

/// Outputs of any graph: bodies may return values that were made outside of them.
std::unordered_set<ValueId> returnedValues(const Model& model) {
    std::unordered_set<ValueId> returned;
    model.graphs().forEach([&](GraphId, const auto& graph) {
        returned.insert(graph->outputs.begin(), graph->outputs.end());
    });
    return returned;
}

/// The activation right behind a Conv, if the convolution can apply it itself. It must come next in
/// order: the memory of its output is planned from its own place on.
const Node* fusableActivation(const Model& model, const Node& node, NodeId following,
                              const std::unordered_set<ValueId>& returned) {
    if (!node.is("Conv") || node.outputs.empty() || returned.contains(node.outputs[0]))
        return nullptr;
    const auto readers = model.consumers(node.outputs[0]);
    if (readers.size() != 1 || readers[0] != following)
        return nullptr;
    const Node& next = *model.node(following);
    if (next.graph != node.graph || next.inputs.empty() || next.inputs[0] != node.outputs[0])
        return nullptr;
    if (next.is("Relu") || next.is("Sigmoid") || next.is("LeakyRelu"))
        return &next;
    if (!next.is("Clip"))
        return nullptr;
    for (std::size_t i = 1; i < next.inputs.size(); ++i)
        if (next.inputs[i] && !constantOf(model, next.inputs[i]))
            return nullptr;
    return &next;
}

} // namespace

KernelAnswer kernelFor(const Model& model, const Node& node, const OpVersions& versions) {
    const auto& entry = versions.of(node);
    const int version = entry.version.value_or(
        static_cast<int>(std::min<std::int64_t>(std::max<std::int64_t>(entry.opset, 1), 1000)));
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

Result<KernelProgram> KernelProgram::compile(const Model& model, const Partition& partition,
                                             const OpVersions& versions, std::stop_token stop) {
    KernelProgram program;
    const auto returned = returnedValues(model);
    std::unordered_set<NodeId> done;
    for (std::size_t at = 0; at < partition.nodes.size(); ++at) {
        const NodeId id = partition.nodes[at];
        const NodeId following =
            at + 1 < partition.nodes.size() ? partition.nodes[at + 1] : NodeId{};
        if (stop.stop_requested())
            return Error{Errc::cancelled, "cancelled", {}, {}};
        const auto& node = model.node(id);
        if (done.contains(id))
            continue;
        const KernelAnswer answer = kernelFor(model, *node, versions);
        const std::string place = "node '" + node->label() + "'";
        if (!answer.kernel)
            return Error{Errc::provider,
                         answer.why,
                         {place},
                         "run this model with a provider that has the operator"};
        Instruction instruction;
        instruction.node = id;
        instruction.record = node;
        instruction.version = versions.of(*node).version.value_or(1);
        instruction.types =
            answer.adapter == Adapter::none ? answer.kernel->types : TypeSet{answer.type};
        instruction.typedInput = answer.kernel->typedInput;
        instruction.sameType = inputsLike(*node, versions, instruction.typedInput);
        if (const Node* activation = fusableActivation(model, *node, following, returned)) {
            auto record = std::make_shared<Node>(*node);
            record->outputs = activation->outputs;
            instruction.record = std::move(record);
            instruction.fused = {activation->id};
            done.insert(activation->id);
        }
        try {
            instruction.kernel =
                adapt(answer.kernel->make({model, *node, instruction.version, instruction.fused,
                                           answer.adapter == Adapter::widen}),
                      answer.adapter, answer.type);
        } catch (const std::exception& error) {
            return Error{Errc::provider, error.what(), {place}, {}};
        }
        program.m_instructions.push_back(std::move(instruction));
    }
    return program;
}

Result<void> KernelProgram::run(Environment& environment, std::stop_token stop) {
    for (auto& instruction : m_instructions) {
        if (stop.stop_requested())
            return Error{Errc::cancelled, "cancelled", {}, {}};
        const auto& outputs = instruction.record->outputs;
        if (std::any_of(outputs.begin(), outputs.end(), [&](ValueId id) {
                return id && environment.isFixed(id) && environment.at(id).present();
            }))
            continue; // the same as in the first run
        const auto begin = std::chrono::steady_clock::now();
        KernelContext context(*instruction.record, instruction.version, environment, stop);
        const auto fail = [&](const char* what) {
            return Error{Errc::shapeMismatch,
                         instruction.record->opType + ": " + what,
                         {"node '" + instruction.record->label() + "'"},
                         {}};
        };
        try {
            checkTypes(instruction, context);
            instruction.kernel->run(context);
        } catch (const dnnl::error& error) {
            return fail(error.message);
        } catch (const std::bad_alloc&) {
            return fail("not enough memory");
        } catch (const std::exception& error) {
            return fail(error.what());
        }
        if (environment.timings)
            environment.timings->push_back({instruction.node, begin - environment.start,
                                            std::chrono::steady_clock::now() - begin,
                                            instruction.fused});
    }
    return {};
}

} // namespace partita::cpu
