#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <type_traits>

#include "providers/cpu/kernels/integer_conv.h"

namespace partita::cpu {

/// Codes of type uint8 or int8, channels last. They are multiplied as int16 less their zero point, or as
/// uint8, for which those of int8 are shifted by 128.
struct CodedPixels {
    DataType type;
    const std::byte* codes;
    std::int32_t zero;

    /// Writes `count` numbers from `place` on.
    void read(std::int64_t place, std::int64_t count, std::int16_t* to) const;
    void read(std::int64_t place, std::int64_t count, std::uint8_t* to) const;
    /// What stands for 0 among those.
    template <class T> [[nodiscard]] T zeroAs() const {
        return static_cast<T>(std::is_same_v<T, std::int16_t> ? 0
                              : type == DataType::uint8       ? zero
                                                              : zero + 128);
    }
};

/// Filters of type uint8 or int8, row-major, less their zero points.
struct CodedFilters {
    const RuntimeValue& codes;
    std::span<const std::int32_t> zeros; ///< one, or one for each filter

    /// `index`: within the filter, which has `each` numbers.
    [[nodiscard]] std::int16_t at(std::int64_t filter, std::int64_t each,
                                  std::int64_t index) const {
        std::int16_t one = 0;
        read(filter, each, index, 1, 1, &one);
        return one;
    }
    /// Writes `count` of those numbers, `step` apart.
    void read(std::int64_t filter, std::int64_t each, std::int64_t index, std::int64_t step,
              std::int64_t count, std::int16_t* to) const;
};

/// Some images with their padding: numbers [count, padded …, channels].
template <class T> struct PaddedImages {
    std::int64_t first, count;
    const T* numbers;
};
template <class T> using VisitImages = std::function<void(const PaddedImages<T>&)>;

/// Copies a few images of `geometry` at a time on all threads, and calls `visit` with each of those.
/// `padded`: their spatial sizes with as much of the padding as filters see. `behind`: numbers that are
/// read behind the last pixel. Where there are none, whole images that need no other numbers stay where
/// they lie. T is int16 or uint8, see CodedPixels. Throws std::bad_alloc.
template <class T>
void forPaddedImages(const ConvGeometry& geometry, const Dims& padded, const CodedPixels& pixels,
                     std::int64_t behind, const VisitImages<T>& visit);

} // namespace partita::cpu
