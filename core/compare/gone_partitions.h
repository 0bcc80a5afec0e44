#pragma once

#include <map>

#include "core/compare/node_matching.h"
#include "core/session/triage.h"

namespace partita {

/// What went with partitions of the first provider of A none of whose nodes runs there in B: as when
/// a run becomes too short. The damage of the nodes does not tell it, for in B it would cost more if
/// the device took them. By nodes of A: each partition counts at the first of its nodes; bytes are
/// those of the nodes that B has. Empty where the first providers are not the same.
std::map<NodeId, Damage> gonePartitions(const JudgedPlacement& a, const JudgedPlacement& b,
                                        const std::vector<NodeId>& inB);

} // namespace partita
