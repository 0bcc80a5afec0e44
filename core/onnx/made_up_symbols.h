#pragma once

#include <functional>
#include <string>
#include <unordered_map>

#include "core/ir/type.h"

namespace partita {

// ONNX's inference gives every size that it does not know a name that it has made up: "unk__0",
// "unk__1" … in the order in which it meets them.

bool isMadeUpSymbol(const std::string& symbol);

/// Calls `visit` with each symbol of a type that may be made up.
void forEachMadeUp(const TypePtr& type, const std::function<void(const std::string&)>& visit);

/// The type with other names for symbols; the same pointer where it has none of them.
TypePtr withSymbols(const TypePtr& type, const std::unordered_map<std::string, std::string>& names);

/// A name that inference could have made up: "unk__" and a number.
std::string madeUpSymbol(std::uint64_t number);
/// Its number; 0 also where it is none.
std::uint64_t numberOfMadeUp(const std::string& symbol);

} // namespace partita
