#include <cstring>
#include <numeric>
#include <utility>

#include "providers/cpu/kernels/copy_pieces.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// The axes of a copy in the order of the target's memory; neighbouring axes are merged where both
/// sides step evenly over them.
struct Walk {
    Dims dims, from, to;
};

Walk walkOver(const Dims& dims, const Dims& from, const Dims& to) {
    Dims order(dims.size()); // insertion sort: std::stable_sort would allocate
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::size_t at = i;
        for (; at > 0 && to[static_cast<std::size_t>(order[at - 1])] < to[i]; --at)
            order[at] = order[at - 1];
        order[at] = static_cast<std::int64_t>(i);
    }
    Walk walk;
    for (const std::int64_t each : order) {
        const auto axis = static_cast<std::size_t>(each);
        if (dims[axis] == 1)
            continue;
        if (!walk.dims.empty() && walk.from.back() == from[axis] * dims[axis] &&
            walk.to.back() == to[axis] * dims[axis]) {
            walk.dims.back() *= dims[axis];
            walk.from.back() = from[axis];
            walk.to.back() = to[axis];
        } else {
            walk.dims.push_back(dims[axis]);
            walk.from.push_back(from[axis]);
            walk.to.push_back(to[axis]);
        }
    }
    if (!walk.to.empty() && walk.to.back() != 1) { // rows of one element
        walk.dims.push_back(1);
        walk.from.push_back(1);
        walk.to.push_back(1);
    }
    return walk;
}

/// Calls visit(offset in the source, in the target) for the elements [begin, end) of `dims`.
template <class F>
void forRange(const Walk& walk, const Dims& dims, std::int64_t begin, std::int64_t end, F&& visit) {
    const std::size_t rank = dims.size();
    Dims counts(rank);
    std::int64_t* index = counts.data();
    const std::int64_t *sizes = dims.data(), *fromSteps = walk.from.data(),
                       *toSteps = walk.to.data();
    std::int64_t rest = begin, from = 0, to = 0;
    for (std::size_t i = rank; i-- > 0; rest /= sizes[i]) {
        index[i] = rest % sizes[i];
        from += index[i] * fromSteps[i];
        to += index[i] * toSteps[i];
    }
    for (std::int64_t at = begin; at < end; ++at) {
        visit(from, to);
        for (std::size_t i = rank; i-- > 0;) {
            from += fromSteps[i];
            to += toSteps[i];
            if (++index[i] < sizes[i])
                break;
            from -= fromSteps[i] * sizes[i];
            to -= toSteps[i] * sizes[i];
            index[i] = 0;
        }
    }
}

/// The number of elements in 16 bytes.
template <class T> constexpr std::size_t kLanes = 16 / sizeof(T);
template <std::size_t Bytes> struct LanesOf; // vector_size does not apply to a template parameter
template <> struct LanesOf<1> { using type = std::uint8_t __attribute__((vector_size(16))); };
template <> struct LanesOf<2> { using type = std::uint16_t __attribute__((vector_size(16))); };
template <> struct LanesOf<4> { using type = std::uint32_t __attribute__((vector_size(16))); };
template <> struct LanesOf<8> { using type = std::uint64_t __attribute__((vector_size(16))); };
template <class T> using Lanes = typename LanesOf<sizeof(T)>::type;

/// a0 b0 a1 b1 … of the first halves, or of the second halves.
template <class T, std::size_t... I>
Lanes<T> interleaved(Lanes<T> a, Lanes<T> b, bool second, std::index_sequence<I...>) {
    constexpr int kHalf = static_cast<int>(kLanes<T>) / 2;
    return second ? __builtin_shufflevector(
                        a, b, (static_cast<int>(I) / 2 + kHalf + (I % 2 ? 2 * kHalf : 0))...)
                  : __builtin_shufflevector(a, b,
                                            (static_cast<int>(I) / 2 + (I % 2 ? 2 * kHalf : 0))...);
}

