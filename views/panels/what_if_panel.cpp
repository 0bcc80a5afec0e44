#include "views/panels/what_if_panel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <unordered_map>

#include "views/dialogs/file_dialog.h"
#include "views/dialogs/save_file.h"
#include "views/document/change_actions.h"
#include "views/document/links.h"
#include "views/panels/flow_layout.h"
#include "views/panels/list_frame.h"
#include "views/panels/two_line_rows.h"
#include "views/tables/only_this_row.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

QLabel* headLabel(Qt::Alignment alignment) {
    auto* label = new QLabel;
    label->setAlignment(alignment);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

/// One row of the figures, as HTML.
QString figureRow(const QString& name, const QString& before, const QString& after) {
    return QStringLiteral("<tr><td>%1</td><td align='right'>&nbsp;&nbsp;%2</td><td "
                          "align='right'>&nbsp;&nbsp;%3</td></tr>")
        .arg(name, before, after);
}

} // namespace

WhatIfPanel::WhatIfPanel(const PanelContext& context) : Panel(context) {
    auto* layout = plainColumn(this);
    layout->addWidget(makeButtons());
    makeList();
    m_frame->setMinimumHeight(130); // three rows; with less room, the panel scrolls
    layout->addWidget(m_frame, 1);
    m_figures = new QLabel;
    m_figures->setObjectName(QStringLiteral("scenarioFigures"));
    m_figures->setTextFormat(Qt::RichText);
    m_figures->setMargin(8);
    m_figures->setWordWrap(true);
    m_figures->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse |
                                       Qt::LinksAccessibleByKeyboard);
    layout->addWidget(m_figures);
    connectParts();
}

QWidget* WhatIfPanel::makeButtons() {
    auto* bar = new QWidget;
    auto* line = new FlowLayout;
    bar->setLayout(line);
    line->setContentsMargins(6, 4, 6, 4);
    line->setSpacing(2);
    const auto button = [&](QToolButton*& made, const char* name) {
        made = new QToolButton;
        made->setObjectName(QLatin1String(name));
        made->setAutoRaise(true);
        line->addWidget(made);
    };
    button(m_undo, "undoChange");
    button(m_redo, "redoChange");
    button(m_add, "addChange");
    m_menu = new QMenu(m_add);
    m_menu->setToolTipsVisible(true);
    m_add->setMenu(m_menu);
    m_add->setPopupMode(QToolButton::InstantPopup);
    m_add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button(m_open, "openScenario");
    button(m_save, "saveScenario");
    button(m_clear, "clearScenario");
    return bar;
}

void WhatIfPanel::makeList() {
    m_changeHead = headLabel(Qt::AlignLeft);
    m_changeHead->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_stepHead = headLabel(Qt::AlignRight);
    m_list = new QTreeWidget;
    m_list->setObjectName(QStringLiteral("changeList"));
    m_list->setItemDelegate(new TwoLineRows(m_list));
    m_list->setHeaderHidden(true);
    m_list->setUniformRowHeights(true);
    m_list->setIndentation(14);
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setDefaultDropAction(Qt::MoveAction);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->installEventFilter(this);
    auto* heads = new QHBoxLayout;
    heads->setContentsMargins(8, 0, 8, 2);
    heads->addWidget(m_changeHead, 1);
    heads->addWidget(m_stepHead);
    m_frame = new ListFrame(m_list, "noChanges");
    m_frame->setHead(heads);
}

