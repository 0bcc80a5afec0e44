#include "providers/cpu/plan/kernel_program.h"

#include <unordered_map>
#include <unordered_set>

#include <oneapi/dnnl/dnnl.hpp>

#include "core/base/try.h"
#include "core/ir/element_type.h"
#include "providers/cpu/loops/float16_conversion.h"
#include "providers/cpu/plan/fusion.h"
#include "providers/cpu/plan/output_plan.h"
#include "providers/cpu/plan/vector_program.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

using Instruction = KernelProgram::Instruction;

/// The types that an input of a group may have: the one that the plan assumed, or any.
std::uint64_t asPlanned(const FusionGraph& graph, ValueId input) {
    const DataType type = input ? graph.typeOf(input) : DataType::undefined;
    return type == DataType::undefined ? ~std::uint64_t{0}
                                       : std::uint64_t{1} << static_cast<unsigned>(type);
}

Result<ChosenKernel> kernelOf(const FusionGraph& graph, const PlannedNode& planned,
                              const OpVersions& versions) {
    if (!planned.vectorProgram) {
        const auto& schema = versions.of(*planned.record).schema;
        const bool isOne = schema && planned.members.size() == 1;
        auto made =
            chooseKernel({graph.model(), *planned.record, planned.version, planned.epilogue},
                         isOne ? &*schema : nullptr, graph.halves());
        for (std::size_t i = 0; made && !isOne && i < planned.record->inputs.size(); ++i)
            made->allowed.push_back(asPlanned(graph, planned.record->inputs[i]));
        return made;
    }
    ChosenKernel chosen; // a vector program checks the types itself
    chosen.types = TypeSet{graph.typeOf(planned.record->inputs[0])};
    chosen.widens = graph.halves() == Halves::wide;
    chosen.kernel = makeVectorProgram(graph, planned);
    return chosen;
}

/// The input with the weights of a product or convolution that oneDNN computes.
std::optional<std::size_t> weightsOf(const Node& record) {
    if (multipliesWeights(record))
        return 1;
    if (record.is("QLinearConv") || record.opType == "QuantizedGemm")
        return 3;
    return std::nullopt;
}

/// Which inputs may lie at any address: weights that oneDNN packs, because they are read once. It
/// packs no doubles and no integers of several bytes.
std::vector<bool> rawInputs(const Model& model, const PlannedNode& planned) {
    const auto& inputs = planned.record->inputs;
    std::vector<bool> raw(inputs.size());
    const auto weights = weightsOf(*planned.record);
    if (!weights || *weights >= raw.size() || !inputs[*weights])
        return raw;
    const DataType type = elementTypeOf(model, inputs[*weights]);
    raw[*weights] = type == DataType::float32 || isHalf(type) || type == DataType::int8 ||
                    type == DataType::uint8;
    return raw;
}

/// Whether this node is the only reader of its weights.
bool ownsWeights(const FusionGraph& graph, const PlannedNode& planned) {
    const auto& inputs = planned.record->inputs;
    const auto at = weightsOf(*planned.record);
    if (!at || *at >= inputs.size())
        return false;
    const auto readers = graph.readers(inputs[*at]);
    return readers && readers->size() == 1 && std::ranges::count(inputs, inputs[*at]) == 1;
}

/// The inputs, one bit each, that nothing but this node reads and no graph returns. What comes from
/// around a body is none: the body may run again.
std::uint64_t soleReads(const FusionGraph& graph, const PlannedNode& planned) {
    const auto& inputs = planned.record->inputs;
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(inputs.size(), 64); ++i)
        if (inputs[i] && std::ranges::count(inputs, inputs[i]) == 1 &&
            graph.model().value(inputs[i])->graph == planned.record->graph)
            if (const auto readers = graph.readers(inputs[i]); readers && readers->size() == 1)
                bits |= std::uint64_t{1} << i;
    return bits;
}

/// Plans the release of values that only this program uses, after the last instruction that reads
/// them.
void planReleases(const FusionGraph& graph, std::vector<Instruction>& instructions) {
    std::unordered_map<ValueId, std::size_t> last;
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        for (const ValueId input : instructions[i].record->inputs)
            last[input] = i;
        for (const ValueId output : instructions[i].record->outputs)
            last[output] = i;
    }
    for (const Instruction& instruction : instructions)
        for (const ValueId output : instruction.record->outputs)
            if (output && graph.readers(output))
                instructions[last.at(output)].releaseAfter.push_back(output);
}

