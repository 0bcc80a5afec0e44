#include "core/compare/replaced_nodes.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

#include "core/compare/derived_names.h"

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
            findNames(direction);
        for (const Direction& direction : {fused, split})
            byExits(direction);
        for (const Direction& direction : {fused, split})
            linkNames(direction);
        for (const Direction& direction : {fused, split})
            byMerging(direction);
        putNamedFirst();
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

    /// ONNX Runtime names a fused node after its first part. The same operator under such a name is
    /// the same node, of another domain or with an activation; others are linked later with all
    /// their parts.
    void findNames(const Direction& d) {
        const auto isFree = [&](NodeId id) {
            return !d.partnerOfFrom[id.value] && !isTaken(d, id);
        };
        const auto isNew = [&](NodeId id) { return !d.partnerOfTo[id.value] && !hasParts(d, id); };
        for (const auto& [source, made, byValue] :
             derivedNames(d.from.model(), isFree, d.to.model(), isNew)) {
            if (!inSameGraph(d, source, made))
                continue;
            const NodeId same = sameNamed(d, source, made, byValue);
            if (!same || !pairUp(d, same, made, MatchedBy::name))
                m_named[d.intoB ? 0 : 1].try_emplace(made, source);
        }
    }

    /// The node of the same operator: the source itself or, where the name is that of a value that
    /// an activation gives, the node before it.
    [[nodiscard]] NodeId sameNamed(const Direction& d, NodeId source, NodeId made,
                                   bool byValue) const {
        const Model& from = d.from.model();
        const Node& node = *from.node(source);
        const std::string& op = d.to.model().node(made)->opType;
        if (node.opType == op)
            return source;
        const NodeId before =
            byValue && node.inputs.size() == 1 ? from.producer(node.inputs[0]) : NodeId{};
        return before && !d.partnerOfFrom[before.value] && from.node(before)->opType == op
                   ? before
                   : NodeId{};
    }

    /// The node that is named after a part tells best what the part became.
    void putNamedFirst() {
        for (auto& [part, made] : m_matching.becameInB)
            std::ranges::stable_partition(made, [&](NodeId id) { return m_named[0].contains(id); });
        for (auto& [part, made] : m_matching.cameFromA)
            std::ranges::stable_partition(made, [&](NodeId id) { return m_named[1].contains(id); });
    }

    /// What no exit led to.
    void linkNames(const Direction& d) {
        std::vector<std::pair<NodeId, NodeId>> left;
        for (const auto& [made, source] : m_named[d.intoB ? 0 : 1])
            if (!d.partnerOfFrom[source.value] && !isTaken(d, source) &&
                !d.partnerOfTo[made.value] && !hasParts(d, made))
                left.emplace_back(source, made);
        for (const auto& [source, made] : left)
            link(d, source, made);
    }

    /// A node that is gone between two kept ones, the first of which is another node now: it was
    /// merged into it, as a Relu into a Conv.
    void byMerging(const Direction& d) {
        const Model &from = d.from.model(), &to = d.to.model();
        auto& map = d.intoB ? m_matching.becameInB : m_matching.cameFromA;
        from.nodes().forEach([&](NodeId id, const auto& node) {
            if (d.partnerOfFrom[id.value] || isTaken(d, id) || node->outputs.size() != 1 ||
                node->inputs.empty())
                return;
            const NodeId giver = from.producer(node->inputs[0]);
            const NodeId kept = giver ? d.partnerOfFrom[giver.value] : NodeId{};
            if (!kept || to.node(kept)->outputs.empty() ||
                d.from.local(NodeSignatures::full, giver) ==
                    d.to.local(NodeSignatures::full, kept) ||
                !readsDirectly(d, node->outputs[0], kept))
                return;
            map[id].push_back(kept);
        });
    }

    /// Whether a kept reader of a value reads a node of the other model in its place.
    [[nodiscard]] bool readsDirectly(const Direction& d, ValueId value, NodeId kept) const {
        const Model &from = d.from.model(), &to = d.to.model();
        return std::ranges::any_of(from.consumers(value), [&](NodeId reader) {
            const NodeId partner = d.partnerOfFrom[reader.value];
            if (!partner)
                return false;
            const auto& inputs = from.node(reader)->inputs;
            const auto slot =
                static_cast<std::size_t>(std::ranges::find(inputs, value) - inputs.begin());
            const auto& others = to.node(partner)->inputs;
            return slot < others.size() && to.producer(others[slot]) == kept;
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
        std::unordered_set<NodeId> madeAtExits;
        for (const auto& [exit, made] : exits)
            madeAtExits.insert(made);
        for (const auto& [exit, made] : exits)
            collect(d, exit, made, isExit, madeAtExits);
    }

    void collect(const Direction& d, NodeId exit, NodeId made,
                 const std::unordered_map<NodeId, NodeId>& isExit,
                 const std::unordered_set<NodeId>& madeAtExits) {
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
        const auto whole = replacementOf(d, made, madeAtExits);
        for (const NodeId part : parts)
            for (const NodeId each : whole)
                link(d, part, each);
    }

    /// A new node that gives what others gave, and the new nodes in front of it, as a Gemm between
    /// two Reshapes. A large replacement is `made`
    /// alone: it would be linked with every part.
    [[nodiscard]] std::vector<NodeId>
    replacementOf(const Direction& d, NodeId made,
                  const std::unordered_set<NodeId>& madeAtExits) const {
        constexpr std::size_t kMost = 8;
        const Model& to = d.to.model();
        std::vector<NodeId> whole{made};
        for (std::size_t i = 0; i < whole.size(); ++i)
            for (const ValueId input : to.node(whole[i])->inputs) {
                const NodeId before = to.producer(input);
                if (!before || d.partnerOfTo[before.value] || madeAtExits.contains(before) ||
                    hasParts(d, before) || to.node(before)->is("Constant") ||
                    to.node(before)->graph != to.node(made)->graph ||
                    std::ranges::find(whole, before) != whole.end())
                    continue;
                if (whole.size() == kMost)
                    return {made};
                whole.push_back(before);
            }
        return whole;
    }

    /// One node in the place of one other: the same node with another operator.
    bool pairUp(const Direction& d, NodeId from, NodeId to, MatchedBy by = MatchedBy::place) {
        const NodeId a = d.intoB ? from : to, b = d.intoB ? to : from;
        const Model &modelA = m_pairs.a.model(), &modelB = m_pairs.b.model();
        if (!m_pairs.isFree(a, b) || modelA.node(a)->inputs.size() != modelB.node(b)->inputs.size())
            return false;
        m_pairs.match(a, b, by);
        return true;
    }

    NodePairs& m_pairs;
    NodeMatching& m_matching;
    std::set<std::pair<GraphId, GraphId>> m_graphs;
    std::map<NodeId, NodeId> m_named[2]; ///< new nodes, and whom they are named after
};

} // namespace

void findReplacedNodes(NodePairs& pairs, NodeMatching& matching) {
    ReplacementFinder(pairs, matching).run();
}

} // namespace partita
