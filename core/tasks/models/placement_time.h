#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/provider/time_estimator.h"
#include "core/session/partitioner.h"

namespace partita {

/// The simulated time of one run of a placement: the work of its nodes, one after another, and the
/// copies between host and devices.
struct PlacementTime {
    double seconds = 0;
    double copySeconds = 0; ///< of these: the copies
    bool known = false;     ///< false: no device says how fast it is
    /// Nodes and copies of unknown size, with the provider; they count as nothing.
    std::vector<std::pair<std::string, NodeId>> unknownNodes;
    std::vector<std::pair<std::string, ValueId>> unknownCopies;
};

/// The seconds that `after` saves. Nothing where one of the times is not known, or where the parts of
/// unknown size are others: those that both placements have on the same provider cancel out.
/// `sameIds`: both are about the same model and the same devices; otherwise nothing cancels out.
std::optional<double> secondsSaved(const PlacementTime& before, const PlacementTime& after,
                                   bool sameIds);

/// The seconds that `after` saves in copies alone, at least: what went of unknown size is not
/// counted. Nothing where a copy of unknown size came.
std::optional<double> copySecondsSaved(const PlacementTime& before, const PlacementTime& after,
                                       bool sameIds);

/// Adds up times for placements of one model on the same providers; the time of a node is computed
/// once.
class PlacementTimer {
public:
    /// Keeps references to both.
    PlacementTimer(const Model& model, const ProviderList& providers);
    [[nodiscard]] PlacementTime timeOf(const Partitioning& placed);

private:
    /// The time of a node; nothing: not known.
    std::optional<double> secondsOf(std::uint32_t provider, NodeId node);
    void addCopies(const Partitioning& placed, PlacementTime& time) const;

    const Model& m_model;
    std::vector<const TimeEstimator*> m_estimators; ///< by provider; null: not simulated
    const TimeEstimator* m_host = nullptr;          ///< the first one
    std::vector<std::vector<std::optional<std::optional<double>>>> m_seconds; ///< by provider, node
};

} // namespace partita
