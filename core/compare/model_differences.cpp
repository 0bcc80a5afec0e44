#include "core/compare/model_differences.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/compare/gone_partitions.h"
#include "core/compare/model_facts.h"
#include "core/compare/node_changes.h"
#include "core/ir/graph_order.h"
#include "core/provider/placement_label.h"
#include "core/session/placement_difference.h"

namespace partita {

namespace {

using Status = NodeDifference::Status;

constexpr std::array<std::string_view, kDifferenceKinds> kKindNames = {
#define KIND(id, name, word) name,
#include "core/compare/difference_kinds.def"
#undef KIND
};

/// The places of nodes in execution order, graph after graph.
std::vector<std::uint32_t> placesOf(const Model& model) {
    std::vector<std::uint32_t> places(model.nodes().keyEnd() + 1);
    GraphOrder order(model);
    std::uint32_t next = 1;
    model.graphs().forEach([&](GraphId id, const auto&) {
        for (const NodeId node : order.topological(id))
            places[node.value] = next++;
    });
    return places;
}

class Comparison {
public:
    Comparison(const ComparedModel& a, const ComparedModel& b, const CompareOptions& options)
        : m_a(a), m_b(b), m_options(options) {}

    Result<ModelDifferences> run(const Progress& progress) {
        auto matching =
            matchNodes(m_a.model, m_b.model, m_options.sameDocument, progress, m_options.byHand);
        if (!matching)
            return std::move(matching).error();
        m_found.matching = *std::move(matching);
        const ValuePartners partners(m_a.model, m_b.model, m_found.matching);
        ConstantComparison constants(m_a.model, m_b.model, m_options);
        NodeComparison nodes(m_a, m_b, m_found.matching, partners, constants, m_options);
        if (!compareNodes(nodes, progress))
            return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
        addUnmatched();
        compareGraphs(nodes);
        m_found.facts = factDifferences(m_a.model, m_b.model, partners, m_options);
        std::ranges::move(m_graphFacts, std::back_inserter(m_found.facts));
        compareOtherConstants(constants);
        m_found.constants = constants.differences();
        std::ranges::move(m_otherConstants, std::back_inserter(m_found.constants));
        comparePlacements();
        sortNodes();
        countDamage();
        return std::move(m_found);
    }

private:
    bool compareNodes(NodeComparison& nodes, const Progress& progress) {
        constexpr std::size_t kBetweenReports = 256;
        const auto& pairs = m_found.matching.pairs;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            if (i % kBetweenReports == 0) {
                if (progress.cancelled())
                    return false;
                progress.at(static_cast<double>(i) / static_cast<double>(pairs.size()));
            }
            ++m_found.matchedBy[static_cast<std::size_t>(pairs[i].by)];
            auto changes = nodes.changes(pairs[i].a, pairs[i].b);
            if (!changes.empty())
                addChanged(pairs[i], std::move(changes));
        }
        return true;
    }

    void addChanged(const NodePair& pair, std::vector<PropertyChange> changes) {
        m_changed[pair.a] = m_found.nodes.size();
        m_found.nodes.push_back({Status::changed, pair.a, pair.b, pair.by, std::move(changes), {}});
    }

    void addUnmatched() {
        const NodeMatching& matching = m_found.matching;
        const auto relatives = [](const auto& map, NodeId id) {
            const auto found = map.find(id);
            return found == map.end() ? std::vector<NodeId>() : found->second;
        };
        m_a.model.nodes().forEach([&](NodeId id, const auto&) {
            if (!matching.partnerOfA(id))
                m_found.nodes.push_back({Status::removed,
                                         id,
                                         {},
                                         MatchedBy::name,
                                         {},
                                         relatives(matching.becameInB, id)});
        });
        m_b.model.nodes().forEach([&](NodeId id, const auto&) {
            if (!matching.partnerOfB(id))
                m_found.nodes.push_back({Status::added,
                                         {},
                                         id,
                                         MatchedBy::name,
                                         {},
                                         relatives(matching.cameFromA, id)});
        });
    }

    /// Adds what differs of a body to the node that has it.
    void compareGraphs(NodeComparison& nodes) {
        for (const auto& [a, b] : m_found.matching.graphs) {
            auto changes = nodes.graphChanges(a, b);
            if (changes.empty())
                continue;
            const NodeId parent = m_a.model.graph(a)->parent;
            if (!parent) {
                const std::string fact = m_a.model.graphPath(a);
                for (auto& change : changes)
                    m_graphFacts.push_back({"graph " + fact, std::move(change)});
                continue;
            }
            const std::string body = bodyName(*m_a.model.node(parent), a);
            for (auto& change : changes)
                change.what = change.what.empty() ? Message(body)
                                                  : PARTITA_TEXT("{0} {1}", body, change.what);
            addToParent(parent, std::move(changes));
        }
    }

