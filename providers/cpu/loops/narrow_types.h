#pragma once

#include "core/provider/runtime_value.h"

namespace partita::cpu {

/// How a number that a small type does not hold exactly is stored.
enum class Rounding { nearest, up, down };

/// Elements of any numeric type, packed ones included.
inline double readNumber(const RuntimeValue& value, std::int64_t i) {
    return numberAt(value.type, {value.data, value.byteSize()}, static_cast<std::size_t>(i));
}

/// Stores a number. Small floats round to nearest even; beyond their range they hold the largest
/// number (`saturate`) or infinity or NaN. Integers truncate towards zero and keep their low bits.
/// float8e8m0 holds powers of two and rounds as told.
/// Source: ONNX "Cast", versions 19–25, tables of out-of-range values.
void writeNumber(RuntimeValue& value, std::int64_t i, double number, bool saturate = true,
                 Rounding rounding = Rounding::nearest);

/// Bits of element `i` of a type below eight bits, and the way back.
unsigned readBits(const RuntimeValue& value, std::int64_t i);
void writeBits(RuntimeValue& value, std::int64_t i, unsigned bits);

} // namespace partita::cpu
