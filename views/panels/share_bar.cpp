#include "views/panels/share_bar.h"

#include <QApplication>
#include <QPainter>
#include <algorithm>

namespace partita {

void ShareBar::paint(QPainter* painter, const QStyleOptionViewItem& option,
                     const QModelIndex& index) const {
    QStyleOptionViewItem row = option;
    initStyleOption(&row, index);
    row.text.clear();
    const QStyle* style = row.widget ? row.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &row, painter, row.widget);
    const QVariantList share = index.data(m_role).toList();
    if (!m_theme || share.size() < 2)
        return;
    const double all = std::max(1.0, share.last().toDouble());
    const int providers = share.size() - 1;
    const QRectF bar = QRectF(option.rect).adjusted(5, (option.rect.height() - 8) / 2.0, -5, 0);
    double left = bar.left(), placed = 0;
    painter->save();
    painter->setClipRect(option.rect);
    const auto add = [&](double nodes, const ProviderStyle& look) {
        if (nodes <= 0)
            return;
        // A single node of a large group is to be seen.
        const double width = std::max(3.0, bar.width() * nodes / all);
        paintBand(*painter, {std::min(left, bar.right() - width), bar.top(), width, 8.0}, look);
        left += bar.width() * nodes / all;
    };
    for (int i = 0; i < providers; ++i) {
        add(share[i].toDouble(), m_theme->provider(i, i + 1 == providers));
        placed += share[i].toDouble();
    }
    add(share.last().toDouble() - placed, m_theme->nobody());
    painter->restore();
}

} // namespace partita
