#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace partita::test {

using Shape = std::vector<std::int64_t>; ///< −1: the symbol n, only in the first place

/// "2, 3": numbers as they stand in the text of a model.
inline std::string join(const Shape& numbers) {
    std::string text;
    for (const std::int64_t number : numbers)
        text += (text.empty() ? "" : ", ") + std::to_string(number);
    return text;
}

/// "float[n,3]".
inline std::string typeText(const Shape& shape) {
    std::string text;
    for (const std::int64_t size : shape)
        text += (text.empty() ? "" : ",") + (size < 0 ? std::string("n") : std::to_string(size));
    return shape.empty() ? "float" : "float[" + text + "]";
}

} // namespace partita::test
