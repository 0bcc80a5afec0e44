#include "core/session/placement_difference.h"

#include <algorithm>

#include "core/base/count_text.h"

namespace partita {

namespace {

using Provider = PlacementDifference::Provider;
using Count = PlacementDifference::Count;

Message partitionsText(const Count& count) {
    return count.after == 1 ? PARTITA_TEXT("{0} partition", count.text())
                            : PARTITA_TEXT("{0} partitions", count.text());
}

Message boundaryTensorsText(const Count& count) {
    return count.after == 1 ? PARTITA_TEXT("{0} boundary tensor", count.text())
                            : PARTITA_TEXT("{0} boundary tensors", count.text());
}

std::string providerOf(const Partitioning& placed, NodeId node) {
    const auto provider = placed.providerOf(node);
    return provider ? placed.providers[*provider] : std::string();
}

/// Adds the figures of one placement; `figure` chooses before or after.
void addFigures(std::vector<Provider>& providers, const Partitioning& placed,
                std::uint64_t Count::*figure) {
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

std::optional<Count> comparedCounts(HeadlinePart::Figure figure, const Partitioning& before,
                                    const Partitioning& after) {
    using enum HeadlinePart::Figure;
    const auto &was = before.summary, &is = after.summary;
    switch (figure) {
    case partitions: return Count{headlinePartitions(before), headlinePartitions(after)};
    case boundaryTensors: return Count{was.boundaryTensors, is.boundaryTensors};
    case bytes:
        if (!was.boundaryBytesComplete || !is.boundaryBytesComplete)
            return std::nullopt; // more may have become less
        return Count{was.boundaryBytes, is.boundaryBytes};
    case nodes:
    case copies:
    case folded:
    case unused:
    case unassigned: break;
    }
    return std::nullopt;
}

Message changeText(HeadlinePart::Figure figure, const Partitioning& before,
                   const Partitioning& after) {
    using enum HeadlinePart::Figure;
    if (figure == bytes)
        return changeText(MovedBytes::of(before), MovedBytes::of(after));
    const auto counts = comparedCounts(figure, before, after);
    if (!counts || counts->before == counts->after)
        return {};
    return figure == partitions ? partitionsText(*counts) : boundaryTensorsText(*counts);
}

Message nodesText(const Partitioning& before, const Partitioning& after) {
    const auto share = [](const Partitioning& placed) {
        return grouped(placed.summary.byProvider[0]) + "/" + grouped(placed.summary.nodes);
    };
    const std::string was = share(before), is = share(after);
    return PARTITA_TEXT("{0} {1} nodes", after.providerNames[0].name,
                        was == is ? is : was + " → " + is);
}

PlacementDifference differenceOf(const Partitioning& before, const Partitioning& after) {
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

void keepNodesOfBoth(PlacementDifference& difference, const Model& before, const Model& after) {
    std::erase_if(difference.moved, [&](const PlacementDifference::Moved& each) {
        return !before.node(each.node) || !after.node(each.node);
    });
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
        return partita::partitionsText(ofFirst);
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
        parts.push_back(boundaryTensorsText(boundaryTensors));
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