void WhatIfPanel::connectParts() {
    connect(m_undo, &QToolButton::clicked, this, [this] { document().history().undo(); });
    connect(m_redo, &QToolButton::clicked, this, [this] { document().history().redo(); });
    connect(&document().history(), &DocumentHistory::changed, this, &WhatIfPanel::showState);
    connect(m_clear, &QToolButton::clicked, this, [this] { scenarios().clear(); });
    connect(m_open, &QToolButton::clicked, this, &WhatIfPanel::openScenario);
    connect(m_save, &QToolButton::clicked, this, &WhatIfPanel::saveScenario);
    connect(m_menu, &QMenu::aboutToShow, this, [this] {
        m_menu->clear();
        if (document().hasDocument())
            addChanges(*m_menu, document(), this);
    });
    // A row moves by being inserted and removed. Queued, so that both are done by then.
    connect(m_list->model(), &QAbstractItemModel::rowsMoved, this, &WhatIfPanel::takeOrder,
            Qt::QueuedConnection);
    connect(m_list->model(), &QAbstractItemModel::rowsRemoved, this, &WhatIfPanel::takeOrder,
            Qt::QueuedConnection);
    connect(m_list, &QTreeWidget::itemChanged, this, &WhatIfPanel::takeRow);
    connect(m_list, &QTreeWidget::itemExpanded, this,
            [this](QTreeWidgetItem* item) { showNodes(*item); });
    connect(m_list, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item && item->parent() && !m_filling)
            chooseNode(*item);
    });
    connect(m_figures, &QLabel::linkActivated, this,
            [this](const QString& link) { follow(document(), link); });
    connect(&document(), &DocumentController::documentChanged, this, &WhatIfPanel::refresh);
    connect(&document(), &DocumentController::partitioningChanged, this, &WhatIfPanel::refresh);
    connect(&scenarios(), &ScenarioController::changed, this, &WhatIfPanel::refresh);
    connect(&scenarios(), &ScenarioController::stepsChanged, this, &WhatIfPanel::showSteps);
}

std::optional<std::size_t> WhatIfPanel::count() const {
    const std::size_t changes = scenarios().scenario().changes.size();
    return changes ? std::optional(changes) : std::nullopt;
}

void WhatIfPanel::refresh() {
    m_undo->setIcon(theme().icon("undo"));
    m_redo->setIcon(theme().icon("redo"));
    m_add->setText(tr("Add"));
    m_add->setIcon(theme().icon("plus"));
    const bool open = document().hasDocument(), any = !scenarios().scenario().changes.empty();
    const std::tuple<QToolButton*, const char*, QString> buttons[] = {
        {m_open, "open",
         open ? tr("Open a scenario in place of this one…")
              : tr("Open a scenario: there is no model to try it on")},
        {m_save, "save",
         any ? tr("Save the scenario, for the window and the command line…")
             : tr("Save the scenario: it has no changes")},
        {m_clear, "close", any ? tr("Clear the list") : tr("Clear the list: it is empty")}};
    m_add->setToolTip(open ? tr("Add a change")
                           : tr("Add a change: there is no model to try it on"));
    for (const auto& [button, icon, name] : buttons) {
        button->setIcon(theme().icon(icon));
        button->setToolTip(name);
        button->setAccessibleName(name);
    }
    m_stepHead->setText(tr("Partitions"));
    m_stepHead->setToolTip(
        scenarios().isCounted()
            ? tr("Of the first provider: from the changes above to this one as well; "
                 "where the box is empty: what it would do on top")
            : tr("The steps of more than %1 changes are not counted: each needs a placement")
                  .arg(countText(ScenarioController::kMostCounted)));
    m_list->setAccessibleName(tr("Changes"));
    m_list->setToolTip(tr("Drag, or Alt+Up and Alt+Down, to change the order; Del removes"));
    m_frame->say(any    ? QString()
                 : open ? tr("No changes. Add one here, or in the menu of a node.")
                        : tr("Open a model to try changes of its placement."));
    fillRows();
    showState();
    showFigures();
    Q_EMIT countChanged();
}

