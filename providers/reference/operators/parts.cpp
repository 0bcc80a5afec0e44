// Concat, Split, Slice, Pad and CenterCropPad.

#include <algorithm>

#include "providers/reference/catalogue.h"
#include "providers/reference/moved.h"

namespace partita::reference {

/// `axis` is required since version 4; before, it is 1 by default.
void concat(Call& call) {
    require(call.version() < 4 || call.hasAttribute("axis"), "the attribute axis is missing");
    std::vector<Array> parts;
    for (std::size_t i = 0; i < call.inputCount(); ++i)
        parts.push_back(call.in(i));
    require(!parts.empty(), "there is nothing to concatenate");
    call.give(joined(parts, axisIn(call.integer("axis", 1), parts[0].rank())));
}

namespace {

/// Sizes of `parts` equal parts. Since version 18 the last parts may be smaller.
Dims equalParts(std::int64_t size, std::size_t parts, bool lastMayBeSmaller) {
    require(parts > 0, "the node has no outputs");
    const auto count = static_cast<std::int64_t>(parts);
    require(lastMayBeSmaller || size % count == 0, "the axis cannot be split into equal parts");
    const std::int64_t most = (size + count - 1) / count;
    Dims sizes;
    for (std::int64_t left = size; sizes.size() < parts; left -= sizes.back())
        sizes.push_back(std::min(most, left));
    return sizes;
}

} // namespace

void split(Call& call) {
    const Array& data = call.in(0);
    const std::size_t axis = axisIn(call.integer("axis", 0), data.rank());
    Dims sizes = call.integers("split");
    if (call.has(1))
        sizes = call.in(1).integers();
    else if (!call.hasAttribute("split"))
        sizes = equalParts(data.dims()[axis], call.outputCount(), call.version() >= 18);
    require(sizes.size() == call.outputCount() &&
                call.integer("num_outputs", static_cast<std::int64_t>(sizes.size())) ==
                    static_cast<std::int64_t>(sizes.size()),
            "the number of parts differs from the number of outputs");
    std::int64_t first = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        call.give(i, part(data, axis, first, sizes[i]));
        first += sizes[i];
    }
    require(first == data.dims()[axis],
            "the sizes of the parts do not add up to the size of the axis");
}

namespace {

/// The positions start, start + step, … before `end` along an axis of `size`, clamped to it.
struct Steps {
    std::int64_t first, step, count;

    Steps(std::int64_t start, std::int64_t end, std::int64_t by, std::int64_t size) : step(by) {
        require(step != 0, "a step must not be 0");
        const std::int64_t lowest = step > 0 ? 0 : -1, highest = step > 0 ? size : size - 1;
        first = clampedPlace(start, size, 0, std::max<std::int64_t>(highest, 0));
        end = clampedPlace(end, size, lowest, highest);
        if (step > 0)
            count = first < end ? (end - first - 1) / step + 1 : 0;
        else
            count = size > 0 && first > end ? (end - first + 1) / step + 1 : 0;
    }
};

} // namespace

/// Since version 10 starts, ends, axes and steps are inputs; before, starts, ends and axes are
/// attributes and every step is 1.
void slice(Call& call) {
    const Array& data = call.in(0);
    const bool inputs = call.version() >= 10;
    const auto list = [&](std::size_t input, const char* name, Dims otherwise) {
        if (inputs)
            return call.has(input) ? call.in(input).integers() : otherwise;
        return call.integers(name, otherwise);
    };
    const Dims starts = list(1, "starts", {}), ends = list(2, "ends", {});
    Dims axes(starts.size());
    for (std::size_t i = 0; i < axes.size(); ++i)
        axes[i] = static_cast<std::int64_t>(i);
    axes = list(3, "axes", axes);
    const Dims steps = list(4, "steps", Dims(starts.size(), 1));
    require(ends.size() == starts.size() && axes.size() == starts.size() &&
                steps.size() == starts.size(),
            "starts, ends, axes and steps differ in length");
    Dims dims = data.dims(), first(data.rank(), 0), step(data.rank(), 1);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::size_t axis = axisIn(axes[i], data.rank());
        const Steps along(starts[i], ends[i], steps[i], data.dims()[axis]);
        dims[axis] = along.count;
        first[axis] = along.first;
        step[axis] = along.step;
    }
    Dims from(data.rank());
    call.give(moved(data, dims, [&](const Index& at) {
        for (std::size_t i = 0; i < from.size(); ++i)
            from[i] = first[i] + (at[i] > 0 ? at[i] * step[i] : 0);
        return placeOf(data.dims(), from);
    }));
}

namespace {

/// Pads at the start and at the end of each axis; negative pads crop.
struct Margins {
    Dims before, after;

