#pragma once

#include <cstddef>
#include <memory>

namespace partita::cpu {

/// Memory for packed weights, which are read from end to end in every run: neighbours in large
/// pages, so that the processor finds them with few look-ups. Aligned to 64 bytes. It is given back
/// when nothing of a stretch is in use any more. Throws std::bad_alloc.
std::shared_ptr<void> allocatePacked(std::size_t bytes);

} // namespace partita::cpu
