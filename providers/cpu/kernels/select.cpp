// Operators that choose, sort or mark elements: OneHot, Compress, Unique, Trilu, EyeLike,
// Hardmax, CumProd, ReverseSequence, NonMaxSuppression.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "providers/cpu/kernels/axis_view.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/map_floats.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/loops/wrapping.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// Fills `to` with element `i` of `from`.
void fillWith(const RuntimeValue& from, std::int64_t i, RuntimeValue& to) {
    if (from.type == DataType::string)
        return std::fill(to.strings->begin(), to.strings->end(),
                         (*from.strings)[static_cast<std::size_t>(i)]);
    forElementSize(from.type,
                   [&]<class T>() { std::fill_n(to.as<T>(), to.count(), from.as<T>()[i]); });
}

} // namespace

/// The place of the first of the largest elements of a row.
template <class T>
std::int64_t largestAt(const T* x, std::int64_t first, std::int64_t step, std::int64_t count) {
    std::int64_t best = first;
    T most = x[first];
    for (std::int64_t i = 1, at = first + step; i < count; ++i, at += step)
        if (x[at] > most) {
            most = x[at];
            best = at;
        }
    return best;
}

/// Puts a 1 where the largest element of an axis first occurs, 0 elsewhere.
///
/// Inputs:   input float32, float64 [D1, …, Dn]
/// Outputs:  output [D1, …, Dn]
/// Method:   along the last axis a vector loop for the largest element and a search for it, along
///           others one scan of each row; rows run on several threads. Before version 13 all axes
///           from `axis` on are one row.
/// Source:   ONNX Hardmax-13
void hardmaxKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const bool flat = context.version() < 13;
    AxisView view(x.dims, context.node().intAttribute("axis", flat ? 1 : -1));
    if (flat) {
        view.size *= view.inner;
        view.inner = 1;
    }
    RuntimeValue& y = context.output(0, x.type, x.dims);
    std::memset(y.data, 0, y.byteSize());
    const std::int64_t rows = view.size > 0 ? view.outer * view.inner : 0;
    forFloatType(x.type, [&]<class T>() {
        parallelFor(rows, 1 + 16384 / (1 + view.size), [&](std::int64_t begin, std::int64_t end) {
            onBestCpu([&]() PARTITA_INLINE {
                for (std::int64_t row = begin; row < end; ++row) {
                    const std::int64_t first = view.at(row / view.inner, 0, row % view.inner);
                    const std::int64_t at =
                        view.inner == 1
                            ? first + placeOfExtremum(x.as<T>() + first, view.size, true)
                            : largestAt(x.as<T>(), first, view.inner, view.size);
                    y.as<T>()[at] = T{1};
                }
            });
        });
    });
}

/// Multiplies the elements up to each place of an axis.
///
/// Inputs:   x of numbers [D1, …, Dn]; axis int32, int64 []
/// Outputs:  y [D1, …, Dn]
/// Method:   plain loops in the type of x; integers wrap around
/// Fails:    when an axis is out of range
/// Source:   ONNX CumProd-26
void cumProdKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const AxisView view(x.dims, integerOf(context, 1));
    const bool exclusive = context.node().intAttribute("exclusive", 0) != 0,
               reverse = context.node().intAttribute("reverse", 0) != 0;
    RuntimeValue& y = context.output(0, x.type, x.dims);
    forNumericType(x.type, [&]<class T>() {
        for (std::int64_t o = 0; o < view.outer; ++o)
            for (std::int64_t n = 0; n < view.inner; ++n) {
                T running = T(1);
                for (std::int64_t step = 0; step < view.size; ++step) {
                    const std::int64_t i = view.at(o, reverse ? view.size - 1 - step : step, n);
                    const T next = productOf(running, x.as<T>()[i]);
                    y.as<T>()[i] = exclusive ? running : next;
                    running = next;
                }
            }
    });
}

