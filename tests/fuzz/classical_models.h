#pragma once

#include "tests/fuzz/chance.h"
#include "tests/fuzz/operator_case.h"

namespace partita::fuzz {

/// Gives an operator of ai.onnx.ml attributes that form a model, and inputs that fit it: trees with
/// leaves, support vectors with labelled classes, categories, vocabularies. Operators that need no
/// model stay as they are.
void fitClassicalModel(OperatorCase& each, Chance& chance);

} // namespace partita::fuzz
