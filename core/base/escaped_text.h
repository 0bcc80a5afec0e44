#pragma once

#include <string>
#include <string_view>

namespace partita {

/// The text with every byte that is not valid UTF-8 replaced by U+FFFD.
std::string utf8(std::string_view text);
/// The line without colours ("ESC [ … letter" of a terminal) and carriage returns.
std::string withoutColours(std::string_view line);
/// The last lines of what a program printed as one line of valid UTF-8, without colours, control
/// characters and empty lines.
std::string lastLines(std::string_view text, std::size_t count = 5);
/// The text as valid UTF-8 with the special characters of HTML and SVG escaped.
std::string escapedHtml(std::string_view text);

} // namespace partita
