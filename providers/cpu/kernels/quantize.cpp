// QuantizeLinear, DequantizeLinear, and matrix products of quantized integers.

#include <algorithm>
#include <array>
#include <cmath>

#include "core/ir/float_formats.h"
#include "providers/cpu/kernels/integer_product.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/inline_quantization.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// The lowest and highest number of an integer type; empty for floats.
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

/// Rounds halves to even, which is the default rounding mode.
double roundEven(double value) { return std::nearbyint(value); }

/// Which scale belongs to which element: one scale for all, one for each index of an axis, or one
/// for each block along the axis.
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
        require(m_block > 0 && (m_size == 0 || (m_size - 1) / m_block + 1 == m_blocks),
                "the blocks do not fit the axis");
        m_kind = Kind::blocks;
    }
    /// Calls visit(first element, count, first scale, each) for runs that make up all `count`
    /// elements, on several threads; `each`: every element of the run has a scale of its own.
    template <class F> void forEachRun(std::int64_t count, F&& visit) const {
        if (m_kind == Kind::one)
            return parallelFor(count, 16384, [&](std::int64_t begin, std::int64_t end) {
                visit(begin, end - begin, 0, false);
            });
        const bool each = (m_kind == Kind::axis) == (m_inner == 1);
        const std::int64_t line = m_inner == 1 ? m_size : m_inner;
        if (line == 0)
            return;
        parallelFor(count / line, 1 + 16384 / line, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
                const std::int64_t piece = m_kind == Kind::blocks && m_inner == 1 ? m_block : line;
                for (std::int64_t at = 0; at < line; at += piece)
                    visit(i * line + at, std::min(piece, line - at), of(i * line + at), each);
            }
        });
    }
    /// The index of the scale of element `i`.
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

/// Rounds to the precision of a float type.
double rounded(double value, DataType type) {
    if (type == DataType::float64)
        return value;
    const auto single = static_cast<float>(value);
    return static_cast<double>(type == DataType::float16 ? halfToFloat(floatToHalf(single))
                               : type == DataType::bfloat16
                                   ? bfloat16ToFloat(floatToBfloat16(single))
                                   : single);
}

/// Scales or zero points as floats; `count` zeros where `value` is null.
std::vector<float> floats(const RuntimeValue* value, std::int64_t count) {
    std::vector<float> numbers(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; value && i < count; ++i)
        numbers[static_cast<std::size_t>(i)] = static_cast<float>(readNumber(*value, i));
    return numbers;
}

/// Quantizes x[i] with scale and zero point `i`.
template <class T>
[[gnu::always_inline]] inline void quantizeEach(const float* x, const float* scales,
                                                const float* zeros, T* y, std::int64_t count) {
    constexpr auto kLow = static_cast<float>(std::numeric_limits<T>::min()),
                   kHigh = static_cast<float>(std::numeric_limits<T>::max());
    for (std::int64_t i = 0; i < count; ++i)
        y[i] = static_cast<T>(
            static_cast<std::int32_t>(codeOf(x[i] / scales[i], zeros[i], kLow, kHigh)));
}

#define PARTITA_QUANTIZED(T)                                                                       \
    PARTITA_FOR_EACH_CPU                                                                           \
    void quantizeRun(const float* x, const float* scales, const float* zeros, T* y,                \
                     std::int64_t count) {                                                         \
        quantizeEach(x, scales, zeros, y, count);                                                  \
    }                                                                                              \
    PARTITA_FOR_EACH_CPU                                                                           \
    void dequantizeRun(const T* x, const float* scales, const float* zeros, float* y,              \
                       std::int64_t count) {                                                       \
        for (std::int64_t i = 0; i < count; ++i)                                                   \
            y[i] = (static_cast<float>(x[i]) - zeros[i]) * scales[i];                              \
    }
PARTITA_QUANTIZED(std::uint8_t)
PARTITA_QUANTIZED(std::int8_t)
PARTITA_QUANTIZED(std::uint16_t)
PARTITA_QUANTIZED(std::int16_t)
#undef PARTITA_QUANTIZED

/// Quantization to the range of T with one scale.
template <class T> Quantization quantizationTo(float scale, float zero) {
    return {scale, zero, static_cast<float>(std::numeric_limits<T>::min()),
            static_cast<float>(std::numeric_limits<T>::max())};
}

