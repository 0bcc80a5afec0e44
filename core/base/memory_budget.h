#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace partita {

/// The most bytes that one value from a file or an option may ask for: half of what the machine
/// has free, and of what is left below the limits of this process.
std::uint64_t memoryBudget();

/// Fails where `bytes` are more than that, before anything is allocated. `what` needs them: "the
/// random inputs"; `remedy` says how to need less.
Result<void> checkMemory(std::uint64_t bytes, const Message& what, const Message& remedy);

} // namespace partita
