#include "providers/cpu/kernels/integer_conv.h"

#include <cmath>

#include "providers/cpu/kernels/byte_conv.h"
#include "providers/cpu/kernels/depthwise_codes.h"
#include "providers/cpu/kernels/widened_winograd.h"
#include "providers/cpu/loops/code_rows.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

using Type = dnnl::memory::data_type;

/// What uint8 weights lose when they are shifted to signed bytes.
std::int32_t shiftOf(const RuntimeValue& weights) {
    return weights.type == DataType::uint8 ? 128 : 0;
}

/// Whether an integer times the factor may lie exactly halfway between two integers. With a factor
/// of many mantissa bits only rounding can get it there.
bool mayTie(float factor) {
    if (!std::isfinite(factor))
        return true;
    int exponent = 0;
    const auto mantissa =
        static_cast<std::int64_t>(std::ldexp(std::frexp(std::abs(factor), &exponent), 24));
    return mantissa % 4096 == 0;
}

/// Subtracts the zero points of W from the sums: (zero - shift) · Σ (x - zero of x) of each window.
void takeOff(const ConvGeometry& geometry, std::span<const std::int32_t> zeros, std::int32_t shift,
             const std::vector<std::int32_t>& windows, std::int32_t* sums) {
    const std::int64_t filters = geometry.filters(), pixels = product(geometry.out) / filters,
                       each = filters / geometry.group;
    const bool one = zeros.size() == 1;
    const auto difference = static_cast<std::uint32_t>(zeros[0] - shift);
    parallelFor(pixels, 1 + 32768 / filters, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t pixel = begin; pixel < end; ++pixel) {
            const std::int32_t* window = windows.data() + pixel * geometry.group;
            auto* to = reinterpret_cast<std::uint32_t*>(sums) + pixel * filters;
            if (one && each == 1) { // a filter for each group
                takeMultiples(to, window, 0, difference, filters);
                continue;
            }
            for (std::int64_t g = 0; g < geometry.group; ++g, to += each) {
                const auto by = static_cast<std::uint32_t>(window[g]);
                if (one)
                    takeFrom(to, difference * by, each);
                else
                    takeMultiples(to, zeros.data() + g * each, shift, by, each);
            }
        }
    });
}

/// One filter of ones for each group.
RuntimeValue onesFor(const ConvGeometry& geometry) {
    Dims dims(geometry.weights.begin() + (geometry.group > 1 ? 1 : 0), geometry.weights.end());
    dims[0] = geometry.group;
    RuntimeValue ones = RuntimeValue::allocate(DataType::int8, dims);
    std::fill_n(ones.as<std::int8_t>(), ones.count(), std::int8_t{1});
    return ones;
}

} // namespace

ConvGeometry::ConvGeometry(const Node& node, const RuntimeValue& x, const RuntimeValue& w)
    : in(x.dims), weights(w.dims), group(node.intAttribute("group", 1)) {
    require(x.dims.size() >= 3 && w.dims.size() == x.dims.size(),
            "the input must have at least 3 dimensions, and the weights the same number");
    require(group > 0 && x.dims[1] % group == 0 && x.dims[1] / group == w.dims[1] &&
                w.dims[0] % group == 0,
            "channels, weights and group do not match");
    const Dims spatial(x.dims.begin() + 2, x.dims.end());
    window = windowOf(node, spatial, Dims(w.dims.begin() + 2, w.dims.end()));
    out = {x.dims[0], w.dims[0]};
    for (const std::int64_t size : window.outDims(spatial, false))
        out.push_back(size);
    if (group > 1) {
        weights[0] /= group;
        weights.insert(weights.begin(), group);
    }
    inStrides = channelsLastStrides(in);
    outStrides = channelsLastStrides(out);
}

ConvGeometry ConvGeometry::ofRows(std::int64_t rows, std::int64_t inner, std::int64_t filters) {
    ConvGeometry made;
    made.window = {{1}, {1}, {1}, {0}, {0}};
    made.in = {1, inner, rows};
    made.weights = {filters, inner, 1};
    made.out = {1, filters, rows};
    made.inStrides = channelsLastStrides(made.in);
    made.outStrides = channelsLastStrides(made.out);
    return made;
}

bool IntegerConvOperands::areCentred() const {
    const std::int32_t shift = shiftOf(w);
    return std::ranges::all_of(zerosW, [&](std::int32_t zero) { return zero == shift; });
}

void IntegerConvOperands::check(std::int64_t filters) const {
    (void)byteType(x.type);
    require(zerosW.size() == 1 || static_cast<std::int64_t>(zerosW.size()) == filters,
            "the weights need one zero point, or one for each filter");
}

