#include <algorithm>
#include <cmath>
#include <cstring>

#include "providers/cpu/kernels/copy_pieces.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/wrapping.h"

namespace partita::cpu {

namespace {

/// Axes from an attribute (older versions) or an input (newer ones).
std::optional<Dims> axesOf(const KernelContext& context, std::size_t input, int inputSince) {
    if (context.version() >= inputSince)
        return context.optional(input) ? std::optional(context.ints(input)) : std::nullopt;
    return context.node().attribute("axes") ? std::optional(context.node().intsAttribute("axes"))
                                            : std::nullopt;
}

void intScalarOrList(KernelContext& context, Dims dims, const Dims& values) {
    RuntimeValue& out = context.output(0, DataType::int64, dims);
    std::copy(values.begin(), values.end(), out.as<std::int64_t>());
}

} // namespace

/// Lists the dimensions of a tensor from `start` to before `end`.
///
/// Inputs:   data of any type [D1, …, Dn]
/// Outputs:  shape int64 [k]
/// Method:   reads the dimensions only
/// Source:   ONNX Shape-25
void shapeKernel(KernelContext& context) {
    const Dims& dims = context.input(0).dims;
    const auto rank = static_cast<std::int64_t>(dims.size());
    const auto bound = [&](const char* name, std::int64_t otherwise) {
        return clampedPlace(context.node().intAttribute(name, otherwise), rank, 0, rank);
    };
    const std::int64_t start = bound("start", 0), end = std::max(start, bound("end", rank));
    const Dims part(dims.begin() + start, dims.begin() + end);
    intScalarOrList(context, {static_cast<std::int64_t>(part.size())}, part);
}

/// Counts the elements of a tensor.
///
/// Inputs:   data of any type [D1, …, Dn]
/// Outputs:  size int64 []
/// Method:   reads the dimensions only
/// Source:   ONNX Size-25
void sizeKernel(KernelContext& context) {
    intScalarOrList(context, {}, {context.input(0).count()});
}

/// Gives a tensor another shape; 0 copies a dimension, -1 is computed from the others.
///
/// Inputs:   data of any type [D1, …, Dn]; shape int64 [k] (an attribute before version 5)
/// Outputs:  reshaped [shape …]
/// Method:   shares the memory of data, or copies it out of the arena of the run
/// Fails:    when shape holds another number of elements, more than one -1, or a 0 for a dimension
///           that data does not have
/// Source:   ONNX Reshape-25
void reshapeKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    Dims dims = context.version() >= 5 ? context.ints(1) : context.node().intsAttribute("shape");
    const bool keepZero = context.node().intAttribute("allowzero", 0) != 0;
    std::int64_t known = 1;
    std::size_t open = dims.size();
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (dims[i] == 0 && !keepZero) {
            require(i < x.dims.size(),
                    "a 0 in the shape stands for a dimension that the input does not have");
            dims[i] = x.dims[i];
        }
        if (dims[i] == -1) {
            require(open == dims.size(), "only one -1 is allowed in a shape");
            open = i;
        } else {
            known = times(known, dims[i]);
        }
    }
    if (open < dims.size()) {
        require(known > 0 && x.count() % known == 0,
                "the number of elements is not divisible by the other sizes of the shape");
        dims[open] = x.count() / known;
    }
    context.forward(0, x, std::move(dims));
}

/// Turns a tensor into a matrix: the axes before `axis` are its rows.
///
/// Inputs:   input of any type [D1, …, Dn]
/// Outputs:  output [D1 · … · Da, Da+1 · … · Dn]
/// Method:   shares the memory of input, or copies it out of the arena of the run
/// Source:   ONNX Flatten-25
void flattenKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const auto axis = axisOrEndOf(context.node().intAttribute("axis", 1), x.dims.size());
    require(axis.has_value(), "an axis is out of range");
    context.forward(0, x, {product(x.dims, 0, *axis), product(x.dims, *axis)});
}

