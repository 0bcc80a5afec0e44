#pragma once

#include "core/provider/partitioning.h"

namespace partita {

/// What a partition does among the others, in a line: "C2 splits what NPU runs: N1 → C2 → N3. It
/// runs kernel by kernel, not compiled". The neighbours are those that it exchanges tensors with.
Message partitionSentence(const Partitioning& partitioning, const Partition& partition);

} // namespace partita
