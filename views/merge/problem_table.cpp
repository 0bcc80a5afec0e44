#include "views/merge/problem_table.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "views/merge/merge_head.h"
#include "views/merge/source_look.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

enum ProblemColumn {
    severityColumn,
    modelColumn,
    whatColumn,
    remedyColumn,
    fixColumn,
    problemColumns
};
constexpr int kProblemHeight = 25, kShownProblems = 3, kModel = Qt::UserRole;

} // namespace

ProblemTable::ProblemTable(const Theme& theme)
    : m_theme(&theme), m_title(new QLabel), m_counts(new QLabel), m_table(new QTreeWidget) {
    auto* head = mergeHead();
    auto* line = new QHBoxLayout(head);
    line->setContentsMargins(8, 2, 8, 2);
    line->addWidget(m_title);
    line->addWidget(m_counts);
    line->addStretch();
    m_table->setObjectName(QStringLiteral("mergeProblems"));
    m_table->setHeaderHidden(true);
    m_table->setRootIsDecorated(false);
    m_table->setAllColumnsShowFocus(true);
    m_table->setIconSize({26, 15});
    m_table->setColumnCount(problemColumns);
    m_table->header()->setStretchLastSection(false);
    m_table->setMinimumHeight(kShownProblems * kProblemHeight);
    connect(m_table, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item && item->data(severityColumn, kModel).isValid())
            Q_EMIT modelChosen(item->data(severityColumn, kModel).toInt());
    });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(head);
    layout->addWidget(m_table, 1);
    translate();
}

void ProblemTable::setTheme(const Theme& theme) {
    m_theme = &theme;
    fill();
}

void ProblemTable::translate() {
    m_title->setText(QStringLiteral("<b>%1</b>").arg(tr("Problems")));
    m_table->setAccessibleName(tr("Problems of the merge"));
    fill();
}

void ProblemTable::show(std::shared_ptr<const MergePlan> plan) {
    m_plan = std::move(plan);
    fill();
}

QString ProblemTable::fixText(const MergeProblem& problem) {
    switch (problem.fix) {
    case MergeProblem::Fix::none: break;
    case MergeProblem::Fix::rewriteBinaries: return tr("Rename the graphs in a copy");
    case MergeProblem::Fix::leaveConnectionOut: return tr("Leave the connection out");
    case MergeProblem::Fix::choosePrefix: return tr("Choose another prefix");
    case MergeProblem::Fix::leaveModelOut: return tr("Leave the model out");
    case MergeProblem::Fix::keepPacking: return tr("Keep the binaries as they are");
    case MergeProblem::Fix::keepOutput: return tr("Leave this wish out");
    case MergeProblem::Fix::unshare: return tr("Do not share it");
    case MergeProblem::Fix::useDevice: return tr("Run it on %1").arg(toQString(problem.subject));
    }
    return {};
}

void ProblemTable::fill() {
    m_table->clear();
    int errors = 0, warnings = 0;
    const auto problems = m_plan ? m_plan->problems : std::vector<MergeProblem>();
    for (const MergeProblem& each : problems) {
        const bool isError = each.severity == MergeProblem::Severity::error;
        ++(isError ? errors : warnings);
        auto* item = new QTreeWidgetItem(m_table);
        item->setSizeHint(whatColumn, {0, kProblemHeight});
        item->setText(severityColumn, isError ? QStringLiteral("✕") : QStringLiteral("⚠"));
        item->setToolTip(severityColumn, isError ? tr("error") : tr("warning"));
        item->setForeground(severityColumn, isError ? m_theme->bad : m_theme->warning);
        if (each.model) {
            item->setIcon(modelColumn, sourceBadge(*m_theme, *each.model));
            item->setData(severityColumn, kModel, static_cast<int>(*each.model));
        }
        item->setText(whatColumn, messageText(each.error.what));
        item->setText(remedyColumn, messageText(each.error.remedy));
        for (const int column : {whatColumn, remedyColumn})
            item->setToolTip(column, errorText(each.error));
        if (each.fix == MergeProblem::Fix::none)
            continue;
        auto* link = new QPushButton(fixText(each));
        link->setFlat(true);
        link->setCursor(Qt::PointingHandCursor);
        link->setStyleSheet(QStringLiteral("QPushButton { color: %1; border: none; padding: 0 8px; "
                                           "text-align: left; text-decoration: underline; "
                                           "background: transparent; }")
                                .arg(m_theme->accent.name()));
        connect(link, &QPushButton::clicked, this, [this, each] { Q_EMIT fixRequested(each); });
        m_table->setItemWidget(item, fixColumn, link);
    }
    m_counts->setText(m_plan ? tr("%1, %2").arg(tr("%n error(s)", nullptr, errors),
                                                tr("%n warning(s)", nullptr, warnings))
                             : QString());
    for (const int column : {severityColumn, modelColumn, fixColumn})
        m_table->resizeColumnToContents(column);
    m_table->header()->setSectionResizeMode(whatColumn, QHeaderView::Stretch);
    m_table->header()->setSectionResizeMode(remedyColumn, QHeaderView::Stretch);
}

} // namespace partita
