#pragma once

#include "core/ir/model.h"

namespace partita {

/// The type that a value has without inference: an initializer may say it by its elements alone. Null:
/// none.
inline TypePtr ownType(const Value& value) {
    return value.type || !value.initializer
               ? value.type
               : Type::tensor(value.initializer->type, value.initializer->shape());
}

} // namespace partita
