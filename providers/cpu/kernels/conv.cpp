#include <cmath>
#include <cstring>
#include <numeric>
#include <optional>
#include <span>

#include "providers/cpu/kernels/conv_layouts.h"
#include "providers/cpu/kernels/conv_weights.h"
#include "providers/cpu/kernels/depthwise_pair.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/kernels/panel_conv.h"
#include "providers/cpu/kernels/planar_conv.h"
#include "providers/cpu/kernels/pointwise_conv.h"
#include "providers/cpu/kernels/prepared_by_shape.h"
#include "providers/cpu/kernels/window.h"
#include "providers/cpu/kernels/winograd_conv.h"
#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/loops/vector_operations.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// Below this many multiplications, waking another thread takes longer than it saves.
constexpr double kFewProducts = 250'000;

/// The number of multiplications; a double, because it may be more than 64 bits hold.
double products(const Dims& out, const Dims& weights) {
    const auto times = [](double all, std::int64_t size) {
        return all * static_cast<double>(size);
    };
    return std::accumulate(out.begin(), out.end(), 1.0, times) *
           std::accumulate(weights.begin() + 1, weights.end(), 1.0, times);
}

int threadsFor(const Dims& out, const Dims& weights) {
    return products(out, weights) < kFewProducts ? 1 : ThreadTeam::threads();
}

bool areFinite(std::span<const float> weights) {
    return std::ranges::all_of(weights, [](float weight) { return std::isfinite(weight); });
}
const float* numbersIn(const PackedWeights& packed) {
    return static_cast<const float*>(packed.memory.get_data_handle());
}
bool areFinite(const PackedWeights& packed) {
    return areFinite({numbersIn(packed), packed.memory.get_desc().get_size() / sizeof(float)});
}

/// Exchanges the last two axes of sizes or strides.
Dims laidDown(Dims axes) {
    std::swap(axes.end()[-1], axes.end()[-2]);
    return axes;
}

/// The same elements with the last two axes exchanged.
RuntimeValue laidDown(RuntimeValue value) {
    value.dims = laidDown(std::move(value.dims));
    if (!value.strides.empty())
        value.strides = laidDown(std::move(value.strides));
    return value;
}

/// Convolution of one node; primitives are made once for each input shape.
class ConvKernel : public Kernel {
public:
    explicit ConvKernel(const KernelInit& init) : m_epilogue(init.epilogue) {
        auto& activations = m_epilogue.activations;
        if (!activations.empty() && activations.back().code == VectorCode::swish) {
            m_swish = activations.back();
            activations.pop_back();
        }
    }

    void run(KernelContext& context) override {
        const RuntimeValue &x = context.input(0), &w = context.input(1);
        require(x.dims.size() >= 3 && x.dims.size() <= 5 && w.dims.size() == x.dims.size(),
                "the input must have 3 to 5 dimensions, and the weights the same number");
        if (!context.weightsStay())
            m_prepared.clear();
        const std::int64_t group = context.node().intAttribute("group", 1);
        require(group > 0 && x.dims[1] % group == 0 && x.dims[1] / group == w.dims[1] &&
                    w.dims[0] % group == 0,
                "channels, weights and group do not match");
        if (x.dims[1] > 0) {
            if (!convolvePlanes(context, x, w) && !multiplyPlanes(context, x, w))
                convolve(context, x, w);
        } else {
            convolve(context, zerosAlong(x, 1, group), zerosAlong(w, 1, 1));
        }
    }

private:
    /// What a convolution plane by plane needs for one input shape; no `planes` where that is not
    /// possible or does not pay.
    struct Planar {
        Dims in, out;
        std::optional<PlanarConv> planes;
        FoldedWeights folded;
    };

    [[nodiscard]] Planar planarOf(const KernelContext& context, const RuntimeValue& x,
                                  const RuntimeValue& w) const {
        const Dims spatial(x.dims.begin() + 2, x.dims.end());
        const Window window =
            windowOf(context.node(), spatial, Dims(w.dims.begin() + 2, w.dims.end()));
        Planar made{x.dims, {x.dims[0], w.dims[0]}, {}, {}};
        std::ranges::copy(window.outDims(spatial, false), std::back_inserter(made.out));
        // Narrow rows leave half of a vector unused.
        made.planes =
            PlanarConv::of(window, x.dims, w.dims, made.out, made.out.back() > 8 ? 7 : 16);
        if (!made.planes)
            return made;
        made.folded = foldWeights(context, w, context.optional(2), m_epilogue);
        std::vector<float>& weights = made.folded.ownWeights;
        if (weights.empty()) { // those of a file may lie at any address
            weights.resize(static_cast<std::size_t>(w.count()));
            std::memcpy(weights.data(), w.data, w.byteSize());
        }
        // Times the padding, a number that is not finite would not be 0.
        if (!areFinite(weights))
            made.planes.reset();
        return made;
    }

