#include "core/scene/hierarchy.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/scene/group_titles.h"
#include "core/scene/node_scopes.h"

namespace partita {

namespace {

constexpr std::size_t kLeaf = 24;          ///< groups of at most so many nodes are not divided
constexpr std::size_t kMostChildren = 400; ///< more would be no overview
constexpr std::size_t kMostPartitions = 24;
constexpr std::size_t kMostAlone = 10'000; ///< more nodes are divided, whatever they are
constexpr std::size_t kLeastRepeats = 3;
constexpr std::size_t kLongestPeriod = 4096;

using Scope = NodeScopes::Scope;

class Grouper {
public:
    Grouper(const Model& model, std::span<const NodeId> order, const Partitioning* partitioning,
            GroupBy by)
        : m_model(model), m_order(order), m_partitioning(partitioning), m_by(by),
          m_scopes(model, order) {
        m_operators.reserve(order.size());
        std::unordered_map<std::string_view, std::uint32_t> operators;
        for (const NodeId id : order)
            m_operators.push_back(
                operators.try_emplace(model.node(id)->opType, operators.size()).first->second);
    }

    NodeGroup whole() {
        NodeGroup group{0, m_order.size(), {}, 1, {}};
        if (m_by == GroupBy::partitions)
            group.children = byPartition();
        if (group.children.empty())
            group.children = divide(0, m_order.size(), 0);
        nameGroups(group, m_scopes, m_model, m_order);
        return group;
    }

private:
    /// The partition of each node in order; a folded node counts for the one before it.
    [[nodiscard]] std::vector<std::uint32_t> partitionsInOrder() const {
        std::vector<std::uint32_t> list;
        for (const NodeId id : m_order) {
            const Partition* partition = m_partitioning->partition(id);
            const bool follows = !list.empty() && m_partitioning->isFolded(id);
            list.push_back(partition ? partition->index : follows ? list.back() : 0);
        }
        return list;
    }

    std::vector<NodeGroup> byPartition() {
        if (!m_partitioning)
            return {};
        std::vector<NodeGroup> groups;
        const auto partitions = partitionsInOrder();
        for (std::size_t i = 0; i < m_order.size(); ++i) {
            if (groups.empty() || partitions[i] != partitions[i - 1])
                groups.push_back({i, i, {}, 1, {}});
            groups.back().end = i + 1;
            if (groups.size() > kMostPartitions)
                return {};
        }
        if (groups.size() < 2)
            return {};
        for (NodeGroup& group : groups)
            group.children = divide(group.begin, group.end, 0);
        return groups;
    }

    /// The parts of a range of nodes; none where nothing divides it.
    std::vector<NodeGroup> divide(std::size_t begin, std::size_t end, std::size_t depth) {
        if (end - begin <= kLeaf)
            return {};
        auto parts = scopesOrBlocks(begin, end, depth);
        if (!isDivided(parts) && end - begin > kMostAlone)
            parts = cut(begin, end);
        return inSections(withoutShells(std::move(parts), end - begin));
    }

    /// The parts that names or repetition make of a range; none where neither does.
    std::vector<NodeGroup> scopesOrBlocks(std::size_t begin, std::size_t end, std::size_t depth) {
        std::vector<NodeGroup> blocks;
        if (m_by == GroupBy::blocks)
            blocks = blocksIn(begin, end);
        if (isDivided(blocks))
            return blocks;
        auto scopes = withRepeatsJoined(byScope(begin, end, depth));
        if (isDivided(scopes) && scopes.size() <= kMostChildren)
            return scopes;
        if (m_by != GroupBy::blocks)
            blocks = blocksIn(begin, end);
        // Too many scopes are still the best where nothing repeats.
        return isDivided(scopes) && !isDivided(blocks) ? scopes : blocks;
    }

    [[nodiscard]] std::vector<NodeGroup> blocksIn(std::size_t begin, std::size_t end) const {
        return withRepeatsJoined(byPeriod(begin, end));
    }

    /// Whether a range is divided: into several parts, or into one part that repeats.
    static bool isDivided(const std::vector<NodeGroup>& parts) {
        return parts.size() > 1 || (!parts.empty() && parts[0].repeats > 1);
    }

