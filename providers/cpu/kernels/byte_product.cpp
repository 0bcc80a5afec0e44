#include "providers/cpu/kernels/byte_product.h"

#include <cstring>

#include "providers/cpu/kernels/packed_memory.h"
#include "providers/cpu/loops/cpu_dispatch.h"

#ifdef PARTITA_HAS_AVX2_LOOPS
#include <immintrin.h>
#endif

namespace partita::cpu {

namespace {

constexpr std::int64_t kOfGroup = 4, kGroupSize = kOfGroup * kSumPanel, kByteTile = 3;
// The weights of so many groups stay in the first-level cache while rows go by.
constexpr std::int64_t kMostGroups = 256;
/// Sums whose positive and whose negative weights are no more are within 16 bits: 255 · 128 = 32640.
constexpr int kMostWeight = 128;

/// Rows times some groups of a panel.
struct ByteTile {
    const std::uint8_t* const* rows;
    const std::int64_t* places; ///< of the numbers for each group, in a row
    const std::int8_t* weights;
    std::int64_t groups; ///< or pairs of them
    std::int32_t* sums;
    std::int64_t step;
    const std::int32_t* start; ///< of the sums of each row; null: what they are
};

#ifdef PARTITA_HAS_AVX2_LOOPS
/// `Together`: groups whose sums are added in 16 bits.
template <int Rows, int Together>
[[gnu::target("avx2"), gnu::always_inline]] inline void addByteTile(const ByteTile& tile) {
    __m256i sums[Rows][2]; // NOLINT: std::array would drop the vector attribute
#pragma GCC unroll 3
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
        for (int v = 0; v < 2; ++v)
            std::memcpy(&sums[r][v], (tile.start ? tile.start : tile.sums + r * tile.step) + v * 8,
                        sizeof(__m256i));
    const __m256i ones = _mm256_set1_epi16(1);
    const std::uint8_t* rows[Rows]; // NOLINT: filled below
#pragma GCC unroll 3
    for (int r = 0; r < Rows; ++r)
        rows[r] = tile.rows[r];
    const std::int8_t* weights = tile.weights;
    const std::int64_t* place = tile.places;
    for (std::int64_t i = 0; i < tile.groups; ++i) {
        __m256i by[Together][2];       // NOLINT: filled below
        std::int64_t places[Together]; // NOLINT: filled below
#pragma GCC unroll 2
        for (int g = 0; g < Together; ++g, weights += kGroupSize) {
            const auto* from = reinterpret_cast<const __m256i*>(weights);
            by[g][0] = _mm256_loadu_si256(from);
            by[g][1] = _mm256_loadu_si256(from + 1);
            places[g] = *place++;
        }
        // Row by row, so that few numbers need registers beside the weights and the sums.
#pragma GCC unroll 3
        for (int r = 0; r < Rows; ++r) {
            __m256i made[2]; // NOLINT: filled below
#pragma GCC unroll 2
            for (int g = 0; g < Together; ++g) {
                std::int32_t four = 0;
                std::memcpy(&four, rows[r] + places[g], sizeof four);
                const __m256i codes = _mm256_set1_epi32(four);
#pragma GCC unroll 2
                for (int v = 0; v < 2; ++v) {
                    const __m256i product = _mm256_maddubs_epi16(codes, by[g][v]);
                    made[v] = g == 0 ? product : _mm256_add_epi16(made[v], product);
                }
            }
#pragma GCC unroll 2
            for (int v = 0; v < 2; ++v)
                sums[r][v] = _mm256_add_epi32(sums[r][v], _mm256_madd_epi16(made[v], ones));
        }
    }
#pragma GCC unroll 3
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
        for (int v = 0; v < 2; ++v)
            std::memcpy(tile.sums + r * tile.step + v * 8, &sums[r][v], sizeof(__m256i));
}

template <int Together>
[[gnu::target("avx2")]] void addByteRowsByAvx2(ByteTile tile, std::int64_t rows) {
    for (; rows >= kByteTile; rows -= kByteTile) {
        addByteTile<kByteTile, Together>(tile);
        tile.rows += kByteTile;
        tile.sums += kByteTile * tile.step;
    }
    if (rows == 2)
        addByteTile<2, Together>(tile);
    else if (rows == 1)
        addByteTile<1, Together>(tile);
}
#endif

/// `together`: groups whose sums are added in 16 bits, 1 or 2.
void addByteRows(const ByteTile& tile, std::int64_t together, std::int64_t rows) {
#ifdef PARTITA_HAS_AVX2_LOOPS
    if (hasAvx2())
        return together == 2 ? addByteRowsByAvx2<2>(tile, rows) : addByteRowsByAvx2<1>(tile, rows);
#endif
    for (std::int64_t r = 0; r < rows; ++r) {
        std::int32_t* sums = tile.sums + r * tile.step;
        if (tile.start)
            std::copy_n(tile.start, kSumPanel, sums);
        for (std::int64_t g = 0; g < together * tile.groups; ++g) {
            const std::uint8_t* codes = tile.rows[r] + tile.places[g];
            const std::int8_t* weights = tile.weights + g * kGroupSize;
            for (std::int64_t i = 0; i < kGroupSize; ++i)
                sums[i / kOfGroup] = static_cast<std::int32_t>(
                    static_cast<std::uint32_t>(sums[i / kOfGroup]) +
                    static_cast<std::uint32_t>(std::int32_t{codes[i % kOfGroup]} * weights[i]));
        }
    }
}

using WideWeights = std::array<std::int16_t, kGroupSize>;
using GroupWeights = std::array<std::int8_t, kGroupSize>;
/// The sums of the positive and of the negative weights of each two neighbours, up to 255.
using GroupSizes = std::array<std::uint8_t, kGroupSize>;

/// Takes off the weights what fits into bytes of which no two neighbours saturate. Returns whether
/// anything is left.
PARTITA_FOR_EACH_CPU
bool takeWhatFits(WideWeights& weights, GroupWeights& taken) {
    int left = 0;
    for (std::size_t i = 0; i < kGroupSize; i += 2) {
        const int one = std::clamp<int>(weights[i], -kMostWeight, kMostWeight - 1),
                  least = -kMostWeight - std::min(one, 0),
                  most = std::min(kMostWeight - std::max(one, 0), kMostWeight - 1),
                  other = std::clamp<int>(weights[i + 1], least, most);
        taken[i] = static_cast<std::int8_t>(one);
        taken[i + 1] = static_cast<std::int8_t>(other);
        weights[i] = static_cast<std::int16_t>(weights[i] - one);
        weights[i + 1] = static_cast<std::int16_t>(weights[i + 1] - other);
        left |= weights[i] | weights[i + 1];
    }
    return left != 0;
}

PARTITA_FOR_EACH_CPU
void sizesOf(const GroupWeights& weights, GroupSizes& sizes) {
    constexpr std::size_t kHalf = kGroupSize / 2;
    const auto sum = [](int one, int other) PARTITA_INLINE {
        return static_cast<std::uint8_t>(std::min(std::max(one, 0) + std::max(other, 0), 255));
    };
    for (std::size_t i = 0; i < kHalf; ++i) {
        const int one = weights[2 * i], other = weights[2 * i + 1];
        sizes[i] = sum(one, other);
        sizes[kHalf + i] = sum(-one, -other);
    }
}

/// Whether the sums of two groups may be added in 16 bits.
PARTITA_FOR_EACH_CPU
bool fit(const GroupSizes& one, const GroupSizes& other) {
    int most = 0;
    for (std::size_t i = 0; i < kGroupSize; ++i)
        most = std::max(most, one[i] + other[i]);
    return most <= kMostWeight;
}

/// The weights of four rows in a panel.
struct Group {
    std::int64_t number; ///< of the four rows
    GroupWeights weights;
};

} // namespace

/// The groups of a panel: pairs, which may be added in 16 bits, side by side, and single ones.
class ByteMatrix::Packing {
public:
    /// Adds the weights of the four rows of that number.
    void add(std::int64_t number, WideWeights weights) {
        bool isLeft = true;
        while (isLeft) {
            Group group; // NOLINT: filled below
            group.number = number;
            isLeft = takeWhatFits(weights, group.weights);
            addOne(group);
        }
    }

