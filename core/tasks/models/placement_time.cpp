#include "core/tasks/models/placement_time.h"

#include <algorithm>

#include "core/session/device_copies.h"

namespace partita {

std::optional<double> secondsSaved(const PlacementTime& before, const PlacementTime& after,
                                   bool sameIds) {
    if (!before.known || !after.known)
        return std::nullopt;
    const auto complete = [](const PlacementTime& time) {
        return time.unknownNodes.empty() && time.unknownCopies.empty();
    };
    const bool cancels = sameIds && before.unknownNodes == after.unknownNodes &&
                         before.unknownCopies == after.unknownCopies;
    if (!cancels && !(complete(before) && complete(after)))
        return std::nullopt;
    return before.seconds - after.seconds;
}

std::optional<double> copySecondsSaved(const PlacementTime& before, const PlacementTime& after,
                                       bool sameIds) {
    const bool noneCame =
        after.unknownCopies.empty() ||
        (sameIds && std::ranges::includes(before.unknownCopies, after.unknownCopies));
    if (!before.known || !after.known || !noneCame)
        return std::nullopt;
    return before.copySeconds - after.copySeconds;
}

PlacementTimer::PlacementTimer(const Model& model, const ProviderList& providers)
    : m_model(model), m_seconds(providers.size()) {
    for (const ProviderPtr& provider : providers) {
        const auto* estimator = dynamic_cast<const TimeEstimator*>(provider.get());
        m_estimators.push_back(estimator && estimator->knowsSpeed() ? estimator : nullptr);
        if (!m_host)
            m_host = m_estimators.back();
    }
}

std::optional<double> PlacementTimer::secondsOf(std::uint32_t provider, NodeId node) {
    auto& list = m_seconds[provider];
    if (node.value >= list.size())
        list.resize(node.value + 1);
    auto& seconds = list[node.value];
    if (!seconds) {
        const Node& record = *m_model.node(node);
        const TimeEstimator* device = m_estimators[provider];
        seconds = device ? device->deviceSeconds(m_model, record)
                         : m_host->onHostSeconds(m_model, record);
    }
    return *seconds;
}

PlacementTime PlacementTimer::timeOf(const Partitioning& placed) {
    PlacementTime time;
    const auto last = static_cast<std::uint32_t>(m_estimators.size() - 1);
    time.known = m_host && std::ranges::all_of(placed.partitions, [&](const Partition& each) {
                     return m_estimators[each.provider] || each.provider == last;
                 });
    if (!time.known)
        return time;
    for (const Partition& partition : placed.partitions)
        for (const NodeId node : partition.nodes) {
            // How often a body runs is for its node to know.
            const bool isOnce = partition.graph == m_model.mainGraph();
            const auto seconds =
                isOnce ? secondsOf(partition.provider, node) : std::optional<double>();
            if (seconds)
                time.seconds += *seconds;
            else
                time.unknownNodes.emplace_back(placed.providers[partition.provider], node);
        }
    std::ranges::sort(time.unknownNodes);
    addCopies(placed, time);
    return time;
}

void PlacementTimer::addCopies(const Partitioning& placed, PlacementTime& time) const {
    for (const auto& [value, provider, isIn] : deviceCopies(m_model, placed))
        if (const TimeEstimator* device = m_estimators[provider]) {
            if (const auto bytes = valueBytes(*m_model.value(value)))
                time.copySeconds += device->copySeconds(*bytes);
            else
                time.unknownCopies.emplace_back(placed.providers[provider], value);
        }
    time.seconds += time.copySeconds;
    std::ranges::sort(time.unknownCopies);
}

} // namespace partita
