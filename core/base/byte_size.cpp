#include "core/base/byte_size.h"

#include <charconv>
#include <cmath>

#include "core/base/text_parts.h"

namespace partita {

std::optional<double> byteSizeIn(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || !std::isfinite(number))
        return std::nullopt;
    std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (unit.starts_with(' ') && unit.size() > 1)
        unit.remove_prefix(1);
    const std::string letters = lowerLetters(unit);
    double factor = 1;
    for (const char* name : {"", "k", "m", "g", "t", "p"}) {
        for (const char* ending : {"", "b", "ib"})
            if (letters == std::string(name) + ending && letters != "ib")
                return number * factor;
        factor *= 1024;
    }
    return std::nullopt;
}

Result<std::uint64_t> parseSize(const std::string& text) {
    const auto bytes = byteSizeIn(text);
    if (bytes && *bytes >= 0 && *bytes < 9e18)
        return static_cast<std::uint64_t>(*bytes);
    return Error{Errc::usage,
                 PARTITA_TEXT("'{0}' is no size", text),
                 {},
                 PARTITA_TEXT("write for example 100KB or 1.5GB")};
}

} // namespace partita