/// Transposes a square with as many rows and columns as 16 bytes hold elements.
template <class T>
[[gnu::always_inline]] inline void transposeSquare(const T* from, T* to, std::int64_t fromStep,
                                                   std::int64_t toStep) {
    constexpr std::size_t kSide = kLanes<T>;
    constexpr std::make_index_sequence<kSide> kAll;
    Lanes<T> lines[kSide], next[kSide]; // std::array would drop the vector attribute
    for (std::size_t i = 0; i < kSide; ++i)
        std::memcpy(&lines[i], from + static_cast<std::int64_t>(i) * fromStep, 16);
    for (std::size_t stage = 1; stage < kSide; stage *= 2) { // each moves one bit of the index
        for (std::size_t i = 0; i < kSide / 2; ++i) {
            next[2 * i] = interleaved<T>(lines[i], lines[i + kSide / 2], false, kAll);
            next[2 * i + 1] = interleaved<T>(lines[i], lines[i + kSide / 2], true, kAll);
        }
        std::memcpy(lines, next, sizeof lines);
    }
    for (std::size_t i = 0; i < kSide; ++i)
        std::memcpy(to + static_cast<std::int64_t>(i) * toStep, &lines[i], 16);
}

using Words = VectorOf<std::uint32_t, 4>;

/// `Parts` times 16 bytes that lie `step` apart.
template <std::size_t Parts>
PARTITA_INLINE inline VectorOf<std::uint32_t, 4 * Parts> wordsAt(const std::uint32_t* from,
                                                                 std::int64_t step) {
    if constexpr (Parts == 1) {
        Words words; // NOLINT: filled below
        std::memcpy(&words, from, sizeof words);
        return words;
    } else {
        const auto first = wordsAt<Parts / 2>(from, step),
                   second =
                       wordsAt<Parts / 2>(from + static_cast<std::int64_t>(Parts / 2) * step, step);
        return [&]<std::size_t... I>(std::index_sequence<I...>) PARTITA_INLINE {
            return __builtin_shufflevector(first, second, static_cast<int>(I)...);
        }
        (std::make_index_sequence<4 * Parts>());
    }
}

/// a0 b0 a1 b1 of each 16 bytes of two vectors, or a2 b2 a3 b3.
template <std::size_t Second, std::size_t Count>
PARTITA_INLINE inline VectorOf<std::uint32_t, Count> woven(VectorOf<std::uint32_t, Count> a,
                                                           VectorOf<std::uint32_t, Count> b) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) PARTITA_INLINE {
        return __builtin_shufflevector(
            a, b, static_cast<int>(I / 4 * 4 + I % 4 / 2 + 2 * Second + I % 2 * Count)...);
    }
    (std::make_index_sequence<Count>());
}

/// Transposes 4 rows of the target of as many words as `Bytes` hold.
template <std::size_t Bytes>
PARTITA_INLINE inline void transposeBand(const std::uint32_t* from, std::uint32_t* to,
                                         std::int64_t fromStep, std::int64_t toStep) {
    constexpr std::size_t kParts = Bytes / 16, kCount = Bytes / 4;
    const auto line = [&](std::int64_t i) PARTITA_INLINE {
        return wordsAt<kParts>(from + i * fromStep, 4 * fromStep);
    };
    const auto a = line(0), b = line(1), c = line(2), d = line(3);
    const auto ac = woven<0, kCount>(a, c), bd = woven<0, kCount>(b, d),
               acNext = woven<1, kCount>(a, c), bdNext = woven<1, kCount>(b, d);
    const auto put = [&](std::int64_t row, auto words)
                         PARTITA_INLINE { std::memcpy(to + row * toStep, &words, Bytes); };
    put(0, woven<0, kCount>(ac, bd));
    put(1, woven<1, kCount>(ac, bd));
    put(2, woven<0, kCount>(acNext, bdNext));
    put(3, woven<1, kCount>(acNext, bdNext));
}

/// transposeSquares for 4 bytes: bands of the widest vectors for as many whole bands as there are.
/// Returns how many columns they cover.
std::int64_t transposeBands(const std::uint32_t* from, std::uint32_t* to, std::int64_t rows,
                            std::int64_t columns, std::int64_t fromStep, std::int64_t toStep) {
    constexpr std::int64_t kRows = 16; // a cache line
    std::int64_t covered = 0;
    onWidestCpu([&](auto bytes) PARTITA_INLINE {
        constexpr std::size_t kBytes = bytes;
        constexpr auto kBand = static_cast<std::int64_t>(kBytes / 4);
        const std::int64_t all = columns - columns % kBand, lines = rows - rows % 4;
        for (std::int64_t r = 0; r < lines; r += kRows)
            for (std::int64_t c = 0; c < all; c += kBand)
                for (std::int64_t i = r; i < std::min(lines, r + kRows); i += 4)
                    transposeBand<kBytes>(from + i + c * fromStep, to + i * toStep + c, fromStep,
                                          toStep);
        covered = all;
    });
    return covered;
}

