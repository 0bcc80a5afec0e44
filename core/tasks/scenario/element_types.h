#pragma once

#include <span>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/ir/model.h"

namespace partita {

/// The floating-point types that a model can have in place of one another.
std::span<const DataType> convertibleTypes();

/// The model with its tensors of one floating-point type as another one: inputs, outputs, constants,
/// what is computed from them, and the types that attributes name. A Cast stands where an operator
/// takes only the old type, and where one is not known; what computes sizes keeps the old type, which
/// counts further. Elements that the new type cannot hold become infinities. Ids stay. The
/// model should have inferred types, and no model-local functions, whose types are those of their
/// calls. Fails where nothing has the type `from`, where the opset has no such Cast, and when cancelled.
Result<Model> withElementType(const Model& model, DataType from, DataType to,
                              const Progress& progress = {});

} // namespace partita
