#include "core/compare/replaced_nodes.h"

#include <algorithm>
#include <set>
#include <unordered_set>

namespace partita {

namespace {

/// One direction: nodes of `from` that became one node of `to`.
struct Direction {
    NodeSignatures &from, &to;
    std::vector<NodeId>&partnerOfFrom, &partnerOfTo;
    bool intoB; ///< `to` is model B
};

class ReplacementFinder {
public:
    ReplacementFinder(NodePairs& pairs, NodeMatching& matching)
        : m_pairs(pairs), m_matching(matching),
          m_graphs(matching.graphs.begin(), matching.graphs.end()) {}

    void run() {
        Direction fused{m_pairs.a, m_pairs.b, m_pairs.inB, m_pairs.inA, true};
        Direction split{m_pairs.b, m_pairs.a, m_pairs.inA, m_pairs.inB, false};
        byOrigin(fused);
        for (const Direction& direction : {fused, split})
            byExits(direction);
        for (const Direction& direction : {fused, split})
            byName(direction);
    }

private:
    [[nodiscard]] bool isTaken(const Direction& d, NodeId from) const {
        const auto& map = d.intoB ? m_matching.becameInB : m_matching.cameFromA;
        return map.contains(from);
    }
    [[nodiscard]] bool hasParts(const Direction& d, NodeId to) const {
        const auto& map = d.intoB ? m_matching.cameFromA : m_matching.becameInB;
        return map.contains(to);
    }
    void link(const Direction& d, NodeId from, NodeId to) {
        const NodeId a = d.intoB ? from : to, b = d.intoB ? to : from;
        m_matching.becameInB[a].push_back(b);
        m_matching.cameFromA[b].push_back(a);
    }

    /// A rewrite records which nodes a new one was made from.
    void byOrigin(const Direction& d) {
        const Model &a = d.from.model(), &b = d.to.model();
        b.nodes().forEach([&](NodeId id, const auto& node) {
            if (d.partnerOfTo[id.value] || !node->origin)
                return;
            for (const NodeId from : node->origin->derivedFrom)
                if (a.node(from) && !d.partnerOfFrom[from.value] && !b.node(from))
                    link(d, from, id);
        });
    }

    /// ONNX Runtime calls a fused node after its first part: "X/MatMulAddFusion" contains "X".
    void byName(const Direction& d) {
        std::unordered_map<std::string_view, NodeId> named;
        d.from.model().nodes().forEach([&](NodeId id, const auto& node) {
            if (!d.partnerOfFrom[id.value] && !node->name.empty())
                named.try_emplace(node->name, id);
        });
        if (named.empty())
            return;
        d.to.model().nodes().forEach([&](NodeId id, const auto& node) {
            if (d.partnerOfTo[id.value] || hasParts(d, id))
                return;
            const std::string_view name = node->name;
            const auto end = name.rfind('/');
            const auto found =
                end == std::string_view::npos ? named.end() : named.find(name.substr(0, end));
            if (found != named.end() && !isTaken(d, found->second))
                link(d, found->second, id);
        });
    }

    /// The node of `from` that gave what a new node gives: by the name of the value, or by a reader
    /// that both models have.
    NodeId exitOf(const Direction& d, const Node& node,
                  const std::unordered_map<std::string_view, NodeId>& givers) {
        const Model& to = d.to.model();
        for (const ValueId output : node.outputs) {
            const auto& value = to.value(output);
            if (!value)
                continue;
            if (const auto found = givers.find(value->name);
                !value->name.empty() && found != givers.end())
                return found->second;
            if (const auto readers = to.consumers(output); !readers.empty())
                if (const NodeId giver = producerForReader(d, readers.front(), output))
                    return giver;
        }
        return {};
    }

    [[nodiscard]] bool inSameGraph(const Direction& d, NodeId from, NodeId to) const {
        const GraphId x = d.from.model().node(from)->graph, y = d.to.model().node(to)->graph;
        return m_graphs.contains(d.intoB ? std::pair(x, y) : std::pair(y, x));
    }

