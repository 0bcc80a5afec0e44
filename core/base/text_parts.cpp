#include "core/base/text_parts.h"

namespace partita {

std::string lowerLetters(std::string_view text) {
    std::string made(text);
    for (char& letter : made)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return made;
}

std::vector<std::string> splitText(std::string_view text, char separator) {
    std::vector<std::string> parts(1);
    for (const char each : text)
        if (each == separator)
            parts.emplace_back();
        else
            parts.back() += each;
    return parts;
}

std::string joinText(const std::vector<std::string>& parts, std::string_view separator) {
    std::string text;
    for (const std::string& part : parts) {
        if (!text.empty())
            text += separator;
        text += part;
    }
    return text;
}

std::vector<std::string> splitNames(std::string_view text,
                                    const std::function<bool(const std::string&)>& isKnown) {
    const std::vector<std::string> parts = splitText(text, ',');
    std::vector<std::string> names;
    for (std::size_t at = 0; at < parts.size();) {
        std::string taken = parts[at], joined = taken;
        std::size_t next = at + 1;
        for (std::size_t end = next; end < parts.size(); ++end) {
            joined += ',' + parts[end];
            if (isKnown(joined)) {
                taken = joined;
                next = end + 1;
            }
        }
        names.push_back(std::move(taken));
        at = next;
    }
    return names;
}

std::optional<std::pair<std::string, std::string>> splitPair(std::string_view text,
                                                             char separator) {
    const auto at = text.find(separator);
    if (at == std::string_view::npos || at == 0)
        return std::nullopt;
    return std::pair(std::string(text.substr(0, at)), std::string(text.substr(at + 1)));
}

} // namespace partita
