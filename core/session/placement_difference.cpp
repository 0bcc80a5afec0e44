#include "core/session/placement_difference.h"

#include <algorithm>

#include "core/base/count_text.h"

namespace partita {

namespace {

using Provider = PlacementDifference::Provider;

std::string providerOf(const Partitioning& placed, NodeId node) {
    const auto provider = placed.providerOf(node);
    return provider ? placed.providers[*provider] : std::string();
}

/// Adds the figures of one placement; `figure` chooses before or after.
void addFigures(std::vector<Provider>& providers, const Partitioning& placed,
                std::uint64_t PlacementDifference::Count::*figure) {
    for (std::size_t i = 0; i < placed.providers.size(); ++i) {
        auto at = std::ranges::find(providers, placed.providers[i], &Provider::id);
        if (at == providers.end())
            at = providers.insert(at, {placed.providers[i], placed.providerNames[i], {}, {}});
        at->nodes.*figure = placed.summary.byProvider[i];
        at->partitions.*figure = placed.summary.partitionsByProvider[i];
    }
}

} // namespace

std::size_t headlinePartitions(const Partitioning& placed) {
    return placed.summary.partitionsByProvider.empty()
               ? 0
               : placed.summary.partitionsByProvider.front();
}

MovedBytes MovedBytes::of(const Partitioning& placed) {
    return {placed.summary.boundaryBytes, placed.summary.boundaryBytesComplete};
}

Message MovedBytes::text() const { return amountText(byteText(bytes), complete); }

Message changeText(const MovedBytes& before, const MovedBytes& after) {
    const Message was = before.text(), is = after.text();
    return was == is ? Message() : PARTITA_TEXT("{0} → {1} per run", was, is);
}

PlacementDifference differenceOf(const Partitioning& before, const Partitioning& after) {
    using Count = PlacementDifference::Count;
    PlacementDifference difference;
    const auto &old = before.summary, &now = after.summary;
    difference.partitions = {before.partitions.size(), after.partitions.size()};
    difference.ofFirst = {headlinePartitions(before), headlinePartitions(after)};
    difference.boundaryTensors = {old.boundaryTensors, now.boundaryTensors};
    difference.boundaryBytes = {old.boundaryBytes, now.boundaryBytes};
    difference.unassigned = {old.unassigned, now.unassigned};
    difference.completeBefore = old.boundaryBytesComplete;
    difference.completeAfter = now.boundaryBytesComplete;
    addFigures(difference.providers, after, &Count::after);
    addFigures(difference.providers, before, &Count::before);
    const auto end =
        static_cast<std::uint32_t>(std::max(before.partitionOf.size(), after.partitionOf.size()));
    for (NodeId node{1}; node.value < end; ++node.value) {
        std::string from = providerOf(before, node), to = providerOf(after, node);
        if (from != to)
            difference.moved.push_back({node, std::move(from), std::move(to)});
    }
    return difference;
}

bool PlacementDifference::empty() const {
    const auto same = [](const Count& count) { return count.before == count.after; };
    return moved.empty() && same(partitions) && same(boundaryTensors) && same(boundaryBytes) &&
           same(unassigned) && std::ranges::all_of(providers, [&](const Provider& each) {
               return same(each.nodes) && same(each.partitions);
           });
}

Message PlacementDifference::partitionsText() const {
    if (ofFirst.before != ofFirst.after)
        return ofFirst.after == 1 ? PARTITA_TEXT("{0} partition", ofFirst.text())
                                  : PARTITA_TEXT("{0} partitions", ofFirst.text());
    if (partitions.before != partitions.after)
        return partitions.after == 1 ? PARTITA_TEXT("{0} partition in all", partitions.text())
                                     : PARTITA_TEXT("{0} partitions in all", partitions.text());
    return {};
}

std::string PlacementDifference::Count::text() const {
    return before == after ? grouped(after) : grouped(before) + " → " + grouped(after);
}

std::vector<Message> PlacementDifference::headline() const {
    std::vector<Message> parts;
    if (const Message text = partitionsText(); !text.empty())
        parts.push_back(text);
    if (boundaryTensors.before != boundaryTensors.after)
        parts.push_back(boundaryTensors.after == 1
                            ? PARTITA_TEXT("{0} boundary tensor", boundaryTensors.text())
                            : PARTITA_TEXT("{0} boundary tensors", boundaryTensors.text()));
    if (const Message text = changeText(movedBefore(), movedAfter()); !text.empty())
        parts.push_back(text);
    if (unassigned.before != unassigned.after)
        parts.push_back(unassigned.after == 1
                            ? PARTITA_TEXT("{0} node that no provider runs", unassigned.text())
                            : PARTITA_TEXT("{0} nodes that no provider runs", unassigned.text()));
    if (!moved.empty())
        parts.push_back(moved.size() == 1 ? PARTITA_TEXT("1 node changed its provider")
                                          : PARTITA_TEXT("{0} nodes changed their provider",
                                                         grouped(moved.size())));
    return parts;
}

std::string PlacementDifference::headlineText() const {
    std::string text;
    for (const Message& part : headline())
        text += (text.empty() ? "" : " · ") + part.text();
    return text.empty() ? "no difference" : text;
}

} // namespace partita
