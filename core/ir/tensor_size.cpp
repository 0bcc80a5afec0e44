#include "core/ir/tensor_size.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "core/ir/dims.h"

namespace partita {

std::int64_t countOf(std::span<const std::int64_t> dims) {
    const auto count = elementCount(dims);
    if (!count)
        throw std::length_error("a tensor has a negative or impossible size");
    return *count;
}

std::uint64_t bytesOf(DataType type, std::int64_t count) {
    if (dataTypeBits(type) == 0)
        return 0;
    const auto bytes = packedBytes(type, count);
    if (!bytes)
        throw std::length_error("a tensor has more bytes than can be counted");
    return *bytes;
}

const char* impossibleSize(DataType type, std::span<const std::int64_t> dims) {
    // Loops run over the other axes of an empty tensor as well.
    constexpr std::int64_t kMostAroundNothing = std::int64_t{1} << 31;
    const auto count = elementCount(dims);
    if (!count)
        return "a tensor would have a negative or impossible size";
    const bool isText = type == DataType::string;
    if (!isText && dataTypeBits(type) == 0)
        return "a tensor would have elements of an unknown type";
    const auto bits =
        static_cast<std::int64_t>(isText ? 8 * sizeof(std::string) : dataTypeBits(type));
    if (*count > static_cast<std::int64_t>(kMostTensorBytes) * 8 / bits)
        return "a tensor would be larger than 1 TiB";
    if (*count > 0)
        return nullptr;
    Dims others(dims.begin(), dims.end());
    others.erase(std::ranges::remove(others, 0).begin(), others.end());
    return countOf(others) > kMostAroundNothing ? "an empty tensor would be too large to walk over"
                                                : nullptr;
}

} // namespace partita
