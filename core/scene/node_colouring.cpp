#include "core/scene/node_colouring.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>

#include <fmt/format.h>

namespace partita {

NodeColouring NodeColouring::byAmount(By by, std::span<const double> amounts, double unit) {
    NodeColouring colouring;
    colouring.by = by;
    double most = -std::numeric_limits<double>::infinity(), least = 0;
    for (const double amount : amounts)
        if (!std::isnan(amount)) {
            most = std::max(most, amount);
            least = std::min(least, amount);
        }
    most = std::max(most, least); // there may be no amount
    // Halves: the difference of two numbers may be too large for one.
    const double range = most / 2 - least / 2;
    for (const double amount : amounts) {
        colouring.amounts.push_back(amount / unit);
        colouring.part.push_back(std::isnan(amount) ? -1.0F
                                 : range > 0 ? static_cast<float>((amount / 2 - least / 2) / range)
                                             : 0.0F);
    }
    colouring.most = most / unit;
    colouring.least = least / unit;
    colouring.heat = colouring.part;
    return colouring;
}

NodeColouring NodeColouring::on(Scale other) const {
    NodeColouring made = *this;
    if (other == Scale::logarithmic && !mayBeLogarithmic())
        other = Scale::linear;
    made.scale = other;
    made.heat = part;
    if (other == Scale::logarithmic)
        for (float& each : made.heat)
            if (each > 0)
                each = std::max(0.02F, 1 + std::log10(each) / kDecades);
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
    std::vector<std::map<std::string, std::size_t>> counts(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (scene.boxes[i].kind == SceneBox::Kind::node)
            counts[i].emplace(texts[i], 1);
    return byCounts(counts);
}

NodeColouring
NodeColouring::byCounts(std::span<const std::map<std::string, std::size_t>> countsOfBoxes) {
    NodeColouring colouring;
    colouring.by = By::key;
    std::map<std::string, std::size_t> counts;
    for (const auto& each : countsOfBoxes)
        for (const auto& [text, count] : each)
            if (!text.empty())
                counts[text] += count;
    colouring.keys.assign(counts.begin(), counts.end());
    std::ranges::stable_sort(colouring.keys, std::greater(),
                             &std::pair<std::string, std::size_t>::second);
    std::map<std::string_view, std::int32_t> places;
    for (const auto& [text, count] : colouring.keys)
        places.emplace(text, static_cast<std::int32_t>(places.size()));
    for (const auto& each : countsOfBoxes) {
        std::int32_t key = -1;
        std::size_t most = 0;
        for (const auto& [text, count] : each)
            if (!text.empty() && count > most) {
                most = count;
                key = places.at(text);
            }
        // A port has no nodes; a box whose nodes have no text is one without a value.
        colouring.keyOf.push_back(key < 0 && !each.empty() ? kWithout : key);
    }
    return colouring;
}

std::string NodeColouring::amountText(double amount) const {
    switch (by) {
    case By::time: return fmt::format("{:.3g} ms", amount);
    case By::memory: return byteText(static_cast<std::uint64_t>(std::max(0.0, amount)));
    case By::cycles: return fmt::format("{:.0f}", amount);
    default: return fmt::format("{:.6g}", amount);
    }
}

std::string NodeColouring::textOf(std::size_t box) const {
    if (by == By::key)
        return box < keyOf.size() && keyOf[box] >= 0
                   ? keys[static_cast<std::size_t>(keyOf[box])].first
                   : std::string();
    return hasScale() && box < amounts.size() && !std::isnan(amounts[box])
               ? amountText(amounts[box])
               : std::string();
}

Paint NodeColouring::nonePaint() { return {Role::second, 0.18F, Role::base}; }

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
    if (key >= kKeyRoles)
        return {Role::second, 0.4F, Role::base};
    const auto role = static_cast<std::size_t>(Role::key0) + key;
    return {static_cast<Role>(role), 0.3F, Role::base};
}

Paint NodeColouring::fill(std::size_t box) const {
    if (by == By::bound)
        return kindPaint(box < kinds.size() ? static_cast<Kind>(kinds[box]) : nothing);
    if (by == By::key) {
        const std::int32_t key = box < keyOf.size() ? keyOf[box] : -1;
        return key >= 0          ? keyPaint(static_cast<std::size_t>(key))
               : key == kWithout ? nonePaint()
                                 : Paint(Role::base);
    }
    const double share = box < heat.size() ? static_cast<double>(heat[box]) : 0;
    return share < 0 ? nonePaint() : heatPaint(share);
}

double NodeColouring::prominence(std::size_t box) const {
    if (by == By::bound)
        return box < kinds.size() ? kinds[box] : 0;
    if (by == By::key)
        return box < keyOf.size() ? keyOf[box] : 0;
    return box < heat.size() ? static_cast<double>(heat[box]) : 0;
}

} // namespace partita
