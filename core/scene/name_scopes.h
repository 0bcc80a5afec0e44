#pragma once

#include <string_view>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// The scopes that a node's name lies in, outermost first: from names with '/', or from the
/// exporter's metadata. The texts live as long as the node.
std::vector<std::string_view> nameScopes(const Node& node);

} // namespace partita
