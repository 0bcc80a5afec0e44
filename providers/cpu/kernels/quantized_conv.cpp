// ConvInteger and QLinearConv.

#include <map>

#include "providers/cpu/kernels/integer_product.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/window.h"
#include "providers/cpu/small_numbers.h"
#include "providers/cpu/thread_team.h"

namespace partita::cpu {

namespace {

using Type = dnnl::memory::data_type;

struct Operands {
    const RuntimeValue& x;
    const RuntimeValue* zeroX; ///< null: 0
    const RuntimeValue& w;
    const RuntimeValue* zeroW; ///< one, or one for each filter
    bool weightsStay;
};

/// Sizes of a convolution of X [N, C, spatial …] with W [M, C / group, kernel …].
struct Geometry {
    Window window;
    Dims in, weights, out; ///< weights with the group in front where there is more than one
    std::int64_t group;

    Geometry(const Node& node, const RuntimeValue& x, const RuntimeValue& w)
        : in(x.dims), weights(w.dims), group(node.intAttribute("group", 1)) {
        require(x.dims.size() >= 3 && w.dims.size() == x.dims.size(),
                "the input must have at least 3 dimensions and the weights as many");
        require(group > 0 && x.dims[1] % group == 0 && x.dims[1] / group == w.dims[1] &&
                    w.dims[0] % group == 0,
                "channels, weights and group do not fit");
        const Dims spatial(x.dims.begin() + 2, x.dims.end());
        window = windowOf(node, spatial, Dims(w.dims.begin() + 2, w.dims.end()));
        out = {x.dims[0], w.dims[0]};
        for (const std::int64_t size : window.outDims(spatial, false))
            out.push_back(size);
        if (group > 1) {
            weights[0] /= group;
            weights.insert(weights.begin(), group);
        }
    }
};

TensorDesc channelsLast(const Dims& dims, Type type) {
    return {dims, type, channelsLastStrides(dims)};
}

/// Σ (x - zero of x) · (w - zero of w) over the window and the channels of a group, in int32 that
/// wraps around.
class IntegerConv {
public:
    explicit IntegerConv(bool exactLibrary = sumsBytesExactly()) : m_exactLibrary(exactLibrary) {}

    /// The sums with the channels last, in this thread's memory until the next kernel takes it.
    std::int32_t* run(const Geometry& geometry, const Operands& operands) {
        const auto count = static_cast<std::size_t>(product(geometry.out));
        auto* sums = static_cast<std::int32_t*>(scratchBytes(count * sizeof(std::int32_t), 2));
        if (count == 0)
            return sums;
        if (!operands.weightsStay)
            m_prepared.clear();
        const auto zeros = zeroPoints(operands.zeroW);
        const std::int64_t filters = operands.w.dims[0];
        require(zeros.size() == 1 || static_cast<std::int64_t>(zeros.size()) == filters,
                "there is one zero point of the weights, or one for each filter");
        const std::int32_t zeroX = operands.zeroX ? zeroPoints(operands.zeroX).at(0) : 0;
        (void)byteType(operands.x.type);
        if (!m_exactLibrary || geometry.in.size() > 5 || operands.w.count() == 0) {
            plainly(geometry, operands, zeroX, zeros, sums);
            return sums;
        }
        auto found = m_prepared.find(geometry.in);
        if (found == m_prepared.end())
            found = m_prepared.emplace(geometry.in, prepare(geometry, operands)).first;
        Prepared& made = found->second;
        made.sums.run(operands.x, zeroX, sums);
        const std::int32_t shift = operands.w.type == DataType::uint8 ? 128 : 0;
        if (std::any_of(zeros.begin(), zeros.end(), [&](auto each) { return each != shift; })) {
            if (!made.windows)
                made.windows = Product(geometry, operands.x.type, onesFor(geometry));
            const Dims& out = geometry.out;
            std::vector<std::int32_t> windows(
                static_cast<std::size_t>(out[0] * geometry.group * product(out, 2)));
            made.windows->run(operands.x, zeroX, windows.data());
            takeOff(geometry, zeros, shift, windows, sums);
        }
        return sums;
    }

private:
    /// One of oneDNN's convolutions with its weights.
    class Product {
    public:
        Product(const Geometry& geometry, DataType type, const RuntimeValue& weights) {
            Dims weightDims = geometry.weights;
            weightDims[geometry.group > 1 ? 1 : 0] = weights.dims[0] / geometry.group;
            Dims out = geometry.out;
            out[1] = weights.dims[0];
            Dims dilations = geometry.window.dilations;
            for (std::int64_t& each : dilations)
                --each; // oneDNN counts the gaps
            dnnl::primitive_attr how = plainAttributes();
            how.set_zero_points_mask(DNNL_ARG_SRC, 0);
            const TensorDesc pixels = channelsLast(geometry.in, byteType(type)),
                             sums = channelsLast(out, Type::s32);
            const dnnl::convolution_forward::primitive_desc desc(
                OneDnn::instance().engine, dnnl::prop_kind::forward_inference,
                dnnl::algorithm::convolution_direct, pixels, anyDesc(weightDims, Type::s8), sums,
                geometry.window.strides, dilations, geometry.window.padBegin,
                geometry.window.padEnd, how);
            m_source = desc.src_desc();
            m_given = plainDesc(geometry.in, byteType(type));
            m_weights = pack(wrap(plainDesc(weightDims, Type::s8), SignedBytes(weights).data),
                             desc.weights_desc());
            const TensorDesc zero({1}, Type::s32, dnnl::memory::dims{1});
            m_primitive = Primitive(dnnl::convolution_forward(desc), desc,
                                    {{DNNL_ARG_SRC, m_source},
                                     {DNNL_ARG_WEIGHTS, desc.weights_desc()},
                                     {DNNL_ARG_DST, desc.dst_desc()},
                                     {DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_SRC, zero}});
            m_primitive.set(DNNL_ARG_WEIGHTS, m_weights.memory.get_data_handle());
        }

