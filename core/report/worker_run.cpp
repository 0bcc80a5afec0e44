#include "core/report/worker_run.h"

#include <algorithm>
#include <span>
#include <unordered_map>

#include "core/base/archive.h"
#include "core/base/log.h"
#include "core/ir/graph_order.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "core/worker/worker_process.h"

namespace partita {

// Found by the types of what they take, which the unnamed namespace is not.

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
    a(s.name, s.device, s.busy);
}
template <class Archive> void archive(Archive& a, TimelineMemory::Point& p) { a(p.time, p.bytes); }
template <class Archive> void archive(Archive& a, TimelineMemory& m) {
    a(m.device, m.points, m.peakBytes, m.reservedBytes, m.weightBytes, m.limitBytes, m.pinnedBytes,
      m.weightsStay);
}
template <class Archive> void archive(Archive& a, Timeline& t) {
    a(t.device, t.clockHz, t.streams, t.tasks, t.memory, t.total, t.unknownSizes);
}
template <class Archive> void archive(Archive& a, OutputDifference& d) {
    auto& by = d.difference;
    a(d.name, by.comparable, by.maxAbsolute, by.maxRelative, by.within, by.problem);
}
template <class Archive> void archive(Archive& a, Error& e) {
    a(e.code, e.what, e.where, e.remedy);
}

