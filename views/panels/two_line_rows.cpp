#include "views/panels/two_line_rows.h"

#include <QApplication>
#include <QPainter>

namespace partita {

void TwoLineRows::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const {
    QStyleOptionViewItem row(option);
    initStyleOption(&row, index);
    const QStyle* style = row.widget ? row.widget->style() : QApplication::style();
    const auto part = [&](QStyle::SubElement element) {
        return style->subElementRect(element, &row, row.widget);
    };
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &row, painter, row.widget);
    QStyleOptionViewItem box(row);
    box.rect = part(QStyle::SE_ItemViewItemCheckIndicator);
    box.state.setFlag(QStyle::State_HasFocus, false);
    box.state.setFlag(QStyle::State_On, row.checkState == Qt::Checked);
    box.state.setFlag(QStyle::State_Off, row.checkState != Qt::Checked);
    if (index.data(fixed).toBool()) {
        box.state.setFlag(QStyle::State_Enabled, false);
        box.palette.setCurrentColorGroup(QPalette::Disabled); // styles go by one of them
    }
    style->drawPrimitive(QStyle::PE_IndicatorItemViewItemCheck, &box, painter, row.widget);
    if (!row.icon.isNull())
        row.icon.paint(painter, part(QStyle::SE_ItemViewItemDecoration), row.decorationAlignment);
    const QString number = index.data(figure).toString();
    QRect text = part(QStyle::SE_ItemViewItemText).adjusted(4, 2, -6, -2);
    text.setRight(row.rect.right() - 6);
    QFont bold = row.font;
    bold.setBold(true);
    painter->save();
    painter->setFont(bold);
    const auto penOf = [&](Role role, const QColor& otherwise) {
        const auto colour = index.data(role).value<QColor>();
        painter->setPen(colour.isValid() ? colour : otherwise);
    };
    penOf(figureColour, row.palette.color(QPalette::Text));
    painter->drawText(text, Qt::AlignRight | Qt::AlignVCenter, number);
    const QFontMetrics wide(bold);
    text.setRight(text.right() - (number.isEmpty() ? 0 : wide.horizontalAdvance(number) + 8));
    painter->setPen(row.palette.color(QPalette::Text));
    painter->drawText(text, Qt::AlignLeft | Qt::AlignTop,
                      wide.elidedText(row.text, Qt::ElideRight, text.width()));
    painter->setFont(row.font);
    penOf(secondColour, row.palette.color(QPalette::PlaceholderText));
    painter->drawText(
        text, Qt::AlignLeft | Qt::AlignBottom,
        row.fontMetrics.elidedText(index.data(second).toString(), Qt::ElideRight, text.width()));
    painter->restore();
}

QSize TwoLineRows::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QSize plain = QStyledItemDelegate::sizeHint(option, index);
    return {std::min(plain.width(), 120), 2 * option.fontMetrics.height() + 6};
}

} // namespace partita
