#include "views/tables/operator_model.h"

#include <QLocale>
#include <QPainter>
#include <QTreeView>
#include <map>

#include "views/document/insertion.h"
#include "views/text/fonts.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr int kEntryHeight = 40, kHeadHeight = 22, kSquare = 12, kMargin = 8;

QString counted(std::size_t shown, std::size_t all) {
    const QLocale locale;
    const QString whole = locale.toString(static_cast<qulonglong>(all));
    return shown == all ? whole
                        : OperatorModel::tr("%1 of %2")
                              .arg(locale.toString(static_cast<qulonglong>(shown)), whole);
}

} // namespace

std::size_t OperatorModel::fill(const OperatorCatalogue& catalogue, const QString& text) {
    clear();
    m_catalogue = &catalogue;
    std::map<OperatorGroup, std::size_t> all;
    for (const OperatorEntry& entry : catalogue.entries())
        ++all[entry.group];
    // The best match stands first: groups in the order of their best entries.
    std::vector<std::pair<OperatorGroup, QStandardItem*>> heads;
    const auto found = catalogue.search(text.toStdString());
    for (const OperatorEntry* entry : found) {
        auto head = std::ranges::find(heads, entry->group,
                                      &std::pair<OperatorGroup, QStandardItem*>::first);
        if (head == heads.end()) {
            auto* item = new QStandardItem(messageText(operatorGroupName(entry->group)));
            item->setFlags(Qt::ItemIsEnabled);
            appendRow(item);
            head = heads.insert(heads.end(), {entry->group, item});
        }
        head->second->appendRow(
            itemOf(*entry, static_cast<int>(entry - catalogue.entries().data())));
    }
    for (const auto& [group, item] : heads)
        item->setData(counted(static_cast<std::size_t>(item->rowCount()), all[group]), figureRole);
    return found.size();
}

QStandardItem* OperatorModel::itemOf(const OperatorEntry& entry, int index) const {
    auto* item = new QStandardItem(toQString(entry.opType));
    item->setData(index, entryRole);
    // Gelu is an operator of ONNX and another one of com.microsoft.
    const QString domain = entry.domain.empty() || !entry.sinceVersion
                               ? QString()
                               : toQString(entry.domain) + QStringLiteral(" · ");
    const QString what = domain + toQString(entry.signature);
    item->setData(what, signatureRole);
    item->setData(entry.sinceVersion ? QString::number(entry.sinceVersion) : QStringLiteral("–"),
                  figureRole);
    item->setToolTip(what);
    item->setAccessibleDescription(what);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren |
                   (m_isDraggable ? Qt::ItemIsDragEnabled : Qt::NoItemFlags));
    if (static_cast<std::size_t>(index) < m_squares.size())
        item->setIcon(m_squares[static_cast<std::size_t>(index)]);
    return item;
}

void OperatorModel::setSquares(std::vector<QIcon> squares) {
    m_squares = std::move(squares);
    for (int head = 0; head < rowCount(); ++head)
        for (int row = 0; row < item(head)->rowCount(); ++row) {
            QStandardItem* entry = item(head)->child(row);
            const auto at = static_cast<std::size_t>(entry->data(entryRole).toInt());
            entry->setIcon(at < m_squares.size() ? m_squares[at] : QIcon());
        }
}

void OperatorModel::setDraggable(bool on) {
    m_isDraggable = on;
    for (int head = 0; head < rowCount(); ++head)
        for (int row = 0; row < item(head)->rowCount(); ++row)
            item(head)->child(row)->setDragEnabled(on);
}

QStringList OperatorModel::mimeTypes() const {
    return {QStringLiteral("application/x-partita-operator")};
}

QMimeData* OperatorModel::mimeData(const QModelIndexList& indexes) const {
    if (indexes.isEmpty() || !m_catalogue || !indexes.first().data(entryRole).isValid())
        return nullptr;
    const auto at = static_cast<std::size_t>(indexes.first().data(entryRole).toInt());
    return mimeOf(OperatorChoice::of(m_catalogue->entries()[at]));
}