        void run(const RuntimeValue& x, std::int32_t zero, std::int32_t* sums) {
            void* source = scratchBytes(m_source.get_size(), 0);
            m_turnSource.run(wrap(m_given, x.data), wrap(m_source, source));
            m_primitive.set(DNNL_ARG_SRC, source);
            m_primitive.set(DNNL_ARG_DST, sums);
            m_primitive.set(DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_SRC, &zero);
            m_primitive.run();
        }

    private:
        TensorDesc m_source, m_given;
        PackedWeights m_weights;
        Primitive m_primitive;
        CachedReorder m_turnSource;
    };

    struct Prepared {
        Product sums;
        std::optional<Product> windows; ///< of weights that are all 1: Σ (x - zero of x)
    };

    static Prepared prepare(const Geometry& geometry, const Operands& operands) {
        return {Product(geometry, operands.x.type, operands.w), std::nullopt};
    }

    /// One filter of ones for each group.
    static RuntimeValue onesFor(const Geometry& geometry) {
        Dims dims(geometry.weights.begin() + (geometry.group > 1 ? 1 : 0), geometry.weights.end());
        dims[0] = geometry.group;
        RuntimeValue ones = RuntimeValue::allocate(DataType::int8, dims);
        std::fill_n(ones.as<std::int8_t>(), ones.count(), std::int8_t{1});
        return ones;
    }

    static void takeOff(const Geometry& geometry, const std::vector<std::int32_t>& zeros,
                        std::int32_t shift, const std::vector<std::int32_t>& windows,
                        std::int32_t* sums) {
        const std::int64_t filters = geometry.out[1], pixels = product(geometry.out) / filters,
                           each = filters / geometry.group;
        parallelFor(pixels, 1 + 32768 / filters, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t pixel = begin; pixel < end; ++pixel) {
                const std::int32_t* window = windows.data() + pixel * geometry.group;
                auto* to = reinterpret_cast<std::uint32_t*>(sums) + pixel * filters;
                for (std::int64_t f = 0; f < filters; ++f)
                    to[f] -=
                        static_cast<std::uint32_t>(
                            zeros[zeros.size() > 1 ? static_cast<std::size_t>(f) : 0] - shift) *
                        static_cast<std::uint32_t>(window[f / each]);
            }
        });
    }

