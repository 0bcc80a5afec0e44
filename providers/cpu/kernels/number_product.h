#pragma once

#include <cstdint>

namespace partita::cpu {

/// y [rows, columns] = a [rows, inner] × b [inner, columns], all row-major, on all threads. `T`: double,
/// or std::uint32_t or std::uint64_t, which wrap around.
template <class T>
void multiplyNumbers(const T* a, const T* b, T* y, std::int64_t rows, std::int64_t inner,
                     std::int64_t columns);

} // namespace partita::cpu
