#include "core/base/escaped_text.h"

#include <nlohmann/json.hpp>

namespace partita {

using nlohmann::json;

std::string utf8(std::string_view text) {
    const std::string dumped = json(text).dump(-1, ' ', false, json::error_handler_t::replace);
    return json::parse(dumped).get<std::string>();
}

std::string escapedHtml(std::string_view text) {
    std::string out;
    for (const char c : utf8(text)) {
        switch (c) {
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '&': out += "&amp;"; break;
        case '"': out += "&quot;"; break;
        default:
            // Other control characters have no place in HTML and XML.
            if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' && c != '\r')
                out += "\xEF\xBF\xBD";
            else
                out += c;
        }
    }
    return out;
}

} // namespace partita
