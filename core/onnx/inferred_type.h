#pragma once

#include "core/ir/type.h"

namespace partita {

/// Whether all is said of a type that inference may have worked with: the elements, and a number or a
/// name for each size. Sizes below 0, as files state and nodes compute them, are not said.
bool isSaidInFull(const Type& type);
/// Whether a type as the model has it is the one that inference worked with. Of types other than of
/// tensors the model keeps what the file states, and inference does not keep what is denoted.
bool isAsInferred(const TypePtr& type);
/// Whether no more is known of a value of this type than the type: no number of a shape, for which
/// it has too many dimensions, and no name that belongs to a place.
bool tellsAll(const TypePtr& type);

} // namespace partita
