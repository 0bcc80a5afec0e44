#include <algorithm>
#include <cstring>
#include <iterator>

#include "providers/cpu/kernels/conv_weights.h"
#include "providers/cpu/kernels/depthwise_pair.h"
#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/kernels/prepared_by_shape.h"

namespace partita::cpu {

namespace {

/// The weights, and biases or zeros, of convolutions one behind the other.
class JoinedConstants {
public:
    /// Adds those of the inputs from `weights` on, with what is folded into them.
    void add(const KernelContext& context, std::size_t weights, const Epilogue& epilogue) {
        const RuntimeValue& w = context.input(weights);
        const RuntimeValue* bias = context.optional(weights + 1);
        const FoldedWeights folded = foldWeights(context, w, bias, epilogue);
        const auto filters = static_cast<std::size_t>(w.dims[0]), before = m_weights.size(),
                   more = static_cast<std::size_t>(w.count());
        m_weights.resize(before + more);
        std::memcpy(m_weights.data() + before, folded.weights, more * sizeof(float));
        m_bias.resize(m_bias.size() + filters);
        const float* given = folded.ownBias.empty() ? nullptr : folded.ownBias.data();
        if (!given && bias)
            given = bias->as<float>();
        if (given)
            std::copy_n(given, filters, m_bias.end() - static_cast<std::ptrdiff_t>(filters));
    }
    [[nodiscard]] std::int64_t count() const { return std::ssize(m_bias); }
    [[nodiscard]] ConvConstants all(const Epilogue& epilogue) const {
        return {m_weights.data(), m_bias.data(), epilogue.ownSteps()};
    }

private:
    std::vector<float> m_weights, m_bias;
};

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
        : m_epilogue(init.epilogue),
          m_step(*init.epilogue.depthwise), m_pairs{{1, m_step.weights}} {
        for (const std::size_t first : m_step.beside)
            m_pairs.push_back({first, first + 2});
    }

    void run(KernelContext& context) override {
        const RuntimeValue& x = context.input(0);
        require(x.dims.size() == 4, "the input must have 4 dimensions");
        Prepared& made = m_prepared.of(x.dims, [&] { return prepare(context); });
        const void* source = x.data;
        if (!liesAs(x, made.source)) {
            void* turned = scratchBytes(x.byteSize(), 0);
            made.turnSource.fromValue(x, stridedDesc(x.dims, made.source), turned);
            source = turned;
        }
        if (m_pairs.size() == 1)
            runToOne(context, made, static_cast<const float*>(source));
        else
            runToSeveral(context, made, static_cast<const float*>(source));
    }

private:
    /// The inputs with the weights of both convolutions, before those with the biases.
    struct Inputs {
        std::size_t pixels, filters;
    };
    /// The pairs of one input shape, as one.
    struct Prepared {
        DepthwisePair pair;
        Dims source, target; ///< strides with the channels last
        CachedReorder turnSource, turnTarget;
    };

    static void runToOne(KernelContext& context, Prepared& made, const float* x) {
        const Dims& out = made.pair.out();
        RuntimeValue& y = context.output(0, DataType::float32, out);
        const bool isPlain = isRowMajor(out, made.target), direct = isPlain || context.mayStride();
        if (direct && !isPlain)
            y.strides = made.target;
        void* target = direct ? y.data : scratchBytes(y.byteSize(), 1);
        made.pair.run(x, static_cast<float*>(target));
        if (!direct)
            made.turnTarget.toRows(stridedDesc(out, made.target), target, out, y.data);
    }

    /// The channels of each pair go to its output.
    void runToSeveral(KernelContext& context, const Prepared& made, const float* x) const {
        Dims out = made.pair.out();
        auto* sums = static_cast<std::byte*>(
            scratchBytes(static_cast<std::size_t>(times(product(out), sizeof(float))), 1));
        made.pair.run(x, reinterpret_cast<float*>(sums));
        for (std::size_t i = 0; i < m_pairs.size(); ++i) {
            out[1] = context.input(m_pairs[i].pixels).dims[0];
            RuntimeValue& y = context.output(i, DataType::float32, out);
            const Dims wanted = context.mayStride() ? channelsLastStrides(out) : denseStrides(out);
            if (!isRowMajor(out, wanted))
                y.strides = wanted;
            copyStrided(y.type, sums, made.target, y.data, wanted, out);
            sums += static_cast<std::size_t>(out[1]) * sizeof(float);
        }
    }

    [[nodiscard]] Prepared prepare(KernelContext& context) {
        const RuntimeValue &x = context.input(0), &pixels = context.input(1),
                           &filters = context.input(m_step.weights);
        std::int64_t count = 0;
        for (const Inputs& each : m_pairs) {
            const Dims &ofPixels = context.input(each.pixels).dims,
                       &ofFilters = context.input(each.filters).dims;
            require(ofPixels.size() == 4 && ofFilters.size() == 4 && ofPixels[1] == x.dims[1] &&
                        ofPixels[0] == ofFilters[0],
                    "channels, weights and group do not match");
            count = plus(count, ofPixels[0]);
        }
        const Dims spatial(x.dims.begin() + 2, x.dims.end());
        const auto windowFor = [&](const Node& node, const Dims& weights) {
            return windowOf(node, spatial, Dims(weights.begin() + 2, weights.end()));
        };
        require(windowFor(context.node(), pixels.dims).outDims(spatial, false) == spatial,
                "the first convolution changes the size of the image");
        const Window window = windowFor(*m_step.node, filters.dims);
        require(DepthwisePair::takes(filters.dims, window.strides, window.dilations),
                "the filters have other sizes than the model declares");
        const Dims in{x.dims[0], count, spatial[0], spatial[1]};
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
        JoinedConstants pixels, filters;
        for (const Inputs& each : m_pairs) {
            pixels.add(context, each.pixels, m_epilogue);
            filters.add(context, each.filters, m_step.epilogue);
        }
        const Dims &w = context.input(1).dims, &ofFilters = context.input(m_step.weights).dims;
        auto made = std::make_shared<const PairConstants>(pixels.all(m_epilogue), w[1],
                                                          filters.all(m_step.epilogue),
                                                          pixels.count(), product(ofFilters, 2));
        context.dropWeights(); // only the packed ones are read from here on
        return made;
    }

    Epilogue m_epilogue;
    DepthwiseStep m_step;
    std::vector<Inputs> m_pairs;                      ///< each makes an output
    std::shared_ptr<const PairConstants> m_constants; ///< the same for all shapes
    PreparedByShape<Dims, Prepared> m_prepared;       ///< by dims of X
};

} // namespace

std::unique_ptr<Kernel> makeDepthwisePair(const KernelInit& init) {
    return std::make_unique<DepthwisePairKernel>(init);
}

} // namespace partita::cpu
