#include "views/merge/merge_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSplitter>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <map>
#include <utility>

#include "core/provider/partitioning.h"
#include "views/dialogs/file_dialog.h"
#include "views/dialogs/save_file.h"
#include "views/merge/merge_preview.h"
#include "views/merge/output_strip.h"
#include "views/merge/plan_table.h"
#include "views/merge/problem_table.h"
#include "views/merge/source_look.h"
#include "views/merge/source_table.h"
#include "views/text/elided_line.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

MergePage::~MergePage() {
    m_sources->disconnect(this); // a field that is being written ends with the table
}

QString MergePage::title() const {
    return m_merge.recipe().isEmpty() ? tr("Merge") : QFileInfo(m_merge.recipe()).fileName();
}

void MergePage::refresh() {
    m_sources->show(m_merge.choices(), m_merge.plan().get());
    giveSourcesRoom();
    const MergeOptions& options = m_merge.choices().options;
    if (m_output->text() != toQString(options.output.string()))
        m_output->setText(toQString(options.output.string()));
    m_packing->setCurrentIndex(!options.embed ? 0 : *options.embed ? 1 : 2);
    m_undo->setEnabled(m_merge.history().canUndo());
    m_redo->setEnabled(m_merge.history().canRedo());
    const bool any = !m_merge.choices().inputs.empty();
    for (QToolButton* each : {m_connect, m_byName, m_inOrder})
        each->setEnabled(m_merge.choices().inputs.size() > 1);
    m_shared->setEnabled(!shareable().empty());
    for (QToolButton* each : {m_up, m_down, m_remove, m_save})
        each->setEnabled(any);
    m_check->setEnabled(any && !m_merge.isWriting());
    m_close->setText(m_merge.isWriting() ? tr("Cancel") : tr("Close"));
    m_write->setText(m_merge.choices().inputs.size() == 1 ? tr("Write") : tr("Merge"));
    m_write->setEnabled(m_merge.mayWrite());
    const std::string& device = m_merge.choices().device;
    m_runs->setText(device.empty() ? tr("Run against the sources")
                                   : tr("Run against the sources on %1").arg(toQString(device)));
    const auto& shared = options.sharedInputs;
    m_shared->setText(tr("Shared inputs: %1")
                          .arg(shared.empty()       ? tr("none")
                               : shared.size() == 1 ? toQString(shared.front())
                                                    : QLocale().toString(shared.size())));
    Q_EMIT titleChanged();
}

/// The plan gives the sources the height that their rows need, up to six, when models are added.
void MergePage::giveSourcesRoom() {
    constexpr int kMostRows = 6, kLeastPlan = 240;
    const int rows = std::min(m_sources->topLevelItemCount(), kMostRows);
    if (!isVisible()) // it has no height of its own yet
        return;
    if (rows <= std::exchange(m_rowsWithRoom, rows))
        return;
    QList<int> heights = m_heights->sizes();
    const int row = m_sources->visualItemRect(m_sources->topLevelItem(0)).height();
    const int missing = rows * row - m_sources->viewport()->height();
    const int more = std::min(missing, heights[1] - kLeastPlan);
    if (more <= 0)
        return;
    heights[0] += more;
    heights[1] -= more;
    m_heights->setSizes(heights);
}

void MergePage::showPlan() {
    const auto plan = m_merge.plan();
    m_plan->show(plan);
    m_problems->show(plan);
    m_outputs->show(plan.get());
    QStringList names;
    for (const std::string& label : sourceLabels(m_merge.choices().inputs))
        names += toQString(label);
    m_preview->show(plan, m_merge.scene(), names);
    showFigures();
    sayPlanned();
    refresh();
}

