// Det, LpNormalization, LRN, Shrink, Unique.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>
#include <utility>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/map_floats.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/loops/wrapping.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// The determinant of m [n, n] by Gaussian elimination with partial pivoting, which overwrites m.
PARTITA_INLINE inline double determinant(double* m, std::int64_t n) {
    double det = 1;
    for (std::int64_t column = 0; column < n && det != 0; ++column) {
        double* top = m + column * n;
        std::int64_t pivot = column;
        for (std::int64_t r = column + 1; r < n; ++r)
            if (std::fabs(m[r * n + column]) > std::fabs(m[pivot * n + column]))
                pivot = r;
        if (pivot != column) {
            std::swap_ranges(top + column, top + n, m + pivot * n + column);
            det = -det;
        }
        det *= top[column];
        for (std::int64_t r = column + 1; r < n && det != 0; ++r) {
            double* row = m + r * n;
            const double factor = row[column] / top[column];
            for (std::int64_t c = column + 1; c < n; ++c)
                row[c] -= factor * top[c];
        }
    }
    return det;
}

} // namespace

/// Computes the determinant of each square matrix.
///
/// Inputs:   X float32 or float64 […, N, N]
/// Outputs:  Y […], of X's type
/// Method:   Gaussian elimination with partial pivoting in float64, the matrices on several threads
/// Source:   ONNX Det-22
void detKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    require(x.dims.size() >= 2 && x.dims.back() == x.dims[x.dims.size() - 2],
            "Det needs square matrices");
    const std::int64_t n = x.dims.back();
    RuntimeValue& y = context.output(0, x.type, Dims(x.dims.begin(), x.dims.end() - 2));
    if (y.count() == 0)
        return;
    const std::int64_t size = n * n, work = size / 3 * std::min<std::int64_t>(n, 1024);
    forFloatType(x.type, [&]<class T>() {
        parallelFor(y.count(), 1 + 32768 / (1 + work), [&](std::int64_t begin, std::int64_t end) {
            std::vector<double> copy(static_cast<std::size_t>(size));
            onBestCpu([&]() PARTITA_INLINE {
                for (std::int64_t i = begin; i < end; ++i) {
                    std::copy_n(x.as<T>() + i * size, size, copy.begin());
                    y.as<T>()[i] = static_cast<T>(determinant(copy.data(), n));
                }
            });
        });
    });
}

namespace {

/// Divides each line along the first axis of [size, lines] by its L1 (`absolute`) or L2 norm; lines
/// of zeros stay zero. `sums`: working memory, one number for each line.
template <class T>
void normalizeLines(const T* x, T* y, std::int64_t size, bool absolute, std::vector<double>& sums) {
    const auto lines = static_cast<std::int64_t>(sums.size());
    onBestCpu([&]() PARTITA_INLINE {
        const auto part = [absolute](double v) { return absolute ? std::fabs(v) : v * v; };
        double* all = sums.data();
        if (lines == 1)
            all[0] = sumLanes<double>(x, size, part);
        else
            for (std::int64_t i = 0; i < size; ++i)
                for (std::int64_t n = 0; n < lines; ++n)
                    all[n] = (i == 0 ? 0 : all[n]) + part(static_cast<double>(x[i * lines + n]));
        for (std::int64_t n = 0; n < lines; ++n) {
            const double length = absolute ? all[n] : std::sqrt(all[n]);
            all[n] = length != 0 ? 1 / length : 0;
        }
        if (lines == 1) { // a loop of one step within another is no vector loop
            const double by = all[0];
            for (std::int64_t i = 0; i < size; ++i)
                y[i] = static_cast<T>(static_cast<double>(x[i]) * by);
            return;
        }
        for (std::int64_t i = 0; i < size; ++i)
            for (std::int64_t n = 0; n < lines; ++n)
                y[i * lines + n] = static_cast<T>(static_cast<double>(x[i * lines + n]) * all[n]);
    });
}

} // namespace

