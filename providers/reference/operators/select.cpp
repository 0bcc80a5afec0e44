// Selection: ArgMax, ArgMin, TopK, Unique, NonZero, OneHot and Compress.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "providers/reference/operators/elementwise.h"
#include "providers/reference/operators/lines.h"

namespace partita::reference {

namespace {

/// The order of TopK: NaN counts as larger than any number. A stable sort keeps equal elements in
/// order of their indices.
template <class T> bool precedes(const T& a, const T& b, bool largest) {
    if (a != a || b != b)
        return largest ? a != a && b == b : a == a && b != b;
    return largest ? a > b : a < b;
}

void argExtreme(Call& call, bool largest) {
    const Array& x = call.in(0);
    const std::size_t axis = axisIn(call.integer("axis", 0), x.rank());
    const bool last = call.integer("select_last_index", 0) != 0;
    const Lines lines(x.dims(), axis);
    require(lines.length > 0, "the axis is empty");
    Dims dims = x.dims();
    dims[axis] = 1;
    Array result(DataType::int64, dims);
    x.visit([&]<class T>(const std::vector<T>& from) {
        if constexpr (Number<T>) {
            for (std::size_t line = 0; line < lines.count; ++line) {
                std::size_t best = 0;
                for (std::size_t i = 1; i < lines.length; ++i) {
                    const T &so = from[lines.at(line, best)], &next = from[lines.at(line, i)];
                    if ((largest ? next > so : next < so) || (last && next == so))
                        best = i; // a comparison with NaN is false, so NaN is never better
                }
                result.as<std::int64_t>()[line] = static_cast<std::int64_t>(best);
            }
        } else {
            throw NodeFailure("this type of element is not supported");
        }
    });
    if (call.integer("keepdims", 1) != 1)
        dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(axis));
    call.give(result.reshaped(dims));
}

/// The slices of x along an axis whose indices are given, in that order.
Array slicesOf(const Array& x, std::size_t axis, const std::vector<std::size_t>& indices) {
    Dims dims = x.dims();
    dims[axis] = static_cast<std::int64_t>(indices.size());
    Array result(x.type(), dims);
    for (Index at(dims); at; ++at) {
        Dims from = at.at();
        from[axis] = static_cast<std::int64_t>(indices[static_cast<std::size_t>(from[axis])]);
        result.copy(at.place(), x, placeOf(x.dims(), from));
    }
    return result;
}

Array flat(const Array& x) { return x.reshaped({static_cast<std::int64_t>(x.count())}); }

} // namespace

void argMax(Call& call) { argExtreme(call, true); }
void argMin(Call& call) { argExtreme(call, false); }

/// k is an attribute before version 10 and an input since.
void topK(Call& call) {
    const Array& x = call.in(0);
    const std::size_t axis = axisIn(call.integer("axis", -1), x.rank());
    const std::int64_t k = call.version() < 10 ? call.integer("k", 0) : call.in(1).onlyInteger();
    const bool largest = call.integer("largest", 1) != 0;
    const Lines lines(x.dims(), axis);
    require(k >= 0 && k <= x.dims()[axis], "k is negative or larger than the axis");
    Dims dims = x.dims();
    dims[axis] = k;
    Array values(x.type(), dims), places(DataType::int64, dims);
    const Lines to(dims, axis);
    x.visit([&]<class T>(const std::vector<T>& from) {
        for (std::size_t line = 0; line < lines.count; ++line) {
            std::vector<std::size_t> order(lines.length);
            std::iota(order.begin(), order.end(), std::size_t{0});
            if constexpr (Number<T>)
                std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
                    return precedes(from[lines.at(line, a)], from[lines.at(line, b)], largest);
                });
            for (std::size_t i = 0; i < to.length; ++i) {
                values.copy(to.at(line, i), x, lines.at(line, order[i]));
                places.as<std::int64_t>()[to.at(line, i)] = static_cast<std::int64_t>(order[i]);
            }
        }
    });
    call.give(0, values);
    call.give(1, places);
}