/// Transposes a matrix whose rows are dense in the target and whose columns are dense in the
/// source, in small squares, so that both sides use whole cache lines.
template <class T>
void transposeSquares(const T* from, T* to, std::int64_t rows, std::int64_t columns,
                      std::int64_t fromStep, std::int64_t toStep) {
    constexpr std::int64_t kSquare = kLanes<T>, kRows = 64 / sizeof(T);
    const std::int64_t squareRows = rows - rows % kSquare,
                       squareColumns = columns - columns % kSquare;
    std::int64_t first = 0; // of the columns that are left
    if constexpr (sizeof(T) == 4)
        first = transposeBands(from, to, rows, columns, fromStep, toStep);
    for (std::int64_t r = 0; r < squareRows; r += kRows)
        for (std::int64_t c = first; c < squareColumns; c += kSquare)
            for (std::int64_t i = r; i < std::min(squareRows, r + kRows); i += kSquare)
                transposeSquare(from + i + c * fromStep, to + i * toStep + c, fromStep, toStep);
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = i < squareRows ? squareColumns : 0; j < columns; ++j)
            to[i * toStep + j] = from[i + j * fromStep];
}

/// Every `Step`th byte of Step vectors.
template <std::size_t Step, std::size_t... I>
PARTITA_INLINE inline Lanes<std::uint8_t> everyOtherByte(const std::uint8_t* from,
                                                         std::index_sequence<I...>) {
    constexpr std::size_t kSide = sizeof...(I);
    Lanes<std::uint8_t> result, next;
    std::memcpy(&result, from, kSide);
    std::memcpy(&next, from + kSide, kSide);
    result = __builtin_shufflevector(result, next, static_cast<int>(I * Step % (2 * kSide))...);
    if constexpr (Step > 2) { // what begins behind the first two vectors comes from the third
        std::memcpy(&next, from + 2 * kSide, kSide);
        result = __builtin_shufflevector(
            result, next, static_cast<int>(I * Step < 2 * kSide ? I : kSide + I * Step % kSide)...);
    }
    if constexpr (Step > 3) {
        std::memcpy(&next, from + 3 * kSide, kSide);
        result = __builtin_shufflevector(
            result, next, static_cast<int>(I * Step < 3 * kSide ? I : kSide + I * Step % kSide)...);
    }
    return result;
}

/// Copies every `Step`th element, 2 to 4; the compiler vectorizes a step that it knows, but for bytes.
template <std::size_t Step, class T> void everyOther(const T* from, T* to, std::int64_t count) {
    constexpr auto kStep = static_cast<std::int64_t>(Step);
    std::int64_t i = 0;
    if constexpr (sizeof(T) == 1)
        onBestCpu([&]() PARTITA_INLINE {
            constexpr auto kSide = static_cast<std::int64_t>(kLanes<T>);
            for (; (i + kSide) * kStep <= (count - 1) * kStep + 1; i += kSide) {
                const Lanes<T> some =
                    everyOtherByte<Step>(from + i * kStep, std::make_index_sequence<kLanes<T>>());
                std::memcpy(to + i, &some, sizeof some);
            }
        });
    for (; i < count; ++i)
        to[i] = from[i * kStep];
}

/// Copies one row of the target from elements that lie `step` apart.
template <class T> void copyRow(const T* from, T* to, std::int64_t count, std::int64_t step) {
    switch (step) {
    case 0: return (void)std::fill_n(to, count, *from);
    case 1: return (void)std::copy_n(from, count, to);
    case 2: return everyOther<2>(from, to, count);
    case 3: return everyOther<3>(from, to, count);
    case 4: return everyOther<4>(from, to, count);
    default:
        for (std::int64_t i = 0; i < count; ++i)
            to[i] = from[i * step];
    }
}

/// Copies a few long rows, which threads share.
template <class T>
void copyLongRows(const T* from, T* to, const Walk& walk, const Dims& others, std::int64_t columns,
                  std::int64_t step) {
    parallelFor(columns, 16384, [&](std::int64_t begin, std::int64_t end) {
        forRange(walk, others, 0, product(others), [&](std::int64_t source, std::int64_t target) {
            copyRow(from + source + begin * step, to + target + begin, end - begin, step);
        });
    });
}

