#include <cmath>
#include <cstring>
#include <map>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/window.h"

namespace partita::cpu {

namespace {

using dnnl::algorithm;
using dnnl::prop_kind;

/// Weights and bias as the convolution uses them, a BatchNormalization behind it taken in:
/// W' = W · s, b' = (b - mean) · s + B with s = scale / √(var + ε) for each output channel.
struct FoldedWeights {
    const float* weights = nullptr;
    const float* bias = nullptr; ///< null: none
    std::vector<float> ownWeights, ownBias;
};

FoldedWeights foldWeights(const KernelContext& context, const Epilogue& epilogue) {
    const RuntimeValue &w = context.input(1), *b = context.optional(2);
    FoldedWeights made{w.as<float>(), b ? b->as<float>() : nullptr, {}, {}};
    const auto channels = static_cast<std::size_t>(w.dims[0]);
    require(!b || b->count() == w.dims[0], "the bias needs one value for each output channel");
    if (!epilogue.batchNormalization)
        return made;
    const std::size_t first = *epilogue.batchNormalization;
    for (std::size_t i = 0; i < 4; ++i)
        require(context.input(first + i).count() == w.dims[0],
                "scale, bias, mean and variance need one value for each channel");
    const auto parameter = [&](std::size_t i) { return context.input(first + i).as<float>(); };
    const std::size_t row = channels ? static_cast<std::size_t>(w.count()) / channels : 0;
    made.ownWeights.assign(w.as<float>(), w.as<float>() + w.count());
    made.ownBias.resize(channels);
    for (std::size_t c = 0; c < channels; ++c) {
        const float factor = parameter(0)[c] / std::sqrt(parameter(3)[c] + epilogue.batchEpsilon);
        for (std::size_t i = 0; i < row; ++i)
            made.ownWeights[c * row + i] *= factor;
        made.ownBias[c] =
            ((b ? b->as<float>()[c] : 0) - parameter(2)[c]) * factor + parameter(1)[c];
    }
    made.weights = made.ownWeights.data();
    made.bias = made.ownBias.data();
    return made;
}

/// X [N, C, D1 … Dn], W [M, C/group, k1 … kn], B [M]; primitives are made once for each shape.
class ConvKernel : public Kernel {
public:
    explicit ConvKernel(const KernelInit& init) : m_epilogue(init.epilogue) {}

    void run(KernelContext& context) override {
        const RuntimeValue &x = context.input(0), &w = context.input(1);
        require(x.dims.size() >= 3 && x.dims.size() <= 5 && w.dims.size() == x.dims.size(),
                "the input must have 3 to 5 dimensions and the weights as many");
        if (!context.weightsStay())
            m_prepared.clear();
        auto found = m_prepared.find(x.dims);
        if (found == m_prepared.end())
            found = m_prepared.emplace(x.dims, prepare(context, x, w)).first;
        execute(context, found->second, x);
    }

private:
    /// One convolution made ready for one input shape.
    struct Prepared {
        dnnl::convolution_forward primitive;
        TensorDesc source, target; ///< layouts the primitive wants
        Dims outDims;
        Dims targetStrides; ///< of a layout without blocks; empty: only a reorder can read it
        bool sourceIsRowMajor = false; ///< or as good as that, with axes of one element
        std::unordered_map<int, dnnl::memory> arguments;
        CachedReorder turnSource, turnTarget, turnResidual;
    };

