#pragma once

#include <string>
#include <string_view>

namespace partita {

/// Text of a model, with what is no UTF-8 replaced.
std::string utf8(std::string_view text);
/// Text as HTML and SVG take it.
std::string escapedHtml(std::string_view text);

} // namespace partita
