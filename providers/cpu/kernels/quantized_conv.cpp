// ConvInteger, QLinearConv, and QuantizedGemm as a convolution over one row of pixels.

#include <algorithm>
#include <bit>
#include <cmath>

#include "providers/cpu/kernels/integer_conv.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/planar_conv.h"
#include "providers/cpu/kernels/sums_to_codes.h"
#include "providers/cpu/loops/code_rows.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/vector_operations.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

using Type = dnnl::memory::data_type;

class ConvInteger : public Kernel {
public:
    void run(KernelContext& context) override {
        const auto zerosW = zeroPoints(context.optional(3));
        const IntegerConvOperands operands{context.input(0), zeroPointOf(context, 2),
                                           context.input(1), zerosW, context.stays(1)};
        const ConvGeometry geometry(context.node(), operands.x, operands.w);
        RuntimeValue& y = context.output(0, DataType::int32, geometry.out); // checks the sizes
        const std::int32_t* sums = m_conv.sums(geometry, operands);
        if (y.count() > 0)
            copyStrided(y.type, reinterpret_cast<const std::byte*>(sums), geometry.outStrides,
                        y.data, denseStrides(geometry.out), geometry.out);
    }

private:
    IntegerConv m_conv;
};

/// Whether the activations only bound the codes.
bool onlyBound(const std::vector<VectorStep>& activations) {
    return std::ranges::all_of(activations, [](const VectorStep& each) {
        return each.code == VectorCode::relu || each.code == VectorCode::clip;
    });
}

/// The range of codes of `unit` and `range.zero` that activations leave, if they only bound them.
CodeRange bounded(CodeRange range, const std::vector<VectorStep>& activations, double unit) {
    const std::int32_t least = range.type == DataType::uint8 ? 0 : -128, most = least + 255;
    const auto codeOf = [&](double value) {
        const double code = std::nearbyint(value / unit) + range.zero;
        return code > least ? static_cast<std::int32_t>(std::min<double>(code, most)) : least;
    };
    range.low = least;
    range.high = most;
    if (!onlyBound(activations))
        return range;
    for (const VectorStep& each : activations) {
        const bool isClip = each.code == VectorCode::clip;
        const std::int32_t low = codeOf(isClip ? each.alpha : 0),
                           high = isClip ? codeOf(each.beta) : most;
        range.low = std::clamp(range.low, low, high);
        range.high = std::clamp(range.high, low, high);
    }
    return range;
}

/// What makes numbers of `unit` of products of `from`, with activations on what they stand for.
Finish finishOf(const std::vector<VectorStep>& activations, double from, double unit) {
    if (onlyBound(activations))
        return {1, static_cast<float>(from / unit), {}};
    return {static_cast<float>(from), static_cast<float>(1 / unit), activations};
}

/// Quantized codes of a node's input, with the inputs of their scale and zero point behind it.
struct QuantizedInput {
    double scale;
    CodeRange range; ///< its bounds are not set

    QuantizedInput(const KernelContext& context, std::size_t scaleAt, DataType type)
        : scale(numberOf(context, scaleAt)), range{zeroPointOf(context, scaleAt + 1), type, 0, 0} {}
};

/// The step of codes of `from` that a stage describes.
RecodingStep recodingOf(const KernelContext& context, const CodeStage& stage, double from,
                        std::int64_t filters) {
    const RuntimeValue* zero = context.optional(stage.result + 1);
    const QuantizedInput result(context, stage.result, zero ? zero->type : DataType::uint8);
    RecodingStep step;
    double unit = result.scale, shift = 0;
    if (stage.residual) {
        step.addend = context.input(*stage.residual).type;
        const QuantizedInput added(context, *stage.residual + 1, *step.addend);
        unit = added.scale; // the sum is made in units of what is added
        shift = added.range.zero;
    } else if (!onlyBound(stage.activations)) {
        unit = 1;
    }
    step.finish = finishOf(stage.activations, unit, result.scale);
    const std::size_t count =
        stage.batchNormalization || stage.bias ? static_cast<std::size_t>(filters) : std::size_t{1};
    for (std::size_t f = 0; f < count; ++f) {
        double factor = 1, bias = 0;
        if (const auto at = stage.batchNormalization) {
            const auto number = [&](std::size_t i) {
                return readNumber(context.input(*at + i), static_cast<std::int64_t>(f));
            };
            factor = number(0) / std::sqrt(number(3) + static_cast<double>(stage.batchEpsilon));
            bias = number(1) - number(2) * factor;
        } else if (stage.bias) {
            bias = readNumber(context.input(*stage.bias), static_cast<std::int64_t>(f));
        }
        step.factors.push_back(static_cast<float>(factor * from / unit));
        step.bias.push_back(static_cast<float>(bias / unit - shift));
    }
    step.range = bounded(result.range, stage.activations, result.scale);
    return step;
}

