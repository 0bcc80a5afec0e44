#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace partita {

/// The text with every byte that is not valid UTF-8 replaced by U+FFFD.
std::string utf8(std::string_view text);
enum class LineEnds : std::uint8_t { escaped, kept };
/// The text as valid UTF-8, in which no character moves a terminal's cursor, changes its state or
/// turns the direction of text: such a character is written as in JSON, "\\n" or "\\u001b". With
/// `kept`, ends of lines and tabs stay.
std::string visibleText(std::string_view text, LineEnds lines = LineEnds::escaped);
/// The line without colours ("ESC [ … letter" of a terminal) and carriage returns.
std::string withoutColours(std::string_view line);
/// The last lines of what a program printed as one line of valid UTF-8, without colours, control
/// characters and empty lines, and of long lines without the middle.
std::string lastLines(std::string_view text, std::size_t count = 5);
/// The text as valid UTF-8 with the special characters of HTML and SVG escaped.
std::string escapedHtml(std::string_view text);

} // namespace partita
