#include "core/session/arena.h"

#include <algorithm>
#include <unordered_map>

#include "core/session/memory_plan.h"
#include "core/session/partitioner.h"

namespace partita {

namespace {

/// Maps values that share memory to one representative.
class Sharing {
public:
    explicit Sharing(std::span<const PartitionStep> steps) {
        for (const PartitionStep& step : steps)
            for (const auto& [value, source] : step.aliases)
                m_source[value] = source;
    }
    [[nodiscard]] ValueId root(ValueId id) const {
        for (auto at = m_source.find(id); at != m_source.end(); at = m_source.find(id))
            id = at->second;
        return id;
    }

private:
    std::unordered_map<ValueId, ValueId> m_source;
};

/// The times (numbers of steps) at which the nodes of a graph run; nodes in bodies run at the time
/// of the node that holds the body.
class Times {
public:
    explicit Times(const Arena::Request& request) : m_request(request) {
        std::size_t time = 0;
        for (const PartitionStep& step : request.steps) {
            ++time;
            for (const NodeId node : step.nodes)
                m_when[node] = time;
            for (const ValueId value : step.alsoReads)
                m_lastRead[value] = time;
        }
    }
    /// The time of the last step that reads a value; 0: none.
    [[nodiscard]] std::size_t ofLastReader(ValueId value) const {
        const auto found = m_lastRead.find(value);
        std::size_t last = found == m_lastRead.end() ? 0 : found->second;
        for (const NodeId reader : m_request.model.consumers(value))
            last = std::max(last, of(reader));
        return last;
    }

private:
    [[nodiscard]] std::size_t of(NodeId node) const {
        const Model& model = m_request.model;
        while (node && model.node(node)->graph != m_request.graph)
            node = model.graph(model.node(node)->graph)->parent;
        const auto found = m_when.find(node);
        return found == m_when.end() ? 0 : found->second;
    }

    const Arena::Request& m_request;
    std::unordered_map<NodeId, std::size_t> m_when;
    std::unordered_map<ValueId, std::size_t> m_lastRead;
};

std::uint64_t knownBytes(const Value& value, const RunValues& runValues) {
    return std::max(valueBytes(value).value_or(0), runValues.grownTo(value.id));
}

std::vector<MemoryStep> timelineOf(std::span<const PartitionStep> steps,
                                   const std::vector<Lifetime>& lifetimes) {
    // Times count from 1. A value adds its bytes at its first time and subtracts them after its
    // last.
    std::vector<std::int64_t> change(steps.size() + 2);
    for (const Lifetime& life : lifetimes) {
        change[life.first] += static_cast<std::int64_t>(life.bytes);
        change[std::min(life.last, steps.size()) + 1] -= static_cast<std::int64_t>(life.bytes);
    }
    std::vector<MemoryStep> timeline;
    std::int64_t live = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        live += change[i + 1];
        timeline.push_back({steps[i].nodes.front(), static_cast<std::uint64_t>(live)});
    }
    return timeline;
}

} // namespace

void Arena::plan(const Request& request, RunValues& runValues) {
    const Sharing sharing(request.steps);
    const Times times(request);
    std::vector<Lifetime> lifetimes;
    std::unordered_map<ValueId, std::size_t> lifetimeOf; // by root
    std::vector<std::pair<ValueId, std::size_t>> placed;
    std::size_t time = 0;
    for (const PartitionStep& step : request.steps) {
        ++time;
        for (const ValueId id : step.writes) {
            const std::uint64_t bytes = knownBytes(*request.model.value(id), runValues);
            Lifetime life{time, time, bytes};
            life.last = std::max(life.last, times.ofLastReader(id));
            const ValueId root = sharing.root(id);
            const auto shared = lifetimeOf.find(root);
            if (shared != lifetimeOf.end()) { // a view may be of unknown size
                Lifetime& all = lifetimes[shared->second];
                all.last = std::max(all.last, life.last);
                all.bytes = std::max(all.bytes, bytes);
            }
            // A value that shares memory outside the arena gets no place in it.
            if (request.excluded[id.value] || bytes == 0 ||
                (root != id && shared == lifetimeOf.end()))
                continue;
            if (shared == lifetimeOf.end()) {
                lifetimeOf.emplace(root, lifetimes.size());
                lifetimes.push_back(life);
            }
            placed.emplace_back(id, lifetimeOf.at(root));
        }
    }
    m_timeline = timelineOf(request.steps, lifetimes);
    const MemoryPlan plan = planMemory(lifetimes);
    m_memory = plan.arenaBytes ? allocateAligned(plan.arenaBytes) : AlignedMemory();
    m_bytes = m_memory ? plan.arenaBytes : 0; // if the arena cannot be allocated, each value gets
                                              // its own memory
    for (const auto& [id, life] : placed)
        runValues.plan(id, m_memory ? m_memory.get() + plan.offsets[life] : nullptr,
                       m_memory ? lifetimes[life].bytes : 0);
}

} // namespace partita
