// ConvTranspose by oneDNN where it has a kernel, else by plain loops.

#include <algorithm>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/map_floats.h"
#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/kernels/prepared_by_shape.h"
#include "providers/cpu/kernels/window.h"

namespace partita::cpu {

namespace {

/// Padding and output size of ConvTranspose from its attributes.
struct TransposedGeometry {
    Dims in, kernel;                        ///< spatial sizes
    Dims strides, dilations, padBegin, out; ///< `out`: spatial sizes of the result
    std::int64_t group, filters;

    TransposedGeometry(const Node& node, const RuntimeValue& x, const RuntimeValue& w)
        : in(x.dims.begin() + 2, x.dims.end()), kernel(w.dims.begin() + 2, w.dims.end()),
          group(node.intAttribute("group", 1)) {
        require(group > 0 && group <= std::max<std::int64_t>(x.dims[1], 1) &&
                    x.dims[1] % group == 0,
                "the groups do not fit the input");
        filters = times(w.dims[1], group);
        const std::size_t rank = in.size();
        checkKernelShape(node, kernel);
        const auto list = [&](const char* name, std::size_t size, std::int64_t otherwise) {
            return orDefault(node.intsAttribute(name), size, otherwise);
        };
        strides = list("strides", rank, 1);
        dilations = list("dilations", rank, 1);
        const auto automatic = node.stringAttribute("auto_pad", "NOTSET");
        const Dims extra = list("output_padding", rank, 0),
                   pads = list(automatic == "VALID" ? "" : "pads", 2 * rank, 0);
        Dims wanted = node.intsAttribute("output_shape");
        if (wanted.size() == rank + 2)
            wanted.erase(wanted.begin(), wanted.begin() + 2);
        require(wanted.empty() || wanted.size() == rank, "output_shape has the wrong length");
        const bool same = automatic == "SAME_UPPER" || automatic == "SAME_LOWER";
        for (std::size_t i = 0; i < rank; ++i) {
            require(strides[i] > 0 && dilations[i] > 0, "strides and dilations must be positive");
            require(in[i] <= kMostWindow && kernel[i] <= kMostWindow,
                    "the input or the kernel is too large");
            const std::int64_t full =
                plus(strides[i] * (in[i] - 1) + extra[i], (kernel[i] - 1) * dilations[i] + 1);
            if (wanted.empty() && !same) {
                padBegin.push_back(pads[i]);
                out.push_back(full - pads[i] - pads[i + rank]);
            } else {
                out.push_back(wanted.empty() ? in[i] * strides[i] : wanted[i]);
                require(out[i] >= 0, "the output would have a negative size");
                const std::int64_t total = std::max<std::int64_t>(0, full - out[i]);
                padBegin.push_back(automatic == "SAME_UPPER" ? total / 2 : total - total / 2);
            }
            require(out[i] >= 0, "the output would have a negative size");
        }
    }
};

/// Each element of the input adds its multiple of the filters to the output.
template <class T>
void transposePlainly(const TransposedGeometry& g, const RuntimeValue& x, const RuntimeValue& w,
                      const RuntimeValue* bias, RuntimeValue& y) {
    const std::int64_t channels = x.dims[1], perGroup = w.dims[1], filters = g.filters,
                       inSize = product(g.in), outSize = product(g.out), cells = product(g.kernel);
    T* out = y.as<T>();
    for (std::int64_t i = 0; i < y.count(); ++i)
        out[i] = bias ? bias->as<T>()[i / std::max<std::int64_t>(outSize, 1) % filters] : T{0};
    // The walk of a convolution with input and output exchanged.
    const Window window{g.kernel, g.strides, g.dilations, g.padBegin, {}};
    forEachMeeting(window, g.out, g.in,
                   [&](std::int64_t place, std::int64_t to, std::int64_t cell) {
                       for (std::int64_t n = 0; n < x.dims[0]; ++n)
                           for (std::int64_t c = 0; c < channels; ++c) {
                               const T value = x.as<T>()[(n * channels + c) * inSize + place];
                               const std::int64_t first = c / (channels / g.group) * perGroup;
                               for (std::int64_t m = 0; m < perGroup; ++m)
                                   out[(n * filters + first + m) * outSize + to] +=
                                       value * w.as<T>()[(c * perGroup + m) * cells + cell];
                           }
                   });
}

/// Transposed convolution of one node; primitives are made once for each input shape.
class ConvTranspose : public Kernel {
public:
    void run(KernelContext& context) override {
        const RuntimeValue &x = context.input(0), &w = context.input(1);
        const RuntimeValue* bias = context.optional(2);
        require(x.dims.size() >= 3 && w.dims.size() == x.dims.size() && w.dims[0] == x.dims[1],
                "W does not fit X");
        const TransposedGeometry geometry(context.node(), x, w);
        require(!bias || bias->count() == geometry.filters, "the bias has the wrong size or type");
        Dims dims = {x.dims[0], geometry.filters};
        dims.insert(dims.end(), geometry.out.begin(), geometry.out.end());
        RuntimeValue& y = context.output(0, x.type, dims);
        if (y.count() == 0)
            return;
        if (!context.weightsStay())
            m_prepared.clear();
        std::optional<Prepared>& prepared =
            m_prepared.of(x.dims, [&] { return prepare(geometry, x, w, bias != nullptr, dims); });
        if (prepared)
            return execute(*prepared, x, bias, y);
        forFloatType(x.type, [&]<class T>() { transposePlainly<T>(geometry, x, w, bias, y); });
    }

private:
    struct Prepared {
        Primitive primitive;
        TensorDesc source, target;
        PackedWeights weights;
        CachedReorder turnSource, turnTarget;
    };

