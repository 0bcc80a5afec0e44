#include "views/panels/history_panel.h"

#include <QAction>
#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <tuple>

#include "views/panels/list_frame.h"
#include "views/tables/history_model.h"
#include "views/tables/only_this_row.h"
#include "views/tables/plain_table.h"
#include "views/tables/row_height.h"

namespace partita {

namespace {
constexpr int kLeastHistoryHeight = 48, kIconWidth = 28;
constexpr int kNumberWidth = 44, kWhereWidth = 180,
              kNodesWidth = 84; ///< at least; a larger font needs more
constexpr int kAroundCell = 16; ///< what the style leaves beside a text
} // namespace

HistoryPanel::HistoryPanel(const PanelContext& context)
    : Panel(context), m_model(new HistoryModel(document(), this)), m_view(new QTableView),
      m_frame(new ListFrame(m_view)), m_script(new QAction(this)) {
    m_view->setObjectName(QStringLiteral("historyList"));
    m_view->setModel(m_model);
    makePlain(*m_view);
    fitRowsToFont(*m_view);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setMinimumHeight(kLeastHistoryHeight);
    QHeaderView* header = m_view->horizontalHeader();
    header->setMinimumSectionSize(kIconWidth);
    header->setSectionResizeMode(HistoryModel::icon, QHeaderView::Fixed);
    header->setSectionResizeMode(HistoryModel::number, QHeaderView::Fixed);
    header->setSectionResizeMode(HistoryModel::edit, QHeaderView::Stretch);
    header->resizeSection(HistoryModel::icon, kIconWidth);
    fitColumns();
    plainColumn(this)->addWidget(m_frame);
    m_view->addAction(m_script); // in its menu
    connect(m_script, &QAction::triggered, this,
            [this] { Q_EMIT document().linkRequested(QStringLiteral("edit:script")); });
    const auto go = [this](const QModelIndex& cell) { document().history().goToRow(cell.row()); };
    connect(m_view, &QTableView::clicked, this, go);
    connect(m_view, &QTableView::activated, this, go);
    connect(&document().history(), &DocumentHistory::changed, this, &HistoryPanel::showHistory);
    connect(&document(), &DocumentController::documentChanged, this, &HistoryPanel::showHistory);
}

/// The columns are as wide as their longest text; a place takes no more than a third of the panel.
void HistoryPanel::fitColumns() {
    for (const auto& [column, least, most] :
         {std::tuple(HistoryModel::number, kNumberWidth, QWIDGETSIZE_MAX),
          {HistoryModel::where, kWhereWidth, std::max(kWhereWidth, m_view->width() / 3)},
          {HistoryModel::nodes, kNodesWidth, QWIDGETSIZE_MAX}}) {
        int width = least;
        for (int row = 0; row < m_model->rowCount(); ++row)
            width = std::max(width, m_view->fontMetrics().horizontalAdvance(
                                        m_model->index(row, column).data().toString()) +
                                        kAroundCell);
        m_view->horizontalHeader()->resizeSection(column, std::min(width, most));
    }
}

void HistoryPanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    fitColumns();
}

void HistoryPanel::refresh() {
    m_view->setAccessibleName(tr("History"));
    m_script->setText(tr("Save as a script…"));
    m_script->setEnabled(document().hasDocument());
    m_model->setTheme(theme());
    showHistory();
}

void HistoryPanel::showHistory() {
    m_model->reset();
    fitColumns();
    m_script->setEnabled(document().hasDocument());
    m_frame->say(m_model->rowCount() ? QString() : tr("Open a model to see what was done to it"));
    if (m_model->rowCount()) {
        m_view->selectionModel()->setCurrentIndex(m_model->index(document().history().row(), 0),
                                                  kOnlyThisRow);
        m_view->scrollTo(m_view->currentIndex());
    }
    Q_EMIT countChanged();
}

std::optional<std::size_t> HistoryPanel::count() const {
    if (!document().hasDocument())
        return std::nullopt;
    return static_cast<std::size_t>(document().history().size());
}

} // namespace partita
