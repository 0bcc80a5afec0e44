#include <fmt/format.h>

#include "core/scene/scene_drawing.h"

namespace partita {

namespace {

std::string counted(std::size_t count, const char* noun, const char* more = "") {
    return fmt::format("{} {}{}{}", count, noun, count == 1 ? "" : "s", more);
}

bool continuesCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

} // namespace

DrawingText DrawingText::english(std::function<double(const std::string& text, bool title)> width) {
    return {std::move(width), [](std::size_t n) { return counted(n, "node"); },
            [](std::size_t n) { return counted(n, "partition"); },
            [](std::size_t n) { return counted(n, "node", " each"); },
            [](const Message& message) { return message.text(); }};
}

std::string DrawingText::elided(const std::string& text, bool title, double room) const {
    if (width(text, title) <= room)
        return text;
    std::size_t left = text.size() / 2, right = left; // what is between them is left out
    while (left > 0 && continuesCharacter(text[left]))
        --left;
    right = left;
    const auto shown = [&] { return text.substr(0, left) + "…" + text.substr(right); };
    while ((left > 0 || right < text.size()) && width(shown(), title) > room) {
        if (left > text.size() - right) {
            do
                --left;
            while (left > 0 && continuesCharacter(text[left]));
        } else {
            do
                ++right;
            while (right < text.size() && continuesCharacter(text[right]));
        }
    }
    return shown();
}

} // namespace partita
