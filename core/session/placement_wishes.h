#pragma once

#include <unordered_map>

#include "core/base/message_pool.h"
#include "core/session/partitioner.h"

namespace partita {

/// The user's wishes about one placement, by provider (index in their order) and node. A wish for a
/// provider that is not there has no effect.
class PlacementWishes {
public:
    /// `placed`: names the providers. `nodeEnd`: no node has this or a larger id.
    PlacementWishes(const PartitionOptions& options, const Partitioning& placed,
                    std::size_t nodeEnd);

    [[nodiscard]] const ProviderWishes& of(std::uint32_t provider) const {
        return m_wishes[provider];
    }
    /// Whether a provider may not take a node: it is excluded, or kept for a later provider.
    [[nodiscard]] bool forbids(NodeId node, std::uint32_t provider) const {
        return isExcluded(node, provider) || pinOf(node).value_or(0) > provider;
    }
    /// Claims the nodes that are assumed to be taken, for a provider that does not know of it.
    void addAssumed(Capabilities& answer, const CapabilityRequest& request);
    /// Replaces a verdict that a wish overrides; `takenBy`: the provider that has the node.
    /// Returns whether it did.
    bool adjust(Verdict& verdict, NodeId node, std::optional<std::uint32_t> takenBy);

private:
    [[nodiscard]] bool isExcluded(NodeId node, std::uint32_t provider) const {
        return !m_options.excluded.empty() &&
               m_options.excluded.contains({node, m_placed.providers[provider]});
    }
    /// The provider that the user bound a node to; nothing: none of these.
    [[nodiscard]] std::optional<std::uint32_t> pinOf(NodeId node) const {
        const auto at = m_pinnedTo.empty() ? m_pinnedTo.end() : m_pinnedTo.find(node);
        return at == m_pinnedTo.end() ? std::nullopt : std::optional(at->second);
    }

    const PartitionOptions& m_options;
    const Partitioning& m_placed;
    std::vector<ProviderWishes> m_wishes; // by provider
    std::unordered_map<NodeId, std::uint32_t> m_pinnedTo;
    MessagePool m_texts;
};

} // namespace partita
