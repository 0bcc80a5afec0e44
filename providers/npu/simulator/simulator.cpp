#include "providers/npu/simulator/simulator.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "core/base/try.h"
#include "core/onnx/infer_shapes.h"
#include "providers/npu/simulator/device_stream.h"
#include "providers/npu/simulator/npu_partition.h"
#include "providers/npu/simulator/simulated_device.h"

namespace partita {

namespace {

/// Builds the timeline of one run, partition by partition in execution order.
class RunSimulation {
public:
    explicit RunSimulation(const Session& session) : m_session(session) {}

    Result<std::optional<Timeline>> run() {
        PARTITA_TRY(findDevices());
        if (m_devices.empty())
            return std::optional<Timeline>();
        m_model = sizedModel();
        m_timeline.device = m_devices.front().what->name;
        m_timeline.clockHz = m_devices.front().what->profile.speed.clockHz;
        for (Device& device : m_devices)
            warmUp(device);
        PARTITA_TRY(addGraph(m_session.model().mainGraph()));
        const Model& model = m_session.model();
        for (const ValueId output : model.graph(model.mainGraph())->outputs)
            if (!m_session.isOnDevice(output))
                (void)bring(output, kHost, 0);
        return finish();
    }

private:
    /// Where a value is: the task that put it there, and that task's end.
    struct Place {
        Notification done;
        std::uint32_t task = kNobody;
    };

    [[nodiscard]] Place after(std::uint32_t task) const {
        Place place{m_streams[m_timeline.tasks[task].stream].createNotification(), task};
        place.done.activate();
        return place;
    }

    NpuPartition* programOf(const Partition& partition) const {
        return dynamic_cast<NpuPartition*>(m_session.compiled(partition.index));
    }

    std::size_t deviceOf(const NpuPartition& program) {
        using Kind = TimelineStream::Kind;
        for (std::size_t i = 0; i < m_devices.size(); ++i)
            if (m_devices[i].what->name == program.device()->name)
                return i;
        Device device;
        device.what = program.device();
        const auto& profile = device.what->profile;
        if (profile.streams == 1) {
            device.cube = device.vector = {addStream(Kind::compute, device)};
        } else {
            device.cube = {addStream(Kind::cube, device)};
            const auto all =
                static_cast<std::uint32_t>(std::min<std::int64_t>(profile.streams, 64));
            for (std::uint32_t i = 1; i < all; ++i)
                device.vector.push_back(addStream(Kind::vector, device, i));
        }
        const bool own = !device.what->options.copyInComputeStream;
        device.copyIn = own ? addStream(Kind::copyIn, device) : device.cube.front();
        device.copyOut = own ? addStream(Kind::copyOut, device) : device.cube.front();
        device.memory.device = device.what->name;
        const std::uint64_t limit = memoryLimitOf(profile, device.what->options);
        device.memory.limitBytes = limit == std::numeric_limits<std::uint64_t>::max() ? 0 : limit;
        device.cache = OperatorCache(device.what->options.operatorCache);
        m_devices.push_back(std::move(device));
        return m_devices.size() - 1;
    }

    std::uint32_t addStream(TimelineStream::Kind kind, const Device& device,
                            std::uint32_t number = 1) {
        m_timeline.streams.push_back({kind, number, device.what->name, 0});
        m_streams.emplace_back();
        return static_cast<std::uint32_t>(m_streams.size() - 1);
    }

    /// Collects the devices, with the weights and the largest workspace of their programs.
    Result<void> findDevices() {
        for (const Partition& partition : m_session.partitioning().partitions) {
            NpuPartition* program = programOf(partition);
            if (!program)
                continue;
            const auto schedule = PARTITA_TRY(program->schedule());
            Device& device = m_devices[deviceOf(*program)];
            device.memory.weightBytes += schedule->weightBytes;
            device.largestWorkspace =
                std::max(device.largestWorkspace, schedule->peakBytes - schedule->weightBytes);
            m_timeline.unknownSizes += schedule->unknownSizes;
        }
        if (m_devices.empty())
            return {};
        for (Device& device : m_devices) {
            const std::uint64_t limit = device.memory.limitBytes;
            device.memory.weightsStay =
                limit == 0 || device.memory.weightBytes + device.largestWorkspace <= limit;
        }
        m_timeline.streams.push_back({TimelineStream::Kind::host, 1, "", 0});
        m_streams.emplace_back();
        m_host = static_cast<std::uint32_t>(m_streams.size() - 1);
        return {};
    }

