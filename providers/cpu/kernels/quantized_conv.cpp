// ConvInteger, QLinearConv, and QuantizedGemm as a convolution over one row of pixels.

#include <algorithm>
#include <cmath>

#include "providers/cpu/kernels/integer_conv.h"
#include "providers/cpu/kernels/kernels.h"
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
            m_turn.run(wrap(channelsLast(geometry.out, Type::s32), sums),
                       wrap(plainDesc(geometry.out, Type::s32), y.data));
    }

private:
    IntegerConv m_conv;
    CachedReorder m_turn;
};

/// The common part of quantized convolutions. Inputs: x, w and y with scale and zero point, then a
/// bias, which is int32 with the scale x_scale · w_scale, or float32. Zero points may be omitted.
/// The epilogue clips.
class QuantizedConv : public Kernel {
public:
    explicit QuantizedConv(const KernelInit& init) : m_epilogue(init.epilogue) {}

protected:
    /// `w`: weights as `geometry` describes them. `outDims`: the output of `geometry`, or rows that
    /// are its pixels.
    void convolve(KernelContext& context, const ConvGeometry& geometry, const RuntimeValue& x,
                  const RuntimeValue& w, const Dims& outDims) {
        const bool first = !m_stays;
        if (first)
            prepare(context, geometry.filters());
        const IntegerConvOperands operands{x, m_zeroX, w, m_zerosW, context.stays(3)};
        if (first) {
            m_how.exact = operands.areCentred() && m_how.roundsExactly();
            m_stays = true;
            for (std::size_t parameter = 1; parameter <= 8; ++parameter)
                m_stays = m_stays && (!context.optional(parameter) || context.stays(parameter));
        }
        RuntimeValue& y = context.output(0, m_how.type, outDims); // checks the sizes
        if (y.count() == 0)
            return;
        const bool rows = outDims != geometry.out;
        const bool direct =
            rows || context.mayStride() || product(outDims, 2) == 1 || geometry.filters() == 1;
        void* target = direct ? y.data : scratchBytes(y.byteSize(), 1);
        if (!m_conv.codes(geometry, operands, m_how, target))
            requantizeSums(geometry, operands, target);
        if (first && context.stays(3))
            context.dropPages(3); // only the packed weights are read from here on
        const Type type = byteType(m_how.type);
        if (!direct)
            m_turn.run(wrap(channelsLast(geometry.out, type), target),
                       wrap(plainDesc(geometry.out, type), y.data));
        else if (!rows && context.mayStride())
            y.strides = geometry.outStrides; // otherwise both orders are dense
    }

private:
    /// Reads scales, zero points and bias into the factors for the int32 sums.
    void prepare(const KernelContext& context, std::int64_t filters) {
        const RuntimeValue& scaleW = context.input(4);
        const RuntimeValue *zeroY = context.optional(7), *bias = context.optional(8);
        require(scaleW.count() == 1 || scaleW.count() == filters,
                "the scale does not fit the filters");
        require(!bias || (bias->count() == filters &&
                          (bias->type == DataType::int32 || bias->type == DataType::float32)),
                "the bias has the wrong size or type");
        m_how.type = zeroY ? zeroY->type : DataType::uint8;
        (void)byteType(m_how.type);
        m_zeroX = zeroPointOf(context, 2);
        m_zerosW = zeroPoints(context.optional(5));
        m_factors.resize(static_cast<std::size_t>(filters));
        m_bias.resize(bias ? m_factors.size() : 0);
        const double scaleX = numberOf(context, 1), unit = numberOf(context, 6);
        for (std::int64_t f = 0; f < filters; ++f) {
            const auto at = static_cast<std::size_t>(f);
            m_factors[at] = scaleX * readNumber(scaleW, scaleW.count() > 1 ? f : 0) / unit;
            if (bias)
                m_bias[at] = readNumber(*bias, f) *
                             (bias->type == DataType::int32 ? m_factors[at] : 1 / unit);
        }
        m_how.factors.assign(m_factors.begin(), m_factors.end());
        m_how.bias.assign(m_bias.begin(), m_bias.end());
        m_how.zero = zeroPointOf(context, 7);
        findBounds(unit);
    }

    /// The range of codes that a fused Relu or Clip leaves.
    void findBounds(double unit) {
        const std::int32_t least = m_how.type == DataType::uint8 ? 0 : -128, most = least + 255;
        const auto codeOf = [&](double value) {
            const double code = std::nearbyint(value / unit) + m_how.zero;
            return code > least ? static_cast<std::int32_t>(std::min<double>(code, most)) : least;
        };
        m_how.low = least;
        m_how.high = most;
        for (const VectorStep& each : m_epilogue.activations) {
            const bool clips = each.code == VectorCode::clip;
            const std::int32_t low = codeOf(clips ? each.alpha : 0),
                               high = clips ? codeOf(each.beta) : most;
            m_how.low = std::clamp(m_how.low, low, high);
            m_how.high = std::clamp(m_how.high, low, high);
        }
    }

    void requantizeSums(const ConvGeometry& geometry, const IntegerConvOperands& operands,
                        void* target) {
        const std::int64_t filters = geometry.filters();
        const std::int32_t* sums = m_conv.sums(geometry, operands);
        RuntimeValue codes;
        codes.type = m_how.type;
        codes.dims = geometry.out;
        codes.data = static_cast<std::byte*>(target);
        const Requantizer by{m_factors.data(),
                             m_bias.empty() ? nullptr : m_bias.data(),
                             true,
                             static_cast<double>(m_how.zero),
                             m_how.low,
                             m_how.high};
        parallelFor(product(geometry.out) / filters, 1 + 16384 / filters,
                    [&](std::int64_t begin, std::int64_t end) {
                        for (std::int64_t pixel = begin; pixel < end; ++pixel)
                            requantize(sums + pixel * filters, by, codes, pixel * filters, filters);
                    });
    }

    Epilogue m_epilogue;
    IntegerConv m_conv;
    bool m_stays = false; ///< the parameters below are constant and already read
    Requantization m_how;
    std::int32_t m_zeroX = 0;
    std::vector<std::int32_t> m_zerosW;
    std::vector<double> m_factors, m_bias;
    CachedReorder m_turn;
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
        convolve(context, *m_geometry, x, w, m_geometry->out);
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
        convolve(context, m_geometry, pixels, weights, out);
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
///           (VNNI), otherwise plain loops; constant weights are packed once. Zero points of the
///           weights are taken off the sums afterwards.
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
/// Method:   oneDNN's convolution with the quantization as part of it where that rounds exactly;
///           otherwise the int32 sums of ConvInteger, scaled in double and rounded, halves to even.
///           A fused Relu or Clip bounds the codes.
/// Source:   ONNX QLinearConv-10
std::unique_ptr<Kernel> makeQLinearConv(const KernelInit& init) {
    return std::make_unique<QLinearConv>(init);
}

} // namespace partita::cpu