QString MergePage::figures(const MergePlan& plan) const {
    std::uint64_t bytes = 0;
    for (const auto& file : plan.files)
        bytes += file.size();
    const auto errors =
        std::ranges::count(plan.problems, MergeProblem::Severity::error, &MergeProblem::severity);
    const auto warnings = static_cast<std::ptrdiff_t>(plan.problems.size()) - errors;
    const auto number = [](std::size_t count) { return static_cast<int>(count); };
    const std::vector<MergeRow> rows = mergeRows(plan, true);
    QStringList first; // what must not be cut off where there is little room
    const auto coloured = [](const QColor& colour, const QString& text) {
        return QStringLiteral("<span style='color:%1'>%2</span>").arg(colour.name(), text);
    };
    if (errors)
        first += coloured(m_theme->bad, tr("%n error(s)", nullptr, static_cast<int>(errors)));
    if (warnings)
        first +=
            coloured(m_theme->warning, tr("%n warning(s)", nullptr, static_cast<int>(warnings)));
    QStringList parts = {
        QStringLiteral("<b>%1</b>")
            .arg(tr("%n model(s) → 1", nullptr, number(m_merge.choices().inputs.size()))),
        QStringLiteral("<b>%1</b>")
            .arg(tr("%n EPContext node(s)", nullptr, number(epContextsOf(plan.model).size()))),
        QStringLiteral("<b>%1</b>")
            .arg(tr("%n node(s)", nullptr, number(plan.model.nodes().count()))),
        tr("%n rename(s)", nullptr, number(countOf(rows, MergeRow::Does::rename))),
        tr("%n file(s), %1", nullptr, number(plan.files.size())).arg(toQString(byteText(bytes)))};
    if (const std::size_t clashes = countOf(rows, MergeRow::Does::clash))
        parts += tr("%n clash(es), resolved", nullptr, number(clashes));
    return (parts.mid(0, 1) + first + parts.mid(1)).join(QStringLiteral(" · "));
}

void MergePage::showFigures() {
    const auto plan = m_merge.plan();
    if (plan) {
        m_figures->setText(figures(*plan));
        m_pictureTitle->setText(
            QStringLiteral("<b>%1</b> &nbsp;%2")
                .arg(tr("Preview"), tr("merged graph · %n node(s)", nullptr,
                                       static_cast<int>(plan->model.nodes().count()))));
        return;
    }
    m_pictureTitle->setText(QStringLiteral("<b>%1</b>").arg(tr("Preview")));
    m_figures->setText(
        m_merge.choices().inputs.empty()
            ? tr("Add models: two or more to merge, one to rename or to pack in another way")
            : tr("planning…"));
}

void MergePage::sayPlanned() {
    say(Tone::plain, m_merge.plan() ? tr("Plan made in %1 ms. Nothing is written yet.")
                                          .arg(QLocale().toString(m_merge.planTime()))
                                    : QString());
}

void MergePage::say(Tone tone, const QString& text) {
    const QString marks[] = {{}, QStringLiteral("✓ "), QStringLiteral("⚠ "), QStringLiteral("✕ ")};
    m_tone = tone;
    m_note->setText(marks[static_cast<std::size_t>(tone)] + text);
    colourNote();
    fitNote();
}

/// A verdict is read whole: the figures give way to it, and what is longer than the line is wrapped.
void MergePage::fitNote() {
    const int needed = m_note->fontMetrics().horizontalAdvance(m_note->text()) + 2;
    const int line = m_note->parentWidget()->contentsRect().width() - 24;
    const bool isVerdict = m_tone != Tone::plain;
    m_figures->setVisible(!isVerdict || needed <= line * 2 / 5);
    m_note->setWordWrap(isVerdict && needed > line);
}

void MergePage::colourNote() {
    const QColor colours[] = {m_theme->second, m_theme->good, m_theme->warning, m_theme->bad};
    m_note->setStyleSheet(
        QStringLiteral("color: %1").arg(colours[static_cast<std::size_t>(m_tone)].name()));
}

void MergePage::showResult(const WrittenMerge& result) {
    Tone tone = Tone::good;
    QString text = tr("Written");
    QStringList other;
    for (const MergedOutput& each : result.compared.outputs)
        if (!each.difference.difference.within)
            other += QStringLiteral("%1 · %2").arg(sourceLetter(each.model),
                                                   toQString(each.difference.name));
    if (result.notRun) {
        tone = Tone::caution;
        text = tr("Written, but not run here: %1")
                   .arg(result.notRun->error.code == Errc::cancelled
                            ? tr("cancelled")
                            : errorText(result.notRun->error));
    } else if (result.ran && other.isEmpty()) {
        text = tr("Written and run: %n output(s) equal to those of the models it is made of",
                  nullptr, static_cast<int>(result.compared.outputs.size()));
    } else if (result.ran) {
        tone = Tone::bad;
        text = tr("Written, but other than the models it is made of gives: %1")
                   .arg(other.join(QStringLiteral(", ")));
    }
    if (result.compared.isOnCpu)
        text += QStringLiteral(" · ") +
                tr("the CPU ran what no device takes: the reference would take minutes");
    say(tone, text);
    refresh();
    Q_EMIT openRequested(m_written, result.ran || result.notRun ? text : QString());
}