/// The values that a record reads and none of its members reads in the model.
std::vector<ValueId> furtherReads(const Model& model, const PlannedNode& planned) {
    std::vector<ValueId> values;
    for (const ValueId input : planned.record->inputs)
        if (input && std::ranges::none_of(planned.members, [&](NodeId id) {
                const auto& inputs = model.node(id)->inputs;
                return std::ranges::find(inputs, input) != inputs.end();
            }))
            values.push_back(input);
    return values;
}

/// Which instruction reads the results of which. A node with bodies reads what its bodies read.
StepDependencies dependenciesOf(const Model& model, const std::vector<Instruction>& instructions) {
    StepDependencies dependencies(instructions.size());
    std::unordered_map<NodeId, std::size_t> at;
    for (std::size_t i = 0; i < instructions.size(); ++i)
        for (const NodeId id : instructions[i].members)
            at[id] = i;
    const auto stepOf = [&](NodeId id) {
        auto found = at.find(id);
        while (id && found == at.end()) {
            id = model.graph(model.node(id)->graph)->parent;
            found = at.find(id);
        }
        return found;
    };
    for (std::size_t i = 0; i < instructions.size(); ++i)
        for (const ValueId output : instructions[i].record->outputs)
            for (const NodeId reader : output ? model.consumers(output) : std::span<const NodeId>())
                if (const auto found = stepOf(reader); found != at.end() && found->second != i)
                    dependencies.add(i, found->second);
    for (std::size_t i = 0; i < instructions.size(); ++i)
        for (const ValueId value : instructions[i].alsoReads)
            if (const auto found = at.find(model.producer(value));
                found != at.end() && found->second != i)
                dependencies.add(found->second, i);
    return dependencies;
}

/// Brings a value into the form that its reader takes: row-major, and at an aligned address.
void settle(RuntimeValue& value, bool acceptsStrides = false, bool takesRaw = false) {
    if (!value.strides.empty() && !acceptsStrides)
        value = rowMajor(value);
    else if (!value.isAligned() && !takesRaw)
        value = value.aligned();
}

/// Fills `settles`: the outputs that some reader does not take in any memory order, be it an
/// instruction, a node of a body or another partition.
void planSettling(const Model& model, std::vector<Instruction>& instructions) {
    std::unordered_set<NodeId> members;
    std::unordered_set<ValueId> particular; // values with a reader that wants row-major order
    for (const Instruction& instruction : instructions) {
        members.insert(instruction.members.begin(), instruction.members.end());
        for (std::size_t i = 0; i < instruction.record->inputs.size(); ++i)
            if (!instruction.acceptsStrides[i])
                particular.insert(instruction.record->inputs[i]);
    }
    for (Instruction& instruction : instructions)
        for (const ValueId output : instruction.record->outputs)
            if (output && (particular.contains(output) ||
                           std::ranges::any_of(model.consumers(output), [&](NodeId reader) {
                               return !members.contains(reader);
                           })))
                instruction.settles.push_back(output);
}

/// The halves that the instructions read and do not make, and those that others read.
HalfBorder halfBorderOf(const FusionGraph& graph, const std::vector<Instruction>& instructions) {
    HalfBorder border;
    std::unordered_set<ValueId> made, seen;
    for (const Instruction& instruction : instructions)
        for (const ValueId output : instruction.record->outputs) {
            made.insert(output);
            const DataType type = output ? graph.declaredTypeOf(output) : DataType::undefined;
            if (isHalf(type) && !graph.readers(output))
                border.addLeaving(output, type);
        }
    for (const Instruction& instruction : instructions)
        for (const ValueId input : instruction.record->inputs)
            if (instruction.kernel.widens && input && isHalf(graph.declaredTypeOf(input)) &&
                !made.contains(input) && seen.insert(input).second)
                border.addEntering(input, graph.readers(input).has_value());
    return border;
}

