// Shape operators: Reshape, Transpose, Expand, Tile, DepthToSpace and others that rearrange
// elements.

#include <algorithm>
#include <optional>

#include "providers/reference/catalogue.h"
#include "providers/reference/moved.h"

namespace partita::reference {

namespace {

/// The axes of Squeeze and Unsqueeze: an attribute before version 13, an input since.
std::optional<Dims> axesOf(Call& call) {
    if (call.version() >= 13)
        return call.has(1) ? std::optional(call.in(1).integers()) : std::nullopt;
    return call.hasAttribute("axes") ? std::optional(call.integers("axes")) : std::nullopt;
}

} // namespace

void identity(Call& call) { call.give(0, call.value(0).settled()); }

void reshape(Call& call) {
    const Array& data = call.in(0);
    Dims dims = call.version() < 5 ? call.integers("shape") : call.in(1).integers();
    const bool zeroIsZero = call.integer("allowzero", 0) != 0;
    std::optional<std::size_t> open;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (dims[i] == 0 && !zeroIsZero) {
            require(i < data.rank(),
                    "a 0 in the shape stands for a dimension that the input does not have");
            dims[i] = data.dims()[i];
        } else if (dims[i] == -1) {
            require(!open, "only one -1 is allowed in a shape");
            open = i;
            dims[i] = 1;
        }
    }
    if (open) {
        const std::int64_t known = countOf(dims);
        require(known > 0 && countOf(data.dims()) % known == 0,
                "the number of elements is not divisible by the other sizes of the shape");
        dims[*open] = countOf(data.dims()) / known;
    }
    call.give(data.reshaped(dims));
}

void flatten(Call& call) {
    const Array& data = call.in(0);
    const auto axis = axisOrEndOf(call.integer("axis", 1), data.rank());
    require(axis.has_value(), "an axis is out of range");
    const auto split = data.dims().begin() + static_cast<std::ptrdiff_t>(*axis);
    call.give(data.reshaped(
        {countOf({data.dims().begin(), split}), countOf({split, data.dims().end()})}));
}

void squeeze(Call& call) {
    const Array& data = call.in(0);
    const auto axes = axesOf(call);
    std::vector<bool> gone(data.rank());
    for (std::size_t i = 0; i < data.rank(); ++i)
        gone[i] = !axes && data.dims()[i] == 1;
    for (const std::int64_t axis : axes.value_or(Dims{})) {
        require(data.dims()[axisIn(axis, data.rank())] == 1, "only axes of size 1 can be squeezed");
        gone[axisIn(axis, data.rank())] = true;
    }
    Dims dims;
    for (std::size_t i = 0; i < data.rank(); ++i)
        if (!gone[i])
            dims.push_back(data.dims()[i]);
    call.give(data.reshaped(dims));
}

void unsqueeze(Call& call) {
    const Array& data = call.in(0);
    const auto axes = axesOf(call);
    require(axes.has_value(), "the axes are missing");
    std::vector<bool> made(data.rank() + axes->size());
    for (const std::int64_t axis : *axes) {
        const std::size_t at = axisIn(axis, made.size());
        require(!made[at], "an axis is named twice");
        made[at] = true;
    }
    Dims dims;
    auto old = data.dims().begin();
    for (const bool isNew : made)
        dims.push_back(isNew ? 1 : *old++);
    call.give(data.reshaped(dims));
}

void transpose(Call& call) {
    const Array& data = call.in(0);
    Dims order(data.rank());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<std::int64_t>(order.size() - 1 - i);
    order = call.integers("perm", order);
    require(order.size() == data.rank(), "perm must have one entry for each axis of the input");
    Dims dims;
    std::vector<bool> used(data.rank());
    for (const std::int64_t axis : order) {
        require(axis >= 0 && axis < static_cast<std::int64_t>(data.rank()) &&
                    !used[static_cast<std::size_t>(axis)],
                "perm is not a permutation of the axes");
        used[static_cast<std::size_t>(axis)] = true;
        dims.push_back(data.dims()[static_cast<std::size_t>(axis)]);
    }
    Dims from(data.rank());
    call.give(moved(data, dims, [&](const Index& at) {
        for (std::size_t i = 0; i < order.size(); ++i)
            from[static_cast<std::size_t>(order[i])] = at[i];
        return placeOf(data.dims(), from);
    }));
}

void expand(Call& call) {
    const Array& data = call.in(0);
    const Dims dims = broadcast(data.dims(), call.in(1).integers());
    call.give(moved(data, dims, [&](const Index& at) { return at.in(data.dims()); }));
}

/// Version 1 repeats along one axis (inputs tiles, axis); later versions have one repeat for each
/// axis.
void tile(Call& call) {
    const Array& data = call.in(0);
    Dims repeats(data.rank(), 1);
    if (call.version() < 6)
        repeats.at(axisIn(call.in(2).onlyInteger(), data.rank())) = call.in(1).onlyInteger();
    else
        repeats = call.in(1).integers();
    require(repeats.size() == data.rank(),
            "repeats must have one number for each axis of the input");
    Dims dims;
    for (std::size_t i = 0; i < repeats.size(); ++i)
        dims.push_back(countOf({data.dims()[i], repeats[i]}));
    Dims from(data.rank());
    call.give(moved(data, dims, [&](const Index& at) {
        for (std::size_t i = 0; i < from.size(); ++i)
            from[i] = at[i] % data.dims()[i];
        return placeOf(data.dims(), from);
    }));
}