/// The common part of quantized convolutions. Inputs: x, w and y with scale and zero point, then a
/// bias, which is int32 with the scale x_scale · w_scale, or float32. Zero points may be omitted, and
/// the scale of x where it is in the scales of w.
/// The activations of the epilogue come before the codes, and its stages make further codes of these.
class QuantizedConv : public Kernel {
public:
    explicit QuantizedConv(const KernelInit& init) : m_epilogue(init.epilogue) {
        for (const CodeStage& stage : m_epilogue.stages)
            if (stage.residual)
                m_residual = stage.residual;
    }

protected:
    /// `w`: weights as `geometry` describes them. `rows`: dims of a row-major output whose rows are the
    /// pixels of `geometry`; null: the output is that of `geometry`.
    void convolve(KernelContext& context, const ConvGeometry& geometry, const RuntimeValue& x,
                  const RuntimeValue& w, const Dims* rows) {
        const Dims& outDims = rows ? *rows : geometry.out;
        const bool first = !m_stays;
        if (first)
            prepare(context, w, geometry.filters());
        const IntegerConvOperands operands{x, m_zeroX, w, m_zerosW, context.stays(3)};
        if (first) {
            m_stays = true;
            for (std::size_t parameter = 1; parameter <= 8; ++parameter)
                m_stays = m_stays && (!context.optional(parameter) || context.stays(parameter));
        }
        RuntimeValue& y = context.output(0, m_how.last().type, outDims); // checks the sizes
        if (y.count() == 0)
            return;
        if (!rows && convolvePlanes(context, geometry, operands, y))
            return;
        const RuntimeValue* residual = m_residual ? &context.input(*m_residual) : nullptr;
        require(!residual || residual->dims == outDims,
                "the tensor that is added has another shape than the model declares");
        const bool direct =
            rows || context.mayStride() || product(outDims, 2) == 1 || geometry.filters() == 1;
        auto* target = direct ? y.data : static_cast<std::byte*>(scratchBytes(y.byteSize(), 1));
        const std::byte* addend =
            residual ? addendOf(geometry, *residual, rows != nullptr) : nullptr;
        if (!m_conv.codes(geometry, operands, m_how, addend, target))
            m_conv.takeSums(geometry, operands,
                            [&](const SomeSums& some) { m_codes.write(some, addend, target); });
        if (first && context.stays(3))
            context.dropPages(3); // only the packed weights are read from here on
        if (!direct)
            copyStrided(y.type, target, geometry.outStrides, y.data, denseStrides(geometry.out),
                        geometry.out);
        else if (!rows && context.mayStride())
            y.strides = geometry.outStrides; // otherwise both orders are dense
    }

private:
    /// Reads scales, zero points and bias into the factors for the int32 sums.
    void prepare(const KernelContext& context, const RuntimeValue& w, std::int64_t filters) {
        const RuntimeValue& scaleW = context.input(4);
        const RuntimeValue *zeroY = context.optional(7), *bias = context.optional(8);
        require(scaleW.count() == 1 || scaleW.count() == filters,
                "the scale does not fit the filters");
        require(!bias || (bias->count() == filters &&
                          (bias->type == DataType::int32 || bias->type == DataType::float32)),
                "the bias has the wrong size or type");
        CodeRange range;
        range.type = zeroY ? zeroY->type : DataType::uint8;
        (void)byteType(range.type);
        m_zeroX = zeroPointOf(context, 2);
        m_zerosW = zeroPoints(context.optional(5));
        std::vector<double> factors(static_cast<std::size_t>(filters)),
            biases(bias ? factors.size() : 0);
        const double scaleX = context.optional(1) ? numberOf(context, 1) : 1,
                     result = numberOf(context, 6),
                     unit = onlyBound(m_epilogue.activations) ? result : 1;
        for (std::int64_t f = 0; f < filters; ++f) {
            const auto at = static_cast<std::size_t>(f);
            factors[at] = scaleX * readNumber(scaleW, scaleW.count() > 1 ? f : 0) / unit;
            if (bias)
                biases[at] =
                    readNumber(*bias, f) * (bias->type == DataType::int32 ? factors[at] : 1 / unit);
        }
        m_how.factors.assign(factors.begin(), factors.end());
        m_how.bias.assign(biases.begin(), biases.end());
        range.zero = zeroPointOf(context, 7);
        m_how.finish = finishOf(m_epilogue.activations, unit, result);
        m_how.range = bounded(range, m_epilogue.activations, result);
        m_how.steps.clear();
        double from = result;
        for (const CodeStage& stage : m_epilogue.stages) {
            m_how.steps.push_back(recodingOf(context, stage, from, filters));
            from = numberOf(context, stage.result);
        }
        m_how.exact =
            IntegerConvOperands{context.input(0), m_zeroX, w, m_zerosW, true}.areCentred();
        m_codes = SumsToCodes(m_how, std::move(factors), std::move(biases));
    }

