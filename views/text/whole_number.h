#pragma once

#include <QString>
#include <optional>

#include "core/base/result.h"

namespace partita {

/// The whole number that the text of a field consists of, written alike in every language.
std::optional<std::int64_t> wholeNumber(const QString& text);
/// The same, with an error for any other text.
Result<std::int64_t> wholeNumberFrom(const QString& text);

} // namespace partita
