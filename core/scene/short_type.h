#pragma once

#include <string>

#include "core/ir/type.h"

namespace partita {

/// The name of a size as the canvas shows it: a long expression ("unk__123+unk__45*unk__6") is cut in
/// its middle. Tool tips have it whole.
std::string shortSize(const Dim& size);

/// The text of a type with its sizes shortened like that.
std::string shortTypeText(const Type& type);

} // namespace partita
