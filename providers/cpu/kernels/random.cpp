// Random numbers. The seed is the attribute of the node, or else the id of the node, so that a
// model gives the same numbers in every run. Dropout in training mode draws as ONNX's node tests
// do.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/vector_math.h"

namespace partita::cpu {

namespace {

constexpr std::size_t kTwisterSize = 624;
using TwisterNumbers = std::array<std::uint32_t, kTwisterSize>;

/// The next state of MT19937, and the numbers that it stands for.
PARTITA_FOR_EACH_CPU
void twist(TwisterNumbers& state, TwisterNumbers& drawn) {
    constexpr std::size_t kShift = 397, kRest = kTwisterSize - kShift;
    const auto mixed = [](std::uint32_t here, std::uint32_t next) {
        const std::uint32_t joined = (here & 0x80000000U) | (next & 0x7FFFFFFFU);
        return (joined >> 1) ^ ((next & 1U) * 0x9908B0DFU);
    };
    for (std::size_t i = 0; i < kRest; ++i)
        state[i] = state[i + kShift] ^ mixed(state[i], state[i + 1]);
    for (std::size_t i = kRest; i + 1 < kTwisterSize; ++i)
        state[i] = state[i - kRest] ^ mixed(state[i], state[i + 1]);
    state[kTwisterSize - 1] = state[kShift - 1] ^ mixed(state[kTwisterSize - 1], state[0]);
    for (std::size_t i = 0; i < kTwisterSize; ++i) {
        std::uint32_t number = state[i];
        number ^= number >> 11;
        number ^= number << 7 & 0x9D2C5680U;
        number ^= number << 15 & 0xEFC60000U;
        drawn[i] = number ^ number >> 18;
    }
}

/// The Mersenne Twister MT19937: the numbers of std::mt19937, whose state libstdc++ keeps in 64 bits
/// and makes one by one.
class Twister {
public:
    explicit Twister(std::uint32_t seed) {
        m_state[0] = seed;
        for (std::uint32_t i = 1; i < kTwisterSize; ++i)
            m_state[i] = 1812433253U * (m_state[i - 1] ^ (m_state[i - 1] >> 30)) + i;
    }
    std::uint32_t operator()() {
        if (m_next == kTwisterSize)
            draw();
        return m_drawn[m_next++];
    }
    void fill(std::span<std::uint32_t> numbers) {
        for (std::size_t done = 0; done < numbers.size();) {
            if (m_next == kTwisterSize)
                draw();
            const std::size_t count = std::min(kTwisterSize - m_next, numbers.size() - done);
            std::copy_n(m_drawn.data() + m_next, count, numbers.data() + done);
            m_next += count;
            done += count;
        }
    }

private:
    void draw() {
        twist(m_state, m_drawn);
        m_next = 0;
    }

