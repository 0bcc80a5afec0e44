#pragma once

#include <string>
#include <string_view>

#include "core/ir/model.h"

namespace partita {

/// Gives a key one value. Files may have several entries of a key, of which tools read different
/// ones: the first gets the value, and the others go. False: there was nothing to change.
bool setEntry(Metadata& entries, std::string_view key, const std::string& value);
/// Removes all entries of a key. False: there was none.
bool removeEntry(Metadata& entries, std::string_view key);

} // namespace partita
