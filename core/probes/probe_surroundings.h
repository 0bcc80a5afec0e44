#pragma once

#include "core/ir/model.h"

namespace partita {

/// The model with its nodes in both branches of an If, whose condition is an input. The model must
/// have one graph whose outputs are made by nodes.
Model inBranches(const Model& model);

/// The operator of the node that `inCompany` adds.
inline constexpr const char* kCompany = "Relu";

/// The model with another node, which has an input and an output of its own. Some providers leave an
/// operator that stands alone to others, and take it where they take any other node.
Model inCompany(const Model& model);

} // namespace partita
