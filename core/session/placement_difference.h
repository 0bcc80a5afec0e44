#pragma once

#include "core/provider/partitioning.h"

namespace partita {

/// What one run moves between providers.
struct MovedBytes {
    std::uint64_t bytes = 0;
    bool complete = true; ///< false: the least that it is, as some size is not known
    static MovedBytes of(const Partitioning& placed);
    [[nodiscard]] Message text() const; ///< "5.1 KiB", "5.1 KiB or more"
};
/// "5.1 KiB or more → 2 B per run"; empty: both are the same.
Message changeText(const MovedBytes& before, const MovedBytes& after);

/// How a part of the headline tells a figure before and after: "49 → 73 partitions"; empty: it is the
/// same, or not among those that are compared: partitions, boundary tensors and bytes.
Message changeText(HeadlinePart::Figure figure, const Partitioning& before,
                   const Partitioning& after);
/// "NPU 58/59 → 59/59 nodes": the nodes of the first provider and all; once, where both are the same.
Message nodesText(const Partitioning& before, const Partitioning& after);

/// What differs between two placements of one model. Nodes are paired by id, providers by theirs.
struct PlacementDifference {
    /// A figure before and after.
    struct Count {
        std::uint64_t before = 0, after = 0;
        [[nodiscard]] std::string text() const; ///< "1,049 → 73"; "73" where both are the same
        friend bool operator==(const Count&, const Count&) = default;
    };
    struct Provider {
        std::string id;
        ShownProvider shown; ///< as in the placement after, where it is there
        Count nodes, partitions;
    };
    /// A node that another provider runs than before; an empty id: no provider.
    struct Moved {
        NodeId node;
        std::string from, to;
    };
    Count partitions, boundaryTensors, boundaryBytes, unassigned; ///< of all providers
    Count ofFirst; ///< partitions of the first provider, as the headline of a placement counts them
    bool completeBefore = true, completeAfter = true; ///< false: some size is not known there
    std::vector<Provider> providers; ///< in the order after, then those that are gone
    std::vector<Moved> moved;        ///< in ascending order of ids

    [[nodiscard]] bool empty() const;
    [[nodiscard]] MovedBytes movedBefore() const { return {boundaryBytes.before, completeBefore}; }
    [[nodiscard]] MovedBytes movedAfter() const { return {boundaryBytes.after, completeAfter}; }
    [[nodiscard]] bool bytesComplete() const { return completeBefore && completeAfter; }
    /// "49 → 73 partitions" of the first provider, or "3 → 2 partitions in all" where only others
    /// change; empty: their number is the same.
    [[nodiscard]] Message partitionsText() const;
    /// `partitionsText`, "98 → 146 boundary tensors", "1.2 MiB → 3.4 MiB per run" and "12 nodes changed
    /// their provider", without what stayed as it was; no part: nothing differs.
    [[nodiscard]] std::vector<Message> headline() const;
    /// The parts in English, with " · " between them; "no difference" where there is none.
    [[nodiscard]] std::string headlineText() const;
};

/// The number of partitions that a headline gives: those of the first provider.
std::size_t headlinePartitions(const Partitioning& placed);

/// A figure of the headline before and after; nothing for one that is not compared: only partitions of
/// the first provider, boundary tensors and bytes are, these where all sizes are known.
std::optional<PlacementDifference::Count>
comparedCounts(HeadlinePart::Figure figure, const Partitioning& before, const Partitioning& after);

PlacementDifference differenceOf(const Partitioning& before, const Partitioning& after);
/// Takes out the nodes that only one of the models has: they did not move.
void keepNodesOfBoth(PlacementDifference& difference, const Model& before, const Model& after);

} // namespace partita
