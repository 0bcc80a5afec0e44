#pragma once

#include "core/provider/execution_provider.h"

namespace partita {

/// The provider of the processor that this program runs on; the CPU provider defines it. A
/// simulated device computes with its kernels and leaves it the nodes that the device does not
/// take.
std::shared_ptr<ExecutionProvider> makeHostProvider();

} // namespace partita