    /// Appends the groups that no other one was found for.
    void finish() {
        for (const Waiting& each : m_waiting)
            singles.push_back(each.group);
        m_waiting.clear();
    }

    std::vector<Group> pairs, singles;

private:
    struct Waiting {
        Group group;
        GroupSizes sizes;
    };

    void addOne(const Group& group) {
        constexpr std::size_t kMostWaiting = 16;
        GroupSizes sizes; // NOLINT: filled below
        sizesOf(group.weights, sizes);
        const auto found = std::ranges::find_if(
            m_waiting, [&](const Waiting& other) { return fit(sizes, other.sizes); });
        if (found != m_waiting.end()) {
            pairs.push_back(found->group);
            pairs.push_back(group);
            m_waiting.erase(found);
            return;
        }
        m_waiting.push_back({group, sizes});
        if (m_waiting.size() > kMostWaiting) {
            singles.push_back(m_waiting.front().group);
            m_waiting.erase(m_waiting.begin());
        }
    }

    std::vector<Waiting> m_waiting;
};

/// The matrix in a product with rows whose codes stand for other numbers.
struct ByteMatrix::Factor {
    const ByteMatrix& matrix;
    std::int32_t zero;
    const std::int64_t* places; ///< of the numbers for each group, in a row

    [[nodiscard]] std::int64_t columns() const { return matrix.columns(); }
    [[nodiscard]] std::int64_t inner() const { return matrix.inner(); }
};

ByteMatrix::ByteMatrix(std::int64_t pieces, std::int64_t length, std::int64_t columns,
                       const ReadWeights& read)
    : m_pieces(pieces), m_length(length), m_columns(columns) {
    const std::int64_t panels = partsOf(columns, kSumPanel), groups = partsOf(length, kOfGroup);
    m_sums.assign(static_cast<std::size_t>(panels * kSumPanel), 0);
    std::vector<Packing> packed(static_cast<std::size_t>(panels));
    const auto weightsOf = [&](std::int64_t number, std::int64_t panel) {
        WideWeights made{};
        const std::int64_t first = number % groups * kOfGroup,
                           rows = std::min(kOfGroup, length - first),
                           here = std::min(kSumPanel, columns - panel * kSumPanel);
        for (std::int64_t c = 0; c < here; ++c) {
            std::int16_t* weights = made.data() + c * kOfGroup;
            read(number / groups * length + first, rows, panel * kSumPanel + c, weights);
            for (std::int64_t r = 0; r < rows; ++r)
                m_sums[static_cast<std::size_t>(panel * kSumPanel + c)] +=
                    static_cast<std::uint32_t>(std::int32_t{weights[r]});
        }
        return made;
    };
    parallelFor(panels, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t panel = begin; panel < end; ++panel) {
            Packing& to = packed[static_cast<std::size_t>(panel)];
            for (std::int64_t number = 0; number < pieces * groups; ++number)
                to.add(number, weightsOf(number, panel));
            to.finish();
        }
    });
    std::size_t count = 0;
    for (const Packing& panel : packed) {
        m_panels.push_back({static_cast<std::int64_t>(count),
                            static_cast<std::int64_t>(panel.pairs.size() / 2),
                            static_cast<std::int64_t>(panel.singles.size())});
        count += panel.pairs.size() + panel.singles.size();
    }
    const std::int64_t weights = static_cast<std::int64_t>(count) * kGroupSize;
    m_weights = allocatePacked(bytesOf(DataType::int8, weights));
    auto* to = static_cast<std::int8_t*>(m_weights.get());
    m_places.reserve(count);
    for (const Packing& panel : packed)
        for (const auto* list : {&panel.pairs, &panel.singles})
            for (const Group& group : *list) {
                m_places.push_back(group.number * kOfGroup);
                to = std::ranges::copy(group.weights, to).out;
            }
}