    /// Convolves plane by plane where both sides lie row-major; false where that is not so, or where
    /// it does not pay.
    bool convolvePlanes(KernelContext& context, const RuntimeValue& x, const RuntimeValue& w) {
        const RuntimeValue* residual =
            m_epilogue.residual ? &context.input(*m_epilogue.residual) : nullptr;
        if (!x.strides.empty() || !w.strides.empty() || context.mayStride() || m_prepared.any() ||
            (residual && !residual->strides.empty()))
            return false;
        if (!m_planar || m_planar->in != x.dims || !context.weightsStay())
            m_planar = planarOf(context, x, w);
        const auto& planes = m_planar->planes;
        const FoldedWeights& folded = m_planar->folded;
        if (!planes)
            return false;
        require(!residual || residual->dims == m_planar->out,
                "the tensor that is added has another shape than the model declares");
        const RuntimeValue* bias = context.optional(2);
        require(!bias || bias->count() == w.dims[0],
                "the bias needs one value for each output channel");
        const float* start = !folded.ownBias.empty() ? folded.ownBias.data()
                             : bias                  ? bias->as<float>()
                                                     : nullptr;
        const std::vector<VectorStep> steps = lastSteps();
        RuntimeValue& y = context.output(0, DataType::float32, m_planar->out);
        const std::int64_t size = planes->planeSize();
        const auto finish = [&](std::int64_t, std::int64_t plane, const float* sums) {
            float* to = y.as<float>() + plane * size;
            planes->gather(sums, residual ? residual->as<float>() + plane * size : nullptr, to);
            for (const VectorStep& step : steps)
                runVectorStep(step, to, nullptr, to, static_cast<std::size_t>(size));
        };
        planes->run(x.as<float>(), 0, folded.ownWeights.data(), start, finish);
        return true;
    }

    /// Convolves single pixels where both sides lie row-major; false where that is not so, or where it
    /// does not pay.
    bool multiplyPlanes(KernelContext& context, const RuntimeValue& x, const RuntimeValue& w) {
        if (!x.strides.empty() || !w.strides.empty() || context.mayStride() ||
            !context.weightsStay() || m_prepared.any() || m_epilogue.residual ||
            m_epilogue.batchNormalization)
            return false;
        Dims out = x.dims; // as far as it is one
        out[1] = w.dims[0];
        const ThreadTeam::Limit limit(threadsFor(out, w.dims));
        std::optional<PointwiseConv>& conv = m_pointwise.of(x.dims, [&] {
            const Dims spatial(x.dims.begin() + 2, x.dims.end());
            return PointwiseConv::of(
                windowOf(context.node(), spatial, Dims(w.dims.begin() + 2, w.dims.end())), x.dims,
                w.dims);
        });
        if (!conv)
            return false;
        const RuntimeValue* bias = context.optional(2);
        require(!bias || bias->count() == w.dims[0],
                "the bias needs one value for each output channel");
        RuntimeValue& y = context.output(0, DataType::float32, conv->out());
        conv->run(x.as<float>(), w.as<float>(), bias ? bias->as<float>() : nullptr, lastSteps(),
                  y.as<float>());
        return true;
    }

    /// The activations after a convolution that oneDNN does not apply.
    [[nodiscard]] std::vector<VectorStep> lastSteps() const {
        std::vector<VectorStep> steps = m_epilogue.activations;
        if (m_swish)
            steps.push_back(*m_swish);
        return steps;
    }

    void convolve(KernelContext& context, const RuntimeValue& x, const RuntimeValue& w) {
        execute(context, m_prepared.of(x.dims, [&] { return prepare(context, x, w); }), x);
    }

