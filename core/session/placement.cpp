#include "core/session/placement.h"

#include <algorithm>
#include <map>

#include "core/base/try.h"
#include "core/ir/graph_ways.h"
#include "core/session/mapped_values.h"
#include "core/session/placed_calls.h"
#include "core/session/sized_model.h"

namespace partita {

namespace {

class SourceMapper {
public:
    SourceMapper(const Model& source, const OptimizedModel& optimized, const Partitioning& placed)
        : m_source(source), m_optimized(optimized), m_placed(placed),
          m_result(placed.sameProviders(source.nodes().keyEnd())) {}

    Partitioning run() {
        findHeirs();
        mapNodes();
        mapPartitions();
        mapBoundaries();
        summarize();
        return std::move(m_result);
    }

private:
    /// The nodes of the source that a new node was made of, through nodes that came and went. Nodes
    /// that stay stand for themselves: what was merged into them is folded. A node of which several
    /// were made falls back where one of these does.
    void findHeirs() {
        m_optimized.model.nodes().forEach([&](NodeId id, const auto& node) {
            if (m_source.node(id) || !node->origin || node->is("Constant"))
                return;
            for (const NodeId from : node->origin->derivedFrom)
                if (m_source.node(from) && !m_optimized.model.node(from)) {
                    const auto [at, fresh] = m_heir.try_emplace(from, id);
                    if (!fresh && m_placed.providerOf(id) > m_placed.providerOf(at->second))
                        at->second = id;
                }
        });
    }

    /// The node of the optimized model that a node of the source became; none: it is gone.
    [[nodiscard]] NodeId nowOf(const Node& node) const {
        if (const auto& now = m_optimized.model.node(node.id);
            now && (node.is("Constant") || !now->is("Constant")))
            return node.id;
        const auto heir = m_heir.find(node.id);
        return heir == m_heir.end() ? NodeId{} : heir->second;
    }

    [[nodiscard]] std::uint32_t goneList(ReasonCode code, const Message& why) {
        const auto [at, fresh] = m_goneLists.try_emplace(
            std::pair(code, why.text()), static_cast<std::uint32_t>(m_result.verdictLists.size()));
        if (fresh) {
            auto& list = m_result.verdictLists.emplace_back();
            for (std::uint32_t i = 0; i < m_result.providers.size(); ++i)
                list.push_back({i, false, code, why, nullptr});
        }
        return at->second;
    }

    /// There, the verdicts on the node itself say more than those on what it was replaced by.
    [[nodiscard]] bool isOnLast(NodeId node) const {
        return m_placed.providerOf(node).value_or(0) + 1 == m_placed.providers.size();
    }

    /// Whether nothing reads what a node of the source computes, whatever was folded.
    [[nodiscard]] bool isUnread(NodeId node) {
        if (m_unread.empty())
            m_unread = unreadNodes(m_source);
        return m_unread[node.value];
    }

    void mapNodes() {
        static const Message kInside =
            PARTITA_TEXT("gone with the node that holds it before nodes are placed");
        m_source.nodes().forEach([&](NodeId id, const auto& node) {
            if (const NodeId now = nowOf(*node)) {
                const NodeId judged = isOnLast(now) && !m_placed.verdicts(id).empty() ? id : now;
                if (judged.value < m_placed.verdictListOf.size())
                    m_result.verdictListOf[id.value] = m_placed.verdictListOf[judged.value];
                if (now.value < m_placed.partitionOf.size())
                    m_result.partitionOf[id.value] = m_placed.partitionOf[now.value];
                return;
            }
            if (node->is("Constant")) {
                m_result.verdictListOf[id.value] =
                    goneList(ReasonCode::constantNode, constantNodeText());
                return;
            }
            const auto found = m_optimized.gone.find(id);
            const bool isUnused = isUnread(id);
            m_result.verdictListOf[id.value] =
                goneList(isUnused ? ReasonCode::unused : ReasonCode::folded,
                         found == m_optimized.gone.end() ? kInside
                         : isUnused                      ? unreadText()
                                                         : found->second);
            ++m_result.summary.folded;
            m_result.summary.unused += isUnused;
        });
    }

