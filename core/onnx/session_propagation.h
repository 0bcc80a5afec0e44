#pragma once

#include <onnx/defs/schema.h>

namespace partita {

/// Propagates the numbers that shapes are computed from through a node as ONNX Runtime does it before
/// it asks its providers. `original`: ONNX's own propagation of the operator; empty: it has none.
/// Differences from that: constants are not read, except one index of Gather; a single number gets
/// through Gather, Squeeze, Unsqueeze, Add, Sub, Mul and Div in all versions. Source: ONNX Runtime
/// 1.32, Graph::SaveShapeValuesFromDataPropagation.
void propagateAsSession(const onnx::OpSchema& schema, const onnx::DataPropagationFunction& original,
                        onnx::DataPropagationContext& context);

/// Whether `propagateAsSession` has a rule of its own for the operator.
bool hasSessionPropagation(const onnx::OpSchema& schema);

/// Takes away the marks that propagated numbers carry, where inference copied them into shapes.
void removeSessionMarks(onnx::InferenceContext& context);

} // namespace partita
