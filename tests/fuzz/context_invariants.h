#pragma once

#include <string>

#include "core/ir/model.h"

namespace partita::fuzz {

/// What an edit has done to an EPContext node that its binary does not allow, by the table of
/// docs/editing.md; empty: nothing.
std::string brokenContext(const Model& before, const Model& after);

} // namespace partita::fuzz
