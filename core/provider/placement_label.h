#pragma once

#include "core/provider/partitioning.h"

namespace partita {

/// By what a placement is predicted: "predicted (NPU · ascend310, Partita 0.1.0)", the profiles of
/// the devices and the version of the rules.
Message predictedLabel(const Partitioning& predicted);
/// The same by the names of all providers, the CPU last.
Message predictedLabel(const std::vector<std::string>& providerNames);

} // namespace partita
