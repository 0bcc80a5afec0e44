#pragma once

#include "core/ir/model.h"

namespace partita {

/// A model whose floating-point weights all have elements: where the file has none (they were taken
/// out, or the data file is not there), numbers stand in that are made when they are read. For a
/// placement only: no session would load such a model, and with its weights it is placed like this.
Model withWeightsInPlace(const Model& model);

} // namespace partita
