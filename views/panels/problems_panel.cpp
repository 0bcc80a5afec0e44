#include "views/panels/problems_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

#include "core/base/try.h"
#include "core/epcontext/lint/lint.h"
#include "core/epcontext/lint/lint_fix.h"
#include "core/onnx/write.h"
#include "views/dialogs/save_file.h"
#include "views/document/links.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr int kPause = 300; ///< milliseconds without an edit, before the checker is asked

bool isSameLine(const ListedProblem& a, const ListedProblem& b) {
    return a.key() == b.key() && a.finding.text == b.finding.text;
}

std::vector<Finding> findingsOf(const std::vector<ListedProblem>& problems) {
    std::vector<Finding> findings;
    for (const ListedProblem& each : problems)
        findings.push_back(each.finding);
    return findings;
}

} // namespace

ProblemsPanel::ProblemsPanel(const PanelContext& context)
    : TablePanel(context), m_fixes(new QWidget) {
    m_fixes->setObjectName(QStringLiteral("problemFixes"));
    static_cast<QVBoxLayout*>(layout())->addWidget(m_fixes);
    m_fixes->hide();
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &ProblemsPanel::check);
    connect(&document().edits(), &EditController::switched, this, [this] {
        if (m_state == State::stale)
            look();
        else
            list(m_problems); // the same problems, with other ways out
    });
    connect(view()->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ProblemsPanel::showFixes);
    connect(&document(), &DocumentController::documentChanged, this, [this] {
        m_state = State::stale;
        m_found.clear();
        look();
    });
    connect(&document(), &DocumentController::sceneChanged, this, &ProblemsPanel::lookAgain);
    // Both may come after the problems, and leave no row selected.
    connect(&document(), &DocumentController::partitioningChanged, this,
            &ProblemsPanel::offerFirst);
    connect(&document(), &DocumentController::currentNodeChanged, this, &ProblemsPanel::offerFirst);
    connect(view(), &QTableView::doubleClicked, this, &ProblemsPanel::offerFixes);
}

