#pragma once

#include "core/base/message.h"
#include "core/provider/op_versions.h"

namespace partita {

/// Says that a node's operator is only in later opsets than the one that the model imports; empty
/// where the model has it, or no opset does. No provider can run such a node.
Message laterOpsetText(const Node& node, const OpVersions::Entry& entry);

} // namespace partita
