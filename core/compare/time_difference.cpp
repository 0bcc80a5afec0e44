#include "core/compare/time_difference.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace partita {

namespace {

/// Sets of nodes of both sides that are compared as a whole.
class ComparedSets {
public:
    ComparedSets(const ModelDifferences& differences, const NodeTimes& a, const NodeTimes& b)
        : m_sizeA(sizeOf(differences.matching.inB, a)),
          m_parents(m_sizeA + sizeOf(differences.matching.inA, b)) {
        std::iota(m_parents.begin(), m_parents.end(), 0U);
        for (const NodeTimes::Kernel& kernel : a.kernels)
            for (const NodeId node : kernel.nodes)
                unite(inA(kernel.nodes.front()), inA(node));
        for (const NodeTimes::Kernel& kernel : b.kernels)
            for (const NodeId node : kernel.nodes)
                unite(inB(kernel.nodes.front()), inB(node));
        for (const NodePair& pair : differences.matching.pairs)
            unite(inA(pair.a), inB(pair.b));
        for (const auto& [node, became] : differences.matching.becameInB)
            for (const NodeId each : became)
                unite(inA(node), inB(each));
    }
    [[nodiscard]] std::size_t ofA(NodeId node) { return root(inA(node)); }
    [[nodiscard]] std::size_t ofB(NodeId node) { return root(inB(node)); }
    /// Whether both sides have nodes of each set.
    [[nodiscard]] std::vector<bool> shared(const ModelDifferences& differences) {
        std::vector<bool> shared(m_parents.size());
        for (const NodePair& pair : differences.matching.pairs)
            shared[ofA(pair.a)] = true;
        for (const auto& [node, became] : differences.matching.becameInB)
            if (!became.empty())
                shared[ofA(node)] = true;
        return shared;
    }

private:
    static std::size_t sizeOf(const std::vector<NodeId>& partners, const NodeTimes& times) {
        std::size_t size = partners.size();
        for (const NodeTimes::Kernel& kernel : times.kernels)
            for (const NodeId node : kernel.nodes)
                size = std::max<std::size_t>(size, node.value + 1);
        return size;
    }
    [[nodiscard]] std::size_t inA(NodeId node) const { return node.value; }
    [[nodiscard]] std::size_t inB(NodeId node) const { return m_sizeA + node.value; }
    std::size_t root(std::size_t at) {
        while (m_parents[at] != at)
            at = m_parents[at] = m_parents[m_parents[at]];
        return at;
    }
    void unite(std::size_t one, std::size_t other) {
        if (one < m_parents.size() && other < m_parents.size())
            m_parents[root(one)] = root(other);
    }

    std::size_t m_sizeA;
    std::vector<std::size_t> m_parents;
};

/// What both sides tell of one set.
struct Told {
    TimeDifference times;
    bool a = false, b = false; ///< a time of that side
};

/// What changed most first.
void sortByChange(std::vector<TimeDifference>& nodes) {
    std::ranges::stable_sort(nodes, std::greater(),
                             [](const TimeDifference& each) { return std::abs(each.change()); });
}

} // namespace

TimeDifferences compareTimes(const ModelDifferences& differences, const NodeTimes& a,
                             const NodeTimes& b) {
    ComparedSets sets(differences, a, b);
    std::vector<Told> told;
    std::unordered_map<std::size_t, std::size_t> placeOf;
    const auto toldOf = [&](std::size_t set) -> Told& {
        const auto [at, fresh] = placeOf.try_emplace(set, told.size());
        if (fresh)
            told.emplace_back();
        return told[at->second];
    };
    for (const NodeTimes::Kernel& kernel : a.kernels) {
        Told& each = toldOf(sets.ofA(kernel.nodes.front()));
        each.a = true;
        each.times.before += kernel.microseconds;
        each.times.a.insert(each.times.a.end(), kernel.nodes.begin(), kernel.nodes.end());
    }
    for (const NodeTimes::Kernel& kernel : b.kernels) {
        Told& each = toldOf(sets.ofB(kernel.nodes.front()));
        each.b = true;
        each.times.after += kernel.microseconds;
        each.times.b.insert(each.times.b.end(), kernel.nodes.begin(), kernel.nodes.end());
    }
    const std::vector<bool> shared = sets.shared(differences);
    TimeDifferences made{a.label, b.label, {}, 0, 0, 0};
    for (const auto& [set, at] : placeOf) {
        Told& each = told[at];
        if (shared[set] && !(each.a && each.b)) {
            made.untold += each.times.a.size() + each.times.b.size();
            each.times = {};
        }
    }
    for (Told& each : told) {
        if (each.times.a.empty() && each.times.b.empty())
            continue;
        made.before += each.times.before;
        made.after += each.times.after;
        made.nodes.push_back(std::move(each.times));
    }
    sortByChange(made.nodes);
    return made;
}

} // namespace partita
