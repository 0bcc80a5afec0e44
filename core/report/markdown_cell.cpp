#include "core/report/markdown_cell.h"

#include "core/base/escaped_text.h"

namespace partita {

std::string markdownCell(std::string_view text) {
    std::string cell;
    for (const char c : utf8(text))
        cell += c == '|' ? "\\|" : c == '\n' || c == '\r' ? " " : std::string(1, c);
    return cell;
}

} // namespace partita
