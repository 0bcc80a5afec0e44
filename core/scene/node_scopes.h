#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// The name scopes of the nodes of one graph, as numbers that are quick to compare.
class NodeScopes {
public:
    using Scope = std::uint32_t; ///< number of a name; 0: none
    using Path = std::vector<Scope>;

    /// A node whose name tells no place, as exporters and passes add them, is taken for one of the
    /// scope of the node before it, as long as most nodes have one of their own. "/head" tells one:
    /// outside of every scope.
    NodeScopes(const Model& model, std::span<const NodeId> order);

    /// The scope at a depth of the node at a place in the order; 0: its path is shorter.
    [[nodiscard]] Scope at(std::size_t place, std::size_t depth) const {
        return depth < m_paths[place].size() ? m_paths[place][depth] : 0;
    }
    [[nodiscard]] const std::string& name(Scope scope) const { return m_names[scope]; }
    /// The scopes that the nodes of a range share, outermost first: those with a scope of their own
    /// speak for all. None where fewer than half have one.
    [[nodiscard]] Path shared(std::size_t begin, std::size_t end) const;

private:
    std::vector<std::string> m_names; ///< by number
    std::vector<Path> m_paths;        ///< by place
    std::vector<bool> m_isOwn;        ///< by place: not taken from another node
};

} // namespace partita
