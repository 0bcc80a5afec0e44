#pragma once

#include <cstdint>
#include <vector>

#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/loops/vector_step.h"

// Products with constant weights for processors with AVX2 and FMA, where oneDNN's product reaches a
// third to a half of their peak. It has tiles for AVX-512, which are better than these.

namespace partita::cpu {

/// Whether multiplyByPanels is the better product on this processor.
bool panelsAreBetter();

/// Weights [inner, columns] in panels of 16 columns, each row by row; zeros fill both sizes up to
/// multiples of 16.
TensorDesc panelDesc(std::int64_t inner, std::int64_t columns);

struct PanelProduct {
    std::int64_t rows = 0, inner = 0, columns = 0;
    std::int64_t rowStep = 0, innerStep = 1; ///< of a, in elements
    std::int64_t yStep = 0;                  ///< of y, from row to row
    float factor = 1;                        ///< of a
    bool adds = false;                       ///< to what y holds
    std::vector<VectorStep> steps;           ///< of one operand, on the sums
};

/// y [rows, columns] = steps(factor · a [rows, inner] × panels + bias [columns] (+ y)), on all
/// threads; inside of a region on this one. `bias` may be null. The result of an element depends
/// neither on the number of threads nor on the other rows.
void multiplyByPanels(const PanelProduct& product, const float* a, const float* panels,
                      const float* bias, float* y);

} // namespace partita::cpu
