#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>

#include "providers/cpu/kernels/broadcast.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/kernels/reduction_plan.h"
#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/loops/wrapping.h"

namespace partita::cpu {

namespace {

/// Reduces each row of [outer, size] to one number.
template <class A, class T, class Steps>
void reduceRows(const T* from, T* to, const ReducedBlock& block, A start, const Steps& by) {
    parallelFor(block.outer, 1 + kElementGrain / std::max<std::int64_t>(1, block.size),
                [&](std::int64_t begin, std::int64_t end) {
                    const auto rows = [&](auto bytes) PARTITA_INLINE {
                        for (std::int64_t o = begin; o < end; ++o)
                            to[o] = static_cast<T>(
                                by.finish(reduceLanes<bytes>(from + o * block.size, block.size,
                                                             start, by.step, by.join, by.shortcut),
                                          block.size));
                    };
                    // Floats alone: products of doubles would be rounded differently, and g++ 12 makes
                    // no wide vectors of a choice between two.
                    if constexpr (std::is_same_v<T, float> && std::is_same_v<A, double>)
                        onWidestCpu(rows);
                    else
                        onBestCpu([&]() PARTITA_INLINE {
                            rows(std::integral_constant<std::size_t, 32>());
                        });
                });
}

/// Reduces [outer, size, inner] to [outer, inner], 256 columns at a time.
template <class A, class T, class Steps>
void reduceColumns(const T* from, T* to, const ReducedBlock& block, A start, const Steps& by) {
    constexpr std::int64_t kColumns = 256;
    const std::int64_t pieces = (block.inner + kColumns - 1) / kColumns;
    const auto piece = [&](std::int64_t unit) PARTITA_INLINE {
        const std::int64_t first = unit % pieces * kColumns, o = unit / pieces,
                           columns = std::min(kColumns, block.inner - first);
        std::array<A, kColumns> sums;
        sums.fill(start);
        const T* row = from + o * block.size * block.inner + first;
        for (std::int64_t k = 0; k < block.size; ++k, row += block.inner)
            for (std::int64_t i = 0; i < columns; ++i)
                sums[static_cast<std::size_t>(i)] =
                    by.step(sums[static_cast<std::size_t>(i)], static_cast<A>(row[i]));
        for (std::int64_t i = 0; i < columns; ++i)
            to[o * block.inner + first + i] =
                static_cast<T>(by.finish(sums[static_cast<std::size_t>(i)], block.size));
    };
    parallelFor(block.outer * pieces,
                1 + kElementGrain / (kColumns * std::max<std::int64_t>(1, block.size)),
                [&](std::int64_t begin, std::int64_t end) {
                    onBestCpu([&]() PARTITA_INLINE {
                        for (std::int64_t unit = begin; unit < end; ++unit)
                            piece(unit);
                    });
                });
}

/// The functions of a reduction: `step` adds an element, `join` adds two partial results, `finish`
/// makes the result; `shortcut` is a faster `step` where no element is NaN.
template <class Step, class Join, class Finish, class Shortcut> struct Steps {
    Step step;
    Join join;
    Finish finish;
    Shortcut shortcut;
};

/// The reduction over any axes by strided loops; accumulates in A.
template <class A, class T, class Step, class Finish>
void reduceLoop(const RuntimeValue& x, RuntimeValue& out, const Reduction& plan, A start,
                Step&& step, Finish&& finish) {
    std::int64_t n = 0;
    const std::int64_t count = product(plan.reduced);
    forEachIndex<1>(plan.kept, {plan.keptStrides}, [&](const auto& at) {
        const T* from = x.as<T>() + at[0];
        A accumulator = start;
        forEachIndex<1>(plan.reduced, {plan.reducedStrides}, [&](const auto& inner) {
            accumulator = step(accumulator, static_cast<A>(from[inner[0]]));
        });
        out.as<T>()[n++] = static_cast<T>(finish(accumulator, count));
    });
}

/// Floats accumulate in double unless the result is one of them, integers in their own type,
/// booleans as bytes.
template <class T, bool Selects>
using Accumulator =
    std::conditional_t<std::is_floating_point_v<T> && !Selects, double,
                       std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>>;

template <bool Selects = false, class Start, class Step, class Join, class Finish,
          class Shortcut = NoShortcut>
void reduce(KernelContext& context, int axesInputSince, Start&& start, Step step, Join join,
            Finish finish, Shortcut shortcut = {}) {
    const RuntimeValue x = context.input(0);
    const Reduction plan = planReduction(context, axesInputSince);
    RuntimeValue& out = context.output(0, x.type, plan.outDims);
    forNumericType(x.type, [&]<class T>() {
        using A = Accumulator<T, Selects>;
        const A first = start.template operator()<A>();
        const auto block = blockOf(x, plan);
        if (!block || x.count() == 0)
            return reduceLoop<A, T>(x, out, plan, first, step, finish);
        const Steps<Step, Join, Finish, Shortcut> by{step, join, finish, shortcut};
        if (block->inner == 1)
            reduceRows(x.as<T>(), out.as<T>(), *block, first, by);
        else
            reduceColumns(x.as<T>(), out.as<T>(), *block, first, by);
    });
}

constexpr auto kZero = []<class A>() { return A{0}; };
constexpr auto kSame = [](auto value, std::int64_t) { return value; };
constexpr auto kAdd = [](auto a, auto b) PARTITA_INLINE { return sumOf(a, b); };
constexpr auto kMultiply = [](auto a, auto b) PARTITA_INLINE { return productOf(a, b); };
constexpr auto kAddSquare = [](auto a, auto b) PARTITA_INLINE { return sumOf(a, productOf(b, b)); };
constexpr auto kMost = [](auto a, auto b) PARTITA_INLINE { return mostOf(a, b); };
constexpr auto kLeast = [](auto a, auto b) PARTITA_INLINE { return leastOf(a, b); };

} // namespace

/// Sums the elements along the given axes.
///
/// Inputs:   data of numbers [D1, …, Dn]; axes int64 [k], optional
/// Outputs:  reduced of the same type, with 1 for each reduced axis or without these axes
/// Method:   vector loops on several threads where the reduced axes are neighbours, else strided
///           loops; floats accumulate in double, integers in their own type and wrap around
/// Fails:    when an axis is out of range
/// Source:   ONNX ReduceSum-13
void reduceSumKernel(KernelContext& c) { reduce(c, 13, kZero, kAdd, kAdd, kSame); }

/// Takes the largest element along the given axes; a NaN wins.
///
/// Inputs:   data of numbers or boolean [D1, …, Dn]; axes int64 [k], optional
/// Outputs:  reduced of the same type, with 1 for each reduced axis or without these axes
/// Method:   vector loops on several threads where the reduced axes are neighbours, else strided
///           loops; no elements give -inf, the lowest integer or false
/// Fails:    when an axis is out of range
/// Source:   ONNX ReduceMax-20
void reduceMaxKernel(KernelContext& c) {
    reduce<true>(
        c, 18,
        []<class A>() {
            return static_cast<A>(std::numeric_limits<A>::has_infinity
                                      ? -std::numeric_limits<A>::infinity()
                                      : std::numeric_limits<A>::lowest());
        },
        kMost, kMost, kSame, [](auto a, auto b) PARTITA_INLINE { return b > a ? b : a; });
}

/// Takes the smallest element along the given axes; a NaN wins.
///
/// Inputs:   data of numbers or boolean [D1, …, Dn]; axes int64 [k], optional
/// Outputs:  reduced of the same type, with 1 for each reduced axis or without these axes
/// Method:   vector loops on several threads where the reduced axes are neighbours, else strided
///           loops; no elements give +inf, the largest integer or true
/// Fails:    when an axis is out of range
/// Source:   ONNX ReduceMin-20
void reduceMinKernel(KernelContext& c) {
    reduce<true>(
        c, 18,
        []<class A>() {
            return static_cast<A>(std::numeric_limits<A>::has_infinity
                                      ? std::numeric_limits<A>::infinity()
                                      : std::numeric_limits<A>::max());
        },
        kLeast, kLeast, kSame, [](auto a, auto b) PARTITA_INLINE { return b < a ? b : a; });
}

/// Multiplies the elements along the given axes.
///
/// Inputs:   data of numbers [D1, …, Dn]; axes int64 [k], optional
/// Outputs:  reduced of the same type, with 1 for each reduced axis or without these axes
/// Method:   vector loops on several threads where the reduced axes are neighbours, else strided
///           loops; floats accumulate in double, integers in their own type and wrap around
/// Fails:    when an axis is out of range
/// Source:   ONNX ReduceProd-18
void reduceProdKernel(KernelContext& c) {
    reduce(
        c, 18, []<class A>() { return A{1}; }, kMultiply, kMultiply, kSame);
}
namespace {

/// A reduction in double: `sum(each)` computes one result, `each(visit)` calls visit(x) for its
/// elements.
template <class Sum> void reduceInDouble(KernelContext& context, Sum&& sum) {
    const RuntimeValue x = context.input(0);
    const Reduction plan = planReduction(context, 18);
    RuntimeValue& out = context.output(0, x.type, plan.outDims);
    forNumericType(x.type, [&]<class T>() {
        std::int64_t n = 0;
        forEachIndex<1>(plan.kept, {plan.keptStrides}, [&](const auto& at) {
            const T* from = x.as<T>() + at[0];
            const auto each = [&](auto&& visit) {
                forEachIndex<1>(plan.reduced, {plan.reducedStrides}, [&](const auto& inner) {
                    visit(static_cast<double>(from[inner[0]]));
                });
            };
            const double value = sum(each);
            constexpr double low = static_cast<double>(std::numeric_limits<T>::lowest());
            if constexpr (std::is_floating_point_v<T>)
                out.as<T>()[n++] = static_cast<T>(value);
            else // an integer has no infinity
                out.as<T>()[n++] =
                    value <= low ? std::numeric_limits<T>::lowest() : numberAs<T>(value);
        });
    });
}

} // namespace

/// Averages the elements along the given axes.
///
/// Inputs:   data of numbers [D1, …, Dn]; axes int64 [k], optional
/// Outputs:  reduced of the same type, with 1 for each reduced axis or without these axes
/// Method:   as ReduceSum, divided by the count. Sums of int32 and uint32 may not fit into their
///           type where the mean does: they are computed in double, by strided loops.
/// Fails:    when an axis is out of range
/// Source:   ONNX ReduceMean-18
void reduceMeanKernel(KernelContext& c) {
    if (const DataType type = c.input(0).type; type == DataType::int32 || type == DataType::uint32)
        return reduceInDouble(c, [](auto&& each) {
            double sum = 0, count = 0;
            each([&](double v) { sum += v, ++count; });
            return count > 0 ? sum / count : 0;
        });
    reduce(c, 18, kZero, kAdd, kAdd, []<class A>(A sum, std::int64_t n) {
        if (n == 0) // NaN of floats, 0 of integers
            return std::numeric_limits<A>::quiet_NaN();
        return static_cast<A>(sum / static_cast<A>(n));
    });
}

/// Computes log(Σ x) along the given axes.
///
/// Inputs:   data of numbers [D1, …, Dn]; axes int64 [k], optional
/// Outputs:  reduced of the same type, with 1 for each reduced axis or without these axes
/// Method:   strided loops in double
/// Fails:    when an axis is out of range
/// Source:   ONNX ReduceLogSum-28
void reduceLogSumKernel(KernelContext& c) {
    reduceInDouble(c, [](auto&& each) {
        double sum = 0;
        each([&](double v) { sum += v; });
        return std::log(sum);
    });
}

/// Computes log(Σ e^x) along the given axes.
///
/// Inputs:   data of numbers [D1, …, Dn]; axes int64 [k], optional
/// Outputs:  reduced of the same type, with 1 for each reduced axis or without these axes
/// Method:   the largest element is subtracted first, so that no exponential overflows; vector loops on
///           several threads for float32 where the reduced axes are neighbours, else strided loops in
///           double
/// Fails:    when an axis is out of range
/// Source:   ONNX ReduceLogSumExp-28
void reduceLogSumExpKernel(KernelContext& c) {
    if (const RuntimeValue x = c.input(0); x.type == DataType::float32 && x.count() > 0) {
        const Reduction plan = planReduction(c, 18);
        if (const auto block = blockOf(x, plan))
            return logSumExp(x.as<float>(), c.output(0, x.type, plan.outDims).as<float>(), *block);
    }
    reduceInDouble(c, [](auto&& each) {
        double most = -std::numeric_limits<double>::infinity(), sum = 0;
        each([&](double v) { most = kMost(most, v); });
        if (!std::isfinite(most))
            return most;
        each([&](double v) { sum += std::exp(v - most); });
        return most + std::log(sum);
    });
}

/// Computes Σ |x| along the given axes.
///
/// Inputs:   data of numbers [D1, …, Dn]; axes int64 [k], optional
/// Outputs:  reduced of the same type, with 1 for each reduced axis or without these axes
/// Method:   vector loops on several threads where the reduced axes are neighbours, else strided
///           loops; floats accumulate in double, integers in their own type and wrap around
/// Fails:    when an axis is out of range
/// Source:   ONNX ReduceL1-18
void reduceL1Kernel(KernelContext& c) {
    reduce(
        c, 18, kZero,
        []<class T>(T a, T b)
            PARTITA_INLINE { return sumOf(a, b < T{0} ? differenceOf(T{0}, b) : b); },
        kAdd, kSame);
}

/// Computes √(Σ x²) along the given axes.
///
/// Inputs:   data of numbers [D1, …, Dn]; axes int64 [k], optional
/// Outputs:  reduced of the same type, with 1 for each reduced axis or without these axes
/// Method:   vector loops on several threads where the reduced axes are neighbours, else strided
///           loops; floats accumulate in double. Squares of integers may not fit into their type:
///           they are computed in double, by strided loops.
/// Fails:    when an axis is out of range
/// Source:   ONNX ReduceL2-18
void reduceL2Kernel(KernelContext& c) {
    if (const DataType type = c.input(0).type;
        type != DataType::float32 && type != DataType::float64) // their squares may not fit
        return reduceInDouble(c, [](auto&& each) {
            double sum = 0;
            each([&](double v) { sum += v * v; });
            return std::sqrt(sum);
        });
    reduce(c, 18, kZero, kAddSquare, kAdd,
           [](auto sum, std::int64_t) { return static_cast<decltype(sum)>(std::sqrt(sum)); });
}

/// Computes Σ x² along the given axes.
///
/// Inputs:   data of numbers [D1, …, Dn]; axes int64 [k], optional
/// Outputs:  reduced of the same type, with 1 for each reduced axis or without these axes
/// Method:   vector loops on several threads where the reduced axes are neighbours, else strided
///           loops; floats accumulate in double, integers in their own type and wrap around
/// Fails:    when an axis is out of range
/// Source:   ONNX ReduceSumSquare-18
void reduceSumSquareKernel(KernelContext& c) { reduce(c, 18, kZero, kAddSquare, kAdd, kSame); }

namespace {

/// Sums of the elements up to each place of an axis of [outer, size, inner].
template <class T> struct RunningSums {
    const T* x;
    T* y;
    std::int64_t size, inner;
    bool exclusive, reverse;

    /// Where `inner` is 1: some rows in turns, since each sum waits for the one before.
    void alongRows(std::int64_t rows) const {
        constexpr std::int64_t kRows = 8;
        const std::int64_t groups = (rows + kRows - 1) / kRows;
        parallelFor(groups, 1 + 4096 / size, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t group = begin; group < end; ++group) {
                const std::int64_t first = group * kRows, count = std::min(kRows, rows - first);
                if (count == kRows) {
                    addRows<kRows>(first);
                    continue;
                }
                for (std::int64_t row = first; row < first + count; ++row)
                    addRows<1>(row);
            }
        });
    }
    /// Else: some columns side by side, in vectors.
    void alongColumns(std::int64_t outer) const {
        constexpr std::int64_t kColumns = 512;
        const std::int64_t pieces = (inner + kColumns - 1) / kColumns;
        parallelFor(outer * pieces, 1 + 32768 / (1 + size * std::min(inner, kColumns)),
                    [&](std::int64_t begin, std::int64_t end) {
                        for (std::int64_t i = begin; i < end; ++i) {
                            const std::int64_t column = i % pieces * kColumns;
                            addColumns<kColumns>(i / pieces * size * inner + column,
                                                 std::min(kColumns, inner - column));
                        }
                    });
    }

private:
    template <std::int64_t Rows> void addRows(std::int64_t first) const {
        std::array<T, Rows> sums{};
        for (std::int64_t n = 0; n < size; ++n) {
            const std::int64_t at = first * size + (reverse ? size - 1 - n : n);
#pragma GCC unroll 8
            for (std::int64_t row = 0; row < Rows; ++row) {
                T& sum = sums[static_cast<std::size_t>(row)];
                const T next = sumOf(sum, x[at + row * size]);
                y[at + row * size] = exclusive ? sum : next;
                sum = next;
            }
        }
    }
    template <std::int64_t Most> void addColumns(std::int64_t first, std::int64_t count) const {
        onWidestCpu([&](auto) PARTITA_INLINE {
            std::array<T, Most> sums{};
            for (std::int64_t n = 0; n < size; ++n) {
                const std::int64_t at = first + (reverse ? size - 1 - n : n) * inner;
                const T* from = x + at;
                T* to = y + at;
                for (std::int64_t i = 0; i < count; ++i) {
                    T& sum = sums[static_cast<std::size_t>(i)];
                    const T next = sumOf(sum, from[i]);
                    to[i] = exclusive ? sum : next;
                    sum = next;
                }
            }
        });
    }
};

} // namespace

