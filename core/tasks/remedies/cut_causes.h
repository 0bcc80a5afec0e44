#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/tasks/remedies/remedy_goal.h"

namespace partita {

/// Why one provider does not take a whole model, in a form in which a change is judged quickly:
/// operators that it declines, and the runs of nodes that they cut. It counts partitions as if the
/// provider took every run of nodes that it supports and that is long enough; what it counts is
/// then tried with the partitioner.
class CutCauses {
public:
    /// An operator with nodes that the provider declines.
    struct Cause {
        std::string op;
        std::vector<NodeId> nodes;
    };

    /// Numbers of partitions, and the nodes in some of them.
    struct Count {
        std::size_t own = 0;   ///< of the provider
        std::size_t all = 0;   ///< of it and of those that get what it leaves
        std::size_t nodes = 0; ///< of the provider
        friend bool operator==(const Count&, const Count&) = default;
    };

    /// `least`: the least length of a run.
    CutCauses(const Model& model, const Partitioning& placed, std::uint32_t provider,
              std::size_t least);

    /// In descending order of nodes.
    [[nodiscard]] const std::vector<Cause>& causes() const { return m_causes; }
    /// Partitions if the provider took all nodes of the chosen causes (by index).
    [[nodiscard]] Count partitions(const std::vector<bool>& chosen) const {
        return partitions(chosen, m_least);
    }
    [[nodiscard]] Count partitions(const std::vector<bool>& chosen, std::size_t least) const;
    /// Fewer partitions have a lower rank: of the first provider, which a headline counts, its own
    /// partitions decide; of any other those in all. Where the devices run next to nothing, more
    /// nodes have a lower rank, and of equally many the fewest partitions.
    [[nodiscard]] std::size_t rank(const Count& count) const;
    /// The distinct lengths of the runs of supported nodes.
    [[nodiscard]] std::vector<std::size_t> runLengths() const;
    /// The fewest partitions that the taking of `count` causes may give; a bound, not a choice.
    [[nodiscard]] Count bound(std::size_t count) const;
    [[nodiscard]] bool isOfFirst() const { return m_isFirst; }
    /// The causes of each piece between two runs; each distinct set once.
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> setsOfPieces() const;
    /// Pieces between two runs that are a single node.
    [[nodiscard]] const std::vector<NodeId>& loneNodes() const { return m_lone; }
    /// Elements that `partitions` visits.
    [[nodiscard]] std::size_t size() const { return m_pieces.size(); }

private:
    static constexpr std::uint32_t kSupported = UINT32_MAX, kEnd = UINT32_MAX - 1;
    /// Nodes in sequence with one cause; `kEnd`: the end of a graph.
    struct Piece {
        std::uint32_t cause = kSupported;
        std::size_t nodes = 0;
    };
    void addGraph(const Model& model, const Partitioning& placed, std::uint32_t provider,
                  const std::vector<NodeId>& order);
    void sortCauses();

    std::size_t m_least;
    bool m_isFirst;
    RemedyGoal m_goal;
    std::vector<Cause> m_causes;
    std::vector<Piece> m_pieces;
    std::vector<NodeId> m_lone;
};

/// A set of causes (by index) with the partitions that it leaves.
struct CauseSet {
    std::vector<std::uint32_t> causes;
    std::size_t rank = 0; ///< of the partitions that it leaves
};

/// The sets worth trying, and whether no smaller set could give as few partitions.
struct CauseSets {
    std::vector<CauseSet> sets; ///< in ascending order of their size
    bool exact = false;         ///< every set was judged; otherwise greedily chosen
};

/// For each number of causes the set that leaves the fewest partitions, where it leaves fewer than
/// a smaller set: all sets are judged where that is little work, otherwise sets grow greedily by
/// one cause, or by all causes of one piece between two runs.
CauseSets bestSets(const CutCauses& causes, const Progress& progress);

} // namespace partita
