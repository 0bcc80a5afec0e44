#pragma once

#include "providers/reference/call.h"

namespace partita::reference {

/// The product of two matrices or of two batches of matrices, with NumPy's matmul semantics; the
/// result has element type `type`. Defined in products.cpp.
Array product(const Call& call, const Array& left, const Array& right, DataType type);
/// `value` clamped to the range of an integer type; NaN becomes 0. Defined in quantize.cpp.
double saturated(DataType type, double value);

} // namespace partita::reference
