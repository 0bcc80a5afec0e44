#include "views/tables/wrapped_names.h"

#include <QHeaderView>
#include <QTextLayout>
#include <QTreeView>
#include <cmath>

namespace partita {

namespace {

/// A name that may be broken behind spaces and underscores, and in a word that is wider than `width`.
/// Around Chinese characters, a line ends anyway.
QString withBreaks(const QString& name, const QFontMetrics& metrics, int width) {
    constexpr QChar kBreak(0x200b);
    QString text, word;
    const auto addWord = [&] {
        const bool isWide = metrics.horizontalAdvance(word) > width;
        for (const QChar letter : word) {
            text += letter;
            if (isWide || letter == QLatin1Char('_'))
                text += kBreak;
        }
        word.clear();
    };
    for (const QChar letter : name) {
        constexpr char16_t kFirstIdeographic = 0x2e80;
        if (letter == QLatin1Char(' ') || letter.unicode() >= kFirstIdeographic) {
            addWord();
            text += letter;
        } else {
            word += letter;
            if (letter == QLatin1Char('_'))
                addWord();
        }
    }
    addWord();
    return text;
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
    option->text = withBreaks(option->text, QFontMetrics(option->font), roomOf(index));
    option->features |= QStyleOptionViewItem::WrapText;
}

/// The width of a name in its column.
int WrappedNames::roomOf(const QModelIndex& index) const {
    int depth = m_view.rootIsDecorated() ? 1 : 0;
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
        ++depth;
    const int margin =
        m_view.style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, &m_view) + 1;
    return m_view.columnWidth(0) - depth * m_view.indentation() - 2 * margin;
}

QSize WrappedNames::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QSize plain = QStyledItemDelegate::sizeHint(option, index);
    if (index.column() != 0 || !index.data(kWrapsRole).toBool())
        return plain;
    const QFontMetrics metrics(option.font);
    const int width = roomOf(index);
    const int lines =
        linesOf(withBreaks(index.data().toString(), metrics, width), option.font, width);
    return {plain.width(), metrics.height() + 4 + (lines - 1) * metrics.lineSpacing()};
}

} // namespace partita
