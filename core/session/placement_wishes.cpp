#include "core/session/placement_wishes.h"

#include <algorithm>

namespace partita {

PlacementWishes::PlacementWishes(const PartitionOptions& options, const Partitioning& placed,
                                 std::size_t nodeEnd)
    : m_options(options), m_placed(placed), m_wishes(placed.providers.size()) {
    const auto indexOf = [&](const std::string& id) {
        return static_cast<std::size_t>(std::ranges::find(placed.providers, id) -
                                        placed.providers.begin());
    };
    const auto mark = [nodeEnd](std::vector<bool>& nodes, NodeId id) {
        nodes.resize(nodeEnd);
        if (id.value < nodeEnd)
            nodes[id.value] = true;
    };
    for (const auto& [node, id] : options.takenAnyway)
        if (const std::size_t at = indexOf(id); at < m_wishes.size())
            mark(m_wishes[at].takenAnyway, node);
    for (const auto& [node, id] : options.pinned)
        if (const std::size_t at = indexOf(id); at < m_wishes.size()) {
            mark(m_wishes[at].pinned, node);
            m_pinnedTo.try_emplace(node, static_cast<std::uint32_t>(at));
        }
    for (const auto& [place, id] : options.rulesOff)
        if (const std::size_t at = indexOf(id); at < m_wishes.size())
            m_wishes[at].rulesOff.insert(place);
}

void PlacementWishes::addAssumed(Capabilities& answer, const CapabilityRequest& request) {
    if (answer.followsWishes || request.wishes.takenAnyway.empty())
        return;
    for (std::size_t i = 0; i < request.order.size() && i < answer.verdicts.size(); ++i) {
        Verdict& verdict = answer.verdicts[i];
        if (verdict.claimed || !request.wishes.takes(request.order[i]))
            continue;
        verdict = {verdict.provider, true, ReasonCode::assumedByUser,
                   m_texts.shared(assumedText(verdict.evidence)), verdict.place};
        if (request.free[i])
            answer.claims.push_back({{request.order[i]}, false});
    }
}

bool PlacementWishes::adjust(Verdict& verdict, NodeId node, std::optional<std::uint32_t> takenBy) {
    static const Message kExcluded = PARTITA_TEXT("excluded by you");
    if (isExcluded(node, verdict.provider)) {
        verdict = {verdict.provider, false, ReasonCode::excludedByUser, kExcluded, nullptr};
        return true;
    }
    const auto pin = pinOf(node);
    if (!pin)
        return false;
    if (*pin == verdict.provider) {
        if (takenBy || !verdict.claimed)
            return false;
        if (verdict.code == ReasonCode::claimed) // an assumption says more
            verdict = {verdict.provider, true, ReasonCode::pinnedByUser,
                       m_texts.shared(PARTITA_TEXT("pinned by you: {0}", verdict.evidence)),
                       verdict.place};
        return true;
    }
    if (*pin < verdict.provider && takenBy != pin)
        return false; // its provider declined it
    verdict = {
        verdict.provider, false, ReasonCode::pinnedByUser,
        m_texts.shared(PARTITA_TEXT("pinned to {0} by you", m_placed.providerNames[*pin].full())),
        nullptr};
    return true;
}

} // namespace partita
