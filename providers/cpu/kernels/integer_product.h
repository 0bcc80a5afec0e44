#pragma once

#include <tuple>

#include "providers/cpu/kernels/byte_product.h"
#include "providers/cpu/kernels/kernel.h"
#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/prepared_by_shape.h"
#include "providers/cpu/kernels/widened_product.h"

namespace partita::cpu {

/// Whether the processor sums products of bytes exactly (VNNI). oneDNN's kernels for older ones may
/// saturate in between.
bool sumsBytesExactly();
/// Whether products of bytes take less time than those of floats: exact ones of oneDNN, or own ones.
bool multipliesBytesFast();

/// oneDNN's type for uint8 or int8; throws for any other.
dnnl::memory::data_type byteType(DataType type);

/// Elements as signed bytes; 128 is subtracted from uint8, and must be from its zero points.
struct SignedBytes {
    const std::int8_t* data = nullptr;
    std::int32_t shift = 0;       ///< what was subtracted: 128 or 0
    std::vector<std::int8_t> own; ///< the shifted elements of uint8

    SignedBytes() = default;
    explicit SignedBytes(const RuntimeValue& value);
};

/// Zero points as numbers; a single 0 where none are given.
std::vector<std::int32_t> zeroPoints(const RuntimeValue* zero);
/// The zero point of a whole tensor, from an input that must be one number; 0 where it is omitted.
std::int32_t zeroPointOf(const KernelContext& context, std::size_t input);

/// Σ (A - zero of A) · (B - zero of B) over the inner axis, of uint8 or int8, in int32 that wraps
/// around. A […, M, K], B […, K, N], leading axes broadcast. A has one zero point or one for each
/// row, B one or one for each column.
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
    /// Dims of the result, as numpy.matmul; throws where the operands do not fit.
    static Dims outDims(const Operands& operands);
    /// Writes the product to `sums`, which has room for `outDims`; throws for unfit zero points.
    void run(const Operands& operands, std::int32_t* sums);

private:
    /// One matrix of B, as signed bytes or packed for oneDNN or for own products.
    struct Matrix {
        SignedBytes bytes;
        PackedWeights packed; ///< empty: `bytes` are used, row-major
        std::optional<ByteMatrix> own;
        WidenedMatrix widened; ///< instead, of large weights
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
    template <class T, class F> void multiplyRowsOf(const Piece& piece, const F& multiplySome);
    Primitive& primitiveOf(const Matrix& b, const Piece& piece);

    bool m_exactLibrary;
    std::vector<Matrix> m_matrices; ///< of a B that stays
    WidenedMatrix m_widened;        ///< of any other, in its last use, without oneDNN
    PreparedByShape<std::tuple<DataType, std::int64_t, std::int64_t, std::int64_t>, Primitive>
        m_primitives;
};

/// How int32 sums become codes: clip(round(sum · factor + bias) + zero, low, high).
struct Requantizer {
    const double* factors; ///< one, or one for each sum of a row
    const double* bias;    ///< null: none; else one for each sum of a row
    bool each;             ///< whether there is a factor for each
    double zero;
    std::int32_t low, high; ///< smallest and largest code
};

/// to[first + i] = the code of sums[i]; `to` is uint8 or int8.
void requantize(const std::int32_t* sums, const Requantizer& by, RuntimeValue& to,
                std::int64_t first, std::int64_t count);

} // namespace partita::cpu