/// Removes the given axes, or all axes of size 1.
///
/// Inputs:   data of any type [D1, …, Dn]; axes int64 [k], optional (an attribute before version
///           13)
/// Outputs:  squeezed
/// Method:   shares the memory of data, or copies it out of the arena of the run
/// Fails:    when an axis is out of range or not of size 1
/// Source:   ONNX Squeeze-25
void squeezeKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const auto axes = axesOf(context, 1, 13);
    constexpr std::int64_t kDropped = -1;
    Dims dims = x.dims;
    if (!axes)
        std::ranges::replace(dims, 1, kDropped);
    for (const std::int64_t axis : axes.value_or(Dims())) {
        const std::size_t at = normalizeAxis(axis, x.dims.size());
        require(x.dims[at] == 1, "only dimensions of size 1 can be squeezed");
        dims[at] = kDropped;
    }
    dims.erase(std::ranges::remove(dims, kDropped).begin(), dims.end());
    context.forward(0, x, dims);
}

/// Inserts axes of size 1.
///
/// Inputs:   data of any type [D1, …, Dn]; axes int64 [k] (an attribute before version 13)
/// Outputs:  expanded, of rank n + k
/// Method:   shares the memory of data, or copies it out of the arena of the run
/// Fails:    when an axis is out of range or given twice
/// Source:   ONNX Unsqueeze-25
void unsqueezeKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const Dims axes = axesOf(context, 1, 13).value_or(Dims());
    const std::size_t rank = x.dims.size() + axes.size();
    constexpr std::int64_t kOfData = -1;
    Dims dims(rank, kOfData);
    for (const std::int64_t axis : axes) {
        const std::size_t at = normalizeAxis(axis, rank);
        require(dims[at] == kOfData, "an axis is given twice");
        dims[at] = 1;
    }
    std::size_t next = 0;
    for (std::int64_t& size : dims)
        if (size == kOfData)
            size = x.dims[next++];
    context.forward(0, x, dims);
}

/// Joins tensors along an axis.
///
/// Inputs:   inputs of one type that differ only along the axis
/// Outputs:  concat_result
/// Method:   copies whole rows, in the memory order of the first input; others are reordered first
/// Source:   ONNX Concat-13
void concatKernel(KernelContext& context) {
    const RuntimeValue& first = context.input(0);
    const std::size_t axis =
        normalizeAxis(context.node().intAttribute("axis", 1), first.dims.size());
    Dims dims = first.dims;
    dims[axis] = 0;
    for (std::size_t i = 0; i < context.inputCount(); ++i) {
        const RuntimeValue& x = context.input(i);
        require(x.type == first.type && x.dims.size() == first.dims.size(),
                "all inputs must have the same type and rank");
        for (std::size_t d = 0; d < dims.size(); ++d)
            require(d == axis || x.dims[d] == dims[d],
                    "the inputs may differ in size along the axis only");
        dims[axis] = plus(dims[axis], x.dims[axis]);
    }
    // The output has the memory order of the first input.
    const Dims order = first.strides;
    const Dims strides = order.empty() ? denseStrides(dims) : stridesLike(order, dims);
    const auto width = static_cast<std::int64_t>(elementBytes(first, strides[axis]));
    const std::int64_t outStep = times(width, dims[axis]);
    RuntimeValue& y = context.output(0, first.type, dims);
    if (!order.empty())
        y.strides = strides;
    const std::int64_t outer = outStep > 0 ? static_cast<std::int64_t>(y.byteSize()) / outStep : 0;
    std::byte* to = y.data;
    for (std::size_t i = 0; i < context.inputCount(); ++i) {
        const RuntimeValue& x = context.input(i);
        const Dims own = x.strides.empty() ? denseStrides(x.dims) : x.strides;
        const Dims wanted = order.empty() ? denseStrides(x.dims) : stridesLike(order, x.dims);
        const std::int64_t bytes = width * x.dims[axis];
        copyRows(own == wanted ? x.data : inOrderOf(x, wanted).data, to, outer, bytes, bytes,
                 outStep);
        to += bytes;
    }
}

