#pragma once

#include "providers/cpu/kernels/window.h"

namespace partita::cpu {

/// Pools dense planes of two axes in vectors: first the rows under a window are joined, then the
/// numbers along the joined row.
class PlanePool {
public:
    /// Keeps references. `counts`: an average is divided by all cells of the window, not only by
    /// those on the input.
    PlanePool(const Window& window, const Dims& spatial, const Dims& out, bool counts)
        : m_window(window), m_spatial(spatial), m_out(out), m_counts(counts) {}

    /// Whether vectors fit into the rows, and oneDNN is slower, as it is for small windows.
    static bool takes(const Window& window, const Dims& spatial, const Dims& out);

    /// Takes the largest number of each window of the planes [begin, end) of x; NaN is the largest.
    void largest(const float* x, float* y, std::int64_t begin, std::int64_t end) const;

    /// Averages each window of the planes [begin, end) of x. False where a sum is not finite, which
    /// the average may be. No window may lie in the padding alone, unless it counts.
    bool average(const float* x, float* y, std::int64_t begin, std::int64_t end) const;

private:
    const Window& m_window;
    const Dims &m_spatial, &m_out;
    bool m_counts;
};

} // namespace partita::cpu
