#pragma once

#include "core/session/placed_order.h"

namespace partita {

/// What a verdict comes from in the end.
struct RootCause {
    enum class Kind : std::uint8_t {
        claimed,    ///< the provider takes the node
        itself,     ///< the provider does not support the node
        cutOff,     ///< nodes beside it end its run, which is too short
        lostGroup,  ///< a node of its group is not available
        body,       ///< a node in a body of it is not supported
        insideNode, ///< it is compiled with the node that holds it
        takenAbove, ///< a provider of higher priority runs it
        byUser,     ///< the user's restriction
    };
    Kind kind = Kind::claimed;
    Message text;                 ///< as one clause, with the labels of the culprits
    std::vector<NodeId> culprits; ///< the nodes to look at; empty: the node itself
};

/// "cutOff": the name in JSON.
std::string_view rootName(RootCause::Kind kind);

/// Follows verdicts to their root causes; make it once for many nodes.
class RootFinder {
public:
    /// `order` must outlive the finder.
    RootFinder(const Model& model, const Partitioning& partitioning, const PlacedOrder& order);

    /// Why a provider, by its place in their order, does not run a node. A node without a verdict
    /// has no cause and no text.
    [[nodiscard]] RootCause of(NodeId node, std::uint32_t provider = 0);

private:
    /// A run that is too short for a provider: the places of the nodes that end it.
    struct Run {
        std::uint32_t provider = 0;
        std::size_t before = 0, after = 0;
    };
    [[nodiscard]] RootCause cutOff(NodeId node, const Verdict& verdict);
    [[nodiscard]] const Run& runAt(std::size_t place, std::uint32_t provider);
    [[nodiscard]] RootCause inBody(NodeId node, const Verdict& verdict) const;
    /// The innermost node in the bodies of `node` that the provider refuses for its own sake.
    [[nodiscard]] NodeId refusedInside(NodeId node, std::uint32_t provider) const;
    /// The compiled node that holds `node`; none: `node` is placed by itself.
    [[nodiscard]] NodeId holderOf(NodeId node) const;

    const Model& m_model;
    const Partitioning& m_partitioning;
    const PlacedOrder& m_order;
    std::vector<std::vector<NodeId>> m_nodesByGraph; ///< of bodies only
    Run m_run; ///< the last one that was found; the nodes of a run are asked for one after another
};

/// The same for one node.
RootCause rootCause(const Model& model, const Partitioning& partitioning, NodeId node,
                    std::uint32_t provider = 0);

} // namespace partita
