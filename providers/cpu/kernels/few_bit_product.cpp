// MatMulNBits of com.microsoft: a product with weights of a few bits, as language models have them.

#include <algorithm>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/few_bits.h"
#include "providers/cpu/loops/nibble_products.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

bool isFinite(const RuntimeValue& value) {
    const float* x = value.as<float>();
    float sum = 0; // 0, or NaN where an element is not finite
    for (std::int64_t i = 0, n = value.count(); i < n; ++i)
        sum += x[i] * 0;
    return sum == 0;
}

/// Sizes, attributes and inputs of one run, checked against each other.
class FewBitProduct {
public:
    explicit FewBitProduct(const KernelContext& context)
        : m_a(context.input(0)), m_codes(context.input(1)), m_scales(context.input(2)),
          m_zeros(context.optional(3)), m_bias(context.optional(5)),
          m_depth(context.node().intAttribute("K", 0)),
          m_columns(context.node().intAttribute("N", 0)),
          m_block(context.node().intAttribute("block_size", 0)),
          m_bits(static_cast<int>(
              std::clamp<std::int64_t>(context.node().intAttribute("bits", 4), 0, 99))),
          m_roundsRows(context.node().intAttribute("accuracy_level", 0) == 4) {
        require(m_bits == 2 || m_bits == 4 || m_bits == 8, "bits must be 2, 4 or 8");
        require(m_block >= 16 && m_block < (1 << 30) && m_block * m_bits % 8 == 0,
                "block_size must be at least 16, and a block whole bytes");
        require(m_depth > 0 && m_columns > 0, "K and N must be positive");
        require(!m_a.dims.empty() && m_a.dims.back() == m_depth,
                "the last dimension of A is not K");
        m_blocks = plus(m_depth, m_block - 1) / m_block;
        m_rowBytes = times(m_blocks, m_block * m_bits / 8);
        m_zeroBytes = (times(m_blocks, m_bits) + 7) / 8;
        const std::int64_t scales = times(m_columns, m_blocks);
        require(m_codes.type == DataType::uint8 && m_codes.count() == times(m_columns, m_rowBytes),
                "B must be uint8 [N, blocks, bytes of a block]");
        require(m_scales.type == DataType::float32 && m_scales.count() == scales,
                "one scale for each block was expected");
        if (m_zeros)
            require(m_zeros->type == DataType::uint8
                        ? m_zeros->count() == times(m_columns, m_zeroBytes)
                        : m_zeros->type == DataType::float32 && m_zeros->count() == scales,
                    "one zero point for each block was expected, of float32 or packed as B");
        require(!m_bias || (m_bias->type == DataType::float32 && m_bias->dims == Dims{m_columns}),
                "one bias for each column was expected");
        if (const RuntimeValue* blocks = context.optional(4)) {
            require(blocks->count() == m_depth, "one block for each of the K codes was expected");
            for (std::int64_t k = 0; k < m_depth; ++k)
                m_blockOf.push_back(checkedIndex(indexAt(*blocks, k), m_blocks));
        }
    }

    void run(RuntimeValue& y) const {
        const std::int64_t rows = m_a.count() / m_depth;
        if (rows == 0)
            return;
        const bool nibbles = m_bits == 4 && m_block % kNibbleGroup == 0 && m_blockOf.empty();
        if (rows <= kFewRows && nibbles && m_roundsRows && isFinite(m_a) &&
            hasNibbleProducts(m_block, m_depth))
            multiplyBytes(rows, y.as<float>());
        else if (rows <= kFewRows && nibbles)
            multiplyRows(rows, y.as<float>());
        else
            multiplyPanels(rows, y.as<float>());
        if (m_bias)
            addBias(rows, y.as<float>());
    }

private:
    /// Up to this many rows the codes are read anew for each row, instead of being expanded.
    static constexpr std::int64_t kFewRows = 4;
    /// Bytes of expanded weights that a thread holds at a time: half of a cache of second level.
    static constexpr std::int64_t kPanelBytes = std::int64_t{1} << 19;
    /// Weights for which a further thread is woken.
    static constexpr std::int64_t kWorthAThread = 65536;

    /// Room for the zero points of some columns, filled with the default.
    [[nodiscard]] std::vector<float> zerosFor(std::int64_t columns) const {
        return std::vector<float>(static_cast<std::size_t>(columns * m_blocks),
                                  static_cast<float>(1 << (m_bits - 1)));
    }

    /// The weights of columns [first, first + count); `zeros` is what zerosFor made.
    [[nodiscard]] FewBitRows weightsOf(std::int64_t first, std::int64_t count,
                                       std::vector<float>& zeros) const {
        for (std::int64_t n = 0; n < count && m_zeros; ++n)
            for (std::int64_t i = 0; i < m_blocks; ++i)
                zeros[static_cast<std::size_t>(n * m_blocks + i)] = zeroAt(first + n, i);
        return {m_codes.as<std::uint8_t>() + first * m_rowBytes,
                m_scales.as<float>() + first * m_blocks,
                zeros.data(),
                m_blocks,
                m_block,
                m_bits};
    }
    [[nodiscard]] float zeroAt(std::int64_t column, std::int64_t block) const {
        if (m_zeros->type == DataType::float32)
            return m_zeros->as<float>()[column * m_blocks + block];
        return codeIn(m_zeros->as<std::uint8_t>() + column * m_zeroBytes, m_bits, block);
    }

