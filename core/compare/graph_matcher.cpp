#include "core/compare/graph_matcher.h"

#include <algorithm>
#include <deque>
#include <functional>

namespace partita {

namespace {

std::uint64_t nodeName(const Node& node) { return node.name.empty() ? 0 : hashOf(node.name); }

/// The name of the first output that has one.
std::uint64_t outputName(const Model& model, const Node& node) {
    for (const ValueId output : node.outputs)
        if (const auto& value = model.value(output); value && !value->name.empty())
            return hashOf(value->name);
    return 0;
}

/// The name by which people know a node.
std::uint64_t labelOf(const Model& model, const Node& node) {
    return node.name.empty() ? outputName(model, node) : nodeName(node);
}

struct SameKey {
    std::vector<NodeId> a, b;
};
using ByKey = std::unordered_map<std::uint64_t, SameKey>;

/// Matches the nodes of two graphs step by step, the most certain first.
class GraphMatcher {
public:
    GraphMatcher(NodePairs& pairs, GraphId a, GraphId b)
        : m_pairs(pairs), m_a(pairs.a.model()), m_b(pairs.b.model()), m_nodesA(pairs.a.nodesOf(a)),
          m_nodesB(pairs.b.nodesOf(b)), m_graphA(a), m_graphB(b) {
        pairs.a.describe(a);
        pairs.b.describe(b);
    }

    void run() {
        if (namesHold()) {
            byNames();
            byCones(NodeSignatures::full);
            byCones(NodeSignatures::rough);
            spread(true);
            spread(false);
        } else {
            byCones(NodeSignatures::full);
            spread(true);
            byNames();
            byCones(NodeSignatures::rough);
            spread(false);
        }
        // The same name with another operator: an activation was replaced.
        byKeys([](const Node& node) { return nodeName(node); },
               [](const Node& node) { return nodeName(node); }, MatchedBy::name, false);
        byLocals();
    }

private:
    template <class KeyA, class KeyB> ByKey keysOf(const KeyA& keyA, const KeyB& keyB) const {
        ByKey found;
        for (const NodeId id : m_nodesA)
            if (!m_pairs.inB[id.value])
                if (const std::uint64_t key = keyA(*m_a.node(id)))
                    found[key].a.push_back(id);
        for (const NodeId id : m_nodesB)
            if (!m_pairs.inA[id.value])
                if (const std::uint64_t key = keyB(*m_b.node(id)))
                    if (const auto at = found.find(key); at != found.end())
                        at->second.b.push_back(id);
        return found;
    }

    /// Matches nodes whose keys are unique in each graph.
    template <class KeyA, class KeyB>
    void byKeys(const KeyA& keyA, const KeyB& keyB, MatchedBy by, bool needsOperator = true) {
        for (const auto& [key, nodes] : keysOf(keyA, keyB))
            if (nodes.a.size() == 1 && nodes.b.size() == 1 &&
                (!needsOperator || same(nodes.a[0], nodes.b[0])))
                m_pairs.match(nodes.a[0], nodes.b[0], by);
    }

    /// Matches nodes with equal keys in execution order; `anyNumber`: also where one graph has more
    /// of them than the other.
    template <class KeyA, class KeyB>
    void inOrder(const KeyA& keyA, const KeyB& keyB, MatchedBy by, bool anyNumber = false) {
        for (const auto& [key, nodes] : keysOf(keyA, keyB)) {
            if (nodes.a.size() != nodes.b.size() && !anyNumber)
                continue;
            for (std::size_t i = 0; i < std::min(nodes.a.size(), nodes.b.size()); ++i)
                if (same(nodes.a[i], nodes.b[i]))
                    m_pairs.match(nodes.a[i], nodes.b[i], by);
        }
    }

    [[nodiscard]] bool same(NodeId a, NodeId b) const {
        return sameOperator(*m_a.node(a), *m_b.node(b));
    }

