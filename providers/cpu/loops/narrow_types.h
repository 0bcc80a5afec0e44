#pragma once

#include "core/ir/small_floats.h"
#include "core/provider/runtime_value.h"

namespace partita::cpu {

/// Element `i` of any numeric type, packed types included.
inline double readNumber(const RuntimeValue& value, std::int64_t i) {
    return numberAt(value.type, {value.data, value.byteSize()}, static_cast<std::size_t>(i));
}

/// Stores a number. Small floats round to nearest even; beyond their range they hold the largest
/// number (`saturate`) or infinity or NaN. Integers truncate towards zero and keep their low bits.
/// float8e8m0 holds powers of two and rounds as told.
/// Source: ONNX "Cast", versions 19–25, tables of out-of-range values.
void writeNumber(RuntimeValue& value, std::int64_t i, double number, bool saturate = true,
                 ScaleRounding rounding = ScaleRounding::nearest);

/// Reads and writes the bits of element `i` of a type of less than 8 bits.
unsigned readBits(const RuntimeValue& value, std::int64_t i);
void writeBits(RuntimeValue& value, std::int64_t i, unsigned bits);

} // namespace partita::cpu
