#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "providers/cpu/loops/cpu_dispatch.h"

#ifdef PARTITA_HAS_AVX2_LOOPS
#include <immintrin.h>
#endif

namespace partita::cpu {

// Reductions along a row in independent lanes, which are joined in a fixed order, so that results
// are the same on every machine. Must be called within onBestCpu.

/// `Count` numbers as one vector of the compiler.
template <class T, std::size_t Count> using VectorOf [[gnu::vector_size(Count * sizeof(T))]] = T;

/// Numbers that 32 bytes hold.
template <class A> constexpr std::size_t kVectorLanes = 32 / sizeof(A);

/// The next numbers of a row, in A.
template <class A, std::size_t Count = kVectorLanes<A>, class T>
PARTITA_INLINE inline auto vectorAt(const T* row) {
    constexpr std::size_t kCount = Count;
    VectorOf<T, kCount> read; // NOLINT: filled below
    std::memcpy(&read, row, sizeof read);
#ifdef PARTITA_HAS_AVX2_LOOPS
    // g++ 12 would convert the halves and put them together.
    if constexpr (std::is_same_v<T, float> && std::is_same_v<A, double> && kCount == 8)
        return static_cast<VectorOf<A, kCount>>(__builtin_ia32_cvtps2pd512_mask(
            read, VectorOf<A, kCount>{}, static_cast<__mmask8>(-1), _MM_FROUND_CUR_DIRECTION));
    else
#endif
        return __builtin_convertvector(read, VectorOf<A, kCount>);
}

/// The partial results of four vectors at a time, so that a step need not wait for the one before.
/// Vectors of 64 bytes hold two of them each.
template <std::size_t Bytes, class A> struct ReductionLanes {
    static constexpr std::size_t kCount = Bytes / sizeof(A), kVectors = 128 / Bytes;
    VectorOf<A, kCount> vectors[kVectors]; // NOLINT: std::array would drop the vector attribute

    explicit PARTITA_INLINE ReductionLanes(A start) {
        for (auto& each : vectors)
            each = VectorOf<A, kCount>{} + start;
    }
    template <class T, class Step> PARTITA_INLINE void add(const T* row, const Step& step) {
#pragma GCC unroll 4
        for (std::size_t i = 0; i < kVectors; ++i)
            vectors[i] = step(vectors[i], vectorAt<A, kCount>(row + i * kCount));
    }
    /// All partial results as one vector of 32 bytes.
    template <class Join> PARTITA_INLINE auto joined(const Join& join) const {
        VectorOf<A, kVectorLanes<A>> all[4]; // NOLINT: filled below
        std::memcpy(all, vectors, sizeof all);
        return join(join(all[0], all[1]), join(all[2], all[3]));
    }
};

/// The lanes of a vector of 32 bytes, joined: the upper half to the lower one until one is left.
template <class A, class Join>
PARTITA_INLINE inline A joinLanes(const VectorOf<A, kVectorLanes<A>>& all, const Join& join) {
    constexpr std::size_t kHalf = kVectorLanes<A> / 2;
    VectorOf<A, kHalf> halves[2]; // NOLINT: filled below
    std::memcpy(halves, &all, sizeof all);
    const VectorOf<A, kHalf> half = join(halves[0], halves[1]);
    std::array<A, kHalf> lanes; // NOLINT: filled below
    std::memcpy(lanes.data(), &half, sizeof half);
    for (std::size_t width = kHalf / 2; width > 0; width /= 2)
        for (std::size_t lane = 0; lane < width; ++lane)
            lanes[lane] = join(lanes[lane], lanes[lane + width]);
    return lanes[0];
}

/// A step of which nothing faster is known.
struct NoShortcut {};

/// As `step` over whole groups of four vectors, but by the faster `shortcut`, which may do what it likes
/// with NaN: where the sum of all is NaN, false, and `first` is left as it is.
template <std::size_t Bytes, class A, class T, class Vector, class Shortcut, class Join>
PARTITA_INLINE inline bool takeShortcut(const T* row, std::int64_t count, A start, Vector& first,
                                        const Shortcut& shortcut, const Join& join) {
    constexpr auto kGroup = static_cast<std::int64_t>(4 * kVectorLanes<A>);
    const auto add = [](auto a, auto b) PARTITA_INLINE { return a + b; };
    ReductionLanes<Bytes, A> lanes(start), sums(A{0});
    for (std::int64_t i = 0; i + kGroup <= count; i += kGroup) {
        lanes.add(row + i, shortcut);
        sums.add(row + i, add);
    }
    const A sum = joinLanes<A>(sums.joined(add), add);
    if (sum != sum)
        return false;
    first = lanes.joined(join);
    return true;
}

/// reduceLanes with functions that take vectors. Lanes in arrays would stay in memory: the compiler
/// vectorizes steps with conditions, but does not keep what they carry in registers.
template <std::size_t Bytes, class A, class T, class Step, class Join, class Shortcut>
PARTITA_INLINE inline A reduceVectors(const T* row, std::int64_t count, A start, const Step& step,
                                      const Join& join, const Shortcut& shortcut) {
    constexpr std::size_t kCount = kVectorLanes<A>;
    constexpr auto kWidth = static_cast<std::int64_t>(kCount);
    using Vector = VectorOf<A, kCount>;
    Vector first = Vector{} + start;
    std::int64_t i = 0;
    if (count >= 4 * kWidth) {
        bool done = false;
        if constexpr (!std::is_same_v<Shortcut, NoShortcut>) {
            done = takeShortcut<Bytes>(row, count, start, first, shortcut, join);
            i = done ? count / (4 * kWidth) * (4 * kWidth) : 0;
        }
        if (!done) {
            ReductionLanes<Bytes, A> lanes(start);
            for (; i + 4 * kWidth <= count; i += 4 * kWidth)
                lanes.add(row + i, step);
            first = lanes.joined(join);
        }
    }
    for (; i + kWidth <= count; i += kWidth)
        first = step(first, vectorAt<A>(row + i));
    A all = start;
    for (; i < count; ++i)
        all = step(all, static_cast<A>(row[i]));
    return join(joinLanes<A>(first, join), all);
}

/// Whether a step takes vectors of A in place of two numbers.
template <class Step, class A> constexpr bool takesVectors() {
    if constexpr (std::is_floating_point_v<A>) {
        using Vector = VectorOf<A, kVectorLanes<A>>;
        return std::is_invocable_v<Step, Vector, Vector>;
    }
    return false;
}

/// Reduces a row: step(accumulator, element) for all elements, then join(accumulator, accumulator)
/// of the lanes. Each lane begins with `start`. Functions of any type are also given vectors of floats;
/// they are PARTITA_INLINE, since a vector is passed differently to a function that is compiled for any
/// processor. `Bytes`: of a vector, from onWidestCpu; the result is the same for all. `shortcut`: gives
/// what `step` gives unless something is NaN.
template <std::size_t Bytes = 32, class A, class T, class Step, class Join,
          class Shortcut = NoShortcut>
PARTITA_INLINE inline A reduceLanes(const T* row, std::int64_t count, A start, Step step, Join join,
                                    Shortcut shortcut = {}) {
    if constexpr (takesVectors<Step, A>()) {
        return reduceVectors<Bytes>(row, count, start, step, join, shortcut);
    } else {
        constexpr std::int64_t kLanes = 32;
        std::array<A, kLanes> lanes;
        lanes.fill(start);
        std::int64_t i = 0;
        for (; i + kLanes <= count; i += kLanes)
            for (std::size_t lane = 0; lane < kLanes; ++lane)
                lanes[lane] =
                    step(lanes[lane], static_cast<A>(row[i + static_cast<std::int64_t>(lane)]));
        for (std::size_t lane = 0; i < count; ++i, ++lane)
            lanes[lane] = step(lanes[lane], static_cast<A>(row[i]));
        A all = lanes[0];
        for (std::size_t lane = 1; lane < kLanes; ++lane)
            all = join(all, lanes[lane]);
        return all;
    }
}

/// The first of the places of a row that hold `wanted`; `count` where none does.
template <class T>
PARTITA_INLINE inline std::int64_t firstPlaceOf(const T* row, std::int64_t count, T wanted) {
    constexpr std::int64_t kPiece = 64;
    std::int64_t i = 0;
    for (; i + kPiece <= count; i += kPiece) {
        int found = 0;
        for (std::int64_t k = 0; k < kPiece; ++k)
            found |= row[i + k] == wanted ? 1 : 0;
        if (found)
            break;
    }
    while (i < count && !(row[i] == wanted))
        ++i;
    return i;
}

/// The index of the first of the largest or smallest elements of a row. A NaN counts only as the
/// first element, which then is the result.
template <class T>
PARTITA_INLINE inline std::int64_t placeOfExtremum(const T* row, std::int64_t count, bool largest) {
    const auto more = [](auto a, auto b) PARTITA_INLINE { return b > a ? b : a; };
    const auto less = [](auto a, auto b) PARTITA_INLINE { return b < a ? b : a; };
    const T most = largest ? reduceLanes(row, count, row[0], more, more)
                           : reduceLanes(row, count, row[0], less, less);
    const std::int64_t at = firstPlaceOf(row, count, most);
    return at < count ? at : 0; // the first element is NaN
}

/// Σ f(row[i]) in A. `Bytes`: of a vector, from onWidestCpu; the result is the same for all.
template <class A, std::size_t Bytes = 32, class T, class F>
PARTITA_INLINE inline A sumLanes(const T* row, std::int64_t count, F f) {
    return reduceLanes<Bytes>(
        row, count, A{0},
        [f](auto sum, auto value) PARTITA_INLINE requires std::is_invocable_v<F, decltype(value)> {
            return sum + f(value);
        },
        [](auto a, auto b) PARTITA_INLINE { return a + b; });
}

/// Σ a[i] · b[i] in double, for numbers of two types.
template <class T, class U>
PARTITA_INLINE inline double dotInDouble(const T* a, const U* b, std::int64_t count) {
    constexpr std::int64_t kWidth = kVectorLanes<double>;
    VectorOf<double, kVectorLanes<double>> sums{};
    std::int64_t i = 0;
    for (; i + kWidth <= count; i += kWidth)
        sums += vectorAt<double>(a + i) * vectorAt<double>(b + i);
    double sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
    for (; i < count; ++i)
        sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    return sum;
}

/// Σ a[i] · b[i].
template <class T> PARTITA_INLINE inline T dotLanes(const T* a, const T* b, std::int64_t count) {
    constexpr std::int64_t kLanes = 16;
    std::array<T, kLanes> lanes{};
    std::int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const std::int64_t at = i + static_cast<std::int64_t>(lane);
            lanes[lane] += a[at] * b[at];
        }
    for (std::size_t lane = 0; i < count; ++i, ++lane)
        lanes[lane] += a[i] * b[i];
    T sum{};
    for (const T lane : lanes)
        sum += lane;
    return sum;
}

} // namespace partita::cpu
