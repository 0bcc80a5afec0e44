#include "core/scene/node_colouring.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace partita {

NodeColouring NodeColouring::byAmount(By by, std::span<const double> amounts, double unit) {
    NodeColouring colouring;
    colouring.by = by;
    const double most = amounts.empty() ? 0 : *std::ranges::max_element(amounts);
    colouring.most = most / unit;
    for (const double amount : amounts)
        colouring.part.push_back(static_cast<float>(most > 0 ? amount / most : 0));
    colouring.heat = colouring.part;
    return colouring;
}

NodeColouring NodeColouring::on(Scale other) const {
    NodeColouring made = *this;
    made.scale = other;
    made.heat = part;
    if (other == Scale::logarithmic)
        for (float& each : made.heat)
            each = each > 0 ? std::max(0.02F, 1 + std::log10(each) / kDecades) : 0;
    if (other == Scale::rank) {
        std::vector<float> sorted;
        std::ranges::copy_if(part, std::back_inserter(sorted), [](float each) { return each > 0; });
        std::ranges::sort(sorted);
        for (float& each : made.heat)
            if (each > 0)
                each = static_cast<float>(std::ranges::upper_bound(sorted, each) - sorted.begin()) /
                       static_cast<float>(sorted.size());
    }
    return made;
}

NodeColouring NodeColouring::byKey(const GraphScene& scene, std::span<const std::string> texts) {
    NodeColouring colouring;
    colouring.by = By::key;
    const auto isNode = [&](std::size_t box) {
        return scene.boxes[box].kind == SceneBox::Kind::node;
    };
    std::map<std::string, std::size_t> counts;
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (isNode(i))
            ++counts[texts[i]];
    colouring.keys.assign(counts.begin(), counts.end());
    std::ranges::stable_sort(colouring.keys, std::greater(),
                             &std::pair<std::string, std::size_t>::second);
    std::map<std::string_view, std::int32_t> places;
    for (const auto& [text, count] : colouring.keys)
        places.emplace(text, static_cast<std::int32_t>(places.size()));
    for (std::size_t i = 0; i < texts.size(); ++i)
        colouring.keyOf.push_back(isNode(i) ? places.at(texts[i]) : -1);
    return colouring;
}

Paint NodeColouring::heatPaint(double share) {
    return {Role::heat, static_cast<float>(share), Role::base};
}

Paint NodeColouring::kindPaint(Kind kind) {
    switch (kind) {
    case compute: return Role::boundByArithmetic;
    case memory: return Role::boundByMemory;
    case launch: return Role::boundByLaunch;
    case host: return Role::lineStrong;
    case nothing: break;
    }
    return Role::base;
}

Paint NodeColouring::keyPaint(std::size_t key) {
    const auto role = static_cast<std::size_t>(Role::key0) + key % kKeyRoles;
    return {static_cast<Role>(role), 0.3F, Role::base};
}

Paint NodeColouring::fill(std::size_t box) const {
    if (by == By::bound)
        return kindPaint(box < kinds.size() ? static_cast<Kind>(kinds[box]) : nothing);
    if (by == By::key)
        return box < keyOf.size() && keyOf[box] >= 0
                   ? keyPaint(static_cast<std::size_t>(keyOf[box]))
                   : Paint(Role::base);
    return heatPaint(box < heat.size() ? static_cast<double>(heat[box]) : 0);
}

} // namespace partita
