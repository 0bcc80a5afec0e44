#pragma once

#include <cstdint>

namespace partita::cpu {

/// y [rows, columns] = a [rows, inner] × b [inner, columns], all row-major, on all threads.
void multiplyDoubles(const double* a, const double* b, double* y, std::int64_t rows,
                     std::int64_t inner, std::int64_t columns);

} // namespace partita::cpu
