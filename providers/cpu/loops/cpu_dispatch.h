#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace partita::cpu {

// Loops in templates, compiled twice: for the instructions that most processors have (AVX2, FMA, F16C)
// and for those that all have. Under the sanitizers there is only the second version.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(PARTITA_SANITIZED)
#define PARTITA_HAS_AVX2_LOOPS 1
inline bool hasAvx2() {
    static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                            __builtin_cpu_supports("f16c");
    return has;
}
template <class F, class... Given>
[[gnu::target("avx2,fma,f16c")]] void withAvx2(F& work, Given... given) {
    work(given...);
}
template <class F> [[gnu::target("avx512f,f16c")]] void withAvx512(F& work) {
    work(std::integral_constant<std::size_t, 64>());
}
#endif

/// Calls work(), compiled for the best instructions of this processor. `work` is a lambda with the
/// loop, marked PARTITA_INLINE: a function that is not inlined is compiled for any processor.
template <class F> void onBestCpu(F&& work) {
#ifdef PARTITA_HAS_AVX2_LOOPS
    if (hasAvx2())
        return withAvx2(work);
#endif
    work();
}

/// As onBestCpu, for loops over vectors that have 64 bytes where the processor does: calls work(bytes of
/// a vector, as a constant).
template <class F> void onWidestCpu(F&& work) {
#ifdef PARTITA_HAS_AVX2_LOOPS
    static const bool hasWide = __builtin_cpu_supports("avx512f") != 0;
    if (hasWide)
        return withAvx512(work);
    if (hasAvx2())
        return withAvx2(work, std::integral_constant<std::size_t, 32>());
#endif
    work(std::integral_constant<std::size_t, 32>());
}

#define PARTITA_INLINE __attribute__((always_inline))

} // namespace partita::cpu
