#include "core/tasks/runs/worker_run.h"

#include <algorithm>
#include <span>
#include <unordered_map>

#include "core/base/log.h"
#include "core/base/try.h"
#include "core/ir/graph_order.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "core/tasks/runs/runner.h"

namespace partita {

// Argument-dependent lookup finds these; it would not look into the unnamed namespace.

template <class Archive> void archive(Archive& a, NodeTiming& t) {
    a(t.node, t.start, t.duration, t.fusedWith);
}
template <class Archive> void archive(Archive& a, Transfer& t) { a(t.name, t.from, t.to, t.bytes); }
template <class Archive> void archive(Archive& a, Spread& s) { a(s.min, s.median, s.p90); }
template <class Archive> void archive(Archive& a, KernelStatistics& k) {
    a(k.node, k.fusedWith, k.calls, k.time, k.flops, k.onIntegers);
}
template <class Archive> void archive(Archive& a, MemoryStep& m) { a(m.node, m.liveBytes); }
template <class Archive> void archive(Archive& a, TimelineTask& t) {
    a(t.kind, t.bound, t.stream, t.partition, t.start, t.duration, t.cycles, t.node, t.fused,
      t.name, t.operators, t.type, t.flops, t.bytesRead, t.bytesWritten, t.tiles, t.waitsFor);
}
template <class Archive> void archive(Archive& a, TimelineStream& s) {
    a(s.kind, s.number, s.device, s.busy);
}
template <class Archive> void archive(Archive& a, TimelineMemory::Point& p) { a(p.time, p.bytes); }
template <class Archive> void archive(Archive& a, TimelineMemory& m) {
    a(m.device, m.points, m.peakBytes, m.reservedBytes, m.weightBytes, m.limitBytes, m.pinnedBytes,
      m.weightsStay);
}
template <class Archive> void archive(Archive& a, Timeline& t) {
    a(t.device, t.clockHz, t.streams, t.tasks, t.memory, t.total, t.unknownSizes);
}

namespace {

/// Keeps the bytes of larger weights out of the model that is only read to pair nodes.
constexpr std::uint64_t kPairedBytes = 1024;

/// A run's result without tensors and feeds.
struct Outcome {
    RunResult* result = nullptr;
    std::vector<ValueForm> outputs;
};

template <class Archive> void archive(Archive& a, Outcome& o) {
    RunResult& r = *o.result;
    a(r.best.timings, r.best.transfers, r.best.total, r.statistics.runs, r.statistics.latency,
      r.statistics.kernels, r.memory, r.arenaBytes, r.peakFlops, r.trace, r.timeline, o.outputs);
}

/// Maps nodes between a model and the same model read from its bytes, whose ids differ. Both list
/// nodes and their bodies in the same order.
class ReadAgain {
public:
    ReadAgain(const Model& model, const Model& read)
        : m_model(model), m_read(read), m_order(model), m_readOrder(read) {
        pair(model.mainGraph(), read.mainGraph());
        const auto &ours = model.info().functions, &theirs = read.info().functions;
        for (std::size_t i = 0; i < std::min(ours.size(), theirs.size()); ++i)
            pair(ours[i], theirs[i]);
    }
    /// The node of the read model; none where it has no such node.
    [[nodiscard]] NodeId read(NodeId node) const { return at(m_toRead, node); }
    void toModel(NodeId& node) const { node = at(m_toModel, node); }
    void toModel(std::vector<NodeId>& nodes) const {
        for (NodeId& node : nodes)
            toModel(node);
    }

private:
    static NodeId at(const std::unordered_map<NodeId, NodeId>& map, NodeId node) {
        const auto found = map.find(node);
        return found == map.end() ? NodeId{} : found->second;
    }
    void pair(GraphId ours, GraphId theirs) {
        const auto nodes = m_order.topological(ours);
        const auto others = m_readOrder.topological(theirs);
        for (std::size_t i = 0; i < std::min(nodes.size(), others.size()); ++i) {
            m_toRead[nodes[i]] = others[i];
            m_toModel[others[i]] = nodes[i];
            const auto bodies = m_model.node(nodes[i])->subgraphs();
            const auto otherBodies = m_read.node(others[i])->subgraphs();
            for (std::size_t b = 0; b < std::min(bodies.size(), otherBodies.size()); ++b)
                pair(bodies[b], otherBodies[b]);
        }
    }

