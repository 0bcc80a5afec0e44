#include "core/scene/palette.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace partita {

namespace {

struct Row {
    std::uint32_t colours[3]; ///< by Scheme
};

constexpr Row kRows[] = {
#define ROLE(name, light, dark, contrast) {{light, dark, contrast}},
#include "core/scene/palette.def"
};

} // namespace

Scheme schemeNamed(std::string_view name) {
    return name == "dark" ? Scheme::dark : name == "contrast" ? Scheme::contrast : Scheme::light;
}

std::uint32_t colourOf(Role role, Scheme scheme) {
    return kRows[static_cast<std::size_t>(role)].colours[static_cast<std::size_t>(scheme)];
}

std::uint32_t colourOf(const Paint& paint, Scheme scheme) {
    const std::uint32_t over = colourOf(paint.role, scheme);
    if (paint.share >= 1)
        return over;
    const std::uint32_t under = colourOf(paint.under, scheme);
    std::uint32_t mixed = 0;
    for (const unsigned shift : {16U, 8U, 0U}) {
        const auto from = static_cast<float>((under >> shift) & 0xFFU),
                   to = static_cast<float>((over >> shift) & 0xFFU);
        mixed |= static_cast<std::uint32_t>(std::lround(from + (to - from) * paint.share)) << shift;
    }
    return mixed;
}

std::string colourText(const Paint& paint, Scheme scheme) {
    return fmt::format("#{:06x}", colourOf(paint, scheme));
}

const SlotLook& lookOf(ProviderSlot slot) {
    using Pattern = SlotLook::Pattern;
    static constexpr std::array<SlotLook, 4> kLooks = {
        {{Role::firstBand, Role::firstTint, Role::firstInk, Pattern::plain},
         {Role::secondBand, Role::secondTint, Role::secondInk, Pattern::dots},
         {Role::lastBand, Role::lastTint, Role::lastInk, Pattern::hatch},
         {Role::otherBand, Role::otherTint, Role::otherInk, Pattern::level}}};
    return kLooks[static_cast<std::size_t>(slot)];
}

ProviderSlot slotOf(std::int32_t provider, std::size_t providers) {
    if (provider < 0)
        return ProviderSlot::other;
    if (static_cast<std::size_t>(provider) + 1 == providers)
        return ProviderSlot::last;
    return provider == 0   ? ProviderSlot::first
           : provider == 1 ? ProviderSlot::second
                           : ProviderSlot::other;
}

double patternOpacity(Scheme scheme) { return scheme == Scheme::light ? 0.72 : 0.62; }

} // namespace partita