/// Turns indices into vectors that hold the on-value at the index and the off-value elsewhere,
/// along a new axis.
///
/// Inputs:   indices of numbers [D1, …, Dn]; depth [], a number; values of any type [2], off and on
/// Outputs:  output of the type of values, with `depth` inserted at the axis
/// Method:   fills with the off-value, then writes the on-values. Negative indices count from the
///           end; NaN and indices out of range give only off-values.
/// Fails:    when depth is negative, too large or not one number
/// Source:   ONNX OneHot-28
void oneHotKernel(KernelContext& context) {
    const RuntimeValue &indices = context.input(0), &values = context.input(2);
    require(values.count() == 2, "the values of OneHot must be two");
    const std::int64_t depth = sizeOf(numberOf(context, 1));
    const std::size_t rank = indices.dims.size();
    const std::size_t axis = normalizeAxis(context.node().intAttribute("axis", -1), rank + 1);
    Dims dims = indices.dims;
    dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(axis), depth);
    RuntimeValue& y = context.output(0, values.type, dims);
    const std::int64_t outer = product(indices.dims, 0, axis), inner = product(indices.dims, axis);
    fillWith(values, 0, y);
    for (std::int64_t o = 0; o < outer; ++o)
        for (std::int64_t n = 0; n < inner; ++n) {
            const double number = readNumber(indices, o * inner + n);
            if (std::isnan(number))
                continue;
            auto hot = numberAs<std::int64_t>(number);
            if (hot < 0)
                hot += depth;
            if (hot >= 0 && hot < depth)
                copyElements(values, 1, y, (o * depth + hot) * inner + n, 1);
        }
}

/// Keeps the slices of an axis whose condition holds; without an axis, elements of the flattened
/// input.
///
/// Inputs:   input of any type [D1, …, Dn]; condition boolean [k]
/// Outputs:  output [D1, …, kept, …, Dn], or [kept] without an axis
/// Method:   copies each kept slice. Slices beyond the end of condition are dropped.
/// Source:   ONNX Compress-28
void compressKernel(KernelContext& context) {
    const RuntimeValue &x = context.input(0), &condition = context.input(1);
    const bool flat = !context.node().attribute("axis");
    const Dims shape = flat ? Dims{x.count()} : x.dims;
    const AxisView view(shape, context.node().intAttribute("axis", 0));
    // Any byte but 0 is true: a runtime that calls may hold others than 1.
    const auto* flags = condition.as<std::uint8_t>();
    const std::int64_t length = std::min(condition.count(), view.size);
    const auto count = static_cast<std::size_t>(length - std::count(flags, flags + length, 0));
    std::vector<std::int64_t> kept(count + 1);
    std::size_t next = 0; // without a branch: what is kept is hard to foresee
    for (std::int64_t i = 0; i < length; ++i) {
        kept[next] = i;
        next += flags[i] != 0;
    }
    kept.resize(count);
    Dims dims = shape;
    dims[view.axis] = static_cast<std::int64_t>(kept.size());
    RuntimeValue& y = context.output(0, x.type, dims);
    if (y.count() == 0)
        return;
    std::int64_t to = 0;
    for (std::int64_t o = 0; o < view.outer; ++o)
        for (auto first = kept.begin(), end = first; first != kept.end(); first = end) {
            while (end != kept.end() && *end - *first == end - first)
                ++end; // slices that lie side by side are copied at once
            const std::int64_t elements = (end - first) * view.inner;
            copyElements(x, view.at(o, *first, 0), y, to, elements);
            to += elements;
        }
}