/// Widens [low, high] to contain all numbers of `x`; NaN is left out.
PARTITA_FOR_EACH_CPU
void widen(const float* x, std::int64_t count, float& low, float& high) {
    constexpr std::int64_t kLanes = 32; // independent, so that they do not wait for each other
    std::array<float, kLanes> least{}, most{};
    least.fill(low);
    most.fill(high);
    const auto take = [&](std::int64_t lane, float value) {
        const auto at = static_cast<std::size_t>(lane);
        least[at] = value < least[at] ? value : least[at];
        most[at] = value > most[at] ? value : most[at];
    };
    std::int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes)
        for (std::int64_t lane = 0; lane < kLanes; ++lane)
            take(lane, x[i + lane]);
    for (; i < count; ++i)
        take(0, x[i]);
    low = *std::min_element(least.begin(), least.end());
    high = *std::max_element(most.begin(), most.end());
}

/// Calls `work<T>()` for the 8- and 16-bit integer types, which a float holds exactly; false for
/// any other type.
template <class F> bool forShortInteger(DataType type, F&& work) {
    switch (type) {
    case DataType::uint8: work.template operator()<std::uint8_t>(); return true;
    case DataType::int8: work.template operator()<std::int8_t>(); return true;
    case DataType::uint16: work.template operator()<std::uint16_t>(); return true;
    case DataType::int16: work.template operator()<std::int16_t>(); return true;
    default: return false;
    }
}

/// int4 and uint4 unpacked to bytes; any other value unchanged.
RuntimeValue inBytes(const RuntimeValue& x) {
    if (x.type != DataType::int4 && x.type != DataType::uint4)
        return x;
    const bool isSigned = x.type == DataType::int4;
    RuntimeValue bytes =
        RuntimeValue::allocate(isSigned ? DataType::int8 : DataType::uint8, x.dims);
    for (std::int64_t i = 0, n = x.count(); i < n; ++i) {
        const unsigned code = (x.as<std::uint8_t>()[i / 2] >> (i % 2 * 4)) & 15U;
        bytes.as<std::uint8_t>()[i] =
            static_cast<std::uint8_t>(isSigned && code > 7 ? code | 0xF0U : code);
    }
    return bytes;
}

class MatMulInteger : public Kernel {
public:
    void run(KernelContext& context) override {
        const IntegerProduct::Operands operands{context.input(0), context.optional(2),
                                                context.input(1), context.optional(3),
                                                context.stays(1)};
        RuntimeValue& y = context.output(0, DataType::int32, IntegerProduct::outDims(operands));
        m_product.run(operands, y.as<std::int32_t>());
    }

private:
    IntegerProduct m_product;
};

/// Y = quantize(A · B), with scales for each row of A and each column of B where given.
class QLinearMatMul : public Kernel {
public:
    void run(KernelContext& context) override {
        const RuntimeValue &scaleA = context.input(1), &scaleB = context.input(4);
        const RuntimeValue* zeroY = context.optional(7); // a fused QuantizeLinear may have none
        const IntegerProduct::Operands operands{context.input(0), context.optional(2),
                                                context.input(3), context.optional(5),
                                                context.stays(3)};
        const DataType type = zeroY ? zeroY->type : DataType::uint8;
        const Dims dims = IntegerProduct::outDims(operands);
        const std::int64_t columns = operands.b.dims.size() < 2 ? 1 : operands.b.dims.back();
        require(scaleB.count() == 1 || scaleB.count() == columns,
                "the scale of B does not fit its columns");
        require(scaleA.count() >= 1, "the scale of A is empty");
        (void)byteType(type);
        RuntimeValue& y = context.output(0, type, dims); // checks the sizes
        const std::int64_t count = y.count();
        auto* sums = scratchFor<std::int32_t>(count, 0);
        m_product.run(operands, sums);
        if (count == 0)
            return;
        const double zero = zeroY ? numberOf(context, 7) : 0, scale = numberOf(context, 6);
        require(scale > 0, "a scale must be positive");
        const std::int32_t least = type == DataType::uint8 ? 0 : -128;
        const auto factorsOf = [&](std::int64_t row, std::vector<double>& factors) {
            const double a = readNumber(scaleA, row % scaleA.count());
            for (std::size_t j = 0; j < factors.size(); ++j)
                factors[j] = a * readNumber(scaleB, static_cast<std::int64_t>(j)) / scale;
        };
        std::vector<double> all(static_cast<std::size_t>(scaleB.count()));
        factorsOf(0, all);
        parallelFor(count / columns, 1 + 16384 / columns,
                    [&](std::int64_t begin, std::int64_t end) {
                        std::vector<double> own(scaleA.count() > 1 ? all.size() : 0);
                        for (std::int64_t row = begin; row < end; ++row) {
                            if (!own.empty())
                                factorsOf(row, own);
                            const auto& factors = own.empty() ? all : own;
                            requantize(sums + row * columns,
                                       {factors.data(), nullptr, factors.size() > 1, zero, least,
                                        least + 255},
                                       y, row * columns, columns);
                        }
                    });
    }

private:
    IntegerProduct m_product;
};

} // namespace

