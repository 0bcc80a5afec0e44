#include "views/merge/plan_table.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>
#include <algorithm>

#include "views/merge/merge_head.h"
#include "views/merge/source_look.h"
#include "views/tables/only_this_row.h"
#include "views/text/fonts.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

enum PlanColumn { does, model, what, from, to, why, columns };
constexpr int kConnection = Qt::UserRole, kKind = Qt::UserRole + 1;
constexpr int kMostRows = 5000; ///< more lines of one plan nobody reads; the command line has all

/// The numbers of the connections among the wishes, in the order of their lines: those that are
/// refused come first.
std::vector<int> connectionsInOrder(const MergePlan* plan) {
    std::vector<int> refused, made;
    int number = 0;
    if (plan)
        for (const auto& step : plan->steps)
            if (step.does == MergePlan::Step::Does::connect)
                (step.isRefused ? refused : made).push_back(number++);
    refused.insert(refused.end(), made.begin(), made.end());
    return refused;
}

} // namespace

PlanTable::PlanTable(const Theme& theme)
    : m_theme(&theme), m_title(new QLabel), m_table(new QTreeWidget) {
    auto* head = mergeHead();
    auto* boxes = new QHBoxLayout(head);
    boxes->setContentsMargins(8, 2, 8, 2);
    boxes->addWidget(m_title);
    boxes->addStretch();
    for (QCheckBox*& box : m_boxes) {
        box = new QCheckBox;
        box->setChecked(true);
        connect(box, &QCheckBox::toggled, this, &PlanTable::filter);
        boxes->addWidget(box);
    }
    m_table->setObjectName(QStringLiteral("mergePlan"));
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    m_table->setAllColumnsShowFocus(true);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->setIconSize({26, 15});
    m_table->setColumnCount(columns);
    m_table->installEventFilter(this);
    m_table->viewport()->installEventFilter(this); // which the table resizes after itself
    connect(m_table, &QTreeWidget::currentItemChanged, this, [this] {
        const int chosen = chosenConnection();
        const auto* item = m_table->currentItem();
        Q_EMIT connectionChosen(chosen, chosen < 0 ? QString() : item->text(to));
    });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(head);
    layout->addWidget(m_table, 1);
    translate();
}

void PlanTable::setTheme(const Theme& theme) {
    m_theme = &theme;
    fill();
}

void PlanTable::translate() {
    m_title->setText(QStringLiteral("<b>%1</b>").arg(tr("Plan")));
    m_table->setHeaderLabels({tr("Does"), {}, tr("What"), tr("From"), tr("To"), tr("Why")});
    m_table->setAccessibleName(tr("What the merge will do"));
    fill();
}

PlanTable::Kind PlanTable::kindOf(const MergeRow& row) {
    switch (row.does) {
    case MergeRow::Does::clash: return clashes;
    case MergeRow::Does::rename: return renames;
    case MergeRow::Does::keep: return row.isRefused ? clashes : kept;
    case MergeRow::Does::write: return files;
    case MergeRow::Does::connect:
    case MergeRow::Does::convert:
    case MergeRow::Does::share:
    case MergeRow::Does::drop: break;
    }
    return connections;
}

void PlanTable::show(std::shared_ptr<const MergePlan> plan) {
    m_plan = std::move(plan);
    m_rows = m_plan ? mergeRows(*m_plan, true) : std::vector<MergeRow>();
    fill();
}

int PlanTable::chosenConnection() const {
    const auto* item = m_table->currentItem();
    return item && item->isSelected() ? item->data(does, kConnection).toInt() : -1;
}

void PlanTable::fill() {
    const int chosen = chosenConnection();
    const QSignalBlocker quiet(m_table);
    m_table->clear();
    std::array<std::size_t, kinds> counts{};
    const std::vector<int> ordered = connectionsInOrder(m_plan.get());
    auto next = ordered.begin();
    const QFont fixed = fixedFont();
    for (const MergeRow& row : m_rows) {
        const Kind kind = kindOf(row);
        counts[kind] += row.count;
        if (m_table->topLevelItemCount() >= kMostRows)
            continue;
        auto* item = new QTreeWidgetItem(m_table);
        item->setText(does, row.isRefused ? tr("refused") : messageText(nameOf(row.does)));
        if (row.model)
            item->setIcon(model, sourceBadge(*m_theme, *row.model));
        item->setText(what, messageText(row.what));
        item->setText(from, toQString(row.from));
        item->setText(to, toQString(row.to));
        item->setText(why, messageText(row.why));
        for (const int column : {what, from, to, why})
            item->setToolTip(column, item->text(column));
        for (const int column : {from, to})
            item->setFont(column, fixed);
        item->setForeground(does, row.isRefused     ? m_theme->bad
                                  : kind == clashes ? m_theme->warning
                                  : kind == kept    ? m_theme->second
                                                    : m_theme->text);
        item->setData(does, kKind, static_cast<int>(kind));
        const bool isConnection = row.does == MergeRow::Does::connect && next != ordered.end();
        item->setData(does, kConnection, isConnection ? *next : -1);
        if (isConnection)
            ++next;
    }
    const QString titles[] = {tr("clashes"), tr("links"), tr("renames"), tr("kept"), tr("files")};
    for (int i = 0; i < kinds; ++i)
        m_boxes[static_cast<std::size_t>(i)]->setText(
            QStringLiteral("%1 %2").arg(titles[i], countText(counts[static_cast<std::size_t>(i)])));
    fitColumns();
    filter();
    for (int row = 0; chosen >= 0 && row < m_table->topLevelItemCount(); ++row)
        if (auto* item = m_table->topLevelItem(row);
            item->data(does, kConnection).toInt() == chosen)
            m_table->setCurrentItem(item, 0, kOnlyThisRow);
}

/// Both names are cut in the middle before the reason is cut, which has what it needs up to a length.
void PlanTable::fitColumns() {
    constexpr int kLeastName = 110, kMostName = 220, kMostReason = 340;
    const int most[] = {120, 40, 160};
    const QAbstractItemView* table = m_table;
    int room = m_table->viewport()->width() - std::min(table->sizeHintForColumn(why), kMostReason);
    for (int column = does; column <= what; ++column) {
        m_table->resizeColumnToContents(column);
        m_table->setColumnWidth(column, std::min(m_table->columnWidth(column), most[column]));
        room -= m_table->columnWidth(column);
    }
    for (const int column : {from, to}) {
        m_table->resizeColumnToContents(column);
        m_table->setColumnWidth(column, std::min(m_table->columnWidth(column),
                                                 std::clamp(room / 2, kLeastName, kMostName)));
    }
}

void PlanTable::filter() {
    for (int row = 0; row < m_table->topLevelItemCount(); ++row) {
        auto* item = m_table->topLevelItem(row);
        const auto kind = static_cast<std::size_t>(item->data(does, kKind).toInt());
        item->setHidden(!m_boxes[kind]->isChecked());
    }
}

bool PlanTable::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    if (watched == m_table && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete && chosenConnection() >= 0) {
        Q_EMIT removeRequested(chosenConnection());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace partita
