#pragma once

#include <QString>
#include <cstdint>
#include <map>
#include <string>

#include "core/base/result.h"

namespace partita {

/// The text with a plain blank for each blank that a user can type or paste, such as a wide one.
QString plainBlanks(QString text);
/// Sizes of symbols, as a user writes them: "batch=1, length=128". Fails for a part that is no
/// NAME=SIZE with a size of `least` or more, and for a name that is given twice.
Result<std::map<std::string, std::int64_t>> namedSizes(const QString& text, std::int64_t least);
/// The same as text.
QString namedSizesText(const std::map<std::string, std::int64_t>& sizes);

} // namespace partita
