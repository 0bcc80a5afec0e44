#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace partita {

/// The bytes of a size such as "100", "1.5KB", "2KiB" or "3g". Every unit is a power of 1024, with
/// and without its "i": as onnxsim reads sizes, and as Partita prints them, with or without the space
/// between. Nothing for any other text.
std::optional<double> byteSizeIn(std::string_view text);

/// The same as a whole number of bytes; fails also for negative sizes and those beyond 63 bits.
Result<std::uint64_t> parseSize(const std::string& text);

} // namespace partita