/// The values that the instructions and the bodies of their nodes read from outside: inputs of the
/// graph, and results of other partitions.
std::vector<ValueId> readFromOutside(const Model& model, GraphId graph,
                                     const std::vector<Instruction>& instructions) {
    std::unordered_set<ValueId> made, read;
    for (const Instruction& instruction : instructions)
        made.insert(instruction.record->outputs.begin(), instruction.record->outputs.end());
    for (const Instruction& instruction : instructions)
        for (const ValueId input : instruction.record->inputs)
            if (input && !made.contains(input))
                read.insert(input);
    const auto& inputs = model.graph(graph)->inputs;
    read.insert(inputs.begin(), inputs.end());
    return {read.begin(), read.end()};
}

} // namespace

Result<KernelProgram> KernelProgram::compile(const Model& model, const Partition& partition,
                                             const OpVersions& versions, std::stop_token stop,
                                             Options options) {
    KernelProgram program;
    ConstantValues constants(model, partition, versions, stop);
    const Halves halves =
        gainsByWideHalves(model, partition, versions) ? Halves::wide : Halves::stored;
    const FusionGraph graph =
        planFusion(model, partition, versions, constants, options.fuse, halves);
    auto outputs = planOutputs(graph);
    for (std::size_t slot = 0; slot < graph.size(); ++slot) {
        const PlannedNode& planned = graph.at(slot);
        if (planned.members.empty())
            continue;
        if (stop.stop_requested())
            return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
        Instruction instruction;
        instruction.members = planned.members;
        instruction.record = planned.record;
        instruction.version = planned.version;
        instruction.memory = outputs[slot].memory;
        instruction.sharesWith = outputs[slot].sharesWith;
        instruction.acceptsStrides = std::move(outputs[slot].acceptsStrides);
        instruction.takesRaw = rawInputs(model, planned);
        instruction.alsoReads = furtherReads(model, planned);
        instruction.memory.ownsWeights = ownsWeights(graph, planned);
        instruction.memory.soleReads = soleReads(graph, planned);
        instruction.kernel = PARTITA_TRY(kernelOf(graph, planned, versions));
        program.m_instructions.push_back(std::move(instruction));
    }
    if (halves == Halves::wide)
        program.m_halfBorder = halfBorderOf(graph, program.m_instructions);
    const bool adapted = std::ranges::any_of(
        program.m_instructions, [](const Instruction& each) { return each.kernel.adapted; });
    // An adapter replaces the inputs of its kernel while that runs, so nothing may run beside it.
    program.m_parallel = options.parallel && !adapted;
    if (program.m_parallel) {
        for (Instruction& instruction : program.m_instructions)
            if (!instruction.memory.isView) // another reader may still be running
                instruction.sharesWith = {};
        program.m_dependencies = dependenciesOf(model, program.m_instructions);
        planSettling(model, program.m_instructions);
        program.m_fromOutside = readFromOutside(model, partition.graph, program.m_instructions);
    } else {
        planReleases(graph, program.m_instructions);
    }
    std::unordered_set<ValueId> read;
    for (const Instruction& instruction : program.m_instructions)
        read.insert(instruction.record->inputs.begin(), instruction.record->inputs.end());
    program.m_constants = std::move(constants).takeResults(read);
    return program;
}

void KernelProgram::prepare(RunValues& runValues) {
    for (auto& [id, value] : m_constants) {
        runValues.at(id) = std::move(value);
        runValues.fix(id);
    }
    m_constants.clear();
    if (!m_parallel)
        return;
    // Here and not by the first reader, which may run at the same time as others.
    m_halfBorder.enter(runValues);
    for (const Instruction& instruction : m_instructions) {
        for (std::size_t i = 0; i < instruction.record->inputs.size(); ++i)
            if (const ValueId id = instruction.record->inputs[i]; id && !instruction.takesRaw[i])
                runValues.at(id) = runValues.at(id).aligned();
        instruction.kernel.widenConstants(*instruction.record, runValues);
    }
    m_halfBorder.leave(runValues);
}