/// The distinct slices along `axis`, or distinct elements of the flattened tensor where the axis is
/// absent: sorted, or by `sorted` = 0 in order of first occurrence.
void unique(Call& call) {
    const bool byElement = !call.hasAttribute("axis");
    const Array x = byElement ? flat(call.in(0)) : call.in(0);
    const std::size_t axis = byElement ? 0 : axisIn(call.integer("axis", 0), x.rank());
    const Lines lines(x.dims(), axis);
    const auto compare = [&](std::size_t a, std::size_t b) { // lexicographically: -1, 0, 1
        return x.visit([&]<class T>(const std::vector<T>& from) {
            if constexpr (std::same_as<T, Complex>)
                throw NodeFailure("complex numbers cannot be ordered");
            else
                for (std::size_t line = 0; line < lines.count; ++line) {
                    const T &left = from[lines.at(line, a)], &right = from[lines.at(line, b)];
                    if (left < right || (left == left && right != right))
                        return -1;
                    if (right < left || (right == right && left != left))
                        return 1;
                }
            return 0;
        });
    };
    std::vector<std::size_t> order(lines.length);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return compare(a, b) < 0; });
    // Equal slices are neighbours, and the sort is stable: the first of a group occurs first.
    std::vector<std::size_t> firsts;
    std::vector<std::size_t> firstOf(lines.length);
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i == 0 || compare(order[i - 1], order[i]) != 0)
            firsts.push_back(order[i]);
        firstOf[order[i]] = firsts.back();
    }
    if (call.integer("sorted", 1) == 0)
        std::ranges::sort(firsts);
    Dims places, inverse, counts(firsts.size()), numberOf(lines.length);
    for (const std::size_t first : firsts) {
        numberOf[first] = static_cast<std::int64_t>(places.size());
        places.push_back(static_cast<std::int64_t>(first));
    }
    for (const std::size_t first : firstOf) {
        inverse.push_back(numberOf[first]);
        ++counts[static_cast<std::size_t>(inverse.back())];
    }
    call.give(0, slicesOf(x, axis, firsts));
    call.give(1, Array::int64s(places));
    call.give(2, Array::int64s(inverse));
    call.give(3, Array::int64s(counts));
}

/// One column for each nonzero element, with its index along every axis: [rank, count].
void nonZero(Call& call) {
    const Array& x = call.in(0);
    std::vector<Dims> places;
    const auto isZero = [&](std::size_t i) {
        return x.isString()    ? x.as<std::string>()[i].empty()
               : x.isComplex() ? x.as<Complex>()[i] == Complex()
                               : !x.isTrue(i);
    };
    for (Index at(x.dims()); at; ++at)
        if (!isZero(at.place()))
            places.push_back(at.at());
    const auto rank = static_cast<std::int64_t>(x.rank());
    Array result(DataType::int64, {rank, static_cast<std::int64_t>(places.size())});
    for (std::size_t axis = 0; axis < x.rank(); ++axis)
        for (std::size_t i = 0; i < places.size(); ++i)
            result.as<std::int64_t>()[axis * places.size() + i] = places[i][axis];
    call.give(result);
}

/// An index outside of [-depth, depth - 1] gives a line of off values.
void oneHot(Call& call) {
    const Array &indices = call.in(0), &values = call.in(2);
    const std::int64_t depth = call.in(1).onlyInteger();
    require(depth >= 0 && values.count() == 2,
            "depth must not be negative, and values must be two");
    const std::size_t axis = axisIn(call.integer("axis", -1), indices.rank() + 1);
    Dims dims = indices.dims();
    dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(axis), depth);
    Array result(values.type(), dims);
    for (Index at(dims); at; ++at) {
        Dims from = at.at();
        from.erase(from.begin() + static_cast<std::ptrdiff_t>(axis));
        const double index = std::trunc(indices.real(placeOf(indices.dims(), from)));
        const bool on = static_cast<double>(at[axis]) ==
                        (index < 0 ? index + static_cast<double>(depth) : index);
        result.copy(at.place(), values, on ? 1 : 0);
    }
    call.give(result);
}

void compress(Call& call) {
    const bool byElement = !call.hasAttribute("axis");
    const Array x = byElement ? flat(call.in(0)) : call.in(0);
    const std::size_t axis = byElement ? 0 : axisIn(call.integer("axis", 0), x.rank());
    const Array& condition = call.in(1);
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < std::min(condition.count(), x.size(axis)); ++i)
        if (condition.isTrue(i))
            chosen.push_back(i);
    call.give(slicesOf(x, axis, chosen));
}

} // namespace partita::reference
