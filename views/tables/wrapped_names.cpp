#include "views/tables/wrapped_names.h"

#include <QHeaderView>
#include <QTextLayout>
#include <QTreeView>
#include <cmath>

namespace partita {

namespace {

constexpr int kMargins = 10; ///< of the style, beside a text

QString withBreaks(const QString& name) {
    static const QString kSign = QStringLiteral("_"), kBreak = QStringLiteral("_\u200b");
    return QString(name).replace(kSign, kBreak);
}

int linesOf(const QString& text, const QFont& font, int width) {
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WordWrap);
    layout.setTextOption(option);
    layout.beginLayout();
    int lines = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1, width));
        ++lines;
    }
    layout.endLayout();
    return lines;
}

} // namespace

WrappedNames::WrappedNames(QTreeView& view) : QStyledItemDelegate(&view), m_view(view) {
    connect(view.header(), &QHeaderView::sectionResized, this, [&view](int column) {
        if (column == 0)
            QMetaObject::invokeMethod(&view, "doItemsLayout", Qt::QueuedConnection);
    });
}

void WrappedNames::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.column() != 0 || !index.data(kWrapsRole).toBool())
        return;
    option->text = withBreaks(option->text);
    option->features |= QStyleOptionViewItem::WrapText;
}

QSize WrappedNames::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QSize plain = QStyledItemDelegate::sizeHint(option, index);
    if (index.column() != 0 || !index.data(kWrapsRole).toBool())
        return plain;
    int depth = m_view.rootIsDecorated() ? 1 : 0;
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
        ++depth;
    const int width = m_view.columnWidth(0) - depth * m_view.indentation() - kMargins;
    const int lines = linesOf(withBreaks(index.data().toString()), option.font, width);
    const QFontMetrics metrics(option.font);
    return {plain.width(), metrics.height() + 4 + (lines - 1) * metrics.lineSpacing()};
}

} // namespace partita