/// Splits a tensor along an axis.
///
/// Inputs:   input of any type [D1, …, Dn]; split int64 [k], optional (an attribute from version 2
///           to 12)
/// Outputs:  k tensors, as many as the node has outputs
/// Method:   copies whole rows. Without sizes the parts are equal, and the last ones may be
///           smaller.
/// Fails:    when a size is negative or the sizes do not add up to the axis
/// Source:   ONNX Split-18
void splitKernel(KernelContext& context) {
    const RuntimeValue x = context.input(0);
    const std::size_t axis = normalizeAxis(context.node().intAttribute("axis", 0), x.dims.size());
    const auto parts = static_cast<std::int64_t>(context.node().outputs.size());
    require(parts > 0, "the node has no outputs");
    Dims sizes;
    if (const bool asInput = context.version() >= 13 || context.version() == 1;
        asInput && context.optional(1))
        sizes = context.ints(1);
    else if (context.version() < 13)
        sizes = context.node().intsAttribute("split");
    require(context.node().intAttribute("num_outputs", parts) == parts,
            "num_outputs is not the number of outputs");
    if (sizes.empty()) {
        const std::int64_t chunk = (x.dims[axis] + parts - 1) / parts;
        for (std::int64_t i = 0; i < parts; ++i)
            sizes.push_back(std::clamp<std::int64_t>(x.dims[axis] - i * chunk, 0, chunk));
    }
    require(static_cast<std::int64_t>(sizes.size()) == parts,
            "the number of parts differs from the number of outputs");
    std::int64_t sum = 0;
    for (const std::int64_t size : sizes) {
        require(size >= 0, "a part has a negative size");
        sum = plus(sum, size);
    }
    require(sum == x.dims[axis], "the sizes of the parts do not add up to the size of the axis");
    const std::int64_t outer = product(x.dims, 0, axis);
    const auto width = static_cast<std::int64_t>(elementBytes(x, product(x.dims, axis + 1)));
    const std::byte* from = x.data;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        Dims dims = x.dims;
        dims[axis] = sizes[i];
        const std::int64_t bytes = width * sizes[i];
        if (context.wants(i))
            copyRows(from, context.output(i, x.type, dims).data, outer, bytes, width * x.dims[axis],
                     bytes);
        from += bytes;
    }
}

/// Takes elements of the given axes from start to before end, every step.
///
/// Inputs:   data of any type [D1, …, Dn]; starts, ends int32, int64 [k]; axes, steps [k], optional
///           (attributes before version 10)
/// Outputs:  output, of the rank of data
/// Method:   one strided copy (`copyStrided`); bounds are clamped to the axis
/// Fails:    when a step is 0, an axis is out of range or named twice, or the lists differ in
///           length
/// Source:   ONNX Slice-13
void sliceKernel(KernelContext& context) {
    const RuntimeValue x = context.input(0);
    const bool inputs = context.version() >= 10;
    const Dims starts = inputs ? context.ints(1) : context.node().intsAttribute("starts");
    const Dims ends = inputs ? context.ints(2) : context.node().intsAttribute("ends");
    std::optional<Dims> axes = axesOf(context, 3, 10);
    const std::optional<Dims> steps =
        inputs && context.optional(4) ? std::optional(context.ints(4)) : std::nullopt;
    require(starts.size() == ends.size() && (!axes || axes->size() == starts.size()) &&
                (!steps || steps->size() == starts.size()),
            "starts, ends, axes and steps differ in length");
    Dims dims = x.dims, strides = denseStrides(x.dims);
    std::int64_t origin = 0;
    std::vector<bool> seen(x.dims.size());
    for (std::size_t i = 0; i < starts.size(); ++i) {
        const std::size_t axis =
            normalizeAxis(axes ? (*axes)[i] : static_cast<std::int64_t>(i), x.dims.size());
        require(!seen[axis], "axes names an axis twice");
        seen[axis] = true;
        // A longer step than the axis selects the same elements; the clamp prevents overflow.
        const std::int64_t size = x.dims[axis],
                           step = std::clamp(steps ? (*steps)[i] : 1, -size - 1, size + 1);
        require(step != 0, "a step must not be 0");
        // Backwards the start is at most the last element, which is -1 for an empty axis.
        const std::int64_t start = std::min(clampedPlace(starts[i], size, 0, size),
                                            step < 0 ? size - 1 : size),
                           end = clampedPlace(ends[i], size, step < 0 ? -1 : 0, size);
        dims[axis] = std::max<std::int64_t>(0, step > 0 ? (end - start + step - 1) / step
                                                        : (start - end - step - 1) / -step);
        origin += start * strides[axis];
        strides[axis] = times(strides[axis], step);
    }
    RuntimeValue& y = context.output(0, x.type, dims);
    if (y.count() == 0)
        return;
    copyStrided(x.type, x.data + origin * static_cast<std::int64_t>(elementBytes(x)), strides,
                y.data, denseStrides(dims), dims);
}

