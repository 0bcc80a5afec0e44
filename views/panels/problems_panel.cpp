#include "views/panels/problems_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include "core/base/try.h"
#include "core/epcontext/lint/lint.h"
#include "core/epcontext/lint/lint_fix.h"
#include "core/onnx/write.h"
#include "views/dialogs/save_file.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

Finding findingOf(const ModelProblem& problem) {
    return {problem.isNote ? Finding::Severity::warning : Finding::Severity::error,
            std::string(problemCodeName(problem.code)), problem.node, problem.text};
}

} // namespace

ProblemsPanel::ProblemsPanel(const PanelContext& context)
    : TablePanel(context), m_fixes(new QWidget) {
    m_fixes->setObjectName(QStringLiteral("problemFixes"));
    static_cast<QVBoxLayout*>(layout())->addWidget(m_fixes);
    m_fixes->hide();
    connect(&document().edits(), &EditController::switched, this, &ProblemsPanel::look);
    connect(view()->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ProblemsPanel::showFixes);
    connect(&document(), &DocumentController::documentChanged, this, &ProblemsPanel::look);
    connect(&document(), &DocumentController::sceneChanged, this, &ProblemsPanel::lookAgain);
    connect(view(), &QTableView::doubleClicked, this, &ProblemsPanel::offerFixes);
}

void ProblemsPanel::offerFixes() {
    if (!m_problems.empty()) // their fixes are buttons
        return;
    // Another model may come into view while the user chooses a file.
    const Model model = m_model;
    const std::vector<Finding> findings = m_findings;
    QStringList fixes;
    for (const Finding& finding : findings)
        if (const Message fix = fixFor(model, finding); !fix.empty())
            fixes += messageText(PARTITA_TEXT("{0}: {1}", finding.text, fix));
    if (fixes.isEmpty())
        return;
    const auto& path = document().state().path;
    const QString file = askWhereToSave(
        this, tr("Put right %n problem(s): write the model", nullptr, fixes.size()),
        toQString((path.parent_path() / (path.stem().string() + "_fixed.onnx")).string()),
        tr("ONNX models (*.onnx)"));
    if (!file.isEmpty())
        fixInto(file, model, findings);
}

void ProblemsPanel::fixInto(const QString& file, const Model& model,
                            const std::vector<Finding>& findings) {
    if (auto written = writeModel(fixFindings(model, findings), file.toStdString()); !written)
        Q_EMIT document().failed(written.error());
    else
        document().open(file.toStdString());
}

void ProblemsPanel::look() {
    m_jobs.cancel();
    m_findings.clear();
    m_problems.clear();
    m_model = document().hasDocument() ? document().state().original : Model();
    m_state = State::looking;
    refresh();
    if (!document().hasDocument())
        return;
    if (document().edits().isOn()) {
        lookAtEdits();
        return;
    }
    using Findings = std::vector<Finding>;
    const auto work = [model = m_model, folder = document().state().path.parent_path()](
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
        m_state = result ? State::looked : State::failed;
        if (result)
            m_findings = *std::move(result);
        else
            m_error = result.error();
        refresh();
    });
}

void ProblemsPanel::lookAtEdits() {
    using Problems = std::vector<ModelProblem>;
    m_jobs.setSubject(document().subject());
    m_jobs.start<Problems>(
        {},
        [model = document().model()](const Progress&) -> Result<Problems> {
            return modelProblems(model);
        },
        [this](Result<Problems> problems) {
            m_state = State::looked;
            m_problems = *std::move(problems);
            for (const ModelProblem& problem : m_problems)
                m_findings.push_back(findingOf(problem));
            refresh();
            if (!m_problems.empty() && view()->selectionModel()->selectedRows().isEmpty())
                view()->selectRow(0);
            showFixes();
        });
}

