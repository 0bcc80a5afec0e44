#pragma once

#include "providers/cpu/kernels/epilogue.h"
#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/panel_product.h"
#include "providers/cpu/kernels/window.h"

// Convolutions channels last as products by panels: a pixel of the output is a row, and the pixels that
// one place of the filters meets are a part of the inner size. Few pixels do not hide the time in which
// the filters come from beyond the caches; oneDNN waits for them.

namespace partita::cpu {

/// Whether multiplyByPanels is the better convolution of one group on this processor. `weights` [M, C, k1,
/// …], `out` [N, M, o1, …].
bool panelsConvolveBetter(const Dims& weights, const Dims& out);

/// The product that convolves `in` [N, C, D1, …] to `out` [N, M, o1, …], both channels last.
PanelProduct convolutionByPanels(const Window& window, const Dims& in, const Dims& out,
                                 const Epilogue& epilogue);

/// Filters [M, C, k1, …] of any layout as panels of [k1 · … · C, M]; throws std::bad_alloc.
PackedWeights panelsOfFilters(const dnnl::memory& filters);
/// The `filters` [M, C, k1, …] that such panels hold, as `desc` lays them; throws std::bad_alloc.
PackedWeights packFilters(const PackedWeights& panels, const Dims& filters, const TensorDesc& desc);

} // namespace partita::cpu
