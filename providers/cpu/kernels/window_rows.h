#pragma once

#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/kernels/window.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

/// The cells of a window along one axis: [first, end) lie in the input, [0, padded) in the padded input.
struct Cells {
    std::int64_t first, end, padded;
};

inline Cells cellsAt(const Window& window, std::int64_t size, std::size_t axis,
                     std::int64_t place) {
    const std::int64_t step = window.dilations[axis], kernel = window.kernel[axis];
    const auto before = [&](std::int64_t limit) { // the cells in front of `limit`
        if (place + (kernel - 1) * step < limit)
            return kernel;
        return place < limit ? (limit - 1 - place) / step + 1 : 0;
    };
    return {window.firstCell(axis, place), before(size), before(size + window.padEnd[axis])};
}

/// The rows of a window, along its last axis, that lie in the input: it is moved along the other axes,
/// and its rows are visited in their order.
class WindowRows {
public:
    WindowRows(const Window& window, const Dims& spatial)
        : m_window(window), m_spatial(spatial), m_strides(denseStrides(spatial)),
          m_counts(spatial.size()), m_at(spatial.size(), 0) {}

    /// Moves the window to a place of the output.
    void moveTo(const Dims& out) {
        m_begin = 0;
        m_total = m_padded = 1;
        for (std::size_t axis = 0; axis + 1 < m_spatial.size(); ++axis) {
            const std::int64_t place = m_window.placeOf(axis, out[axis]);
            const Cells cells = cellsAt(m_window, m_spatial[axis], axis, place);
            m_counts[axis] = std::max<std::int64_t>(0, cells.end - cells.first);
            m_total *= m_counts[axis];
            m_padded *= cells.padded;
            m_begin += (place + cells.first * m_window.dilations[axis]) * m_strides[axis];
        }
    }
    /// How many rows lie in the padded input.
    [[nodiscard]] std::int64_t padded() const { return m_padded; }

    /// Calls visit(where the row begins in the input).
    template <class F> void forEach(F&& visit) {
        std::int64_t row = m_begin;
        for (std::int64_t i = 0; i < m_total; ++i) {
            visit(row);
            for (std::size_t axis = m_spatial.size() - 1; axis-- > 0;) {
                const std::int64_t step = m_window.dilations[axis] * m_strides[axis];
                row += step;
                if (++m_at[axis] < m_counts[axis])
                    break;
                row -= m_counts[axis] * step;
                m_at[axis] = 0;
            }
        }
    }

private:
    const Window& m_window;
    const Dims& m_spatial;
    Dims m_strides, m_counts, m_at;
    std::int64_t m_begin = 0, m_total = 0, m_padded = 0;
};

/// Calls `visit(output, input)` for each element under each window of one plane, and `done(output,
/// cells)` after each window; `cells` counts the cells of the window inside the padded input.
template <class Visit, class Done>
void slide(const Window& window, const Dims& spatial, const Dims& out, Visit&& visit, Done&& done) {
    const std::size_t rank = out.size(), last = rank - 1;
    const std::int64_t step = window.dilations[last];
    WindowRows rows(window, spatial);
    Dims at(rank, 0);
    for (std::int64_t to = 0, total = product(out); to < total;) {
        rows.moveTo(at);
        std::int64_t place = -window.padBegin[last];
        for (std::int64_t column = 0; column < out[last]; ++column) {
            const Cells inside = cellsAt(window, spatial[last], last, place);
            rows.forEach([&](std::int64_t row) {
                for (std::int64_t cell = inside.first; cell < inside.end; ++cell)
                    visit(to, row + place + cell * step);
            });
            done(to++, rows.padded() * inside.padded);
            place += window.strides[last];
        }
        for (std::size_t i = last; i-- > 0;) {
            if (++at[i] < out[i])
                break;
            at[i] = 0;
        }
    }
}

/// The sizes of a pooling node's input and output.
struct PoolGeometry {
    Dims spatial, out, outDims;
    Window window;
    std::int64_t planes, inSize, outSize;
};

inline PoolGeometry geometryOf(const KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    require(x.dims.size() >= 3, "the input must have spatial dimensions");
    PoolGeometry g;
    g.spatial.assign(x.dims.begin() + 2, x.dims.end());
    g.window = poolWindowOf(context.node(), g.spatial);
    (void)product(g.window.kernel); // fails where 64 bits do not count the cells
    g.out = g.window.outDims(g.spatial, context.node().intAttribute("ceil_mode", 0) != 0);
    g.outDims = {x.dims[0], x.dims[1]};
    g.outDims.insert(g.outDims.end(), g.out.begin(), g.out.end());
    g.planes = times(x.dims[0], x.dims[1]);
    g.inSize = product(g.spatial);
    g.outSize = product(g.out);
    return g;
}

/// Calls work(plane) for each plane, on several threads.
template <class F> void forPlanes(const PoolGeometry& g, const F& work) {
    parallelFor(g.planes, 1 + 4096 / (1 + g.outSize), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t plane = begin; plane < end; ++plane)
            work(plane);
    });
}

} // namespace partita::cpu
