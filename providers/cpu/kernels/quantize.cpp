// QuantizeLinear, DequantizeLinear and the products of quantized integers.

#include <algorithm>
#include <cmath>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/small_numbers.h"

namespace partita::cpu {

namespace {

/// The lowest and highest number of an integer type; nothing for floats.
std::optional<std::pair<double, double>> integerRange(DataType type) {
    switch (type) {
    case DataType::uint8: return {{0, 255}};
    case DataType::int8: return {{-128, 127}};
    case DataType::uint16: return {{0, 65535}};
    case DataType::int16: return {{-32768, 32767}};
    case DataType::int32: return {{-2147483648.0, 2147483647.0}};
    case DataType::uint4: return {{0, 15}};
    case DataType::int4: return {{-8, 7}};
    case DataType::uint2: return {{0, 3}};
    case DataType::int2: return {{-2, 1}};
    default: return std::nullopt;
    }
}

double roundEven(double value) { return std::nearbyint(value); } // the default mode is to even

/// Which scale belongs to which element: one for all, one for each slice of an axis, or one for
/// each block along it.
class ScaleIndex {
public:
    ScaleIndex(const KernelContext& context, const RuntimeValue& x, const RuntimeValue& scale) {
        if (scale.count() == 1 && scale.dims.size() <= 1)
            return;
        const std::size_t axis =
            normalizeAxis(context.node().intAttribute("axis", 1), x.dims.size());
        m_inner = product(x.dims, axis + 1);
        m_size = x.dims[axis];
        const std::int64_t block = context.node().intAttribute("block_size", 0);
        if (scale.dims.size() == 1 && block == 0) {
            require(scale.dims[0] == m_size, "the scale does not fit the axis");
            m_kind = Kind::axis;
            return;
        }
        require(scale.dims.size() == x.dims.size(), "the scale needs the rank of the input");
        for (std::size_t i = 0; i < x.dims.size(); ++i)
            require(i == axis || scale.dims[i] == x.dims[i], "the scale does not fit the input");
        m_blocks = scale.dims[axis];
        require(m_blocks > 0 || m_size == 0, "the scale is empty");
        m_block = block ? block : (m_blocks ? (m_size + m_blocks - 1) / m_blocks : 1);
        require(m_block > 0 && m_block * m_blocks >= m_size, "the blocks do not cover the axis");
        m_kind = Kind::blocks;
    }
    [[nodiscard]] std::int64_t of(std::int64_t i) const {
        if (m_kind == Kind::one)
            return 0;
        const std::int64_t place = i / m_inner % m_size;
        if (m_kind == Kind::axis)
            return place;
        const std::int64_t outer = i / m_inner / m_size;
        return (outer * m_blocks + place / m_block) * m_inner + i % m_inner;
    }

private:
    enum class Kind { one, axis, blocks } m_kind = Kind::one;
    std::int64_t m_inner = 1, m_size = 1, m_blocks = 1, m_block = 1;
};

void store(RuntimeValue& y, std::int64_t i, double value, bool saturate) {
    if (const auto range = integerRange(y.type))
        value = std::isnan(value) ? 0 : std::clamp(value, range->first, range->second);
    writeNumber(y, i, value, saturate);
}

double zeroAt(const RuntimeValue* zero, std::int64_t i) { return zero ? readNumber(*zero, i) : 0; }

/// Rounds to what a float type of the computation holds.
double rounded(double value, DataType type) {
    if (type == DataType::float64)
        return value;
    return static_cast<double>(static_cast<float>(value));
}

/// Integers of a matrix less their zero points, by row or by column.
std::vector<std::int32_t> shifted(const RuntimeValue& x, const RuntimeValue* zero, bool byRow) {
    const std::int64_t columns = x.dims.empty() ? 1 : x.dims.back(),
                       rows = x.dims.size() < 2 ? 1 : x.dims[x.dims.size() - 2];
    const std::int64_t zeros = zero ? zero->count() : 1;
    std::vector<std::int32_t> result(static_cast<std::size_t>(x.count()));
    for (std::int64_t i = 0; i < x.count(); ++i) {
        std::int64_t at = 0;
        if (zeros > 1)
            at = byRow ? (zeros == rows ? i / columns % rows : i / columns) : i % columns;
        require(at < zeros, "a zero point does not fit its input");
        result[static_cast<std::size_t>(i)] =
            static_cast<std::int32_t>(readNumber(x, i) - zeroAt(zero, at));
    }
    return result;
}

/// Integer matrix product with broadcasting over the leading axes: gives dims and sums.
std::pair<Dims, std::vector<std::int32_t>> integerProduct(const RuntimeValue& a,
                                                          const RuntimeValue* zeroA,
                                                          const RuntimeValue& b,
                                                          const RuntimeValue* zeroB) {
    Dims left = a.dims, right = b.dims;
    require(!left.empty() && !right.empty(), "a matrix product needs at least vectors");
    const bool rowVector = left.size() == 1, columnVector = right.size() == 1;
    if (rowVector)
        left.insert(left.begin(), 1);
    if (columnVector)
        right.push_back(1);
    const std::int64_t m = left[left.size() - 2], k = left.back(), n = right.back();
    require(right[right.size() - 2] == k, "the inner dimensions differ");
    const Dims batchA(left.begin(), left.end() - 2), batchB(right.begin(), right.end() - 2);
    const Dims batch = broadcastDims(batchA, batchB);
    const auto x = shifted(a, zeroA, true), y = shifted(b, zeroB, false);
    std::vector<std::int32_t> sums(static_cast<std::size_t>(product(batch) * m * n));
    std::size_t at = 0;
    forEachIndex<2>(batch, {broadcastStrides(batchA, batch), broadcastStrides(batchB, batch)},
                    [&](const auto& offset) {
                        const auto* p = x.data() + offset[0] * m * k;
                        const auto* q = y.data() + offset[1] * k * n;
                        for (std::int64_t i = 0; i < m; ++i)
                            for (std::int64_t j = 0; j < n; ++j) {
                                std::uint32_t sum = 0; // wraps like the hardware's
                                for (std::int64_t l = 0; l < k; ++l)
                                    sum += static_cast<std::uint32_t>(p[i * k + l] * q[l * n + j]);
                                sums[at++] = static_cast<std::int32_t>(sum);
                            }
                    });
    Dims dims = batch;
    if (!rowVector)
        dims.push_back(m);
    if (!columnVector)
        dims.push_back(n);
    return {std::move(dims), std::move(sums)};
}

} // namespace

/// y = saturate(round(x / scale) + zero point). The type is the zero point's, or `output_dtype`.
void quantizeLinearKernel(KernelContext& context) {
    const RuntimeValue &x = context.input(0), &scale = context.input(1);
    const RuntimeValue* zero = context.optional(2);
    const auto wanted = static_cast<DataType>(context.node().intAttribute("output_dtype", 0));
    const DataType type = zero                            ? zero->type
                          : wanted != DataType::undefined ? wanted
                                                          : DataType::uint8;
    const bool saturate = context.node().intAttribute("saturate", 1) != 0;
    const auto asked = static_cast<DataType>(context.node().intAttribute("precision", 0));
    const DataType precision = asked == DataType::undefined ? scale.type : asked;
    const ScaleIndex index(context, x, scale);
    const bool integer = integerRange(type).has_value();
    RuntimeValue& y = context.output(0, type, x.dims);
    for (std::int64_t i = 0, n = x.count(); i < n; ++i) {
        const std::int64_t s = index.of(i);
        const double value = rounded(readNumber(x, i) / readNumber(scale, s), precision);
        store(y, i, (integer ? roundEven(value) : value) + zeroAt(zero, s), saturate);
    }
}

/// y = (x - zero point) * scale, in the scale's type or `output_dtype`.
void dequantizeLinearKernel(KernelContext& context) {
    const RuntimeValue &x = context.input(0), &scale = context.input(1);
    const RuntimeValue* zero = context.optional(2);
    const auto wanted = static_cast<DataType>(context.node().intAttribute("output_dtype", 0));
    const ScaleIndex index(context, x, scale);
    RuntimeValue& y =
        context.output(0, wanted == DataType::undefined ? scale.type : wanted, x.dims);
    for (std::int64_t i = 0, n = x.count(); i < n; ++i) {
        const std::int64_t s = index.of(i);
        writeNumber(y, i, (readNumber(x, i) - zeroAt(zero, s)) * readNumber(scale, s));
    }
}

void matMulIntegerKernel(KernelContext& context) {
    auto [dims, sums] = integerProduct(context.input(0), context.optional(2), context.input(1),
                                       context.optional(3));
    RuntimeValue& y = context.output(0, DataType::int32, std::move(dims));
    std::copy(sums.begin(), sums.end(), y.as<std::int32_t>());
}

/// Y = quantize(A·B): scales may be given for each row of A and each column of B.
void qLinearMatMulKernel(KernelContext& context) {
    const RuntimeValue &scaleA = context.input(1), &scaleB = context.input(4),
                       &scaleY = context.input(6), &zeroY = context.input(7);
    auto [dims, sums] =
        integerProduct(context.input(0), &context.input(2), context.input(3), &context.input(5));
    const std::int64_t columns = context.input(3).dims.back();
    RuntimeValue& y = context.output(0, zeroY.type, std::move(dims));
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const auto at = static_cast<std::int64_t>(i);
        const double a = readNumber(scaleA, scaleA.count() > 1 ? at / columns % scaleA.count() : 0),
                     b = readNumber(scaleB, scaleB.count() > 1 ? at % columns : 0);
        store(y, at, roundEven(sums[i] * a * b / readNumber(scaleY, 0)) + readNumber(zeroY, 0),
              true);
    }
}

} // namespace partita::cpu
