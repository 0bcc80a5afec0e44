#include "providers/cpu/loops/narrow_types.h"

#include <cmath>

#include "core/ir/float_formats.h"
#include "providers/cpu/loops/element_dispatch.h"
#include "providers/cpu/loops/wrapping.h"

namespace partita::cpu {

namespace {

/// numberAs for integers of less than 8 bits.
unsigned smallInteger(DataType type, double number) {
    const bool isSigned = type == DataType::int4 || type == DataType::int2;
    const unsigned bits = dataTypeBits(type), half = 1U << (bits - 1);
    if (std::fabs(number) < 0x1p63 || std::isnan(number))
        return numberAs<unsigned>(number);
    if (number < 0)
        return isSigned ? half : 0;
    return isSigned ? half - 1 : 2 * half - 1;
}

} // namespace

unsigned readBits(const RuntimeValue& value, std::int64_t i) {
    const unsigned bits = dataTypeBits(value.type);
    const auto at = static_cast<std::size_t>(i) * bits;
    unsigned content = std::to_integer<unsigned>(value.data[at / 8]) >> (at % 8);
    if (at % 8 + bits > 8) // elements of 6 bits may span two bytes
        content |= std::to_integer<unsigned>(value.data[at / 8 + 1]) << (8 - at % 8);
    return content & ((1U << bits) - 1U);
}

void writeBits(RuntimeValue& value, std::int64_t i, unsigned content) {
    const unsigned bits = dataTypeBits(value.type);
    const auto at = static_cast<std::size_t>(i) * bits;
    const unsigned mask = ((1U << bits) - 1U) << (at % 8), moved = content << (at % 8);
    const auto write = [&](std::size_t byte, unsigned shift) {
        auto& there = value.data[byte];
        there = static_cast<std::byte>((std::to_integer<unsigned>(there) & ~(mask >> shift)) |
                                       ((moved & mask) >> shift));
    };
    write(at / 8, 0);
    if (at % 8 + bits > 8)
        write(at / 8 + 1, 8);
}

void writeNumber(RuntimeValue& value, std::int64_t i, double number, bool saturate,
                 ScaleRounding rounding) {
    switch (value.type) {
    case DataType::float16:
        value.as<std::uint16_t>()[i] = floatToHalf(static_cast<float>(number));
        return;
    case DataType::bfloat16:
        value.as<std::uint16_t>()[i] = floatToBfloat16(static_cast<float>(number));
        return;
    case DataType::float8e4m3fn:
    case DataType::float8e4m3fnuz:
    case DataType::float8e5m2:
    case DataType::float8e5m2fnuz:
        value.as<std::uint8_t>()[i] =
            static_cast<std::uint8_t>(smallFloatCode(value.type, number, saturate));
        return;
    case DataType::float6e2m3:
    case DataType::float6e3m2:
    case DataType::float4e2m1:
        writeBits(value, i, smallFloatCode(value.type, number, true));
        return;
    case DataType::float8e8m0:
        value.as<std::uint8_t>()[i] =
            static_cast<std::uint8_t>(scaleCode(number, saturate, rounding));
        return;
    case DataType::int4:
    case DataType::uint4:
    case DataType::int2:
    case DataType::uint2: writeBits(value, i, smallInteger(value.type, number)); return;
    case DataType::complex64:
        value.as<float>()[2 * i] = static_cast<float>(number);
        value.as<float>()[2 * i + 1] = 0;
        return;
    case DataType::complex128:
        value.as<double>()[2 * i] = number;
        value.as<double>()[2 * i + 1] = 0;
        return;
    case DataType::boolean: value.as<bool>()[i] = number != 0; return;
    default: break;
    }
    forNumericType(value.type, [&]<class T>() { value.as<T>()[i] = numberAs<T>(number); });
}

} // namespace partita::cpu