/// Sums the elements up to each place of an axis.
///
/// Inputs:   x of numbers [D1, …, Dn]; axis int32, int64 []
/// Outputs:  y [D1, …, Dn]
/// Method:   in the type of x, one element after the other: along the last axis several rows in turns,
///           else columns in vectors; on several threads. Integers wrap around.
/// Fails:    when an axis is out of range
/// Source:   ONNX CumSum-14
void cumSumKernel(KernelContext& context) {
    const RuntimeValue x = context.input(0);
    const std::size_t axis = normalizeAxis(integerOf(context, 1), x.dims.size());
    const bool exclusive = context.node().intAttribute("exclusive", 0) != 0,
               reverse = context.node().intAttribute("reverse", 0) != 0;
    const std::int64_t outer = product(x.dims, 0, axis), inner = product(x.dims, axis + 1),
                       size = x.dims[axis];
    RuntimeValue& out = context.output(0, x.type, x.dims);
    if (out.count() == 0)
        return;
    forNumericType(x.type, [&]<class T>() {
        const RunningSums<T> sums{x.as<T>(), out.as<T>(), size, inner, exclusive, reverse};
        inner == 1 ? sums.alongRows(outer) : sums.alongColumns(outer);
    });
}

namespace {

/// Writes the coordinates of the elements for which `isZero(i)` is false, one column for each.
template <class F> void placesOf(KernelContext& context, const Dims& dims, F&& isZero) {
    const std::int64_t total = product(dims);
    std::int64_t count = 0;
    for (std::int64_t i = 0; i < total; ++i)
        count += isZero(i) ? 0 : 1;
    const auto rank = static_cast<std::int64_t>(dims.size());
    const Dims strides = denseStrides(dims);
    auto* out = context.output(0, DataType::int64, {rank, count}).as<std::int64_t>();
    for (std::int64_t i = 0, at = 0; at < count; ++i) {
        if (isZero(i))
            continue;
        std::int64_t rest = i;
        for (std::int64_t d = 0; d < rank; ++d) {
            out[d * count + at] = rest / strides[static_cast<std::size_t>(d)];
            rest %= strides[static_cast<std::size_t>(d)];
        }
        ++at;
    }
}

} // namespace

/// Lists the places of all elements that are not 0, in row-major order.
///
/// Inputs:   X numbers, boolean, string or complex [D1, …, Dn]
/// Outputs:  Y int64 [n, count]
/// Method:   one loop to count and one to write; an empty string counts as 0, as in numpy
/// Source:   ONNX NonZero-13
void nonZeroKernel(KernelContext& context) {
    const RuntimeValue x = context.input(0);
    const auto find = [&](auto&& isZero) { placesOf(context, x.dims, isZero); };
    if (x.type == DataType::string) // an empty string counts as 0, as in numpy
        find([&](std::int64_t i) { return (*x.strings)[static_cast<std::size_t>(i)].empty(); });
    else if (x.type == DataType::complex64)
        find([&](std::int64_t i) { return x.as<std::complex<float>>()[i] == 0.0F; });
    else if (x.type == DataType::complex128)
        find([&](std::int64_t i) { return x.as<std::complex<double>>()[i] == 0.0; });
    else
        forNumericType(
            x.type, [&]<class T>() { find([&](std::int64_t i) { return x.as<T>()[i] == T{}; }); });
}

} // namespace partita::cpu
