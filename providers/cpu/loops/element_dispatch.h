#pragma once

#include <cstdint>

#include "core/ir/type.h"
#include "core/provider/node_failure.h"

namespace partita::cpu {

/// Calls `work.operator()<T>()` with the C++ type of an element; fails for types without one.
template <class F> void forNumericType(DataType type, F&& work) {
    switch (type) {
    case DataType::float32: return work.template operator()<float>();
    case DataType::float64: return work.template operator()<double>();
    case DataType::int64: return work.template operator()<std::int64_t>();
    case DataType::int32: return work.template operator()<std::int32_t>();
    case DataType::int16: return work.template operator()<std::int16_t>();
    case DataType::int8: return work.template operator()<std::int8_t>();
    case DataType::uint64: return work.template operator()<std::uint64_t>();
    case DataType::uint32: return work.template operator()<std::uint32_t>();
    case DataType::uint16: return work.template operator()<std::uint16_t>();
    case DataType::uint8: return work.template operator()<std::uint8_t>();
    case DataType::boolean: return work.template operator()<bool>();
    default: throw NodeFailure("this type of element is not supported");
    }
}

/// Calls `work.operator()<T>()` with the unsigned integer of the element's size, for kernels that
/// only move elements; fails for sizes other than 8, 16, 32 and 64 bits.
template <class F> void forElementSize(DataType type, F&& work) {
    switch (dataTypeBits(type)) {
    case 8: return work.template operator()<std::uint8_t>();
    case 16: return work.template operator()<std::uint16_t>();
    case 32: return work.template operator()<std::uint32_t>();
    case 64: return work.template operator()<std::uint64_t>();
    default: throw NodeFailure("elements of this size cannot be moved");
    }
}

} // namespace partita::cpu
