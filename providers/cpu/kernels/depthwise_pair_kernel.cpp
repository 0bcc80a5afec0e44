#include <algorithm>
#include <iterator>

#include "providers/cpu/kernels/conv_weights.h"
#include "providers/cpu/kernels/depthwise_pair.h"
#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/kernels/prepared_by_shape.h"

namespace partita::cpu {

namespace {

/// Weights and bias of a convolution as the loops take them; `folded` must outlive them.
ConvConstants constantsOf(const RuntimeValue* bias, const FoldedWeights& folded,
                          const Epilogue& epilogue) {
    const float* given = bias ? bias->as<float>() : nullptr;
    return {folded.weights, folded.ownBias.empty() ? given : folded.ownBias.data(),
            epilogue.ownSteps()};
}

/// The size of an image of the largest of each 2 × 2 numbers.
Dims halvesOf(const Dims& spatial) {
    Window window;
    window.kernel = window.strides = {2, 2};
    window.dilations = {1, 1};
    window.padBegin = window.padEnd = {0, 0};
    return window.outDims(spatial, false);
}

class DepthwisePairKernel : public Kernel {
public:
    explicit DepthwisePairKernel(const KernelInit& init)
        : m_epilogue(init.epilogue), m_step(*init.epilogue.depthwise) {}

    void run(KernelContext& context) override {
        const RuntimeValue& x = context.input(0);
        require(x.dims.size() == 4, "the input must have 4 dimensions");
        Prepared& made = m_prepared.of(x.dims, [&] { return prepare(context); });
        const Dims& out = made.pair.out();
        const void* source = x.data;
        if (!liesAs(x, made.source)) {
            void* turned = scratchBytes(x.byteSize(), 0);
            made.turnSource.fromValue(x, {x.dims, dnnl::memory::data_type::f32, made.source},
                                      turned);
            source = turned;
        }
        RuntimeValue& y = context.output(0, DataType::float32, out);
        const bool isPlain = isRowMajor(out, made.target), direct = isPlain || context.mayStride();
        if (direct && !isPlain)
            y.strides = made.target;
        void* target = direct ? y.data : scratchBytes(y.byteSize(), 1);
        made.pair.run(static_cast<const float*>(source), static_cast<float*>(target));
        if (!direct)
            made.turnTarget.toRows({out, dnnl::memory::data_type::f32, made.target}, target, out,
                                   y.data);
    }

private:
    /// The pair of one input shape.
    struct Prepared {
        DepthwisePair pair;
        Dims source, target; ///< strides with the channels last
        CachedReorder turnSource, turnTarget;
    };

    [[nodiscard]] Prepared prepare(KernelContext& context) {
        const RuntimeValue &x = context.input(0), &pixels = context.input(1),
                           &filters = context.input(m_step.weights);
        require(pixels.dims.size() == 4 && filters.dims.size() == 4 &&
                    pixels.dims[1] == x.dims[1] && pixels.dims[0] == filters.dims[0],
                "channels, weights and group do not match");
        const Dims spatial(x.dims.begin() + 2, x.dims.end());
        const auto windowFor = [&](const Node& node, const Dims& weights) {
            return windowOf(node, spatial, Dims(weights.begin() + 2, weights.end()));
        };
        require(windowFor(context.node(), pixels.dims).outDims(spatial, false) == spatial,
                "the first convolution changes the size of the image");
        const Window window = windowFor(*m_step.node, filters.dims);
        require(DepthwisePair::takes(filters.dims, window.strides, window.dilations),
                "the filters have other sizes than the model declares");
        const Dims in{x.dims[0], filters.dims[0], spatial[0], spatial[1]};
        Dims out{in[0], in[1]};
        Dims made = window.outDims(spatial, false);
        if (m_step.halves)
            made = halvesOf(made);
        std::ranges::copy(made, std::back_inserter(out));
        if (!m_constants)
            m_constants = pack(context);
        return {DepthwisePair(window, m_step.halves, in, out, m_constants),
                channelsLastStrides(x.dims),
                channelsLastStrides(out),
                {},
                {}};
    }

    [[nodiscard]] std::shared_ptr<const PairConstants> pack(KernelContext& context) const {
        const RuntimeValue &pixels = context.input(1), &filters = context.input(m_step.weights);
        const RuntimeValue *pixelBias = context.optional(2),
                           *bias = context.optional(m_step.weights + 1);
        const FoldedWeights first = foldWeights(context, pixels, pixelBias, m_epilogue),
                            second = foldWeights(context, filters, bias, m_step.epilogue);
        auto made = std::make_shared<const PairConstants>(
            constantsOf(pixelBias, first, m_epilogue), pixels.dims[1],
            constantsOf(bias, second, m_step.epilogue), filters.dims[0], product(filters.dims, 2));
        context.dropWeights(); // only the packed ones are read from here on
        return made;
    }

    Epilogue m_epilogue;
    DepthwiseStep m_step;
    std::shared_ptr<const PairConstants> m_constants; ///< the same for all shapes
    PreparedByShape<Dims, Prepared> m_prepared;       ///< by dims of X
};

} // namespace

std::unique_ptr<Kernel> makeDepthwisePair(const KernelInit& init) {
    return std::make_unique<DepthwisePairKernel>(init);
}

} // namespace partita::cpu