/// Quantizes numbers: y = saturate(round(x / y_scale) + y_zero_point), halves rounded to even.
///
/// Inputs:   x float32, float16, bfloat16 or int32 [D1, …, Dn]; y_scale [] or [1] for the tensor,
///           [Da] for axis a, or blocks of axis a with the rank of x; y_zero_point with one element
///           for each scale, optional
/// Outputs:  y of the type of y_zero_point, else output_dtype, else uint8 [D1, …, Dn]
/// Method:   vector loops on several threads from float32 to 8- and 16-bit integers; element by
///           element in double, rounded to `precision`, for all other types
/// Source:   ONNX QuantizeLinear-28
void quantizeLinearKernel(KernelContext& context) {
    const RuntimeValue &x = context.input(0), &scale = context.input(1);
    const RuntimeValue* zero = context.optional(2);
    const auto wanted = static_cast<DataType>(context.node().intAttribute("output_dtype", 0));
    const DataType type = zero                            ? zero->type
                          : wanted != DataType::undefined ? wanted
                                                          : DataType::uint8;
    const bool saturate = context.node().intAttribute("saturate", 1) != 0;
    const auto asked = static_cast<DataType>(context.node().intAttribute("precision", 0));
    const DataType precision = asked != DataType::undefined         ? asked
                               : scale.type == DataType::float8e8m0 ? x.type
                                                                    : scale.type;
    const ScaleIndex index(context, x, scale);
    const bool integer = integerRange(type).has_value();
    RuntimeValue& y = context.output(0, type, x.dims);
    require(!zero || zero->count() == scale.count(),
            "the number of zero points differs from the number of scales");
    if (x.type == DataType::float32 && precision == DataType::float32 &&
        forShortInteger(type, [&]<class T>() {
            const auto scales = floats(&scale, scale.count()), zeros = floats(zero, scale.count());
            index.forEachRun(
                x.count(), [&](std::int64_t begin, std::int64_t count, std::int64_t s, bool each) {
                    const auto at = static_cast<std::size_t>(s);
                    if (each)
                        quantizeRun(x.as<float>() + begin, &scales[at], &zeros[at],
                                    y.as<T>() + begin, count);
                    else
                        storeCodes(type, x.as<float>() + begin,
                                   quantizationTo<T>(scales[at], zeros[at]),
                                   y.data + begin * static_cast<std::int64_t>(sizeof(T)),
                                   static_cast<std::size_t>(count));
                });
        }))
        return;
    for (std::int64_t i = 0, n = x.count(); i < n; ++i) {
        const std::int64_t s = index.of(i);
        const double value =
            rounded(rounded(readNumber(x, i), precision) / readNumber(scale, s), precision);
        store(y, i, (integer ? roundEven(value) : value) + zeroAt(zero, s), saturate);
    }
}

/// Turns quantized numbers back: y = (x - x_zero_point) · x_scale.
///
/// Inputs:   x quantized integers, int32 or small floats [D1, …, Dn]; x_scale [] or [1] for the
///           tensor, [Da] for axis a, or blocks of axis a with the rank of x; x_zero_point with one
///           element for each scale, optional
/// Outputs:  y of the type of x_scale or output_dtype [D1, …, Dn]
/// Method:   vector loops on several threads from 4-, 8- and 16-bit integers to float32, 4-bit ones
///           unpacked to bytes first; element by element in double for all other types
/// Source:   ONNX DequantizeLinear-28
void dequantizeLinearKernel(KernelContext& context) {
    const RuntimeValue &given = context.input(0), &scale = context.input(1);
    const RuntimeValue* zero = context.optional(2);
    const auto wanted = static_cast<DataType>(context.node().intAttribute("output_dtype", 0));
    const ScaleIndex index(context, given, scale);
    RuntimeValue& y =
        context.output(0, wanted == DataType::undefined ? scale.type : wanted, given.dims);
    require(!zero || zero->count() == scale.count(),
            "the number of zero points differs from the number of scales");
    const RuntimeValue x = inBytes(given);
    if (scale.type == DataType::float32 && y.type == DataType::float32 &&
        forShortInteger(x.type, [&]<class T>() {
            const auto scales = floats(&scale, scale.count()), zeros = floats(zero, scale.count());
            index.forEachRun(
                x.count(), [&](std::int64_t begin, std::int64_t count, std::int64_t s, bool each) {
                    const auto at = static_cast<std::size_t>(s);
                    if (each)
                        dequantizeRun(x.as<T>() + begin, &scales[at], &zeros[at],
                                      y.as<float>() + begin, count);
                    else
                        loadCodes(x.type, x.data + begin * static_cast<std::int64_t>(sizeof(T)),
                                  {zeros[at], scales[at]}, y.as<float>() + begin,
                                  static_cast<std::size_t>(count));
                });
        }))
        return;
    for (std::int64_t i = 0, n = x.count(); i < n; ++i) {
        const std::int64_t s = index.of(i);
        writeNumber(y, i, (readNumber(x, i) - zeroAt(zero, s)) * readNumber(scale, s));
    }
}

