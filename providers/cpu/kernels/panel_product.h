#pragma once

#include <cstdint>
#include <vector>

#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/loops/vector_step.h"

// Products with constant weights. Of processors with AVX2 and FMA, oneDNN's product reaches a third to
// a half of the peak. With AVX-512 its tiles are as good as these, but it waits for weights from beyond
// the caches, which few rows do not hide.

namespace partita::cpu {

/// Whether multiplyByPanels uses AVX-512.
bool hasWidePanels();
/// Whether multiplyByPanels is the better product of so many rows on this processor.
bool panelsAreBetter(std::int64_t rows);

constexpr std::int64_t kPanelWidth = 16; ///< columns

/// Weights [inner, columns] in panels of 16 columns, each row by row; zeros fill both sizes up to
/// multiples of 16.
TensorDesc panelDesc(std::int64_t inner, std::int64_t columns);

struct PanelProduct {
    static constexpr std::int64_t kZeros = -1;
    std::int64_t rows = 0, inner = 0, columns = 0;
    std::int64_t rowStep = 0, innerStep = 1; ///< of a, in elements
    /// Where rows of a begin, in place of rowStep: [parts, rows], for each of the even parts of the
    /// inner size; kZeros: the part is zeros. innerStep is 1 then.
    std::vector<std::int64_t> places;
    std::int64_t yStep = 0;        ///< of y, from row to row
    bool adds = false;             ///< to what y holds
    std::vector<VectorStep> steps; ///< of one operand, on the sums
};

/// y [rows, columns] = steps(a [rows, inner] × panels + bias [columns] (+ y)), on all threads; inside of
/// a region on this one. `bias` may be null. The result of an element depends neither on the number of
/// threads nor on the other rows. `after`: the panels of the product that follows, to be read ahead;
/// null: none.
void multiplyByPanels(const PanelProduct& product, const float* a, const float* panels,
                      const float* bias, float* y, const float* after = nullptr);

} // namespace partita::cpu
