#include "providers/cpu/loops/nibble_products.h"

#include <algorithm>
#include <array>
#include <bit>

#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/threads/thread_team.h"

#ifdef PARTITA_HAS_AVX2_LOOPS
#include <immintrin.h>
#endif

namespace partita::cpu {

namespace {

constexpr std::int64_t kLanes = 16;               ///< sums of a register
constexpr std::int64_t kPairs = kNibbleChunk / 2; ///< bytes of a chunk of weights
constexpr std::int64_t kPerLane = kNibbleChunk / kLanes;

#ifdef PARTITA_HAS_AVX2_LOOPS

/// What the products of a column with some rows read.
struct Operands {
    const FewBitRows& weights;
    std::int64_t chunks;
    const std::int8_t* codes; ///< of the first row, `chunks` · kNibbleChunk in each
    const float* laneScales;  ///< `chunks` · kLanes in each row
    const float* blockSums;   ///< weights.blocks in each row
};

#define PARTITA_VNNI [[gnu::target("avx512f,avx512bw,avx512vl,avx512vnni")]]

/// The sum of all lanes. The masks select all: GCC warns about the forms without a mask.
PARTITA_VNNI inline float sumOf(__m512 lanes) {
    lanes = _mm512_add_ps(lanes, _mm512_maskz_shuffle_f32x4(0xFFFF, lanes, lanes, 0x4E));
    lanes = _mm512_add_ps(lanes, _mm512_maskz_shuffle_f32x4(0xFFFF, lanes, lanes, 0xB1));
    lanes = _mm512_add_ps(lanes, _mm512_maskz_shuffle_ps(0xFFFF, lanes, lanes, 0x4E));
    lanes = _mm512_add_ps(lanes, _mm512_maskz_shuffle_ps(0xFFFF, lanes, lanes, 0xB1));
    return _mm512_cvtss_f32(lanes);
}

/// The zero points' part, which has to be subtracted: zero · scale · Σ x of each block.
PARTITA_VNNI inline __m512 zeroPart(const FewBitRows& weights, const float* blockSums) {
    __m512 sum = _mm512_setzero_ps();
    for (std::int64_t i = 0; i < weights.blocks; i += kLanes) {
        const auto mask = static_cast<__mmask16>(
            weights.blocks - i >= kLanes ? 0xFFFF : (1 << (weights.blocks - i)) - 1);
        const __m512 scaled = _mm512_mul_ps(_mm512_maskz_loadu_ps(mask, weights.scales + i),
                                            _mm512_maskz_loadu_ps(mask, weights.zeros + i));
        sum = _mm512_fmadd_ps(scaled, _mm512_maskz_loadu_ps(mask, blockSums + i), sum);
    }
    return sum;
}

/// y[row · step] for `Rows` neighbouring rows: each chunk of weights is unpacked once for them.
template <int Rows>
PARTITA_VNNI void multiplyRows(const Operands& operands, float* y, std::int64_t step) {
    const FewBitRows& weights = operands.weights;
    const __m512i low = _mm512_set1_epi8(15);
    const std::int64_t inChunk = std::max<std::int64_t>(1, kNibbleChunk / weights.block);
    const int shift = std::countr_zero(static_cast<std::uint64_t>(weights.block));
    const auto scaleMask = static_cast<__mmask16>((1 << inChunk) - 1);
    std::array<std::int32_t, kLanes> blocks{}; // of each lane, within the chunk
    for (std::int64_t lane = 0; lane < kLanes; ++lane)
        blocks[static_cast<std::size_t>(lane)] = static_cast<std::int32_t>(lane * inChunk / kLanes);
    const __m512i blockOfLane = _mm512_loadu_si512(blocks.data());
    __m512 sums[Rows]; // NOLINT: registers
    for (__m512& sum : sums)
        sum = _mm512_setzero_ps();
    const std::uint8_t* bytes = weights.codes;
    for (std::int64_t chunk = 0; chunk < operands.chunks; ++chunk, bytes += kPairs) {
        const float* scalesAt = weights.scales + (chunk * kNibbleChunk >> shift);
        _mm_prefetch(reinterpret_cast<const char*>(bytes + kFetchAhead), _MM_HINT_T0);
        _mm_prefetch(reinterpret_cast<const char*>(scalesAt) + kFetchAhead / 4, _MM_HINT_T0);
        const __m512i pairs = _mm512_loadu_si512(bytes);
        const __m512i even = _mm512_and_si512(pairs, low),
                      odd = _mm512_and_si512(_mm512_srli_epi16(pairs, 4), low);
        const __m512 scales =
            _mm512_permutexvar_ps(blockOfLane, _mm512_maskz_loadu_ps(scaleMask, scalesAt));
#pragma GCC unroll 4
        for (int row = 0; row < Rows; ++row) {
            const std::int64_t at = row * operands.chunks + chunk;
            const std::int8_t* x = operands.codes + at * kNibbleChunk;
            __m512i products =
                _mm512_dpbusd_epi32(_mm512_setzero_si512(), even, _mm512_loadu_si512(x));
            products = _mm512_dpbusd_epi32(products, odd, _mm512_loadu_si512(x + kPairs));
            const __m512 both =
                _mm512_mul_ps(scales, _mm512_loadu_ps(operands.laneScales + at * kLanes));
            sums[row] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(products), both, sums[row]);
        }
    }
    for (int row = 0; row < Rows; ++row)
        y[row * step] = sumOf(
            _mm512_sub_ps(sums[row], zeroPart(weights, operands.blockSums + row * weights.blocks)));
}

#endif

/// codes[i] = x[i] · factor, rounded to at most ±127; returns Σ code.
PARTITA_FOR_EACH_CPU
std::int32_t roundBlock(const float* x, std::int64_t count, float factor, std::int8_t* codes) {
    std::int32_t sum = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto code = static_cast<std::int32_t>(wholeNumber(x[i] * factor));
        codes[i] = static_cast<std::int8_t>(code);
        sum += code;
    }
    return sum;
}

