#pragma once

#include "core/ir/model.h"

namespace partita {

/// `model` with the shapes that its operators compute from inputs of known shapes and from constants,
/// or from what becomes one when constants are folded. ONNX's inference finds no others, but needs
/// the folding in between: in a model of many blocks for each of them again.
Model withProvenShapes(const Model& model);

} // namespace partita