void WhatIfPanel::showState() {
    const bool open = document().hasDocument(), any = !scenarios().scenario().changes.empty();
    const Message undone = document().history().undoName(),
                  redone = document().history().redoName();
    m_undo->setEnabled(!undone.empty());
    m_redo->setEnabled(!redone.empty());
    const QString undo = undone.empty() ? tr("Undo: there is nothing to undo")
                                        : tr("Undo: %1").arg(messageText(undone));
    const QString redo = redone.empty() ? tr("Redo: there is nothing to do again")
                                        : tr("Redo: %1").arg(messageText(redone));
    m_undo->setToolTip(undo);
    m_redo->setToolTip(redo);
    m_undo->setAccessibleName(undo);
    m_redo->setAccessibleName(redo);
    m_add->setEnabled(open);
    m_open->setEnabled(open);
    m_save->setEnabled(any);
    m_clear->setEnabled(any);
    m_changeHead->setText(scenarios().isUnsaved()
                              ? QStringLiteral("%1 · %2").arg(tr("Change"), tr("not saved"))
                              : tr("Change"));
}

/// Rows are changed in place where there is one already: a click on a box may be the reason.
void WhatIfPanel::fillRows() {
    m_filling = true;
    const auto& changes = scenarios().scenario().changes;
    std::vector<ScenarioChange::Action> open; // a row that moved stays open
    for (int row = 0; row < m_list->topLevelItemCount(); ++row)
        if (m_list->topLevelItem(row)->isExpanded())
            open.push_back(m_shown[static_cast<std::size_t>(row)]);
    m_whyNot.clear();
    for (const NotApplied& problem : scenarios().notApplied())
        m_whyNot.try_emplace(problem.change, problem.why);
    while (m_list->topLevelItemCount() > static_cast<int>(changes.size()))
        delete m_list->takeTopLevelItem(m_list->topLevelItemCount() - 1);
    m_shown.resize(changes.size());
    bool opens = false;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (static_cast<int>(i) == m_list->topLevelItemCount())
            m_list->addTopLevelItem(new QTreeWidgetItem);
        QTreeWidgetItem& item = *m_list->topLevelItem(static_cast<int>(i));
        showRow(item, i);
        opens = opens || item.childIndicatorPolicy() == QTreeWidgetItem::ShowIndicator;
        item.setExpanded(std::ranges::find(open, changes[i].action) != open.end());
    }
    m_list->setRootIsDecorated(opens);
    m_filling = false;
    showSteps();
}

void WhatIfPanel::showRow(QTreeWidgetItem& item, std::size_t index) {
    const ScenarioChange& change = scenarios().scenario().changes[index];
    const auto found = m_whyNot.find(index);
    const Message why = found == m_whyNot.end() ? Message() : found->second;
    const QString text = messageText(scenarios().textOf(change));
    item.setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable |
                  Qt::ItemIsDragEnabled);
    item.setText(0, text);
    item.setCheckState(0, change.on ? Qt::Checked : Qt::Unchecked);
    item.setData(0, Qt::UserRole, static_cast<int>(index));
    item.setData(0, TwoLineRows::second, why.empty() ? kindText(change) : messageText(why));
    item.setData(0, TwoLineRows::secondColour,
                 why.empty() ? QVariant() : QVariant(theme().warning));
    item.setToolTip(0, why.empty() ? text : text + QLatin1Char('\n') + messageText(why));
    const auto* nodes = std::get_if<NodesChange>(&change.action);
    const bool isSeveral = nodes && !nodes->nodes.more.empty();
    item.setChildIndicatorPolicy(isSeveral ? QTreeWidgetItem::ShowIndicator
                                           : QTreeWidgetItem::DontShowIndicator);
    if (m_shown[index] != change.action) {
        item.setExpanded(false);
        qDeleteAll(item.takeChildren());
        m_shown[index] = change.action;
    }
    if (item.isExpanded())
        showNodes(item);
}

