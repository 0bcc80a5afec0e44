#include "core/base/named_sizes.h"

#include "core/base/number_text.h"
#include "core/base/text_parts.h"

namespace partita {

namespace {

std::string_view withoutBlanks(std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    return first == std::string_view::npos
               ? std::string_view()
               : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

} // namespace

std::optional<std::vector<std::int64_t>> sizesIn(std::string_view text, std::int64_t least) {
    std::vector<std::int64_t> sizes;
    for (const std::string& part : splitText(text, ',')) {
        const auto size = parseNumber<std::int64_t>(withoutBlanks(part));
        if (!size || *size < least)
            return std::nullopt;
        sizes.push_back(*size);
    }
    return sizes;
}

Result<std::map<std::string, std::int64_t>> namedSizes(std::span<const std::string> texts,
                                                       std::int64_t least, const Message& remedy) {
    std::map<std::string, std::int64_t> sizes;
    for (const std::string& text : texts) {
        const auto pair = splitPair(text);
        const std::string name(pair ? withoutBlanks(pair->first) : std::string_view());
        const auto size =
            pair ? parseNumber<std::int64_t>(withoutBlanks(pair->second)) : std::nullopt;
        if (name.empty() || !size || *size < least)
            return Error{Errc::usage, PARTITA_TEXT("'{0}' is no name and size", text), {}, remedy};
        if (!sizes.emplace(name, *size).second)
            return Error{Errc::usage,
                         PARTITA_TEXT("'{0}' has two sizes", name),
                         {},
                         PARTITA_TEXT("leave one of them out")};
    }
    return sizes;
}

} // namespace partita