    TwisterNumbers m_state{}, m_drawn{};
    std::size_t m_next = kTwisterSize; ///< of m_drawn
};

constexpr std::size_t kPairs = 256; // drawn at once
using Pairs = std::array<double, kPairs>;

/// Places in the square from -1 to 1, each of four draws, and the squares of their distances from
/// the middle.
PARTITA_FOR_EACH_CPU
void placePairs(const std::array<std::uint32_t, 4 * kPairs>& draws, Pairs& x, Pairs& y,
                Pairs& distances) {
    const auto place = [&](std::size_t at) {
        return (draws[at] + draws[at + 1] * 0x1p32) * 0x1p-63 - 1;
    };
    for (std::size_t i = 0; i < kPairs; ++i) {
        x[i] = place(4 * i);
        y[i] = place(4 * i + 2);
        distances[i] = x[i] * x[i] + y[i] * y[i];
    }
}

/// Makes two normal numbers, y and then x, of each of the first `count` places.
PARTITA_FOR_EACH_CPU
void spreadPairs(const Pairs& x, const Pairs& y, const Pairs& distances, std::size_t count,
                 std::array<double, 2 * kPairs>& normals) {
    for (std::size_t i = 0; i < count; ++i) {
        const double by = std::sqrt(-2 * vectorLog(distances[i]) / distances[i]);
        normals[2 * i] = y[i] * by;
        normals[2 * i + 1] = x[i] * by;
    }
}

class Generator {
public:
    explicit Generator(const KernelContext& context) : m_engine(seedOf(context)) {}
    /// Uniform in [0, 1) with 53 bits from two draws, as in numpy.
    double uniform() {
        const std::uint32_t high = m_engine() >> 5, low = m_engine() >> 6;
        return (high * 67108864.0 + low) / 9007199254740992.0;
    }
    /// Numbers of the normal distribution by Marsaglia's polar method, the same and in the same
    /// order as libstdc++'s std::normal_distribution draws them.
    void normal(std::span<double> numbers) {
        for (std::size_t done = 0; done < numbers.size();) {
            while (m_next == m_made)
                makeNormals();
            const std::size_t count = std::min(m_made - m_next, numbers.size() - done);
            std::copy_n(m_normals.data() + m_next, count, numbers.data() + done);
            m_next += count;
            done += count;
        }
    }

private:
    void makeNormals() {
        std::array<std::uint32_t, 4 * kPairs> draws; // NOLINT: filled below
        m_engine.fill(draws);
        Pairs x, y, distances; // NOLINT: filled below
        placePairs(draws, x, y, distances);
        std::size_t inside = 0;
        for (std::size_t i = 0; i < kPairs; ++i) { // moves those in the circle to the front
            x[inside] = x[i];
            y[inside] = y[i];
            distances[inside] = distances[i];
            inside += distances[i] <= 1 && distances[i] != 0 ? 1 : 0;
        }
        spreadPairs(x, y, distances, inside, m_normals);
        m_next = 0;
        m_made = 2 * inside;
    }
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
    Twister m_engine;
    std::array<double, 2 * kPairs> m_normals{};
    std::size_t m_next = 0, m_made = 0; ///< of m_normals
};

DataType typeFor(const KernelContext& context, DataType otherwise) {
    const auto wanted = static_cast<DataType>(context.node().intAttribute("dtype", 0));
    return wanted == DataType::undefined ? otherwise : wanted;
}

void fillUniform(KernelContext& context, DataType type, Dims dims) {
    const double low = static_cast<double>(context.node().floatAttribute("low", 0)),
                 high = static_cast<double>(context.node().floatAttribute("high", 1));
    Generator generator(context);
    RuntimeValue& y = context.output(0, type, dims);
    for (std::int64_t i = 0, n = y.count(); i < n; ++i)
        writeNumber(y, i, low + (high - low) * generator.uniform());
}

void fillNormal(KernelContext& context, DataType type, Dims dims) {
    const double mean = static_cast<double>(context.node().floatAttribute("mean", 0)),
                 scale = static_cast<double>(context.node().floatAttribute("scale", 1));
    Generator generator(context);
    RuntimeValue& y = context.output(0, type, dims);
    std::array<double, kPairs> some; // NOLINT: filled below
    for (std::int64_t i = 0, n = y.count(); i < n;) {
        const std::span numbers(some.data(),
                                std::min(some.size(), static_cast<std::size_t>(n - i)));
        generator.normal(numbers);
        for (double& number : numbers)
            number = mean + scale * number;
        if (type == DataType::float32)
            std::ranges::transform(numbers, y.as<float>() + i,
                                   [](double number) { return static_cast<float>(number); });
        else
            for (std::size_t k = 0; k < numbers.size(); ++k)
                writeNumber(y, i + static_cast<std::int64_t>(k), numbers[k]);
        i += static_cast<std::int64_t>(numbers.size());
    }
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
///           gives the same numbers; Marsaglia's polar method in vectors
/// Source:   ONNX RandomNormal-22; Matsumoto and Nishimura, "Mersenne Twister", 1998; Marsaglia and
///           Bray, "A convenient method for generating normal variables", 1964
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