/// Multiplies matrices of 8-bit integers less their zero points, in int32 sums that wrap around.
///
/// Inputs:   A int8, uint8 […, M, K]; B int8, uint8 […, K, N]; a_zero_point [] or one for each row,
///           b_zero_point [] or one for each column, both optional
/// Outputs:  Y int32 […, M, N], leading axes broadcast
/// Method:   oneDNN's product of bytes where the processor sums them exactly (VNNI), otherwise
///           vector loops; B is packed once where it is constant. Zero points are taken off the
///           sums afterwards. Small matrices of which B is not constant: plain loops.
/// Source:   ONNX MatMulInteger-10
std::unique_ptr<Kernel> makeMatMulInteger(const KernelInit&) {
    return std::make_unique<MatMulInteger>();
}

/// Multiplies quantized matrices and quantizes the product.
///
/// Inputs:   a int8, uint8 […, M, K], a_scale and a_zero_point for the tensor or each row; b int8,
///           uint8 […, K, N], b_scale and b_zero_point for the tensor or each column; y_scale and
///           y_zero_point, one each; zero points optional
/// Outputs:  y int8 or uint8, as y_zero_point […, M, N]
/// Method:   the product of MatMulInteger into int32, then each sum is scaled in double and
///           rounded, halves to even
/// Fails:    when y_scale is not positive
/// Source:   ONNX QLinearMatMul-21
std::unique_ptr<Kernel> makeQLinearMatMul(const KernelInit&) {
    return std::make_unique<QLinearMatMul>();
}

/// Quantizes to uint8 with a scale and a zero point that follow from the range of x and 0.
///
/// Inputs:   x float32 [D1, …, Dn]
/// Outputs:  y uint8 [D1, …, Dn]; y_scale float32 []; y_zero_point uint8 []
/// Method:   a vector loop for the range, then the loop of QuantizeLinear on several threads. All
///           of x being 0 gives the scale 1.
/// Source:   ONNX DynamicQuantizeLinear-11
void dynamicQuantizeLinearKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    float low = 0, high = 0;
    widen(x.as<float>(), x.count(), low, high);
    const float scale = high > low ? (high - low) / 255.0F : 1.0F;
    const float zero = codeOf(-low / scale, 0, 0, 255);
    RuntimeValue& y = context.output(0, DataType::uint8, x.dims);
    parallelFor(x.count(), 16384, [&](std::int64_t begin, std::int64_t end) {
        storeCodes(y.type, x.as<float>() + begin, quantizationTo<std::uint8_t>(scale, zero),
                   y.data + begin, static_cast<std::size_t>(end - begin));
    });
    *context.output(1, DataType::float32, {}).as<float>() = scale;
    *context.output(2, DataType::uint8, {}).as<std::uint8_t>() = static_cast<std::uint8_t>(zero);
}

/// Gathers along gather_axis from data that is quantized in blocks along quantize_axis: (code -
/// zero point) · scale.
///
/// Inputs:   data int4, uint4, or uint8 with 8 / bits codes in each byte of the last axis, the
///           lowest bits first; indices int32, int64 of any shape; scales float32, float16 or
///           bfloat16, one for each block; zero_points of the type of data, optional
/// Outputs:  output of the type of scales: the axis of data replaced by the axes of indices
/// Method:   plain loops that decode each gathered element. Without zero_points, codes in bytes
///           count from 2^(bits - 1), others from 0.
/// Fails:    when an index is outside of the axis
/// Source:   ONNX Runtime contrib GatherBlockQuantized
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
            "bits or block_size is not valid");
    require(!data.dims.empty() && (!zeros || zeros->type == data.type),
            "the data is a scalar, or the zero points are of another type");
    const auto unpackedDims = [&](Dims dims) {
        if (inBytes)
            dims.back() = times(dims.back(), 8 / bits);
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
    // Rows of zero points in uint8 are padded to whole bytes.
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
    for (std::int64_t o = 0; o < outer && y.count() > 0; ++o)
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
