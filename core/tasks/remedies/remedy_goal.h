#pragma once

#include <array>

#include "core/session/partitioner.h"

namespace partita {

/// What a change has to do to be a remedy.
enum class RemedyGoal {
    fewerPartitions,
    nodesOnDevices ///< where the devices run next to nothing: to give them more nodes
};

/// Where the devices run at most one node in twenty, the goal is more nodes on them; otherwise it is
/// fewer partitions. `onDevices`, `onNoDevice`: the nodes that are placed.
RemedyGoal remedyGoalFor(std::size_t onDevices, std::size_t onNoDevice);
/// The goal for a placement as it is. Where there is no device, none can get nodes.
RemedyGoal remedyGoalFor(const Partitioning& placed);

/// The nodes that are placed on a device: those of all providers but the last.
std::size_t nodesOnDevices(const Partitioning& placed);
/// The nodes that are placed, but on no device: those of the last provider, and those of none.
std::size_t nodesOnNoDevice(const Partitioning& placed);

/// How far a placement is from a goal, in figures that are compared one after another; less is
/// better. The last two are the partitions of the first provider and those in all.
std::array<std::size_t, 3> distanceTo(RemedyGoal goal, const Partitioning& placed);

/// What keeps a placement from its goal: of the nodes that a device declines, the reason that most
/// of them share.
Message whyNothingHelps(const Model& model, const Partitioning& placed);

} // namespace partita