bool CodeRange::clips() const {
    const std::int32_t least = type == DataType::uint8 ? 0 : -128;
    return low > least || high < least + 255;
}

bool Requantization::roundsExactly() const {
    // Ties round to even; an odd zero point added before rounding turns them the other way.
    return last().zero % 2 == 0 ||
           (steps.empty() && finish.activations.empty() && std::ranges::none_of(factors, mayTie));
}

namespace {

void appendFinish(const Finish& finish, dnnl::post_ops& operations) {
    const auto scale = [&](float by) {
        if (by != 1)
            operations.append_eltwise(dnnl::algorithm::eltwise_linear, by, 0);
    };
    scale(finish.unit);
    for (const VectorStep& step : finish.activations)
        operations.append_eltwise(algorithmOf(step.code), step.alpha, step.beta);
    scale(finish.after);
}

} // namespace

/// Appends what follows on the sums: each step rounds, and works on integers.
void PackedConv::appendSteps(const Requantization& how, const Dims& out,
                             dnnl::post_ops& operations) {
    const auto clip = [&](const CodeRange& range) {
        operations.append_eltwise(dnnl::algorithm::eltwise_clip, static_cast<float>(range.lowest()),
                                  static_cast<float>(range.highest()));
    };
    const auto round = [&] { operations.append_eltwise(dnnl::algorithm::eltwise_round, 0, 0); };
    Dims row(out.size(), 1);
    row[1] = out[1];
    const auto append = [&](Operand::Kind kind, std::size_t step, const TensorDesc& desc) {
        m_operands.push_back(
            {kind, step, DNNL_ARG_ATTR_MULTIPLE_POST_OP(operations.len()) | DNNL_ARG_SRC_1, desc});
        operations.append_binary(kind == Operand::Kind::factors ? dnnl::algorithm::binary_mul
                                                                : dnnl::algorithm::binary_add,
                                 desc);
    };
    appendFinish(how.finish, operations);
    for (std::size_t i = 0; i < how.steps.size(); ++i) {
        const RecodingStep& step = how.steps[i];
        clip(i ? how.steps[i - 1].range : how.range);
        round();
        if (step.factors.size() == 1 && step.bias.size() == 1) {
            operations.append_eltwise(dnnl::algorithm::eltwise_linear, step.factors[0],
                                      step.bias[0]);
        } else {
            append(Operand::Kind::factors, i, channelsLast(row, Type::f32));
            append(Operand::Kind::bias, i, channelsLast(row, Type::f32));
        }
        if (step.addend)
            append(Operand::Kind::addend, i, channelsLast(out, byteType(*step.addend)));
        appendFinish(step.finish, operations);
    }
    if (how.last().clips())
        clip(how.last());
    if (!how.roundsExactly())
        round();
}

PackedConv::PackedConv(const ConvGeometry& geometry, DataType type, const RuntimeValue& weights,
                       bool hasZero, const Requantization* how) {
    const bool grouped = geometry.group > 1;
    // An image one pixel wide is given lying, one pixel high, which is the same memory: oneDNN
    // blocks over the last axis.
    const bool lies = geometry.in.size() == 4 && geometry.in[3] == 1 && geometry.out[3] == 1 &&
                      geometry.window.kernel[1] == 1;
    const auto placed = [&](Dims axes) {
        if (lies)
            std::swap(axes.end()[-1], axes.end()[-2]);
        return axes;
    };
    Dims weightDims = placed(geometry.weights), out = placed(geometry.out);
    weightDims[grouped ? 1 : 0] = weights.dims[0] / geometry.group;
    out[1] = weights.dims[0];
    Dims dilations = placed(geometry.window.dilations);
    for (std::int64_t& each : dilations)
        --each; // 0 is dense for oneDNN
    dnnl::primitive_attr attributes = plainAttributes();
    std::vector<std::pair<int, TensorDesc>> arguments;
    const TensorDesc zero({1}, Type::s32, dnnl::memory::dims{1}),
        row({out[1]}, Type::f32, dnnl::memory::dims{1});
    if (hasZero) {
        attributes.set_zero_points_mask(DNNL_ARG_SRC, 0);
        arguments.emplace_back(DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_SRC, zero);
    }
    if (how) {
        attributes.set_scales_mask(DNNL_ARG_WEIGHTS, grouped ? 3 : 1);
        arguments.emplace_back(DNNL_ARG_ATTR_SCALES | DNNL_ARG_WEIGHTS, row);
        attributes.set_zero_points_mask(DNNL_ARG_DST, 0);
        arguments.emplace_back(DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_DST, zero);
        dnnl::post_ops operations;
        appendSteps(*how, out, operations);
        attributes.set_post_ops(operations);
        for (const Operand& operand : m_operands)
            arguments.emplace_back(operand.argument, operand.desc);
    }
    const bool hasBias = how && !how->bias.empty();
    const TensorDesc source = channelsLast(placed(geometry.in), byteType(type)),
                     target = channelsLast(out, how ? byteType(how->last().type) : Type::s32);
    const dnnl::convolution_forward::primitive_desc desc(
        OneDnn::instance().engine, dnnl::prop_kind::forward_inference,
        dnnl::algorithm::convolution_direct, source, anyDesc(weightDims, Type::s8),
        hasBias ? row : TensorDesc(), target, placed(geometry.window.strides).toVector(),
        dilations.toVector(), placed(geometry.window.padBegin).toVector(),
        placed(geometry.window.padEnd).toVector(), attributes);
    const TensorDesc given = weights.strides.empty()
                                 ? plainDesc(weightDims, Type::s8)
                                 : stridedDesc(weightDims, weights.strides, Type::s8);
    m_weights = pack(wrap(given, SignedBytes(weights).data), desc.weights_desc());
    m_primitive = Primitive(desc, arguments);
    m_primitive.set(DNNL_ARG_WEIGHTS, m_weights.memory.get_data_handle());
}

