#include "views/panels/problems_panel.h"

#include <QFileDialog>
#include <QTableView>

#include "core/base/try.h"
#include "core/epcontext/lint/lint.h"
#include "core/epcontext/lint/lint_fix.h"
#include "core/onnx/write.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

ProblemsPanel::ProblemsPanel(const PanelContext& context) : TablePanel(context) {
    connect(&document(), &DocumentController::documentChanged, this, &ProblemsPanel::look);
    connect(view(), &QTableView::doubleClicked, this, &ProblemsPanel::offerFixes);
}

void ProblemsPanel::offerFixes() {
    const Model& model = document().state().original;
    QStringList fixes;
    for (const Finding& finding : m_findings)
        if (const Message fix = fixFor(model, finding); !fix.empty())
            fixes += messageText(PARTITA_TEXT("{0}: {1}", finding.text, fix));
    if (fixes.isEmpty())
        return;
    const auto& path = document().state().path;
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Put right %n problem(s): write the model", nullptr, fixes.size()),
        toQString((path.parent_path() / (path.stem().string() + "_fixed.onnx")).string()),
        tr("ONNX models (*.onnx)"));
    if (!file.isEmpty())
        fixInto(file);
}

void ProblemsPanel::fixInto(const QString& file) {
    const Model fixed = fixFindings(document().state().original, m_findings);
    if (auto written = writeModel(fixed, file.toStdString()); !written)
        Q_EMIT document().failed(written.error());
    else
        document().open(file.toStdString());
}

void ProblemsPanel::look() {
    m_findings.clear();
    m_looked = false;
    refresh();
    if (!document().hasDocument())
        return;
    using Findings = std::vector<Finding>;
    const auto work = [model = document().state().original,
                       folder = document().state().path.parent_path()](
                          const Progress& progress) -> Result<Findings> {
        auto found = checkModel(model, progress);
        if (!found || epContextsOf(model).empty())
            return found;
        auto more = PARTITA_TRY(lintContexts(model, folder, progress));
        more.insert(more.end(), found->begin(), found->end());
        return more;
    };
    m_jobs.setSubject(document().subject());
    m_jobs.start<Findings>({}, work, [this](Result<Findings> result) {
        if (!result)
            return;
        m_findings = *std::move(result);
        m_looked = true;
        refresh();
    });
}

QString ProblemsPanel::fill(RowTableModel& model) {
    std::vector<NodeId> rows;
    for (const Finding& finding : m_findings)
        rows.push_back(finding.node);
    Columns<Finding> columns;
    columns.add(tr("Severity"), [](auto& finding) {
        return finding.severity == Finding::Severity::error ? Cell(tr("✕ error"), 0)
                                                            : Cell(tr("! warning"), 1);
    });
    columns.add(tr("Rule"), [](auto& finding) { return toQString(finding.rule); });
    columns.add(tr("Node"), [this](auto& finding) {
        const auto& node = document().model().node(finding.node);
        return node ? toQString(node->label()) : QString();
    });
    columns.add(tr("Fix"), [this](auto& finding) {
        const QString fix = messageText(fixFor(document().state().original, finding));
        return Cell(fix, {}, {},
                    fix.isEmpty() ? QString() : tr("Double-click to write a model without it"));
    });
    columns.add(tr("What is wrong"), [](auto& finding) { return messageText(finding.text); });
    model.reset(
        std::move(rows), [this](std::size_t row) { return &m_findings[row]; }, columns);
    return m_looked ? tr("No problem found") : tr("Looking for problems…");
}

} // namespace partita
