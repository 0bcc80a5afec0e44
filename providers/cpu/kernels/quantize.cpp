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

/// Elements along `gather_axis` of data in blocks along `quantize_axis`, each with a scale and a
/// zero point: (code - zero point) · scale. Bytes hold 8 / `bits` codes of the last axis, the
/// lowest bits first.
void gatherBlockQuantizedKernel(KernelContext& context) {
    const RuntimeValue &data = context.input(0), &indices = context.input(1),
                       &scales = context.input(2), *zeros = context.optional(3);
    const Node& node = context.node();
    const bool inBytes = data.type == DataType::uint8;
    const std::int64_t bits = inBytes ? node.intAttribute("bits", 4) : 4,
                       block = node.intAttribute("block_size", 128);
    require(inBytes || data.type == DataType::int4 || data.type == DataType::uint4,
            "the data must be int4, uint4 or uint8");
    require(block > 0 && block < (std::int64_t{1} << 31) && (bits == 2 || bits == 4 || bits == 8),
            "bits or block_size do not fit");
    require(!data.dims.empty() && (!zeros || zeros->type == data.type),
            "data or zero points do not fit");
    const auto unpackedDims = [&](Dims dims) {
        if (inBytes)
            dims.back() *= 8 / bits;
        return dims;
    };
    const auto codeAt = [&](const RuntimeValue& value, std::int64_t i) -> double {
        if (!inBytes)
            return readNumber(value, i);
        const std::int64_t perByte = 8 / bits;
        const unsigned byte = value.as<std::uint8_t>()[i / perByte];
        return (byte >> (i % perByte * bits)) & ((1U << bits) - 1);
    };
    const Dims dims = unpackedDims(data.dims), strides = denseStrides(dims);
    const std::size_t gathered = normalizeAxis(node.intAttribute("gather_axis", 0), dims.size()),
                      blocked = normalizeAxis(node.intAttribute("quantize_axis", 1), dims.size());
    Dims blocks = dims;
    blocks[blocked] = (dims[blocked] + block - 1) / block;
    require(scales.dims == blocks, "the scales do not fit the blocks");
    // The zero points of bytes fill whole bytes as well.
    const std::int64_t zeroRow = zeros ? unpackedDims(zeros->dims).back() : 0;
    require(!zeros || (zeros->dims.size() == blocks.size() && zeroRow >= blocks.back() &&
                       product(zeros->dims, 0, blocks.size() - 1) ==
                           product(blocks, 0, blocks.size() - 1)),
            "the zero points do not fit the blocks");
    const double noZero = inBytes ? static_cast<double>(1 << (bits - 1)) : 0;
    Dims outDims(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(gathered));
    outDims.insert(outDims.end(), indices.dims.begin(), indices.dims.end());
    outDims.insert(outDims.end(), dims.begin() + static_cast<std::ptrdiff_t>(gathered) + 1,
                   dims.end());
    RuntimeValue& y = context.output(0, scales.type, outDims);
    const std::int64_t outer = product(dims, 0, gathered), count = indices.count(),
                       inner = strides[gathered], step = strides[blocked];
    std::int64_t out = 0;
    for (std::int64_t o = 0; o < outer; ++o)
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t index = checkedIndex(indexAt(indices, i), dims[gathered]);
            for (std::int64_t n = 0; n < inner; ++n, ++out) {
                const std::int64_t at = (o * dims[gathered] + index) * inner + n;
                const std::int64_t line = at / (step * dims[blocked]),
                                   place = at / step % dims[blocked] / block;
                const std::int64_t scale = (line * blocks[blocked] + place) * step + at % step;
                const double zero =
                    zeros ? codeAt(*zeros, scale / blocks.back() * zeroRow + scale % blocks.back())
                          : noZero;
                writeNumber(y, out, (codeAt(data, at) - zero) * readNumber(scales, scale));
            }
        }
}

} // namespace partita::cpu
