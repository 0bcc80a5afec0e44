#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita {

/// The parts between separators: one more than there are separators; parts may be empty.
std::vector<std::string> splitText(std::string_view text, char separator);

/// Splits "key=value" at the first separator; the value may contain further separators. Nothing
/// when the text has no separator or an empty key.
std::optional<std::pair<std::string, std::string>> splitPair(std::string_view text,
                                                             char separator = '=');

} // namespace partita
