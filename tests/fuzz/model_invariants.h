#pragma once

#include <string>

#include "core/ir/model.h"

namespace partita::fuzz {

/// What of a model does not hold together: an index of uses that is not the one of its nodes, an id
/// of nothing, a value that its reader does not see, two makers of a value, equal names in one graph,
/// a cycle. Empty: nothing.
std::string brokenInvariant(const Model& model);

} // namespace partita::fuzz