    /// The session's model with the sizes of the last run, for the costs of host nodes and copies.
    Model sizedModel() const {
        const Model& model = m_session.model();
        std::map<std::string, std::vector<std::int64_t>> sizes;
        for (const ValueId input : model.graph(model.mainGraph())->inputs)
            if (auto dims = m_session.sizeOf(input))
                sizes.emplace(model.value(input)->name, *std::move(dims));
        return withSizesOfRun(model, sizes);
    }

    /// Fills the operator cache with the operators that the previous run left there.
    void warmUp(Device& device) {
        for (const Partition& partition : m_session.partitioning().partitions)
            if (const NpuPartition* program = programOf(partition);
                program && program->device()->name == device.what->name &&
                !program->program().graphMode)
                for (const DeviceTask& task : program->program().tasks)
                    (void)device.cache.use(operatorKey(*program, task));
    }

    static std::string operatorKey(const NpuPartition& program, const DeviceTask& task) {
        const Model& model = program.program().model;
        const Node& node = *model.node(task.nodes.front());
        std::string key = node.opType.str();
        for (const auto* list : {&node.inputs, &node.outputs})
            for (const ValueId id : *list)
                if (const auto& value = model.value(id); value && value->type)
                    key += "|" + value->type->text();
        return key;
    }

    /// Makes a stream wait for a value, and records the dependency unless the order within the
    /// stream implies it.
    void waitFor(const Place& place, std::uint32_t stream, std::vector<std::uint32_t>& waits) {
        stream == m_host ? place.done.waitOnHost(m_streams[stream])
                         : place.done.waitOnDevice(m_streams[stream]);
        if (place.task != kNobody && m_timeline.tasks[place.task].stream != stream &&
            std::ranges::find(waits, place.task) == waits.end())
            waits.push_back(place.task);
    }

    std::uint32_t add(TimelineTask task, std::uint32_t stream) {
        if (m_rounds != 1)
            repeat(task);
        task.stream = stream;
        task.start = m_streams[stream].enqueue(task.duration);
        m_timeline.tasks.push_back(std::move(task));
        return static_cast<std::uint32_t>(m_timeline.tasks.size() - 1);
    }

    /// Multiplies a task of a loop's body by the number of iterations, so that one task stands for
    /// all of them.
    void repeat(TimelineTask& task) const {
        const auto times = [&](auto& amount) {
            amount = wholeNumber(static_cast<double>(amount) * m_rounds);
        };
        times(task.duration);
        times(task.cycles);
        times(task.bytesRead);
        times(task.bytesWritten);
        task.flops *= m_rounds;
        task.name += fmt::format(" ×{:.0f}", m_rounds);
    }

    /// Adds a copy between the host and a device; `bytes` is 0 where the size is unknown.
    std::uint32_t copy(TimelineTask::Kind kind, std::string name, std::uint64_t bytes,
                       Device& device, const Place& from, std::uint32_t partition) {
        const auto& speed = device.what->profile.speed;
        TimelineTask task;
        task.kind = kind;
        task.partition = partition;
        task.name = std::move(name);
        task.cycles = copyCycles(bytes, speed);
        task.duration = timeOf(task.cycles, speed.clockHz);
        task.bound = TimelineTask::Bound::memory;
        (kind == TimelineTask::Kind::copyIn ? task.bytesWritten : task.bytesRead) = bytes;
        device.memory.pinnedBytes = std::max(device.memory.pinnedBytes, bytes);
        const std::uint32_t stream =
            kind == TimelineTask::Kind::copyIn ? device.copyIn : device.copyOut;
        waitFor(from, stream, task.waitsFor);
        return add(std::move(task), stream);
    }