    static auto cone(const NodeSignatures& of, NodeSignatures::Kind kind, bool ups) {
        return [&of, kind, ups](const Node& node) {
            return ups ? of.up(kind, node.id) : of.down(kind, node.id);
        };
    }
    static auto bothCones(const NodeSignatures& of, NodeSignatures::Kind kind) {
        return [&of, kind](const Node& node) {
            return mixed(of.up(kind, node.id), of.down(kind, node.id));
        };
    }

    /// Whether names tell nodes apart: false where nodes that are certainly the same have the name
    /// of another node. This is so when an exporter numbers nodes and one was inserted.
    [[nodiscard]] bool namesHold() const {
        std::unordered_map<std::uint64_t, NodeId> named;
        for (const NodeId id : m_nodesB)
            named[mixed(labelOf(m_b, *m_b.node(id)), hashOf(m_b.node(id)->opType.str()))] = id;
        std::size_t agree = 0, contradict = 0;
        for (const bool ups : {true, false})
            for (const auto& [key, nodes] : keysOf(cone(m_pairs.a, NodeSignatures::full, ups),
                                                   cone(m_pairs.b, NodeSignatures::full, ups))) {
                if (nodes.a.size() != 1 || nodes.b.size() != 1)
                    continue;
                const Node& node = *m_a.node(nodes.a[0]);
                const auto found = named.find(mixed(labelOf(m_a, node), hashOf(node.opType.str())));
                if (found != named.end())
                    ++(found->second == nodes.b[0] ? agree : contradict);
            }
        constexpr std::size_t kForEachContradiction = 16; // two nodes may have swapped their names
        return contradict * kForEachContradiction <= agree;
    }

    void byNames() {
        const auto called = [](const Node& node) {
            const std::uint64_t name = nodeName(node);
            return name ? mixed(name, hashOf(node.opType.str())) : 0;
        };
        byKeys(called, called, MatchedBy::name);
        const auto giving = [](const Model& model) {
            return [&model](const Node& node) {
                const std::uint64_t name = outputName(model, node);
                return name ? mixed(name, hashOf(node.opType.str())) : 0;
            };
        };
        byKeys(giving(m_a), giving(m_b), MatchedBy::name);
    }

    void byCones(NodeSignatures::Kind kind) {
        inOrder(bothCones(m_pairs.a, kind), bothCones(m_pairs.b, kind), MatchedBy::structure);
        for (const bool ups : {true, false})
            inOrder(cone(m_pairs.a, kind, ups), cone(m_pairs.b, kind, ups), MatchedBy::structure);
    }

    /// What is left: nodes that cannot be told apart.
    void byLocals() {
        for (const bool ups : {true, false})
            inOrder(cone(m_pairs.a, NodeSignatures::full, ups),
                    cone(m_pairs.b, NodeSignatures::full, ups), MatchedBy::place, true);
        const auto local = [](const NodeSignatures& of) {
            return [&of](const Node& node) { return of.local(NodeSignatures::full, node.id); };
        };
        inOrder(local(m_pairs.a), local(m_pairs.b), MatchedBy::place);
    }

    using Open = std::deque<std::pair<NodeId, NodeId>>;

    /// Matches neighbours of what is matched, and their neighbours. `strict`: only equal nodes.
    void spread(bool strict) {
        Open open;
        for (const NodeId a : m_nodesA)
            if (const NodeId b = m_pairs.inB[a.value]; b && m_b.node(b)->graph == m_graphB)
                open.emplace_back(a, b);
        // What the graphs return.
        const Graph &graphA = *m_a.graph(m_graphA), &graphB = *m_b.graph(m_graphB);
        for (std::size_t i = 0; i < std::min(graphA.outputs.size(), graphB.outputs.size()); ++i)
            matchProducers(graphA.outputs[i], graphB.outputs[i], strict, open);
        for (; !open.empty(); open.pop_front()) {
            const Node &a = *m_a.node(open.front().first), &b = *m_b.node(open.front().second);
            for (std::size_t i = 0; i < std::min(a.inputs.size(), b.inputs.size()); ++i)
                matchProducers(a.inputs[i], b.inputs[i], strict, open);
            for (std::size_t i = 0; i < std::min(a.outputs.size(), b.outputs.size()); ++i)
                if (a.outputs[i] && b.outputs[i])
                    matchConsumers(a.outputs[i], b.outputs[i], strict, open);
        }
    }