void PackedConv::run(const void* pixels, std::int32_t zero, void* target, const Requantization* how,
                     const void* addend) {
    if (m_primitive.has(DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_SRC))
        m_primitive.set(DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_SRC, &zero);
    if (how) {
        m_primitive.set(DNNL_ARG_ATTR_SCALES | DNNL_ARG_WEIGHTS, how->factors.data());
        m_primitive.set(DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_DST, &how->last().zero);
        if (!how->bias.empty())
            m_primitive.set(DNNL_ARG_BIAS, how->bias.data());
        for (const Operand& operand : m_operands) {
            const RecodingStep& step = how->steps[operand.step];
            m_primitive.set(operand.argument,
                            operand.kind == Operand::Kind::factors ? step.factors.data()
                            : operand.kind == Operand::Kind::bias  ? step.bias.data()
                                                                   : addend);
        }
    }
    m_primitive.run(pixels, target);
}

bool IntegerConv::byLibrary(const ConvGeometry& geometry,
                            const IntegerConvOperands& operands) const {
    return m_exactLibrary && geometry.in.size() <= 5 && operands.w.count() > 0;
}

const void* IntegerConv::pixelsOf(const ConvGeometry& geometry, const RuntimeValue& x) {
    if (geometry.in[1] == 1 || (x.dims == geometry.in && liesAs(x, geometry.inStrides)))
        return x.data;
    require(x.strides.empty(), "the input's memory layout is not the one that was planned");
    auto* pixels = static_cast<std::byte*>(scratchBytes(x.byteSize(), 0));
    copyStrided(x.type, x.data, denseStrides(geometry.in), pixels, geometry.inStrides, geometry.in);
    return pixels;
}

void IntegerConv::forgetWeights(const IntegerConvOperands& operands) {
    if (!operands.weightsStay) {
        m_sums.clear();
        m_codes.clear();
        m_depthwise.clear();
        m_own.reset();
        m_winograd.reset();
    }
}

void IntegerConv::takeOwn(const ConvGeometry& geometry, const IntegerConvOperands& operands,
                          const TakeSums& take) {
    const std::int64_t filters = geometry.filters();
    forgetWeights(operands);
    operands.check(filters);
    if (geometry.in[1] == 0) { // whatever the window
        const std::vector<std::int32_t> none(static_cast<std::size_t>(filters));
        for (std::int64_t row = 0, rows = product(geometry.out) / filters; row < rows; ++row)
            take({row, 1, 0, filters, none.data(), filters});
        return;
    }
    if (!std::ranges::equal(m_zerosOfOwn, operands.zerosW)) {
        m_own.reset();
        m_winograd.reset();
        m_zerosOfOwn.assign(operands.zerosW.begin(), operands.zerosW.end());
    }
    const auto* codes = static_cast<const std::byte*>(pixelsOf(geometry, operands.x));
    const CodedPixels pixels{operands.x.type, codes, operands.zeroX};
    const auto convolve = [&]<class Conv>(std::shared_ptr<const Conv>& conv, const auto& make) {
        if (!conv) {
            const RuntimeValue rows = rowMajor(operands.w);
            conv = make(CodedFilters{rows, m_zerosOfOwn});
        }
        conv->convolve(geometry, pixels, take);
    };
    const bool stay = operands.weightsStay;
    if (stay && WidenedWinograd::pays(geometry))
        convolve(m_winograd, [](const CodedFilters& weights) {
            return std::make_shared<const WidenedWinograd>(weights);
        });
    else
        convolve(m_own, [&](const CodedFilters& weights) {
            return std::make_shared<const ByteConv>(geometry, weights, stay);
        });
}

