#pragma once

#include <onnx/defs/schema.h>

namespace partita {

/// Infers the types and shapes of an operator's results in the function that defines it for this
/// call, as ONNX's inference does for functions that are the same for every call. Nothing is
/// inferred where a given input has no type, or where the definition does not cover the call.
void inferByDefinition(onnx::InferenceContext& call, const onnx::OpSchema& schema,
                       const onnx::ContextDependentFunctionBodyBuilder& define);

} // namespace partita