    std::uint64_t bytesOf(ValueId id) const {
        const auto& value = m_model.value(id);
        return value ? valueBytes(*value).value_or(0) : 0;
    }

    /// Where a value is available on `where`. Copies it there if needed, from another device
    /// through the host.
    Place bring(ValueId id, std::size_t where, std::uint32_t partition) {
        auto& places = m_places[id];
        if (const auto at = places.find(where); at != places.end())
            return at->second;
        const std::string& name = m_session.model().value(id)->name;
        if (places.empty()) { // an input of the model
            const bool isThere = where != kHost && m_session.isOnDevice(id);
            places[isThere ? where : kHost] = {};
            if (isThere)
                return {};
        }
        if (!places.contains(kHost)) {
            const auto [from, place] = *places.begin();
            const auto made = copy(TimelineTask::Kind::copyOut, name, bytesOf(id), m_devices[from],
                                   place, partition);
            places[kHost] = after(made);
        }
        const Place onHost = places[kHost];
        if (where == kHost)
            return onHost;
        const auto made = copy(TimelineTask::Kind::copyIn, name, bytesOf(id), m_devices[where],
                               onHost, partition);
        return places[where] = after(made);
    }

    Result<void> addGraph(GraphId graph) {
        for (const Partition& partition : m_session.partitioning().partitions)
            if (partition.graph == graph)
                PARTITA_TRY(addPartition(partition));
        return {};
    }

    Result<void> addPartition(const Partition& partition) {
        NpuPartition* program = programOf(partition);
        if (!program) {
            for (const NodeId id : partition.nodes)
                PARTITA_TRY(addHostNode(partition, *m_session.model().node(id)));
            return {};
        }
        const auto schedule = PARTITA_TRY(program->schedule());
        addDevicePartition(partition, *program, *schedule);
        return {};
    }

    Result<void> addHostNode(const Partition& partition, const Node& node) {
        if (isComputedOnce(node))
            return {};
        TimelineTask task;
        task.kind = TimelineTask::Kind::host;
        task.partition = partition.index;
        task.node = node.id;
        task.name = node.label();
        task.operators = node.opType.str();
        task.duration = hostTime(node);
        for (const ValueId input : node.inputs) {
            if (!input || isConstant(input))
                continue;
            task.bytesRead += bytesOf(input);
            waitFor(bring(input, kHost, partition.index), m_host, task.waitsFor);
        }
        for (const ValueId output : node.outputs)
            task.bytesWritten += output ? bytesOf(output) : 0;
        const Place begun = after(add(std::move(task), m_host));
        for (const ValueId output : node.outputs)
            if (output)
                m_places[output][kHost] = begun;
        return addBody(partition, node, begun);
    }

    SimulatedTime hostTime(const Node& node) const {
        const auto& speed = m_devices.front().what->profile.speed;
        return wholeNumber(std::round(hostSeconds(m_model, node, speed) * kSimulatedSecond));
    }

    /// Adds the body of a node: of several branches the one that takes longest, repeated as often
    /// as the node is known to run it. The host waits for the body's outputs.
    Result<void> addBody(const Partition& partition, const Node& node, const Place& begun) {
        GraphId longest;
        SimulatedTime most = 0;
        for (const GraphId body : node.subgraphs())
            if (const SimulatedTime time = timeOfGraph(body); !longest || time > most) {
                longest = body;
                most = time;
            }
        if (!longest)
            return {};
        const auto known = bodyRuns(m_model, node);
        m_timeline.unknownSizes += known ? 0 : 1;
        const double before = std::exchange(
            m_rounds, std::clamp(m_rounds * std::max(known.value_or(1), 0.0), 0.0, 1e15));
        const Graph& body = *m_session.model().graph(longest);
        for (const ValueId input : body.inputs)
            m_places[input] = {{kHost, begun}};
        auto done = m_rounds > 0 ? addGraph(longest) : Result<void>();
        // The first output of a Loop's body is its condition.
        const std::size_t first = node.is("Loop") ? 1 : 0;
        for (std::size_t i = first; done && m_rounds > 0 && i < body.outputs.size(); ++i) {
            if (isConstant(body.outputs[i]))
                continue;
            const Place made = bring(body.outputs[i], kHost, partition.index);
            std::vector<std::uint32_t> waits;
            waitFor(made, m_host, waits);
            if (i - first < node.outputs.size() && node.outputs[i - first])
                m_places[node.outputs[i - first]] = {{kHost, made}};
        }
        m_rounds = before;
        return done;
    }

