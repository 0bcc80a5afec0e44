// Loops over elements give what the C library gives, whatever bits an element has.

#include "providers/cpu/loops/vector_operations.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace partita::cpu {
namespace {

/// Every exponent with several fractions and both signs: zeros, denormals, infinities, and NaN of any
/// payload.
std::vector<float> manyFloats() {
    std::vector<float> all;
    for (std::uint32_t sign = 0; sign < 2; ++sign)
        for (std::uint32_t exponent = 0; exponent < 256; ++exponent)
            for (const std::uint32_t fraction :
                 {0U, 1U, 2U, 3U, 7U, 0xFFU, 0x100U, 0x1FFU, 0x12345U, 0x200000U, 0x3FFFFFU,
                  0x400000U, 0x400001U, 0x4000FFU, 0x512345U, 0x600000U, 0x7FFF00U, 0x7FFFFEU,
                  0x7FFFFFU})
                all.push_back(std::bit_cast<float>(sign << 31 | exponent << 23 | fraction));
    for (int i = -2000; i <= 2000; ++i)
        all.push_back(static_cast<float>(i) / 16.0F);
    return all;
}

struct Function {
    const char* name;
    VectorStep step;
    double (*wanted)(double);
    double relative, absolute; ///< errors that are allowed
};

double logistic(double v) { return 1 / (1 + std::exp(-v)); }

const Function kFunctions[] = {
    {"exp", {VectorCode::exp}, [](double v) { return std::exp(v); }, 3e-7, 1.2e-38},
    {"sigmoid", {VectorCode::sigmoid}, logistic, 3e-7, 1.2e-38},
    {"tanh", {VectorCode::tanh}, [](double v) { return std::tanh(v); }, 5e-7, 1e-42},
    {"erf", {VectorCode::erf}, [](double v) { return std::erf(v); }, 5e-7, 1e-42},
    {"log", {VectorCode::log}, [](double v) { return std::log(v); }, 5e-7, 1e-12},
    {"squareRoot", {VectorCode::sqrt}, [](double v) { return std::sqrt(v); }, 2e-7, 0},
    {"powerOfHalf", {VectorCode::powerOfHalf}, [](double v) { return std::pow(v, 0.5); }, 2e-7, 0},
    {"reciprocal", {VectorCode::reciprocal}, [](double v) { return 1 / v; }, 2e-7, 1e-44},
    {"absolute", {VectorCode::abs}, [](double v) { return std::fabs(v); }, 0, 0},
    {"negate", {VectorCode::neg}, [](double v) { return -v; }, 0, 0},
    {"relu", {VectorCode::relu}, [](double v) { return v < 0 ? 0 : v; }, 0, 0},
    {"floor", {VectorCode::floor}, [](double v) { return std::floor(v); }, 0, 0},
    {"ceil", {VectorCode::ceil}, [](double v) { return std::ceil(v); }, 0, 0},
    {"sine", {VectorCode::sin}, [](double v) { return std::sin(v); }, 5e-7, 5e-7},
    {"cosine", {VectorCode::cos}, [](double v) { return std::cos(v); }, 5e-7, 5e-7},
    {"swish", {VectorCode::swish, 1}, [](double v) { return v * logistic(v); }, 5e-7, 1e-35},
    {"elu", {VectorCode::elu, 1}, [](double v) { return v < 0 ? std::expm1(v) : v; }, 5e-7, 1e-44},
    {"softplus",
     {VectorCode::softplus},
     [](double v) { return std::log1p(std::exp(-std::fabs(v))) + (v < 0 ? 0 : v); },
     1e-6,
     1e-38},
    {"gelu",
     {VectorCode::gelu},
     [](double v) { return 0.5 * v * (1 + std::erf(v / std::sqrt(2.0))); },
     5e-7,
     2e-6},
};

TEST(VectorOperations, AreThoseOfTheLibraryForAllKindsOfNumbers) {
    const std::vector<float> x = manyFloats();
    std::vector<float> z(x.size());
    for (const Function& function : kFunctions) {
        runVectorStep(function.step, x.data(), nullptr, z.data(), x.size());
        int wrong = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            const double wanted = function.wanted(static_cast<double>(x[i]));
            const auto given = static_cast<double>(z[i]);
            const bool right = std::isnan(wanted) || std::isnan(given)
                                   ? std::isnan(wanted) && std::isnan(given)
                               : std::isinf(static_cast<float>(wanted)) || std::isinf(given)
                                   ? static_cast<float>(wanted) == z[i]
                                   : std::fabs(given - wanted) <=
                                         function.relative * std::fabs(wanted) + function.absolute;
            if (!right && ++wrong <= 5) {
                ADD_FAILURE() << function.name << " of " << x[i] << " (bits " << std::hex
                              << std::bit_cast<std::uint32_t>(x[i]) << std::dec << ") is " << given
                              << " instead of " << wanted;
            }
        }
    }
}

TEST(VectorOperations, WhatIsNoNumberStaysSoInEachPlaceOfABlock) {
    for (const std::uint32_t bits : {0x7FC00000U, 0x7FC00001U, 0x7FFFFFFFU, 0x7F800001U,
                                     0xFFC00001U, 0xFFFFFFFFU, 0xFF800001U})
        for (const Function& function : kFunctions)
            for (std::size_t at = 0; at < 67; ++at) {
                std::vector<float> x(67, 0.5F);
                x[at] = std::bit_cast<float>(bits);
                runVectorStep(function.step, x.data(), nullptr, x.data(), x.size());
                for (std::size_t i = 0; i < x.size(); ++i)
                    ASSERT_EQ(std::isnan(x[i]), i == at) << function.name << " at " << i;
            }
}

} // namespace
} // namespace partita::cpu