    /// What convolves, and packed weights of one input shape.
    struct Prepared {
        std::optional<PanelProduct> panels;
        std::optional<WinogradConv> winograd;
        Primitive primitive;               ///< without both
        TensorDesc source, target;         ///< layouts the primitive wants
        Dims sourceStrides, targetStrides; ///< empty where the layout is blocked and only a
                                           ///< reorder can read or write it
        Dims outDims;
        int threads = 1;
        bool targetIsRowMajor = false;
        /// The image is one pixel wide. oneDNN vectorizes and blocks over the last axis, so it gets
        /// the image lying, one pixel high, which is the same memory.
        bool lies = false;
        bool takesPixels = false; ///< the source is channels last, of at most four channels
        PackedWeights weights;
        PackedWeights factors; ///< of the weights, which are panels, for `winograd`
        CachedReorder turnSource, turnTarget, turnResidual;
    };

    Prepared prepare(KernelContext& context, const RuntimeValue& x, const RuntimeValue& w) {
        const Dims spatial(x.dims.begin() + 2, x.dims.end());
        const Window window =
            windowOf(context.node(), spatial, Dims(w.dims.begin() + 2, w.dims.end()));
        Prepared made;
        made.outDims = {x.dims[0], w.dims[0]};
        std::ranges::copy(window.outDims(spatial, false), std::back_inserter(made.outDims));
        made.threads = threadsFor(made.outDims, w.dims);
        const ThreadTeam::Limit limit(made.threads);
        const bool first = !m_prepared.any(); // later shapes repack its weights
        const FoldedWeights folded =
            first ? foldWeights(context, w, context.optional(2), m_epilogue) : FoldedWeights();
        if (first && m_epilogue.batchNormalization)
            m_bias = folded.ownBias;
        if (first)
            m_mayUseOwn = context.weightsStay() && context.node().intAttribute("group", 1) == 1;
        if (!m_mayUseOwn || !(prepareProduct(made, window, x.dims, w.dims, folded) ||
                              prepareWinograd(made, window, x.dims, w.dims, folded)))
            preparePrimitive(made, context, window, x.dims, w.dims, folded);
        made.sourceStrides = unblockedStrides(made.source);
        made.targetStrides = unblockedStrides(made.target);
        made.targetIsRowMajor =
            !made.targetStrides.empty() && isRowMajor(made.target.get_dims(), made.targetStrides);
        const Dims in = made.source.get_dims();
        made.takesPixels = in[1] >= 1 && in[1] <= 4 &&
                           made.sourceStrides == stridesLike(channelsLastStrides(in), in);
        if (context.weightsStay())
            context.dropWeights(); // only the packed ones are read from here on
        return made;
    }

    /// The filters in any layout, of an earlier shape or as they were given.
    [[nodiscard]] PackedWeights anyFilters(const Dims& filters, const FoldedWeights& folded) const {
        const TensorDesc plain = plainDesc(filters);
        if (m_prepared.any())
            return packedLike(plain, filters, false);
        return {wrap(plain, folded.weights), nullptr};
    }

    /// The filters in panels, which shapes share.
    [[nodiscard]] PackedWeights filterPanels(const Dims& filters,
                                             const FoldedWeights& folded) const {
        const Prepared* same = m_prepared.firstWhere(
            [](const Dims&, const Prepared& each) { return each.panels || each.winograd; });
        return same ? same->weights : panelsOfFilters(anyFilters(filters, folded).memory);
    }

    /// Prepares the product by panels; false where it does not pay or the weights do not allow it.
    bool prepareProduct(Prepared& made, const Window& window, const Dims& in, const Dims& filters,
                        const FoldedWeights& folded) const {
        if (!panelsConvolveBetter(filters, made.outDims))
            return false;
        made.weights = filterPanels(filters, folded);
        // Times the padding, a number that is not finite would not be 0.
        const bool isPadded = !areAll(window.padBegin, 0) || !areAll(window.padEnd, 0);
        if (isPadded && !areFinite(made.weights))
            return false;
        made.panels = convolutionByPanels(window, in, made.outDims, m_epilogue);
        layChannelsLast(made, in);
        return true;
    }

