#pragma once

#include <QImage>

#include "core/ir/tensor_slice.h"

namespace partita {

/// The slice as a picture; null where it is none: fewer than 8 × 8 elements, strings, or more than
/// a screen can show. [… 3 or 4, H, W] and [… H, W, 3 or 4] are in colour, everything else is grey
/// between the least (black) and the greatest (white) finite element of what is shown. Bytes are
/// taken as they are.
QImage tensorImage(const TensorSlice& slice);

} // namespace partita