    Margins(std::size_t rank, const Dims& pads, const Dims& axes) : before(rank), after(rank) {
        require(pads.size() == 2 * axes.size(), "pads must have two numbers for each axis");
        for (std::size_t i = 0; i < axes.size(); ++i) {
            const std::size_t axis = axisIn(axes[i], rank);
            before[axis] = pads[i];
            after[axis] = pads[i + axes.size()];
        }
    }
};

Dims allAxes(std::size_t rank) {
    Dims axes(rank);
    for (std::size_t i = 0; i < rank; ++i)
        axes[i] = static_cast<std::int64_t>(i);
    return axes;
}

/// The input position that output position `at` copies along an axis, by mode; -1: constant_value.
std::int64_t shown(std::int64_t at, std::int64_t size, const std::string& mode) {
    if (at >= 0 && at < size)
        return at;
    if (mode == "constant")
        return -1;
    if (mode == "edge")
        return at < 0 ? 0 : size - 1;
    if (mode == "wrap")
        return (at % size + size) % size;
    if (size == 1)
        return 0;
    const std::int64_t period = 2 * (size - 1), place = (at % period + period) % period;
    return place < size ? place : period - place;
}

/// Crops by the negative pads first, so that cropped elements are not used as padding.
Array padded(const Array& whole, const Margins& margins, const std::string& mode,
             const Array& fill) {
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    Array data = whole;
    Dims before(data.rank()), dims(data.rank());
    for (std::size_t i = 0; i < data.rank(); ++i) {
        const std::int64_t first = margins.before[i], last = margins.after[i];
        require(std::abs(first) <= kMost && std::abs(last) <= kMost, "a pad is too large");
        const std::int64_t cutFirst = std::max<std::int64_t>(-first, 0),
                           cutLast = std::max<std::int64_t>(-last, 0);
        const std::int64_t kept = data.dims()[i] - cutFirst - cutLast;
        if (cutFirst + cutLast > 0 && kept >= 0)
            data = part(data, i, cutFirst, kept);
        before[i] = kept >= 0 ? std::max<std::int64_t>(first, 0) : first;
        dims[i] = whole.dims()[i] + first + last;
        require(dims[i] >= 0, "negative pads remove more than the input has");
        require(mode == "constant" || kept > 0 || dims[i] == 0,
                "an axis with no elements left can only be padded with a constant");
    }
    Array result(data.type(), dims);
    Dims from(data.rank());
    for (Index at(dims); at; ++at) {
        bool inside = true;
        for (std::size_t i = 0; i < from.size(); ++i) {
            from[i] = shown(at[i] - before[i], data.dims()[i], mode);
            inside = inside && from[i] >= 0;
        }
        if (inside)
            result.copy(at.place(), data, placeOf(data.dims(), from));
        else
            result.copy(at.place(), fill, 0);
    }
    return result;
}

} // namespace

/// pads and value are attributes before version 11 and inputs since; `axes` is an input since
/// version 18.
void pad(Call& call) {
    const Array& data = call.in(0);
    const std::string mode = call.text("mode", "constant");
    require(mode == "constant" || mode == "edge" || mode == "reflect" ||
                (mode == "wrap" && call.version() >= 19),
            "this mode is not known");
    Array fill(data.type(), {});
    Dims pads, axes = allAxes(data.rank());
    if (call.version() < 11) {
        pads = call.integers(call.version() < 2 ? "paddings" : "pads");
        fill.set(0, call.real("value", 0));
    } else {
        pads = call.in(1).integers();
        if (call.has(3))
            axes = call.in(3).integers();
        if (call.has(2)) {
            require(call.in(2).type() == data.type() && call.in(2).count() == 1,
                    "constant_value must be one element of the input's type");
            fill.copy(0, call.in(2), 0);
        }
    }
    call.give(padded(data, Margins(data.rank(), pads, axes), mode, fill));
}

/// Crops or zero-pads each axis around its centre. An odd element is cropped or added at the end.
void centerCropPad(Call& call) {
    const Array& data = call.in(0);
    const Dims axes = call.integers("axes", allAxes(data.rank())), sizes = call.in(1).integers();
    require(axes.size() == sizes.size(), "one size for each axis was expected");
    Dims pads;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::int64_t old = data.dims()[axisIn(axes[i], data.rank())];
        require(sizes[i] >= 0, "a size is negative");
        pads.push_back(sizes[i] < old ? -((old - sizes[i]) / 2) : (sizes[i] - old) / 2);
    }
    for (std::size_t i = 0; i < axes.size(); ++i)
        pads.push_back(sizes[i] - data.dims()[axisIn(axes[i], data.rank())] - pads[i]);
    call.give(padded(data, Margins(data.rank(), pads, axes), "constant", Array(data.type(), {})));
}

} // namespace partita::reference
