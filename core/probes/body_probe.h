#pragma once

#include "core/ir/model.h"

namespace partita {

/// The model with its nodes in both branches of an If, whose condition is an input. The model must
/// have one graph whose outputs are made by nodes.
Model inBranches(const Model& model);

} // namespace partita
