#pragma once

#include "tests/fuzz/chance.h"
#include "tests/fuzz/operator_case.h"

namespace partita::fuzz {

/// Gives an operator of ai.onnx.ml attributes that make a model together, and inputs that fit it: trees
/// with leaves, support vectors of classes with labels, categories, vocabularies. Those that need
/// none stay as they are.
void fitClassicalModel(OperatorCase& each, Chance& chance);

} // namespace partita::fuzz