bool ByteMatrix::isLarge() const {
    const std::int64_t groups =
        m_pieces * partsOf(m_length, kOfGroup) * partsOf(m_columns, kSumPanel);
    return 2 * static_cast<std::int64_t>(m_places.size()) > 3 * groups;
}

void sumFoundRows(const FoundRows<std::uint8_t>& a, const ByteMatrix::Factor& b,
                  std::int64_t column, std::int64_t columns, std::int32_t* sums) {
    const ByteMatrix& matrix = b.matrix;
    const std::int64_t step = partsOf(columns, kSumPanel) * kSumPanel;
    for (std::int64_t at = 0; at < columns; at += kSumPanel) {
        const ByteMatrix::Panel& panel =
            matrix.m_panels[static_cast<std::size_t>((column + at) / kSumPanel)];
        std::array<std::int32_t, kSumPanel> start; // NOLINT: filled below
        for (std::size_t i = 0; i < kSumPanel; ++i)
            start[i] = static_cast<std::int32_t>(
                0U - static_cast<std::uint32_t>(b.zero) *
                         matrix.m_sums[static_cast<std::size_t>(column + at) + i]);
        const std::int32_t* from = start.data();
        std::int64_t group = panel.first;
        const auto add = [&](std::int64_t together, std::int64_t count) {
            addByteRows(
                {a.rows, b.places + group,
                 static_cast<const std::int8_t*>(matrix.m_weights.get()) + group * kGroupSize,
                 count, sums + at, step, from},
                together, a.count);
            group += together * count;
            from = nullptr;
        };
        for (std::int64_t done = 0; done < panel.pairs; done += kMostGroups / 2)
            add(2, std::min(kMostGroups / 2, panel.pairs - done));
        for (std::int64_t done = 0; done < panel.singles || from; done += kMostGroups)
            add(1, std::min(kMostGroups, panel.singles - done));
    }
}

void ByteMatrix::multiply(const ProductRows<std::uint8_t>& a, std::int32_t zero,
                          const TakeSums& take) const {
    const std::int64_t* places = m_places.data();
    if (m_pieces != 1 || a.pieces[0] != 0) {
        const std::int64_t groups = partsOf(m_length, kOfGroup), all = m_pieces * groups;
        auto* ofRows =
            scratchFor<std::int64_t>(all + static_cast<std::int64_t>(m_places.size()), kForPixels);
        for (std::int64_t i = 0; i < all; ++i)
            ofRows[i] = a.pieces[static_cast<std::size_t>(i / groups)] + i % groups * kOfGroup;
        std::ranges::transform(m_places, ofRows + all,
                               [&](std::int64_t place) { return ofRows[place / kOfGroup]; });
        places = ofRows + all;
    }
    multiplyRows(a, Factor{*this, zero, places}, take);
}

} // namespace partita::cpu
