// Random numbers. The seed is the attribute of the node, or else the id of the node, so that a
// model gives the same numbers in every run. Dropout in training mode draws as ONNX's node tests
// do.

#include <bit>
#include <cmath>
#include <random>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/narrow_types.h"

namespace partita::cpu {

namespace {

class Generator {
public:
    explicit Generator(const KernelContext& context) : m_engine(seedOf(context)) {}
    /// Uniform in [0, 1) with 53 bits from two draws, as in numpy.
    double uniform() {
        const std::uint32_t high = static_cast<std::uint32_t>(m_engine()) >> 5,
                            low = static_cast<std::uint32_t>(m_engine()) >> 6;
        return (high * 67108864.0 + low) / 9007199254740992.0;
    }
    double normal() { return m_normal(m_engine); }

private:
    static std::uint32_t seedOf(const KernelContext& context) {
        const Attribute* given = context.node().attribute("seed");
        if (!given)
            return context.node().id.value;
        if (const auto* integer = std::get_if<std::int64_t>(&given->value)) // Dropout
            return static_cast<std::uint32_t>(*integer);
        const float seed = context.node().floatAttribute("seed", 0);
        return seed == std::floor(seed) && seed >= 0 && seed < 4.2e9F
                   ? static_cast<std::uint32_t>(seed)
                   : std::bit_cast<std::uint32_t>(seed);
    }
    std::mt19937 m_engine;
    std::normal_distribution<double> m_normal;
};

DataType typeFor(const KernelContext& context, DataType otherwise) {
    const auto wanted = static_cast<DataType>(context.node().intAttribute("dtype", 0));
    return wanted == DataType::undefined ? otherwise : wanted;
}

void fillUniform(KernelContext& context, DataType type, Dims dims) {
    const double low = static_cast<double>(context.node().floatAttribute("low", 0)),
                 high = static_cast<double>(context.node().floatAttribute("high", 1));
    Generator generator(context);
    RuntimeValue& y = context.output(0, type, std::move(dims));
    for (std::int64_t i = 0, n = y.count(); i < n; ++i)
        writeNumber(y, i, low + (high - low) * generator.uniform());
}

void fillNormal(KernelContext& context, DataType type, Dims dims) {
    const double mean = static_cast<double>(context.node().floatAttribute("mean", 0)),
                 scale = static_cast<double>(context.node().floatAttribute("scale", 1));
    Generator generator(context);
    RuntimeValue& y = context.output(0, type, std::move(dims));
    for (std::int64_t i = 0, n = y.count(); i < n; ++i)
        writeNumber(y, i, mean + scale * generator.normal());
}

} // namespace

/// Draws uniform numbers from [low, high).
///
/// Inputs:   none
/// Outputs:  output of the type `dtype` or float32, of the attribute `shape`
/// Method:   the Mersenne Twister, seeded by `seed`, or by the id of the node so that each run
///           gives the same numbers; 53 random bits for each number
/// Source:   ONNX RandomUniform-22; Matsumoto and Nishimura, "Mersenne Twister", 1998
void randomUniformKernel(KernelContext& context) {
    fillUniform(context, typeFor(context, DataType::float32),
                context.node().intsAttribute("shape"));
}

/// Draws uniform numbers from [low, high) in the shape of the input.
///
/// Inputs:   input of any type [D1, …, Dn]
/// Outputs:  output of the type `dtype` or that of input [D1, …, Dn]
/// Method:   as RandomUniform
/// Source:   ONNX RandomUniformLike-22
void randomUniformLikeKernel(KernelContext& context) {
    fillUniform(context, typeFor(context, context.input(0).type), context.input(0).dims);
}

/// Draws numbers of the normal distribution of `mean` and `scale`.
///
/// Inputs:   none
/// Outputs:  output of the type `dtype` or float32, of the attribute `shape`
/// Method:   the Mersenne Twister, seeded by `seed`, or by the id of the node so that each run
///           gives the same numbers, through std::normal_distribution
/// Source:   ONNX RandomNormal-22; Matsumoto and Nishimura, "Mersenne Twister", 1998
void randomNormalKernel(KernelContext& context) {
    fillNormal(context, typeFor(context, DataType::float32), context.node().intsAttribute("shape"));
}

/// Draws numbers of the normal distribution of `mean` and `scale` in the shape of the input.
///
/// Inputs:   input of any type [D1, …, Dn]
/// Outputs:  output of the type `dtype` or that of input [D1, …, Dn]
/// Method:   as RandomNormal
/// Source:   ONNX RandomNormalLike-22
void randomNormalLikeKernel(KernelContext& context) {
    fillNormal(context, typeFor(context, context.input(0).type), context.input(0).dims);
}

/// Draws classes by unnormalised log-probabilities.
///
/// Inputs:   input float32, float64 [batch, classes]
/// Outputs:  output int32 or int64, by `dtype` [batch, sample_size]
/// Method:   running sums of exp(x - largest x) in double, and a binary search in them for each
///           uniform number; the seed as in RandomUniform
/// Source:   ONNX Multinomial-22
void multinomialKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    require(x.dims.size() == 2 && x.dims[1] > 0,
            "the input must be [batch, classes], with at least one class");
    const std::int64_t samples = context.node().intAttribute("sample_size", 1);
    require(samples >= 0, "sample_size is negative");
    Generator generator(context);
    RuntimeValue& y = context.output(0, typeFor(context, DataType::int32), {x.dims[0], samples});
    for (std::int64_t b = 0; b < x.dims[0]; ++b) {
        std::vector<double> sums;
        double most = -HUGE_VAL, sum = 0;
        for (std::int64_t c = 0; c < x.dims[1]; ++c)
            most = std::max(most, readNumber(x, b * x.dims[1] + c));
        for (std::int64_t c = 0; c < x.dims[1]; ++c)
            sums.push_back(sum += std::exp(readNumber(x, b * x.dims[1] + c) - most));
        for (std::int64_t s = 0; s < samples; ++s) {
            const double drawn = generator.uniform() * sum;
            const auto at = std::upper_bound(sums.begin(), sums.end() - 1, drawn) - sums.begin();
            writeNumber(y, b * samples + s, static_cast<double>(at));
        }
    }
}