void IntegerConv::takeSums(const ConvGeometry& geometry, const IntegerConvOperands& operands,
                           const TakeSums& take) {
    const std::int64_t filters = geometry.filters(), count = product(geometry.out);
    if (count == 0)
        return;
    if (!byLibrary(geometry, operands))
        return takeOwn(geometry, operands, take);
    const std::int32_t* all = sums(geometry, operands);
    parallelFor(count / filters, 1 + 16384 / filters, [&](std::int64_t begin, std::int64_t end) {
        take({begin, end - begin, 0, filters, all + begin * filters, filters});
    });
}

std::int32_t* IntegerConv::sums(const ConvGeometry& geometry, const IntegerConvOperands& operands) {
    const std::int64_t count = product(geometry.out);
    auto* sums = scratchFor<std::int32_t>(count, 2);
    if (count == 0)
        return sums;
    forgetWeights(operands);
    operands.check(geometry.filters());
    const auto zeros = operands.zerosW;
    const std::int32_t zeroX = operands.zeroX;
    if (!byLibrary(geometry, operands)) {
        const std::int64_t filters = geometry.filters();
        takeOwn(geometry, operands, [&](const SomeSums& some) { copySums(some, filters, sums); });
        return sums;
    }
    const DataType type = operands.x.type;
    Sums& made = m_sums.of(geometry.in, [&] {
        return Sums{PackedConv(geometry, type, operands.w, true, nullptr), {}};
    });
    const void* pixels = pixelsOf(geometry, operands.x);
    made.all.run(pixels, zeroX, sums, nullptr);
    if (!operands.areCentred()) {
        if (!made.windows)
            made.windows = PackedConv(geometry, type, onesFor(geometry), true, nullptr);
        const Dims& out = geometry.out;
        std::vector<std::int32_t> windows(
            static_cast<std::size_t>(out[0] * geometry.group * product(out, 2)));
        made.windows->run(pixels, zeroX, windows.data(), nullptr);
        takeOff(geometry, zeros, shiftOf(operands.w), windows, sums);
    }
    return sums;
}

namespace {

/// Whether oneDNN takes the operands of further steps right: its depthwise kernel for AVX2 (3.2)
/// mixes up those of the channels beyond the last eight.
bool takesSteps(const ConvGeometry& geometry) {
    static const bool hasAvx512 = usesInstructions(dnnl::cpu_isa::avx512_core_vnni);
    const std::int64_t filters = geometry.filters();
    const bool isDepthwise = geometry.group == filters && geometry.group == geometry.in[1];
    return hasAvx512 || !isDepthwise || filters % 8 == 0;
}

} // namespace

/// `codes` for filters that see one channel each, where the own loops take them.
bool IntegerConv::codesByChannels(const ConvGeometry& geometry, const IntegerConvOperands& operands,
                                  const Requantization& how, void* target) {
    if (geometry.group == 1 || !operands.weightsStay) // packing weights takes longer than it saves
        return false;
    const auto make = [&]() -> std::shared_ptr<const DepthwiseCodes> {
        auto made = DepthwiseCodes::of(geometry, operands, how);
        return made ? std::make_shared<const DepthwiseCodes>(*std::move(made)) : nullptr;
    };
    auto& conv = m_depthwise.of(geometry.in, make);
    if (conv && !conv->suits(operands, how))
        conv = make();
    if (!conv)
        return false;
    conv->run(pixelsOf(geometry, operands.x), target);
    return true;
}

bool IntegerConv::codes(const ConvGeometry& geometry, const IntegerConvOperands& operands,
                        const Requantization& how, const void* addend, void* target) {
    if (!how.exact || !byLibrary(geometry, operands) ||
        !(how.steps.empty() || takesSteps(geometry)))
        return false;
    operands.check(geometry.filters());
    forgetWeights(operands);
    if (codesByChannels(geometry, operands, how, target))
        return true;
    const bool hasZero = operands.zeroX != 0;
    const std::int32_t low = how.range.lowest(), high = how.range.highest();
    PackedConv& conv =
        m_codes.of(std::tuple(geometry.in, hasZero, low, high, how.roundsExactly()), [&] {
            return PackedConv(geometry, operands.x.type, operands.w, hasZero, &how);
        });
    conv.run(pixelsOf(geometry, operands.x), operands.zeroX, target, &how, addend);
    return true;
}

} // namespace partita::cpu
