#pragma once

#include <vector>

#include "providers/cpu/loops/few_bits.h"

namespace partita::cpu {

// Products of weights of 4 bits with rows that are rounded to 8 bits, block by block, as ONNX
// Runtime's MatMulNBits computes them with accuracy_level 4. The processor multiplies 64 pairs of
// bytes at once and adds them exactly.

/// Codes that are multiplied at once.
constexpr std::int64_t kNibbleChunk = 128;

/// Whether this processor has the instructions, and takes weights of blocks of `block` codes with
/// `count` codes in a row: whole chunks, and blocks of 32 · 2^n.
bool hasNibbleProducts(std::int64_t block, std::int64_t count);

/// Rows of float32 as bytes: x ≈ code · scale, with a scale for each block.
class RowsOfBytes {
public:
    /// `rows` rows of `count` finite elements, for weights with blocks of `block` codes.
    RowsOfBytes(const float* x, std::int64_t rows, std::int64_t count, std::int64_t block);

    /// y[row · step] = Σ weight[i] · x[row, i], for the first row of `weights` and all rows of x.
    void multiply(const FewBitRows& weights, float* y, std::int64_t step) const;

private:
    void roundRow(const float* x, std::int64_t row, std::int8_t* inOrder);

    std::int64_t m_rows, m_count, m_block;
    std::vector<std::int8_t> m_codes; ///< of each chunk first those at even places, then the others
    std::vector<float> m_laneScales;  ///< [row, chunk, lane]: of the block that a lane belongs to
    std::vector<float> m_blockSums;   ///< [row, block]: scale · Σ code
};

} // namespace partita::cpu
