#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "providers/cpu/loops/inline_quantization.h"
#include "providers/cpu/loops/vector_operations.h"

namespace partita::cpu {

/// Elements of an operand: adjacent 8-bit codes, or where `codes` is null the numbers of such codes.
struct CodeOperand {
    const std::byte* codes = nullptr;
    const float* numbers = nullptr;
    bool isOne = false;    ///< whether all elements are the first number
    bool isSigned = false; ///< whether the codes are int8, not uint8
    Dequantization meaning;
};

/// The sum, difference or product of two operands of 8-bit codes as 8-bit codes, in one loop with
/// AVX-512. The results are exactly those of vector steps on floats, each of which rounds.
class CodePairs {
public:
    /// `op` gives the code of x `op` y, of which Relu may be the first step after it. Nothing where the
    /// processor has no such instructions, for other steps, and for scales so large or small that a
    /// number might not be finite or normal.
    static std::optional<CodePairs> of(VectorCode op, bool relu, const Dequantization& x,
                                       const Dequantization& y, const Quantization& by);

    /// Writes `count` codes, which may lie over those of an operand.
    void run(const CodeOperand& x, const CodeOperand& y, std::byte* codes, std::size_t count) const;

private:
    VectorCode m_op{};
    Quantization m_by;
    float m_reciprocal = 0, m_rest = 0; ///< of the scale: their sum has twice the digits
};

} // namespace partita::cpu