    /// What a convolution channel by channel needs for one input shape; no `planes` where that does
    /// not pay.
    struct Planar {
        Dims in;
        std::optional<PlanarConv> planes;
        std::vector<float> weights; ///< less their zero points
    };

    /// The weights of filters that see one channel, less their zero points.
    static std::vector<float> centredWeights(const ConvGeometry& geometry,
                                             const IntegerConvOperands& operands) {
        operands.check(geometry.filters());
        const RuntimeValue& w = operands.w;
        const auto taps = static_cast<std::size_t>(product(w.dims, 2));
        std::vector<float> weights(static_cast<std::size_t>(w.count()));
        const auto centre = [&](const auto* codes) {
            for (std::size_t i = 0; i < weights.size(); ++i)
                weights[i] = static_cast<float>(
                    codes[i] - operands.zerosW[operands.zerosW.size() > 1 ? i / taps : 0]);
        };
        w.type == DataType::uint8 ? centre(w.as<std::uint8_t>()) : centre(w.as<std::int8_t>());
        return weights;
    }

    /// Convolves a few channels one by one where both sides lie row-major and nothing but codes is
    /// made of the sums, which are exact as floats; false otherwise.
    bool convolvePlanes(const KernelContext& context, const ConvGeometry& geometry,
                        const IntegerConvOperands& operands, RuntimeValue& y) {
        const RuntimeValue &x = operands.x, &w = operands.w;
        constexpr std::int64_t kFewChannels = 16; // more of them fill oneDNN's vectors
        if (geometry.group == 1 || geometry.group != geometry.in[1] ||
            geometry.group > kFewChannels || context.mayStride() ||
            (w.type != DataType::uint8 && w.type != DataType::int8) || !x.strides.empty() ||
            !w.strides.empty() || !m_how.steps.empty() || !m_how.finish.activations.empty())
            return false;
        if (!m_planar || m_planar->in != geometry.in || !m_stays) {
            m_planar =
                Planar{geometry.in,
                       PlanarConv::of(geometry.window, geometry.in, w.dims, geometry.out, 64),
                       {}};
            if (m_planar->planes)
                m_planar->weights = centredWeights(geometry, operands);
        }
        const auto& planes = m_planar->planes;
        if (!planes)
            return false;
        const std::int64_t columns = planes->columns(), size = planes->rows() * columns;
        const CodeBounds bounds{static_cast<float>(m_how.range.zero),
                                static_cast<float>(m_how.range.low),
                                static_cast<float>(m_how.range.high)};
        const auto finish = [&](std::int64_t filter, std::int64_t plane, float* sums) {
            const auto at = static_cast<std::size_t>(filter);
            // Rows may be shorter than a vector of bytes: they are moved together first.
            for (std::int64_t row = 1; row < planes->rows(); ++row)
                std::copy_n(sums + row * planes->rowStep(), columns, sums + row * columns);
            codeRow(sums, m_how.factors[at], m_how.bias.empty() ? 0 : m_how.bias[at], bounds,
                    reinterpret_cast<std::uint8_t*>(y.data) + plane * size, size);
        };
        const auto run = [&](const auto* codes) {
            planes->run(codes, static_cast<float>(operands.zeroX), m_planar->weights.data(),
                        nullptr, finish);
        };
        x.type == DataType::uint8 ? run(x.as<std::uint8_t>()) : run(x.as<std::int8_t>());
        return true;
    }

    /// The codes that are added, channels last, or row-major where the output is `rows`; in scratch
    /// memory where they had to be turned.
    static const std::byte* addendOf(const ConvGeometry& geometry, const RuntimeValue& value,
                                     bool rows) {
        if (rows || liesAs(value, geometry.outStrides))
            return value.data;
        require(value.strides.empty(), "the input's memory layout is not the one that was planned");
        auto* turned = static_cast<std::byte*>(scratchBytes(value.byteSize(), kForAddend));
        copyStrided(value.type, value.data, denseStrides(geometry.out), turned, geometry.outStrides,
                    geometry.out);
        return turned;
    }

    Epilogue m_epilogue;
    IntegerConv m_conv;
    bool m_stays = false; ///< the parameters below are constant and already read
    Requantization m_how;
    std::int32_t m_zeroX = 0;
    std::vector<std::int32_t> m_zerosW;
    SumsToCodes m_codes;
    std::optional<std::size_t> m_residual; ///< the input with the codes that are added
    std::optional<Planar> m_planar;        ///< of the last run
};