    /// Pieces of a long range in which neither names nor operators recur: its partitions, and of
    /// those that are longer than a picture shows, pieces of equal length.
    [[nodiscard]] std::vector<NodeGroup> cut(std::size_t begin, std::size_t end) const {
        std::vector<NodeGroup> parts;
        const auto partitionAt = [&](std::size_t place) {
            const Partition* partition =
                m_partitioning ? m_partitioning->partition(m_order[place]) : nullptr;
            return partition ? partition->index : 0;
        };
        for (std::size_t i = begin; i < end; ++i) {
            const bool joins = !parts.empty() && parts.back().size() < kMostChildren &&
                               partitionAt(i) == partitionAt(i - 1);
            if (!joins)
                parts.push_back({i, i, {}, 1, {}});
            parts.back().end = i + 1;
        }
        return parts;
    }

    /// Replaces a part that holds nearly all nodes by its own parts, because it tells nothing.
    static std::vector<NodeGroup> withoutShells(std::vector<NodeGroup> parts, std::size_t size) {
        std::vector<NodeGroup> result;
        for (NodeGroup& part : parts) {
            const bool shell = part.size() * 10 > size * 8 && part.repeats == 1;
            if (!shell || part.children.empty()) {
                result.push_back(std::move(part));
                continue;
            }
            for (NodeGroup& child : part.children)
                result.push_back(std::move(child));
        }
        return result;
    }

    /// Joins neighbours into sections, and parts of these again, where there are too many parts for
    /// one picture.
    static std::vector<NodeGroup> inSections(std::vector<NodeGroup> parts) {
        constexpr std::size_t kSections = 20;
        if (parts.size() <= kMostChildren)
            return parts;
        const std::size_t each = (parts.size() + kSections - 1) / kSections;
        std::vector<NodeGroup> sections;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (i % each == 0)
                sections.push_back({parts[i].begin, 0, parts[i].title, 1, {}});
            NodeGroup& section = sections.back();
            section.end = parts[i].end;
            section.children.push_back(std::move(parts[i]));
        }
        for (NodeGroup& section : sections) {
            section.title = rangeTitle(section.title, section.children.back().title);
            section.children = inSections(std::move(section.children));
        }
        return sections;
    }

    /// Ranges of nodes with one scope name, at the first depth where the names differ.
    std::vector<NodeGroup> byScope(std::size_t begin, std::size_t end, std::size_t depth) {
        constexpr std::size_t kDeepest = 32;
        const auto isCommon = [&](std::size_t at) {
            for (std::size_t i = begin; i < end; ++i)
                if (m_scopes.at(i, at) != m_scopes.at(begin, at))
                    return false;
            return true;
        };
        while (depth < kDeepest && isCommon(depth))
            ++depth;
        if (depth == kDeepest)
            return {};
        std::vector<NodeGroup> parts;
        std::vector<Scope> scopes; // of the parts
        for (std::size_t i = begin; i < end; ++i) {
            const Scope scope = m_scopes.at(i, depth);
            // Nodes of the enclosing scope in the middle of a part belong to the part.
            if (scopes.size() >= 2 && !scopes.back() && scope == scopes[scopes.size() - 2]) {
                parts.pop_back();
                scopes.pop_back();
            } else if (parts.empty() || scope != scopes.back()) {
                parts.push_back({i, i, m_scopes.name(scope), 1, {}});
                scopes.push_back(scope);
            }
            parts.back().end = i + 1;
        }
        joinRests(parts);
        if (parts.size() < 2 || parts.size() * 3 > end - begin)
            return {};
        for (NodeGroup& part : parts)
            part.children = divide(part.begin, part.end, depth + 1);
        return parts;
    }

    /// Nodes of the enclosing scope after each part of a numbered list belong to that part: a loop
    /// over the list computes with what the part gives.
    static void joinRests(std::vector<NodeGroup>& parts) {
        const auto isNext = [&](std::size_t a, std::size_t b) {
            return !parts[a].title.empty() &&
                   rangeTitle(parts[a].title, parts[b].title).find(" … ") == std::string::npos;
        };
        std::vector<NodeGroup> joined;
        for (std::size_t i = 0, rest = 0; i < parts.size(); ++i) {
            const bool isRest = i > 0 && parts[i].title.empty();
            const bool isBetween = isRest && i + 1 < parts.size() && isNext(i - 1, i + 1);
            // After the last one there may be what ends the loop as well.
            const bool isLast = isRest && !isBetween && rest > 0 && parts[i].size() < 2 * rest;
            if (isBetween || isLast)
                joined.back().end = parts[i].end;
            else
                joined.push_back(parts[i]); // its title is still compared with
            if (isRest)
                rest = isBetween ? joined.back().end - parts[i].begin : 0;
        }
        parts = std::move(joined);
    }

