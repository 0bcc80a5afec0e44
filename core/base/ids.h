#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace partita {

/// A stable identity within one document, never reused. Value 0 is "none".
template <class Tag> struct Id {
    std::uint32_t value = 0;
    explicit constexpr operator bool() const { return value != 0; }
    friend constexpr auto operator<=>(Id, Id) = default;
};

using NodeId = Id<struct NodeTag>;
using ValueId = Id<struct ValueTag>;
using GraphId = Id<struct GraphTag>;
using StepId = Id<struct StepTag>;

} // namespace partita

template <class Tag> struct std::hash<partita::Id<Tag>> {
    std::size_t operator()(partita::Id<Tag> id) const noexcept { return id.value; }
};
