#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "providers/cpu/kernels/kernel.h"
#include "providers/cpu/loops/inline_quantization.h"

namespace partita::cpu {

/// One operand, with strides for each axis of the output in memory order.
struct VectorOperand {
    /// whole: dense; scalar: one element; repeated: a short row over and over, as a bias for each
    /// channel; rows: any other strides.
    enum class Walk { whole, scalar, repeated, rows } walk = Walk::rows;
    DataType type = DataType::float32;
    Dequantization meaning; ///< of codes; unused for float32
    const std::byte* data = nullptr;
    Dims strides;
    std::vector<float> pattern; ///< for `repeated`: covers a block from any start in the row

    [[nodiscard]] const std::byte* at(std::int64_t offset) const {
        return data + offset * static_cast<std::int64_t>(dataTypeBits(type) / 8);
    }
    [[nodiscard]] float number(std::int64_t offset) const {
        float value = 0;
        return *numbers(offset, 1, &value);
    }
    /// `count` adjacent elements as floats: a pointer to them, or `buffer` with the converted
    /// codes.
    const float* numbers(std::int64_t offset, std::int64_t count, float* buffer) const {
        if (type == DataType::float32)
            return reinterpret_cast<const float*>(at(offset));
        loadCodes(type, at(offset), meaning, buffer, static_cast<std::size_t>(count));
        return buffer;
    }
};

/// Whether each row of an output of `dims` reads one element of the operand, and is so long that it is
/// worth blocks of its own.
inline bool hasOneForRow(const VectorOperand& operand, const Dims& dims) {
    constexpr std::int64_t kLong = 256;
    return operand.walk == VectorOperand::Walk::rows && operand.strides.back() == 0 &&
           dims.back() >= kLong;
}

/// Reads elements [begin, begin + count) of an operand in the order of the output. The buffer is the
/// same in all calls, and nobody else writes to it.
class VectorRowReader {
public:
    VectorRowReader(const VectorOperand& operand, const Dims& dims)
        : m_operand(operand), m_dims(dims) {}

    /// A pointer to the elements, or `buffer` with a copy of them.
    const float* read(std::int64_t begin, std::int64_t count, float* buffer) {
        const std::size_t last = m_dims.size() - 1;
        const std::int64_t row = m_dims[last], step = m_operand.strides[last];
        std::int64_t column = begin % row, from = offsetOf(begin / row);
        if (step == 1 && column + count <= row)
            return m_operand.numbers(from + column, count, buffer);
        if (step == 0 && column + count <= row) {
            if (m_filled < count || m_from != from)
                std::fill_n(buffer, count, m_operand.number(from));
            m_filled = m_from == from ? std::max(m_filled, count) : count;
            m_from = from;
            return buffer;
        }
        m_filled = 0;
        for (std::int64_t done = 0, at = begin / row; done < count; ++at, column = 0) {
            if (done > 0)
                from = offsetOf(at);
            const std::int64_t piece = std::min(count - done, row - column);
            if (step == 0)
                std::fill_n(buffer + done, piece, m_operand.number(from));
            else if (m_operand.type == DataType::float32)
                gather(reinterpret_cast<const float*>(m_operand.at(from + column * step)), step,
                       piece, buffer + done);
            else if (step == 1)
                m_operand.numbers(from + column, piece, buffer + done);
            else
                for (std::int64_t i = 0; i < piece; ++i)
                    buffer[done + i] = m_operand.number(from + (column + i) * step);
            done += piece;
        }
        return buffer;
    }

private:
    [[nodiscard]] std::int64_t offsetOf(std::int64_t row) const {
        std::int64_t offset = 0;
        for (std::size_t i = m_dims.size() - 1; i-- > 0;) {
            offset += row % m_dims[i] * m_operand.strides[i];
            row /= m_dims[i];
        }
        return offset;
    }
    static void gather(const float* from, std::int64_t step, std::int64_t count, float* to) {
        for (std::int64_t i = 0; i < count; ++i)
            to[i] = from[i * step];
    }
    const VectorOperand& m_operand;
    const Dims& m_dims;
    std::int64_t m_from = 0, m_filled = 0; ///< the element of which the buffer begins with so many
};

/// Axes of an output in the order of memory: the largest stride first.
inline std::vector<std::size_t> memoryOrder(const Dims& strides, std::size_t rank) {
    std::vector<std::size_t> order(rank);
    std::iota(order.begin(), order.end(), 0);
    if (!strides.empty())
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return strides[a] > strides[b]; });
    return order;
}

/// Merges neighbouring axes where every operand steps evenly over them; leaves at least one axis.
inline void mergeAxes(Dims& dims, std::vector<VectorOperand>& operands) {
    Dims merged;
    std::vector<Dims> strides(operands.size());
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (dims[i] == 1)
            continue;
        bool even = !merged.empty();
        for (std::size_t k = 0; even && k < operands.size(); ++k)
            even = strides[k].back() == operands[k].strides[i] * dims[i];
        if (!even) {
            merged.push_back(dims[i]);
            for (std::size_t k = 0; k < operands.size(); ++k)
                strides[k].push_back(operands[k].strides[i]);
        } else {
            merged.back() *= dims[i];
            for (std::size_t k = 0; k < operands.size(); ++k)
                strides[k].back() = operands[k].strides[i];
        }
    }
    if (merged.empty()) {
        merged = {1};
        for (Dims& each : strides)
            each = {0};
    }
    dims = std::move(merged);
    for (std::size_t k = 0; k < operands.size(); ++k)
        operands[k].strides = std::move(strides[k]);
}

} // namespace partita::cpu