    /// Prepares the convolution by Winograd's transforms; false as for prepareProduct.
    bool prepareWinograd(Prepared& made, const Window& window, const Dims& in, const Dims& filters,
                         const FoldedWeights& folded) const {
        if (!WinogradConv::pays(window, filters, made.outDims))
            return false;
        const Prepared* same = m_prepared.firstWhere(
            [](const Dims&, const Prepared& each) { return !!each.winograd; });
        PackedWeights factors =
            same ? same->factors : WinogradConv::factorsOf(anyFilters(filters, folded).memory);
        if (!areFinite(factors))
            return false;
        made.factors = std::move(factors);
        made.weights = filterPanels(filters, folded);
        made.winograd.emplace(window, in, made.outDims, m_epilogue);
        layChannelsLast(made, in);
        return true;
    }

    static void layChannelsLast(Prepared& made, const Dims& in) {
        made.source = channelsLast(in);
        made.target = channelsLast(made.outDims);
    }

    void preparePrimitive(Prepared& made, const KernelContext& context, const Window& window,
                          const Dims& given, const Dims& filters,
                          const FoldedWeights& folded) const {
        const std::int64_t group = context.node().intAttribute("group", 1);
        Dims weightDims = filters;
        if (group > 1) {
            weightDims[0] = filters[0] / group;
            weightDims.insert(weightDims.begin(), group);
        }
        Dims dilations = window.dilations;
        for (std::int64_t& each : dilations)
            --each; // 0 is dense for oneDNN
        made.lies = given.size() == 4 && given[2] > 1 && given[3] == 1 && filters[3] == 1 &&
                    made.outDims[3] == 1;
        const auto placed = [&](const Dims& axes) { return made.lies ? laidDown(axes) : axes; };
        weightDims = placed(weightDims);
        const bool hasBias = m_epilogue.batchNormalization || context.optional(2);
        const auto desc = chooseLayouts({placed(given), weightDims, placed(made.outDims),
                                         placed(window.strides), placed(dilations),
                                         placed(window.padBegin), placed(window.padEnd), hasBias},
                                        m_epilogue, context.mayStride());
        made.source = desc.src_desc();
        made.target = desc.dst_desc();
        made.weights = m_prepared.any()
                           ? packedLike(desc.weights_desc(), weightDims, made.lies)
                           : pack(wrap(plainDesc(weightDims), folded.weights), desc.weights_desc());
        made.primitive = Primitive(desc);
        made.primitive.set(DNNL_ARG_WEIGHTS, made.weights.memory.get_data_handle());
    }

    /// The packed weights of an earlier shape, repacked where this shape wants another layout.
    [[nodiscard]] PackedWeights packedLike(const TensorDesc& wanted, const Dims& dims,
                                           bool lie) const {
        const Prepared* same = m_prepared.firstWhere([&](const Dims&, const Prepared& each) {
            return each.weights.memory.get_desc() == wanted;
        });
        if (same)
            return same->weights;
        const Prepared& any = *m_prepared.any();
        if (any.panels || any.winograd)
            return packFilters(any.weights, dims, wanted);
        if (any.lies == lie)
            return pack(any.weights.memory, wanted);
        TensorDesc turned = any.weights.memory.get_desc();
        std::vector<int> axes(static_cast<std::size_t>(turned.get_ndims()));
        std::iota(axes.begin(), axes.end(), 0);
        std::swap(axes.end()[-1], axes.end()[-2]);
        return pack(wrap(turned.permute_axes(axes), any.weights.memory.get_data_handle()), wanted);
    }

    void execute(KernelContext& context, Prepared& conv, const RuntimeValue& given) const {
        const ThreadTeam::Limit limit(conv.threads);
        const RuntimeValue lying = conv.lies ? laidDown(given) : RuntimeValue();
        const RuntimeValue& x = conv.lies ? lying : given;
        const void* source = liesAs(x, conv.sourceStrides) ? x.data : turned(x, conv);
        const RuntimeValue* residual =
            m_epilogue.residual ? &context.input(*m_epilogue.residual) : nullptr;
        require(!residual || residual->dims == conv.outDims,
                "the tensor that is added has another shape than the model declares");
        const RuntimeValue* bias = m_epilogue.batchNormalization ? nullptr : context.optional(2);
        require(!bias || bias->count() == conv.outDims[1],
                "the bias needs one value for each output channel");
        RuntimeValue& y = context.output(0, DataType::float32, conv.outDims);
        const bool direct =
            conv.targetIsRowMajor || (!conv.targetStrides.empty() && context.mayStride());
        if (direct && !conv.targetIsRowMajor)
            y.strides = conv.lies ? laidDown(conv.targetStrides) : conv.targetStrides;
        void* target = direct ? y.data : scratchBytes(conv.target.get_size(), 1);
        if (residual && conv.lies) // oneDNN adds to what is in the target
            copyInto(laidDown(*residual), target, conv);
        else if (residual)
            copyInto(*residual, target, conv);
        convolveAs(conv, static_cast<const float*>(source),
                   bias             ? bias->as<float>()
                   : m_bias.empty() ? nullptr
                                    : m_bias.data(),
                   static_cast<float*>(target));
        if (m_swish)
            mapInPlace(*m_swish, static_cast<float*>(target), conv.target);
        if (!direct)
            conv.turnTarget.toRows(conv.target, target,
                                   conv.lies ? laidDown(conv.outDims) : conv.outDims, y.data);
    }