namespace {

/// Of weights of the model that is read only to pair its nodes.
constexpr std::uint64_t kPairedBytes = 1024;

/// All of the request but the model and the values.
struct Order {
    std::string folder; ///< of the model's data files
    std::vector<std::string> providers;
    std::vector<std::pair<std::string, std::string>> options;
    std::vector<std::pair<NodeId, std::string>> excluded;
    std::int32_t repeat = 1;
    bool againstCpu = false, bind = false;
};

template <class Archive> void archive(Archive& a, Order& o) {
    a(o.folder, o.providers, o.options, o.excluded, o.repeat, o.againstCpu, o.bind);
}

/// A DataValue without its elements, which are a part of the message for each tensor.
struct ValueForm {
    std::string name;
    bool isSequence = false, isMap = false, none = false;
    std::vector<ValueForm> items;
};

template <class Archive> void archive(Archive& a, ValueForm& v) {
    a(v.name, v.isSequence, v.isMap, v.none, v.items);
}

ValueForm packValue(const DataValue& value, WorkerMessage& tensors) {
    ValueForm form{value.name, value.items != nullptr, value.isMap, value.none, {}};
    if (value.items)
        for (const DataValue& item : *value.items)
            form.items.push_back(packValue(item, tensors));
    else if (!value.none)
        tensors.push_back(serializeTensor(value.tensor));
    return form;
}

/// Takes its tensors from `next` on.
Result<DataValue> unpackValue(const ValueForm& form, WorkerMessage& tensors, std::size_t& next) {
    DataValue value;
    value.name = form.name;
    value.isMap = form.isMap;
    value.none = form.none;
    if (form.isSequence) {
        std::vector<DataValue> items;
        for (const ValueForm& each : form.items) {
            auto item = unpackValue(each, tensors, next);
            if (!item)
                return item;
            items.push_back(*std::move(item));
        }
        if (form.isMap && items.size() != 2)
            return Error{Errc::internal, "a map that is none came from a worker", {}, {}};
        value.items = std::make_shared<const std::vector<DataValue>>(std::move(items));
    } else if (!form.none) {
        if (next >= tensors.size())
            return Error{Errc::internal, "a value is missing in a worker's message", {}, {}};
        auto tensor = readTensorProto(Buffer::own(std::move(tensors[next++])));
        if (!tensor)
            return std::move(tensor).error();
        value.tensor = *std::move(tensor);
    }
    return value;
}

/// What runs give but values and feeds.
struct Outcome {
    RunResult* result = nullptr;
    std::vector<ValueForm> outputs;
};

template <class Archive> void archive(Archive& a, Outcome& o) {
    RunResult& r = *o.result;
    a(r.best.timings, r.best.transfers, r.best.total, r.statistics.runs, r.statistics.latency,
      r.statistics.kernels, r.memory, r.arenaBytes, r.peakFlops, r.trace, r.timeline, r.fromCpu,
      o.outputs);
}
template <class T> std::string bytesOf(T& value) {
    Packer packer;
    packer(value);
    return packer.take();
}

template <class T> bool readInto(T& value, const std::string& bytes) {
    Unpacker unpacker(bytes);
    unpacker(value);
    return unpacker.isWhole();
}

/// Ids of a model and of the same model as it is read from its own bytes: both list their nodes and
/// the bodies of these in the same order.
class ReadAgain {
public:
    ReadAgain(const Model& model, const Model& read)
        : m_model(model), m_read(read), m_order(model), m_readOrder(read) {
        pair(model.mainGraph(), read.mainGraph());
        const auto &ours = model.info().functions, &theirs = read.info().functions;
        for (std::size_t i = 0; i < std::min(ours.size(), theirs.size()); ++i)
            pair(ours[i], theirs[i]);
    }
    /// None where there is no such node.
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

Order orderOf(const Model& model, const ProviderList& providers, const PartitionOptions& wishes,
              const RunRequest& request, const ReadAgain& again) {
    Order order;
    order.folder = sourceFolder(model).string();
    for (const auto& provider : providers) {
        const std::string id = provider->info().id;
        order.providers.push_back(id);
        for (const ProviderOption& option : provider->options())
            if (option.value != option.defaultValue)
                order.options.emplace_back(id + "." + option.name, option.value);
    }
    for (const auto& [node, provider] : wishes.excluded)
        order.excluded.emplace_back(again.read(node), provider);
    order.repeat = request.repeat;
    order.againstCpu = request.againstCpu;
    order.bind = request.bind;
    return order;
}

WorkerLimits runLimits() {
    WorkerLimits limits;
    limits.processorTime = limits.wallTime = std::chrono::hours(24 * 365); // until it is cancelled
    limits.addressSpace = limits.replyBytes = std::uint64_t{1} << 62;
    return limits;
}

Error ended(const WorkerReply& reply) {
    if (reply.end == WorkerReply::End::cancelled)
        return {Errc::cancelled, "cancelled", {}, {}};
    return {Errc::provider,
            "the process that ran the model has crashed",
            {},
            "run it on other providers, and report it with the model"};
}

Result<RunResultPtr> resultOf(WorkerReply reply, const ReadAgain& again) {
    if (reply.end != WorkerReply::End::replied)
        return ended(reply);
    WorkerMessage& parts = reply.message;
    Error error;
    if (parts.size() == 2 && parts[0] == "error" && readInto(error, parts[1]))
        return error;
    if (parts.size() == 1 && parts[0] == "memory")
        return Error{Errc::unsupported,
                     "there is not enough memory to run the model",
                     {},
                     "close other programs or use a smaller model"};
    auto result = std::make_shared<RunResult>();
    Outcome outcome{result.get(), {}};
    if (parts.size() < 2 || parts[0] != "done" || !readInto(outcome, parts[1]))
        return Error{Errc::internal, "the process that ran the model gave no answer", {}, {}};
    std::size_t next = 2;
    for (const ValueForm& form : outcome.outputs) {
        auto value = unpackValue(form, parts, next);
        if (!value)
            return std::move(value).error();
        result->best.outputs.push_back(*std::move(value));
    }
    renameNodes(*result, again);
    return result;
}

Result<Feeds> takeFeeds(WorkerMessage& request) {
    Feeds feeds;
    std::vector<ValueForm> forms;
    if (!readInto(forms, request[2]))
        return Error{Errc::internal, "the inputs are damaged", {}, {}};
    std::size_t next = 3;
    for (const ValueForm& form : forms) {
        auto value = unpackValue(form, request, next);
        if (!value)
            return std::move(value).error();
        feeds.emplace(form.name, *std::move(value));
    }
    return feeds;
}

Result<RunResultPtr> runRequest(WorkerMessage request, const ProviderFactory& makeProviders,
                                const Progress& progress) {
    Order order;
    if (request.size() < 3 || !readInto(order, request[0]))
        return Error{Errc::internal, "no request", {}, {}};
    auto model = readModel(Buffer::own(std::move(request[1])), order.folder);
    if (!model)
        return std::move(model).error();
    auto providers = makeProviders(order.providers, order.options);
    if (!providers)
        return std::move(providers).error();
    auto feeds = takeFeeds(request);
    if (!feeds)
        return std::move(feeds).error();
    PartitionOptions wishes;
    wishes.excluded.insert(order.excluded.begin(), order.excluded.end());
    RunRequest run;
    run.repeat = order.repeat;
    run.againstCpu = order.againstCpu;
    run.bind = order.bind;
    return runModel(*model, *providers, wishes, run, *std::move(feeds), progress);
}

} // namespace

Result<RunResultPtr> runInWorker(const Model& model, const ProviderList& providers,
                                 const PartitionOptions& wishes, const RunRequest& request,
                                 Feeds feeds, const Progress& progress) {
    auto bytes = serializeModel(model);
    if (!bytes) {
        log(LogLevel::warning, bytes.error().message() + "; running the model in this process");
        return runModel(model, providers, wishes, request, std::move(feeds), progress);
    }
    const std::string skeleton = serializeSkeleton(model, kPairedBytes);
    const auto read = readModel(Buffer::copyOf(std::as_bytes(std::span(skeleton))));
    if (!read)
        return read.error();
    const ReadAgain again(model, *read);
    Order order = orderOf(model, providers, wishes, request, again);
    WorkerMessage message{bytesOf(order), *std::move(bytes), {}};
    std::vector<ValueForm> forms;
    for (const auto& [name, value] : feeds) {
        forms.push_back(packValue(value, message));
        forms.back().name = name;
    }
    message[2] = bytesOf(forms);
    auto program = workerProgram("partita-runner", "PARTITA_RUNNER");
    if (!program)
        return std::move(program).error();
    auto worker = WorkerProcess::start(*program);
    if (!worker)
        return std::move(worker).error();
    auto result = resultOf((*worker)->call(std::move(message), runLimits(), progress), again);
    if (result) {
        (*result)->request = request;
        (*result)->feeds = std::make_shared<const Feeds>(std::move(feeds));
    }
    return result;
}

WorkerMessage serveRun(WorkerMessage request, const ProviderFactory& makeProviders,
                       const Progress& progress) {
    auto result = runRequest(std::move(request), makeProviders, progress);
    if (!result) {
        Error error = result.error();
        return {"error", bytesOf(error)};
    }
    WorkerMessage reply{"done", {}};
    Outcome outcome{result->get(), {}};
    for (const DataValue& output : (*result)->best.outputs)
        outcome.outputs.push_back(packValue(output, reply));
    reply[1] = bytesOf(outcome);
    return reply;
}

} // namespace partita