    /// Nothing where oneDNN has no kernel for the type and sizes.
    static std::optional<Prepared> prepare(const TransposedGeometry& g, const RuntimeValue& x,
                                           const RuntimeValue& w, bool hasBias, const Dims& out) {
        if (x.type != DataType::float32 || x.dims.size() > 5 || x.count() == 0 || w.count() == 0)
            return std::nullopt;
        const std::int64_t cells = product(g.kernel), perGroup = w.dims[1],
                           channels = x.dims[1] / g.group;
        Dims weightDims{perGroup, channels}, weightStrides{cells, perGroup * cells};
        if (g.group > 1) {
            weightDims.insert(weightDims.begin(), g.group);
            weightStrides.insert(weightStrides.begin(), channels * perGroup * cells);
        }
        const Dims inner = denseStrides(g.kernel);
        weightDims.insert(weightDims.end(), g.kernel.begin(), g.kernel.end());
        weightStrides.insert(weightStrides.end(), inner.begin(), inner.end());
        Dims dilations, padEnd;
        for (std::size_t i = 0; i < g.in.size(); ++i) {
            dilations.push_back(g.dilations[i] - 1); // 0 is dense for oneDNN
            padEnd.push_back((g.in[i] - 1) * g.strides[i] + (g.kernel[i] - 1) * g.dilations[i] + 1 -
                             g.padBegin[i] - g.out[i]);
        }
        const dnnl::deconvolution_forward::primitive_desc desc(
            OneDnn::instance().engine, dnnl::prop_kind::forward_inference,
            dnnl::algorithm::deconvolution_direct, anyDesc(x.dims), anyDesc(weightDims),
            hasBias ? plainDesc({g.filters}) : TensorDesc(), anyDesc(out), g.strides.toVector(),
            dilations.toVector(), g.padBegin.toVector(), padEnd.toVector(), plainAttributes(),
            true);
        if (!desc)
            return std::nullopt;
        Prepared made;
        made.source = desc.src_desc();
        made.target = desc.dst_desc();
        const TensorDesc given = stridedDesc(weightDims, weightStrides);
        made.weights = pack(wrap(given, w.data), desc.weights_desc());
        made.primitive = Primitive(desc);
        made.primitive.set(DNNL_ARG_WEIGHTS, made.weights.memory.get_data_handle());
        return made;
    }

    static void execute(Prepared& made, const RuntimeValue& x, const RuntimeValue* bias,
                        RuntimeValue& y) {
        void* source = scratchBytes(made.source.get_size(), 0);
        made.turnSource.fromValue(x, made.source, source);
        void* target = scratchBytes(made.target.get_size(), 1);
        if (bias)
            made.primitive.set(DNNL_ARG_BIAS, bias->data);
        made.primitive.run(source, target);
        made.turnTarget.toRows(made.target, target, y.dims, y.data);
    }

    PreparedByShape<Dims, std::optional<Prepared>> m_prepared;
};

} // namespace

/// Computes the transposed convolution of X with the filters W and adds the bias B.
///
/// Inputs:   X float32 or float64 [N, C, D1, …, Dn]; W [C, M / group, k1, …, kn]; B [M], optional
/// Outputs:  Y [N, M, o1, …, on], of X's type
/// Method:   oneDNN's deconvolution for float32 of 1 to 3 spatial axes, constant weights packed
///           once; plain loops on one thread for the rest
/// Source:   ONNX ConvTranspose-22
std::unique_ptr<Kernel> makeConvTranspose(const KernelInit&) {
    return std::make_unique<ConvTranspose>();
}

} // namespace partita::cpu