    static void convolveAs(Prepared& conv, const float* x, const float* bias, float* y) {
        if (conv.panels)
            return multiplyByPanels(*conv.panels, x, numbersIn(conv.weights), bias, y);
        if (conv.winograd)
            return conv.winograd->run({x, numbersIn(conv.factors), numbersIn(conv.weights), bias},
                                      y);
        if (bias)
            conv.primitive.set(DNNL_ARG_BIAS, bias);
        conv.primitive.run(x, y);
    }

    static void mapInPlace(const VectorStep& step, float* all, const TensorDesc& desc) {
        const auto count = static_cast<std::int64_t>(desc.get_size() / sizeof(float));
        parallelFor(count, 4096, [&](std::int64_t begin, std::int64_t end) {
            runVectorStep(step, all + begin, nullptr, all + begin,
                          static_cast<std::size_t>(end - begin));
        });
    }

    /// The input in the layout that the primitive wants.
    static const void* turned(const RuntimeValue& x, Prepared& conv) {
        void* target = scratchBytes(conv.source.get_size(), 0);
        if (conv.takesPixels && x.strides.empty())
            interleave(x, static_cast<float*>(target));
        else
            conv.turnSource.fromValue(x, conv.source, target);
        return target;
    }

    /// Copies `value` to `target` in the primitive's layout, unless it is already there.
    static void copyInto(const RuntimeValue& value, void* target, Prepared& conv) {
        const bool inPlace = value.data == target;
        if (inPlace && liesAs(value, conv.targetStrides))
            return;
        void* turned = inPlace ? scratchBytes(conv.target.get_size(), 2) : target;
        conv.turnResidual.fromValue(value, conv.target, turned);
        if (inPlace)
            std::memcpy(target, turned, conv.target.get_size());
    }

    Epilogue m_epilogue;
    /// Runs in a pass after the convolution, which is faster than oneDNN's fused swish.
    std::optional<VectorStep> m_swish;
    bool m_mayUseOwn = false;  ///< convolutions, which have one group and constant weights
    std::vector<float> m_bias; ///< folded; empty where no BatchNormalization is folded in
    PreparedByShape<Dims, Prepared> m_prepared;                      ///< by dims of X
    std::optional<Planar> m_planar;                                  ///< of the last run
    PreparedByShape<Dims, std::optional<PointwiseConv>> m_pointwise; ///< by dims of X
};

} // namespace

/// Convolves X with the filters W and adds the bias B.
///
/// Inputs:   X float32 [N, C, D1, …, Dn] of 1 to 3 spatial axes, may be strided;
///           W [M, C / group, k1, …, kn]; B [M], optional
/// Outputs:  Y [N, M, o1, …, on]
/// Method:   oneDNN's direct convolution in the layouts that it prefers, constant weights packed
///           once; few pixels channels last as a product by panels (`panel_conv`), filters of 3 × 3
///           by Winograd's transforms (`WinogradConv`); filters of one channel, and a few filters of
///           few channels, by plane (`PlanarConv`), and single pixels as a product (`PointwiseConv`),
///           where input and output lie row-major; a following BatchNormalization, residual and
///           activations are fused; single pixels and a depthwise Conv behind them are one pass
///           (`DepthwisePair`), with a MaxPool that halves the image
/// Source:   ONNX Conv-22
std::unique_ptr<Kernel> makeConv(const KernelInit& init) {
    if (init.epilogue.depthwise)
        return makeDepthwisePair(init);
    return std::make_unique<ConvKernel>(init);
}

} // namespace partita::cpu
