#pragma once

#include <string_view>

namespace partita {

/// The operators that turn real numbers into whole ones and back.
inline constexpr std::string_view kQuantizeLinear = "QuantizeLinear",
                                  kDequantizeLinear = "DequantizeLinear";

/// Whether an operator is one of the two, by its name, whatever its domain.
constexpr bool isQuantizerName(std::string_view op) {
    return op == kQuantizeLinear || op == kDequantizeLinear;
}

} // namespace partita
