#pragma once

#include <cstddef>
#include <cstdint>

#include "providers/cpu/kernels/softmax_row.h"

namespace partita::cpu {

/// A matrix whose rows are dense along each 16 columns, a whole number of them.
struct Panels {
    const float* data = nullptr;
    std::int64_t row = 0, panel = 0; ///< from row to row, and from 16 columns to the next
};

/// The mask of the scores [rows, columns] of one head, with steps in elements.
struct ScoreMask {
    const float* added = nullptr;
    const std::uint8_t* counts = nullptr; ///< as in RowMask
    std::int64_t row = 0, column = 0;

    [[nodiscard]] bool exists() const { return added || counts; }
    [[nodiscard]] RowMask at(std::int64_t i, std::int64_t j) const {
        const std::int64_t offset = i * row + j * column;
        return {added ? added + offset : nullptr, counts ? counts + offset : nullptr, column};
    }
};

/// The keys that the rows of a head see: row i those from `begin` + i · `step` on and before `end` +
/// i · `step`, and none from `most` on.
struct SeenKeys {
    static constexpr std::int64_t kAll = std::int64_t{1} << 60;
    std::int64_t most = kAll, begin = -kAll, end = kAll;
    std::int64_t step = 1;
};

/// Attention of one head: out = Softmax(cap(scale · Q × K) + mask) × V over the keys that each row
/// sees. Steps are in elements.
struct HeadAttention {
    const float *q = nullptr, *k = nullptr, *v = nullptr;
    ScoreMask mask;
    SeenKeys seen;
    std::int64_t rows = 0, depth = 0, columns = 0, width = 0;
    std::int64_t qRow = 0, qColumn = 0; ///< Q [rows, depth]
    std::int64_t kRow = 0, kColumn = 0; ///< K [depth, columns]
    std::int64_t vRow = 0, vColumn = 0; ///< V [columns, width]
    float scale = 1;
    float softcap = 0;             ///< c of cap(x) = c · tanh(x / c); 0: none
    bool emptyRowsAreZero = false; ///< rows that see no key, or by their mask none, are 0, else NaN
    const float* sink = nullptr;   ///< the score of one more key, whose value is 0; null: none
    std::int64_t sinkRow = 0;
    float* given = nullptr; ///< receives the products, or the weights, of the keys that a row sees
    std::int64_t givenRow = 0;
    bool givesWeights = false;
    float* out = nullptr; ///< [rows, width], dense along the width
    std::int64_t outRow = 0;
};

/// Keys and values of one head as the products read them.
struct HeadPanels {
    Panels keys; ///< without data where few rows read the keys, which lie densely
    Panels values;
};

/// Floats that the panels of a head may need, and a block of `rows` rows beside them.
std::int64_t panelFloats(const HeadAttention& head);
std::int64_t blockFloats(const HeadAttention& head, std::int64_t rows);
/// The panels of a head, in `memory` where they are not read where they lie.
HeadPanels panelsOf(const HeadAttention& head, float* memory);
/// Computes `rows` rows from `first` on, on this thread. The result of a row does not depend on the
/// others as long as keys and values are finite.
void attendRows(const HeadAttention& head, const HeadPanels& panels, std::int64_t first,
                std::int64_t rows, float* scratch);

} // namespace partita::cpu