/// Fills `total` elements with copies of the first `piece` of them.
template <class T> void repeatPiece(T* to, std::int64_t piece, std::int64_t total) {
    constexpr std::int64_t kLongest = 16384 / sizeof(T); // of one copy: it stays in the cache
    for (std::int64_t done = piece; done < total;) {
        const std::int64_t next =
            std::min({total - done, done, std::max(piece, kLongest / piece * piece)});
        std::copy_n(to, next, to + done);
        done += next;
    }
}

/// Copies the entries [begin, end) of an axis. Where the source repeats itself, one entry is copied
/// and the others are made of it.
template <class T>
void copyEntries(const T* from, T* to, const Walk& walk, std::size_t axis, std::int64_t begin,
                 std::int64_t end) {
    const std::int64_t fromStep = walk.from[axis], toStep = walk.to[axis];
    from += begin * fromStep;
    to += begin * toStep;
    if (axis + 1 == walk.dims.size())
        return copyRow(from, to, end - begin, fromStep);
    const std::int64_t size = walk.dims[axis + 1];
    if (fromStep == 0 && toStep == product(walk.dims, axis + 1)) {
        copyEntries(from, to, walk, axis + 1, 0, size);
        return repeatPiece(to, toStep, (end - begin) * toStep);
    }
    for (std::int64_t i = begin; i < end; ++i, from += fromStep, to += toStep)
        copyEntries(from, to, walk, axis + 1, 0, size);
}

/// Whether the source repeats pieces along an axis before the last.
bool repeatsPieces(const Walk& walk) {
    for (std::size_t i = 0; i + 1 < walk.dims.size(); ++i)
        if (walk.from[i] == 0)
            return true;
    return false;
}

/// Whether pairs of neighbours move together, so that each is one element of twice the size.
template <class T> bool movesPairs(const T* from, const T* to, const Walk& walk) {
    const auto isEven = [](std::int64_t n) { return n % 2 == 0; };
    const auto isAligned = [](const T* at) {
        return reinterpret_cast<std::uintptr_t>(at) % (2 * sizeof(T)) == 0;
    };
    return !walk.dims.empty() && isEven(walk.dims.back()) && walk.from.back() == 1 &&
           std::all_of(walk.from.begin(), walk.from.end() - 1, isEven) &&
           std::all_of(walk.to.begin(), walk.to.end() - 1, isEven) && isAligned(from) &&
           isAligned(to);
}

template <class T> void copyWalk(const T* from, T* to, const Walk& walk) {
    const std::size_t rank = walk.dims.size();
    const std::int64_t count = product(walk.dims);
    if (rank == 0 || count == 0) {
        if (count == 1)
            *to = *from;
        return;
    }
    const std::size_t last = rank - 1;
    const std::int64_t columns = walk.dims[last], step = walk.from[last];
    constexpr auto kBytes = static_cast<std::int64_t>(sizeof(T));
    if (rank == 2 && step == 1 && walk.from[0] != 0)
        return copyRows(reinterpret_cast<const std::byte*>(from), reinterpret_cast<std::byte*>(to),
                        walk.dims[0], columns * kBytes, walk.from[0] * kBytes, walk.to[0] * kBytes);
    std::size_t dense = last; // the axis along which the source is dense
    for (std::size_t i = 0; i < last; ++i)
        if (step != 1 && walk.from[i] == 1)
            dense = i;
    const bool squares = dense != last && (step < 0 || step > 4);
    if (!squares)
        dense = last;
    const std::int64_t rows = squares ? walk.dims[dense] : 1;
    Dims others = walk.dims;
    others[last] = others[dense] = 1;
    const std::int64_t pieces = product(others);
    constexpr std::int64_t kShare = 16384; // of elements
    if (pieces < ThreadTeam::threads() && !squares && columns > kShare)
        return copyLongRows(from, to, walk, others, columns, step);
    if (!squares && repeatsPieces(walk) &&
        (count <= kShare || walk.dims[0] >= ThreadTeam::threads()))
        return parallelFor(walk.dims[0], std::max<std::int64_t>(1, kShare * walk.dims[0] / count),
                           [&](std::int64_t begin, std::int64_t end) {
                               copyEntries(from, to, walk, 0, begin, end);
                           });
    if (squares && pieces < ThreadTeam::threads()) {
        constexpr std::int64_t kRows = 64; // a cache line of bytes
        parallelFor(
            (rows + kRows - 1) / kRows, 1 + kShare / (kRows * columns),
            [&](std::int64_t begin, std::int64_t end) {
                const std::int64_t first = begin * kRows,
                                   some = std::min(rows, end * kRows) - first;
                forRange(walk, others, 0, pieces, [&](std::int64_t source, std::int64_t target) {
                    transposeSquares(from + source + first, to + target + first * walk.to[dense],
                                     some, columns, step, walk.to[dense]);
                });
            });
        return;
    }
    const std::int64_t grain = std::max<std::int64_t>(1, kShare / (rows * columns));
    parallelFor(pieces, grain, [&](std::int64_t begin, std::int64_t end) {
        forRange(walk, others, begin, end, [&](std::int64_t source, std::int64_t target) {
            if (squares)
                transposeSquares(from + source, to + target, rows, columns, step, walk.to[dense]);
            else
                copyRow(from + source, to + target, columns, step);
        });
    });
}