    /// Estimates the time of one run of a graph, to choose between branches.
    SimulatedTime timeOfGraph(GraphId graph) {
        SimulatedTime sum = 0;
        for (const Partition& partition : m_session.partitioning().partitions) {
            if (partition.graph != graph)
                continue;
            if (NpuPartition* program = programOf(partition)) {
                if (const auto schedule = program->schedule())
                    for (const TaskCost& cost : (*schedule)->costs)
                        sum += timeOf(cost.cycles, program->device()->profile.speed.clockHz);
                continue;
            }
            for (const NodeId id : partition.nodes) {
                const Node& node = *m_session.model().node(id);
                sum += hostTime(node);
                for (const GraphId inner : node.subgraphs())
                    sum += timeOfGraph(inner);
            }
        }
        return sum;
    }

    /// Whether the node only depends on constants and is therefore computed at compile time.
    [[nodiscard]] bool isComputedOnce(const Node& node) const {
        return !node.outputs.empty() && m_session.isFixed(node.outputs[0]);
    }

    [[nodiscard]] bool isConstant(ValueId id) const {
        const Model& model = m_session.model();
        const NodeId producer = model.producer(id);
        return m_session.isFixed(id) ||
               (model.value(id)->isConstant() && !model.isGraphInput(id)) ||
               (producer && model.node(producer)->is("Constant"));
    }

    std::uint32_t streamFor(const Device& device, const TaskCost& cost) const {
        const auto& list = cost.onCube ? device.cube : device.vector;
        return *std::ranges::min_element(
            list, {}, [&](std::uint32_t stream) { return m_streams[stream].flush(); });
    }

    void addDevicePartition(const Partition& partition, NpuPartition& program,
                            const DeviceSchedule& schedule) {
        const std::size_t where = deviceOf(program);
        Device& device = m_devices[where];
        const Model& model = program.program().model;
        const Graph& graph = *model.graph(model.mainGraph());
        std::unordered_map<ValueId, Place> places; // where the program's own values are
        for (std::size_t i = 0; i < program.inputs().size(); ++i)
            places[graph.inputs[i]] = isConstant(program.inputs()[i])
                                          ? Place{}
                                          : bring(program.inputs()[i], where, partition.index);
        if (!device.memory.weightsStay && schedule.weightBytes) {
            const auto at = copy(TimelineTask::Kind::copyIn, "weights", schedule.weightBytes,
                                 device, {}, partition.index);
            m_weights = after(at);
        } else {
            m_weights = {};
        }
        for (std::size_t i = 0; i < program.program().tasks.size(); ++i)
            addTask(partition, program, schedule, i, device, places);
        for (std::size_t i = 0; i < program.outputs().size(); ++i)
            if (program.outputs()[i])
                m_places[program.outputs()[i]][where] = places[graph.outputs[i]];
    }

