#include "providers/npu/compiler/device_schedule.h"

#include <algorithm>
#include <utility>

#include "core/base/try.h"
#include "core/provider/partitioning.h"
#include "providers/npu/compiler/device_arena.h"

namespace partita {

namespace {

/// Simulates the allocations of the tasks in order.
class MemoryWalk {
public:
    MemoryWalk(const DeviceProgram& program, const Model& model, const DeviceProfile& profile,
               const NpuOptions& options)
        : m_program(program), m_model(model), m_profile(profile),
          m_arena(memoryLimitOf(profile, options), options.arenaExtendStrategy),
          m_shows(model.values().keyEnd() + 1), m_places(m_shows.size(), kNowhere) {}

    Result<void> run(DeviceSchedule& schedule) {
        findLastReaders();
        Result<void> result;
        m_model.values().forEach([&](ValueId id, const auto& value) {
            if (result && value->initializer && !m_model.consumers(id).empty())
                result = place(id);
        });
        if (!result)
            return result;
        schedule.weightBytes = m_arena.inUse();
        const Graph& graph = *m_model.graph(m_model.mainGraph());
        for (const ValueId input : graph.inputs)
            PARTITA_TRY(place(input));
        schedule.peakBytes = m_arena.inUse();
        for (std::size_t i = 0; i < m_program.tasks.size(); ++i) {
            PARTITA_TRY(placeOutputs(m_program.tasks[i]));
            schedule.live.push_back(m_arena.inUse());
            schedule.peakBytes = std::max(schedule.peakBytes, m_arena.inUse());
            for (const ValueId id : m_lastReadAt[i])
                drop(id);
        }
        schedule.reservedBytes = m_arena.reserved();
        return {};
    }

private:
    /// Finds the last task that reads each tensor; a read of a view counts for the tensor that it
    /// shows.
    void findLastReaders() {
        constexpr std::size_t kNobody = SIZE_MAX;
        const std::size_t never = m_program.tasks.size();
        std::vector<std::size_t> last(m_shows.size(), kNobody); // by value
        const auto read = [&](ValueId id, std::size_t when) {
            if (std::size_t& time = last[rootOf(id).value]; time == kNobody || time < when)
                time = when;
        };
        for (std::size_t i = 0; i < m_program.tasks.size(); ++i)
            for (const NodeId id : m_program.tasks[i].nodes) {
                const Node& node = *m_model.node(id);
                if (isFree(node) && !node.inputs.empty() && node.inputs[0])
                    for (const ValueId output : node.outputs)
                        m_shows[output.value] = node.inputs[0];
                for (const auto* list : {&node.inputs, &node.outputs})
                    for (const ValueId value : *list)
                        if (value)
                            read(value, i);
                for (const GraphId body : node.subgraphs())
                    for (const NodeId inner : m_model.nodesOf(body))
                        for (const ValueId value : m_model.node(inner)->inputs)
                            if (value)
                                read(value, i);
            }
        for (const ValueId output : m_model.graph(m_model.mainGraph())->outputs)
            read(output, never);
        m_lastReadAt.resize(m_program.tasks.size());
        for (std::size_t i = 0; i < last.size(); ++i) // by id, so that every run has the same order
            if (const ValueId id{static_cast<std::uint32_t>(i)};
                last[i] < never && m_model.value(id) && !m_model.value(id)->isConstant())
                m_lastReadAt[last[i]].push_back(id);
    }

    [[nodiscard]] ValueId rootOf(ValueId id) const {
        while (m_shows[id.value])
            id = m_shows[id.value];
        return id;
    }

    Result<void> placeOutputs(const DeviceTask& task) {
        const Node& last = *m_model.node(task.nodes.back());
        for (const ValueId output : last.outputs)
            if (output && rootOf(output) == output)
                PARTITA_TRY(place(output));
        return {};
    }

    Result<void> place(ValueId id) {
        const auto& value = m_model.value(id);
        const std::uint64_t bytes = deviceBytes(*value, m_program.precision).value_or(0);
        if (bytes == 0 || m_places[id.value] != kNowhere)
            return {};
        const auto address = m_arena.allocate(bytes);
        if (!address)
            return Error{
                Errc::provider,
                PARTITA_TEXT("out of memory on {0}: it needs {1}, and {2} of {3} are in use",
                             m_profile.name, byteText(bytes), byteText(m_arena.inUse()),
                             byteText(m_arena.limit())),
                {PARTITA_TEXT("tensor '{0}'", value->name)},
                PARTITA_TEXT("raise npu_mem_limit, or make the model or its batch smaller")};
        m_places[id.value] = *address;
        return {};
    }

    void drop(ValueId id) {
        if (std::uint64_t& place = m_places[id.value]; place != kNowhere)
            m_arena.release(std::exchange(place, kNowhere));
    }

    static constexpr std::uint64_t kNowhere = UINT64_MAX;

    const DeviceProgram& m_program;
    const Model& m_model;
    const DeviceProfile& m_profile;
    DeviceArena m_arena;
    std::vector<ValueId> m_shows;                   // by value: the input that a view shows
    std::vector<std::uint64_t> m_places;            // by value: its address
    std::vector<std::vector<ValueId>> m_lastReadAt; // by task
};

} // namespace

std::uint64_t memoryLimitOf(const DeviceProfile& profile, const NpuOptions& options) {
    return profile.memoryBytes ? std::min(profile.memoryBytes, options.memoryLimit)
                               : options.memoryLimit;
}

Result<DeviceSchedule> planDeviceMemory(const DeviceProgram& program, const Model& model,
                                        const DeviceProfile& profile, const NpuOptions& options) {
    DeviceSchedule schedule;
    PARTITA_TRY(MemoryWalk(program, model, profile, options).run(schedule));
    return schedule;
}

void addCosts(DeviceSchedule& schedule, const DeviceProgram& program, const Model& model,
              const DeviceProfile& profile) {
    for (const DeviceTask& task : program.tasks) {
        schedule.costs.push_back(costOf(model, task, program.precision, profile));
        schedule.unknownSizes += schedule.costs.back().unknownSizes;
    }
}

} // namespace partita
