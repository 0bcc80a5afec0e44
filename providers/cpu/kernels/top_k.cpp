// TopK.

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>

#include "providers/cpu/kernels/axis_view.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// Whether `a` comes before `b`, which are no equals; NaN is the largest number.
template <bool Largest, class T> PARTITA_INLINE inline bool precedes(T a, T b) {
    return Largest ? (a > b) | ((a != a) & (b == b)) : (a < b) | ((b != b) & (a == a));
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

/// Columns of [size, inner] that are searched together.
constexpr std::int64_t kColumnsTogether = 32;

/// The most places that are kept in order for each column.
constexpr std::int64_t kMostPlaces = 16;

/// The first `k` of each of `columns` columns in order; `into(i, column, value, index)` takes them.
/// The best so far are kept sorted, a vector of columns for each place.
template <bool Largest, class T, class F>
PARTITA_INLINE inline void firstOfColumns(const T* from, std::int64_t size, std::int64_t inner,
                                          std::int64_t columns, std::int64_t k, F&& into) {
    std::array<std::array<T, kColumnsTogether>, kMostPlaces> best; // NOLINT: filled below
    std::array<std::array<std::int32_t, kColumnsTogether>, kMostPlaces>
        indices; // NOLINT: filled below
    std::array<T, kColumnsTogether> row{};
    for (std::int32_t i = 0; i < size; ++i, from += inner) {
        if (columns == kColumnsTogether) // of a known size
            std::copy_n(from, kColumnsTogether, row.begin());
        else
            std::copy_n(from, columns, row.begin());
        const auto filled = static_cast<std::size_t>(std::min<std::int64_t>(i, k));
        int any = filled < static_cast<std::size_t>(k) ? 1 : 0;
        if (!any)
            for (std::size_t c = 0; c < kColumnsTogether; ++c)
                any |= precedes<Largest>(row[c], best[filled - 1][c]) ? 1 : 0;
        if (!any)
            continue;
        std::size_t last = filled; // the place that is overwritten
        if (filled == static_cast<std::size_t>(k))
            --last;
        else
            best[last] = row;
        for (std::size_t c = 0; c < kColumnsTogether; ++c) {
            const bool here =
                filled < static_cast<std::size_t>(k) || precedes<Largest>(row[c], best[last][c]);
            best[last][c] = here ? row[c] : best[last][c];
            indices[last][c] = here ? i : indices[last][c];
        }
        for (std::size_t place = last; place-- > 0;) // what follows in the order goes back by one
            for (std::size_t c = 0; c < kColumnsTogether; ++c) {
                // Only the new number may be out of order.
                const bool swap = precedes<Largest>(best[place + 1][c], best[place][c]);
                const T value = best[place][c], next = best[place + 1][c];
                const std::int32_t index = indices[place][c], nextIndex = indices[place + 1][c];
                best[place][c] = swap ? next : value;
                best[place + 1][c] = swap ? value : next;
                indices[place][c] = swap ? nextIndex : index;
                indices[place + 1][c] = swap ? index : nextIndex;
            }
    }
    for (std::int64_t i = 0; i < k; ++i)
        for (std::int64_t c = 0; c < columns; ++c)
            into(i, c, best[static_cast<std::size_t>(i)][static_cast<std::size_t>(c)],
                 indices[static_cast<std::size_t>(i)][static_cast<std::size_t>(c)]);
}

/// What TopK does, and where its results go.
template <class T> struct TopKSearch {
    const AxisView& view;
    const T* in;
    std::int64_t k;
    bool largest;
    T* values;
    std::int64_t* indices;

    /// A heap or a partial sort for each row.
    void searchRows() const {
        parallelFor(view.outer * view.inner, 1 + 16384 / (1 + view.size),
                    [&](std::int64_t begin, std::int64_t end) {
                        std::vector<std::int64_t> order;
                        const auto copied = std::make_unique<T[]>( // NOLINT: no vector of bool
                            view.inner == 1 ? 0 : static_cast<std::size_t>(view.size));
                        for (std::int64_t row = begin; row < end; ++row)
                            searchRow(row / view.inner, row % view.inner, order, copied.get());
                    });
    }
    /// Columns side by side, where there are many of them.
    void searchColumns() const {
        const std::int64_t pieces = (view.inner + kColumnsTogether - 1) / kColumnsTogether;
        parallelFor(view.outer * pieces, 1 + 16384 / (1 + view.size * kColumnsTogether),
                    [&](std::int64_t begin, std::int64_t end) {
                        onBestCpu([&]() PARTITA_INLINE {
                            for (std::int64_t piece = begin; piece < end; ++piece)
                                largest ? searchPiece<true>(piece / pieces, piece % pieces)
                                        : searchPiece<false>(piece / pieces, piece % pieces);
                        });
                    });
    }

private:
    void searchRow(std::int64_t o, std::int64_t n, std::vector<std::int64_t>& order,
                   T* copied) const {
        const T* line = in + view.at(o, 0, n);
        if (view.inner > 1) { // elements that lie apart are read once
            for (std::int64_t i = 0; i < view.size; ++i)
                copied[i] = line[i * view.inner];
            line = copied;
        }
        const auto before = [&](std::int64_t a, std::int64_t b) {
            const T left = line[a], right = line[b];
            if (left == right || (left != left && right != right))
                return a < b;
            return largest ? precedes<true>(left, right) : precedes<false>(left, right);
        };
        const auto skips = [&](std::int64_t first, std::int64_t count, std::int64_t last) {
            return !anyMayPrecede(line + first, count, line[last], largest);
        };
        firstInOrder(view.size, k, order, before, skips);
        for (std::int64_t i = 0; i < k; ++i) {
            const std::int64_t to = (o * k + i) * view.inner + n,
                               from = order[static_cast<std::size_t>(i)];
            values[to] = line[from];
            indices[to] = from;
        }
    }
    template <bool Largest>
    PARTITA_INLINE void searchPiece(std::int64_t o, std::int64_t piece) const {
        const std::int64_t first = piece * kColumnsTogether,
                           columns = std::min(kColumnsTogether, view.inner - first);
        firstOfColumns<Largest>(
            in + view.at(o, 0, first), view.size, view.inner, columns, k,
            [&](std::int64_t i, std::int64_t c, T value, std::int32_t index) PARTITA_INLINE {
                const std::int64_t to = (o * k + i) * view.inner + first + c;
                values[to] = value;
                indices[to] = index;
            });
    }
};

} // namespace

