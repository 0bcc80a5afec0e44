#include "core/tasks/remedies/remedy_rank.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace partita {

namespace {

/// The kinds of change that a remedy has.
std::set<std::size_t> kindsOf(const Remedy& remedy) {
    std::set<std::size_t> kinds;
    for (const ScenarioChange& change : remedy.changes)
        kinds.insert(change.action.index());
    return kinds;
}

/// The order of remedies that give nodes to devices that have none: first those that assume nothing
/// of the device. All sizes that a device needs are as good as one change.
bool givesMore(const Remedy& a, const Remedy& b) {
    const auto order = [](const Remedy& each) {
        return std::tuple(each.assumed > 0, each.onNoDevice.after, -each.secondsSaved.value_or(0),
                          each.difference.ofFirst.after, each.difference.partitions.after,
                          each.difference.boundaryBytes.after, each.size() + each.passes.size());
    };
    return order(a) < order(b);
}

/// Whether fewer changes of the same kinds do at least what `remedy` does. Another kind is
/// another choice: not everyone can have another device.
bool isAsGood(const Remedy& other, const Remedy& remedy) {
    return other.size() + other.passes.size() < remedy.size() + remedy.passes.size() &&
           other.assumed <= remedy.assumed && other.moreOnLast <= remedy.moreOnLast &&
           other.passes.empty() == remedy.passes.empty() && !other.opset && !remedy.opset &&
           kindsOf(other) == kindsOf(remedy) && !remedy.leavesFewerThan(other) &&
           other.bytesSaved() >= remedy.bytesSaved();
}

} // namespace

bool doesAsMuch(const Remedy& remedy, const Remedy& other) {
    return !other.leavesFewerThan(remedy) && remedy.bytesSaved() >= other.bytesSaved() &&
           remedy.assumed <= other.assumed && remedy.moreOnLast <= other.moreOnLast;
}

void rankRemedies(std::vector<Remedy>& list) {
    std::ranges::stable_sort(list, [](const Remedy& a, const Remedy& b) {
        if ((a.moreOnLast > 0) != (b.moreOnLast > 0))
            return a.moreOnLast == 0;
        if (a.goal() == RemedyGoal::nodesOnDevices)
            return givesMore(a, b);
        const auto perChange = [](const Remedy& remedy, double amount) {
            return amount / static_cast<double>(std::max<std::size_t>(remedy.size(), 1));
        };
        const double savedA = perChange(a, static_cast<double>(a.partitionsSaved())),
                     savedB = perChange(b, static_cast<double>(b.partitionsSaved()));
        if (savedA != savedB)
            return savedA > savedB;
        const double allA = perChange(a, static_cast<double>(a.savedInAll())),
                     allB = perChange(b, static_cast<double>(b.savedInAll()));
        if (allA != allB)
            return allA > allB;
        const double bytesA = perChange(a, a.bytesSaved()), bytesB = perChange(b, b.bytesSaved());
        if (bytesA != bytesB)
            return bytesA > bytesB;
        const double timeA = perChange(a, a.secondsSaved.value_or(0)),
                     timeB = perChange(b, b.secondsSaved.value_or(0));
        return timeA != timeB ? timeA > timeB : a.assumed < b.assumed;
    });
    std::vector<Remedy> kept;
    for (const Remedy& remedy : list)
        if (std::ranges::none_of(list,
                                 [&](const Remedy& other) { return isAsGood(other, remedy); }))
            kept.push_back(remedy);
    list = std::move(kept);
}

} // namespace partita
