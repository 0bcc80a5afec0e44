#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace partita {

/// Parses a text that consists of decimal digits only; nothing for any other text and for numbers
/// beyond 64 bits.
inline std::optional<std::uint64_t> parseWholeNumber(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

} // namespace partita
