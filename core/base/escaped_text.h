#pragma once

#include <string>
#include <string_view>

namespace partita {

/// The text with every byte that is not valid UTF-8 replaced by U+FFFD.
std::string utf8(std::string_view text);
/// The text as valid UTF-8 with the special characters of HTML and SVG escaped.
std::string escapedHtml(std::string_view text);

} // namespace partita
