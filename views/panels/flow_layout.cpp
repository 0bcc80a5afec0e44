#include "views/panels/flow_layout.h"

#include <algorithm>

namespace partita {

namespace {

bool canGrow(const QLayoutItem& item) { return item.expandingDirections() & Qt::Horizontal; }

} // namespace

FlowLayout::FlowLayout() { setContentsMargins(0, 0, 0, 0); }

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem* item) { m_items.emplace_back(item); }

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
    if (index < 0 || index >= count())
        return nullptr;
    QLayoutItem* taken = m_items[static_cast<std::size_t>(index)].release();
    m_items.erase(m_items.begin() + index);
    return taken;
}

QSize FlowLayout::sizeHint() const {
    int width = 0, height = 0;
    for (const auto& item : m_items)
        if (!item->isEmpty()) {
            width += item->sizeHint().width() + (width ? spacing() : 0);
            height = std::max(height, item->sizeHint().height());
        }
    return {width, height};
}

QSize FlowLayout::minimumSize() const {
    QSize least(0, 0);
    for (const auto& item : m_items)
        if (!item->isEmpty())
            least = least.expandedTo(item->minimumSize());
    return least;
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

std::vector<FlowLayout::Line> FlowLayout::linesIn(int width) const {
    std::vector<Line> lines;
    int used = 0;
    for (const auto& item : m_items) {
        if (item->isEmpty()) // hidden
            continue;
        const int wanted = item->sizeHint().width();
        if (lines.empty() || used + spacing() + wanted > width) {
            lines.emplace_back();
            used = wanted;
        } else {
            used += spacing() + wanted;
        }
        lines.back().push_back(item.get());
    }
    return lines;
}

int FlowLayout::arrange(const QRect& rect, bool move) const {
    int top = rect.top();
    for (const Line& line : linesIn(rect.width())) {
        int height = 0;
        for (const QLayoutItem* item : line)
            height = std::max(height, item->sizeHint().height());
        if (move)
            place(line, {rect.left(), top, rect.width(), height}, spacing());
        top += height + spacing();
    }
    return std::max(0, top - rect.top() - spacing());
}

void FlowLayout::place(const Line& line, const QRect& rect, int spacing) {
    int left = rect.width() - spacing * (static_cast<int>(line.size()) - 1), growing = 0;
    for (const QLayoutItem* item : line) {
        left -= item->sizeHint().width();
        growing += canGrow(*item);
    }
    int x = rect.left();
    for (QLayoutItem* item : line) {
        int width = std::min(item->sizeHint().width(), rect.width());
        if (canGrow(*item) && left > 0) {
            const int share = left / growing--;
            width += share;
            left -= share;
        }
        const int height = item->sizeHint().height();
        item->setGeometry({x, rect.top() + (rect.height() - height) / 2, width, height});
        x += width + spacing;
    }
}

} // namespace partita
