#include "core/session/dependency_groups.h"

#include <algorithm>
#include <numeric>
#include <queue>
#include <unordered_map>
#include <utility>

namespace partita {

namespace {

/// Units that are ready, the earliest in the file's order first.
using Ready = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>;

} // namespace

/// The nodes with each unit as one element. An element is named by its first node.
struct DependencyGroups::Units {
    std::vector<std::uint32_t> headOf;               ///< by index: the first node of its unit
    std::vector<std::vector<std::uint32_t>> members; ///< by head; empty: the head alone
    std::vector<std::uint32_t> waitsFor;             ///< by head: edges from other units
    std::vector<std::uint32_t> colour;               ///< by index, from 0 without gaps
    std::uint32_t colours = 0;
};

DependencyGroups::DependencyGroups(const GraphOrder& graphOrder, std::vector<NodeId> order)
    : m_graphOrder(&graphOrder), m_order(std::move(order)), m_unitOf(m_order.size()) {
    std::unordered_map<NodeId, std::uint32_t> indexOf;
    indexOf.reserve(m_order.size());
    for (std::uint32_t i = 0; i < m_order.size(); ++i)
        indexOf.emplace(m_order[i], i);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges; // from, to
    for (std::uint32_t i = 0; i < m_order.size(); ++i)
        for (const NodeId needed : m_graphOrder->dependencies(m_order[i]))
            if (const auto at = indexOf.find(needed); at != indexOf.end())
                edges.emplace_back(at->second, i);
    m_begin.resize(m_order.size() + 1);
    for (const auto& [from, to] : edges)
        ++m_begin[from + 1];
    std::partial_sum(m_begin.begin(), m_begin.end(), m_begin.begin());
    m_readers.resize(edges.size());
    std::vector<std::size_t> next(m_begin.begin(), m_begin.end());
    for (const auto& [from, to] : edges)
        m_readers[next[from]++] = to;
}

std::vector<std::size_t> DependencyGroups::arranged(std::span<const std::uint32_t> colours) const {
    Units units;
    const auto count = static_cast<std::uint32_t>(m_order.size());
    units.headOf.resize(count);
    units.members.resize(count);
    units.waitsFor.resize(count);
    std::unordered_map<std::uint32_t, std::uint32_t> heads, known;
    for (std::uint32_t i = 0; i < count; ++i) {
        units.headOf[i] = m_unitOf[i] ? heads.try_emplace(m_unitOf[i], i).first->second : i;
        if (m_unitOf[i])
            units.members[units.headOf[i]].push_back(i);
        units.colour.push_back(
            known.try_emplace(colours[i], static_cast<std::uint32_t>(known.size())).first->second);
    }
    units.colours = static_cast<std::uint32_t>(known.size());
    for (std::uint32_t i = 0; i < count; ++i)
        for (std::size_t e = m_begin[i]; e < m_begin[i + 1]; ++e)
            if (units.headOf[m_readers[e]] != units.headOf[i])
                ++units.waitsFor[units.headOf[m_readers[e]]];
    std::vector<std::size_t> best;
    std::size_t fewest = 0;
    for (std::uint32_t first = 0; first < std::min(units.colours, 4U); ++first) {
        auto order = drained(units, first);
        std::size_t changes = 1;
        for (std::size_t i = 1; i < order.size(); ++i)
            changes += units.colour[order[i]] != units.colour[order[i - 1]];
        if (order.size() == count && (best.empty() || changes < fewest)) {
            best = std::move(order);
            fewest = changes;
        }
    }
    return best;
}

/// Takes all nodes of one colour that are ready, then all of another one …; `first`: the colour to
/// begin with. The nodes of a cycle are missing.
std::vector<std::size_t> DependencyGroups::drained(const Units& units, std::uint32_t first) const {
    std::vector<std::uint32_t> waitsFor = units.waitsFor;
    std::vector<Ready> ready(units.colours);
    for (std::uint32_t i = 0; i < m_order.size(); ++i)
        if (units.headOf[i] == i && waitsFor[i] == 0)
            ready[units.colour[i]].push(i);
    std::vector<std::size_t> order;
    order.reserve(m_order.size());
    const auto release = [&](std::uint32_t node) {
        order.push_back(node);
        for (std::size_t e = m_begin[node]; e < m_begin[node + 1]; ++e) {
            const std::uint32_t head = units.headOf[m_readers[e]];
            if (head != units.headOf[node] && --waitsFor[head] == 0)
                ready[units.colour[head]].push(head);
        }
    };
    for (std::uint32_t colour = first; !ready.empty();) {
        while (!ready[colour].empty()) {
            const std::uint32_t head = ready[colour].top();
            ready[colour].pop();
            if (units.members[head].empty())
                release(head);
            for (const std::uint32_t member : units.members[head])
                release(member);
        }
        const auto most = std::ranges::max_element(ready, {}, &Ready::size);
        if (most->empty())
            break;
        colour = static_cast<std::uint32_t>(most - ready.begin());
    }
    return order;
}

bool DependencyGroups::tryUnits(const std::vector<std::uint32_t>& unitOf) {
    const std::vector<std::uint32_t> before = std::exchange(m_unitOf, unitOf);
    const std::vector<std::uint32_t> oneColour(m_order.size());
    const auto places = arranged(oneColour);
    if (places.size() != m_order.size()) {
        m_unitOf = before;
        return false;
    }
    std::vector<NodeId> order;
    std::vector<std::uint32_t> units;
    for (const std::size_t place : places) {
        order.push_back(m_order[place]);
        units.push_back(m_unitOf[place]);
    }
    const std::uint32_t count = m_units;
    *this = DependencyGroups(*m_graphOrder, std::move(order));
    m_unitOf = std::move(units);
    m_units = count;
    return true;
}

void DependencyGroups::keepTogether(const std::vector<std::vector<NodeId>>& lists) {
    if (lists.empty() || m_order.empty())
        return;
    std::unordered_map<NodeId, std::uint32_t> unitOf;
    for (const auto& list : lists) {
        ++m_units;
        for (const NodeId id : list)
            unitOf.emplace(id, m_units);
    }
    std::vector<std::uint32_t> whole = m_unitOf;
    for (std::size_t i = 0; i < m_order.size(); ++i)
        if (const auto at = unitOf.find(m_order[i]); at != unitOf.end())
            whole[i] = at->second;
    if (tryUnits(whole))
        return;
    std::vector<std::uint32_t> pieces = m_unitOf;
    for (std::size_t i = 0; i < m_order.size(); ++i)
        if (whole[i] != m_unitOf[i])
            pieces[i] = i > 0 && whole[i - 1] == whole[i] ? pieces[i - 1] : ++m_units;
    tryUnits(pieces);
}

} // namespace partita