std::vector<PartitionStep> KernelProgram::steps() const {
    std::vector<PartitionStep> steps;
    for (const Instruction& instruction : m_instructions) {
        PartitionStep step{instruction.members, {}, {}, instruction.alsoReads};
        for (const ValueId output : instruction.record->outputs)
            if (output)
                step.writes.push_back(output);
        if (instruction.sharesWith)
            step.aliases.push_back({step.writes.front(), instruction.sharesWith});
        if (m_parallel && !steps.empty()) { // one step for all: none may reuse memory of another
            std::ranges::copy(step.nodes, std::back_inserter(steps[0].nodes));
            std::ranges::copy(step.writes, std::back_inserter(steps[0].writes));
            std::ranges::copy(step.aliases, std::back_inserter(steps[0].aliases));
            std::ranges::copy(step.alsoReads, std::back_inserter(steps[0].alsoReads));
        } else {
            steps.push_back(std::move(step));
        }
    }
    return steps;
}

void KernelProgram::runOne(Instruction& instruction, RunValues& runValues,
                           const std::stop_token& stop) {
    KernelContext context(*instruction.record, instruction.version, runValues, stop,
                          instruction.memory, m_sharedWeights.get());
    const auto& inputs = instruction.record->inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (inputs[i])
            settle(runValues.at(inputs[i]), instruction.acceptsStrides[i], instruction.takesRaw[i]);
    }
    instruction.kernel.widenConstants(*instruction.record, runValues);
    instruction.kernel.run(context);
    for (const ValueId id : instruction.settles)
        settle(runValues.at(id));
    for (const ValueId id : instruction.releaseAfter)
        runValues.release(id);
}

bool KernelProgram::runsInParallel() const {
    return m_parallel && ThreadTeam::threads() > 1 && !ThreadTeam::inRegion();
}

Result<void> KernelProgram::run(RunValues& runValues, const std::stop_token& stop) {
    Result<void> result;
    const auto cross = [&](void (HalfBorder::*border)(RunValues&)) {
        try {
            (m_halfBorder.*border)(runValues);
        } catch (const std::bad_alloc&) {
            result = Error{Errc::provider, PARTITA_TEXT("not enough memory"), {}, {}};
        }
    };
    cross(&HalfBorder::enter);
    if (result)
        result = runAtOnce(runValues, stop);
    cross(&HalfBorder::leave);
    return result;
}

Result<void> KernelProgram::runAtOnce(RunValues& runValues, const std::stop_token& stop) {
    if (!runsInParallel())
        return runAll(runValues, stop);
    for (const ValueId id : m_fromOutside)
        if (!runValues.isFixed(id)) // fixed values are prepared before the first run
            settle(runValues.at(id));
    auto result = runInParallel(m_dependencies, ThreadTeam::threads(), [&](std::size_t i) {
        return runStep(m_instructions[i], runValues, stop);
    });
    if (runValues.timings)
        std::ranges::stable_sort(*runValues.timings, {}, &NodeTiming::start);
    return result;
}

Result<void> KernelProgram::runAll(RunValues& runValues, const std::stop_token& stop) {
    for (auto& instruction : m_instructions)
        PARTITA_TRY(runStep(instruction, runValues, stop));
    return {};
}

Result<void> KernelProgram::runStep(Instruction& instruction, RunValues& runValues,
                                    const std::stop_token& stop) {
    if (stop.stop_requested())
        return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
    const auto begin = runValues.timings ? std::chrono::steady_clock::now()
                                         : std::chrono::steady_clock::time_point();
    const auto fail = [&](const Message& what) {
        return Error{Errc::shapeMismatch,
                     PARTITA_TEXT("{0}: {1}", instruction.record->opType, what),
                     {PARTITA_TEXT("node '{0}'", instruction.record->label())},
                     {}};
    };
    try {
        runOne(instruction, runValues, stop);
    } catch (const dnnl::error& error) {
        return fail(std::string(error.message));
    } catch (const std::bad_alloc&) {
        return fail(PARTITA_TEXT("not enough memory"));
    } catch (const std::exception& error) {
        return fail(messageOf(error));
    }
    if (!runValues.timings)
        return {};
    NodeTiming timing{instruction.members.front(),
                      begin - runValues.start,
                      std::chrono::steady_clock::now() - begin,
                      {instruction.members.begin() + 1, instruction.members.end()}};
    runValues.record(std::move(timing));
    return {};
}

} // namespace partita::cpu
