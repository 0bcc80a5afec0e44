#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace partita {

/// What a colour is used for; palette.def has the colours.
enum class Role : std::uint8_t {
#define ROLE(name, light, dark, contrast) name,
#include "core/scene/palette.def"
};
inline constexpr std::size_t kKeyRoles = 10; ///< key0 … key9

enum class Scheme : std::uint8_t { light, dark, contrast };
/// The scheme of "light", "dark" or "contrast"; light for any other text.
[[nodiscard]] Scheme schemeNamed(std::string_view name);

/// A role, or a mixture: `share` of `role` (0 … 1) over the rest of `under`.
struct Paint {
    Role role = Role::base;
    Role under = Role::base;
    float share = 1;
    float opacity = 1; ///< 0 … 1
    Paint() = default;
    Paint(Role of) : role(of) {}
    Paint(Role of, float part, Role over) : role(of), under(over), share(part) {}
    friend bool operator==(const Paint&, const Paint&) = default;
};

/// 0xRRGGBB
[[nodiscard]] std::uint32_t colourOf(Role role, Scheme scheme);
[[nodiscard]] std::uint32_t colourOf(const Paint& paint, Scheme scheme);
/// "#rrggbb"
[[nodiscard]] std::string colourText(const Paint& paint, Scheme scheme);

/// A place in the order of providers, shown by a colour and a pattern, never by a colour alone.
enum class ProviderSlot : std::uint8_t { first, second, last, other };
/// The colours and the pattern of a place in the order of providers.
struct SlotLook {
    Role band, tint, ink;
    enum class Pattern : std::uint8_t { plain, dots, hatch, level } pattern;
};
[[nodiscard]] const SlotLook& lookOf(ProviderSlot slot);
/// The slot of index `provider` in an order of `providers`; -1 is a node without a provider. The
/// last provider, which takes all nodes that are left, always has the same slot.
[[nodiscard]] ProviderSlot slotOf(std::int32_t provider, std::size_t providers);
/// The opacity of a pattern's strokes, which are `onInk` over their band, 0 … 1.
[[nodiscard]] double patternOpacity(Scheme scheme);

} // namespace partita
