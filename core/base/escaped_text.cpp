#include "core/base/escaped_text.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/text_parts.h"

namespace partita {

using nlohmann::json;

namespace {

/// A character of UTF-8, and its bytes; 0 bytes: there is none.
struct Character {
    char32_t code = 0;
    std::size_t bytes = 0;
};

/// The character at the beginning of the text.
Character firstCharacter(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text[0]);
    if (lead < 0x80)
        return {lead, 1};
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes)
        return {};
    char32_t code = lead & (0x7fU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if (!continuesCharacter(text[i]))
            return {};
        code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3fU);
    }
    constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool isSurrogate = code >= 0xd800 && code <= 0xdfff;
    return code < kLeast[bytes] || code > 0x10ffff || isSurrogate ? Character{}
                                                                  : Character{code, bytes};
}

/// Control characters, ends of lines and paragraphs, and marks of the direction of text.
bool isObeyed(char32_t code) {
    constexpr std::pair<char32_t, char32_t> kRanges[] = {{0, 0x1f},        {0x7f, 0x9f},
                                                         {0x61c, 0x61c},   {0x200e, 0x200f},
                                                         {0x2028, 0x202e}, {0x2066, 0x2069}};
    return std::ranges::any_of(
        kRanges, [code](const auto& range) { return code >= range.first && code <= range.second; });
}

/// A line that is too long, without its middle: C++ tells first what failed and last why.
std::string withoutMiddle(const std::string& line) {
    constexpr std::size_t kBeginning = 200, kEnd = 600;
    if (line.size() <= kBeginning + kEnd)
        return line;
    std::size_t first = kBeginning, last = line.size() - kEnd;
    while (first > 0 && continuesCharacter(line[first]))
        --first;
    while (last < line.size() && continuesCharacter(line[last]))
        ++last;
    return line.substr(0, first) + " … " + line.substr(last);
}

bool isPlain(char c) { return c >= 0x20 && c < 0x7f; }

} // namespace

std::string visibleText(std::string_view text, LineEnds lines) {
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        const auto plain =
            static_cast<std::size_t>(std::ranges::find_if_not(text, isPlain) - text.begin());
        shown += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty())
            break;
        const auto [code, bytes] = firstCharacter(text);
        if (bytes == 0)
            shown += "\xEF\xBF\xBD";
        else if (!isObeyed(code) || (lines == LineEnds::kept && (code == '\n' || code == '\t')))
            shown += text.substr(0, bytes);
        else if (code == '\n' || code == '\t' || code == '\r')
            shown += code == '\n' ? "\\n" : code == '\t' ? "\\t" : "\\r";
        else
            shown += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code));
        text.remove_prefix(std::max<std::size_t>(bytes, 1));
    }
    return shown;
}

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
        line = withoutMiddle(line);
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
