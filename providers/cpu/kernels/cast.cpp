// Cast, CastLike, BitCast: from any type to any other.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

#include "core/base/number_text.h"
#include "core/base/text_parts.h"
#include "core/ir/element_type.h"
#include "providers/cpu/kernels/broadcast.h"
#include "providers/cpu/kernels/kernel_adapters.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/float16_conversion.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/wrapping.h"

namespace partita::cpu {

namespace {

bool isPlain(DataType type) {
    switch (type) {
    case DataType::float32:
    case DataType::float64:
    case DataType::int8:
    case DataType::int16:
    case DataType::int32:
    case DataType::int64:
    case DataType::uint8:
    case DataType::uint16:
    case DataType::uint32:
    case DataType::uint64:
    case DataType::boolean: return true;
    default: return false;
    }
}

/// Converts a number to another type, floats to integers as numberAs does.
template <class To, class From> PARTITA_INLINE inline To convert(From value) {
    if constexpr (std::is_floating_point_v<From> && kWraps<To>)
        return numberAs<To>(static_cast<double>(value));
    else
        return static_cast<To>(value);
}

/// Converts numbers piece by piece by way of int32, which vectorizes, unless one of the piece does not
/// fit there: `outside` gives it a number that is not 0.
template <class From, class To, class F>
void castByInt32(const From* x, To* y, std::int64_t count, F outside) {
    constexpr std::int64_t kPiece = 1024;
    onWidestCpu([&](auto) PARTITA_INLINE {
        const From* from = x;
        To* to = y;
        for (std::int64_t left = count; left > 0; left -= kPiece, from += kPiece, to += kPiece) {
            const std::int64_t size = std::min(left, kPiece);
            decltype(outside(*from)) any = 0;
            for (std::int64_t i = 0; i < size; ++i)
                any |= outside(from[i]);
            if (any == 0)
                mapRange(from, to, size, [](From v) { return static_cast<std::int32_t>(v); });
            else
                mapRange(from, to, size, [](From v) { return convert<To>(v); });
        }
    });
}

/// Floats beyond ±2^31, and NaN.
constexpr auto kFloatOutside = [](float v) PARTITA_INLINE {
    constexpr float kLimit = 2147483520.0F;
    return static_cast<std::int32_t>(!(std::fabs(v) <= kLimit));
};
/// The bits of an integer of 64 bits that an int32 does not hold.
constexpr auto kBitsOutside = []<class T>(T v) PARTITA_INLINE {
    if constexpr (std::is_signed_v<T>)
        return v ^ static_cast<T>(static_cast<std::int32_t>(v));
    else
        return v >> 31;
};

/// Casts between the types that C++ has.
void castPlain(const RuntimeValue& x, RuntimeValue& y) {
    forNumericType(x.type, [&]<class From>() {
        const From* in = x.as<From>();
        forNumericType(y.type, [&]<class To>() {
            To* out = y.as<To>();
            if constexpr (std::is_same_v<From, float> && std::is_integral_v<To> &&
                          !std::is_same_v<To, bool>)
                parallelFor(x.count(), kElementGrain, [&](std::int64_t begin, std::int64_t end) {
                    castByInt32(in + begin, out + begin, end - begin, kFloatOutside);
                });
            else if constexpr (std::is_integral_v<From> && sizeof(From) == 8 &&
                               std::is_same_v<To, float>)
                parallelFor(x.count(), kElementGrain, [&](std::int64_t begin, std::int64_t end) {
                    castByInt32(in + begin, out + begin, end - begin, kBitsOutside);
                });
            else if constexpr (std::is_same_v<From,
                                              bool>) // a file may hold other bytes than 0 and 1
                mapElements(x.as<std::uint8_t>(), out, x.count(),
                            [](std::uint8_t v) { return static_cast<To>(v != 0); });
            else
                mapElements(in, out, x.count(), [](From v) { return convert<To>(v); });
        });
    });
}

/// Casts between halves and the types that C++ has by way of float32. Integers that float32 does not
/// hold exactly would be rounded twice and are not for this.
void castByFloats(const RuntimeValue& x, RuntimeValue& y) {
    RuntimeValue floats = RuntimeValue::allocate(DataType::float32, x.dims);
    if (isHalf(x.type)) {
        widenHalves(x.type, x.as<std::uint16_t>(), floats.as<float>(), x.count());
        castPlain(floats, y);
    } else {
        castPlain(x, floats);
        narrowToHalves(y.type, floats.as<float>(), y.as<std::uint16_t>(), x.count());
    }
}

bool isSmallInteger(DataType type) {
    return type == DataType::int4 || type == DataType::uint4 || type == DataType::int2 ||
           type == DataType::uint2;
}

/// Casts to integers of less than 8 bits: the low bits of wider integers.
void castToSmallIntegers(const RuntimeValue& x, RuntimeValue& y) {
    forNumericType(x.type, [&]<class From>() {
        if constexpr (kWraps<From>)
            for (std::int64_t i = 0; i < x.count(); ++i)
                writeBits(y, i, static_cast<unsigned>(x.as<From>()[i]));
        else
            for (std::int64_t i = 0; i < x.count(); ++i)
                writeNumber(y, i, readNumber(x, i), true);
    });
}

/// The shortest text of a number that reads back as the same number.
std::string textOf(const RuntimeValue& x, std::int64_t i) {
    switch (x.type) {
    case DataType::boolean: return x.as<bool>()[i] ? "1" : "0";
    case DataType::int32: return fmt::format("{}", x.as<std::int32_t>()[i]);
    case DataType::uint32: return fmt::format("{}", x.as<std::uint32_t>()[i]);
    case DataType::int64: return fmt::format("{}", x.as<std::int64_t>()[i]);
    case DataType::uint64: return fmt::format("{}", x.as<std::uint64_t>()[i]);
    default: break;
    }
    const double number = readNumber(x, i);
    if (std::isnan(number))
        return "NaN";
    if (std::isinf(number))
        return number < 0 ? "-INF" : "INF";
    return x.type == DataType::float64 ? fmt::format("{}", number)
                                       : fmt::format("{}", static_cast<float>(number));
}

double numberOf(const std::string& text) {
    const std::string lower = lowerLetters(text);
    if (lower == "nan")
        return std::nan("");
    if (lower == "inf" || lower == "+inf" || lower == "infinity")
        return HUGE_VAL;
    if (lower == "-inf" || lower == "-infinity")
        return -HUGE_VAL;
    const auto number =
        parseNumber<double>(std::string_view(text).substr(text.starts_with('+') ? 1 : 0));
    require(number.has_value(), "a text is not a number and cannot be cast to one");
    return *number;
}

/// Writes the number of a text to element i of y. int64 is read as such, because a double would
/// lose digits.
void writeText(RuntimeValue& y, std::int64_t i, const std::string& text, bool saturate,
               ScaleRounding rounding) {
    if (y.type == DataType::int64)
        if (const auto whole = parseNumber<std::int64_t>(text)) {
            y.as<std::int64_t>()[i] = *whole;
            return;
        }
    writeNumber(y, i, numberOf(text), saturate, rounding);
}

void castInto(KernelContext& context, DataType to) {
    const RuntimeValue& x = context.input(0);
    if (x.type == to) {
        context.forward(0, x, x.dims);
        return;
    }
    const bool saturate = context.node().intAttribute("saturate", 1) != 0;
    const auto mode = context.node().stringAttribute("round_mode", "up");
    const ScaleRounding rounding = mode == "up"     ? ScaleRounding::up
                                   : mode == "down" ? ScaleRounding::down
                                                    : ScaleRounding::nearest;
    const std::int64_t count = x.count();
    RuntimeValue& y = context.output(0, to, x.dims);
    if (isPlain(x.type) && isPlain(to)) {
        castPlain(x, y);
    } else if (isPlain(x.type) && isSmallInteger(to)) {
        castToSmallIntegers(x, y);
    } else if (to == DataType::string) {
        for (std::int64_t i = 0; i < count; ++i)
            (*y.strings)[static_cast<std::size_t>(i)] = textOf(x, i);
    } else if (x.type == DataType::string) {
        for (std::int64_t i = 0; i < count; ++i)
            writeText(y, i, (*x.strings)[static_cast<std::size_t>(i)], saturate, rounding);
    } else if (isHalf(x.type) && to == DataType::float32) {
        widenHalves(x.type, x.as<std::uint16_t>(), y.as<float>(), count);
    } else if (x.type == DataType::float32 && isHalf(to)) {
        narrowToHalves(to, x.as<float>(), y.as<std::uint16_t>(), count);
    } else if ((isHalf(x.type) && isPlain(to)) || (isExactInFloats(x.type) && isHalf(to))) {
        castByFloats(x, y);
    } else {
        for (std::int64_t i = 0; i < count; ++i)
            writeNumber(y, i, readNumber(x, i), saturate, rounding);
    }
}

class CastToFloats : public Kernel {
    void run(KernelContext& context) override { castInto(context, DataType::float32); }
};

} // namespace

bool isExactInFloats(DataType type) { return isPlain(type) && dataTypeBits(type) <= 16; }

std::unique_ptr<Kernel> makeCastToFloats() { return std::make_unique<CastToFloats>(); }

/// Casts each element to the type that attribute `to` names.
///
/// Inputs:   X any tensor type
/// Outputs:  Y of type `to` and X's shape
/// Method:   vector loops between C++ types and between float32 and the half types; between halves
///           and C++ types by way of float32 where that is exact, others by way of float64; X's
///           elements are forwarded where the type stays
/// Fails:    when a string is cast to a number that it does not spell
/// Source:   ONNX Cast-28
void castKernel(KernelContext& context) { castInto(context, castTarget(context.node())); }

/// Casts each element to the type of another tensor.
///
/// Inputs:   X any tensor type; target_type, of which only the type counts
/// Outputs:  Y of target_type's type and X's shape
/// Method:   that of Cast
/// Fails:    when a string is cast to a number that it does not spell
/// Source:   ONNX CastLike-25
void castLikeKernel(KernelContext& context) { castInto(context, context.input(1).type); }

/// Reinterprets the bits of each element as another type of the same size.
///
/// Inputs:   X any tensor type but string
/// Outputs:  Y of type `to` and X's shape
/// Method:   one copy of all bytes; for bool, bytes other than 0 become 1
/// Source:   ONNX BitCast-26
void bitCastKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const auto to = static_cast<DataType>(context.node().intAttribute("to", 0));
    require(dataTypeBits(x.type) == dataTypeBits(to) && dataTypeBits(to) > 0,
            "BitCast needs two types of the same size");
    RuntimeValue& y = context.output(0, to, x.dims);
    std::memcpy(y.data, x.data, x.byteSize());
    if (to == DataType::boolean) // the only valid bytes are 0 and 1
        std::transform(y.data, y.data + y.byteSize(), y.data,
                       [](std::byte b) { return b == std::byte{0} ? b : std::byte{1}; });
}

} // namespace partita::cpu
