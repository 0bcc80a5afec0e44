#include "core/scene/node_box.h"

#include <algorithm>
#include <cctype>

namespace partita {

namespace {

constexpr double kMoreForBadges = 32; ///< by so much, a box with several may be wider than others
constexpr std::string_view kInputPrefix = "input_";

/// The letter of an input in a badge; 0: it has none of its own.
char letterOf(const std::optional<OperatorSchema>& schema, std::size_t input) {
    std::string name = inputName(schema, input);
    if (name.starts_with(kInputPrefix)) // input_mean: two of them would have one letter
        name.erase(0, kInputPrefix.size());
    const bool letter = !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) &&
                        schema && input < schema->inputs.size() &&
                        !(schema->variadicInputs && input + 1 >= schema->inputs.size());
    return letter ? static_cast<char>(std::toupper(static_cast<unsigned char>(name[0]))) : '\0';
}

} // namespace

std::vector<SceneBadge> badgesOf(const Node& node, const std::optional<OperatorSchema>& schema,
                                 const std::function<bool(ValueId)>& isParameter) {
    std::vector<SceneBadge> badges;
    std::size_t nameless = 0;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const ValueId input = node.inputs[i];
        if (!input || !isParameter(input))
            continue;
        if (const char letter = letterOf(schema, i))
            badges.push_back({input, letter, 0});
        else
            ++nameless;
    }
    if (badges.size() + nameless > 4) {
        nameless += badges.size();
        badges.clear();
    }
    if (nameless)
        badges.push_back(
            {{}, 0, static_cast<std::uint16_t>(std::min<std::size_t>(nameless, 65535))});
    return badges;
}

double nodeBoxWidth(const SceneBox& box, const std::string& badge,
                    const std::function<double(const std::string&, bool title)>& width) {
    using M = SceneMetrics;
    double total =
        M::band + M::gap + width(box.title.str() + (box.hasBody ? " ▸" : ""), true) + M::gap;
    for (const auto& each : box.badges)
        total += std::max(M::badge, width(each.text(), false) + 6) + M::badgeGap;
    if (!badge.empty())
        total += width(badge, false) + 8 + M::badgeGap;
    if (!box.detail.empty())
        total = std::max(total, M::band + 2 * M::gap + width(box.detail, false));
    // The operator is read before its badges: they do not take the room of its name.
    const double most = M::maxWidth + (box.badges.size() > 1 ? kMoreForBadges : 0);
    return std::clamp(total, M::minWidth, most);
}

} // namespace partita
