#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/ir/model.h"
#include "core/scene/hierarchy.h"

namespace partita {

/// One title for neighbours from `first` to `last`: "layers.0–11", or "stem … head". Empty where one
/// of them has none.
std::string rangeTitle(const std::string& first, const std::string& last);

/// Names the groups of one graph as a person would.
class GroupTitles {
public:
    /// `order`: the nodes of the graph, in the order that the groups are ranges of.
    GroupTitles(const Model& model, std::span<const NodeId> order);

    /// The name of the group, or the name scope that all its nodes share beyond those of the whole
    /// graph. Empty where there is none: then the operators are the best title.
    [[nodiscard]] std::string scope(const NodeGroup& group) const;
    /// The most frequent operators: "Conv ×54 · Clip ×35 · Add".
    [[nodiscard]] std::string operators(const NodeGroup& group) const;

private:
    using Scopes = std::vector<std::string_view>;
    /// The scopes that all named nodes of a range share; none where fewer than half are named.
    [[nodiscard]] Scopes shared(std::size_t begin, std::size_t end) const;

    const Model& m_model;
    std::span<const NodeId> m_order;
    std::size_t m_depthOfAll = 0; ///< scopes that all nodes of the graph share tell nothing
};

} // namespace partita
