// Operators that choose, sort or mark elements: TopK, OneHot, Compress, Unique, Trilu, EyeLike,
// Hardmax, CumProd, ReverseSequence, NonMaxSuppression.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/wrapping.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// A tensor seen as [outer, size, inner] around one axis.
struct AxisView {
    std::size_t axis;
    std::int64_t outer, size, inner;
    AxisView(const Dims& dims, std::int64_t wanted) : axis(normalizeAxis(wanted, dims.size())) {
        outer = product(dims, 0, axis);
        size = dims[axis];
        inner = product(dims, axis + 1);
    }
    [[nodiscard]] std::int64_t at(std::int64_t o, std::int64_t i, std::int64_t n) const {
        return (o * size + i) * inner + n;
    }
};

/// Copies `count` elements of `from`, beginning at `i`, to `to`, beginning at `j`.
void copyElements(const RuntimeValue& from, std::int64_t i, RuntimeValue& to, std::int64_t j,
                  std::int64_t count) {
    if (from.type == DataType::string) {
        std::copy_n(from.strings->begin() + i, count, to.strings->begin() + j);
        return;
    }
    const std::size_t bytes = elementBytes(from);
    std::memcpy(to.data + static_cast<std::size_t>(j) * bytes,
                from.data + static_cast<std::size_t>(i) * bytes,
                static_cast<std::size_t>(count) * bytes);
}

/// Fills `to` with element `i` of `from`.
void fillWith(const RuntimeValue& from, std::int64_t i, RuntimeValue& to) {
    if (from.type == DataType::string)
        return std::fill(to.strings->begin(), to.strings->end(),
                         (*from.strings)[static_cast<std::size_t>(i)]);
    forElementSize(from.type,
                   [&]<class T>() { std::fill_n(to.as<T>(), to.count(), from.as<T>()[i]); });
}

/// Whether any of `count` elements may come before `last`; NaN may.
template <class T> bool anyMayPrecede(const T* x, std::int64_t count, T last, bool largest) {
    int found = 0;
    onBestCpu([&]() PARTITA_INLINE {
        if (largest)
            for (std::int64_t i = 0; i < count; ++i)
                found += x[i] <= last ? 0 : 1;
        else
            for (std::int64_t i = 0; i < count; ++i)
                found += x[i] >= last ? 0 : 1;
    });
    return found > 0;
}

/// The first `k` of the indices 0 … size - 1 in the order of `before(a, b)`. `skips(i, n, last)`
/// tells that none of the n elements from i on comes before the one at `last`.
template <class F, class G>
void firstInOrder(std::int64_t size, std::int64_t k, std::vector<std::int64_t>& order, F before,
                  G skips) {
    const bool few = k < size / 8; // most of the others then never enter the heap
    order.resize(static_cast<std::size_t>(few ? k : size));
    std::iota(order.begin(), order.end(), 0);
    if (!few)
        return std::partial_sort(order.begin(), order.begin() + k, order.end(), before);
    std::make_heap(order.begin(), order.end(), before);
    constexpr std::int64_t kPiece = 256;
    for (std::int64_t first = k; k > 0 && first < size; first += kPiece) {
        const std::int64_t end = std::min(size, first + kPiece);
        if (skips(first, end - first, order.front()))
            continue;
        for (std::int64_t i = first; i < end; ++i)
            if (before(i, order.front())) {
                std::pop_heap(order.begin(), order.end(), before);
                order.back() = i;
                std::push_heap(order.begin(), order.end(), before);
            }
    }
    std::sort_heap(order.begin(), order.end(), before);
}

} // namespace

