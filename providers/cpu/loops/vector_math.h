#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

namespace partita::cpu {

// Elementary functions in plain arithmetic without branches or calls, so that the compiler
// vectorizes loops over them. Errors are within 2 units in the last place unless a comment says
// otherwise; infinities and NaN are as in the C library.

/// e^x by Cody and Waite's reduction and a polynomial (coefficients of Cephes' expf); subnormal
/// results are 0.
inline float vectorExp(float x) {
    constexpr float kMagic = 12582912.0F; // 1.5 · 2^23: adding it rounds to a whole number
    const float shifted = x * 1.44269504F + kMagic;
    const float n = shifted - kMagic;
    const float r = (x - n * 0.693359375F) + n * 2.12194440e-4F;
    // By pairs of coefficients: one after the other, each product would wait for the one before.
    const float square = r * r, first = 1.6666665459e-1F * r + 5.0000001201e-1F,
                second = 8.3334519073e-3F * r + 4.1665795894e-2F,
                third = 1.9875691500e-4F * r + 1.3981999507e-3F;
    const float p = ((third * square + second) * square + first) * square + r + 1.0F;
    // p · 2^n: the low bits of `shifted` are n, which is added to the exponent of p.
    const float scaled = std::bit_cast<float>(std::bit_cast<std::uint32_t>(p) +
                                              (std::bit_cast<std::uint32_t>(shifted) << 23));
    const float low = x < -87.33F ? 0.0F : scaled;
    const float beyond = x + std::numeric_limits<float>::infinity(); // NaN stays what it is
    return x <= 88.72283F ? low : beyond;
}

/// x = e^x for x up to 0, by Cody and Waite's reduction and a polynomial of fewer steps; results
/// below 2^-126 are 0. NaN stays. `V` is a vector of floats, `Bits` one of as many 32-bit integers.
template <class Bits, class V> [[gnu::always_inline]] inline void vectorExpOfNegative(V& x) {
    constexpr float kMagic = 12582912.0F; // 1.5 · 2^23
    const V shifted = x * 1.44269504F + kMagic;
    const V n = shifted - kMagic;
    const V r = (x - n * 0.693359375F) + n * 2.12194440e-4F;
    V p = 8.290144e-3F * r + 4.1898851e-2F;
    p = p * r + 1.6667644e-1F;
    p = p * r + 4.9999143e-1F;
    p = p * r + 9.9999970e-1F;
    p = p * r + 1.0F;
    // The low bits of `shifted` are n, which is the exponent of a power of two.
    Bits bits;
    std::memcpy(&bits, &shifted, sizeof bits);
    bits = (bits << 23) + 0x3F800000U;
    V whole;
    std::memcpy(&whole, &bits, sizeof whole);
    x = x < -87.33F ? V{} : p * whole;
}

/// Rounds to a whole number, halves to even; |x| may be at most 2^22.
inline float wholeNumber(float x) {
    constexpr float kMagic = 12582912.0F; // 1.5 · 2^23
    return (x + kMagic) - kMagic;
}

/// The code of a quotient number / scale: round(quotient) + zero, clamped to [low, high]; NaN
/// becomes code 0.
inline float codeOf(float quotient, float zero, float low, float high) {
    quotient = quotient == quotient ? quotient : -zero;
    quotient = quotient > low - zero ? quotient : low - zero;
    quotient = quotient < high - zero ? quotient : high - zero;
    return wholeNumber(quotient) + zero;
}

/// The logarithm of a positive normal number, by FreeBSD's polynomial.
inline double vectorLog(double x) {
    // x = 2^n · m with m between √½ and √2
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const auto n = static_cast<std::int32_t>((bits - 0x3FE6A09E667F3BCDU) >> 32) >> 20;
    const auto m = std::bit_cast<double>(bits - (static_cast<std::uint64_t>(n) << 52));
    const double whole = n, f = m - 1, s = f / (2 + f), z = s * s;
    double p = 1.479819860511658591e-01;
    p = p * z + 1.531383769920937332e-01;
    p = p * z + 1.818357216161805012e-01;
    p = p * z + 2.222219843214978396e-01;
    p = p * z + 2.857142874366239149e-01;
    p = p * z + 3.999999999940941908e-01;
    p = p * z + 6.666666666666735130e-01;
    const double half = 0.5 * f * f;
    const double rest = s * (half + p * z) + whole * 1.90821492927058770002e-10;
    return whole * 6.93147180369123816490e-01 - ((half - rest) - f);
}

/// 1 / (1 + e^-x).
inline float vectorSigmoid(float x) { return 1.0F / (1.0F + vectorExp(-x)); }

/// erf as a quotient of polynomials (coefficients as in Eigen and XLA); absolute error below 5e-7.
inline float vectorErf(float x) {
    x = x < -4.0F ? -4.0F : x;
    x = x > 4.0F ? 4.0F : x;
    const float s = x * x;
    float p = -2.72614225801306e-10F;
    p = p * s + 2.77068142495902e-08F;
    p = p * s - 2.10102402082508e-06F;
    p = p * s - 5.69250639462346e-05F;
    p = p * s - 7.34990630326855e-04F;
    p = p * s - 2.95459980854025e-03F;
    p = p * s - 1.60960333262415e-02F;
    float q = -1.45660718464996e-05F;
    q = q * s - 2.13374055278905e-04F;
    q = q * s - 1.68282697438203e-03F;
    q = q * s - 7.37332916720468e-03F;
    q = q * s - 1.42647390514189e-02F;
    return x * p / q;
}

/// tanh as a quotient of polynomials (coefficients as in Eigen); ±1 beyond 7.9.
inline float vectorTanh(float x) {
    constexpr float kLimit = 7.90531110763549805F;
    x = x < -kLimit ? -kLimit : x;
    x = x > kLimit ? kLimit : x;
    const float s = x * x;
    float p = -2.76076847742355e-16F;
    p = p * s + 2.00018790482477e-13F;
    p = p * s - 8.60467152213735e-11F;
    p = p * s + 5.12229709037114e-08F;
    p = p * s + 1.48572235717979e-05F;
    p = p * s + 6.37261928875436e-04F;
    p = p * s + 4.89352455891786e-03F;
    float q = 1.19825839466702e-06F;
    q = q * s + 1.18534705686654e-04F;
    q = q * s + 2.26843463243900e-03F;
    q = q * s + 4.89352518554385e-03F;
    return x * p / q;
}

// Compiles a function once for each instruction set; the loader chooses the best version when the
// program starts. The sanitizers are not ready at that time, so they get one version.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(PARTITA_SANITIZED)
#define PARTITA_FOR_EACH_CPU                                                                       \
    __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define PARTITA_FOR_EACH_CPU
#endif

} // namespace partita::cpu
