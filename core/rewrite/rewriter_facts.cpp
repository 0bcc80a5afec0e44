// Queries of passes about nodes: slices, permutations, pads, sizes.

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/rewrite/pass_run.h"

namespace partita {

SliceRange SliceAxis::range(std::int64_t count) const {
    const auto counted = [&](std::int64_t at) { return at < 0 ? at + count : at; };
    if (step > 0)
        return {std::clamp<std::int64_t>(counted(start), 0, count),
                std::clamp<std::int64_t>(counted(end), 0, count), step};
    if (count == 0)
        return {0, 0, step};
    // With a negative step, −1 (before the first element) is a valid end, but no start.
    return {std::clamp<std::int64_t>(counted(start), 0, count - 1),
            std::clamp<std::int64_t>(counted(end), -1, count - 1), step};
}

std::optional<std::vector<std::int64_t>>
axesFromFirst(std::optional<std::vector<std::int64_t>> axes, std::optional<std::int64_t> rank) {
    if (!axes)
        return std::nullopt;
    for (std::int64_t& axis : *axes) {
        constexpr std::int64_t kMostAxes = 1 << 16;
        if ((axis < 0 && !rank) || axis > kMostAxes || axis < -kMostAxes)
            return std::nullopt;
        axis += axis < 0 ? *rank : 0;
    }
    std::ranges::sort(*axes);
    return axes;
}

std::optional<Shape> Rewriter::shapeRange(const Node& node) const {
    const Shape* whole = shape(node.inputs[0]);
    if (!whole)
        return std::nullopt;
    const Shape found = *whole;
    const auto rank = static_cast<std::int64_t>(found.size());
    const auto place = [&](std::int64_t at) {
        return std::clamp<std::int64_t>(at < 0 ? at + rank : at, 0, rank);
    };
    const std::int64_t start = place(node.intAttribute("start", 0)),
                       end = place(node.intAttribute("end", rank));
    return Shape(found.begin() + start, found.begin() + std::max(start, end));
}

std::optional<std::vector<SliceAxis>> Rewriter::slice(const Node& node) const {
    std::optional<std::vector<std::int64_t>> lists[4]; // starts, ends, axes, steps
    const char* const names[] = {"starts", "ends", "axes", "steps"};
    for (std::size_t i = 0; i < 4; ++i) {
        const ValueId given = input(node, i + 1);
        lists[i] = opset() < 10 ? std::optional(node.intsAttribute(names[i]))
                   : given      ? ints(given)
                                : std::optional(std::vector<std::int64_t>());
        if (!lists[i])
            return std::nullopt;
    }
    const std::size_t count = lists[0]->size();
    if (lists[1]->size() != count || (!lists[2]->empty() && lists[2]->size() != count) ||
        (!lists[3]->empty() && lists[3]->size() != count))
        return std::nullopt;
    std::vector<SliceAxis> found;
    for (std::size_t i = 0; i < count; ++i) {
        const SliceAxis each{lists[2]->empty() ? static_cast<std::int64_t>(i) : (*lists[2])[i],
                             (*lists[0])[i], (*lists[1])[i],
                             lists[3]->empty() ? 1 : (*lists[3])[i]};
        if (each.step == 0 || std::ranges::any_of(found, [&](const SliceAxis& other) {
                return other.axis == each.axis;
            }))
            return std::nullopt;
        found.push_back(each);
    }
    return found;
}

std::optional<std::vector<std::int64_t>> Rewriter::permutation(const Node& node) const {
    auto order = node.intsAttribute("perm");
    if (order.empty() && !node.attribute("perm")) {
        const auto count = rank(node.inputs[0]);
        if (!count)
            return std::nullopt;
        order.resize(static_cast<std::size_t>(*count));
        std::iota(order.rbegin(), order.rend(), 0);
    }
    auto sorted = order;
    std::ranges::sort(sorted);
    for (std::size_t i = 0; i < sorted.size(); ++i)
        if (sorted[i] != static_cast<std::int64_t>(i))
            return std::nullopt;
    return order;
}

std::optional<SpatialPads> Rewriter::spatialPads(const Node& pad) const {
    if (pad.stringAttribute("mode", "constant") != "constant" || input(pad, 3))
        return std::nullopt;
    std::optional<std::vector<std::int64_t>> all;
    SpatialPads found;
    if (opset() >= 11) {
        all = ints(input(pad, 1));
        const ValueId filler = input(pad, 2);
        const auto value = filler ? uniform(filler) : std::optional(0.0);
        if (!value)
            return std::nullopt;
        found.value = *value;
    } else {
        all = pad.intsAttribute("pads");
        found.value = static_cast<double>(pad.floatAttribute("value", 0));
    }
    if (!all || all->size() < 6 || all->size() % 2 != 0)
        return std::nullopt;
    const std::size_t rank = all->size() / 2;
    constexpr std::int64_t kMostPads = std::int64_t{1} << 31; // so that two of them add without
                                                              // overflow
    for (std::size_t i = 0; i < all->size(); ++i) {
        if ((*all)[i] < 0 || (*all)[i] > kMostPads || (i % rank < 2 && (*all)[i] != 0))
            return std::nullopt;
        if (i % rank >= 2)
            found.pads.push_back((*all)[i]);
    }
    return found;
}

std::uint64_t Rewriter::freedBytes(const Node& node) const {
    std::uint64_t bytes = 0;
    for (const ValueId id : node.inputs)
        if (id && isConstant(id) && isReadOnce(id))
            bytes += constant(id)->byteSize();
    return bytes;
}

} // namespace partita