void WhatIfPanel::showNodes(QTreeWidgetItem& item) {
    const QScopedValueRollback<bool> filling(m_filling, true);
    const auto index = static_cast<std::size_t>(item.data(0, Qt::UserRole).toInt());
    const auto* nodes = std::get_if<NodesChange>(&scenarios().scenario().changes[index].action);
    if (!nodes || item.childCount())
        return;
    const Model& model = document().model();
    std::unordered_map<std::string, NodeId> byName;
    model.nodes().forEach([&](NodeId id, const auto& node) { byName.emplace(node->label(), id); });
    QList<QTreeWidgetItem*> rows;
    for (const auto& each : nodes->nodes.named()) {
        const auto found = byName.find(each.name);
        const NodeId id = model.node(each.id)     ? each.id
                          : found != byName.end() ? found->second
                                                  : NodeId{};
        auto* row = new QTreeWidgetItem;
        row->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        row->setText(0, toQString(each.name));
        row->setToolTip(0, toQString(each.name));
        row->setData(0, Qt::UserRole, id.value);
        row->setData(0, TwoLineRows::second,
                     id ? toQString(operatorName(*model.node(id))) : tr("not in this model"));
        if (!id)
            row->setData(0, TwoLineRows::secondColour, theme().warning);
        rows += row;
    }
    item.addChildren(rows);
}

void WhatIfPanel::chooseNode(const QTreeWidgetItem& item) {
    if (const NodeId id{item.data(0, Qt::UserRole).toUInt()}; document().model().node(id))
        document().setCurrentNode(id);
}

void WhatIfPanel::showChange(std::size_t index) {
    if (QTreeWidgetItem* item = m_list->topLevelItem(static_cast<int>(index))) {
        m_list->setCurrentItem(item, 0, kOnlyThisRow);
        m_list->scrollToItem(item);
        m_list->setFocus();
    }
}

/// The kind of a change, for the second line of its row.
QString WhatIfPanel::kindText(const ScenarioChange& change) const {
    const QString kinds[] = {
        tr("Order"),    tr("Option"),       tr("Run length"), QString(),
        tr("Rule off"), tr("Fixed size"),   tr("Grouping"),   tr("Optimization level"),
        tr("Opset"),    tr("Element types")};
    if (const auto* nodes = std::get_if<NodesChange>(&change.action))
        return nodes->what == NodesChange::What::exclude ? tr("Excluded")
               : nodes->what == NodesChange::What::pin   ? tr("Pinned")
                                                         : tr("Taken anyway");
    return kinds[change.action.index()];
}

void WhatIfPanel::showSteps() {
    m_filling = true;
    const auto& changes = scenarios().scenario().changes;
    const auto& steps = scenarios().steps();
    for (std::size_t i = 0; i < changes.size() && static_cast<int>(i) < m_list->topLevelItemCount();
         ++i) {
        QTreeWidgetItem& item = *m_list->topLevelItem(static_cast<int>(i));
        if (i >= steps.size()) { // the last known step stays until the next one is counted
            item.setData(0, TwoLineRows::figureColour, theme().hint);
            continue;
        }
        const auto [before, after] = steps[i];
        item.setData(0, TwoLineRows::figure,
                     QStringLiteral("%1 → %2").arg(countText(before), countText(after)));
        item.setData(0, TwoLineRows::figureColour,
                     !changes[i].on   ? theme().hint
                     : after < before ? theme().good
                     : after > before ? theme().bad
                                      : theme().second);
    }
    m_filling = false;
}