void OperatorRows::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    QStyleOptionViewItem row(option);
    initStyleOption(&row, index);
    const auto* view = qobject_cast<const QTreeView*>(row.widget);
    painter->save();
    if (!index.data(OperatorModel::entryRole).isValid()) {
        row.rect.setLeft(0);
        paintHead(*painter, row, view && view->isExpanded(index));
        painter->setPen(m_theme->second);
        painter->drawText(row.rect.adjusted(0, 0, -kMargin, 0), Qt::AlignRight | Qt::AlignVCenter,
                          index.data(OperatorModel::figureRole).toString());
    } else {
        row.rect.setLeft(0);
        paintEntry(*painter, row, index);
    }
    painter->restore();
}

void OperatorRows::paintHead(QPainter& painter, const QStyleOptionViewItem& row,
                             bool isOpen) const {
    painter.fillRect(row.rect, m_theme->tableHead);
    painter.setPen(m_theme->lineWeak);
    painter.drawLine(row.rect.bottomLeft(), row.rect.bottomRight());
    painter.setPen(m_theme->text);
    painter.drawText(row.rect.adjusted(kMargin, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     isOpen ? QStringLiteral("▾") : QStringLiteral("▸"));
    QFont bold = row.font;
    bold.setBold(true);
    painter.setFont(bold);
    painter.drawText(row.rect.adjusted(kMargin + 18, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     row.text);
    painter.setFont(row.font);
}

void OperatorRows::paintEntry(QPainter& painter, const QStyleOptionViewItem& row,
                              const QModelIndex& index) const {
    painter.fillRect(row.rect,
                     row.state & QStyle::State_Selected ? m_theme->selectedRow : m_theme->base);
    painter.setPen(m_theme->lineWeak);
    painter.drawLine(row.rect.bottomLeft(), row.rect.bottomRight());
    QRect text = row.rect.adjusted(kMargin, 4, -kMargin, -4);
    if (!row.icon.isNull())
        row.icon.paint(&painter, QRect(text.left(), text.top() + 3, kSquare, kSquare));
    text.setLeft(text.left() + kSquare + kMargin - 2);
    const QString figure = index.data(OperatorModel::figureRole).toString();
    painter.setPen(m_theme->second);
    painter.drawText(text, Qt::AlignRight | Qt::AlignTop, figure);
    QFont bold = row.font;
    bold.setBold(true);
    const QFontMetrics wide(bold);
    const int room = text.width() - row.fontMetrics.horizontalAdvance(figure) - kMargin;
    const QString name = wide.elidedText(row.text, Qt::ElideRight, room);
    painter.setFont(bold);
    painter.setPen(m_theme->text);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignTop, name);
    for (const QString& word : m_searched)
        if (const int at = name.indexOf(word, 0, Qt::CaseInsensitive); at >= 0) {
            const int left = text.left() + wide.horizontalAdvance(name.left(at)),
                      width = wide.horizontalAdvance(name.mid(at, word.size()));
            painter.fillRect(QRect(left, text.top() + wide.height() - 1, width, 2),
                             m_theme->accent);
        }
    const QFont fixed = valueFont();
    painter.setFont(fixed);
    painter.setPen(m_theme->second);
    painter.drawText(
        text, Qt::AlignLeft | Qt::AlignBottom,
        QFontMetrics(fixed).elidedText(index.data(OperatorModel::signatureRole).toString(),
                                       Qt::ElideRight, text.width()));
}

QSize OperatorRows::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const bool isEntry = index.data(OperatorModel::entryRole).isValid();
    const int line = option.fontMetrics.height();
    return {120, isEntry ? std::max(kEntryHeight, 2 * line + 8) : std::max(kHeadHeight, line + 4)};
}

} // namespace partita
