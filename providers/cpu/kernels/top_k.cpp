// TopK.

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

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

/// An unsigned number that grows with an element; the same for -0 and 0, and for all NaN, which is the
/// largest.
template <class T> auto risingKey(T value) {
    if constexpr (std::is_floating_point_v<T>) {
        using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
        constexpr Bits kSign = Bits{1} << (8 * sizeof(T) - 1);
        const auto bits = std::bit_cast<Bits>(value + T{0});
        const Bits key = bits & kSign ? ~bits : bits | kSign;
        return value == value ? key : std::numeric_limits<Bits>::max();
    } else if constexpr (std::is_same_v<T, bool>) {
        return static_cast<std::uint8_t>(value);
    } else {
        using Bits = std::make_unsigned_t<T>;
        constexpr Bits kSign = std::is_signed_v<T> ? Bits{1} << (8 * sizeof(T) - 1) : Bits{0};
        return static_cast<Bits>(static_cast<Bits>(value) ^ kSign);
    }
}

/// An element and its index in one number: the smaller one comes first. For elements of up to 32 bits
/// and as many of them.
struct PackedEntry {
    std::uint64_t both = 0;

    template <class Key> static PackedEntry of(Key key, bool largest, std::int64_t index) {
        const auto wide = static_cast<std::uint32_t>(key);
        return {std::uint64_t{largest ? ~wide : wide} << 32 | static_cast<std::uint32_t>(index)};
    }
    [[nodiscard]] std::int64_t index() const {
        return static_cast<std::int64_t>(both & 0xFFFFFFFFU);
    }
    auto operator<=>(const PackedEntry&) const = default;
};

/// The same for all others.
struct WideEntry {
    std::uint64_t key = 0;
    std::int64_t place = 0;

    template <class Key> static WideEntry of(Key key, bool largest, std::int64_t index) {
        const auto wide = static_cast<std::uint64_t>(key);
        return {largest ? ~wide : wide, index};
    }
    [[nodiscard]] std::int64_t index() const { return place; }
    auto operator<=>(const WideEntry&) const = default;
};

/// The first `k` > 0 elements of a row, in order. Elements that come before the last of the best so far
/// are put aside; when there are as many again, the best of both are kept.
/// `entries` is memory for its use.
template <bool Largest, class Entry, class T>
void firstInOrder(const T* row, std::int64_t size, std::int64_t k, std::vector<Entry>& entries) {
    constexpr std::int64_t kPiece = 64;
    const auto wanted = static_cast<std::size_t>(k);
    const std::size_t most = wanted + std::max<std::size_t>(wanted, 32);
    entries.clear();
    T last{};
    bool limited = false;
    const auto keepBest = [&] {
        std::ranges::nth_element(entries, entries.begin() + (k - 1));
        entries.resize(wanted);
        last = row[entries.back().index()];
        limited = true;
    };
    const auto mayPrecede = [&](T value, T best) PARTITA_INLINE { // NaN may
        return Largest ? !(value <= best) : !(value >= best);
    };
    onBestCpu([&]() PARTITA_INLINE {
        for (std::int64_t first = 0; first < size; first += kPiece) {
            std::array<std::uint8_t, kPiece> places; // NOLINT: filled below
            std::size_t found = 0;
            if (limited && size - first >= kPiece) {
                const T best = last;
                int any = 0;
                for (std::int64_t i = first; i < first + kPiece; ++i)
                    any |= mayPrecede(row[i], best) ? 1 : 0;
                if (!any)
                    continue;
            }
            const std::int64_t count = std::min(kPiece, size - first);
            for (std::int64_t i = 0; i < count; ++i) { // without a branch: it is hard to foresee
                places[found] = static_cast<std::uint8_t>(i);
                found += !limited || mayPrecede(row[first + i], last) ? 1 : 0;
            }
            for (std::size_t i = 0; i < found; ++i) {
                const std::int64_t at = first + places[i];
                entries.push_back(Entry::of(risingKey(row[at]), Largest, at));
            }
            if (entries.size() >= most)
                keepBest();
        }
    });
    if (entries.size() > wanted)
        keepBest();
    std::ranges::sort(entries);
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

    /// Each row by itself.
    void searchRows() const {
        constexpr std::int64_t kMostPacked = std::numeric_limits<std::uint32_t>::max();
        if (sizeof(T) <= sizeof(std::uint32_t) && view.size <= kMostPacked)
            searchRowsBy<PackedEntry>();
        else
            searchRowsBy<WideEntry>();
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
    template <class Entry> void searchRowsBy() const {
        parallelFor(view.outer * view.inner, 1 + 16384 / (1 + view.size),
                    [&](std::int64_t begin, std::int64_t end) {
                        std::vector<Entry> entries;
                        const auto copied = std::make_unique<T[]>( // NOLINT: no vector of bool
                            view.inner == 1 ? 0 : static_cast<std::size_t>(view.size));
                        for (std::int64_t row = begin; row < end; ++row)
                            searchRow(row / view.inner, row % view.inner, entries, copied.get());
                    });
    }
    template <class Entry>
    void searchRow(std::int64_t o, std::int64_t n, std::vector<Entry>& entries, T* copied) const {
        const T* line = in + view.at(o, 0, n);
        if (view.inner > 1) { // elements that lie apart are read once
            for (std::int64_t i = 0; i < view.size; ++i)
                copied[i] = line[i * view.inner];
            line = copied;
        }
        largest ? firstInOrder<true>(line, view.size, k, entries)
                : firstInOrder<false>(line, view.size, k, entries);
        for (std::int64_t i = 0; i < k; ++i) {
            const std::int64_t to = (o * k + i) * view.inner + n,
                               from = entries[static_cast<std::size_t>(i)].index();
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
/// Method:   for each row, the elements that may be among the best so far are found in vectors and
///           put aside, and the best K of them kept now and then; then a sort. Along another axis
///           than the last and for a small K, vectors of columns, whose best are kept sorted. Rows
///           run on several threads. NaN is the largest number.
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
