#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace partita {

/// The most bytes that one value from a file or an option may ask for: half of the memory available
/// on the machine, or half of what RLIMIT_AS leaves this process, whichever is less.
std::uint64_t memoryBudget();

/// Fails when `bytes` exceed `memoryBudget`; call it before allocating. `what` names what needs the
/// memory ("the random inputs"), and `remedy` says how to need less.
Result<void> checkMemory(std::uint64_t bytes, const Message& what, const Message& remedy);

} // namespace partita