/// Finds the K largest or smallest elements along an axis; of equal ones the first comes first.
///
/// Inputs:   X of numbers [D1, …, Dn]; K int64 [1] (an attribute before version 10)
/// Outputs:  Values [D1, …, K, …, Dn]; Indices int64, the same shape
/// Method:   a heap of K indices for each row where K is below an eighth of the axis, passing over
///           pieces without a candidate in vectors, else a partial sort; rows run on several threads. NaN is the largest number.
/// Fails:    when K is not between 0 and the size of the axis
/// Source:   ONNX TopK-24
void topKKernel(KernelContext& context) {
    const RuntimeValue x = context.input(0);
    const bool largest = context.node().intAttribute("largest", 1) != 0;
    const std::int64_t k =
        context.version() >= 10 ? integerOf(context, 1) : context.node().intAttribute("k", 0);
    const AxisView view(x.dims, context.node().intAttribute("axis", -1));
    require(k >= 0 && k <= view.size, "K is not between 0 and the size of the axis");
    Dims dims = x.dims;
    dims[view.axis] = k;
    RuntimeValue& values = context.output(0, x.type, dims);
    std::vector<std::int64_t> indices(static_cast<std::size_t>(values.count()));
    forNumericType(x.type, [&]<class T>() {
        const T* in = x.as<T>();
        parallelFor(view.outer * view.inner, 1 + 16384 / (1 + view.size),
                    [&](std::int64_t begin, std::int64_t end) {
                        std::vector<std::int64_t> order;
                        for (std::int64_t row = begin; row < end; ++row) {
                            const std::int64_t o = row / view.inner, n = row % view.inner;
                            const auto before = [&](std::int64_t a, std::int64_t b) {
                                const T left = in[view.at(o, a, n)], right = in[view.at(o, b, n)];
                                if (left == right || (left != left && right != right))
                                    return a < b;
                                if (left != left || right != right) // NaN is the largest number
                                    return (left != left) == largest;
                                return largest ? left > right : left < right;
                            };
                            const T* line = in + view.at(o, 0, n);
                            const auto skips = [&](std::int64_t first, std::int64_t count,
                                                   std::int64_t last) {
                                return view.inner == 1 &&
                                       !anyMayPrecede(line + first, count, line[last], largest);
                            };
                            firstInOrder(view.size, k, order, before, skips);
                            for (std::int64_t i = 0; i < k; ++i) {
                                const std::int64_t to = (o * k + i) * view.inner + n,
                                                   from = order[static_cast<std::size_t>(i)];
                                values.as<T>()[to] = in[view.at(o, from, n)];
                                indices[static_cast<std::size_t>(to)] = from;
                            }
                        }
                    });
    });
    if (context.wants(1)) {
        RuntimeValue& out = context.output(1, DataType::int64, dims);
        std::copy(indices.begin(), indices.end(), out.as<std::int64_t>());
    }
}

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
/// Method:   one scan of each row, on several threads. Before version 13 all axes from `axis` on
///           are one row.
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
    std::fill_n(y.data, y.byteSize(), std::byte{});
    const std::int64_t rows = view.size > 0 ? view.outer * view.inner : 0;
    forNumericType(x.type, [&]<class T>() {
        parallelFor(rows, 1 + 16384 / (1 + view.size), [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t row = begin; row < end; ++row) {
                const std::int64_t first = view.at(row / view.inner, 0, row % view.inner);
                y.as<T>()[largestAt(x.as<T>(), first, view.inner, view.size)] = static_cast<T>(1);
            }
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
    std::vector<std::int64_t> kept;
    for (std::int64_t i = 0; i < std::min(condition.count(), view.size); ++i)
        if (condition.as<bool>()[i])
            kept.push_back(i);
    Dims dims = shape;
    dims[view.axis] = static_cast<std::int64_t>(kept.size());
    RuntimeValue& y = context.output(0, x.type, dims);
    if (y.count() == 0)
        return;
    std::int64_t to = 0;
    for (std::int64_t o = 0; o < view.outer; ++o)
        for (const std::int64_t i : kept) {
            copyElements(x, view.at(o, i, 0), y, to, view.inner);
            to += view.inner;
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