/// Broadcasts a tensor with a shape, in both directions.
///
/// Inputs:   input of any type [D1, …, Dn]; shape int64 [k]
/// Outputs:  output, of the common shape
/// Method:   one strided copy (`copyStrided`) with stride 0 along broadcast axes
/// Fails:    when the shapes cannot be broadcast
/// Source:   ONNX Expand-13
void expandKernel(KernelContext& context) {
    const RuntimeValue x = context.input(0);
    const Dims shape = broadcastDims(x.dims, context.ints(1));
    RuntimeValue& y = context.output(0, x.type, shape);
    copyStrided(x.type, x.data, broadcastStrides(x.dims, shape), y.data, denseStrides(shape),
                shape);
}

/// Fills a tensor of a shape with one value, 0 by default.
///
/// Inputs:   input int64 [k], the shape
/// Outputs:  output of the type of `value` or float32 [shape …]
/// Method:   one fill
/// Fails:    when a dimension is negative or the tensor too large
/// Source:   ONNX ConstantOfShape-25
void constantOfShapeKernel(KernelContext& context) {
    const Attribute* attribute = context.node().attribute("value");
    const auto* tensor = attribute ? std::get_if<TensorPtr>(&attribute->value) : nullptr;
    const DataType type = tensor ? (*tensor)->type : DataType::float32;
    const auto bytes = tensor ? elements(**tensor) : Result<Buffer>(Buffer());
    require(!tensor || (bytes && (*tensor)->count() == 1), "value must have exactly one element");
    RuntimeValue& y = context.output(0, type, context.ints(0));
    if (!tensor) {
        std::memset(y.data, 0, y.byteSize());
        return;
    }
    forElementSize(type, [&]<class T>() {
        T value;
        std::memcpy(&value, bytes->bytes().data(), sizeof value);
        std::fill_n(y.as<T>(), y.count(), value);
    });
}

namespace {

/// How many numbers lie from `from` to before `to`, in steps of `step`. Of integers exactly: the
/// distance of two int64 fits no int64 and no double.
template <class T> std::int64_t rangeCount(T from, T to, T step) {
    if constexpr (std::is_integral_v<T>) {
        const bool up = step > 0;
        if (up ? from >= to : from <= to)
            return 0;
        const auto bits = [](T number) { return static_cast<std::uint64_t>(number); };
        const std::uint64_t way = up ? bits(to) - bits(from) : bits(from) - bits(to),
                            by = up ? bits(step) : std::uint64_t{0} - bits(step);
        return sizeOf(static_cast<double>((way - 1) / by) + 1);
    } else {
        const double exact = std::ceil((static_cast<double>(to) - static_cast<double>(from)) /
                                       static_cast<double>(step));
        return sizeOf(exact < 0 ? 0 : exact);
    }
}

} // namespace