/// Y = quantize(X ∗ W + B).
class QLinearConv : public QuantizedConv {
public:
    using QuantizedConv::QuantizedConv;
    void run(KernelContext& context) override {
        const RuntimeValue &x = context.input(0), &w = context.input(3);
        if (!m_geometry || m_geometry->in != x.dims || m_weights != w.dims) {
            m_geometry.reset();
            m_geometry.emplace(context.node(), x, w);
            m_weights = w.dims;
        }
        convolve(context, *m_geometry, x, w, nullptr);
    }

private:
    std::optional<ConvGeometry> m_geometry; ///< of the last run
    Dims m_weights;
};

/// Y = quantize(A · B + C) of A [… M, K] and B [K, N], or [N, K] with transB.
class QuantizedGemm : public QuantizedConv {
public:
    using QuantizedConv::QuantizedConv;
    void run(KernelContext& context) override {
        const RuntimeValue &a = context.input(0), &b = context.input(3);
        const bool transposed = context.node().intAttribute("transB", 0) != 0;
        require(!a.dims.empty() && b.dims.size() == 2, "a matrix product needs matrices");
        const std::int64_t inner = a.dims.back(), rows = inner ? a.count() / inner : 0,
                           filters = b.dims[transposed ? 0 : 1];
        require(inner == b.dims[transposed ? 1 : 0] && inner > 0, "the inner dimensions differ");
        if (m_geometry.in.empty() || m_geometry.in[1] != inner || m_geometry.in[2] != rows ||
            m_geometry.out[1] != filters)
            m_geometry = ConvGeometry::ofRows(rows, inner, filters);
        RuntimeValue pixels = a, weights = b;
        pixels.dims = m_geometry.in;
        pixels.strides = m_geometry.inStrides;
        weights.dims = m_geometry.weights;
        if (!transposed)
            weights.strides = {1, filters, 1};
        Dims out = a.dims;
        out.back() = filters;
        convolve(context, m_geometry, pixels, weights, &out);
    }

private:
    ConvGeometry m_geometry; ///< of the last run
};

} // namespace

/// Multiplies quantized matrices, adds a bias and quantizes: Y = quantize(A · B + C).
///
/// Inputs:   A int8, uint8 […, M, K], its scale and zero point; B int8, uint8 [K, N], or [N, K]
///           with transB, its scales and zero points for the tensor or each column; scale and zero
///           point of Y; C [N], int32 or float32, optional; zero points optional
/// Outputs:  Y int8 or uint8 […, M, N]
/// Method:   the rows of A as the pixels of a 1×1 convolution, as in QLinearConv
/// Source:   partita, planned from QLinearMatMul with constant weights, and from MatMul or Gemm
///           between DequantizeLinear and QuantizeLinear
std::unique_ptr<Kernel> makeQuantizedGemm(const KernelInit& init) {
    return std::make_unique<QuantizedGemm>(init);
}

/// Convolves 8-bit integers less their zero points, in int32 sums that wrap around.
///
/// Inputs:   x int8, uint8 [N, C, D1, …, Dn]; w int8, uint8 [M, C / group, k1, …, kn];
///           x_zero_point [], w_zero_point [] or [M], both optional
/// Outputs:  y int32 [N, M, O1, …, On]
/// Method:   oneDNN's convolution with the channels last where the processor sums bytes exactly
///           (VNNI) and zero points of the weights are taken off the sums afterwards, otherwise
///           pairs of int16 less their zero points; constant weights are packed once
/// Source:   ONNX ConvInteger-10
std::unique_ptr<Kernel> makeConvInteger(const KernelInit&) {
    return std::make_unique<ConvInteger>();
}

/// Convolves quantized numbers, adds a bias and quantizes: Y = quantize(X ∗ W + B).
///
/// Inputs:   x int8, uint8 [N, C, D1, …, Dn], x_scale, x_zero_point []; w int8,
///           uint8 [M, C / group, k1, …, kn], w_scale and w_zero_point [] or [M]; y_scale,
///           y_zero_point []; B [M], int32 of the scale x_scale · w_scale, or float32 where fusion
///           made the node, optional; zero points optional
/// Outputs:  y int8 or uint8 [N, M, O1, …, On]
/// Method:   a few channels with a filter each by plane (`PlanarConv`), many with AVX-512 and VNNI
///           by own loops (`DepthwiseCodes`); else oneDNN's convolution with the quantization as
///           part of it where the weights are centred;
///           otherwise the int32 sums of ConvInteger, scaled and rounded, halves to even, a few at a
///           time (`SumsToCodes`); in double where the weights are not centred.
///           A fused Relu or Clip bounds the codes, other activations come before the
///           rounding. Fused stages make further codes of them.
/// Source:   ONNX QLinearConv-10
std::unique_ptr<Kernel> makeQLinearConv(const KernelInit& init) {
    return std::make_unique<QLinearConv>(init);
}

} // namespace partita::cpu
