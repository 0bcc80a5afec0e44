#pragma once

#include <functional>
#include <string>

#include "core/base/message.h"
#include "core/ir/type.h"

namespace partita {

/// The name of a size as the canvas shows it: a long expression ("unk__123+unk__45*unk__6") is cut in
/// its middle. Tool tips have it whole.
std::string shortSize(const Dim& size);

/// The text of a type with its sizes shortened like that.
std::string shortTypeText(const Type& type);

/// A label of a type, alone or behind its name, with its only word ("scalar") as `words` says it.
std::string typeInWords(const std::string& text,
                        const std::function<std::string(const Message&)>& words);

} // namespace partita
