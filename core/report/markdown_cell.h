#pragma once

#include <string>
#include <string_view>

namespace partita {

/// A text as valid UTF-8 for a cell of a Markdown table: in one line, and without an end of the cell.
std::string markdownCell(std::string_view text);

} // namespace partita