void shapeOf(Call& call) {
    const Dims& dims = call.in(0).dims();
    const auto rank = static_cast<std::int64_t>(dims.size());
    const std::int64_t first = clampedPlace(call.integer("start", 0), rank, 0, rank),
                       last = clampedPlace(call.integer("end", rank), rank, 0, rank);
    call.give(
        Array::int64s(first < last ? Dims(dims.begin() + first, dims.begin() + last) : Dims()));
}

void sizeOf(Call& call) { call.give(Array::int64s({countOf(call.in(0).dims())}).reshaped({})); }

namespace {

/// Blocks of blocksize × blocksize that DepthToSpace and SpaceToDepth move between depth and space.
/// `channel` is the depth index of element (row, column) of a block for channel `at` of `depth`;
/// the block offset is slower than the channel in mode DCR, faster in CRD.
struct Blocks {
    explicit Blocks(Call& call)
        : size(call.integer("blocksize", 0)), crd(call.text("mode", "DCR") == "CRD") {
        require(size > 0, "blocksize is not positive");
        require(crd || call.text("mode", "DCR") == "DCR", "mode must be DCR or CRD");
        require(call.in(0).rank() == 4, "the input must be [N, C, H, W]");
        area = countOf({size, size});
    }
    [[nodiscard]] std::int64_t channel(std::int64_t at, std::int64_t depth, std::int64_t row,
                                       std::int64_t column) const {
        return crd ? at * area + row * size + column : (row * size + column) * depth + at;
    }

    std::int64_t size, area = 1;
    bool crd;
};

} // namespace

void depthToSpace(Call& call) {
    const Blocks blocks(call);
    const Array& data = call.in(0);
    const Dims& x = data.dims();
    require(x[1] % blocks.area == 0,
            "the number of channels is not a multiple of blocksize squared");
    const Dims y{x[0], x[1] / blocks.area, countOf({x[2], blocks.size}),
                 countOf({x[3], blocks.size})};
    call.give(moved(data, y, [&](const Index& at) {
        return placeOf(x, {at[0],
                           blocks.channel(at[1], y[1], at[2] % blocks.size, at[3] % blocks.size),
                           at[2] / blocks.size, at[3] / blocks.size});
    }));
}

void spaceToDepth(Call& call) {
    const Blocks blocks(call);
    const Array& data = call.in(0);
    const Dims& x = data.dims();
    require(x[2] % blocks.size == 0 && x[3] % blocks.size == 0,
            "height or width is not a multiple of blocksize");
    const Dims y{x[0], countOf({x[1], blocks.area}), x[2] / blocks.size, x[3] / blocks.size};
    Array result(data.type(), y);
    for (Index at(x); at; ++at) {
        const std::int64_t channel =
            blocks.channel(at[1], x[1], at[2] % blocks.size, at[3] % blocks.size);
        result.copy(placeOf(y, {at[0], channel, at[2] / blocks.size, at[3] / blocks.size}), data,
                    at.place());
    }
    call.give(result);
}

/// Reverses the first sequence_lens[batch] positions of the time axis.
void reverseSequence(Call& call) {
    const Array& data = call.in(0);
    const std::int64_t batchAxis = call.integer("batch_axis", 1),
                       timeAxis = call.integer("time_axis", 0);
    require(
        data.rank() >= 2 && (timeAxis == 0 || timeAxis == 1) && batchAxis == 1 - timeAxis,
        "batch_axis and time_axis must be 0 and 1, or 1 and 0, and the input of rank 2 or more");
    const auto batch = static_cast<std::size_t>(batchAxis),
               time = static_cast<std::size_t>(timeAxis);
    const Dims lengths = call.in(1).integers();
    require(lengths.size() == data.size(batch),
            "one length for each entry of the batch was expected");
    for (const std::int64_t length : lengths)
        require(length >= 0 && length <= data.dims()[time],
                "the length of a sequence is out of range");
    call.give(moved(data, data.dims(), [&](const Index& at) {
        const std::int64_t length = lengths[static_cast<std::size_t>(at[batch])];
        Dims from = at.at();
        if (at[time] < length)
            from[time] = length - 1 - at[time];
        return placeOf(data.dims(), from);
    }));
}

/// Keeps the triangle on and above diagonal k (`upper`), or on and below it; the rest is 0.
void trilu(Call& call) {
    const Array& data = call.in(0);
    require(data.rank() >= 2, "the input must be a matrix");
    const bool upper = call.integer("upper", 1) != 0;
    const std::int64_t k = call.has(1) ? call.in(1).onlyInteger() : 0;
    Array result(data.type(), data.dims());
    for (Index at(data.dims()); at; ++at) {
        const std::int64_t diagonal = at[data.rank() - 1] - at[data.rank() - 2];
        if (upper ? diagonal >= k : diagonal <= k)
            result.copy(at.place(), data, at.place());
    }
    call.give(result);
}

} // namespace partita::reference
