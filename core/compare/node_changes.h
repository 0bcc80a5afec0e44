#pragma once

#include <set>

#include "core/compare/constant_comparison.h"
#include "core/compare/value_partners.h"

namespace partita {

/// Compares what two models say of the same node or graph.
class NodeComparison {
public:
    NodeComparison(const ComparedModel& a, const ComparedModel& b, const NodeMatching& matching,
                   const ValuePartners& partners, ConstantComparison& constants,
                   const CompareOptions& options);

    /// Every property that differs and is not ignored, sorted by kind.
    std::vector<PropertyChange> changes(NodeId a, NodeId b);
    /// The same for two graphs, without their nodes: what they return, and their names.
    std::vector<PropertyChange> graphChanges(GraphId a, GraphId b);
    [[nodiscard]] bool isIgnored(DifferenceKind kind) const {
        return m_options.ignored.contains(kind);
    }

private:
    void compareOperators(const Node& a, const Node& b);
    void compareInputs(const Node& a, const Node& b);
    void compareOutputs(const Node& a, const Node& b);
    void compareInput(const Message& what, ValueId a, ValueId b);
    void compareSides(NodeId a, NodeId b);
    void add(DifferenceKind kind, Message what, Message from, Message to);
    std::vector<PropertyChange> taken();

    const ComparedModel &m_a, &m_b;
    const Model &m_modelA, &m_modelB;
    const ValuePartners& m_partners;
    ConstantComparison& m_constants;
    const CompareOptions& m_options;
    std::set<std::pair<GraphId, GraphId>> m_graphs;
    std::vector<PropertyChange> m_found;
};

} // namespace partita
