#include "core/scene/short_type.h"

#include "core/base/text_parts.h"

namespace partita {

namespace {

constexpr std::size_t kMost = 15, kEnd = 7; ///< characters of a size, and those kept at each end

/// The place of the character with that number; the size where there are not as many.
std::size_t placeOf(const std::string& text, std::size_t character) {
    for (std::size_t at = 0; at < text.size(); ++at)
        if (!continuesCharacter(text[at]) && character-- == 0)
            return at;
    return text.size();
}

std::size_t characters(const std::string& text) {
    std::size_t count = 0;
    for (const char byte : text)
        count += !continuesCharacter(byte);
    return count;
}

} // namespace

std::string shortSize(const Dim& size) {
    std::string text = size.text();
    const std::size_t count = characters(text);
    return count <= kMost ? text
                          : text.substr(0, placeOf(text, kEnd)) + "…" +
                                text.substr(placeOf(text, count - kEnd));
}

std::string shortTypeText(const Type& type) {
    if (!type.shape)
        return type.text();
    Type shown = type;
    for (Dim& dim : *shown.shape)
        if (!dim.value)
            dim.param = shortSize(dim);
    return shown.text();
}

std::string typeInWords(const std::string& text,
                        const std::function<std::string(const Message&)>& words) {
    constexpr std::string_view kScalar = "scalar", kBehind = " · ";
    std::size_t at = 0;
    if (!text.starts_with(std::string(kScalar) + ' ')) {
        at = text.find(std::string(kBehind) + std::string(kScalar) + ' ');
        if (at == std::string::npos)
            return text;
        at += kBehind.size();
    }
    return text.substr(0, at) + words(PARTITA_TEXT("scalar")) + text.substr(at + kScalar.size());
}

} // namespace partita
