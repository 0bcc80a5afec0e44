#pragma once

#include "core/ir/model.h"

namespace partita {

/// The type of a tensor's elements as its initializer has it, or as the model says; undefined where
/// neither does, for what is no tensor, and for no value.
DataType elementTypeOf(const Model& model, ValueId id);

/// What a Cast casts to: its attribute `to`, a number, or before version 6 a name; undefined where it
/// is neither.
DataType castTarget(const Node& node);

} // namespace partita