    /// The same by plain loops.
    static void plainly(const Geometry& geometry, const Operands& operands, std::int32_t zeroX,
                        const std::vector<std::int32_t>& zeros, std::int32_t* sums) {
        const Dims& out = geometry.out;
        const std::int64_t filters = out[1], channels = operands.x.dims[1],
                           perGroup = operands.w.dims[1], inSize = product(geometry.in, 2),
                           outSize = product(out, 2), cells = product(geometry.window.kernel);
        const auto number = [](const RuntimeValue& value, std::int64_t i) {
            return value.type == DataType::uint8
                       ? static_cast<std::int32_t>(value.as<std::uint8_t>()[i])
                       : static_cast<std::int32_t>(value.as<std::int8_t>()[i]);
        };
        parallelFor(out[0] * filters, 1, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
                const std::int64_t f = i % filters, group = f / (filters / geometry.group);
                const std::int32_t zeroW =
                    zeros[zeros.size() > 1 ? static_cast<std::size_t>(f) : 0];
                auto* to =
                    reinterpret_cast<std::uint32_t*>(sums) + i / filters * outSize * filters + f;
                for (std::int64_t at = 0; at < outSize; ++at)
                    to[at * filters] = 0;
                for (std::int64_t c = 0; c < perGroup; ++c) {
                    const std::int64_t plane =
                        (i / filters * channels + group * perGroup + c) * inSize;
                    forEachMeeting(
                        geometry.window, Dims(geometry.in.begin() + 2, geometry.in.end()),
                        Dims(out.begin() + 2, out.end()),
                        [&](std::int64_t at, std::int64_t from, std::int64_t cell) {
                            to[at * filters] += static_cast<std::uint32_t>(
                                (number(operands.x, plane + from) - zeroX) *
                                (number(operands.w, (f * perGroup + c) * cells + cell) - zeroW));
                        });
                }
            }
        });
    }

    bool m_exactLibrary;
    std::map<Dims, Prepared> m_prepared;
};

class ConvInteger : public Kernel {
public:
    void run(KernelContext& context) override {
        const Operands operands{context.input(0), context.optional(2), context.input(1),
                                context.optional(3), context.stays(1)};
        const Geometry geometry(context.node(), operands.x, operands.w);
        RuntimeValue& y = context.output(0, DataType::int32, geometry.out); // checks the sizes
        const std::int32_t* sums = m_conv.run(geometry, operands);
        if (y.count() > 0)
            m_turn.run(wrap(channelsLast(geometry.out, Type::s32), sums),
                       wrap(plainDesc(geometry.out, Type::s32), y.data));
    }

private:
    IntegerConv m_conv;
    CachedReorder m_turn;
};

/// Y = quantize(X ∗ W + B), B of the scale of X times that of W.
class QLinearConv : public Kernel {
public:
    void run(KernelContext& context) override {
        const RuntimeValue &scaleX = context.input(1), &scaleW = context.input(4),
                           &scaleY = context.input(6), &zeroY = context.input(7);
        const RuntimeValue* bias = context.optional(8);
        const Operands operands{context.input(0), &context.input(2), context.input(3),
                                &context.input(5), context.stays(3)};
        const Geometry geometry(context.node(), operands.x, operands.w);
        const std::int64_t filters = geometry.out[1];
        require(scaleW.count() == 1 || scaleW.count() == filters,
                "the scale does not fit the filters");
        require(!bias || (bias->count() == filters && bias->type == DataType::int32),
                "the bias does not fit");
        RuntimeValue& y = context.output(0, zeroY.type, geometry.out); // checks the sizes
        std::int32_t* sums = m_conv.run(geometry, operands);
        if (y.count() == 0)
            return;
        std::vector<double> factors(static_cast<std::size_t>(filters));
        for (std::int64_t f = 0; f < filters; ++f)
            factors[static_cast<std::size_t>(f)] = readNumber(scaleX, 0) *
                                                   readNumber(scaleW, scaleW.count() > 1 ? f : 0) /
                                                   readNumber(scaleY, 0);
        RuntimeValue bytes = y; // with the channels last
        bytes.data = static_cast<std::byte*>(scratchBytes(y.byteSize(), 1));
        const double zero = readNumber(zeroY, 0);
        parallelFor(
            y.count() / filters, 1 + 16384 / filters, [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t pixel = begin; pixel < end; ++pixel) {
                    std::int32_t* row = sums + pixel * filters;
                    if (bias)
                        addRow(bias->as<std::int32_t>(), row, filters);
                    requantize(row, factors.data(), true, zero, bytes, pixel * filters, filters);
                }
            });
        const Type type = byteType(y.type);
        m_turn.run(wrap(channelsLast(geometry.out, type), bytes.data),
                   wrap(plainDesc(geometry.out, type), y.data));
    }

private:
    /// In int32 that wraps around.
    static void addRow(const std::int32_t* from, std::int32_t* to, std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i)
            to[i] = static_cast<std::int32_t>(static_cast<std::uint32_t>(to[i]) +
                                              static_cast<std::uint32_t>(from[i]));
    }

    IntegerConv m_conv;
    CachedReorder m_turn;
};

} // namespace

std::unique_ptr<Kernel> makeConvInteger(const KernelInit&) {
    return std::make_unique<ConvInteger>();
}

std::unique_ptr<Kernel> makeQLinearConv(const KernelInit&) {
    return std::make_unique<QLinearConv>();
}

} // namespace partita::cpu