/// The figures that differ.
void WhatIfPanel::showFigures() {
    const PlacementDifference* difference = scenarios().difference();
    m_figures->setVisible(difference != nullptr);
    if (!difference)
        return;
    const auto bold = [](const QString& text) { return QStringLiteral("<b>%1</b>").arg(text); };
    QString rows;
    const auto row = [&](const QString& name, const PlacementDifference::Count& count) {
        if (count.before != count.after)
            rows += figureRow(name, countText(count.before), countText(count.after));
    };
    for (const auto& provider : difference->providers) {
        const QString name = toQString(provider.shown.name).toHtmlEscaped();
        row(tr("%1 nodes").arg(name), provider.nodes);
        row(tr("%1 partitions").arg(name), provider.partitions);
    }
    row(anchor(linkToPanel("boundaries"), tr("Boundary tensors")), difference->boundaryTensors);
    if (const Message was = difference->movedBefore().text(), is = difference->movedAfter().text();
        was != is)
        rows += figureRow(tr("Moved per run"), messageText(was), messageText(is));
    QString html = rows.isEmpty()
                       ? tr("No figure differs from before.")
                       : QStringLiteral("<table width='100%'>%1%2</table>")
                             .arg(figureRow({}, bold(tr("Before")), bold(tr("After"))), rows);
    if (!difference->moved.empty())
        html += anchor(linkToMoved(), tr("%Ln node(s) changed their provider", nullptr,
                                         static_cast<int>(difference->moved.size())));
    m_figures->setText(html);
}

void WhatIfPanel::takeRow(QTreeWidgetItem* item) {
    if (!m_filling && !item->parent())
        scenarios().setOn(static_cast<std::size_t>(item->data(0, Qt::UserRole).toInt()),
                          item->checkState(0) == Qt::Checked);
}

/// Finds the row that was dragged: rows know the places that they had.
void WhatIfPanel::takeOrder() {
    const int rows = m_list->topLevelItemCount();
    if (m_filling || rows != static_cast<int>(scenarios().scenario().changes.size()))
        return;
    const auto was = [&](int row) {
        return m_list->topLevelItem(row)->data(0, Qt::UserRole).toInt();
    };
    int first = 0, last = rows - 1;
    while (first < rows && was(first) == first)
        ++first;
    while (last > first && was(last) == last)
        --last;
    if (first >= last)
        return;
    // All rows between moved by one, except the one that was dragged.
    const bool down = was(first) == first + 1;
    const int from = down ? first : last, to = down ? last : first;
    std::vector<ScenarioChange::Action> shown;
    for (int row = 0; row < rows; ++row)
        shown.push_back(m_shown[static_cast<std::size_t>(was(row))]);
    m_shown = std::move(shown);
    scenarios().move(static_cast<std::size_t>(from), static_cast<std::size_t>(to));
    m_list->setCurrentItem(m_list->topLevelItem(to), 0, kOnlyThisRow);
}

bool WhatIfPanel::eventFilter(QObject* watched, QEvent* event) {
    const QTreeWidgetItem* current = m_list->currentItem();
    if (watched != m_list || event->type() != QEvent::KeyPress || !current || current->parent())
        return Panel::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const int row = m_list->indexOfTopLevelItem(const_cast<QTreeWidgetItem*>(current));
    const auto index = static_cast<std::size_t>(row);
    if (key->key() == Qt::Key_Delete) {
        scenarios().remove(index);
        return true;
    }
    const int step = key->key() == Qt::Key_Up ? -1 : key->key() == Qt::Key_Down ? 1 : 0;
    if (!(key->modifiers() & Qt::AltModifier) || !step)
        return false;
    if (const int to = row + step; to >= 0 && to < m_list->topLevelItemCount()) {
        scenarios().move(index, static_cast<std::size_t>(to));
        m_list->setCurrentItem(m_list->topLevelItem(to), 0, kOnlyThisRow);
    }
    return true;
}

void WhatIfPanel::openScenario() {
    const QString path =
        askWhatToOpen(this, tr("Open a scenario"),
                      QString::fromStdString(document().state().path.parent_path().string()),
                      tr("Scenarios (*.json);;All files (*)"));
    if (!path.isEmpty())
        scenarios().open(path.toStdString());
}

void WhatIfPanel::saveScenario() {
    const QString path = askWhereToSave(this, tr("Save the scenario"),
                                        besideModel(document(), QStringLiteral("_scenario.json")),
                                        tr("Scenarios (*.json)"));
    if (!path.isEmpty())
        scenarios().save(path.toStdString());
}

} // namespace partita
