#pragma once

#include <string>

#include "tests/fuzz/chance.h"

namespace partita::fuzz {

/// A random model in ONNX's text form, for edits: with functions that call each other and have
/// attributes, or with EPContext nodes of all sources, or both; in the graph and in branches.
std::string callingModelText(Chance& chance, bool functions, bool contexts);

} // namespace partita::fuzz