/// Divides the elements along an axis by their L1 or L2 norm.
///
/// Inputs:   X float32 or float64 [D1, …, Dn]
/// Outputs:  Y of X's type and shape
/// Method:   sums in float64, in parallel over the leading axes; lines of zeros stay zero
/// Source:   ONNX LpNormalization-22
void lpNormalizationKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const std::size_t axis = normalizeAxis(context.node().intAttribute("axis", -1), x.dims.size());
    const auto p = context.node().intAttribute("p", 2);
    require(p == 1 || p == 2, "p must be 1 or 2");
    const std::int64_t outer = product(x.dims, 0, axis), size = x.dims[axis],
                       inner = product(x.dims, axis + 1);
    RuntimeValue& y = context.output(0, x.type, x.dims);
    if (y.count() == 0)
        return;
    forFloatType(x.type, [&]<class T>() {
        parallelFor(outer, 1 + kElementGrain / std::max<std::int64_t>(1, size * inner),
                    [&](std::int64_t begin, std::int64_t end) {
                        std::vector<double> sums(static_cast<std::size_t>(inner));
                        for (std::int64_t o = begin; o < end; ++o)
                            normalizeLines(x.as<T>() + o * size * inner,
                                           y.as<T>() + o * size * inner, size, p == 1, sums);
                    });
    });
}

/// Divides each element by (bias + alpha / size · Σ x²)^beta, summed over neighbouring channels.
///
/// Inputs:   X float32 or float64 [N, C, D1, …, Dn]
/// Outputs:  Y of X's type and shape
/// Method:   plain loops in float64, cut off at the first and last channel
/// Source:   ONNX LRN-13; Krizhevsky, Sutskever and Hinton, "ImageNet Classification with Deep
///           Convolutional Neural Networks" (2012)
void lrnKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    require(x.dims.size() >= 2, "LRN needs channels");
    const std::int64_t size = context.node().intAttribute("size", 1);
    require(size > 0, "size must be positive");
    const double alpha = static_cast<double>(context.node().floatAttribute("alpha", 1e-4F)),
                 beta = static_cast<double>(context.node().floatAttribute("beta", 0.75F)),
                 bias = static_cast<double>(context.node().floatAttribute("bias", 1));
    const std::int64_t channels = x.dims[1], inner = product(x.dims, 2);
    RuntimeValue& y = context.output(0, x.type, x.dims);
    if (y.count() == 0)
        return;
    forFloatType(x.type, [&]<class T>() {
        for (std::int64_t n = 0; n < x.dims[0]; ++n)
            for (std::int64_t c = 0; c < channels; ++c) {
                const std::int64_t first = std::max<std::int64_t>(0, c - (size - 1) / 2),
                                   last = std::min(channels - 1, c + size / 2);
                for (std::int64_t i = 0; i < inner; ++i) {
                    double sum = 0;
                    for (std::int64_t k = first; k <= last; ++k) {
                        const auto v =
                            static_cast<double>(x.as<T>()[(n * channels + k) * inner + i]);
                        sum += v * v;
                    }
                    const std::int64_t at = (n * channels + c) * inner + i;
                    y.as<T>()[at] = static_cast<T>(
                        static_cast<double>(x.as<T>()[at]) /
                        std::pow(bias + alpha / static_cast<double>(size) * sum, beta));
                }
            }
    });
}

namespace {

/// x + by; of integers cut off towards zero, with all their digits.
template <class T> T shifted(T x, double by) {
    if constexpr (!kWraps<T>) {
        return static_cast<T>(static_cast<double>(x) + by);
    } else {
        if (!(std::fabs(by) < 0x1p53))
            return numberAs<T>(static_cast<double>(x) + by);
        const auto whole = static_cast<std::int64_t>(by);
        const double rest = by - static_cast<double>(whole);
        const T sum = sumOf(x, static_cast<T>(whole));
        return rest < 0 && std::cmp_greater(x, -whole) ? differenceOf(sum, T{1})
               : rest > 0 && std::cmp_less(x, -whole)  ? sumOf(sum, T{1})
                                                       : sum;
    }
}

} // namespace

