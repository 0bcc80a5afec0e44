#pragma once

#include <cstddef>
#include <cstdint>

namespace partita::cpu {

/// Attention of some rows of one head: out = Softmax(scale · Q × K + mask) × V. Steps are in
/// elements.
struct HeadAttention {
    const float *q = nullptr, *k = nullptr, *v = nullptr;
    const float* mask = nullptr; ///< null: none
    std::int64_t rows = 0, depth = 0, columns = 0, width = 0;
    std::int64_t qRow = 0, qColumn = 0; ///< Q [rows, depth]
    std::int64_t kRow = 0, kColumn = 0; ///< K [depth, columns]
    std::int64_t vRow = 0, vColumn = 0; ///< V [columns, width]
    std::int64_t maskRow = 0, maskColumn = 0;
    float scale = 1;
    float* out = nullptr; ///< [rows, width], dense along the width
    std::int64_t outRow = 0;
};

/// Whether this processor has the registers for which `attendHead` is written.
bool attendsHeads();
/// Floats that `attendHead` needs as scratch memory.
std::size_t headScratch(const HeadAttention& head);
/// to = from / by; `to` may be `from`.
void divideRow(const float* from, float by, float* to, std::int64_t count);
/// Computes one head on this thread. A row's result does not depend on the other rows.
void attendHead(const HeadAttention& head, float* scratch);

} // namespace partita::cpu
