#include "core/compare/node_matching.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

#include "core/compare/graph_matcher.h"
#include "core/compare/replaced_nodes.h"

namespace partita {

namespace {

std::string functionKey(const Graph& graph) {
    return graph.function->domain + '\0' + graph.name + '\0' + graph.function->overload;
}

/// Pairs of functions of the same name.
std::vector<std::pair<GraphId, GraphId>> sharedFunctions(const Model& a, const Model& b) {
    std::unordered_map<std::string, GraphId> inB;
    for (const GraphId id : b.info().functions)
        inB.try_emplace(functionKey(*b.graph(id)), id);
    std::vector<std::pair<GraphId, GraphId>> pairs;
    for (const GraphId id : a.info().functions) {
        const auto found = inB.find(functionKey(*a.graph(id)));
        if (found == inB.end())
            continue;
        pairs.emplace_back(id, found->second);
        inB.erase(found);
    }
    return pairs;
}

/// The bodies of two matched nodes, by the attribute that holds them and their place in it.
void addBodies(const Node& a, const Node& b, std::vector<std::pair<GraphId, GraphId>>& into) {
    const auto graphsIn = [](const Attribute::Value& value) {
        if (const auto* one = std::get_if<GraphId>(&value))
            return std::vector{*one};
        const auto* many = std::get_if<std::vector<GraphId>>(&value);
        return many ? *many : std::vector<GraphId>();
    };
    for (const auto& attribute : *a.attributes) {
        const auto left = graphsIn(attribute->value);
        const Attribute* other = left.empty() ? nullptr : b.attribute(attribute->name);
        if (!other)
            continue;
        const auto right = graphsIn(other->value);
        for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i)
            into.emplace_back(left[i], right[i]);
    }
}

class Matcher {
public:
    Matcher(NodeSignatures a, NodeSignatures b) : m_pairs(std::move(a), std::move(b)) {}

    Result<NodeMatching> run(bool sameDocument,
                             const std::vector<std::pair<NodeId, NodeId>>& byHand,
                             const Progress& progress) {
        const Model &a = m_pairs.a.model(), &b = m_pairs.b.model();
        for (const auto& [x, y] : byHand)
            if (a.node(x) && b.node(y) && m_pairs.isFree(x, y))
                m_pairs.match(x, y, MatchedBy::hand);
        if (sameDocument)
            matchIds();
        m_graphs = {{a.mainGraph(), b.mainGraph()}};
        for (const auto& functions : sharedFunctions(a, b))
            m_graphs.push_back(functions);
        if (!matchGraphs(sameDocument, progress))
            return cancelled();
        if (!sameDocument) {
            // Nodes that moved to another graph, as when a body was inlined.
            matchAcrossGraphs(m_pairs);
            if (!matchGraphs(false, progress))
                return cancelled();
        }
        if (progress.cancelled())
            return cancelled();
        return finish();
    }

private:
    static Error cancelled() { return {Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}}; }

    void matchIds() {
        const Model &a = m_pairs.a.model(), &b = m_pairs.b.model();
        a.nodes().forEach([&](NodeId id, const auto&) {
            if (b.node(id) && m_pairs.isFree(id, id))
                m_pairs.match(id, id, MatchedBy::identity);
        });
    }

    /// Matches the pairs of graphs and the bodies of what is matched in them.
    bool matchGraphs(bool sameDocument, const Progress& progress) {
        for (;;) {
            for (; m_nextPair < m_pairs.all.size(); ++m_nextPair)
                addBodies(*m_pairs.a.model().node(m_pairs.all[m_nextPair].a),
                          *m_pairs.b.model().node(m_pairs.all[m_nextPair].b), m_graphs);
            if (m_nextGraph == m_graphs.size())
                return true;
            if (progress.cancelled())
                return false;
            const auto [a, b] = m_graphs[m_nextGraph++];
            if (!sameDocument)
                matchGraph(m_pairs, a, b);
        }
    }

    NodeMatching finish() {
        NodeMatching matching;
        matching.graphs = std::move(m_graphs);
        findReplacedNodes(m_pairs, matching);
        matching.pairs = std::move(m_pairs.all);
        std::ranges::sort(matching.pairs, {}, &NodePair::a);
        matching.inB = std::move(m_pairs.inB);
        matching.inA = std::move(m_pairs.inA);
        return matching;
    }

    NodePairs m_pairs;
    std::vector<std::pair<GraphId, GraphId>> m_graphs;
    std::size_t m_nextGraph = 0, m_nextPair = 0;
};

NodeMatching swapped(NodeMatching matching) {
    for (NodePair& pair : matching.pairs)
        std::swap(pair.a, pair.b);
    std::ranges::sort(matching.pairs, {}, &NodePair::a);
    for (auto& [a, b] : matching.graphs)
        std::swap(a, b);
    std::swap(matching.inA, matching.inB);
    std::swap(matching.becameInB, matching.cameFromA);
    return matching;
}

} // namespace

std::string_view matchedByName(MatchedBy by) {
    constexpr std::array<std::string_view, kMatchedByCount> kNames = {"id", "name", "structure",
                                                                      "place", "hand"};
    return kNames[static_cast<std::size_t>(by)];
}

Result<NodeMatching> matchNodes(const Model& a, const Model& b, bool sameDocument,
                                const Progress& progress,
                                const std::vector<std::pair<NodeId, NodeId>>& byHand) {
    NodeSignatures ofA(a), ofB(b);
    // One of the two orders is always taken, so that the result does not depend on the other.
    if (ofA.whole() <= ofB.whole())
        return Matcher(std::move(ofA), std::move(ofB)).run(sameDocument, byHand, progress);
    std::vector<std::pair<NodeId, NodeId>> turned;
    for (const auto& [x, y] : byHand)
        turned.emplace_back(y, x);
    auto matching = Matcher(std::move(ofB), std::move(ofA)).run(sameDocument, turned, progress);
    if (!matching)
        return matching;
    return swapped(*std::move(matching));
}

} // namespace partita
