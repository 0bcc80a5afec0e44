#include "core/tasks/remedies/remedy_goal.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include "core/ir/ep_context.h"
#include "core/session/placement_difference.h"

namespace partita {

std::size_t nodesOnDevices(const Partitioning& placed) {
    const auto& counts = placed.summary.byProvider;
    std::size_t nodes = 0;
    for (std::size_t i = 0; i + 1 < counts.size(); ++i)
        nodes += counts[i];
    return nodes;
}

std::size_t nodesOnNoDevice(const Partitioning& placed) {
    const auto& summary = placed.summary;
    return summary.unassigned + (summary.byProvider.empty() ? 0 : summary.byProvider.back());
}

RemedyGoal remedyGoalFor(std::size_t onDevices, std::size_t onNoDevice) {
    constexpr std::size_t kNextToNothing = 20; // one node in so many
    return onDevices * kNextToNothing <= onDevices + onNoDevice ? RemedyGoal::nodesOnDevices
                                                                : RemedyGoal::fewerPartitions;
}

RemedyGoal remedyGoalFor(const Partitioning& placed) {
    return placed.providers.size() > 1 && nodesOnNoDevice(placed) > 0
               ? remedyGoalFor(nodesOnDevices(placed), nodesOnNoDevice(placed))
               : RemedyGoal::fewerPartitions;
}

std::array<std::size_t, 3> distanceTo(RemedyGoal goal, const Partitioning& placed) {
    std::size_t missing = 0;
    if (goal == RemedyGoal::nodesOnDevices) // a model with fewer nodes is no nearer by that alone
        missing = nodesOnDevices(placed) ? nodesOnNoDevice(placed) : SIZE_MAX;
    return {missing, headlinePartitions(placed), placed.partitions.size()};
}

Message whyNothingHelps(const Model& model, const Partitioning& placed) {
    const bool isOne =
        placed.partitions.size() <= 1 && remedyGoalFor(placed) == RemedyGoal::fewerPartitions;
    if (isOne && placed.summary.unassigned == 0)
        return PARTITA_TEXT("there is only one partition");
    if (const std::size_t compiled = epContextsOf(model).size())
        return compiled == 1
                   ? PARTITA_TEXT("1 node is compiled and stays what it is: only the model that it "
                                  "was compiled from can be changed")
                   : PARTITA_TEXT("{0} nodes are compiled and stay what they are: only the models "
                                  "that they were compiled from can be changed",
                                  compiled);
    if (isOne)
        return PARTITA_TEXT("there is only one partition");
    std::map<ReasonCode, std::vector<const Verdict*>> reasons;
    model.nodes().forEach([&](NodeId id, const auto&) {
        const auto provider = placed.providerOf(id);
        if (provider && *provider + 1 == placed.providers.size() && *provider > 0)
            reasons[placed.verdicts(id).front().code].push_back(&placed.verdicts(id).front());
    });
    if (placed.providers.size() == 1 && placed.summary.unassigned == 0)
        return PARTITA_TEXT(
            "there is no device, and each body of a node is a partition of its own");
    const auto most =
        std::ranges::max_element(reasons, {}, [](const auto& each) { return each.second.size(); });
    if (most == reasons.end())
        return placed.summary.unassigned > 0
                   ? PARTITA_TEXT("no provider takes {0} of the nodes", placed.summary.unassigned)
                   : PARTITA_TEXT("the devices take all nodes");
    const auto& [code, verdicts] = *most;
    const std::size_t count = verdicts.size();
    if (code == ReasonCode::noKernel || code == ReasonCode::unknownDomain)
        return count == 1 ? PARTITA_TEXT("1 node has no rule on any device")
                          : PARTITA_TEXT("{0} nodes have no rule on any device", count);
    const std::string last = placed.providerNames.back().full();
    return count == 1 ? PARTITA_TEXT("1 node stays on {0}: {1}", last, verdicts.front()->evidence)
                      : PARTITA_TEXT("{0} nodes stay on {1} (the first: {2})", count, last,
                                     verdicts.front()->evidence);
}

} // namespace partita