/// Gives x + bias where x < -lambd, x - bias where x > lambd, and 0 elsewhere.
///
/// Inputs:   X any number type
/// Outputs:  Y of X's type and shape
/// Method:   plain loop in float64
/// Source:   ONNX Shrink-9
void shrinkKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const double bias = static_cast<double>(context.node().floatAttribute("bias", 0)),
                 lambda = static_cast<double>(context.node().floatAttribute("lambd", 0.5F));
    RuntimeValue& y = context.output(0, x.type, x.dims);
    forNumericType(x.type, [&]<class T>() {
        for (std::int64_t i = 0, n = x.count(); i < n; ++i) {
            const T v = x.as<T>()[i];
            const auto number = static_cast<long double>(v); // holds 64 bits exactly
            y.as<T>()[i] = number < -lambda  ? shifted(v, bias)
                           : number > lambda ? shifted(v, -bias)
                                             : T{0};
        }
    });
}

namespace {

/// Calls `work` with a typed pointer to the elements of a value, whose type must have an order.
template <class F> void withOrderedElements(const RuntimeValue& x, F&& work) {
    if (x.type == DataType::string)
        work(x.strings->data());
    else if (x.type == DataType::complex64)
        work(x.as<std::complex<float>>());
    else if (x.type == DataType::complex128)
        work(x.as<std::complex<double>>());
    else
        forNumericType(x.type, [&]<class T>() { work(x.as<T>()); });
}

/// NaN comes last and equals every other NaN, as in numpy.
template <class T> bool isLess(const T& a, const T& b) { return a < b || (b != b && a == a); }
/// Orders by real part, then by imaginary part, as numpy does.
template <class T> bool isLess(const std::complex<T>& a, const std::complex<T>& b) {
    return isLess(a.real(), b.real()) ||
           (!isLess(b.real(), a.real()) && isLess(a.imag(), b.imag()));
}

/// Equal slices of Unique.
struct EqualSlices {
    std::int64_t first, count; ///< the first of them, and how many
    std::size_t rank;          ///< in ascending order of their elements
};

/// A number as an unsigned word of the same order; 0 and -0 are one word, and so are all NaN, the
/// last of all.
template <class T> std::uint64_t orderedWord(T value) {
    if constexpr (std::is_floating_point_v<T>) {
        if (value != value)
            return std::numeric_limits<std::uint64_t>::max();
        const auto bits = std::bit_cast<std::uint64_t>(static_cast<double>(value) + 0.0);
        constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
        return bits & kSign ? ~bits : bits | kSign;
    } else if constexpr (std::is_signed_v<T>) {
        return static_cast<std::uint64_t>(value) ^ std::uint64_t{1} << 63;
    } else {
        return value;
    }
}

/// Indices of words in ascending order, equal ones in their own order: sorted by one byte after the
/// other, without those that all words have in common.
std::vector<std::int64_t> sortedByWord(const std::vector<std::uint64_t>& words) {
    std::vector<std::int64_t> order(words.size()), next(words.size());
    std::iota(order.begin(), order.end(), 0);
    std::uint64_t differing = 0;
    for (const std::uint64_t word : words)
        differing |= word ^ words.front();
    for (unsigned shift = 0; shift < 64; shift += 8) {
        if ((differing >> shift & 0xFF) == 0)
            continue;
        const auto digit = [&](std::int64_t i) {
            return words[static_cast<std::size_t>(i)] >> shift & 0xFF;
        };
        std::array<std::size_t, 257> begins{};
        for (const std::int64_t i : order)
            ++begins[digit(i) + 1];
        std::partial_sum(begins.begin(), begins.end(), begins.begin());
        for (const std::int64_t i : order)
            next[begins[digit(i)]++] = i;
        order.swap(next);
    }
    return order;
}

/// The distinct slices in a given ascending order of them, and the rank of each.
template <class F>
std::pair<std::vector<EqualSlices>, std::vector<std::size_t>>
groupedInOrder(const std::vector<std::int64_t>& order, F&& equal) {
    std::vector<EqualSlices> groups;
    std::vector<std::size_t> rankOf(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i == 0 || !equal(order[i - 1], order[i]))
            groups.push_back({order[i], 0, groups.size()});
        ++groups.back().count;
        rankOf[static_cast<std::size_t>(order[i])] = groups.size() - 1;
    }
    return {std::move(groups), std::move(rankOf)};
}

