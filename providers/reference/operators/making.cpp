// Generators: constants, Range, random numbers and Dropout.

#include <cmath>
#include <random>

#include "core/ir/model_data.h"
#include "providers/reference/catalogue.h"
#include "providers/reference/moved.h"

namespace partita::reference {

namespace {

/// The element type that an attribute names; refuses a number that is no type.
DataType typeNamed(Call& call, const char* name, DataType otherwise) {
    const auto type =
        static_cast<DataType>(call.integer(name, static_cast<std::int64_t>(otherwise)));
    require(dataTypeBits(type) != 0, "this dtype is not known");
    return type;
}

} // namespace

void constantOfShape(Call& call) {
    const Array value = call.tensor("value").value_or(Array(DataType::float32, {}));
    require(value.count() == 1, "value must have exactly one element");
    call.give(moved(value, call.in(0).integers(), [](const Index&) { return std::size_t{0}; }));
}

void eyeLike(Call& call) {
    const Array& like = call.in(0);
    require(like.rank() == 2, "the input must be a matrix");
    Array result(typeNamed(call, "dtype", like.type()), like.dims());
    for (Index at(like.dims()); at; ++at)
        if (at[1] - at[0] == call.integer("k", 0))
            result.set(at.place(), 1);
    call.give(result);
}

/// start + i * delta for 0 <= i < max(ceil((limit - start) / delta), 0).
void range(Call& call) {
    const Array &start = call.in(0), &limit = call.in(1), &delta = call.in(2);
    constexpr double kMost = 1e12;
    require(start.count() == 1 && limit.count() == 1 && delta.count() == 1,
            "start, limit and delta must be one number each");
    require(delta.real(0) != 0, "delta is 0");
    if (start.isFloat()) {
        const double count = std::ceil((limit.real(0) - start.real(0)) / delta.real(0));
        require(count <= kMost, "the range is too long or not finite"); // also refuses NaN
        Array result(start.type(), {count > 0 ? static_cast<std::int64_t>(count) : 0});
        for (std::size_t i = 0; i < result.count(); ++i)
            result.set(i, start.real(0) + static_cast<double>(i) * delta.real(0));
        return call.give(result);
    }
    const std::int64_t first = start.integer(0), last = limit.integer(0), step = delta.integer(0);
    const bool up = step > 0;
    // Unsigned arithmetic, because the distance of two int64 can exceed int64.
    const std::uint64_t by =
        up ? static_cast<std::uint64_t>(step) : std::uint64_t{0} - static_cast<std::uint64_t>(step);
    const std::uint64_t way =
        up ? static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first)
           : static_cast<std::uint64_t>(first) - static_cast<std::uint64_t>(last);
    const bool empty = up ? first >= last : first <= last;
    const std::uint64_t count = empty ? 0 : (way - 1) / by + 1;
    require(static_cast<double>(count) <= kMost, "the range is too long");
    Array result(start.type(), {static_cast<std::int64_t>(count)});
    for (std::size_t i = 0; i < result.count(); ++i)
        result.as<std::int64_t>()[i] = first + static_cast<std::int64_t>(i) * step;
    call.give(result);
}

