#include <map>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/window.h"

namespace partita::cpu {

namespace {

using dnnl::algorithm;
using dnnl::prop_kind;

/// An activation that a primitive applies on the way out.
struct PostActivation {
    algorithm kind = algorithm::undef;
    float alpha = 0, beta = 0;
};

/// The activation of the node that was fused behind this one.
PostActivation fusedActivation(const KernelInit& init) {
    if (init.fused.empty())
        return {};
    const Node& node = *init.model.node(init.fused.front());
    if (node.opType == "Relu")
        return {algorithm::eltwise_relu, 0, 0};
    if (node.opType == "Sigmoid")
        return {algorithm::eltwise_logistic, 0, 0};
    if (node.opType == "LeakyRelu")
        return {algorithm::eltwise_relu, node.floatAttribute("alpha", 0.01F), 0};
    require(node.opType == "Clip", "this activation cannot be fused");
    const auto bound = [&](std::size_t input, const char* name, float otherwise) {
        if (input < node.inputs.size() && node.inputs[input])
            if (const auto tensor = constantOf(init.model, node.inputs[input]))
                if (const auto values = elementsAsDoubles(*tensor); values && values->size() == 1)
                    return static_cast<float>((*values)[0]);
        return node.floatAttribute(name, otherwise);
    };
    return {algorithm::eltwise_clip, bound(1, "min", std::numeric_limits<float>::lowest()),
            bound(2, "max", std::numeric_limits<float>::max())};
}

dnnl::primitive_attr attributesFor(const PostActivation& activation) {
    dnnl::primitive_attr attributes;
    if (activation.kind != algorithm::undef) {
        dnnl::post_ops operations;
        operations.append_eltwise(activation.kind, activation.alpha, activation.beta);
        attributes.set_post_ops(operations);
    }
    return attributes;
}

/// One convolution made ready for one input shape.
struct PreparedConv {
    dnnl::convolution_forward primitive;
    TensorDesc source, target; ///< layouts the primitive wants
    TensorDesc plainSource, plainTarget;
    dnnl::memory weights;
    Dims outDims;
};

/// X [N, C, D1 … Dn], W [M, C/group, k1 … kn], B [M]; primitives are made once for each shape.
class ConvKernel : public Kernel {
public:
    explicit ConvKernel(const KernelInit& init)
        : m_activation(fusedActivation(init)), m_constantWeights(init.constant(1).has_value()) {}

    void run(KernelContext& context) override {
        const RuntimeValue &x = context.input(0), &w = context.input(1);
        require(x.dims.size() >= 3 && x.dims.size() <= 5 && w.dims.size() == x.dims.size(),
                "the input must have 3 to 5 dimensions and the weights as many");
        auto found = m_prepared.find(x.dims);
        if (found == m_prepared.end() || !m_constantWeights) {
            m_prepared.erase(x.dims);
            found = m_prepared.emplace(x.dims, prepare(context, x, w)).first;
        }
        execute(context, found->second, x);
    }

private:
    PreparedConv prepare(KernelContext& context, const RuntimeValue& x,
                         const RuntimeValue& w) const {
        const Node& node = context.node();
        const std::int64_t group = node.intAttribute("group", 1);
        require(group > 0 && x.dims[1] == w.dims[1] * group && w.dims[0] % group == 0,
                "channels, weights and group do not fit");
        const Dims spatial(x.dims.begin() + 2, x.dims.end()),
            kernel(w.dims.begin() + 2, w.dims.end());
        const Window window = windowOf(node, spatial, kernel);
        PreparedConv made;
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
            --each; // oneDNN counts the gaps
        const TensorDesc bias = context.optional(2) ? plainDesc({w.dims[0]}) : TensorDesc();
        const dnnl::convolution_forward::primitive_desc desc(
            OneDnn::instance().engine, prop_kind::forward_inference, algorithm::convolution_direct,
            anyDesc(x.dims), anyDesc(weightDims), bias, anyDesc(made.outDims), window.strides,
            dilations, window.padBegin, window.padEnd, attributesFor(m_activation));
        made.primitive = dnnl::convolution_forward(desc);
        made.source = desc.src_desc();
        made.target = desc.dst_desc();
        made.plainSource = plainDesc(x.dims);
        made.plainTarget = plainDesc(made.outDims);
        made.weights = reordered(wrap(plainDesc(weightDims), w.data), desc.weights_desc());
        return made;
    }

