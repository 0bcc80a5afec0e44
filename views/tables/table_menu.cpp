#include "views/tables/table_menu.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QTableView>
#include <QTreeView>
#include <algorithm>
#include <unordered_set>

#include "views/document/document_controller.h"
#include "views/document/item_actions.h"
#include "views/tables/row_table_model.h"

namespace partita {

namespace {

/// The shown columns, from the left.
std::vector<int> columnsOf(const QAbstractItemView& view) {
    const auto* table = qobject_cast<const QTableView*>(&view);
    const auto* tree = qobject_cast<const QTreeView*>(&view);
    const QHeaderView* header = table ? table->horizontalHeader() : tree ? tree->header() : nullptr;
    std::vector<int> columns;
    for (int place = 0; place < view.model()->columnCount(); ++place) {
        const int column = header ? header->logicalIndex(place) : place;
        if (!header || !header->isSectionHidden(column))
            columns.push_back(column);
    }
    return columns;
}

QString oneLine(QString text) {
    for (QChar& c : text)
        if (c == QLatin1Char('\t') || c == QLatin1Char('\n') || c == QChar::LineSeparator)
            c = QLatin1Char(' ');
    return text;
}

QString rowText(const QModelIndex& row, const std::vector<int>& columns) {
    QStringList cells;
    for (const int column : columns)
        cells += oneLine(row.sibling(row.row(), column).data().toString());
    return cells.join(QLatin1Char('\t'));
}

void addRows(const QAbstractItemModel& model, const QModelIndex& parent,
             std::vector<QModelIndex>& rows) {
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        rows.push_back(index);
        addRows(model, index, rows);
    }
}

void copy(const QString& text) {
    if (!text.isEmpty())
        QApplication::clipboard()->setText(text);
}

} // namespace

QString tableText(const QAbstractItemView& view, Rows which) {
    if (!view.model())
        return {};
    std::vector<QModelIndex> rows;
    addRows(*view.model(), view.rootIndex(), rows);
    if (which == Rows::selected && view.selectionModel())
        std::erase_if(rows, [&](const QModelIndex& row) {
            const auto* selection = view.selectionModel();
            return view.selectionBehavior() == QAbstractItemView::SelectRows
                       ? !selection->isRowSelected(row.row(), row.parent())
                       : !selection->rowIntersectsSelection(row.row(), row.parent());
        });
    if (rows.empty())
        return {};
    const std::vector<int> columns = columnsOf(view);
    QStringList titles, lines;
    for (const int column : columns)
        titles += oneLine(view.model()->headerData(column, Qt::Horizontal).toString());
    if (columns.size() > 1)
        lines += titles.join(QLatin1Char('\t'));
    for (const QModelIndex& row : rows)
        lines += rowText(row, columns);
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

TableMenu::TableMenu(DocumentController& document, QWidget& root)
    : QObject(&root), m_document(document), m_root(root) {
    qApp->installEventFilter(this);
}

/// The table that an event is for; null: none, or one that has a menu of its own.
QAbstractItemView* TableMenu::tableOf(QObject* watched) const {
    auto* view = qobject_cast<QAbstractItemView*>(watched);
    if (!view && watched->isWidgetType()) {
        view = qobject_cast<QAbstractItemView*>(watched->parent());
        if (view && view->viewport() != watched)
            view = nullptr;
    }
    if (!view || qobject_cast<QHeaderView*>(view) || view->window()->windowType() == Qt::Popup)
        return nullptr;
    for (const QWidget* above = view; above; above = above->parentWidget())
        if (above == &m_root)
            return view;
    return nullptr;
}

bool TableMenu::eventFilter(QObject* watched, QEvent* event) {
    const bool menu = event->type() == QEvent::ContextMenu, key = event->type() == QEvent::KeyPress;
    QAbstractItemView* view = menu || key ? tableOf(watched) : nullptr;
    if (!view)
        return QObject::eventFilter(watched, event);
    if (key) {
        if (!static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy))
            return false;
        copy(tableText(*view, Rows::selected));
        return true;
    }
    if (view->contextMenuPolicy() != Qt::DefaultContextMenu)
        return false;
    const auto* asked = static_cast<QContextMenuEvent*>(event);
    const bool byKey = asked->reason() == QContextMenuEvent::Keyboard;
    const QPoint at = byKey ? view->visualRect(view->currentIndex()).center()
                            : view->viewport()->mapFromGlobal(asked->globalPos());
    show(*view, at, view->viewport()->mapToGlobal(at));
    return true;
}

/// Actions act on what is selected: so are the nodes of the row, or rows, that the menu is about.
void TableMenu::select(std::vector<NodeId> nodes) {
    const auto& selection = m_document.selection();
    const std::unordered_set<NodeId> selected(selection.begin(), selection.end());
    if (!std::ranges::all_of(nodes, [&](NodeId node) { return selected.contains(node); }))
        m_document.selectNodes(std::move(nodes));
}

void TableMenu::show(QAbstractItemView& view, const QPoint& at, const QPoint& global) {
    const QModelIndex cell = view.indexAt(at);
    QMenu menu(&view);
    // Not with every new picture: the click that asked for the menu may have opened a group.
    connect(&m_document, &DocumentController::partitioningChanged, &menu, &QMenu::close);
    // Texts are made when they are wanted: a table may have 100,000 rows.
    if (cell.isValid()) {
        menu.addAction(tr("Copy cell"), &view, [text = cell.data().toString()] { copy(text); });
        menu.addAction(tr("Copy selected rows"), &view,
                       [&view] { copy(tableText(view, Rows::selected)); })
            ->setEnabled(view.selectionModel()->hasSelection());
    }
    menu.addAction(tr("Copy all rows"), &view, [&view] { copy(tableText(view, Rows::all)); })
        ->setEnabled(view.model() && view.model()->rowCount() > 0);
    if (view.selectionMode() == QAbstractItemView::ExtendedSelection)
        menu.addAction(tr("Select all rows"), &view, &QAbstractItemView::selectAll);
    // A menu at one of several selected rows is about all of them.
    const std::vector<NodeId> nodes =
        cell.isValid() && view.selectionModel()->isRowSelected(cell.row(), cell.parent())
            ? nodesOfSelectedRows(view)
            : nodesOfRow(cell);
    if (m_document.hasDocument() && !nodes.empty()) {
        menu.addSeparator();
        const ValueId tensor = m_document.currentTensor();
        if (!tensor)
            select(nodes);
        addItemActions(menu, m_document,
                       tensor             ? Item::of(tensor)
                       : nodes.size() > 1 ? Item::ofSelection()
                                          : Item::of(nodes.front()));
    }
    if (!view.actions().isEmpty()) {
        menu.addSeparator();
        menu.addActions(view.actions());
    }
    menu.exec(global);
}

} // namespace partita
