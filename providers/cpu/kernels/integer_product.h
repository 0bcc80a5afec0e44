#pragma once

#include <map>
#include <tuple>

#include "providers/cpu/kernels/kernel.h"
#include "providers/cpu/kernels/onednn.h"

namespace partita::cpu {

/// Whether the processor sums products of bytes without losing bits in between (VNNI). oneDNN's
/// kernels for older ones are not exact.
bool sumsBytesExactly();

/// oneDNN's type of uint8 or int8; fails for any other.
dnnl::memory::data_type byteType(DataType type);

/// Bytes as signed ones: those of uint8 less 128, with which the zero points move.
struct SignedBytes {
    const std::int8_t* data = nullptr;
    std::int32_t shift = 0; ///< what was taken off: 128 or 0
    std::vector<std::int8_t> own;

    SignedBytes() = default;
    explicit SignedBytes(const RuntimeValue& value);
};

/// Zero points as numbers; none given: one 0.
std::vector<std::int32_t> zeroPoints(const RuntimeValue* zero);

/// Y = Σ (A - zero of A) · (B - zero of B) over the inner axis, of uint8 or int8, in int32 that
/// wraps around. A [… M, K], B [… K, N], leading axes broadcast. Zero points: one, or one for each
/// row of A, one for each column of B.
class IntegerProduct {
public:
    struct Operands {
        const RuntimeValue& a;
        const RuntimeValue* zeroA; ///< null: 0
        const RuntimeValue& b;
        const RuntimeValue* zeroB;
        bool bStays = false; ///< B is the same in every run: it is packed once
    };
    explicit IntegerProduct(bool exactLibrary = sumsBytesExactly())
        : m_exactLibrary(exactLibrary) {}
    static Dims outDims(const Operands& operands);
    /// `sums` holds as many numbers as `outDims` says.
    void run(const Operands& operands, std::int32_t* sums);

private:
    /// One matrix of B as the products want it.
    struct Matrix {
        SignedBytes bytes;
        PackedWeights packed; ///< empty: the bytes row by row
        std::vector<std::uint32_t> columnSums;
    };
    /// One product of two matrices.
    struct Piece {
        const std::byte* a;
        DataType typeA;
        std::int64_t rows, inner, columns;
        const std::int32_t *zeroA, *zeroB;
        bool zeroForEachRow, zeroForEachColumn;
        std::int32_t* sums;
    };
    [[nodiscard]] Matrix matrixOf(const RuntimeValue& b, std::int64_t index, DataType typeA,
                                  bool stays) const;
    void multiply(const Matrix& b, const Piece& piece);
    Primitive& primitiveOf(const Matrix& b, const Piece& piece);

    bool m_exactLibrary;
    std::vector<Matrix> m_matrices; ///< of a B that stays
    std::map<std::tuple<DataType, std::int64_t, std::int64_t, std::int64_t>, Primitive>
        m_primitives;
};

/// How sums become codes: clip(round(sum · factor + bias), low, high), the zero point included.
struct Requantizer {
    const double* factors; ///< one, or one for each sum of a row
    const double* bias;    ///< null: none; else one for each sum of a row
    bool each;             ///< whether there is a factor for each
    double zero;
    std::int32_t low, high; ///< codes
};

/// to[first + i] = code of sums[i]; `to` is of uint8 or int8.
void requantize(const std::int32_t* sums, const Requantizer& by, RuntimeValue& to,
                std::int64_t first, std::int64_t count);

} // namespace partita::cpu