std::optional<std::size_t> ProblemsPanel::editProblems() const {
    if (!document().edits().isOn() || m_state != State::looked)
        return std::nullopt;
    return static_cast<std::size_t>(
        std::ranges::count_if(m_problems, [](const ModelProblem& each) { return !each.isNote; }));
}

/// The ways out of the selected problem; the first is the default.
void ProblemsPanel::showFixes() {
    m_edits.clear();
    Q_EMIT fixPointedAt(nullptr);
    qDeleteAll(m_fixes->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    delete m_fixes->layout();
    const auto selected = view()->selectionModel()->selectedRows();
    const auto row =
        selected.isEmpty() ? std::nullopt : std::optional(rows().sourceRow(selected.first().row()));
    const bool isOne = row && *row < m_problems.size() && !m_problems[*row].fixes.empty();
    m_fixes->setVisible(isOne);
    if (!isOne)
        return;
    auto* line = new QHBoxLayout(m_fixes);
    line->setContentsMargins(8, 4, 8, 4);
    line->setSpacing(8);
    line->addWidget(new QLabel(tr("Fix")));
    bool isFirst = true;
    for (const ProblemFix& fix : m_problems[*row].fixes) {
        auto* button = new QPushButton(messageText(fix.text));
        button->setDefault(std::exchange(isFirst, false));
        button->installEventFilter(this);
        m_edits[button] = fix.edit;
        connect(
            button, &QPushButton::clicked, this,
            [this, edit = fix.edit] {
                if (auto done = document().edits().apply(edit); !done)
                    Q_EMIT document().failed(done.error());
            },
            Qt::QueuedConnection); // the button goes with its problem
        line->addWidget(button);
    }
    line->addStretch();
}

/// A fix under the pointer, or that has the focus, is shown on the graph.
bool ProblemsPanel::eventFilter(QObject* watched, QEvent* event) {
    const auto fix = m_edits.find(watched);
    if (fix != m_edits.end()) {
        const QEvent::Type type = event->type();
        if (type == QEvent::Enter || type == QEvent::FocusIn)
            Q_EMIT fixPointedAt(&fix->second);
        else if (type == QEvent::Leave || type == QEvent::FocusOut || type == QEvent::Hide)
            Q_EMIT fixPointedAt(nullptr);
    }
    return TablePanel::eventFilter(watched, event);
}

void ProblemsPanel::choose(std::size_t row) {
    if (row < m_problems.size() && !m_problems[row].node && m_problems[row].value)
        document().setCurrentTensor(m_problems[row].value);
    else
        TablePanel::choose(row);
}

/// A rewrite made another model of the document; whoever does not see the panel does not wait for
/// it.
void ProblemsPanel::lookAgain() {
    if (!document().hasDocument() || diff(m_model, document().state().original).empty())
        return;
    if (isVisible() || document().edits().isOn()) {
        look();
        return;
    }
    m_jobs.cancel();
    m_findings.clear();
    m_state = State::stale;
    refresh();
}

void ProblemsPanel::showEvent(QShowEvent* event) {
    TablePanel::showEvent(event);
    if (m_state == State::stale && document().hasDocument())
        look();
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
        const auto& node = m_model.node(finding.node);
        return node ? toQString(node->label()) : QString();
    });
    columns.add(tr("Fix"), [this](auto& finding) {
        if (!m_problems.empty()) // its fixes are buttons
            return Cell(QString());
        const QString fix = messageText(fixFor(m_model, finding));
        return Cell(fix, {}, {},
                    fix.isEmpty() ? QString() : tr("Double-click to write a model without it"));
    });
    columns.add(tr("What is wrong"), [](auto& finding) { return messageText(finding.text); });
    model.reset(
        std::move(rows), [this](std::size_t row) { return &m_findings[row]; }, columns);
    return m_state == State::looked ? tr("No problem found")
           : m_state == State::failed
               ? tr("The model could not be checked: %1").arg(errorText(m_error))
               : tr("Looking for problems…");
}

} // namespace partita