namespace {

/// Random numbers. ONNX defines only their type, shape and distribution. Without the attribute
/// `seed` the seed is 0, so that every run of a model gives the same numbers.
class Chance {
public:
    explicit Chance(Call& call)
        : m_engine(static_cast<std::uint32_t>(
              towardsZero(call.real("seed", static_cast<float>(call.integer("seed", 0)))))) {}
    /// In [0, 1), from two draws, by NumPy's method, which ONNX's own tests use.
    double uniform() {
        const auto high = static_cast<double>(m_engine() >> 5),
                   low = static_cast<double>(m_engine() >> 6);
        return (high * 67108864.0 + low) / 9007199254740992.0;
    }
    double normal() { return m_normal(m_engine); } ///< mean 0, standard deviation 1

private:
    static std::int64_t towardsZero(double seed) {
        return Array::scalar(DataType::float64, seed).integer(0);
    }
    std::mt19937 m_engine;
    std::normal_distribution<double> m_normal{0, 1};
};

void giveNormal(Call& call, DataType type, const Dims& dims) {
    Chance chance(call);
    Array result(type, dims);
    for (std::size_t i = 0; i < result.count(); ++i)
        result.set(i, call.real("mean", 0) + call.real("scale", 1) * chance.normal());
    call.give(result);
}

void giveUniform(Call& call, DataType type, const Dims& dims) {
    Chance chance(call);
    const double low = call.real("low", 0), high = call.real("high", 1);
    Array result(type, dims);
    for (std::size_t i = 0; i < result.count(); ++i)
        result.set(i, low + (high - low) * chance.uniform());
    call.give(result);
}

} // namespace

void randomNormal(Call& call) {
    giveNormal(call, typeNamed(call, "dtype", DataType::float32), call.integers("shape"));
}

void randomNormalLike(Call& call) {
    giveNormal(call, typeNamed(call, "dtype", call.in(0).type()), call.in(0).dims());
}

void randomUniform(Call& call) {
    giveUniform(call, typeNamed(call, "dtype", DataType::float32), call.integers("shape"));
}

void randomUniformLike(Call& call) {
    giveUniform(call, typeNamed(call, "dtype", call.in(0).type()), call.in(0).dims());
}

void bernoulli(Call& call) {
    const Array& probability = call.in(0);
    Chance chance(call);
    Array result(typeNamed(call, "dtype", probability.type()), probability.dims());
    for (std::size_t i = 0; i < result.count(); ++i)
        result.set(i, chance.uniform() < probability.real(i) ? 1 : 0);
    call.give(result);
}

/// Draws class indices by unnormalized log-probabilities [batch_size, class_size].
void multinomial(Call& call) {
    const Array& logs = call.in(0);
    require(logs.rank() == 2 && logs.size(1) > 0,
            "the input must be [batch, classes], with at least one class");
    const std::int64_t samples = call.integer("sample_size", 1);
    Chance chance(call);
    Array result(typeNamed(call, "dtype", DataType::int32), {logs.dims()[0], samples});
    const std::size_t classes = logs.size(1);
    for (Index at(result.dims()); at; ++at) {
        const std::size_t row = static_cast<std::size_t>(at[0]) * classes;
        double sum = 0;
        for (std::size_t i = 0; i < classes; ++i)
            sum += std::exp(logs.real(row + i));
        double rest = chance.uniform() * sum;
        std::size_t drawn = 0;
        while (drawn + 1 < classes && (rest -= std::exp(logs.real(row + drawn))) >= 0)
            ++drawn;
        result.set(at.place(), static_cast<double>(drawn));
    }
    call.give(result);
}

/// Outside of training mode the output is a copy and the mask is all ones; the mask is boolean
/// since version 10. Only versions since 12 have the input training_mode.
void dropout(Call& call) {
    const Array& data = call.in(0);
    const bool training = call.version() >= 12 && call.has(2) && call.in(2).onlyInteger() != 0;
    const double ratio = call.version() >= 12 && call.has(1) ? call.in(1).onlyReal() : 0.5;
    Array result = data;
    Array mask(call.version() < 10 ? data.type() : DataType::boolean, data.dims());
    require(!training || (ratio >= 0 && ratio < 1), "the ratio must be at least 0 and less than 1");
    Chance chance(call);
    for (std::size_t i = 0; i < data.count(); ++i) {
        const bool kept = !training || ratio == 0 || chance.uniform() >= ratio;
        mask.set(i, kept ? 1 : 0);
        if (training)
            result.set(i, kept ? data.real(i) / (1 - ratio) : 0);
    }
    call.give(0, result);
    call.give(1, mask);
}

} // namespace partita::reference