void ProblemsPanel::offerFixes() {
    if (document().edits().isOn()) // the fixes are buttons
        return;
    // Another model may come into view while the user chooses a file.
    const Model model = m_model;
    const std::vector<Finding> findings = findingsOf(m_problems);
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

/// What the checker said of a node that is another one now need not be so any more.
std::vector<Finding> ProblemsPanel::stillHold(const Model& model) const {
    std::vector<Finding> findings = m_checked;
    std::erase_if(findings, [&](const Finding& each) {
        return each.node && m_model.node(each.node) != model.node(each.node);
    });
    return findings;
}

void ProblemsPanel::look() {
    m_jobs.cancel();
    m_pause.stop();
    if (!document().hasDocument()) {
        m_model = Model();
        list({});
        return;
    }
    const bool isFirst = m_state == State::stale;
    const Model model = document().state().original;
    m_checked = isFirst ? std::vector<Finding>() : stillHold(model);
    m_model = model;
    if (isFirst) {
        m_state = State::looking;
        list({});
    }
    using Problems = std::vector<ListedProblem>;
    m_jobs.setSubject(document().subject());
    m_jobs.start<Problems>(
        {},
        [typed = document().model(), checked = m_checked](const Progress&) -> Result<Problems> {
            return listProblems(typed, checked);
        },
        [this, isFirst](Result<Problems> problems) {
            m_state = State::listed;
            list(*std::move(problems));
            m_pause.start(isFirst ? 0 : kPause);
        });
}

/// Asks ONNX's checker, and the rules of context models.
void ProblemsPanel::check() {
    if (!document().hasDocument())
        return;
    using Findings = std::vector<Finding>;
    using Problems = std::vector<ListedProblem>;
    const auto found = std::make_shared<Findings>();
    const auto work =
        [model = m_model, typed = document().model(), found,
         isAsRead = document().history().version() == 0 && !document().edits().hasRewrites(),
         places = document().edits().binaries()](const Progress& progress) -> Result<Problems> {
        *found =
            PARTITA_TRY(isAsRead ? checkModel(model, progress) : checkUnwritten(model, progress));
        if (!epContextsOf(model).empty()) {
            auto more = PARTITA_TRY(lintContexts(model, places, progress));
            found->insert(found->begin(), more.begin(), more.end());
        }
        return listProblems(typed, *found);
    };
    m_jobs.setSubject(document().subject());
    m_jobs.start<Problems>({}, work, [this, found](Result<Problems> problems) {
        m_state = problems ? State::looked : State::failed;
        m_checked.clear();
        if (!problems) {
            m_error = problems.error();
            list(std::move(m_problems));
            return;
        }
        // What the rules of edits found as well goes with the edit that mends it.
        std::set<std::pair<std::string, std::string>> shown;
        for (const ListedProblem& each : *problems)
            shown.emplace(each.finding.rule, each.finding.text.text());
        std::ranges::copy_if(*found, std::back_inserter(m_checked), [&](const Finding& each) {
            return shown.contains({each.rule, each.text.text()});
        });
        // A list that stays as it is keeps the button that is being pressed.
        if (problems->empty() || !std::ranges::equal(*problems, m_problems, isSameLine))
            list(*std::move(problems));
        else
            noteSince(); // the state is known as a whole now
    });
}

/// Notes with which step each problem came: the first of the states up to this one that all had it,
/// as far as they were looked at. A state keeps what was found in it, to be undone and done again.
void ProblemsPanel::noteSince() {
    m_since.clear();
    if (!document().hasDocument())
        return;
    const DocumentHistory& history = document().history();
    const int now = history.index();
    std::set<std::string> keys;
    for (const ListedProblem& each : m_problems)
        keys.insert(each.key());
    for (const std::string& key : keys)
        m_since.emplace(key, now);
    std::set<std::string> lasting = keys;
    for (int state = now - 1; state >= 0 && !lasting.empty(); --state) {
        const auto found = m_found.find(history.versionAt(state));
        if (found == m_found.end())
            continue;
        std::erase_if(lasting, [&](const std::string& key) {
            const bool isThere = found->second.keys->contains(key);
            if (isThere)
                m_since[key] = state;
            return !isThere && found->second.isWhole;
        });
    }
    // Rewrites in view are no state of the history, and what is listed may be of the state before.
    if (diff(m_model, document().storedModel()).empty())
        keepFound(std::move(keys));
}

/// Keeps what was found in the state in view. Most edits make no problem: their states share one set.
void ProblemsPanel::keepFound(std::set<std::string> keys) {
    const DocumentHistory& history = document().history();
    const int now = history.index();
    auto shared = std::make_shared<const std::set<std::string>>(std::move(keys));
    for (const int state : {now, now - 1})
        if (const auto near = m_found.find(history.versionAt(state));
            near != m_found.end() && *near->second.keys == *shared)
            shared = near->second.keys;
    m_found[history.version()] = {std::move(shared), m_state == State::looked};
    if (m_found.size() <= static_cast<std::size_t>(history.size()) + 1)
        return;
    std::set<std::uint64_t> lasting; // without the states of steps that were replaced
    for (int state = 0; state <= history.size(); ++state)
        lasting.insert(history.versionAt(state));
    std::erase_if(m_found, [&](const auto& each) { return !lasting.contains(each.first); });
}

int ProblemsPanel::stepOf(const ListedProblem& problem) const {
    const auto since = m_since.find(problem.key());
    return since == m_since.end() ? 0 : since->second;
}

/// "edit 2": the step in the history that made a problem.
Cell ProblemsPanel::sinceCell(const Finding& finding) const {
    const auto problem = // findings lie in the order of their places
        std::ranges::lower_bound(m_problems, &finding, {},
                                 [](const ListedProblem& each) { return &each.finding; });
    const int step = problem == m_problems.end() ? 0 : stepOf(*problem);
    Cell cell(step > 0 ? tr("edit %1").arg(step) : tr("opened"), step);
    if (step > 0)
        cell.link = linkToPanel("history");
    return cell;
}

void ProblemsPanel::list(std::vector<ListedProblem> problems) {
    m_problems = std::move(problems);
    if (m_state == State::stale || m_state == State::looking) {
        m_since.clear();
    } else {
        noteSince();
    }
    refresh();
    offerFirst();
    showFixes();
}

/// While the user edits, the ways out of the first problem are offered unless another one is selected.
void ProblemsPanel::offerFirst() {
    if (document().edits().isOn() && !m_problems.empty() &&
        view()->selectionModel()->selectedRows().isEmpty())
        mark(0);
}

std::optional<std::size_t> ProblemsPanel::count() const {
    const bool isKnown = m_state == State::looked || !m_problems.empty();
    return isKnown ? TablePanel::count() : std::nullopt;
}

std::optional<std::size_t> ProblemsPanel::errors() const {
    if (m_state == State::stale || m_state == State::looking)
        return std::nullopt;
    return static_cast<std::size_t>(std::ranges::count_if(m_problems, &ListedProblem::isError));
}

std::vector<NodeId> ProblemsPanel::errorNodes() const {
    std::vector<NodeId> nodes;
    for (const ListedProblem& each : m_problems)
        if (each.isError() && each.finding.node)
            nodes.push_back(each.finding.node);
    return nodes;
}

/// The ways out of the selected problem; the first is the default. The last edit is one where it made
/// the problem.
void ProblemsPanel::showFixes() {
    m_edits.clear();
    Q_EMIT fixPointedAt(nullptr);
    qDeleteAll(m_fixes->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    delete m_fixes->layout();
    const auto selected = view()->selectionModel()->selectedRows();
    const auto row =
        selected.isEmpty() ? std::nullopt : std::optional(rows().sourceRow(selected.first().row()));
    const EditController& edits = document().edits();
    const bool isOne = edits.isOn() && row && *row < m_problems.size();
    const int made = isOne && !edits.hasRewrites() ? stepOf(m_problems[*row]) : 0;
    const bool isOfLast = made > 0 && made == document().history().index();
    const bool hasWay = isOne && (isOfLast || !m_problems[*row].fixes.empty());
    m_fixes->setVisible(hasWay);
    if (!hasWay)
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
    if (isOfLast) {
        auto* undo = new QPushButton(tr("Undo edit %1").arg(made));
        undo->setDefault(isFirst);
        connect(
            undo, &QPushButton::clicked, this, [this] { document().history().undo(); },
            Qt::QueuedConnection);
        line->addWidget(undo);
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
    if (row < m_problems.size() && !m_problems[row].finding.node && m_problems[row].value)
        document().setCurrentTensor(m_problems[row].value);
    else
        TablePanel::choose(row);
}

/// A rewrite made another model of the document; whoever does not see the panel does not wait for
/// it. The stored model, which comes back when the rewrites go, is always looked at.
void ProblemsPanel::lookAgain() {
    if (!document().hasDocument() ||
        (m_state != State::stale && diff(m_model, document().state().original).empty()))
        return;
    if (isVisible() || document().edits().isOn() || !document().edits().hasRewrites()) {
        look();
        return;
    }
    m_jobs.cancel();
    m_pause.stop();
    m_state = State::stale;
    list({});
}

void ProblemsPanel::showEvent(QShowEvent* event) {
    TablePanel::showEvent(event);
    if (m_state == State::stale && document().hasDocument())
        look();
}

QString ProblemsPanel::fill(RowTableModel& model) {
    std::vector<NodeId> rows;
    for (const ListedProblem& problem : m_problems)
        rows.push_back(problem.finding.node);
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
        if (document().edits().isOn()) // the fixes are buttons
            return Cell(QString());
        const QString fix = messageText(fixFor(m_model, finding));
        return Cell(fix, {}, {},
                    fix.isEmpty() ? QString() : tr("Double-click to write a model without it"));
    });
    columns.add(tr("Since"), [this](auto& finding) { return sinceCell(finding); });
    columns.add(tr("What is wrong"), [](auto& finding) {
        return Cell(messageText(finding.text), {}, {},
                    finding.detail.empty() ? QString()
                                           : tr("ONNX says: %1").arg(messageText(finding.detail)));
    });
    model.reset(
        std::move(rows), [this](std::size_t row) { return &m_problems[row].finding; }, columns);
    return m_state == State::looked ? tr("No problem found")
           : m_state == State::failed
               ? tr("The model could not be checked: %1").arg(errorText(m_error))
               : tr("Looking for problems…");
}

} // namespace partita
