#include "core/base/escaped_text.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace partita {

using nlohmann::json;

std::string utf8(std::string_view text) {
    const std::string dumped = json(text).dump(-1, ' ', false, json::error_handler_t::replace);
    return json::parse(dumped).get<std::string>();
}

std::string withoutColours(std::string_view line) {
    std::string plain;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '\x1b' && i + 1 < line.size() && line[i + 1] == '[') {
            i += 2;
            while (i < line.size() && (line[i] < '@' || line[i] > '~'))
                ++i;
        } else if (line[i] != '\r') {
            plain += line[i];
        }
    }
    return plain;
}

std::string lastLines(std::string_view text, std::size_t count) {
    constexpr std::size_t kMostBytes = 300; // of one line
    std::string joined;
    while (count > 0 && !text.empty()) {
        const auto end = text.find_last_of('\n');
        std::string line =
            withoutColours(end == std::string_view::npos ? text : text.substr(end + 1));
        text = text.substr(0, end == std::string_view::npos ? 0 : end);
        std::ranges::replace_if(
            line, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
        const auto first = line.find_first_not_of(' ');
        if (first == std::string::npos)
            continue;
        line = line.substr(first, line.find_last_not_of(' ') + 1 - first);
        if (line.size() > kMostBytes)
            line = line.substr(0, kMostBytes) + "…";
        joined = joined.empty() ? line : line.append(" | ").append(joined);
        --count;
    }
    return utf8(joined);
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