void MergePage::fix(const MergeProblem& problem) {
    using Fix = MergeProblem::Fix;
    if (problem.fix == Fix::choosePrefix && problem.model) {
        m_sources->editPrefix(static_cast<int>(*problem.model));
        return;
    }
    if (problem.fix == Fix::useDevice) {
        m_merge.useDevice(problem.subject);
        return;
    }
    m_merge.change([&](MergeChoices& next) {
        MergeOptions& options = next.options;
        switch (problem.fix) {
        case Fix::none:
        case Fix::choosePrefix:
        case Fix::useDevice: break;
        case Fix::rewriteBinaries: options.rewriteBinaries = true; break;
        case Fix::leaveConnectionOut:
            if (problem.connection && *problem.connection < options.connections.size())
                options.connections.erase(options.connections.begin() +
                                          static_cast<std::ptrdiff_t>(*problem.connection));
            break;
        case Fix::leaveModelOut:
            if (problem.model && *problem.model < next.inputs.size())
                next.removeModel(*problem.model);
            break;
        case Fix::keepPacking: options.embed.reset(); break;
        case Fix::keepOutput:
            std::erase(options.outputOrder, problem.subject);
            std::erase(options.droppedOutputs, problem.subject);
            break;
        case Fix::unshare: std::erase(options.sharedInputs, problem.subject); break;
        }
    });
}

void MergePage::removeConnection(int connection) {
    m_merge.change([&](MergeChoices& next) {
        auto& all = next.options.connections;
        if (connection < 0 || static_cast<std::size_t>(connection) >= all.size())
            return;
        const std::string output = all[static_cast<std::size_t>(connection)].second;
        all.erase(all.begin() + connection);
        // What nothing reads any more is an output again.
        if (std::ranges::none_of(all, [&](const auto& each) { return each.second == output; }))
            std::erase(next.options.droppedOutputs, output);
    });
}

/// The names of inputs that several models have with the same type.
std::vector<std::string> MergePage::shareable() const {
    std::map<std::string, std::vector<std::string>> types;
    for (const MergeInput& input : m_merge.choices().inputs)
        if (!input.unreadable)
            for (const ValueId id : input.model.graph(input.model.mainGraph())->inputs)
                if (const auto& value = input.model.value(id); value->type)
                    types[value->name].push_back(value->type->text());
    std::vector<std::string> names;
    for (const auto& [name, each] : types)
        if (each.size() > 1 &&
            std::ranges::count(each, each.front()) == static_cast<std::ptrdiff_t>(each.size()))
            names.push_back(name);
    return names;
}

void MergePage::fillShared(QMenu& menu) {
    menu.clear();
    const auto set = [this](std::vector<std::string> names) {
        m_merge.change([&](MergeChoices& next) { next.options.sharedInputs = std::move(names); });
    };
    const auto names = shareable();
    const auto chosen = m_merge.choices().options.sharedInputs;
    menu.addAction(tr("none"), this, [set] { set({}); });
    menu.addAction(tr("all of one name"), this, [set, names] { set(names); });
    menu.addSeparator();
    for (const std::string& name : names) {
        QAction* action = menu.addAction(toQString(name));
        action->setCheckable(true);
        action->setChecked(std::ranges::find(chosen, name) != chosen.end());
        connect(action, &QAction::triggered, this, [set, chosen, name](bool on) {
            auto now = chosen;
            std::erase(now, name);
            if (on)
                now.push_back(name);
            set(std::move(now));
        });
    }
}

void MergePage::chooseModels() {
    FileDialog dialog(this, tr("Add context models"), {}, tr("ONNX models (*.onnx)"));
    dialog.setFileMode(QFileDialog::ExistingFiles);
    if (dialog.exec() == QDialog::Accepted)
        m_merge.addModels(dialog.selectedFiles());
}

void MergePage::moveUp() { moveBy(m_sources->row(), -1); }

void MergePage::moveDown() { moveBy(m_sources->row(), 1); }

