#include "providers/cpu/kernels/depthwise_codes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>

#include "providers/cpu/kernels/packed_memory.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/threads/thread_team.h"

#ifdef PARTITA_HAS_AVX2_LOOPS
#include <immintrin.h>
#endif

namespace partita::cpu {

namespace {

constexpr std::int64_t kBlockChannels = 64; ///< bytes of a register
constexpr std::int64_t kCellsOfGroup = 4;
constexpr std::int64_t kMostFilterCells =
    64; ///< of a filter; floats hold the sums of so many exactly

/// The channel in a block of sum `i`: unpacking bytes and words leaves four channels of each quarter of
/// the registers beside each other.
std::int64_t channelOfSum(std::int64_t i) { return i % 16 / 4 * 16 + i / 16 * 4 + i % 4; }

/// What makes codes of the cells of a block of channels; `FilterBytes` of each group of cells lie
/// behind it. Numbers are in the order of the sums, and all of them begin at lines of the cache.
struct ChannelBlock {
    std::int32_t starts[kBlockChannels]; // NOLINT: what the sums begin with
    float factors[kBlockChannels];       // NOLINT
    float bias[kBlockChannels];          // NOLINT
};
using FilterBytes = std::int8_t[kBlockChannels][kCellsOfGroup]; // NOLINT

/// From one block to the next.
std::int64_t bytesOfBlock(std::int64_t groups) {
    return static_cast<std::int64_t>(sizeof(ChannelBlock)) +
           groups * static_cast<std::int64_t>(sizeof(FilterBytes));
}

/// The first channel of a block; the last one may lie over the one before.
std::int64_t firstOfBlock(std::int64_t block, std::int64_t channels) {
    return std::min(block * kBlockChannels, channels - kBlockChannels);
}

#ifdef PARTITA_HAS_AVX2_LOOPS

#define PARTITA_VNNI [[gnu::target("avx512f,avx512bw,avx512vl,avx512vnni")]]

/// Neighbouring pixels of the result, and what makes codes of the sums of a block of their channels.
struct RunOfCodes {
    const std::uint8_t* const* cells; ///< that the filter meets at the first pixel, in groups
    std::int64_t groups;
    std::int64_t step;   ///< from the cells of a pixel to those of the next one
    std::int64_t pixels; ///< of the run
    const std::byte* block;
};

struct CodeLimits {
    __m512i zero, low, high;
};

/// Four cells of each channel beside each other, 16 channels in a register.
struct FourCells {
    __m512i channels[4]; // NOLINT: registers
};

template <bool Signed> PARTITA_VNNI inline __m512i cellAt(const std::uint8_t* codes) {
    const __m512i cell = _mm512_loadu_si512(codes);
    // VNNI multiplies unsigned bytes by signed ones.
    return Signed ? _mm512_xor_si512(cell, _mm512_set1_epi8(static_cast<char>(0x80))) : cell;
}

template <bool Signed>
PARTITA_VNNI inline FourCells fourCells(const std::uint8_t* const* cells, std::int64_t offset) {
    const __m512i a = cellAt<Signed>(cells[0] + offset), b = cellAt<Signed>(cells[1] + offset),
                  c = cellAt<Signed>(cells[2] + offset), d = cellAt<Signed>(cells[3] + offset);
    const __m512i low = _mm512_unpacklo_epi8(a, b), high = _mm512_unpackhi_epi8(a, b),
                  low2 = _mm512_unpacklo_epi8(c, d), high2 = _mm512_unpackhi_epi8(c, d);
    return {{_mm512_unpacklo_epi16(low, low2), _mm512_unpackhi_epi16(low, low2),
             _mm512_unpacklo_epi16(high, high2), _mm512_unpackhi_epi16(high, high2)}};
}

/// Codes of a block of channels at `Pixels` neighbours, which share what is read of the filters.
/// `Signed`: of the pixels, and of the results; `Groups`: how many there are, or 0; `offset`: of the
/// first pixel and channel.
template <bool SignedPixels, bool SignedCodes, std::int64_t Groups, std::int64_t Pixels>
PARTITA_VNNI inline void codesOfPixels(const RunOfCodes& of, const CodeLimits& limits,
                                       std::int64_t offset, std::int64_t channels,
                                       std::uint8_t* to) {
    const std::int64_t groups = Groups ? Groups : of.groups;
    const auto& block = *reinterpret_cast<const ChannelBlock*>(of.block);
    const std::byte* filters = of.block + sizeof block;
    const __m512 most = _mm512_set1_ps(65536); // beyond all codes, and small enough for integers
    __m512i sums[Pixels][4];                   // NOLINT: registers
#pragma GCC unroll 4
    for (std::int64_t i = 0; i < 4; ++i)
#pragma GCC unroll 4
        for (std::int64_t p = 0; p < Pixels; ++p)
            sums[p][i] = _mm512_loadu_si512(block.starts + 16 * i);
#pragma GCC unroll 8
    for (std::int64_t group = 0; group < groups; ++group) {
        FourCells four[Pixels]; // NOLINT: registers
#pragma GCC unroll 4
        for (std::int64_t p = 0; p < Pixels; ++p)
            four[p] =
                fourCells<SignedPixels>(of.cells + kCellsOfGroup * group, offset + p * of.step);
#pragma GCC unroll 4
        for (std::int64_t i = 0; i < 4; ++i) {
            const __m512i weights = _mm512_loadu_si512(filters + (4 * group + i) * kBlockChannels);
#pragma GCC unroll 4
            for (std::int64_t p = 0; p < Pixels; ++p)
                sums[p][i] = _mm512_dpbusd_epi32(sums[p][i], four[p].channels[i], weights);
        }
    }
    __m512i whole[Pixels][4]; // NOLINT: registers
#pragma GCC unroll 4
    for (std::int64_t i = 0; i < 4; ++i) {
        const __m512 factor = _mm512_loadu_ps(block.factors + 16 * i),
                     bias = _mm512_loadu_ps(block.bias + 16 * i);
#pragma GCC unroll 4
        for (std::int64_t p = 0; p < Pixels; ++p) {
            const __m512 number =
                _mm512_fmadd_ps(_mm512_maskz_cvtepi32_ps(0xFFFF, sums[p][i]), factor, bias);
            whole[p][i] =
                _mm512_maskz_cvtps_epi32(0xFFFF, _mm512_maskz_min_ps(0xFFFF, most, number));
        }
    }
#pragma GCC unroll 4
    for (std::int64_t p = 0; p < Pixels; ++p) {
        // Packing undoes the order of unpacking.
        const __m512i low = _mm512_adds_epi16(_mm512_packs_epi32(whole[p][0], whole[p][1]),
                                              limits.zero),
                      high = _mm512_adds_epi16(_mm512_packs_epi32(whole[p][2], whole[p][3]),
                                               limits.zero);
        const __m512i codes =
            SignedCodes
                ? _mm512_min_epi8(_mm512_max_epi8(_mm512_packs_epi16(low, high), limits.low),
                                  limits.high)
                : _mm512_min_epu8(_mm512_max_epu8(_mm512_packus_epi16(low, high), limits.low),
                                  limits.high);
        _mm512_storeu_si512(to + p * channels, codes);
    }
}

/// Codes of a block of channels from `first` on at all pixels of the run.
template <bool SignedPixels, bool SignedCodes, std::int64_t Groups>
PARTITA_VNNI void codesOfBlock(const RunOfCodes& of, const CodeLimits& limits, std::int64_t first,
                               std::int64_t channels, std::uint8_t* to) {
    constexpr std::int64_t kTogether = 2;
    std::int64_t pixel = 0, offset = first;
    to += first;
    for (; pixel + kTogether <= of.pixels; pixel += kTogether) {
        codesOfPixels<SignedPixels, SignedCodes, Groups, kTogether>(of, limits, offset, channels,
                                                                    to);
        offset += kTogether * of.step;
        to += kTogether * channels;
    }
    if (pixel < of.pixels)
        codesOfPixels<SignedPixels, SignedCodes, Groups, 1>(of, limits, offset, channels, to);
}

/// Codes of all channels.
template <bool SignedPixels, bool SignedCodes>
PARTITA_VNNI void codesOfRun(RunOfCodes of, const CodeRange& range, std::int64_t channels,
                             std::uint8_t* to) {
    const CodeLimits limits{_mm512_set1_epi16(static_cast<short>(range.zero)),
                            _mm512_set1_epi8(static_cast<char>(range.low)),
                            _mm512_set1_epi8(static_cast<char>(range.high))};
    for (std::int64_t block = 0; block * kBlockChannels < channels; ++block) {
        const std::int64_t first = firstOfBlock(block, channels);
        if (of.groups == 3) // filters of 3 × 3
            codesOfBlock<SignedPixels, SignedCodes, 3>(of, limits, first, channels, to);
        else if (of.groups == 7) // of 5 × 5
            codesOfBlock<SignedPixels, SignedCodes, 7>(of, limits, first, channels, to);
        else
            codesOfBlock<SignedPixels, SignedCodes, 0>(of, limits, first, channels, to);
        of.block += bytesOfBlock(of.groups);
    }
}
#endif

} // namespace

std::optional<DepthwiseCodes> DepthwiseCodes::of(const ConvGeometry& geometry,
                                                 const IntegerConvOperands& operands,
                                                 const Requantization& how) {
#ifdef PARTITA_HAS_AVX2_LOOPS
    static const bool hasVnni = usesInstructions(dnnl::cpu_isa::avx512_core_vnni);
#else
    constexpr bool hasVnni = false;
#endif
    const std::int64_t channels = geometry.filters(), cells = product(geometry.window.kernel),
                       blocks = (channels + kBlockChannels - 1) / kBlockChannels;
    // The last block may lie over the one before, but not so much that oneDNN is quicker.
    const bool fills = channels >= kBlockChannels && channels * 5 >= blocks * kBlockChannels * 4;
    if (!hasVnni || geometry.in.size() != 4 || geometry.group != channels ||
        geometry.in[1] != channels || !fills || cells > kMostFilterCells ||
        product(geometry.out) == 0 || product(geometry.in) == 0 || !operands.areCentred() ||
        !operands.w.strides.empty() || !how.steps.empty() || !how.finish.activations.empty() ||
        how.finish.unit != 1 || how.factors.size() != static_cast<std::size_t>(channels))
        return std::nullopt;
    DepthwiseCodes made;
    made.m_window = geometry.window;
    made.m_in = geometry.in;
    made.m_out = geometry.out;
    made.m_type = operands.x.type;
    made.m_zero = operands.zeroX;
    made.m_range = how.range;
    made.m_givenFactors = how.factors;
    made.m_givenBias = how.bias;
    made.m_groups = (cells + kCellsOfGroup - 1) / kCellsOfGroup;
    made.m_padding.assign(static_cast<std::size_t>(channels * geometry.in[3]),
                          static_cast<std::uint8_t>(operands.zeroX));
    const std::int64_t bytes = bytesOfBlock(made.m_groups);
    const std::shared_ptr<void> memory =
        allocatePacked(static_cast<std::size_t>(times(blocks, bytes)));
    auto* at = static_cast<std::byte*>(memory.get());
    made.m_blocks = {memory, at};
    const SignedBytes weights(operands.w);
    const std::int32_t zero = operands.zeroX + (made.m_type == DataType::int8 ? 128 : 0);
    for (std::int64_t n = 0; n < blocks; ++n, at += bytes) {
        auto& block = *new (at) ChannelBlock();
        auto* filters = reinterpret_cast<FilterBytes*>(&block + 1);
        std::memset(filters, 0, static_cast<std::size_t>(bytes) - sizeof block);
        for (std::int64_t i = 0; i < kBlockChannels; ++i) {
            const std::int64_t channel = firstOfBlock(n, channels) + channelOfSum(i);
            const auto from = static_cast<std::size_t>(channel);
            block.factors[i] = how.factors[from];
            block.bias[i] = how.bias.empty() ? 0 : how.bias[from];
            for (std::int64_t cell = 0; cell < cells; ++cell) {
                const std::int8_t weight = weights.data[channel * cells + cell];
                filters[cell / kCellsOfGroup][i][cell % kCellsOfGroup] = weight;
                block.starts[i] -= zero * weight;
            }
        }
    }
    return made;
}

bool DepthwiseCodes::suits(const IntegerConvOperands& operands, const Requantization& how) const {
    return m_type == operands.x.type && m_zero == operands.zeroX &&
           m_range.zero == how.range.zero && m_range.type == how.range.type &&
           m_range.low == how.range.low && m_range.high == how.range.high &&
           m_givenFactors == how.factors && m_givenBias == how.bias;
}

/// Rows of the result, counted over all images.
void DepthwiseCodes::runRows([[maybe_unused]] const std::uint8_t* pixels,
                             [[maybe_unused]] std::uint8_t* codes,
                             [[maybe_unused]] std::int64_t begin,
                             [[maybe_unused]] std::int64_t end) const {
#ifdef PARTITA_HAS_AVX2_LOOPS
    const std::int64_t channels = m_in[1], height = m_in[2], width = m_in[3], rowsOut = m_out[2],
                       columns = m_out[3], cellsDown = m_window.kernel[0],
                       cellsAcross = m_window.kernel[1], across = m_window.dilations[1];
    const bool signedPixels = m_type == DataType::int8,
               signedCodes = m_range.type == DataType::int8;
    const auto run = signedPixels
                         ? (signedCodes ? codesOfRun<true, true> : codesOfRun<true, false>)
                         : (signedCodes ? codesOfRun<false, true> : codesOfRun<false, false>);
    std::array<const std::uint8_t*, kMostFilterCells> cells; // NOLINT: filled below
    cells.fill(m_padding.data());
    for (std::int64_t row = begin; row < end; ++row) {
        const std::uint8_t* image = pixels + row / rowsOut * height * width * channels;
        const std::int64_t top = m_window.placeOf(0, row % rowsOut);
        for (std::int64_t column = 0, count = 1; column < columns; column += count) {
            const std::int64_t left = m_window.placeOf(1, column),
                               last = left + (cellsAcross - 1) * across;
            // Pixels that meet the image in all columns make a run, any other pixel is alone.
            count = left >= 0 && last < width
                        ? std::min(columns - column, (width - 1 - last) / m_window.strides[1] + 1)
                        : 1;
            for (std::int64_t i = 0; i < cellsDown * cellsAcross; ++i) {
                const std::int64_t y = top + i / cellsAcross * m_window.dilations[0],
                                   x = left + i % cellsAcross * across;
                const bool meets = y >= 0 && y < height && x >= 0 && x < width;
                cells[static_cast<std::size_t>(i)] =
                    meets ? image + (y * width + x) * channels : m_padding.data();
            }
            run({cells.data(), m_groups, m_window.strides[1] * channels, count, m_blocks.get()},
                m_range, channels, codes + (row * columns + column) * channels);
        }
    }
#endif
}

void DepthwiseCodes::run(const void* pixels, void* codes) const {
    const std::int64_t row = m_out[3] * m_in[1] * m_groups * kCellsOfGroup; // products
    parallelFor(m_out[0] * m_out[2], 1 + 131072 / row, [&](std::int64_t begin, std::int64_t end) {
        runRows(static_cast<const std::uint8_t*>(pixels), static_cast<std::uint8_t*>(codes), begin,
                end);
    });
}

} // namespace partita::cpu