/// Lists the numbers from start to before limit in steps of delta.
///
/// Inputs:   start, limit, delta of one numeric type []
/// Outputs:  output [max(0, ⌈(limit - start) / delta⌉)]
/// Method:   start + i · delta in the type of the inputs; integers wrap around
/// Fails:    when delta is 0, or the count is NaN or too large
/// Source:   ONNX Range-27
void rangeKernel(KernelContext& context) {
    const RuntimeValue &start = context.input(0), &limit = context.input(1),
                       &delta = context.input(2);
    require(start.type == limit.type && start.type == delta.type,
            "start, limit and delta must have the same type");
    forNumericType(start.type, [&]<class T>() {
        if constexpr (!std::is_same_v<T, bool>) {
            const T from = scalarOf<T>(start), to = scalarOf<T>(limit), step = scalarOf<T>(delta);
            require(step != T{0}, "delta must not be 0");
            const std::int64_t count = rangeCount(from, to, step);
            RuntimeValue& y = context.output(0, start.type, {count});
            for (std::int64_t i = 0; i < count; ++i)
                y.as<T>()[i] = sumOf(from, productOf(static_cast<T>(i), step));
        } else {
            throw NodeFailure("numbers were expected");
        }
    });
}

namespace {

void depthSpace(KernelContext& context, bool toSpace) {
    const RuntimeValue x = context.input(0);
    const std::int64_t block = context.node().intAttribute("blocksize", 0);
    require(x.dims.size() == 4 && block > 0,
            "the input must have 4 dimensions, and blocksize must be positive");
    const std::int64_t n = x.dims[0], c = x.dims[1], h = x.dims[2], w = x.dims[3],
                       square = times(block, block);
    const bool columnRowDepth = context.node().stringAttribute("mode", "DCR") == "CRD";
    Dims from, order, dims;
    if (toSpace) {
        require(c % square == 0, "the number of channels is not a multiple of blocksize squared");
        const std::int64_t depth = c / square;
        from = columnRowDepth ? Dims{n, depth, block, block, h, w}
                              : Dims{n, block, block, depth, h, w};
        order = columnRowDepth ? Dims{0, 1, 4, 2, 5, 3} : Dims{0, 3, 4, 1, 5, 2};
        dims = {n, depth, times(h, block), times(w, block)};
    } else {
        require(h % block == 0 && w % block == 0, "height or width is not a multiple of blocksize");
        from = {n, c, h / block, block, w / block, block};
        order = columnRowDepth ? Dims{0, 1, 3, 5, 2, 4} : Dims{0, 3, 5, 1, 2, 4};
        dims = {n, times(c, square), h / block, w / block};
    }
    const Dims dense = denseStrides(from);
    Dims shape, strides;
    for (const std::int64_t axis : order) {
        shape.push_back(from[static_cast<std::size_t>(axis)]);
        strides.push_back(dense[static_cast<std::size_t>(axis)]);
    }
    RuntimeValue& y = context.output(0, x.type, dims);
    copyStrided(x.type, x.data, strides, y.data, denseStrides(shape), shape);
}

} // namespace

/// Moves blocks of the channels into height and width.
///
/// Inputs:   input of any type [N, C, H, W]
/// Outputs:  output [N, C / b², H · b, W · b] for blocksize b
/// Method:   one strided copy (`copyStrided`) of a view with 6 axes
/// Source:   ONNX DepthToSpace-28
void depthToSpaceKernel(KernelContext& context) { depthSpace(context, true); }

/// Moves blocks of height and width into the channels.
///
/// Inputs:   input of any type [N, C, H, W]
/// Outputs:  output [N, C · b², H / b, W / b] for blocksize b
/// Method:   one strided copy (`copyStrided`) of a view with 6 axes
/// Source:   ONNX SpaceToDepth-28
void spaceToDepthKernel(KernelContext& context) { depthSpace(context, false); }

} // namespace partita::cpu