/// The distinct slices of `shape` along `axis`, in ascending order, and the rank of each slice.
/// Sorts indices stably, slice by slice, or by words where each slice is one number; all NaN are
/// equal.
std::pair<std::vector<EqualSlices>, std::vector<std::size_t>>
equalSlices(const RuntimeValue& x, const Dims& shape, std::size_t axis) {
    const std::int64_t outer = product(shape, 0, axis), size = shape[axis],
                       inner = product(shape, axis + 1);
    if (outer == 1 && inner == 1 && x.type != DataType::string && x.type != DataType::complex64 &&
        x.type != DataType::complex128) {
        std::vector<std::uint64_t> words(static_cast<std::size_t>(size));
        forNumericType(x.type, [&]<class T>() {
            std::transform(x.as<T>(), x.as<T>() + size, words.begin(), orderedWord<T>);
        });
        return groupedInOrder(sortedByWord(words), [&](std::int64_t a, std::int64_t b) {
            return words[static_cast<std::size_t>(a)] == words[static_cast<std::size_t>(b)];
        });
    }
    const auto compare = [&](std::int64_t a, std::int64_t b) { // of slices: < 0, 0 or > 0
        int order = 0;
        withOrderedElements(x, [&](const auto* elements) {
            for (std::int64_t o = 0; o < outer && order == 0; ++o)
                for (std::int64_t n = 0; n < inner && order == 0; ++n) {
                    const auto &p = elements[(o * size + a) * inner + n],
                               &q = elements[(o * size + b) * inner + n];
                    order = isLess(p, q) ? -1 : isLess(q, p) ? 1 : 0;
                }
        });
        return order;
    };
    std::vector<std::int64_t> order(static_cast<std::size_t>(size));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int64_t a, std::int64_t b) { return compare(a, b) < 0; });
    return groupedInOrder(order,
                          [&](std::int64_t a, std::int64_t b) { return compare(a, b) == 0; });
}

} // namespace

/// Finds the distinct elements, or the distinct slices along an axis.
///
/// Inputs:   X numbers, bool, strings or complex
/// Outputs:  Y the K distinct elements [K], or slices along `axis`; optional, int64: indices of the
///           first occurrences [K], inverse_indices, counts [K]
/// Method:   stable sort of indices, slice by slice, byte by byte where each slice is one number; all
///           NaN are equal
/// Source:   ONNX Unique-28
void uniqueKernel(KernelContext& context) {
    const RuntimeValue x = context.input(0);
    const bool flat = !context.node().attribute("axis");
    const Dims shape = flat ? Dims{x.count()} : x.dims;
    const std::size_t axis = normalizeAxis(context.node().intAttribute("axis", 0), shape.size());
    auto [groups, rankOf] = equalSlices(x, shape, axis);
    if (context.node().intAttribute("sorted", 1) == 0)
        std::ranges::stable_sort(groups, {}, &EqualSlices::first);
    std::vector<std::int64_t> places(groups.size()); // by rank: place in the output
    for (std::size_t i = 0; i < groups.size(); ++i)
        places[groups[i].rank] = static_cast<std::int64_t>(i);
    const std::int64_t outer = product(shape, 0, axis), size = shape[axis],
                       inner = product(shape, axis + 1);
    const auto count = static_cast<std::int64_t>(groups.size());
    Dims dims = shape;
    dims[axis] = count;
    RuntimeValue& y = context.output(0, x.type, dims);
    withOrderedElements(x, [&]<class T>(const T* elements) {
        for (std::int64_t o = 0; o < outer; ++o)
            for (std::int64_t g = 0; g < count; ++g) {
                const T* from =
                    elements + (o * size + groups[static_cast<std::size_t>(g)].first) * inner;
                const std::int64_t to = (o * count + g) * inner;
                if constexpr (std::is_same_v<T, std::string>)
                    std::copy_n(from, inner, y.strings->begin() + to);
                else
                    std::copy_n(from, inner, y.as<T>() + to);
            }
    });
    const auto write = [&](std::size_t output, std::int64_t length, auto&& value) {
        if (!context.wants(output))
            return;
        RuntimeValue& out = context.output(output, DataType::int64, {length});
        for (std::int64_t i = 0; i < length; ++i)
            out.as<std::int64_t>()[i] = value(static_cast<std::size_t>(i));
    };
    write(1, count, [&](std::size_t i) { return groups[i].first; });
    write(2, size, [&](std::size_t i) { return places[rankOf[i]]; });
    write(3, count, [&](std::size_t i) { return groups[i].count; });
}

} // namespace partita::cpu
