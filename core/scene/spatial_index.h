#pragma once

#include <cstdint>
#include <vector>

#include "core/scene/drawing.h"

namespace partita {

/// A uniform grid that finds the rectangles that may touch a region, each of them once.
class SpatialIndex {
public:
    /// Replaces the contents by `rects`, which should lie within `bounds`.
    void build(const Rect& bounds, const std::vector<Rect>& rects);
    /// Calls `visit(item)` for each item whose cells meet `region`, in ascending order within a
    /// cell.
    template <class F> void query(const Rect& region, F&& visit) const {
        if (m_columns == 0)
            return;
        if (++m_stamp == 0) {
            m_seen.assign(m_seen.size(), 0);
            m_stamp = 1;
        }
        const int left = column(region.left), right = column(region.right), top = row(region.top),
                  bottom = row(region.bottom);
        for (int y = top; y <= bottom; ++y)
            for (int x = left; x <= right; ++x) {
                const auto cell =
                    static_cast<std::size_t>(y) * static_cast<std::size_t>(m_columns) +
                    static_cast<std::size_t>(x);
                for (std::uint32_t i = m_offsets[cell]; i < m_offsets[cell + 1]; ++i)
                    if (m_seen[m_items[i]] != m_stamp) {
                        m_seen[m_items[i]] = m_stamp;
                        visit(m_items[i]);
                    }
            }
    }

private:
    [[nodiscard]] int column(double x) const;
    [[nodiscard]] int row(double y) const;
    Rect m_bounds;
    double m_cellWidth = 1, m_cellHeight = 1;
    int m_columns = 0, m_rows = 0;
    std::vector<std::uint32_t> m_offsets, m_items; // items of each cell, one after another
    mutable std::vector<std::uint32_t> m_seen;
    mutable std::uint32_t m_stamp = 0;
};

} // namespace partita
