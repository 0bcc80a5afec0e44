// Conversion of the element type.

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "core/ir/element_type.h"
#include "providers/reference/catalogue.h"

namespace partita::reference {

namespace {

/// The shortest decimal text that reads back as the same number.
std::string textOf(const Array& x, std::size_t at) {
    if (!x.isFloat())
        return x.type() == DataType::uint64 ? std::to_string(x.as<std::uint64_t>()[at])
                                            : std::to_string(x.integer(at));
    const double value = x.real(at);
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value < 0 ? "-INF" : "INF";
    return x.type() == DataType::float64 ? fmt::format("{}", value)
                                         : fmt::format("{}", static_cast<float>(value));
}

/// Parses INF, +INF, -INF and NaN in any case, or a number in plain or scientific notation; refuses
/// other texts.
double numberOf(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    while (end && std::isspace(static_cast<unsigned char>(*end)))
        ++end;
    require(!text.empty() && end && end != text.c_str() && !*end,
            "a text is not a number and cannot be cast to one");
    return value;
}

/// Parses an int64 exactly, where double would lose digits; nothing for any other text.
std::optional<std::int64_t> wholeNumberOf(const std::string& text) {
    std::int64_t value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    return end.ec == std::errc() && end.ptr == text.data() + text.size() ? std::optional(value)
                                                                         : std::nullopt;
}

/// Rounds to a power of two that float8e8m0 holds, 2^-127 to 2^127, by the attribute round_mode:
/// up, down or nearest. A negative value gives NaN, and so does one out of range where saturate is
/// 0.
double powerOfTwo(double value, const std::string& mode, bool saturate) {
    if (std::isnan(value) || value < 0 || (!saturate && !(std::isfinite(value) && value > 0)))
        return std::nan("");
    const double least = std::ldexp(1, -127), most = std::ldexp(1, 127);
    if (value <= least || value > most)
        return saturate ? std::clamp(value, least, most) : (value == least ? least : std::nan(""));
    const double below = std::ldexp(1, std::ilogb(value));
    if (value == below || mode == "down")
        return below;
    return mode == "up" || value >= 1.5 * below ? 2 * below : below;
}

Array cast(const Call& call, const Array& x, DataType to) {
    const bool saturate = call.integer("saturate", 1) != 0;
    const std::string mode = call.text("round_mode", "up");
    if (x.type() == to)
        return x;
    Array result(to, x.dims());
    for (std::size_t i = 0; i < x.count(); ++i) {
        if (to == DataType::string) {
            result.as<std::string>()[i] = x.isString() ? x.as<std::string>()[i] : textOf(x, i);
        } else if (x.isString()) {
            const std::string& text = x.as<std::string>()[i];
            const auto whole = wholeNumberOf(text);
            if (to == DataType::int64 && whole)
                result.as<std::int64_t>()[i] = *whole;
            else if (to == DataType::float8e8m0)
                result.set(i, powerOfTwo(numberOf(text), mode, saturate));
            else
                result.set(i, numberOf(text));
        } else if (to == DataType::boolean) {
            result.set(i, x.isTrue(i) ? 1 : 0); // NaN converts to true
        } else if (to == DataType::float8e8m0) {
            result.set(i, powerOfTwo(x.real(i), mode, saturate));
        } else if (result.isFloat()) {
            result.set(i, rounded(to, x.real(i), saturate));
        } else if (x.isFloat() || to == DataType::complex64 || to == DataType::complex128) {
            result.set(i, x.real(i)); // truncates toward zero
        } else {                      // keeps the low bits
            result.visit([&]<class T>(std::vector<T>& out) {
                if constexpr (std::is_integral_v<T>)
                    out[i] = static_cast<T>(x.integer(i));
            });
        }
    }
    return result;
}

} // namespace

void castTo(Call& call) { call.give(cast(call, call.in(0), castTarget(call.node()))); }

void castLike(Call& call) { call.give(cast(call, call.in(0), call.value(1).type)); }

/// Reinterprets the bits as another type of the same width.
void bitCast(Call& call) {
    const auto to = static_cast<DataType>(call.integer("to", 0));
    const RuntimeValue& x = call.value(0);
    require(dataTypeBits(to) == dataTypeBits(x.type) && dataTypeBits(to) != 0,
            "BitCast needs two types of the same size");
    RuntimeValue result = RuntimeValue::allocate(to, x.dims);
    if (x.byteSize() > 0)
        std::memcpy(result.data, x.data, x.byteSize());
    for (std::size_t i = 0; to == DataType::boolean && i < result.byteSize(); ++i)
        result.data[i] = std::min(result.data[i], std::byte{1}); // a boolean byte must be 0 or 1
    call.give(0, std::move(result));
}

} // namespace partita::reference
