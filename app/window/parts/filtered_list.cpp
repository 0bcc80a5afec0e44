#include "app/window/parts/filtered_list.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "views/tables/only_this_row.h"

namespace partita {

namespace {

/// Paints what stands behind a tab at the right end of its row, as menus do.
class TabbedRows : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem row = option;
        initStyleOption(&row, index);
        const QStringList parts = row.text.split(QLatin1Char('\t'));
        if (parts.size() < 2) {
            QStyledItemDelegate::paint(painter, option, index);
            return;
        }
        row.text.clear();
        row.widget->style()->drawControl(QStyle::CE_ItemViewItem, &row, painter, row.widget);
        constexpr int kMargin = 6;
        const QRect all = row.rect.adjusted(kMargin, 0, -kMargin, 0);
        const int behind = row.fontMetrics.horizontalAdvance(parts[1]);
        const auto group =
            row.state & QStyle::State_Enabled ? QPalette::Active : QPalette::Disabled;
        painter->save();
        painter->setFont(row.font);
        painter->setPen(row.palette.color(group, row.state & QStyle::State_Selected
                                                     ? QPalette::HighlightedText
                                                     : QPalette::Text));
        painter->drawText(all, Qt::AlignVCenter | Qt::AlignLeft,
                          row.fontMetrics.elidedText(parts[0], Qt::ElideMiddle,
                                                     all.width() - behind - 2 * kMargin));
        painter->setPen(row.palette.color(group, QPalette::PlaceholderText));
        painter->drawText(all, Qt::AlignVCenter | Qt::AlignRight, parts[1]);
        painter->restore();
    }
};

} // namespace

FilteredList::FilteredList(QWidget* parent, const char* name, const QString& title,
                           const QString& placeholder)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint), m_text(new QLineEdit),
      m_list(new QListWidget) {
    setWindowTitle(title);
    setObjectName(QLatin1String(name));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    layout->addWidget(m_text);
    layout->addWidget(m_list);
    setStyleSheet(QStringLiteral("#%1 { border: 1px solid %2; }")
                      .arg(objectName(), palette().color(QPalette::Mid).name()));
    m_text->setPlaceholderText(placeholder);
    m_text->setAccessibleName(m_text->placeholderText());
    m_text->installEventFilter(this);
    m_list->setAccessibleName(title);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setUniformItemSizes(true);
    m_list->setItemDelegate(new TabbedRows(m_list));
    connect(m_text, &QLineEdit::textChanged, this, &FilteredList::filter);
    connect(m_text, &QLineEdit::returnPressed, this, &FilteredList::chooseCurrent);
    connect(m_list, &QListWidget::itemClicked, this, &FilteredList::chooseCurrent);
    resize(460, 380);
    move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, 90)));
}

void FilteredList::filter() {
    m_list->clear();
    fill(*m_list, m_text->text());
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->flags() & Qt::ItemIsEnabled) {
            m_list->setCurrentRow(row, kOnlyThisRow);
            break;
        }
    if (m_list->count() == 0) {
        auto* nothing = new QListWidgetItem(tr("Nothing found"), m_list);
        nothing->setFlags(Qt::NoItemFlags);
    }
}

void FilteredList::chooseCurrent() {
    const QListWidgetItem* item = m_list->currentItem();
    if (!item || !(item->flags() & Qt::ItemIsEnabled))
        return;
    accept(); // closes first, so that the window of what is chosen is on top
    choose(*item);
}

bool FilteredList::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp ||
            key == Qt::Key_PageDown)
            return QCoreApplication::sendEvent(m_list, event);
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace partita
