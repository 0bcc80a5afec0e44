// Element-wise functions of one number, and activations.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "providers/reference/operators/elementwise.h"

namespace partita::reference {

namespace {

/// Applies f in double to every element, whatever the element type.
template <class F> void eachReal(Call& call, F&& f) {
    const Array& x = call.in(0);
    call.give(
        mapped(x.type(), x, [&]<Number T>(T value) { return f(static_cast<double>(value)); }));
}

double logistic(double x) { return 1 / (1 + std::exp(-x)); }
double softplusOf(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x))); }

} // namespace

void absolute(Call& call) {
    const Array& x = call.in(0);
    call.give(mapped(x.type(), x, []<Number T>(T a) {
        if constexpr (std::same_as<T, double>)
            return std::fabs(a);
        else
            return a < 0 ? static_cast<T>(0 - wrapping(a)) : a;
    }));
}

void negate(Call& call) {
    const Array& x = call.in(0);
    call.give(mapped(x.type(), x, []<Number T>(T a) {
        if constexpr (std::same_as<T, double>)
            return -a;
        else
            return static_cast<T>(0 - wrapping(a));
    }));
}

void sign(Call& call) {
    const Array& x = call.in(0);
    call.give(mapped(x.type(), x, []<Number T>(T a) {
        return a > 0 ? T{1} : a < 0 ? static_cast<T>(-1) : a == a ? T{0} : a;
    }));
}

void bitwiseNot(Call& call) {
    call.give(mapped(call.in(0).type(), call.in(0), []<Integer T>(T a) { return ~a; }));
}

void logicalNot(Call& call) {
    call.give(mapped(DataType::boolean, call.in(0), []<Integer T>(T a) { return a == 0; }));
}

void isNan(Call& call) {
    call.give(mapped(DataType::boolean, call.in(0),
                     [](std::same_as<double> auto a) { return std::isnan(a); }));
}

void isInfinite(Call& call) {
    const bool negative = call.integer("detect_negative", 1) != 0;
    const bool positive = call.integer("detect_positive", 1) != 0;
    call.give(mapped(DataType::boolean, call.in(0), [&](std::same_as<double> auto a) {
        return std::isinf(a) && (a < 0 ? negative : positive);
    }));
}

void ceiling(Call& call) {
    eachReal(call, [](double x) { return std::ceil(x); });
}
void floorOf(Call& call) {
    eachReal(call, [](double x) { return std::floor(x); });
}
/// Ties round to even.
void roundOf(Call& call) {
    eachReal(call, [](double x) { return std::nearbyint(x); });
}
void reciprocal(Call& call) {
    eachReal(call, [](double x) { return 1 / x; });
}
void squareRoot(Call& call) {
    eachReal(call, [](double x) { return std::sqrt(x); });
}
void exponential(Call& call) {
    eachReal(call, [](double x) { return std::exp(x); });
}
void logarithm(Call& call) {
    eachReal(call, [](double x) { return std::log(x); });
}
void errorFunction(Call& call) {
    eachReal(call, [](double x) { return std::erf(x); });
}

void sine(Call& call) {
    eachReal(call, [](double x) { return std::sin(x); });
}
void cosine(Call& call) {
    eachReal(call, [](double x) { return std::cos(x); });
}
void tangent(Call& call) {
    eachReal(call, [](double x) { return std::tan(x); });
}
void arcSine(Call& call) {
    eachReal(call, [](double x) { return std::asin(x); });
}
void arcCosine(Call& call) {
    eachReal(call, [](double x) { return std::acos(x); });
}
void arcTangent(Call& call) {
    eachReal(call, [](double x) { return std::atan(x); });
}
void hyperbolicSine(Call& call) {
    eachReal(call, [](double x) { return std::sinh(x); });
}
void hyperbolicCosine(Call& call) {
    eachReal(call, [](double x) { return std::cosh(x); });
}
void hyperbolicTangent(Call& call) {
    eachReal(call, [](double x) { return std::tanh(x); });
}
void areaSine(Call& call) {
    eachReal(call, [](double x) { return std::asinh(x); });
}
void areaCosine(Call& call) {
    eachReal(call, [](double x) { return std::acosh(x); });
}
void areaTangent(Call& call) {
    eachReal(call, [](double x) { return std::atanh(x); });
}

void relu(Call& call) {
    const Array& x = call.in(0);
    call.give(mapped(x.type(), x, []<Number T>(T a) { return a < 0 ? T{0} : a; }));
}

void sigmoid(Call& call) { eachReal(call, logistic); }
void softplus(Call& call) { eachReal(call, softplusOf); }
void softsign(Call& call) {
    eachReal(call, [](double x) { return x / (1 + std::fabs(x)); });
}
void mish(Call& call) {
    eachReal(call, [](double x) { return x * std::tanh(softplusOf(x)); });
}

