#include "providers/npu/simulator/npu_partition.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/try.h"
#include "core/ir/inline_functions.h"
#include "core/onnx/infer_shapes.h"
#include "core/session/run_constants.h"
#include "providers/common/host_provider.h"

namespace partita {

namespace {

bool isStatic(const Model& model) {
    const Graph& graph = *model.graph(model.mainGraph());
    return std::ranges::all_of(graph.inputs, [&](ValueId id) {
        const auto& type = model.value(id)->type;
        return type && type->isTensor() && type->shape &&
               std::ranges::all_of(*type->shape,
                                   [](const Dim& dim) { return dim.value.has_value(); });
    });
}

/// The sizes of an input's dynamic dimensions, among the dimensions that the gears are about.
std::vector<std::int64_t> openSizes(const Type& type, const Dims& dims, const NpuOptions& options) {
    std::vector<std::int64_t> open;
    const std::size_t rank = type.shape ? std::min(dims.size(), type.shape->size()) : 0;
    const std::size_t first =
        options.gears.kind == InputGears::Kind::image && rank > 2
            ? (options.inputFormat == "NHWC" && rank > 3 ? rank - 3 : rank - 2)
            : 0;
    const std::size_t end =
        options.gears.kind == InputGears::Kind::batch   ? std::min<std::size_t>(rank, 1)
        : options.gears.kind == InputGears::Kind::image ? std::min(rank, first + 2)
                                                        : rank;
    for (std::size_t i = first; i < end; ++i)
        if (!(*type.shape)[i].value)
            open.push_back(dims[i]);
    return open;
}

std::string sizesText(const std::vector<std::int64_t>& sizes) {
    return fmt::format("{}", fmt::join(sizes, ","));
}

/// Refuses input sizes that the graph was not prepared for.
Result<void> checkGear(const Value& input, const Dims& dims, const NpuOptions& options) {
    if (options.gears.kind == InputGears::Kind::none || !input.type || !input.type->isTensor())
        return {};
    const auto open = openSizes(*input.type, dims, options);
    if (open.empty() || std::ranges::find(options.gears.gears, open) != options.gears.gears.end())
        return {};
    return Error{Errc::shapeMismatch,
                 PARTITA_TEXT("the graph is prepared for {0}, not for {1}", options.gearText,
                              sizesText(open)),
                 {PARTITA_TEXT("input '{0}'", input.name)},
                 PARTITA_TEXT("add the sizes to the option, or feed one of them")};
}

} // namespace

NpuPartition::NpuPartition(DeviceProgram program, std::shared_ptr<const NpuDevice> device,
                           std::vector<ValueId> inputs, std::vector<ValueId> outputs,
                           const Node* context)
    : m_program(std::move(program)), m_device(std::move(device)), m_inputs(std::move(inputs)),
      m_outputs(std::move(outputs)), m_context(context ? context->id : NodeId{}) {
    const Model& model = m_program.model;
    const Graph& graph = *model.graph(model.mainGraph());
    for (const ValueId id : graph.inputs)
        m_inputNames.push_back(model.value(id)->name);
    for (const ValueId id : graph.outputs)
        m_outputNames.push_back(model.value(id)->name);
    if (context)
        m_nodes = {context->id};
    else
        for (const NodeId id : model.nodesOf(model.mainGraph()))
            m_nodes.push_back(outerNode(id));
}

NodeId NpuPartition::outerNode(NodeId id) const {
    if (m_context)
        return m_context;
    const auto& node = m_program.model.node(id);
    return node && node->origin && !node->origin->derivedFrom.empty()
               ? node->origin->derivedFrom.front()
               : NodeId{};
}

Result<void> NpuPartition::prepareKernels(std::stop_token stop) {
    auto lowered = PARTITA_TRY(withPrecision(m_program));
    Progress progress;
    progress.stop = std::move(stop);
    m_session = PARTITA_TRY(
        Session::create(lowered, {makeHostProvider()}, PartitionOptions::asWritten(), progress));
    m_program.model = withoutConstants(m_program.model); // costs and sizes need their shapes only
    return {};
}

void NpuPartition::prepare(RunValues& runValues) {
    for (const ValueId id : m_constants)
        runValues.at(id) = {};
}

std::vector<PartitionStep> NpuPartition::steps() const {
    PartitionStep step; // results have memory of their own
    step.nodes = m_nodes;
    return {step};
}

Model NpuPartition::sizedModel() const {
    const Model& model = m_program.model;
    if (m_sizes.empty() || isStatic(model))
        return model;
    std::map<std::string, std::vector<std::int64_t>> shapes;
    for (std::size_t i = 0; i < m_sizes.size(); ++i)
        shapes[m_inputNames[i]] = m_sizes[i].toVector();
    auto fixed = fixInputShapes(model, shapes);
    if (!fixed)
        return model; // an unknown size counts as 0
    auto inferred = inferShapes(*fixed);
    return inferred ? *std::move(inferred) : *std::move(fixed);
}

Result<void> NpuPartition::planMemory() {
    if (m_schedule)
        return {};
    m_schedule = PARTITA_TRY(
        planDeviceMemory(m_program, sizedModel(), m_device->profile, m_device->options));
    return {};
}

Result<const DeviceSchedule*> NpuPartition::schedule() {
    PARTITA_TRY(planMemory());
    if (m_schedule->costs.empty())
        addCosts(*m_schedule, m_program, sizedModel(), m_device->profile);
    return &*m_schedule;
}

Result<void> NpuPartition::noteSizes(RunValues& runValues) {
    std::vector<Dims> sizes;
    for (std::size_t i = 0; i < m_inputs.size(); ++i) {
        const RuntimeValue& value = runValues.at(m_inputs[i]);
        const Model& model = m_program.model;
        const ValueId input = model.graph(model.mainGraph())->inputs[i];
        PARTITA_TRY(checkGear(*model.value(input), value.dims, m_device->options));
        sizes.push_back(value.dims);
    }
    if (sizes != m_sizes) {
        m_sizes = std::move(sizes);
        if (!isStatic(m_program.model))
            m_schedule.reset();
    }
    return planMemory();
}

Result<void> NpuPartition::run(RunValues& runValues, std::stop_token stop) {
    const auto start = std::chrono::steady_clock::now();
    if (!m_session)
        PARTITA_TRY(prepareKernels(stop));
    PARTITA_TRY(noteSizes(runValues));
    IoBinding binding;
    for (std::size_t i = 0; i < m_inputs.size(); ++i)
        binding.bindInput(m_inputNames[i], runValues.at(m_inputs[i]));
    for (const std::string& name : m_outputNames)
        binding.bindOutput(name);
    auto report = PARTITA_TRY(m_session->run(binding, stop));
    for (std::size_t i = 0; i < m_outputs.size(); ++i)
        if (m_outputs[i])
            runValues.at(m_outputs[i]) = binding.output(m_outputNames[i]);
    if (runValues.timings)
        addTimings(runValues, report, start);
    return {};
}

/// Adds the time of casts that only the simulation inserts to the node before them.
void NpuPartition::addTimings(RunValues& runValues, const RunReport& report,
                              std::chrono::steady_clock::time_point start) const {
    const auto offset = start - runValues.start;
    if (m_context) {
        runValues.record({m_context, offset, std::chrono::steady_clock::now() - start, {}});
        return;
    }
    const auto outer = [&](NodeId id) {
        return outerNode(nodeBefore(m_program.model, m_session->model(), id));
    };
    std::vector<NodeTiming> made;
    for (const NodeTiming& timing : report.timings) {
        NodeTiming own = timing;
        own.start += offset;
        std::vector<NodeId> nodes{outer(timing.node)};
        for (const NodeId id : timing.fusedWith)
            nodes.push_back(outer(id));
        std::erase(nodes, NodeId{});
        if (nodes.empty()) {
            if (!made.empty())
                made.back().duration += timing.duration;
            continue;
        }
        own.node = nodes.front();
        own.fusedWith.assign(nodes.begin() + 1, nodes.end());
        made.push_back(std::move(own));
    }
    for (NodeTiming& each : made)
        runValues.record(std::move(each));
}

} // namespace partita
