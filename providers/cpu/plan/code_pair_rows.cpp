#include "providers/cpu/plan/code_pair_rows.h"

#include <array>
#include <numeric>

#include "providers/cpu/loops/byte_table.h"

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

/// Writes the codes of a long piece of codes beside one number, by a table of the result for each code;
/// false where a table would not be quicker.
bool runByResults(const CodePairs& pairs, const CodeOperand& x, const CodeOperand& y,
                  std::byte* codes, std::int64_t count) {
    constexpr std::int64_t kLong = 1024; // the table takes as long as 256 codes
    const bool left = x.codes && y.isOne;
    if (count < kLong || !looksUpFast() || (!left && !(x.isOne && y.codes)))
        return false;
    std::array<std::uint8_t, 256> all{}, table{};
    std::iota(all.begin(), all.end(), std::uint8_t{0});
    CodeOperand any = left ? x : y;
    const auto* from = reinterpret_cast<const std::uint8_t*>(any.codes);
    any.codes = reinterpret_cast<const std::byte*>(all.data());
    pairs.run(left ? any : x, left ? y : any, reinterpret_cast<std::byte*>(table.data()),
              table.size());
    lookUp(table, from, reinterpret_cast<std::uint8_t*>(codes), static_cast<std::size_t>(count));
    return true;
}

} // namespace

void runCodePairs(const CodePairs& pairs, const VectorOperand& x, const VectorOperand& y,
                  const Dims& dims, std::byte* out, std::int64_t begin, std::int64_t end) {
    PieceReader left(x, dims), right(y, dims);
    for (std::int64_t at = begin; at < end;) {
        const std::int64_t count = right.reach(at, left.reach(at, end - at));
        const CodeOperand a = left.read(at, count), b = right.read(at, count);
        if (!runByResults(pairs, a, b, out + at, count))
            pairs.run(a, b, out + at, static_cast<std::size_t>(count));
        at += count;
    }
}

} // namespace partita::cpu