    static void execute(KernelContext& context, PreparedConv& conv, const RuntimeValue& x) {
        auto& dnn = OneDnn::instance();
        const dnnl::memory source = reordered(wrap(conv.plainSource, x.data), conv.source);
        RuntimeValue& y = context.output(0, DataType::float32, conv.outDims);
        const bool direct = conv.target == conv.plainTarget;
        dnnl::memory target =
            direct ? wrap(conv.target, y.data) : dnnl::memory(conv.target, dnn.engine);
        std::unordered_map<int, dnnl::memory> arguments = {
            {DNNL_ARG_SRC, source}, {DNNL_ARG_WEIGHTS, conv.weights}, {DNNL_ARG_DST, target}};
        if (const RuntimeValue* bias = context.optional(2))
            arguments.emplace(DNNL_ARG_BIAS, wrap(plainDesc({conv.outDims[1]}), bias->data));
        conv.primitive.execute(dnn.stream, arguments);
        if (!direct) {
            dnnl::memory plain = wrap(conv.plainTarget, y.data);
            dnnl::reorder(target, plain).execute(dnn.stream, target, plain);
        }
        dnn.stream.wait();
    }

    PostActivation m_activation;
    bool m_constantWeights;
    std::map<Dims, PreparedConv> m_prepared;
};

enum class Pool { max, average };

void pool(KernelContext& context, Pool kind) {
    const RuntimeValue& x = context.input(0);
    require(x.dims.size() >= 3 && x.dims.size() <= 5, "the input must have 3 to 5 dimensions");
    const Dims spatial(x.dims.begin() + 2, x.dims.end());
    Window window = windowOf(context.node(), spatial, context.node().intsAttribute("kernel_shape"));
    const Dims out = window.outDims(spatial, context.node().intAttribute("ceil_mode", 0) != 0);
    Dims outDims = {x.dims[0], x.dims[1]}, dilations = window.dilations;
    for (std::size_t i = 0; i < spatial.size(); ++i) {
        outDims.push_back(out[i]);
        --dilations[i];
        // ceil_mode reaches past the end; oneDNN wants that as padding.
        const std::int64_t span = (window.kernel[i] - 1) * window.dilations[i] + 1;
        window.padEnd[i] = std::max<std::int64_t>(0, (out[i] - 1) * window.strides[i] + span -
                                                         spatial[i] - window.padBegin[i]);
    }
    const bool includePadding = context.node().intAttribute("count_include_pad", 0) != 0;
    const algorithm how = kind == Pool::max ? algorithm::pooling_max
                          : includePadding  ? algorithm::pooling_avg_include_padding
                                            : algorithm::pooling_avg_exclude_padding;
    auto& dnn = OneDnn::instance();
    const dnnl::pooling_forward::primitive_desc desc(
        dnn.engine, prop_kind::forward_inference, how, plainDesc(x.dims), plainDesc(outDims),
        window.strides, window.kernel, dilations, window.padBegin, window.padEnd);
    RuntimeValue& y = context.output(0, x.type, outDims);
    dnnl::pooling_forward(desc).execute(dnn.stream,
                                        {{DNNL_ARG_SRC, wrap(desc.src_desc(), x.data)},
                                         {DNNL_ARG_DST, wrap(desc.dst_desc(), y.data)}});
    dnn.stream.wait();
}

template <class F> void globalPool(KernelContext& context, F&& reduceRow) {
    const RuntimeValue& x = context.input(0);
    require(x.dims.size() >= 3, "the input must have spatial dimensions");
    Dims dims = x.dims;
    std::fill(dims.begin() + 2, dims.end(), 1);
    const std::int64_t rows = x.dims[0] * x.dims[1], row = product(x.dims, 2);
    require(row > 0, "the spatial dimensions are empty");
    RuntimeValue& y = context.output(0, x.type, dims);
    for (std::int64_t i = 0; i < rows; ++i)
        y.as<float>()[i] = reduceRow(x.as<float>() + i * row, row);
}

} // namespace

std::unique_ptr<Kernel> makeConv(const KernelInit& init) {
    return std::make_unique<ConvKernel>(init);
}
void maxPoolKernel(KernelContext& c) {
    if (c.wants(1) || c.input(0).type != DataType::float32 || c.input(0).dims.size() > 5)
        maxPoolReference(c);
    else
        pool(c, Pool::max);
}
void averagePoolKernel(KernelContext& c) {
    // A last window that reaches past the padding counts only what is in it.
    const bool partial = c.node().intAttribute("ceil_mode", 0) != 0 &&
                         c.node().intAttribute("count_include_pad", 0) != 0;
    if (partial || c.input(0).dims.size() > 5)
        averagePoolReference(c);
    else
        pool(c, Pool::average);
}

void globalAveragePoolKernel(KernelContext& c) {
    globalPool(c, [](const float* row, std::int64_t count) {
        double sum = 0;
        for (std::int64_t i = 0; i < count; ++i)
            sum += row[i];
        return static_cast<float>(sum / static_cast<double>(count));
    });
}
void globalMaxPoolKernel(KernelContext& c) {
    globalPool(c, [](const float* row, std::int64_t count) {
        return *std::max_element(row, row + count);
    });
}

} // namespace partita::cpu