    /// Rows of A rounded to 8 bits, which accuracy_level 4 allows.
    void multiplyBytes(std::int64_t rows, float* y) const {
        const RowsOfBytes bytes(m_a.as<float>(), rows, m_depth, m_block);
        const std::int64_t grain = std::max<std::int64_t>(1, kWorthAThread / m_depth);
        parallelFor(m_columns, grain, [&](std::int64_t begin, std::int64_t end) {
            std::vector<float> zeros = zerosFor(1);
            for (std::int64_t n = begin; n < end; ++n)
                bytes.multiply(weightsOf(n, 1, zeros), y + n, m_columns);
        });
    }

    /// A few rows: each weight is decoded where it is used.
    void multiplyRows(std::int64_t rows, float* y) const {
        std::vector<float> split(static_cast<std::size_t>(rows * m_depth));
        for (std::int64_t i = 0; i < rows; ++i)
            splitPairs(m_a.as<float>() + i * m_depth, m_depth, split.data() + i * m_depth);
        const std::int64_t grain = std::max<std::int64_t>(1, kWorthAThread / m_depth);
        parallelFor(m_columns, grain, [&](std::int64_t begin, std::int64_t end) {
            std::vector<float> zeros = zerosFor(1);
            for (std::int64_t n = begin; n < end; ++n) {
                const FewBitRows column = weightsOf(n, 1, zeros);
                for (std::int64_t i = 0; i < rows; ++i)
                    y[i * m_columns + n] =
                        dotOfNibbles(column, m_depth, split.data() + i * m_depth);
            }
        });
    }

    /// Many rows: the weights of some columns are expanded and multiplied by oneDNN.
    void multiplyPanels(std::int64_t rows, float* y) const {
        const std::int64_t columnBytes = times(m_depth, sizeof(float));
        const std::int64_t columns =
            std::clamp<std::int64_t>(kPanelBytes / columnBytes / 16 * 16, 32, 256);
        const std::int64_t panels = (m_columns + columns - 1) / columns;
        parallelFor(panels, 1, [&](std::int64_t begin, std::int64_t end) {
            std::vector<float> zeros = zerosFor(columns);
            auto* weights = scratchFor<float>(times(columns, m_depth), 0);
            for (std::int64_t panel = begin; panel < end; ++panel) {
                const std::int64_t first = panel * columns,
                                   count = std::min(columns, m_columns - first);
                expand(weightsOf(first, count, zeros), count, weights, columns);
                multiplyFloats(false, rows, count, m_depth, 1, m_a.as<float>(), m_depth, weights,
                               columns, y + first, m_columns);
            }
        });
    }

    void expand(const FewBitRows& from, std::int64_t columns, float* weights,
                std::int64_t step) const {
        if (m_blockOf.empty())
            return expandTransposed(from, columns, m_depth, weights, step);
        for (std::int64_t k = 0; k < m_depth; ++k)
            for (std::int64_t n = 0; n < columns; ++n) {
                const std::int64_t at = n * m_blocks + m_blockOf[static_cast<std::size_t>(k)];
                weights[k * step + n] = (from.codeAt(n, k) - from.zeros[at]) * from.scales[at];
            }
    }

    void addBias(std::int64_t rows, float* y) const {
        for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t n = 0; n < m_columns; ++n)
                y[i * m_columns + n] += m_bias->as<float>()[n];
    }

    const RuntimeValue &m_a, &m_codes, &m_scales;
    const RuntimeValue *m_zeros, *m_bias;
    std::vector<std::int64_t> m_blockOf; ///< of each of the K codes; empty: in order
    std::int64_t m_depth, m_columns, m_block, m_blocks = 0;
    std::int64_t m_rowBytes = 0, m_zeroBytes = 0; ///< of one column
    int m_bits;
    bool m_roundsRows; ///< accuracy_level 4: A may be rounded to 8 bits
};

} // namespace

/// Y = A × Wᵀ + bias, where W[n, k] = (code[n, k] - zero point) · scale of its block.
///
/// Inputs:   A float32 […, K]; B uint8 [N, blocks, block_size · bits / 8]; scales float32 [N,
///           blocks]; optional: zero_points, packed uint8 or float32 [N, blocks], else half of the
///           codes' range; g_idx int32 [K], the block of each code; bias float32 [N]
/// Outputs:  Y float32 […, N]
/// Method:   up to 4 rows of A: codes of 4 bits are decoded where they are used, so that each byte
///           of B is read once for a row; else panels of some columns are expanded for oneDNN. With
///           accuracy_level 4, rows of A are rounded to 8 bits where the processor multiplies bytes.
///           B is never copied as a whole
/// Fails:    when bits is not 2, 4 or 8, or the sizes do not fit K, N and block_size
/// Source:   ONNX Runtime contrib MatMulNBits
void matMulNBitsKernel(KernelContext& context) {
    const FewBitProduct product(context);
    Dims dims = context.input(0).dims;
    dims.back() = context.node().intAttribute("N", 0);
    product.run(context.output(0, DataType::float32, dims));
}

} // namespace partita::cpu