    bool tryMatch(NodeId a, NodeId b, bool strict, Open& open) {
        if (!m_pairs.isFree(a, b) || !same(a, b) ||
            (strict &&
             m_pairs.a.local(NodeSignatures::full, a) != m_pairs.b.local(NodeSignatures::full, b)))
            return false;
        m_pairs.match(a, b, MatchedBy::place);
        open.emplace_back(a, b);
        return true;
    }

    void matchProducers(ValueId a, ValueId b, bool strict, Open& open) {
        const NodeId left = m_a.producer(a), right = m_b.producer(b);
        if (left && right && m_a.node(left)->graph == m_graphA &&
            m_b.node(right)->graph == m_graphB && m_pairs.a.slotOf(a) == m_pairs.b.slotOf(b))
            tryMatch(left, right, strict, open);
    }

    void matchConsumers(ValueId a, ValueId b, bool strict, Open& open) {
        ByKey found;
        const auto kind = strict ? NodeSignatures::full : NodeSignatures::rough;
        for (const NodeId id : m_a.consumers(a))
            if (!m_pairs.inB[id.value] && m_a.node(id)->graph == m_graphA)
                found[m_pairs.a.local(kind, id)].a.push_back(id);
        if (found.empty())
            return;
        for (const NodeId id : m_b.consumers(b))
            if (!m_pairs.inA[id.value] && m_b.node(id)->graph == m_graphB)
                found[m_pairs.b.local(kind, id)].b.push_back(id);
        for (const auto& [key, nodes] : found)
            for (std::size_t i = 0; nodes.a.size() == nodes.b.size() && i < nodes.a.size(); ++i)
                tryMatch(nodes.a[i], nodes.b[i], strict, open);
    }

    NodePairs& m_pairs;
    const Model &m_a, &m_b;
    const std::vector<NodeId>&m_nodesA, &m_nodesB;
    GraphId m_graphA, m_graphB;
};

} // namespace

NodePairs::NodePairs(NodeSignatures ofA, NodeSignatures ofB)
    : a(std::move(ofA)), b(std::move(ofB)), inB(a.model().nodes().keyEnd() + 1),
      inA(b.model().nodes().keyEnd() + 1) {}

void NodePairs::match(NodeId ofA, NodeId ofB, MatchedBy by) {
    all.push_back({ofA, ofB, by});
    inB[ofA.value] = ofB;
    inA[ofB.value] = ofA;
    a.setAnchor(ofA, all.size());
    b.setAnchor(ofB, all.size());
}

bool sameOperator(const Node& a, const Node& b) {
    return a.opType == b.opType && plainDomain(a.domain) == plainDomain(b.domain);
}

void matchGraph(NodePairs& pairs, GraphId a, GraphId b) { GraphMatcher(pairs, a, b).run(); }

void matchAcrossGraphs(NodePairs& pairs) {
    const Model &a = pairs.a.model(), &b = pairs.b.model();
    ByKey found;
    a.nodes().forEach([&](NodeId id, const auto& node) {
        if (!pairs.inB[id.value] && !node->name.empty())
            found[nodeName(*node)].a.push_back(id);
    });
    b.nodes().forEach([&](NodeId id, const auto& node) {
        if (pairs.inA[id.value] || node->name.empty())
            return;
        if (const auto at = found.find(nodeName(*node)); at != found.end())
            at->second.b.push_back(id);
    });
    for (const auto& [key, nodes] : found)
        if (nodes.a.size() == 1 && nodes.b.size() == 1 &&
            sameOperator(*a.node(nodes.a[0]), *b.node(nodes.b[0])))
            pairs.match(nodes.a[0], nodes.b[0], MatchedBy::name);
}

} // namespace partita
