// Queries of passes about nodes: slices, permutations, pads, sizes.

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/rewrite/pass_run.h"

namespace partita {

SliceRange SliceAxis::range(std::int64_t count) const {
    if (step > 0)
        return {clampedPlace(start, count, 0, count), clampedPlace(end, count, 0, count), step};
    if (count == 0)
        return {0, 0, step};
    // With a negative step, −1 (before the first element) is a valid end, but no start.
    return {clampedPlace(start, count, 0, count - 1), clampedPlace(end, count, -1, count - 1),
            step};
}

std::optional<std::vector<std::int64_t>>
axesFromFirst(std::optional<std::vector<std::int64_t>> axes, std::optional<std::size_t> rank) {
    constexpr std::size_t kMostAxes = 1 << 16;
    if (!axes || (!rank && std::ranges::any_of(*axes, [](std::int64_t axis) { return axis < 0; })))
        return std::nullopt;
    for (std::int64_t& axis : *axes) {
        const auto at = axisOf(axis, rank.value_or(kMostAxes));
        if (!at)
            return std::nullopt;
        axis = static_cast<std::int64_t>(*at);
    }
    std::ranges::sort(*axes);
    return std::ranges::adjacent_find(*axes) == axes->end() ? axes : std::nullopt;
}

std::vector<std::int64_t> axesAmong(const std::vector<std::int64_t>& others,
                                    const std::vector<std::int64_t>& axes) {
    std::vector<std::int64_t> all = others;
    for (std::int64_t axis : axes) { // moved back by each of the others at or before it
        for (const std::int64_t other : others)
            axis += other <= axis;
        all.push_back(axis);
    }
    std::ranges::sort(all);
    return all;
}

bool Rewriter::mayPassThroughIdentity(ValueId value) const {
    const TypePtr& type = model().value(value)->type;
    return opset() >= 16 || isConstant(value) || (type && type->isTensor());
}

std::optional<Shape> Rewriter::shapeRange(const Node& node) const {
    const Shape* whole = shape(node.inputs[0]);
    if (!whole)
        return std::nullopt;
    const Shape found = *whole;
    const auto rank = static_cast<std::int64_t>(found.size());
    const std::int64_t start = clampedPlace(node.intAttribute("start", 0), rank, 0, rank),
                       end = clampedPlace(node.intAttribute("end", rank), rank, 0, rank);
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
    const auto count = rank(node.inputs[0]);
    auto order = node.intsAttribute("perm");
    if (!node.attribute("perm")) {
        if (!count)
            return std::nullopt;
        order.resize(*count);
        std::iota(order.rbegin(), order.rend(), 0);
    }
    return order.size() == count.value_or(order.size()) && isPermutation(order)
               ? std::optional(order)
               : std::nullopt;
}

namespace {

/// The pads of every axis, from those of the axes that are listed, each once.
std::optional<std::vector<std::int64_t>> padsOfAllAxes(const std::vector<std::int64_t>& pads,
                                                       const std::vector<std::int64_t>& axes,
                                                       std::size_t rank) {
    if (pads.size() != 2 * axes.size() || !axesFromFirst(axes, rank))
        return std::nullopt;
    std::vector<std::int64_t> all(2 * rank, 0);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::size_t axis = *axisOf(axes[i], rank);
        all[axis] = pads[i];
        all[axis + rank] = pads[i + axes.size()];
    }
    return all;
}

} // namespace

std::optional<SpatialPads> Rewriter::spatialPads(const Node& pad) const {
    if (pad.stringAttribute("mode", "constant") != "constant")
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
        if (const ValueId listed = input(pad, 3)) {
            const auto axes = ints(listed);
            const auto count = rank(pad.inputs[0]);
            if (!all || !axes || !count)
                return std::nullopt;
            all = padsOfAllAxes(*all, *axes, *count);
        }
    } else {
        all = pad.intsAttribute("pads");
        found.value = static_cast<double>(pad.floatAttribute("value", 0));
    }
    if (!all || all->size() < 6 || all->size() % 2 != 0)
        return std::nullopt;
    const std::size_t axes = all->size() / 2;
    constexpr std::int64_t kMostPads = std::int64_t{1} << 31; // so that two of them add without
                                                              // overflow
    for (std::size_t i = 0; i < all->size(); ++i) {
        if ((*all)[i] < 0 || (*all)[i] > kMostPads || (i % axes < 2 && (*all)[i] != 0))
            return std::nullopt;
        if (i % axes >= 2)
            found.pads.push_back((*all)[i]);
    }
    return found;
}

std::optional<std::vector<std::int64_t>> Rewriter::ownPads(const Node& node) {
    const std::string_view how = node.stringAttribute("auto_pad", "NOTSET");
    if (how == "NOTSET")
        return node.intsAttribute("pads");
    return how == "VALID" ? std::optional<std::vector<std::int64_t>>(std::in_place) : std::nullopt;
}

std::uint64_t Rewriter::freedBytes(const Node& node) const {
    std::uint64_t bytes = 0;
    for (const ValueId id : node.inputs)
        if (id && isConstant(id) && isReadOnce(id))
            bytes += constant(id)->byteSize();
    return bytes;
}

} // namespace partita
