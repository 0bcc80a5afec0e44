// Reductions over axes, CumSum and CumProd, and Softmax, LogSoftmax and Hardmax.

#include <algorithm>
#include <cmath>
#include <limits>

#include "providers/reference/operators/elementwise.h"
#include "providers/reference/operators/lines.h"

namespace partita::reference {

namespace {

/// The axes that a reduction runs over: an attribute before version `axesAreInput`, an input since.
/// Empty axes mean all axes, or none where noop_with_empty_axes is 1.
std::vector<bool> reducedAxes(Call& call, int axesAreInput) {
    const std::size_t rank = call.in(0).rank();
    const bool isInput = call.version() >= axesAreInput;
    const Dims axes = !isInput      ? call.integers("axes")
                      : call.has(1) ? call.in(1).integers()
                                    : Dims();
    std::vector<bool> reduced(rank, axes.empty() && call.integer("noop_with_empty_axes", 0) == 0);
    for (const std::int64_t axis : axes)
        reduced[axisIn(axis, rank)] = true;
    return reduced;
}

/// result = finish(fold(... fold(first, x0) ..., xn), n) over the reduced axes, computed in `T`; n
/// is the number of reduced elements.
template <class T, class Fold, class Finish>
Array reduce(Call& call, const Array& x, int axesAreInput, T first, Fold&& fold, Finish&& finish) {
    const std::vector<bool> reduced = reducedAxes(call, axesAreInput);
    Dims kept = x.dims(), shape; // with the reduced axes as 1; as keepdims says
    std::size_t count = 1;
    for (std::size_t axis = 0; axis < x.rank(); ++axis) {
        if (reduced[axis]) {
            count *= x.size(axis);
            kept[axis] = 1;
        }
        if (!reduced[axis] || call.integer("keepdims", 1) == 1)
            shape.push_back(kept[axis]);
    }
    Array result(x.type(), kept);
    auto& out = result.as<T>();
    std::fill(out.begin(), out.end(), first);
    for (Index at(x.dims()); at; ++at)
        out[at.in(kept)] = fold(out[at.in(kept)], x.as<T>()[at.place()]);
    for (T& value : out)
        value = finish(value, count);
    return result.reshaped(shape);
}

constexpr auto kAsItIs = [](auto value, std::size_t) { return value; };

/// Reduces in the type in which Array holds the elements; refuses elements that are no real
/// numbers.
template <class Fold, class Finish>
void reduceNumbers(Call& call, int axesAreInput, int first, Fold&& fold, Finish&& finish) {
    call.in(0).visit([&]<class T>(const std::vector<T>&) {
        if constexpr (Number<T>)
            call.give(
                reduce<T>(call, call.in(0), axesAreInput, static_cast<T>(first), fold, finish));
        else
            throw NodeFailure("this type of element is not supported");
    });
}

/// Reduces in double whatever the element type, for reductions that take roots or logarithms.
template <class Fold, class Finish>
void reduceReals(Call& call, double first, Fold&& fold, Finish&& finish) {
    const Array& x = call.in(0);
    Array reals(DataType::float64, x.dims());
    for (std::size_t i = 0; i < x.count(); ++i)
        reals.set(i, x.real(i));
    const Array reduced = reduce<double>(call, reals, 18, first, fold, finish);
    Array result(x.type(), reduced.dims());
    for (std::size_t i = 0; i < result.count(); ++i)
        result.set(i, reduced.real(i));
    call.give(result);
}

/// The largest or lowest value of the type, infinities included: what ReduceMin or ReduceMax gives
/// for an empty set.
template <Number T> T extreme(DataType type, bool largest) {
    if constexpr (std::same_as<T, double>) {
        const double infinity = std::numeric_limits<double>::infinity();
        return largest ? infinity : -infinity;
    } else {
        const unsigned bits = dataTypeBits(type);
        if (type == DataType::boolean)
            return largest ? 1 : 0;
        if (!isSigned(type))
            return largest ? static_cast<T>(~std::uint64_t{0} >> (64 - bits)) : T{0};
        const auto most = static_cast<std::int64_t>(~std::uint64_t{0} >> (65 - bits));
        return static_cast<T>(largest ? most : -most - 1);
    }
}

template <class Better> void reduceExtreme(Call& call, bool empty, Better&& better) {
    call.in(0).visit([&]<class T>(const std::vector<T>&) {
        if constexpr (Number<T>)
            call.give(reduce<T>(
                call, call.in(0), 18, extreme<T>(call.in(0).type(), empty),
                [&](T so, T next) { return better(next, so) || next != next ? next : so; },
                kAsItIs));
        else
            throw NodeFailure("this type of element is not supported");
    });
}

/// Accumulates f along `axis`, forward or by `reverse` backward; `exclusive` leaves the element
/// itself out of its sum.
template <class F> void running(Call& call, int first, F&& f) {
    const Array& x = call.in(0);
    const Lines lines(x.dims(), axisIn(call.in(1).onlyInteger(), x.rank()));
    const bool exclusive = call.integer("exclusive", 0) != 0, reverse = call.integer("reverse", 0);
    Array result(x.type(), x.dims());
    result.visit([&]<class T>(std::vector<T>& out) {
        if constexpr (Number<T>) {
            for (std::size_t line = 0; line < lines.count; ++line) {
                T so = static_cast<T>(first);
                for (std::size_t i = 0; i < lines.length; ++i) {
                    const std::size_t at = lines.at(line, reverse ? lines.length - 1 - i : i);
                    const T next = f(so, x.as<T>()[at]);
                    out[at] = exclusive ? so : next;
                    so = next;
                }
            }
        }
    });
    call.give(result);
}

/// The lines that Softmax normalizes. Before version 13 the input is coerced to 2D: the axes from
/// `axis` on form one line.
Lines softmaxLines(const Call& call, const Array& x) {
    if (call.version() >= 13)
        return {x.dims(), axisIn(call.integer("axis", -1), x.rank())};
    const auto first = axisOrEndOf(call.integer("axis", 1), x.rank()); // the end: single elements
    require(first.has_value(), "an axis is out of range");
    return {{static_cast<std::int64_t>(countBetween(x.dims(), 0, *first)),
             static_cast<std::int64_t>(countBetween(x.dims(), *first, x.rank()))},
            1};
}

/// Replaces every line by what f makes of it in place.
template <class F> void eachLine(Call& call, F&& f) {
    const Array& x = call.in(0);
    const Lines lines = softmaxLines(call, x);
    Array result(x.type(), x.dims());
    std::vector<double> line(lines.length);
    for (std::size_t i = 0; i < lines.count; ++i) {
        for (std::size_t j = 0; j < lines.length; ++j)
            line[j] = x.real(lines.at(i, j));
        f(line);
        for (std::size_t j = 0; j < lines.length; ++j)
            result.set(lines.at(i, j), line[j]);
    }
    call.give(result);
}

/// x - log(sum(exp(x))), shifted by the largest x so that exp cannot overflow.
void logSoftmaxOf(std::vector<double>& line) {
    double largest = -std::numeric_limits<double>::infinity(), total = 0;
    for (const double x : line)
        largest = std::max(largest, x);
    for (const double x : line)
        total += std::exp(x - largest);
    for (double& x : line)
        x = x - largest - std::log(total);
}

} // namespace

void reduceSum(Call& call) {
    reduceNumbers(
        call, 13, 0, []<class T>(T so, T x) { return static_cast<T>(wrapping(so) + wrapping(x)); },
        kAsItIs);
}

void reduceProduct(Call& call) {
    reduceNumbers(
        call, 18, 1, []<class T>(T so, T x) { return static_cast<T>(wrapping(so) * wrapping(x)); },
        kAsItIs);
}

void reduceMean(Call& call) {
    reduceNumbers(
        call, 18, 0, []<class T>(T so, T x) { return static_cast<T>(wrapping(so) + wrapping(x)); },
        []<class T>(T total, std::size_t count) {
            if constexpr (std::same_as<T, double>)
                return total / static_cast<double>(count);
            else
                return count == 0 ? T{0} : static_cast<T>(total / static_cast<T>(count));
        });
}

void reduceMaximum(Call& call) {
    reduceExtreme(call, false, [](auto a, auto b) { return a > b; });
}

void reduceMinimum(Call& call) {
    reduceExtreme(call, true, [](auto a, auto b) { return a < b; });
}

void reduceL1(Call& call) {
    reduceNumbers(
        call, 18, 0,
        []<class T>(T so, T x) {
            return static_cast<T>(x < 0 ? wrapping(so) - wrapping(x) : wrapping(so) + wrapping(x));
        },
        kAsItIs);
}

void reduceSumOfSquares(Call& call) {
    reduceNumbers(
        call, 18, 0,
        []<class T>(T so, T x) { return static_cast<T>(wrapping(so) + wrapping(x) * wrapping(x)); },
        kAsItIs);
}

void reduceL2(Call& call) {
    reduceReals(
        call, 0, [](double so, double x) { return so + x * x; },
        [](double total, std::size_t) { return std::sqrt(total); });
}

void reduceLogOfSum(Call& call) {
    reduceReals(
        call, 0, [](double so, double x) { return so + x; },
        [](double total, std::size_t) { return std::log(total); });
}

/// Accumulates log(sum(exp)) relative to the largest term so far, so that exp cannot overflow.
void reduceLogOfSumOfExponentials(Call& call) {
    reduceReals(
        call, -std::numeric_limits<double>::infinity(),
        [](double so, double x) {
            const double top = std::isnan(x) ? x : std::max(so, x);
            return std::isinf(top) ? top : top + std::log(std::exp(so - top) + std::exp(x - top));
        },
        kAsItIs);
}

void cumulativeSum(Call& call) {
    running(call, 0, []<class T>(T so, T x) { return static_cast<T>(wrapping(so) + wrapping(x)); });
}

void cumulativeProduct(Call& call) {
    running(call, 1, []<class T>(T so, T x) { return static_cast<T>(wrapping(so) * wrapping(x)); });
}

void softmax(Call& call) {
    eachLine(call, [](std::vector<double>& line) {
        logSoftmaxOf(line);
        for (double& x : line)
            x = std::exp(x);
    });
}

void logSoftmax(Call& call) { eachLine(call, logSoftmaxOf); }

/// 1 at the first largest element, else 0.
void hardmax(Call& call) {
    eachLine(call, [](std::vector<double>& line) {
        std::size_t best = 0;
        for (std::size_t i = 1; i < line.size(); ++i)
            if (line[i] > line[best])
                best = i;
        for (std::size_t i = 0; i < line.size(); ++i)
            line[i] = i == best;
    });
}

} // namespace partita::reference