PARTITA_FOR_EACH_CPU
float greatestOf(const float* x, std::int64_t count) {
    float most = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const float size = x[i] < 0 ? -x[i] : x[i];
        most = size > most ? size : most;
    }
    return most;
}

/// Moves the codes at even places of a chunk before those at odd ones.
PARTITA_FOR_EACH_CPU
void splitChunk(const std::int8_t* codes, std::int8_t* split) {
    for (std::int64_t i = 0; i < kPairs; ++i) {
        split[i] = codes[2 * i];
        split[kPairs + i] = codes[2 * i + 1];
    }
}

} // namespace

bool hasNibbleProducts([[maybe_unused]] std::int64_t block, [[maybe_unused]] std::int64_t count) {
#ifdef PARTITA_HAS_AVX2_LOOPS
    static const bool has =
        __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
    return has && count % kNibbleChunk == 0 && block >= 32 && (block & (block - 1)) == 0;
#else
    return false;
#endif
}

RowsOfBytes::RowsOfBytes(const float* x, std::int64_t rows, std::int64_t count, std::int64_t block)
    : m_rows(rows), m_count(count), m_block(block), m_codes(static_cast<std::size_t>(rows * count)),
      m_laneScales(static_cast<std::size_t>(rows * count / kPerLane)),
      m_blockSums(static_cast<std::size_t>(rows * ((count + block - 1) / block))) {
    parallelFor(rows, 1 + 16384 / count, [&](std::int64_t begin, std::int64_t end) {
        std::vector<std::int8_t> codes(static_cast<std::size_t>(count));
        for (std::int64_t row = begin; row < end; ++row)
            roundRow(x + row * count, row, codes.data());
    });
}

void RowsOfBytes::roundRow(const float* x, std::int64_t row, std::int8_t* inOrder) {
    const std::int64_t blocks = (m_count + m_block - 1) / m_block;
    float* laneScales = m_laneScales.data() + row * m_count / kPerLane;
    for (std::int64_t b = 0; b < blocks; ++b) {
        const std::int64_t first = b * m_block, size = std::min(m_block, m_count - first);
        const float scale = greatestOf(x + first, size) / 127;
        const std::int32_t sum =
            roundBlock(x + first, size, scale > 0 ? 1 / scale : 0, inOrder + first);
        std::fill_n(laneScales + first / kPerLane, size / kPerLane, scale);
        m_blockSums[static_cast<std::size_t>(row * blocks + b)] = scale * static_cast<float>(sum);
    }
    for (std::int64_t first = 0; first < m_count; first += kNibbleChunk)
        splitChunk(inOrder + first, m_codes.data() + row * m_count + first);
}

void RowsOfBytes::multiply(const FewBitRows& weights, float* y, std::int64_t step) const {
#ifdef PARTITA_HAS_AVX2_LOOPS
    const std::int64_t chunks = m_count / kNibbleChunk;
    for (std::int64_t row = 0; row < m_rows;) {
        const Operands operands{weights, chunks, m_codes.data() + row * m_count,
                                m_laneScales.data() + row * chunks * kLanes,
                                m_blockSums.data() + row * weights.blocks};
        const std::int64_t left = m_rows - row;
        float* out = y + row * step;
        left >= 4   ? multiplyRows<4>(operands, out, step)
        : left >= 2 ? multiplyRows<2>(operands, out, step)
                    : multiplyRows<1>(operands, out, step);
        row += left >= 4 ? 4 : left >= 2 ? 2 : 1;
    }
#else
    for (std::int64_t row = 0; row < m_rows; ++row) {
        float sum = 0;
        for (std::int64_t i = 0; i < m_count; ++i) {
            const auto at =
                static_cast<std::size_t>(row * m_count + i / kNibbleChunk * kNibbleChunk +
                                         i % 2 * kPairs + i % kNibbleChunk / 2);
            sum += weights.weightAt(0, i) * static_cast<float>(m_codes[at]) *
                   m_laneScales[static_cast<std::size_t>((row * m_count + i) / kPerLane)];
        }
        y[row * step] = sum;
    }
#endif
}

} // namespace partita::cpu
