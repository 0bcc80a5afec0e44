#include "providers/cpu/loops/inline_quantization.h"

#include <array>
#include <cstdint>

#include "core/provider/node_failure.h"
#include "providers/cpu/loops/vector_math.h"

namespace partita::cpu {

namespace {

template <class T>
[[gnu::always_inline]] inline void loadAs(const T* codes, const Dequantization& given,
                                          float* numbers, std::size_t count) {
    const Dequantization by = given;
    for (std::size_t i = 0; i < count; ++i)
        numbers[i] = (static_cast<float>(codes[i]) - by.zero) * by.scale;
}

template <class T>
[[gnu::always_inline]] inline void storeAs(const float* numbers, const Quantization& given,
                                           T* codes, std::size_t count) {
    constexpr std::size_t kSome = 128;
    const Quantization by = given;        // a copy: `codes` might alias `given`
    std::array<std::int32_t, kSome> some; // NOLINT: filled below
    for (std::size_t first = 0; first < count; first += kSome) {
        const std::size_t size = count - first < kSome ? count - first : kSome;
        for (std::size_t i = 0; i < size; ++i) // 32 bits throughout, for full vectors
            some[i] = static_cast<std::int32_t>(
                codeOf(numbers[first + i] / by.scale, by.zero, by.low, by.high));
        for (std::size_t i = 0; i < size; ++i)
            codes[first + i] = static_cast<T>(some[i]);
    }
}

#define PARTITA_LOOP_CODE(T)                                                                       \
    PARTITA_FOR_EACH_CPU                                                                           \
    void load(const T* codes, const Dequantization& by, float* numbers, std::size_t count) {       \
        loadAs(codes, by, numbers, count);                                                         \
    }                                                                                              \
    PARTITA_FOR_EACH_CPU                                                                           \
    void store(const float* numbers, const Quantization& by, T* codes, std::size_t count) {        \
        storeAs(numbers, by, codes, count);                                                        \
    }
PARTITA_LOOP_CODE(std::uint8_t)
PARTITA_LOOP_CODE(std::int8_t)
PARTITA_LOOP_CODE(std::uint16_t)
PARTITA_LOOP_CODE(std::int16_t)
#undef PARTITA_LOOP_CODE

/// Calls `work<T>()` with the C++ type of the codes; fails for other types.
template <class F> void forCode(DataType type, F&& work) {
    switch (type) {
    case DataType::uint8: return work.template operator()<std::uint8_t>();
    case DataType::int8: return work.template operator()<std::int8_t>();
    case DataType::uint16: return work.template operator()<std::uint16_t>();
    case DataType::int16: return work.template operator()<std::int16_t>();
    default: throw NodeFailure("a fused loop takes quantized values of 8 or 16 bits only");
    }
}

} // namespace

bool isLoopCode(DataType type) {
    return type == DataType::uint8 || type == DataType::int8 || type == DataType::uint16 ||
           type == DataType::int16;
}

void loadCodes(DataType type, const std::byte* codes, const Dequantization& by, float* numbers,
               std::size_t count) {
    forCode(type, [&]<class T>() { load(reinterpret_cast<const T*>(codes), by, numbers, count); });
}

void storeCodes(DataType type, const float* numbers, const Quantization& by, std::byte* codes,
                std::size_t count) {
    forCode(type, [&]<class T>() { store(numbers, by, reinterpret_cast<T*>(codes), count); });
}

} // namespace partita::cpu
