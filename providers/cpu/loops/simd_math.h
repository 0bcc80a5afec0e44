#pragma once

#include <cmath>

// glibc has vector versions of these functions (libmvec, errors below 4 units in the last place).
// Its headers declare them only under -ffast-math, which breaks the rules for infinities and NaN.
// These declarations let the compiler vectorize loops over the functions and keep the rules.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#define PARTITA_SIMD(name)                                                                         \
    __attribute__((simd("notinbranch"))) double name(double) noexcept;                             \
    __attribute__((simd("notinbranch"))) float name##f(float) noexcept;
extern "C" {
PARTITA_SIMD(acos)
PARTITA_SIMD(acosh)
PARTITA_SIMD(asin)
PARTITA_SIMD(asinh)
PARTITA_SIMD(atan)
PARTITA_SIMD(atanh)
PARTITA_SIMD(cos)
PARTITA_SIMD(cosh)
PARTITA_SIMD(erf)
PARTITA_SIMD(exp)
PARTITA_SIMD(expm1)
PARTITA_SIMD(log)
PARTITA_SIMD(log1p)
PARTITA_SIMD(sin)
PARTITA_SIMD(sinh)
PARTITA_SIMD(tan)
PARTITA_SIMD(tanh)
__attribute__((simd("notinbranch"))) double pow(double, double) noexcept;
__attribute__((simd("notinbranch"))) float powf(float, float) noexcept;
}
#undef PARTITA_SIMD
#endif
