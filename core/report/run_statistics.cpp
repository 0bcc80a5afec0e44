#include "core/report/run_statistics.h"

#include <algorithm>
#include <cmath>

#include "core/data/random_feeds.h"
#include "core/onnx/operator_facts.h"
#include "core/onnx/operator_work.h"

namespace partita {

Spread spreadOf(std::vector<std::chrono::nanoseconds> times) {
    if (times.empty())
        return {};
    std::ranges::sort(times);
    const auto at = [&](double fraction) {
        const double place = fraction * static_cast<double>(times.size() - 1);
        return times[static_cast<std::size_t>(std::lround(place))];
    };
    return {at(0), at(0.5), at(0.9)};
}

std::optional<double> KernelStatistics::flopsPerSecond() const {
    if (!flops || *flops <= 0 || time.median.count() <= 0)
        return std::nullopt;
    return *flops / (static_cast<double>(time.median.count()) * 1e-9);
}

std::optional<double> KernelStatistics::shareOfPeak(std::optional<double> peakFlops) const {
    const auto speed = flopsPerSecond();
    return speed && peakFlops && !onIntegers ? std::optional(*speed / *peakFlops) : std::nullopt;
}

void RunRecorder::add(const RunReport& report) {
    m_totals.push_back(report.total);
    for (Kernel& kernel : m_kernels) {
        kernel.times.emplace_back(0);
        kernel.calls = 0;
    }
    for (const NodeTiming& timing : report.timings) {
        const auto [at, fresh] = m_at.try_emplace(timing.node, m_kernels.size());
        if (fresh)
            m_kernels.push_back(
                {timing, 0, std::vector<std::chrono::nanoseconds>(m_totals.size())});
        Kernel& kernel = m_kernels[at->second];
        kernel.times.back() += timing.duration;
        ++kernel.calls;
    }
}

namespace {

/// Whether the nodes of one kernel are an integer product, or a product that is quantized and so
/// computed on integers.
bool multipliesIntegers(const Model& model, const std::vector<NodeId>& members) {
    bool product = false, quantizes = false;
    for (const NodeId id : members) {
        const auto& node = model.node(id);
        if (!node)
            continue;
        const OperatorFacts& facts = operatorFacts(*node);
        if (facts.has(kIntegers))
            return true;
        product = product || facts.isProduct();
        quantizes = quantizes || node->is("QuantizeLinear");
    }
    return product && quantizes;
}

} // namespace

RunStatistics RunRecorder::statistics(const Model& model) const {
    RunStatistics result;
    result.runs = m_totals.size();
    result.latency = spreadOf(m_totals);
    for (const Kernel& kernel : m_kernels) {
        KernelStatistics made{kernel.first.node, kernel.first.fusedWith, kernel.calls,
                              spreadOf(kernel.times), 0.0};
        std::vector<NodeId> members{made.node};
        members.insert(members.end(), made.fusedWith.begin(), made.fusedWith.end());
        for (const NodeId id : members) {
            const auto& node = model.node(id);
            const auto work = node ? operatorWork(model, *node) : std::nullopt;
            made.flops =
                made.flops && work ? std::optional(*made.flops + work->flops()) : std::nullopt;
        }
        made.onIntegers = multipliesIntegers(model, members);
        if (made.flops)
            *made.flops *= static_cast<double>(made.calls);
        result.kernels.push_back(std::move(made));
    }
    return result;
}

Result<double> measurePeakFlops(const ProviderList& providers, const Progress& progress) {
    constexpr std::int64_t kSize = 512; // the matrices fit in the L2 cache
    ModelBuilder builder;
    const GraphId graphId = builder.newGraph();
    const NodeId nodeId = builder.newNode();
    const TypePtr type = Type::tensor(DataType::float32, Shape(2, Dim{kSize, {}, {}}));
    std::vector<ValueId> ids;
    for (const char* name : {"a", "b", "y"}) {
        auto value = std::make_shared<Value>();
        value->id = builder.newValue();
        value->graph = graphId;
        value->name = name;
        value->type = type;
        if (value->name == "b") // a constant, so that it is packed before the run
            value->initializer = std::make_shared<const Tensor>(
                Tensor::of(DataType::float32, {kSize, kSize},
                           std::vector<float>(static_cast<std::size_t>(kSize * kSize), 0.5F)));
        ids.push_back(value->id);
        builder.add(std::shared_ptr<const Value>(std::move(value)));
    }
    auto node = std::make_shared<Node>();
    node->id = nodeId;
    node->graph = graphId;
    node->opType = "MatMul";
    node->inputs = {ids[0], ids[1]};
    node->outputs = {ids[2]};
    node->attributes = std::make_shared<const Attributes>();
    auto graph = std::make_shared<Graph>();
    graph->id = graphId;
    graph->inputs = {ids[0]};
    graph->outputs = {ids[2]};
    builder.add(std::shared_ptr<const Graph>(std::move(graph)));
    builder.add(std::shared_ptr<const Node>(std::move(node)));
    ModelInfo info;
    info.irVersion = 8;
    info.opsets = {{"", 13}};
    info.mainGraph = graphId;
    const Model model = std::move(builder).finish(std::move(info));
    auto session = Session::create(model, {providers.back()}, {}, progress);
    if (!session)
        return std::move(session).error();
    const auto feeds = randomFeeds(model, 0);
    if (!feeds)
        return feeds.error();
    std::chrono::nanoseconds best = std::chrono::nanoseconds::max();
    for (int i = 0; i < 20; ++i) {
        const auto report = (*session)->run(*feeds, progress.stop);
        if (!report)
            return report.error();
        for (const NodeTiming& timing : report->timings)
            best = std::min(best, timing.duration);
    }
    return 2.0 * kSize * kSize * kSize / (static_cast<double>(best.count()) * 1e-9);
}

} // namespace partita