    Prepared prepare(KernelContext& context, const RuntimeValue& x, const RuntimeValue& w) {
        const Node& node = context.node();
        const std::int64_t group = node.intAttribute("group", 1);
        require(group > 0 && x.dims[1] == w.dims[1] * group && w.dims[0] % group == 0,
                "channels, weights and group do not fit");
        const Dims spatial(x.dims.begin() + 2, x.dims.end()),
            kernel(w.dims.begin() + 2, w.dims.end());
        const Window window = windowOf(node, spatial, kernel);
        Prepared made;
        made.outDims = {x.dims[0], w.dims[0]};
        for (const std::int64_t size : window.outDims(spatial, false))
            made.outDims.push_back(size);
        Dims weightDims = w.dims;
        if (group > 1) {
            weightDims[0] = w.dims[0] / group;
            weightDims.insert(weightDims.begin(), group);
        }
        Dims dilations = window.dilations;
        for (std::int64_t& each : dilations)
            --each;                            // oneDNN counts the gaps
        const bool first = m_prepared.empty(); // later shapes take the weights of the first one
        const FoldedWeights folded = first ? foldWeights(context, m_epilogue) : FoldedWeights();
        const bool hasBias = first ? folded.bias != nullptr : m_bias.get(true) != nullptr;
        const TensorDesc bias = hasBias ? plainDesc({w.dims[0]}) : TensorDesc();
        const dnnl::convolution_forward::primitive_desc desc(
            OneDnn::instance().engine, prop_kind::forward_inference, algorithm::convolution_direct,
            anyDesc(x.dims), anyDesc(weightDims), bias, anyDesc(made.outDims), window.strides,
            dilations, window.padBegin, window.padEnd, m_epilogue.attributes());
        made.primitive = dnnl::convolution_forward(desc);
        made.source = desc.src_desc();
        made.target = desc.dst_desc();
        made.targetStrides = unblockedStrides(made.target);
        const Dims sourceStrides = unblockedStrides(made.source);
        made.sourceIsRowMajor = !sourceStrides.empty() && isRowMajor(x.dims, sourceStrides);
        made.arguments = {
            {DNNL_ARG_SRC, wrap(made.source, nullptr)},
            {DNNL_ARG_DST, wrap(made.target, nullptr)},
            {DNNL_ARG_WEIGHTS, packed(folded.weights, plainDesc(weightDims), desc.weights_desc())}};
        if (first)
            m_bias = hasBias ? owned(wrap(bias, folded.bias)) : dnnl::memory();
        if (hasBias)
            made.arguments.emplace(DNNL_ARG_BIAS, m_bias);
        if (context.weightsStay())
            context.dropWeights(); // the packed ones are used from here on
        return made;
    }

    /// Weights in the layout that the primitive wants; `weights` is null where an earlier shape has
    /// them already.
    [[nodiscard]] dnnl::memory packed(const float* weights, const TensorDesc& plain,
                                      const TensorDesc& wanted) const {
        if (!weights)
            return reordered(m_prepared.begin()->second.arguments.at(DNNL_ARG_WEIGHTS), wanted);
        const dnnl::memory source = wrap(plain, weights);
        return plain == wanted ? owned(source) : reordered(source, wanted);
    }

    void execute(KernelContext& context, Prepared& conv, const RuntimeValue& x) const {
        auto& dnn = OneDnn::instance();
        dnnl::memory& source = conv.arguments.at(DNNL_ARG_SRC);
        dnnl::memory& target = conv.arguments.at(DNNL_ARG_DST);
        const dnnl::memory given = wrap(descOf(x), x.data);
        if ((conv.sourceIsRowMajor && x.strides.empty()) || given.get_desc() == conv.source) {
            source.set_data_handle(x.data);
        } else {
            source.set_data_handle(scratchMemory(conv.source, 0).get_data_handle());
            conv.turnSource.run(given, source);
        }
        const RuntimeValue residual =
            m_epilogue.residual ? context.input(*m_epilogue.residual) : RuntimeValue();
        require(!m_epilogue.residual || residual.dims == conv.outDims,
                "what is added has another shape than the file says");
        RuntimeValue& y = context.output(0, DataType::float32, conv.outDims);
        const bool rowMajor =
            !conv.targetStrides.empty() && isRowMajor(conv.outDims, conv.targetStrides);
        const bool direct = rowMajor || (!conv.targetStrides.empty() && context.mayStride());
        if (direct && !rowMajor)
            y.strides = conv.targetStrides;
        target.set_data_handle(direct ? y.data : scratchMemory(conv.target, 1).get_data_handle());
        if (m_epilogue.residual) // the sum is made in the target's place
            copyInto(residual, target, conv.turnResidual);
        conv.primitive.execute(dnn.stream, conv.arguments);
        if (!direct)
            conv.turnTarget.run(target, wrap(plainDesc(conv.outDims), y.data));
        dnn.stream.wait();
    }

    /// Makes `target` hold `value`; nothing to do where it is written over it already.
    static void copyInto(const RuntimeValue& value, const dnnl::memory& target,
                         CachedReorder& reorder) {
        const dnnl::memory source = wrap(descOf(value), value.data);
        if (value.data != target.get_data_handle())
            return reorder.run(source, target);
        if (source.get_desc() == target.get_desc())
            return;
        const dnnl::memory turned = scratchMemory(target.get_desc(), 2);
        reorder.run(source, turned);
        std::memcpy(target.get_data_handle(), turned.get_data_handle(),
                    target.get_desc().get_size());
    }

    Epilogue m_epilogue;
    dnnl::memory m_bias; ///< empty: none
    std::map<Dims, Prepared> m_prepared;
};

} // namespace

std::unique_ptr<Kernel> makeConv(const KernelInit& init) {
    return std::make_unique<ConvKernel>(init);
}

} // namespace partita::cpu
