#include "core/scene/spatial_index.h"

#include <algorithm>
#include <cmath>

namespace partita {

int SpatialIndex::column(double x) const {
    return static_cast<int>(std::clamp((x - m_bounds.left) / m_cellWidth, 0.0, m_columns - 1.0));
}
int SpatialIndex::row(double y) const {
    return static_cast<int>(std::clamp((y - m_bounds.top) / m_cellHeight, 0.0, m_rows - 1.0));
}

void SpatialIndex::build(const Rect& bounds, const std::vector<Rect>& rects) {
    m_bounds = bounds.grown(1);
    // A cell holds a few boxes, and there are at most half as many cells as items, or 16.
    m_cellWidth = 400;
    m_cellHeight = 200;
    const double limit = std::max<double>(16, static_cast<double>(rects.size()) / 2);
    while (std::ceil(m_bounds.width() / m_cellWidth) * std::ceil(m_bounds.height() / m_cellHeight) >
           limit) {
        m_cellWidth *= 1.5;
        m_cellHeight *= 1.5;
    }
    m_columns = std::max(1, static_cast<int>(std::ceil(m_bounds.width() / m_cellWidth)));
    m_rows = std::max(1, static_cast<int>(std::ceil(m_bounds.height() / m_cellHeight)));
    const auto forCells = [&](const Rect& rect, auto&& visit) {
        for (int y = row(rect.top); y <= row(rect.bottom); ++y)
            for (int x = column(rect.left); x <= column(rect.right); ++x)
                visit(static_cast<std::size_t>(y) * static_cast<std::size_t>(m_columns) +
                      static_cast<std::size_t>(x));
    };
    m_offsets.assign(static_cast<std::size_t>(m_columns) * static_cast<std::size_t>(m_rows) + 1, 0);
    for (const Rect& rect : rects)
        forCells(rect, [&](std::size_t cell) { ++m_offsets[cell + 1]; });
    for (std::size_t i = 1; i < m_offsets.size(); ++i)
        m_offsets[i] += m_offsets[i - 1];
    m_items.resize(m_offsets.back());
    std::vector<std::uint32_t> next(m_offsets.begin(), m_offsets.end() - 1);
    for (std::uint32_t i = 0; i < rects.size(); ++i)
        forCells(rects[i], [&](std::size_t cell) { m_items[next[cell]++] = i; });
    m_seen.assign(rects.size(), 0);
    m_stamp = 0;
}

} // namespace partita
