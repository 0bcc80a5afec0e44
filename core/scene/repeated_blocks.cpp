#include "core/scene/repeated_blocks.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "core/scene/group_titles.h"

namespace partita {

namespace {

constexpr std::size_t kLeastNodes = 4; ///< smaller blocks tell nothing
constexpr std::size_t kMostBlocks = 200;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t part) {
    hash = (hash ^ part) * 0x9E3779B97F4A7C15U;
    return hash ^ (hash >> 31);
}

class RepeatFinder {
public:
    RepeatFinder(const Model& model, const Partitioning& partitioning, const Outline& outline)
        : m_model(model), m_partitioning(partitioning), m_outline(outline) {}

    std::vector<RepeatedBlock> run() {
        for (const GraphOutline& graph : m_outline.graphs())
            visit(graph, graph.blocks());
        std::erase_if(m_found, [](const RepeatedBlock& block) { return block.places.size() < 2; });
        std::ranges::stable_sort(m_found, std::greater<>(), [](const RepeatedBlock& block) {
            return block.nodes * block.places.size();
        });
        m_found.resize(std::min(m_found.size(), kMostBlocks));
        for (RepeatedBlock& block : m_found)
            complete(block);
        return std::move(m_found);
    }

private:
    void visit(const GraphOutline& graph, const NodeGroup& group) {
        for (const NodeGroup& child : group.children) {
            if (child.repeats == 1 && child.size() >= kLeastNodes)
                note(graph, child);
            visit(graph, child);
        }
    }

    void note(const GraphOutline& graph, const NodeGroup& group) {
        std::uint64_t hash = group.size();
        for (std::size_t i = group.begin; i < group.end; ++i)
            hash = mixed(hash, shapeOf(graph, group.begin, i));
        const auto [at, fresh] = m_known.try_emplace(hash, m_found.size());
        if (fresh)
            m_found.emplace_back().nodes = group.size();
        m_found[at->second].places.push_back({&graph, &group, 0});
    }

    /// What a node is in its block: its operator, and what it reads by the distance to the maker.
    [[nodiscard]] std::uint64_t shapeOf(const GraphOutline& graph, std::size_t begin,
                                        std::size_t place) const {
        const Node& node = *m_model.node(graph.order[place]);
        std::uint64_t hash = std::hash<std::string_view>()(node.opType.str());
        hash = mixed(hash, std::hash<std::string_view>()(node.domain.str()));
        for (const ValueId input : node.inputs) {
            const NodeId maker = input ? m_model.producer(input) : NodeId{};
            const auto& made = m_model.node(maker);
            const auto at = made && made->graph == graph.graph ? m_outline.placeOf(maker)
                                                               : std::optional<std::size_t>();
            const bool inside = at && *at >= begin && *at < place;
            hash = mixed(hash, inside ? place - *at : input ? 0 : ~std::uint64_t{0});
        }
        return hash;
    }

    void complete(RepeatedBlock& block) {
        std::map<std::vector<std::uint32_t>, std::size_t> known; // variants by their placement
        std::unordered_set<std::uint32_t> partitions;
        std::unordered_set<NodeId> members;
        for (RepeatedBlock::Place& place : block.places) {
            const auto placement = placementOf(place, partitions, members);
            const auto [at, fresh] = known.try_emplace(placement, block.variants.size());
            if (fresh)
                block.variants.push_back(variantOf(placement));
            ++block.variants[at->second].blocks;
            place.variant = at->second;
        }
        sortVariants(block);
        block.partitions = partitions.size();
        for (const BoundaryTensor& boundary : m_partitioning.boundaries)
            block.boundaries += !boundary.sameProvider && touches(members, boundary.value);
        entitle(block);
    }

    /// For each node of a block its provider, from 1, and in the last bit whether a partition
    /// begins there.
    std::vector<std::uint32_t> placementOf(const RepeatedBlock::Place& place,
                                           std::unordered_set<std::uint32_t>& partitions,
                                           std::unordered_set<NodeId>& members) const {
        std::vector<std::uint32_t> placement;
        const Partition* last = nullptr;
        for (std::size_t i = place.group->begin; i < place.group->end; ++i) {
            const NodeId node = place.graph->order[i];
            members.insert(node);
            const Partition* partition = m_partitioning.partition(node);
            if (partition)
                partitions.insert(partition->index);
            const bool begins = partition && last && partition != last;
            placement.push_back((partition ? partition->provider + 1 : 0) * 2 + begins);
            if (partition)
                last = partition;
        }
        return placement;
    }

    [[nodiscard]] RepeatedBlock::Variant
    variantOf(const std::vector<std::uint32_t>& placement) const {
        RepeatedBlock::Variant variant{0, std::vector<std::size_t>(m_partitioning.providers.size()),
                                       0};
        for (const std::uint32_t each : placement) {
            variant.cuts += each & 1U;
            if (each >= 2)
                ++variant.byProvider[each / 2 - 1];
        }
        return variant;
    }

    static void sortVariants(RepeatedBlock& block) {
        std::vector<std::size_t> order(block.variants.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::ranges::stable_sort(order, std::greater<>(),
                                 [&](std::size_t i) { return block.variants[i].blocks; });
        std::vector<RepeatedBlock::Variant> sorted;
        std::vector<std::size_t> now(order.size());
        for (const std::size_t i : order) {
            now[i] = sorted.size();
            sorted.push_back(std::move(block.variants[i]));
        }
        block.variants = std::move(sorted);
        for (RepeatedBlock::Place& place : block.places)
            place.variant = now[place.variant];
    }

    [[nodiscard]] bool touches(const std::unordered_set<NodeId>& members, ValueId value) const {
        return members.contains(m_model.producer(value)) ||
               std::ranges::any_of(m_model.consumers(value),
                                   [&](NodeId reader) { return members.contains(reader); });
    }

    void entitle(RepeatedBlock& block) {
        const auto &first = block.places.front(), &last = block.places.back();
        block.operators =
            operatorsTitle(m_model, first.graph->order, *first.group, &m_partitioning);
        if (first.graph == last.graph)
            block.title = rangeTitle(first.group->title, last.group->title);
    }

    const Model& m_model;
    const Partitioning& m_partitioning;
    const Outline& m_outline;
    std::unordered_map<std::uint64_t, std::size_t> m_known; // by structure: index in `m_found`
    std::vector<RepeatedBlock> m_found;
};

} // namespace

std::vector<NodeId> RepeatedBlock::nodesOf(const Place& place) const {
    const auto begin = place.graph->order.begin();
    return {begin + static_cast<std::ptrdiff_t>(place.group->begin),
            begin + static_cast<std::ptrdiff_t>(place.group->end)};
}

std::vector<NodeId> RepeatedBlock::allNodes() const {
    std::vector<NodeId> all;
    for (const Place& place : places) {
        const auto some = nodesOf(place);
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

std::vector<RepeatedBlock> repeatedBlocks(const Model& model, const Partitioning& partitioning,
                                          const Outline& outline) {
    return RepeatFinder(model, partitioning, outline).run();
}

} // namespace partita