    void addTask(const Partition& partition, const NpuPartition& program,
                 const DeviceSchedule& schedule, std::size_t index, Device& device,
                 std::unordered_map<ValueId, Place>& places) {
        const Model& model = program.program().model;
        const DeviceTask& what = program.program().tasks[index];
        const TaskCost& cost = schedule.costs[index];
        const Node& first = *model.node(what.nodes.front());
        const Node& last = *model.node(what.nodes.back());
        if (what.nodes.size() == 1 && isFree(first)) { // a view: no data moves
            for (const ValueId output : first.outputs)
                if (output && !first.inputs.empty())
                    places[output] = places[first.inputs[0]];
            return;
        }
        const auto& speed = device.what->profile.speed;
        TimelineTask task;
        task.partition = partition.index;
        task.bound = cost.bound;
        task.node = program.outerNode(what.nodes.front());
        for (std::size_t i = 0; i < what.nodes.size(); ++i) {
            const Node& node = *model.node(what.nodes[i]);
            task.operators += (i ? " + " : "") + node.opType.str();
            if (i && !program.context())
                task.fused.push_back(program.outerNode(node.id));
        }
        task.name = first.label();
        task.type = dataTypeShortName(cost.type);
        task.flops = cost.flops;
        task.bytesRead = cost.bytesRead;
        task.bytesWritten = cost.bytesWritten;
        task.tiles = cost.tiles;
        const bool graphMode = program.program().graphMode;
        task.cycles = cost.cycles + static_cast<std::uint64_t>(graphMode ? speed.launchCycles
                                                                         : speed.operatorCycles);
        if (!graphMode && !device.cache.use(operatorKey(program, what)))
            task.cycles += static_cast<std::uint64_t>(speed.operatorLoadCycles);
        task.duration = timeOf(task.cycles, speed.clockHz);
        const std::uint32_t stream = streamFor(device, cost);
        if (m_weights.task != kNobody)
            waitFor(m_weights, stream, task.waitsFor);
        for (const ValueId input : readsOf(model, what))
            if (const auto at = places.find(input); at != places.end())
                waitFor(at->second, stream, task.waitsFor);
        const std::uint32_t at = add(std::move(task), stream);
        for (const ValueId output : last.outputs)
            if (output)
                places[output] = after(at);
        const std::uint64_t others =
            device.memory.weightsStay ? device.memory.weightBytes - schedule.weightBytes : 0;
        device.memory.points.push_back({m_timeline.tasks[at].start, schedule.live[index] + others});
        device.memory.peakBytes = std::max(device.memory.peakBytes, schedule.live[index] + others);
        device.memory.reservedBytes =
            std::max(device.memory.reservedBytes, schedule.reservedBytes + others);
    }

    /// All values that a task reads, directly or in the bodies of its nodes.
    static std::vector<ValueId> readsOf(const Model& model, const DeviceTask& task) {
        std::vector<ValueId> reads;
        const auto collect = [&](auto& self, const Node& node) -> void {
            reads.insert(reads.end(), node.inputs.begin(), node.inputs.end());
            for (const GraphId body : node.subgraphs())
                for (const NodeId inner : model.nodesOf(body))
                    self(self, *model.node(inner));
        };
        for (const NodeId id : task.nodes)
            collect(collect, *model.node(id));
        return reads;
    }

    std::optional<Timeline> finish() {
        for (std::size_t i = 0; i < m_streams.size(); ++i)
            m_timeline.streams[i].busy = m_streams[i].busy();
        for (const TimelineTask& task : m_timeline.tasks)
            m_timeline.total = std::max(m_timeline.total, task.end());
        for (Device& device : m_devices) {
            std::ranges::stable_sort(device.memory.points, {}, &TimelineMemory::Point::time);
            m_timeline.memory.push_back(std::move(device.memory));
        }
        return std::move(m_timeline);
    }

    const Session& m_session;
    Model m_model; ///< the session's model with the sizes of the run
    Timeline m_timeline;
    std::deque<DeviceStream> m_streams;
    std::deque<Device> m_devices;
    std::uint32_t m_host = 0;
    std::unordered_map<ValueId, std::map<std::size_t, Place>> m_places;
    double m_rounds = 1; ///< number of iterations of the current body
    Place m_weights;     ///< the weights of the current partition, if each run copies them
};

} // namespace

Result<std::optional<Timeline>> simulateRun(const Session& session) {
    return RunSimulation(session).run();
}

} // namespace partita