    /// What the partner of a reader reads instead of `value`.
    NodeId producerForReader(const Direction& d, NodeId reader, ValueId value) {
        const Model &from = d.from.model(), &to = d.to.model();
        const NodeId partner = d.partnerOfTo[reader.value];
        if (!partner)
            return {};
        const auto &inputs = to.node(reader)->inputs, &others = from.node(partner)->inputs;
        const auto slot = std::ranges::find(inputs, value) - inputs.begin();
        if (static_cast<std::size_t>(slot) >= others.size())
            return {};
        const NodeId producer = from.producer(others[static_cast<std::size_t>(slot)]);
        return producer && !d.partnerOfFrom[producer.value] ? producer : NodeId{};
    }

    /// Follows each new node back through the nodes that are gone.
    void byExits(const Direction& d) {
        const Model &from = d.from.model(), &to = d.to.model();
        std::unordered_map<std::string_view, NodeId> givers;
        from.nodes().forEach([&](NodeId id, const auto& node) {
            for (const ValueId output : node->outputs)
                if (const auto& value = from.value(output);
                    value && !d.partnerOfFrom[id.value] && !value->name.empty())
                    givers.try_emplace(value->name, id);
        });
        std::vector<std::pair<NodeId, NodeId>> exits; // gone, new
        std::unordered_map<NodeId, NodeId> isExit;
        to.nodes().forEach([&](NodeId id, const auto& node) {
            if (d.partnerOfTo[id.value] || hasParts(d, id))
                return;
            const NodeId exit = exitOf(d, *node, givers);
            if (exit && inSameGraph(d, exit, id) && !isTaken(d, exit) &&
                isExit.try_emplace(exit, id).second)
                exits.emplace_back(exit, id);
        });
        for (const auto& [exit, made] : exits)
            collect(d, exit, made, isExit);
    }

    void collect(const Direction& d, NodeId exit, NodeId made,
                 const std::unordered_map<NodeId, NodeId>& isExit) {
        const Model& from = d.from.model();
        if (from.node(exit)->opType == d.to.model().node(made)->opType && pairUp(d, exit, made))
            return; // it is of another domain
        std::vector<NodeId> parts{exit};
        std::unordered_set<NodeId> seen{exit};
        for (std::size_t i = 0; i < parts.size(); ++i)
            for (const ValueId input : from.node(parts[i])->inputs) {
                const NodeId before = from.producer(input);
                if (!before || d.partnerOfFrom[before.value] || isExit.contains(before) ||
                    isTaken(d, before) || from.node(before)->is("Constant") ||
                    from.node(before)->graph != from.node(exit)->graph ||
                    !seen.insert(before).second)
                    continue;
                parts.push_back(before);
            }
        // One node in the place of one, or of several: the other direction decides.
        if (parts.size() == 1 && (d.intoB || pairUp(d, exit, made)))
            return;
        for (const NodeId part : parts)
            link(d, part, made);
    }

    /// One node in the place of one other: the same node with another operator.
    bool pairUp(const Direction& d, NodeId from, NodeId to) {
        const NodeId a = d.intoB ? from : to, b = d.intoB ? to : from;
        const Model &modelA = m_pairs.a.model(), &modelB = m_pairs.b.model();
        if (!m_pairs.isFree(a, b) || modelA.node(a)->inputs.size() != modelB.node(b)->inputs.size())
            return false;
        m_pairs.match(a, b, MatchedBy::place);
        return true;
    }

    NodePairs& m_pairs;
    NodeMatching& m_matching;
    std::set<std::pair<GraphId, GraphId>> m_graphs;
};

} // namespace

void findReplacedNodes(NodePairs& pairs, NodeMatching& matching) {
    ReplacementFinder(pairs, matching).run();
}

} // namespace partita