    const Model &m_model, &m_read;
    GraphOrder m_order, m_readOrder;
    std::unordered_map<NodeId, NodeId> m_toRead, m_toModel;
};

void renameNodes(RunResult& result, const ReadAgain& again) {
    for (NodeTiming& timing : result.best.timings) {
        again.toModel(timing.node);
        again.toModel(timing.fusedWith);
    }
    for (KernelStatistics& kernel : result.statistics.kernels) {
        again.toModel(kernel.node);
        again.toModel(kernel.fusedWith);
    }
    for (MemoryStep& step : result.memory)
        again.toModel(step.node);
    if (result.timeline)
        for (TimelineTask& task : result.timeline->tasks) {
            again.toModel(task.node);
            again.toModel(task.fused);
        }
}

RunTask taskOf(const Model& model, const ProviderList& providers, const PartitionOptions& wishes,
               const RunRequest& request, const ReadAgain& again) {
    RunTask task = RunTask::of(model, providers);
    task.wishes = WishesForm::of(wishes, [&](NodeId node) { return again.read(node); });
    task.repeat = request.repeat;
    task.warmup = request.warmupRuns();
    task.bind = request.bind;
    task.peak = request.peak;
    task.trace = request.trace;
    return task;
}

/// Whether the streams are of a known kind, and the tasks on streams and wait for tasks that are
/// there.
bool isWhole(const Timeline& timeline) {
    const bool known = std::ranges::all_of(timeline.streams, [](const TimelineStream& stream) {
        return stream.kind <= TimelineStream::Kind::host;
    });
    return known && std::ranges::all_of(timeline.tasks, [&](const TimelineTask& task) {
               return task.stream < timeline.streams.size() &&
                      task.kind <= TimelineTask::Kind::host &&
                      task.bound <= TimelineTask::Bound::launch &&
                      std::ranges::all_of(task.waitsFor, [&](std::uint32_t other) {
                          return other < timeline.tasks.size();
                      });
           });
}

} // namespace

WorkerMessage packResult(RunResult& result) {
    WorkerMessage parts(1);
    Outcome outcome{&result, {}};
    for (const ModelData& output : result.best.outputs)
        outcome.outputs.push_back(packValue(output, parts));
    parts[0] = packedInto(outcome);
    return parts;
}

Result<RunResultPtr> unpackResult(WorkerMessage parts) {
    auto result = std::make_shared<RunResult>();
    Outcome outcome{result.get(), {}};
    if (parts.empty() || !unpackedFrom(outcome, parts[0]) ||
        (result->timeline && !isWhole(*result->timeline)))
        return Error{
            Errc::internal, PARTITA_TEXT("the process that ran the model gave no answer"), {}, {}};
    result->best.outputs = PARTITA_TRY(unpackValues(outcome.outputs, parts, 1));
    return result;
}

Result<RunResultPtr> runInWorker(const Model& model, const ProviderList& providers,
                                 const PartitionOptions& wishes, const RunRequest& request,
                                 Feeds feeds, const Progress& progress) {
    auto bytes = bytesForRunner(model);
    if (!bytes) {
        log(LogLevel::warning,
            PARTITA_TEXT("{0}; running the model in this process", bytes.error().whole()));
        return runModel(model, providers, wishes, request, std::move(feeds), progress);
    }
    const std::string skeleton = serializeSkeleton(model, kPairedBytes);
    const auto read = PARTITA_TRY(readModel(Buffer::copyOf(std::as_bytes(std::span(skeleton)))));
    const ReadAgain again(model, read);
    RunnerProcess process;
    auto parts = PARTITA_TRY(process.call(
        "run", providers,
        packRun(taskOf(model, providers, wishes, request, again), *std::move(bytes), feeds),
        progress));
    auto result = PARTITA_TRY(unpackResult(std::move(parts)));
    renameNodes(*result, again);
    result->request = request;
    result->feeds = std::make_shared<const Feeds>(std::move(feeds));
    return result;
}

Result<WorkerMessage> serveRun(WorkerMessage parts, const RunnerTools& tools,
                               const Progress& progress) {
    auto run = PARTITA_TRY(unpackRun(std::move(parts), tools.makeProviders));
    const PartitionOptions wishes = run.task.wishes.wishes();
    RunRequest request;
    request.repeat = run.task.repeat;
    request.warmup = run.task.warmup;
    request.bind = run.task.bind;
    request.peak = run.task.peak;
    request.trace = run.task.trace;
    auto result = PARTITA_TRY(
        runModel(run.model, run.providers, wishes, request, std::move(run.feeds), progress));
    return packResult(*result);
}

} // namespace partita
