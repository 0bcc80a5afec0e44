#include "providers/cpu/plan/code_pair_rows.h"

#include <array>

namespace partita::cpu {

namespace {

/// Reads one operand piece by piece: codes where they lie as the result, one number where all
/// elements of a piece are the same, else numbers in a buffer.
class PieceReader {
public:
    PieceReader(const VectorOperand& operand, const Dims& dims)
        : m_operand(operand), m_reader(operand, dims), m_row(dims.back()) {
        m_isOne = operand.walk == VectorOperand::Walk::scalar || hasOneForRow(operand, dims);
    }

    /// How many elements from `at` on, at most `count`, one piece can have.
    [[nodiscard]] std::int64_t reach(std::int64_t at, std::int64_t count) const {
        if (m_operand.walk == VectorOperand::Walk::whole ||
            m_operand.walk == VectorOperand::Walk::scalar)
            return count;
        return m_isOne ? std::min(count, m_row - at % m_row)
                       : std::min<std::int64_t>(count, kVectorBlock);
    }

    CodeOperand read(std::int64_t at, std::int64_t count) {
        CodeOperand piece;
        piece.isSigned = m_operand.type == DataType::int8;
        piece.meaning = m_operand.meaning;
        piece.isOne = m_isOne;
        if (m_operand.walk == VectorOperand::Walk::whole)
            piece.codes = m_operand.at(at);
        else if (m_operand.walk == VectorOperand::Walk::repeated)
            piece.numbers = m_operand.pattern.data() + at % m_row;
        else
            piece.numbers = m_reader.read(at, m_isOne ? 1 : count, m_buffer.data());
        return piece;
    }

private:
    const VectorOperand& m_operand;
    VectorRowReader m_reader;
    std::int64_t m_row;
    bool m_isOne = false;
    alignas(64) std::array<float, kVectorBlock> m_buffer; // NOLINT: filled where it is read
};

} // namespace

void runCodePairs(const CodePairs& pairs, const VectorOperand& x, const VectorOperand& y,
                  const Dims& dims, std::byte* out, std::int64_t begin, std::int64_t end) {
    PieceReader left(x, dims), right(y, dims);
    for (std::int64_t at = begin; at < end;) {
        const std::int64_t count = right.reach(at, left.reach(at, end - at));
        pairs.run(left.read(at, count), right.read(at, count), out + at,
                  static_cast<std::size_t>(count));
        at += count;
    }
}

} // namespace partita::cpu
