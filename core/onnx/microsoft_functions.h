#pragma once

#include <onnx/defs/schema.h>

namespace partita {

/// Gives a com.microsoft schema the function that defines its operator in ONNX's own, where Partita
/// knows one; for a call that the function does not cover (an input of unknown rank, a variant that
/// ONNX has no words for) building it gives nothing.
void defineMicrosoftOperator(onnx::OpSchema& schema);

} // namespace partita
