#pragma once

#include "providers/reference/call.h"

namespace partita::reference {

/// The product of two matrices, or of batches of them, as NumPy's matmul takes them.
Array product(const Call& call, const Array& left, const Array& right, DataType type);
/// The nearest number that an integer type holds.
double saturated(DataType type, double value);

} // namespace partita::reference
