#pragma once

#include "core/ir/type.h"

namespace partita {

/// How a number is rounded that lies between two powers of two.
enum class ScaleRounding { nearest, up, down };

/// The largest finite number of a floating-point type of at most 8 bits.
double largestSmallFloat(DataType type);

/// The code of the nearest number of a floating-point type of at most 8 bits with a sign, ties to the
/// even code. Beyond the type's range: the largest number, if `saturate` or the type has neither
/// infinity nor NaN, otherwise infinity, or NaN. A type without a NaN has minus zero for it.
/// Source: ONNX "Cast", versions 19–25, tables of out-of-range values.
unsigned smallFloatCode(DataType type, double number, bool saturate);

/// The code of a power of two in float8e8m0. A negative number becomes NaN; beyond the range the
/// nearest power is taken, if `saturate`, otherwise NaN.
/// Source: ONNX "Cast", version 24.
unsigned scaleCode(double number, bool saturate, ScaleRounding rounding);

} // namespace partita
