#pragma once

#include <onnx/defs/schema.h>

namespace partita {

/// Adds to a com.microsoft schema the function that defines its operator in ONNX's operators, where
/// Partita has one. Building the function fails for a call that it does not cover (an input of
/// unknown rank, a variant that ONNX's operators cannot express).
void defineMicrosoftOperator(onnx::OpSchema& schema);

} // namespace partita
