#include <algorithm>

#include <fmt/format.h>

#include "core/base/count_text.h"
#include "core/base/text_parts.h"
#include "core/scene/outline.h"
#include "core/scene/scene_drawing.h"

namespace partita {

namespace {

std::string counted(std::size_t count, const char* noun, const char* more = "") {
    return fmt::format("{} {}{}{}", grouped(count), noun, count == 1 ? "" : "s", more);
}

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

std::pair<std::string, std::string> SceneDrawing::groupTexts(const SceneBox& box) const {
    const SceneGroup& group = m_scene->groups[static_cast<std::size_t>(box.group)];
    std::string title = box.title.str(), second = badge(box);
    if (second.empty())
        second = m_text.partitions(group.partitions);
    const auto add = [&second](const std::string& part) {
        if (!part.empty())
            second += (second.empty() ? "" : " · ") + part;
    };
    if (std::ranges::count(group.byProvider, std::size_t{0}) + 1 < std::ssize(group.byProvider))
        for (std::size_t i = 0;
             i < std::min(group.byProvider.size(), m_scene->providerNames.size()); ++i)
            if (group.byProvider[i])
                add(fmt::format("{} {}", m_scene->providerNames[i].name,
                                grouped(group.byProvider[i])));
    if (group.repeats > 1) {
        const std::string block = m_text.words(PARTITA_TEXT("block ×{0}", grouped(group.repeats)));
        title = title.empty() ? block : title + " · " + block;
        if (group.placed >= group.repeats)
            add(m_text.nodesEach(group.placed / group.repeats));
    }
    add(isWorkKnown(group.flops, group.allFlops) ? workText(group.flops, group.allFlops)
                                                 : m_text.words(unknownWorkText()));
    if (title.empty())
        title = group.operators;
    else
        add(group.operators);
    return {title, second};
}

} // namespace partita
