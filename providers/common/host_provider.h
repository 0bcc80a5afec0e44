#pragma once

#include "core/provider/execution_provider.h"

namespace partita {

/// The provider of the processor that this program runs on. A simulated device has its kernels
/// compute what the device would, and leaves it what the device does not take. The CPU defines it.
std::shared_ptr<ExecutionProvider> makeHostProvider();

} // namespace partita
