#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace partita {

/// The number that a text consists of: decimal, without blanks and without a "+". Nothing for any other
/// text and for numbers beyond T; a T without a sign takes digits only.
template <class T> std::optional<T> parseNumber(std::string_view text) {
    T number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

/// Parses a text that consists of decimal digits only; nothing for any other text and for numbers
/// beyond 64 bits.
inline std::optional<std::uint64_t> parseWholeNumber(std::string_view text) {
    return parseNumber<std::uint64_t>(text);
}

} // namespace partita