    void mapPartitions() {
        std::map<NodeId, std::vector<NodeId>> sources; // of new nodes
        for (const auto& [source, heir] : m_heir)
            sources[heir].push_back(source);
        m_result.partitions = m_placed.partitions;
        for (Partition& partition : m_result.partitions) {
            std::vector<NodeId> nodes;
            for (const NodeId id : partition.nodes) {
                if (m_source.node(id)) {
                    nodes.push_back(id);
                } else if (const auto made = sources.find(id); made != sources.end()) {
                    std::ranges::sort(made->second);
                    nodes.insert(nodes.end(), made->second.begin(), made->second.end());
                }
            }
            if (nodes.empty())
                nodes = originsOf(partition.nodes);
            partition.nodes = std::move(nodes);
            partition.inputs = ofSource(partition.inputs);
            partition.outputs = ofSource(partition.outputs);
        }
    }

    /// The nodes of the source that new nodes are parts of: what a partition of nothing else holds.
    [[nodiscard]] std::vector<NodeId> originsOf(const std::vector<NodeId>& made) const {
        std::vector<NodeId> origins;
        for (const NodeId id : made)
            if (const auto& node = m_optimized.model.node(id); node && node->origin)
                for (const NodeId from : node->origin->derivedFrom)
                    if (m_source.node(from) && std::ranges::find(origins, from) == origins.end())
                        origins.push_back(from);
        return origins;
    }

    /// The value of the source that a value is, or that the first node it came of makes.
    [[nodiscard]] ValueId ofSource(ValueId id) const {
        if (m_source.value(id))
            return id;
        const auto& producer = m_optimized.model.node(m_optimized.model.producer(id));
        if (producer && producer->origin)
            for (const NodeId from : producer->origin->derivedFrom)
                if (const auto& node = m_source.node(from); node && !node->outputs.empty())
                    return node->outputs[0];
        return {};
    }
    [[nodiscard]] std::vector<ValueId> ofSource(const std::vector<ValueId>& values) const {
        return mappedOnce(values, [this](ValueId each) { return ofSource(each); });
    }

    void mapBoundaries() {
        for (BoundaryTensor boundary : m_placed.boundaries)
            if (const ValueId value = ofSource(boundary.value)) {
                boundary.value = value;
                m_result.boundaries.push_back(boundary);
            }
    }

    /// What is counted for the nodes of the source; bytes and tensors are those that are moved.
    void summarize() {
        auto& summary = m_result.summary;
        const auto [folded, unused] = std::pair(summary.folded, summary.unused);
        summary = m_placed.summary;
        summary.folded = folded;
        summary.unused = unused;
        summary.nodes = summary.unassigned = summary.constants = 0;
        std::ranges::fill(summary.byProvider, 0);
        m_source.nodes().forEach([&](NodeId id, const auto& node) {
            if (m_result.verdicts(id).empty() || m_result.isFolded(id))
                return;
            if (node->is("Constant")) {
                ++summary.constants;
                return;
            }
            ++summary.nodes;
            if (const auto provider = m_result.providerOf(id))
                ++summary.byProvider[*provider];
            else
                ++summary.unassigned;
        });
    }

    const Model& m_source;
    const OptimizedModel& m_optimized;
    const Partitioning& m_placed;
    std::map<NodeId, NodeId> m_heir; // of nodes of the source that a new node replaced
    std::map<std::pair<ReasonCode, std::string>, std::uint32_t> m_goneLists; // by reason
    std::vector<bool> m_unread;                                              // by NodeId
    Partitioning m_result;
};

} // namespace

Partitioning placementOfSource(const Model& source, const OptimizedModel& optimized,
                               const Partitioning& placed) {
    if (!optimized.inlined)
        return SourceMapper(source, optimized, placed).run();
    const Model& inlined = optimized.inlined->model;
    return placementOfCalls(source, std::make_shared<const InlinedPlacement>(InlinedPlacement{
                                        optimized.inlined, sizedModel(inlined, optimized),
                                        SourceMapper(inlined, optimized, placed).run()}));
}

Result<Placement> placeModel(const Model& source, const ProviderList& providers,
                             const PartitionOptions& options, const Progress& progress,
                             std::shared_ptr<const OptimizedModel> optimized) {
    Placement placement;
    if (!optimized)
        optimized = std::make_shared<const OptimizedModel>(PARTITA_TRY(optimizeModel(
            source, options.level, evaluatorOf(providers), FoldConstants::whenRead, progress)));
    auto placed = PARTITA_TRY(placeOptimized(std::move(optimized), providers, options, progress));
    placement.optimized = std::move(placed.optimized);
    placement.partitioning = std::move(placed.partitioning);
    placement.ofSource = placementOfSource(source, *placement.optimized, placement.partitioning);
    return placement;
}

} // namespace partita