    static std::string bodyName(const Node& parent, GraphId body) {
        for (const auto& attribute : *parent.attributes) {
            if (const auto* one = std::get_if<GraphId>(&attribute->value); one && *one == body)
                return attribute->name;
            if (const auto* many = std::get_if<std::vector<GraphId>>(&attribute->value);
                many && std::ranges::find(*many, body) != many->end())
                return attribute->name;
        }
        return "body";
    }

    void addToParent(NodeId parent, std::vector<PropertyChange> changes) {
        const auto known = m_changed.find(parent);
        if (known == m_changed.end()) {
            addChanged({parent, m_found.matching.partnerOfA(parent), MatchedBy::place},
                       std::move(changes));
            return;
        }
        auto& all = m_found.nodes[known->second].changes;
        std::ranges::move(changes, std::back_inserter(all));
        std::ranges::stable_sort(all, {}, &PropertyChange::kind);
    }

    using ByName = std::map<std::pair<GraphId, std::string>, ValueId>;
    using ByType = std::multimap<std::string, ValueId>;

    /// Constants that no matched node reads at the same place: by their names. The constants of
    /// nodes that only one model has belong to these nodes.
    void compareOtherConstants(ConstantComparison& constants) {
        const auto& matching = m_found.matching;
        ByName inA, inB;
        m_a.model.values().forEach([&](ValueId id, const auto& value) {
            if (value->isConstant() && !constants.hasSeenA(id) &&
                !isOfNewNode(m_a.model, id, matching.inB))
                inA.try_emplace({value->graph, value->name}, id);
        });
        m_b.model.values().forEach([&](ValueId id, const auto& value) {
            if (value->isConstant() && !constants.hasSeenB(id) &&
                !isOfNewNode(m_b.model, id, matching.inA))
                inB.try_emplace({value->graph, value->name}, id);
        });
        const std::map<GraphId, GraphId> graphs(matching.graphs.begin(), matching.graphs.end());
        std::erase_if(inA, [&](const auto& each) {
            const auto graph = graphs.find(each.first.first);
            const auto found =
                graph == graphs.end() ? inB.end() : inB.find({graph->second, each.first.second});
            if (found == inB.end())
                return false;
            constants.compare(each.second, found->second);
            inB.erase(found);
            return true;
        });
        addOthers(inA, inB);
    }

    /// What is left: an equal constant under another name, or one that only one model has.
    void addOthers(const ByName& inA, const ByName& inB) {
        ByType byType;
        for (const auto& [key, id] : inB)
            byType.emplace(typeOf(m_b.model, id), id);
        for (const auto& [key, id] : inA) {
            const auto found = equalOf(id, byType);
            if (found == byType.end()) {
                addOther(DifferenceKind::tensors, id, {}, key.second, {});
                continue;
            }
            addOther(DifferenceKind::names, id, found->second, key.second,
                     m_b.model.value(found->second)->name);
            byType.erase(found);
        }
        for (const auto& [type, id] : byType)
            addOther(DifferenceKind::tensors, {}, id, {}, m_b.model.value(id)->name);
    }

    static std::string typeOf(const Model& model, ValueId id) {
        const auto tensor = constantRead(model, id);
        return tensor ? Type::tensor(tensor->type, tensor->shape())->text() : std::string();
    }
    /// The constant of B with the type and the content of one of A.
    [[nodiscard]] ByType::const_iterator equalOf(ValueId a, const ByType& byType) const {
        constexpr int kMostTried = 64; // of one type: there may be any number
        auto [at, end] = byType.equal_range(typeOf(m_a.model, a));
        for (int i = 0; at != end && i < kMostTried; ++at, ++i)
            if (isEqual(a, at->second))
                return at;
        return byType.end();
    }
    [[nodiscard]] bool isEqual(ValueId a, ValueId b) const {
        const auto left = constantRead(m_a.model, a), right = constantRead(m_b.model, b);
        return left && right && !tensorChange(*left, *right, m_options);
    }

    static bool isOfNewNode(const Model& model, ValueId value,
                            const std::vector<NodeId>& partners) {
        return std::ranges::any_of(model.consumers(value),
                                   [&](NodeId reader) { return !partners[reader.value]; });
    }

    void addOther(DifferenceKind kind, ValueId a, ValueId b, std::string from, std::string to) {
        if (!m_options.ignored.contains(kind))
            m_otherConstants.push_back({a, b, {kind, {}, std::move(from), std::move(to), {}}});
    }

