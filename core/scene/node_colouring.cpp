#include "core/scene/node_colouring.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>

#include <fmt/format.h>

namespace partita {

namespace {

/// Puts each place on a scale elsewhere; places below 0 are none.
template <class Move> void moveOnScale(std::vector<float>& places, bool isDifference, Move&& move) {
    for (float& each : places) {
        if (each < 0)
            continue;
        const float size = isDifference ? std::abs(2 * each - 1) : each;
        const float moved = size > 0 ? move(size) : 0;
        each = !isDifference ? moved : each < 0.5F ? 0.5F - moved / 2 : 0.5F + moved / 2;
    }
}

} // namespace

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
    if (by == By::difference) {
        most = std::max(most, -least);
        least = -most;
    }
    // Halves: the difference of two numbers may be too large for one.
    const double range = most / 2 - least / 2;
    for (const double amount : amounts) {
        colouring.amounts.push_back(amount / unit);
        colouring.part.push_back(std::isnan(amount) ? -1.0F
                                 : range > 0 ? static_cast<float>((amount / 2 - least / 2) / range)
                                 : by == By::difference ? 0.5F
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
    const bool isDifference = by == By::difference;
    if (other == Scale::logarithmic)
        moveOnScale(made.heat, isDifference,
                    [](float size) { return std::max(0.02F, 1 + std::log10(size) / kDecades); });
    if (other == Scale::rank) {
        std::vector<float> sorted;
        moveOnScale(made.heat, isDifference, [&](float size) {
            sorted.push_back(size);
            return size;
        });
        std::ranges::sort(sorted);
        moveOnScale(made.heat, isDifference, [&](float size) {
            return static_cast<float>(std::ranges::upper_bound(sorted, size) - sorted.begin()) /
                   static_cast<float>(sorted.size());
        });
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
    case By::difference: return fmt::format("{:+.3g} ms", amount);
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

Paint NodeColouring::scalePaint(double share) const {
    if (by != By::difference)
        return heatPaint(share);
    const auto size = static_cast<float>(std::abs(2 * share - 1));
    return {share < 0.5 ? Role::saved : Role::heat, size, Role::base};
}

double NodeColouring::atStart() const {
    if (by == By::difference)
        return least;
    return scale == Scale::logarithmic ? most / std::pow(10, kDecades) : std::min(least, 0.0);
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
    return share < 0 ? nonePaint() : scalePaint(share);
}

double NodeColouring::prominence(std::size_t box) const {
    if (by == By::bound)
        return box < kinds.size() ? kinds[box] : 0;
    if (by == By::key)
        return box < keyOf.size() ? keyOf[box] : 0;
    const double share = box < heat.size() ? static_cast<double>(heat[box]) : 0;
    return by == By::difference && share >= 0 ? std::abs(2 * share - 1) : share;
}

} // namespace partita
