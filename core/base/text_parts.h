#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita {

/// Whether a byte of UTF-8 continues the character of the byte before it.
constexpr bool continuesCharacter(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// The text with its letters A to Z as small ones; others stay.
std::string lowerLetters(std::string_view text);

/// The parts between separators: one more than there are separators; parts may be empty.
std::vector<std::string> splitText(std::string_view text, char separator);

/// The names that a text lists with commas between them. A name may have commas itself: of parts
/// that together are a known name, the most are one name.
std::vector<std::string> splitNames(std::string_view text,
                                    const std::function<bool(const std::string&)>& isKnown);

/// The parts with a separator between them.
std::string joinText(const std::vector<std::string>& parts, std::string_view separator);

/// Splits "key=value" at the first separator; the value may contain further separators. Nothing
/// when the text has no separator or an empty key.
std::optional<std::pair<std::string, std::string>> splitPair(std::string_view text,
                                                             char separator = '=');

} // namespace partita
