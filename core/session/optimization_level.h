#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace partita {

/// How much of the graph is rewritten before its nodes are placed; ONNX Runtime's
/// GraphOptimizationLevel. `extended` and `all` place like `basic`, because their further rewrites
/// come after the placement.
enum class OptimizationLevel : std::uint8_t { disabled, basic, extended, all };

/// "disabled", "basic", "extended" or "all".
std::string_view levelName(OptimizationLevel level);
/// The level of a name, or of ONNX Runtime's number: 0, 1, 2 or 99; nothing for another text.
std::optional<OptimizationLevel> levelNamed(std::string_view text);

} // namespace partita
