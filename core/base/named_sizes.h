#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace partita {

/// A shape "1,3,224,224", with or without blanks around its sizes; nothing for any other text, and for
/// sizes below `least`.
std::optional<std::vector<std::int64_t>> sizesIn(std::string_view text, std::int64_t least = 0);

/// Sizes of symbols, each from a text "batch=4". Fails for a text that is no NAME=SIZE with a size of
/// `least` or more, and for a name that is given twice. `remedy`: how to write it.
Result<std::map<std::string, std::int64_t>>
namedSizes(std::span<const std::string> texts, std::int64_t least,
           const Message& remedy = PARTITA_TEXT("write for example batch=1"));

} // namespace partita