    void comparePlacements() {
        if (!m_a.placement || !m_b.placement)
            return;
        m_found.before = PlacementFigures::of(*m_a.placement);
        m_found.after = PlacementFigures::of(*m_b.placement);
        m_found.before->measuredBy = m_a.measuredBy;
        m_found.after->measuredBy = m_b.measuredBy;
        const bool isMeasured = !m_a.measuredBy.empty() || !m_b.measuredBy.empty();
        if (!isMeasured && !m_options.ignored.contains(DifferenceKind::partitions))
            m_found.partitions =
                regroupedPartitions(*m_a.placement, *m_b.placement, m_found.matching);
    }

    void countDamage() {
        if (!m_a.judged || !m_b.judged)
            return;
        m_found.judgedA = m_a.judged;
        m_found.judgedB = m_b.judged;
        const auto& matching = m_found.matching;
        const auto went = gonePartitions(*m_a.judged, *m_b.judged, matching.inB);
        const auto came = gonePartitions(*m_b.judged, *m_a.judged, matching.inA);
        for (NodeDifference& each : m_found.nodes) {
            each.gone = damageGone(m_a.judged->damageOf(each.a), m_b.judged->damageOf(each.b));
            if (const auto found = went.find(each.a); found != went.end())
                each.ofPartitions += found->second;
            if (const auto found = came.find(each.b); found != came.end())
                each.ofPartitions += damageGone({}, found->second);
            each.gone += each.ofPartitions;
        }
    }

    /// Sorts by the order of execution of B; a node that B has not stands where it would be.
    void sortNodes() {
        const auto placesA = placesOf(m_a.model), placesB = placesOf(m_b.model);
        std::vector<NodeId> inOrder(placesA.size() + 1);
        m_a.model.nodes().forEach([&](NodeId id, const auto&) { inOrder[placesA[id.value]] = id; });
        std::vector<std::uint32_t> before(placesA.size() + 1); // by NodeId of A: the last kept one
        std::uint32_t last = 0;
        for (const NodeId id : inOrder)
            if (id) {
                if (const NodeId partner = m_found.matching.partnerOfA(id))
                    last = placesB[partner.value];
                before[id.value] = last;
            }
        const auto key = [&](const NodeDifference& each) {
            const bool gone = each.status == Status::removed;
            return std::tuple(gone ? before[each.a.value] : placesB[each.b.value], gone,
                              gone ? placesA[each.a.value] : 0U);
        };
        std::ranges::sort(m_found.nodes, {}, key);
        const std::size_t changed = m_found.count(Status::changed);
        m_found.same = m_found.matching.pairs.size() - changed;
    }

    const ComparedModel &m_a, &m_b;
    const CompareOptions& m_options;
    ModelDifferences m_found;
    std::map<NodeId, std::size_t> m_changed; // by node of A: its place in m_found.nodes
    std::vector<ModelFactDifference> m_graphFacts;
    std::vector<ConstantDifference> m_otherConstants;
};

} // namespace

std::string_view kindName(DifferenceKind kind) {
    return kKindNames[static_cast<std::size_t>(kind)];
}

Message kindWord(DifferenceKind kind) {
    switch (kind) {
#define KIND(id, name, word)                                                                       \
    case DifferenceKind::id:                                                                       \
        return word;
#include "core/compare/difference_kinds.def"
#undef KIND
    }
    return {};
}

std::optional<DifferenceKind> kindFromName(std::string_view name) {
    const auto found = std::ranges::find(kKindNames, name);
    if (found == kKindNames.end())
        return std::nullopt;
    return static_cast<DifferenceKind>(found - kKindNames.begin());
}

PlacementFigures PlacementFigures::of(const Partitioning& partitioning) {
    const auto& summary = partitioning.summary;
    return {summary.nodes,
            headlinePartitions(partitioning),
            partitioning.partitions.size(),
            summary.boundaryTensors,
            summary.boundaryBytes,
            summary.boundaryBytesComplete,
            partitioning.providers,
            partitioning.providerNames,
            summary.byProvider,
            predictedLabel(partitioning),
            {}};
}

std::size_t ModelDifferences::count(NodeDifference::Status status) const {
    return static_cast<std::size_t>(std::ranges::count(nodes, status, &NodeDifference::status));
}

Result<ModelDifferences> compareModels(const ComparedModel& a, const ComparedModel& b,
                                       const CompareOptions& options, const Progress& progress) {
    return Comparison(a, b, options).run(progress);
}

} // namespace partita
