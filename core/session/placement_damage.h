#pragma once

#include <span>

#include "core/session/placed_order.h"

namespace partita {

/// What would be saved if the first provider took some nodes.
struct Damage {
    std::int64_t partitions = 0; ///< of the first provider, that would merge; negative: more
    std::int64_t bytes = 0;      ///< fewer between providers in one run, with every unknown
                                 ///< dimension taken as 1; negative: more
    std::size_t nodes = 0;       ///< further nodes that it would take, whose runs are too short now

    Damage& operator+=(const Damage& more) {
        partitions += more.partitions;
        bytes += more.bytes;
        nodes += more.nodes;
        return *this;
    }
};

/// What went from one damage to the other; negative: it came.
Damage damageGone(const Damage& before, const Damage& after);
/// "34 · 588 KiB": the partitions and the bytes, negative ones with a minus sign; "none".
Message damageText(const Damage& damage);

/// Computes damages from the neighbourhood of nodes, without placing the model again. Bodies stay
/// where they are, and a cut by a memory limit stays a cut.
class DamageMeter {
public:
    DamageMeter(const Model& model, const Partitioning& partitioning, const PlacedOrder& order);

    /// The damage of nodes that the first provider does not run, by their places in ascending
    /// order. A node of a run that is too short is taken with its run.
    Damage ofTaking(std::span<const std::size_t> places);
    /// The same for one node; all nodes of a run that is too short have the damage of the run.
    Damage ofTaking(std::size_t place);

private:
    static constexpr std::size_t kNoRun = ~std::size_t{0};
    /// Consecutive nodes that the first provider supports.
    struct Run {
        std::size_t begin = 0, end = 0; ///< places
        std::int64_t partitions = 0;    ///< 0: too short
    };
    /// Runs and nodes that become one run.
    struct Merged {
        std::size_t length = 0, last = 0, lastRun = kNoRun;
        std::int64_t partitions = 0, pieces = 0;
        bool forced = false;
        std::vector<NodeId> moved;
    };
    void findRuns();
    void lookBehindFolded();
    void countReaders();
    void collectCaptures();
    [[nodiscard]] bool supports(NodeId node) const;
    [[nodiscard]] std::vector<ValueId> readsOf(NodeId node) const;
    void extend(Merged& merged, std::size_t place) const;
    void add(Merged& merged, std::size_t run) const;
    void finish(Merged& merged, Damage& damage);
    [[nodiscard]] std::int64_t bytesSaved(std::span<const NodeId> moved);
    [[nodiscard]] std::int64_t copies(ValueId value, std::uint32_t from, bool after) const;

    const Model& m_model;
    const Partitioning& m_partitioning;
    const PlacedOrder& m_order;
    std::size_t m_providers;
    std::vector<Run> m_runs;
    std::vector<std::size_t> m_runAt;             ///< by place
    std::vector<std::vector<ValueId>> m_captures; ///< by NodeId: what its bodies read
    std::vector<ValueId> m_behind; ///< by ValueId: what a folded node passes on there
    std::vector<std::int32_t> m_readers, m_change; ///< by ValueId, then provider
    std::vector<NodeId> m_moved;
    std::size_t m_lastRun = kNoRun; ///< the run whose damage is `m_ofLastRun`
    Damage m_ofLastRun;
    std::vector<bool> m_isMoved, m_isTouched; ///< by NodeId, by ValueId
};

} // namespace partita