/// Passes its input on; in training mode it sets a part `ratio` to 0 and divides the rest by 1 -
/// ratio.
///
/// Inputs:   data of any type [D1, …, Dn]; ratio [], training_mode boolean [], both optional
/// Outputs:  output [D1, …, Dn]; mask boolean [D1, …, Dn] (of the type of data before version 10),
///           optional
/// Method:   shares the memory of data outside of training mode, or copies it out of the arena of
///           the run; otherwise one uniform number for each element, drawn as numpy does
/// Fails:    when the ratio is not between 0 and 1 in training mode
/// Source:   ONNX Dropout-22; Srivastava et al., "Dropout", 2014
void dropoutKernel(KernelContext& context) {
    const RuntimeValue x = context.input(0);
    const bool training = context.optional(2) && numberOf(context, 2) != 0;
    const double ratio = context.version() >= 12 && context.optional(1)
                             ? numberOf(context, 1)
                             : static_cast<double>(context.node().floatAttribute("ratio", 0.5F));
    if (!training || ratio == 0) {
        context.forward(0, x, x.dims);
        if (context.wants(1)) {
            const bool isNumber = context.version() < 10; // the mask has the type of the data
            RuntimeValue& mask = context.output(1, isNumber ? x.type : DataType::boolean, x.dims);
            for (std::int64_t i = 0, n = mask.count(); i < n; ++i)
                writeNumber(mask, i, 1);
        }
        return;
    }
    require(ratio > 0 && ratio < 1, "the ratio is not between 0 and 1");
    Generator generator(context);
    std::vector<bool> kept;
    for (std::int64_t i = 0, n = x.count(); i < n; ++i)
        kept.push_back(generator.uniform() >= ratio);
    RuntimeValue& y = context.output(0, x.type, x.dims);
    for (std::size_t i = 0; i < kept.size(); ++i)
        writeNumber(y, static_cast<std::int64_t>(i),
                    kept[i] ? readNumber(x, static_cast<std::int64_t>(i)) / (1 - ratio) : 0);
    if (!context.wants(1))
        return;
    RuntimeValue& mask = context.output(1, DataType::boolean, x.dims);
    std::copy(kept.begin(), kept.end(), mask.as<bool>());
}

} // namespace partita::cpu
