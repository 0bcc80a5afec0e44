#pragma once

#include <QImage>

#include "core/ir/tensor_slice.h"

namespace partita {

/// The slice as a picture; null for fewer than 8 × 8 elements, strings, or more pixels than a
/// screen shows. [… 3 or 4, H, W] and [… H, W, 3 or 4] are in colour. All other slices are grey,
/// from the least (black) to the greatest (white) finite element. Bytes are used unscaled.
QImage tensorImage(const TensorSlice& slice);

} // namespace partita
