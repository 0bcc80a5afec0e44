#pragma once

#include "core/ir/model.h"

namespace partita {

/// The element type of a value: of its initializer, or else as the model declares it. Undefined
/// when it is unknown, and for values that are not tensors and for the id "none".
DataType elementTypeOf(const Model& model, ValueId id);

/// The target type of a Cast: its attribute `to`, a number, or a name before opset 6; undefined for
/// any other attribute.
DataType castTarget(const Node& node);

/// Whether the elements are whole numbers; booleans are.
bool isInteger(DataType type);

} // namespace partita