    /// Blocks as long as the distance at which short runs of operators recur most often.
    std::vector<NodeGroup> byPeriod(std::size_t begin, std::size_t end) const {
        constexpr std::size_t kRun = 4;
        if (end - begin < kLeastRepeats * kRun)
            return {};
        std::unordered_map<std::uint64_t, std::size_t> last;
        std::map<std::size_t, std::size_t> distances;
        const auto runAt = [this](std::size_t place) {
            std::uint64_t hash = 0;
            for (std::size_t k = 0; k < kRun; ++k)
                hash = hash * 1'000'003 + m_operators[place + k] + 1;
            return hash;
        };
        for (std::size_t i = begin; i + kRun <= end; ++i) {
            const auto [at, fresh] = last.try_emplace(runAt(i), i);
            if (!fresh && i - at->second <= kLongestPeriod)
                ++distances[i - at->second];
            at->second = i;
        }
        std::size_t period = 0, most = 0;
        for (const auto& [distance, count] : distances)
            if (count > most && distance >= 2) {
                period = distance;
                most = count;
            }
        if (most * 2 < end - begin)
            return {};
        std::size_t start = begin;
        while (start + 2 * period <= end && !repeats(start, period))
            ++start;
        std::vector<NodeGroup> parts;
        if (start > begin)
            parts.push_back({begin, start, {}, 1, {}});
        for (; start + period <= end; start += period)
            parts.push_back({start, start + period, {}, 1, {}});
        if (start < end)
            parts.push_back({start, end, {}, 1, {}});
        return parts;
    }
    [[nodiscard]] bool repeats(std::size_t place, std::size_t period) const {
        for (std::size_t i = 0; i < period; ++i)
            if (m_operators[place + i] != m_operators[place + period + i])
                return false;
        return true;
    }

    [[nodiscard]] bool alike(const NodeGroup& a, const NodeGroup& b) const {
        return std::equal(m_operators.begin() + static_cast<std::ptrdiff_t>(a.begin),
                          m_operators.begin() + static_cast<std::ptrdiff_t>(a.end),
                          m_operators.begin() + static_cast<std::ptrdiff_t>(b.begin),
                          m_operators.begin() + static_cast<std::ptrdiff_t>(b.end));
    }

    /// Joins neighbours with the same operators into one group.
    [[nodiscard]] std::vector<NodeGroup> withRepeatsJoined(std::vector<NodeGroup> parts) const {
        std::vector<NodeGroup> joined;
        for (std::size_t i = 0; i < parts.size();) {
            std::size_t next = i + 1;
            while (next < parts.size() && alike(parts[i], parts[next]))
                ++next;
            if (next - i < kLeastRepeats) {
                joined.push_back(std::move(parts[i++]));
                continue;
            }
            NodeGroup group{parts[i].begin, parts[next - 1].end, {}, next - i, {}};
            group.title = rangeTitle(parts[i].title, parts[next - 1].title);
            for (; i < next; ++i)
                group.children.push_back(std::move(parts[i]));
            joined.push_back(std::move(group));
        }
        return joined;
    }

    const Model& m_model;
    std::span<const NodeId> m_order;
    const Partitioning* m_partitioning;
    const GroupBy m_by;
    const NodeScopes m_scopes;
    std::vector<std::uint32_t> m_operators; // by place
};

} // namespace

NodeGroup groupNodes(const Model& model, std::span<const NodeId> order,
                     const Partitioning* partitioning, GroupBy by) {
    return Grouper(model, order, partitioning, by).whole();
}

std::vector<const NodeGroup*> groupsAround(const NodeGroup& whole, std::size_t place) {
    std::vector<const NodeGroup*> groups;
    for (const NodeGroup* at = &whole; !at->children.empty();) {
        const auto& children = at->children;
        const auto found =
            std::upper_bound(children.begin(), children.end(), place,
                             [](std::size_t p, const NodeGroup& group) { return p < group.end; });
        if (found == children.end() || place < found->begin)
            break;
        groups.push_back(&*found);
        at = &*found;
    }
    return groups;
}

} // namespace partita
