#pragma once

#include <cstddef>
#include <memory>

namespace partita::cpu {

/// Memory for packed weights, aligned to 64 bytes. Weights are read from end to end in every run,
/// so they lie next to each other in large pages, which need few entries of the TLB. A stretch is
/// freed when nothing in it is used any more. Throws std::bad_alloc.
std::shared_ptr<void> allocatePacked(std::size_t bytes);

} // namespace partita::cpu