/// Keeps the upper or the lower triangle of each matrix, with 0 elsewhere.
///
/// Inputs:   input of any type […, M, N]; k int64 [], the diagonal, optional
/// Outputs:  output […, M, N]
/// Method:   copies one part of each row and fills the other, on several threads
/// Source:   ONNX Trilu-14; ONNX Runtime contrib Trilu
void triluKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    require(x.dims.size() >= 2, "Trilu needs matrices");
    const std::int64_t k = context.optional(1) ? integerOf(context, 1) : 0;
    const bool upper = context.node().intAttribute("upper", 1) != 0;
    const std::int64_t columns = x.dims.back(), rows = x.dims[x.dims.size() - 2];
    RuntimeValue& y = context.output(0, x.type, x.dims);
    forElementSize(x.type, [&]<class T>() {
        parallelFor(rows > 0 && columns > 0 ? x.count() / columns : 0,
                    1 + 32768 / std::max<std::int64_t>(1, columns),
                    [&](std::int64_t begin, std::int64_t end) {
                        for (std::int64_t i = begin; i < end; ++i) {
                            // The first column of the upper triangle, or the one after the lower
                            // triangle. k may be any 64-bit number, hence the clamp.
                            const std::int64_t far = rows + columns,
                                               edge = std::clamp(k, -far, far) + i % rows;
                            const std::int64_t split =
                                std::clamp<std::int64_t>(upper ? edge : edge + 1, 0, columns);
                            const T* from = x.as<T>() + i * columns;
                            T* to = y.as<T>() + i * columns;
                            if (upper) {
                                std::fill_n(to, split, T{0});
                                std::copy(from + split, from + columns, to + split);
                            } else {
                                std::copy_n(from, split, to);
                                std::fill(to + split, to + columns, T{0});
                            }
                        }
                    });
    });
}

/// Makes a matrix with 1 on the diagonal k and 0 elsewhere, in the shape of the input.
///
/// Inputs:   input of any type [M, N]
/// Outputs:  output of the type `dtype` or that of input [M, N]
/// Method:   fills with 0, then writes the diagonal
/// Source:   ONNX EyeLike-22
void eyeLikeKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    require(x.dims.size() == 2, "EyeLike needs a matrix");
    const auto wanted = static_cast<DataType>(context.node().intAttribute("dtype", 0));
    const std::int64_t k = context.node().intAttribute("k", 0);
    RuntimeValue& y = context.output(0, wanted == DataType::undefined ? x.type : wanted, x.dims);
    require(!y.strings, "EyeLike gives numbers only");
    std::memset(y.data, 0, y.byteSize()); // all bits 0 are the number 0 in every type
    const std::int64_t rows = x.dims[0], columns = x.dims[1];
    for (std::int64_t row = 0; row < rows; ++row)
        if (k >= -row && k < columns - row)
            writeNumber(y, row * columns + row + k, 1);
}

/// Reverses the first entries of each sequence in a batch; those after its length stay.
///
/// Inputs:   input of any type with time and batch as its first two axes; sequence_lens
///           int64 [batch]
/// Outputs:  Y, as input
/// Method:   copies one entry after the other
/// Fails:    when a length is negative or greater than the time axis
/// Source:   ONNX ReverseSequence-28
void reverseSequenceKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const Dims lengths = context.ints(1);
    require(x.dims.size() >= 2, "ReverseSequence needs at least two axes");
    const std::size_t time =
        normalizeAxis(context.node().intAttribute("time_axis", 0), x.dims.size());
    const std::size_t batch =
        normalizeAxis(context.node().intAttribute("batch_axis", 1), x.dims.size());
    require(time != batch && time < 2 && batch < 2,
            "time_axis and batch_axis must be the first two axes");
    require(static_cast<std::int64_t>(lengths.size()) == x.dims[batch],
            "one length for each entry of the batch was expected");
    RuntimeValue& y = context.output(0, x.type, x.dims);
    const std::int64_t inner = product(x.dims, 2), second = x.dims[1];
    for (std::int64_t b = 0; b < x.dims[batch]; ++b) {
        const std::int64_t length = lengths[static_cast<std::size_t>(b)];
        require(length >= 0 && length <= x.dims[time], "a length is longer than the sequence");
        for (std::int64_t t = 0; t < x.dims[time]; ++t) {
            const std::int64_t source = t < length ? length - 1 - t : t;
            const auto place = [&](std::int64_t step) {
                return (time == 0 ? step * second + b : b * second + step) * inner;
            };
            copyElements(x, place(source), y, place(t), inner);
        }
    }
}

} // namespace partita::cpu