/// copyWalk; short rows of neighbours are moved as elements of up to 8 bytes.
template <class T> void copyWidened(const T* from, T* to, const Walk& walk) {
    if constexpr (sizeof(T) < 8) {
        constexpr std::int64_t kShortRow = 64 / sizeof(T);
        if (!walk.dims.empty() && walk.dims.back() <= kShortRow && movesPairs(from, to, walk)) {
            using Pair = std::conditional_t<
                sizeof(T) == 1, std::uint16_t,
                std::conditional_t<sizeof(T) == 2, std::uint32_t, std::uint64_t>>;
            const auto halved = [](Dims strides) {
                for (std::int64_t& stride : strides)
                    stride /= 2;
                strides.back() = 1;
                return strides;
            };
            Dims dims = walk.dims;
            dims.back() /= 2;
            return copyWidened(reinterpret_cast<const Pair*>(from), reinterpret_cast<Pair*>(to),
                               walkOver(dims, halved(walk.from), halved(walk.to)));
        }
    }
    copyWalk(from, to, walk);
}

} // namespace

void copyStrided(DataType type, const std::byte* from, const Dims& fromStrides, std::byte* to,
                 const Dims& toStrides, const Dims& dims) {
    const Walk walk = walkOver(dims, fromStrides, toStrides);
    forElementSize(type, [&]<class T>() {
        copyWidened(reinterpret_cast<const T*>(from), reinterpret_cast<T*>(to), walk);
    });
}

RuntimeValue inOrderOf(const RuntimeValue& value, const Dims& strides) {
    RuntimeValue made = RuntimeValue::allocate(value.type, value.dims);
    copyStrided(value.type, value.data,
                value.strides.empty() ? denseStrides(value.dims) : value.strides, made.data,
                strides, value.dims);
    made.strides = isRowMajor(value.dims, strides) ? Dims() : strides;
    return made;
}

RuntimeValue rowMajor(const RuntimeValue& value) {
    return value.strides.empty() ? value : inOrderOf(value, denseStrides(value.dims));
}

/// Permutes the axes of a tensor; without perm it reverses them.
///
/// Inputs:   data of any type [D1, …, Dn]
/// Outputs:  transposed [Dperm1, …, Dpermn]
/// Method:   a view with other strides where the readers take any memory order; else one strided
///           copy (`copyStrided`) which moves squares with rows of 16 bytes, on several threads
/// Source:   ONNX Transpose-25
void transposeKernel(KernelContext& context) {
    const RuntimeValue x = context.input(0);
    const std::size_t rank = x.dims.size();
    Dims order = context.node().intsAttribute("perm");
    if (!context.node().attribute("perm"))
        for (std::size_t i = rank; i-- > 0;)
            order.push_back(static_cast<std::int64_t>(i));
    require(order.size() == rank, "perm must have one entry for each axis of the input");
    Dims named(rank);
    RuntimeValue view = x;
    view.strides.resize(rank);
    const Dims own = x.strides.empty() ? denseStrides(x.dims) : x.strides;
    for (std::size_t i = 0; i < rank; ++i) {
        const std::size_t from = normalizeAxis(order[i], rank);
        require(named[from]++ == 0, "perm names an axis twice");
        view.dims[i] = x.dims[from];
        view.strides[i] = own[from];
    }
    const bool dense = isRowMajor(view.dims, view.strides);
    if (dense || context.mayStride()) {
        if (dense)
            view.strides.clear();
        context.forward(0, view, view.dims);
        return;
    }
    RuntimeValue& y = context.output(0, x.type, view.dims);
    copyStrided(x.type, x.data, view.strides, y.data, denseStrides(view.dims), view.dims);
}

} // namespace partita::cpu
