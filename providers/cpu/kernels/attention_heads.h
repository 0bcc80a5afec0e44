#pragma once

#include <vector>

#include "core/provider/runtime_value.h"
#include "providers/cpu/kernels/head_attention.h"

namespace partita::cpu {

/// A matrix for each head: the last two axes are its rows and columns, those before are broadcast.
struct HeadMatrices {
    std::byte* data = nullptr; ///< null: none
    Dims dims, strides;        ///< in elements
};

/// Splits the axis of heads, before the last two, into [groups, `shared`], for an operand that has all
/// heads, or one for all; one that has a head for each group gets an axis of size 1 behind that.
void splitHeads(HeadMatrices& x, std::int64_t shared, bool hasAll);

/// Y = Softmax(cap(scale · Q × K) + mask) × V for each head.
struct AttentionOfHeads {
    HeadMatrices q, k, v, y;
    HeadMatrices mask;          ///< broadcast to [heads…, rows, columns]
    bool maskCounts = false;    ///< the mask is of booleans: which scores count
    std::vector<SeenKeys> seen; ///< of each entry of the first axis of y; empty: all of all
    HeadMatrices sinks;         ///< one number for each head, broadcast to [heads…, rows, 1]
    HeadMatrices given;         ///< receives products or weights, see HeadAttention
    bool givesWeights = false;
    float scale = 1, softcap = 0;
    bool emptyRowsAreZero = false; ///< see HeadAttention
};

/// Computes Y; the shapes must fit each other, and Y must be dense along its columns.
void attend(const AttentionOfHeads& all);

} // namespace partita::cpu
