#pragma once

#include <cstddef>

namespace partita {

/// Memory that is given back with std::free, aligned for vector instructions; from two MiB on in
/// large pages where the system has them, so that the processor finds it with few look-ups. Null
/// where there is not that much.
std::byte* allocateAligned(std::size_t bytes);

} // namespace partita