void leakyRelu(Call& call) {
    const double alpha = call.real("alpha", 0.01F);
    eachReal(call, [&](double x) { return x < 0 ? alpha * x : x; });
}

void thresholdedRelu(Call& call) {
    const double alpha = call.real("alpha", 1);
    eachReal(call, [&](double x) { return x > alpha ? x : 0; });
}

void elu(Call& call) {
    const double alpha = call.real("alpha", 1);
    eachReal(call, [&](double x) { return x < 0 ? alpha * std::expm1(x) : x; });
}

void celu(Call& call) {
    const double alpha = call.real("alpha", 1);
    eachReal(call, [&](double x) { return x < 0 ? alpha * std::expm1(x / alpha) : x; });
}

/// Version 1 has shorter default values of alpha and gamma.
void selu(Call& call) {
    const bool first = call.version() < 6;
    const double alpha = call.real("alpha", first ? 1.6732F : 1.67326319217681884765625F);
    const double gamma = call.real("gamma", first ? 1.0507F : 1.05070102214813232421875F);
    eachReal(call, [&](double x) { return gamma * (x > 0 ? x : alpha * std::expm1(x)); });
}

void hardSigmoid(Call& call) {
    const double alpha = call.real("alpha", 0.2F), beta = call.real("beta", 0.5F);
    eachReal(call, [&](double x) { return std::clamp(alpha * x + beta, 0.0, 1.0); });
}

void hardSwish(Call& call) {
    eachReal(call, [](double x) { return x * std::clamp(x / 6 + 0.5, 0.0, 1.0); });
}

void swish(Call& call) {
    const double alpha = call.real("alpha", 1);
    eachReal(call, [&](double x) { return x * logistic(alpha * x); });
}

/// ONNX's function would broadcast A and B, which the text forbids.
void swiGlu(Call& call) {
    const Array &a = call.in(0), &b = call.in(1);
    require(a.dims() == b.dims(), "A and B have different shapes");
    const double alpha = call.real("alpha", 1);
    call.give(combined(a.type(), a, b,
                       [&](std::same_as<double> auto gate, std::same_as<double> auto value) {
                           return gate * logistic(alpha * gate) * value;
                       }));
}

void gelu(Call& call) {
    using std::numbers::pi;
    if (call.text("approximate", "none") == "tanh")
        eachReal(call, [](double x) {
            return 0.5 * x * (1 + std::tanh(std::sqrt(2 / pi) * (x + 0.044715 * x * x * x)));
        });
    else
        eachReal(call, [](double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); });
}

void shrink(Call& call) {
    const double lambda = call.real("lambd", 0.5F), bias = call.real("bias", 0);
    const Array& x = call.in(0);
    if (x.isFloat())
        return eachReal(call, [&](double v) {
            return v < -lambda ? v + bias : v > lambda ? v - bias : 0;
        });
    call.give(mapped(x.type(), x, [&]<Number T>(T value) {
        const auto number = static_cast<long double>(value); // with all its digits
        const double by = number < -lambda ? bias : number > lambda ? -bias : 0;
        if (!(number < -lambda) && !(number > lambda))
            return T{0};
        if (!(std::fabs(by) < 0x1p53))
            return elementOf<T>(static_cast<double>(value) + by, x.type());
        const auto whole = static_cast<std::int64_t>(by);
        const long double rest = static_cast<long double>(by) - static_cast<long double>(whole);
        auto sum = wrapping(value) + wrapping(static_cast<T>(whole));
        if (const auto before = number + static_cast<long double>(whole); before * rest < 0)
            sum += wrapping(static_cast<T>(rest > 0 ? 1 : -1)); // cut off towards zero
        return static_cast<T>(sum);
    }));
}

/// min and max are attributes before version 11 and inputs since. Where min > max, every element
/// becomes max.
void clip(Call& call) {
    const Array& x = call.in(0);
    const auto bound = [&](std::size_t input, const char* name, float otherwise) {
        if (call.version() < 11)
            return Array::scalar(x.type(), call.real(name, otherwise));
        if (call.has(input))
            return call.in(input);
        const bool isDouble = x.type() == DataType::float64;
        return Array::scalar(x.type(),
                             isDouble ? std::copysign(std::numeric_limits<double>::max(), otherwise)
                                      : otherwise);
    };
    const Array low = bound(1, "min", std::numeric_limits<float>::lowest());
    const Array high = bound(2, "max", std::numeric_limits<float>::max());
    call.give(mapped(x.type(), x, [&]<Number T>(T a) {
        if (low.count() == 1 && a < low.as<T>()[0])
            a = low.as<T>()[0];
        if (high.count() == 1 && a > high.as<T>()[0])
            a = high.as<T>()[0];
        return a;
    }));
}

} // namespace partita::reference
