#pragma once

#include <cstdint>

namespace partita::cpu {

/// How far ahead of a product codes are fetched, which are read once: a processor's own prefetching
/// stops at the end of a page.
constexpr std::int64_t kFetchAhead = 2048;

/// Code i of codes that follow each other from the low bits of a byte to its high ones.
inline float codeIn(const std::uint8_t* bytes, int bits, std::int64_t i) {
    return static_cast<float>(bytes[i * bits / 8] >> (i * bits % 8) & ((1 << bits) - 1));
}

/// Rows of weights in blocks that share a scale and a zero point; a weight is (code - zero) ·
/// scale. Codes have 2, 4 or 8 bits.
struct FewBitRows {
    const std::uint8_t* codes;   ///< blocks · block · bits / 8 bytes in each row
    const float *scales, *zeros; ///< `blocks` in each row
    std::int64_t blocks, block;  ///< of a row; codes of a block
    int bits;

    [[nodiscard]] std::int64_t rowBytes() const { return blocks * (block * bits / 8); }
    [[nodiscard]] float codeAt(std::int64_t row, std::int64_t i) const {
        return codeIn(codes + row * rowBytes(), bits, i);
    }
    [[nodiscard]] float weightAt(std::int64_t row, std::int64_t i) const {
        const std::int64_t at = row * blocks + i / block;
        return (codeAt(row, i) - zeros[at]) * scales[at];
    }
};

/// Writes the first `count` weights of `rows` rows, transposed: weight i of row n to
/// weights[i · step + n].
void expandTransposed(const FewBitRows& from, std::int64_t rows, std::int64_t count, float* weights,
                      std::int64_t step);

/// Codes that `dotOfNibbles` takes at once.
constexpr std::int64_t kNibbleGroup = 32;

/// Reorders x for `dotOfNibbles`: of each group of 32 elements first those at even places, then
/// those at odd ones. Elements behind the last whole group stay as they are.
void splitPairs(const float* x, std::int64_t count, float* split);

/// Σ weight[i] · x[i] over `count` weights of the first row, whose codes have 4 bits; `split` is x
/// as `splitPairs` gives it. Blocks must be multiples of kNibbleGroup.
float dotOfNibbles(const FewBitRows& row, std::int64_t count, const float* split);

} // namespace partita::cpu