/// Finds the K largest or smallest elements along an axis; of equal ones the first comes first.
///
/// Inputs:   X of numbers [D1, …, Dn]; K int64 [1] (an attribute before version 10)
/// Outputs:  Values [D1, …, K, …, Dn]; Indices int64, the same shape
/// Method:   a heap of K indices for each row where K is below an eighth of the axis, passing over
///           pieces without a candidate in vectors, else a partial sort; along another axis than the
///           last and for a small K, vectors of columns, whose best are kept sorted. Rows run on
///           several threads. NaN is the largest number.
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
    std::vector<std::int64_t> unwanted;
    if (!context.wants(1))
        unwanted.resize(static_cast<std::size_t>(values.count()));
    std::int64_t* indices = context.wants(1)
                                ? context.output(1, DataType::int64, dims).as<std::int64_t>()
                                : unwanted.data();
    if (values.count() == 0)
        return;
    const bool columns = view.inner >= kColumnsTogether / 2 && k <= kMostPlaces &&
                         view.size <= std::numeric_limits<std::int32_t>::max();
    forNumericType(x.type, [&]<class T>() {
        const TopKSearch<T> search{view, x.as<T>(), k, largest, values.as<T>(), indices};
        columns ? search.searchColumns() : search.searchRows();
    });
}

} // namespace partita::cpu
