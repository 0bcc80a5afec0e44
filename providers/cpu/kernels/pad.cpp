// Pad, with each of its modes.

#include <algorithm>
#include <cstring>

#include "providers/cpu/kernels/axis_maps.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/narrow_types.h"

namespace partita::cpu {

namespace {

/// The constant of the attribute or the third input, 0 by default.
template <class T> T padConstant(const KernelContext& context, DataType type) {
    if (context.version() >= 11) {
        const RuntimeValue* value = context.optional(2);
        return value ? scalarOf<T>(*value) : T{};
    }
    RuntimeValue value = RuntimeValue::allocate(type, {});
    writeNumber(value, 0, static_cast<double>(context.node().floatAttribute("value", 0)));
    return scalarOf<T>(value);
}

/// Pads many rows of few elements with a constant, by a table for each axis.
void padRowsWithConstant(const KernelContext& context, const RuntimeValue& x, const Dims& before,
                         RuntimeValue& y) {
    std::vector<AxisMap> source(y.dims.size());
    for (std::size_t i = 0; i < source.size(); ++i)
        for (std::int64_t at = -before[i]; at < y.dims[i] - before[i]; ++at)
            source[i].push_back(at >= 0 && at < x.dims[i] ? at : -1);
    forElementSize(
        x.type, [&]<class T>() { gatherByAxes<T>(x, y, source, padConstant<T>(context, x.type)); });
}

/// Fills `y` with the constant and copies `x` into it, less what negative pads cut off.
void padWithConstant(const KernelContext& context, const RuntimeValue& x, const Dims& before,
                     RuntimeValue& y) {
    constexpr std::int64_t kLongest = 4096; // of an axis; a table for a long one would take longer
    if (std::ranges::all_of(y.dims, [](std::int64_t size) { return size <= kLongest; }))
        return padRowsWithConstant(context, x, before, y);
    forElementSize(x.type, [&]<class T>() {
        const T fill = padConstant<T>(context, x.type);
        parallelFor(y.count(), kElementGrain, [&](std::int64_t begin, std::int64_t end) {
            std::fill(y.as<T>() + begin, y.as<T>() + end, fill);
        });
    });
    const Dims from = denseStrides(x.dims), to = denseStrides(y.dims);
    Dims kept(x.dims.size());
    std::int64_t source = 0, target = 0;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const std::int64_t skipped = std::max<std::int64_t>(0, -before[i]),
                           at = std::max<std::int64_t>(0, before[i]);
        kept[i] = std::min(x.dims[i] - skipped, y.dims[i] - at);
        if (kept[i] <= 0)
            return;
        source += skipped * from[i];
        target += at * to[i];
    }
    const auto width = static_cast<std::int64_t>(elementBytes(x));
    copyStrided(x.type, x.data + source * width, from, y.data + target * width, to, kept);
}

/// The index of the element that stands at place `at` of an axis, by the padding mode.
std::int64_t padSource(std::int64_t at, std::int64_t size, std::string_view mode) {
    if (at >= 0 && at < size)
        return at;
    if (mode == "edge")
        return at < 0 ? 0 : size - 1;
    if (mode == "wrap")
        return ((at % size) + size) % size;
    require(mode == "reflect", "this padding mode is not known");
    if (size == 1)
        return 0;
    const std::int64_t period = 2 * (size - 1);
    at = ((at % period) + period) % period;
    return at < size ? at : period - at;
}

} // namespace

/// Adds elements before and after each axis, or cuts them off where a pad is negative.
///
/// Inputs:   data of any type [D1, …, Dn]; pads int64 [2 · axes]; constant_value [], axes int32,
///           int64, both optional (pads and value are attributes before version 11)
/// Outputs:  output [D1 + pads, …]
/// Method:   without pads a view; `constant` along a long axis fills and copies the rest into its place; all others move
///           elements by a table for each axis
/// Fails:    when pads has not two numbers for each axis, cuts more than there is or leaves nothing
///           to repeat, or an axis is out of range
/// Source:   ONNX Pad-25
void padKernel(KernelContext& context) {
    const RuntimeValue x = context.input(0);
    const std::size_t rank = x.dims.size();
    const Dims given =
        context.version() >= 11
            ? context.ints(1)
            : context.node().intsAttribute(context.version() >= 2 ? "pads" : "paddings");
    Dims before(rank), after(rank);
    Dims axes = context.version() >= 18 && context.optional(3) ? context.ints(3) : Dims();
    if (axes.empty())
        for (std::size_t i = 0; i < rank; ++i)
            axes.push_back(static_cast<std::int64_t>(i));
    require(given.size() == 2 * axes.size(), "pads needs two numbers for each axis");
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::size_t axis = normalizeAxis(axes[i], rank);
        constexpr std::int64_t kMost = static_cast<std::int64_t>(kMostTensorBytes);
        before[axis] = given[i];
        after[axis] = given[i + axes.size()];
        require(std::max(before[axis], after[axis]) <= kMost &&
                    std::min(before[axis], after[axis]) >= -kMost,
                "a pad is too large");
    }
    const std::string_view mode = context.node().stringAttribute("mode", "constant");
    Dims dims(rank);
    for (std::size_t i = 0; i < rank; ++i) {
        dims[i] = plus(x.dims[i], before[i] + after[i]);
        require(dims[i] >= 0, "negative pads remove more than the input has");
    }
    if (dims == x.dims && std::ranges::all_of(before, [](std::int64_t pad) { return pad == 0; }))
        return context.forward(0, x, dims);
    RuntimeValue& y = context.output(0, x.type, dims);
    if (mode == "constant")
        return padWithConstant(context, x, before, y);
    // The source of each position of an axis. Elements that negative pads cut off are not repeated.
    std::vector<AxisMap> source(rank);
    for (std::size_t i = 0; i < rank; ++i) {
        const std::int64_t first = std::max<std::int64_t>(0, -before[i]),
                           kept = std::min(x.dims[i], x.dims[i] + after[i]) - first;
        require(kept > 0 || dims[i] == 0,
                "an axis with no elements left can only be padded with a constant");
        for (std::int64_t at = 0; at < dims[i]; ++at)
            source[i].push_back(first + padSource(at - before[i] - first, kept, mode));
    }
    forElementSize(x.type, [&]<class T>() { gatherByAxes<T>(x, y, source); });
}

} // namespace partita::cpu
