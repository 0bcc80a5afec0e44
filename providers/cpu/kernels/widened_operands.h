#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "providers/cpu/kernels/integer_conv.h"

namespace partita::cpu {

/// Codes of type uint8 or int8, channels last.
struct CodedPixels {
    DataType type;
    const std::byte* codes;
    std::int32_t zero;
};

/// Filters of type uint8 or int8, row-major, less their zero points.
struct CodedFilters {
    const RuntimeValue& codes;
    std::span<const std::int32_t> zeros; ///< one, or one for each filter

    /// `index`: within the filter, which has `each` numbers.
    [[nodiscard]] std::int16_t at(std::int64_t filter, std::int64_t each,
                                  std::int64_t index) const {
        const std::int64_t place = filter * each + index;
        const std::int32_t code = codes.type == DataType::uint8
                                      ? std::int32_t{codes.as<std::uint8_t>()[place]}
                                      : std::int32_t{codes.as<std::int8_t>()[place]};
        return static_cast<std::int16_t>(
            code - zeros[zeros.size() > 1 ? static_cast<std::size_t>(filter) : 0]);
    }
};

/// Numbers that may be read behind the last pixel of widened images.
constexpr std::int64_t kBehindImages = 32;

/// Images less their zero point, as int16 [count, padded …, channels], with zeros as padding.
struct WidenedImages {
    std::int64_t first, count;
    const std::int16_t* numbers;
};

/// Widens a few images of `geometry` at a time on all threads, and calls `visit` with each of those.
/// `padded`: their spatial sizes with as much of the padding as filters see. Throws std::bad_alloc.
void forWidenedImages(const ConvGeometry& geometry, const Dims& padded, const CodedPixels& pixels,
                      const std::function<void(const WidenedImages&)>& visit);

} // namespace partita::cpu
