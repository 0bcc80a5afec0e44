#pragma once

#include <QString>
#include <string>

namespace partita {

/// The value of an option as people write it: "2 GiB" for a large whole number of MiB, "no limit"
/// for the largest number there is; any other value as it is.
QString optionText(const std::string& value);
/// The value that a text of this kind stands for; any other text as it is.
std::string optionValue(const QString& text);

} // namespace partita
