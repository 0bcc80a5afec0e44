#pragma once

#include "core/provider/partitioning.h"

namespace partita {

/// By what a placement is predicted: "predicted (NPU · ascend310, Partita 0.1.0)", the profiles of
/// the devices, by whom they were taught, and the version of the rules. The CPU is the last provider.
Message predictedLabel(const Partitioning& predicted);

} // namespace partita