void MergePage::moveBy(int row, int rows) {
    const int to = row + rows, count = static_cast<int>(m_merge.choices().inputs.size());
    if (row < 0 || to < 0 || to >= count)
        return;
    m_merge.change([&](MergeChoices& next) {
        next.moveModel(static_cast<std::size_t>(row), static_cast<std::size_t>(to));
    });
    m_sources->choose(to);
}

void MergePage::removeChosen() { removeModel(m_sources->row()); }

void MergePage::removeModel(int row) {
    if (row >= 0)
        m_merge.change(
            [&](MergeChoices& next) { next.removeModel(static_cast<std::size_t>(row)); });
}

void MergePage::chooseRecipe() {
    const QString file =
        askWhatToOpen(this, tr("Open a merge recipe"), {}, tr("Merge recipes (*.json)"));
    if (!file.isEmpty() && mayLeave())
        openRecipe(file);
}

void MergePage::openRecipe(const QString& file) {
    if (const auto opened = m_merge.openRecipe(file); !opened)
        say(Tone::bad, errorText(opened.error()));
}

void MergePage::saveClicked() { (void)saveRecipe(); }

bool MergePage::saveRecipe() {
    QString file = m_merge.recipe();
    if (file.isEmpty()) {
        const QFileInfo output(toQString(m_merge.choices().options.output.string()));
        file = askWhereToSave(this, tr("Save the merge recipe"),
                              output.absolutePath() + QLatin1Char('/') + output.completeBaseName() +
                                  QStringLiteral(".json"),
                              tr("Merge recipes (*.json)"));
    }
    if (file.isEmpty())
        return false;
    const auto saved = m_merge.saveRecipe(file);
    if (saved)
        say(Tone::good, tr("Recipe saved: %1").arg(QFileInfo(file).fileName()));
    else
        say(Tone::bad, errorText(saved.error()));
    return saved.has_value();
}

bool MergePage::mayLeave() {
    if (!m_merge.isUnsaved())
        return true;
    const auto answer = QMessageBox::question(
        this, tr("Merge"), tr("%1 is neither written nor saved as a recipe.").arg(title()),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && saveRecipe());
}

void MergePage::setOutput(const QString& file) {
    m_merge.change([&](MergeChoices& next) { next.options.output = file.toStdString(); });
}

void MergePage::chooseOutput() {
    const QString file =
        askWhereToSave(this, tr("The merged model"), m_output->text(), tr("ONNX models (*.onnx)"),
                       QFileDialog::DontConfirmOverwrite);
    if (!file.isEmpty())
        setOutput(file);
}

void MergePage::write() {
    if (!m_merge.mayWrite())
        return;
    if (!mayReplace(this, tr("Merge"), {m_merge.choices().options.output}))
        return;
    m_merge.write(m_runs->isChecked());
    say(Tone::plain,
        m_runs->isChecked() ? tr("Writing, and running it against its sources…") : tr("Writing…"));
}

void MergePage::closeClicked() {
    if (m_merge.isWriting())
        m_merge.cancel();
    else
        Q_EMIT closeRequested();
}

void MergePage::drop(const QList<QUrl>& files) {
    QStringList models;
    for (const QUrl& url : files)
        if (url.isLocalFile() && url.toLocalFile().endsWith(QStringLiteral(".json"))) {
            if (mayLeave())
                openRecipe(url.toLocalFile());
        } else if (url.isLocalFile()) {
            models += url.toLocalFile();
        }
    m_merge.addModels(models);
}

void MergePage::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MergePage::dropEvent(QDropEvent* event) { drop(event->mimeData()->urls()); }

namespace {

bool isOwnKey(const QKeyEvent& event) {
    return event.matches(QKeySequence::Undo) || event.matches(QKeySequence::Redo) ||
           event.matches(QKeySequence::Save);
}

} // namespace

/// Keys that commands of the window have as well mean this page here.
bool MergePage::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && isOwnKey(static_cast<QKeyEvent&>(*event))) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void MergePage::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Undo))
        undo();
    else if (event->matches(QKeySequence::Redo))
        redo();
    else if (event->matches(QKeySequence::Save))
        saveClicked();
    else
        QWidget::keyPressEvent(event);
}

/// Models can be added before the page is shown; the heights are known once it is laid out.
void MergePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    QTimer::singleShot(0, this, &MergePage::giveSourcesRoom);
}

void MergePage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitBar();
    fitNote();
}

void MergePage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        translate();
    QWidget::changeEvent(event);
}

} // namespace partita
