#include "views/panels/simplify_panel.h"

#include <QAction>
#include <QCheckBox>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include <nlohmann/json.hpp>

#include "core/base/try.h"
#include "core/onnx/write.h"
#include "core/rewrite/pass_report.h"
#include "core/tasks/replay/simplify_page.h"
#include "views/dialogs/file_dialog.h"
#include "views/dialogs/pass_chooser.h"
#include "views/dialogs/pass_page_dialog.h"
#include "views/dialogs/save_file.h"
#include "views/document/edit_controller.h"
#include "views/document/file_job.h"
#include "views/document/simplify_steps.h"
#include "views/panels/flow_layout.h"
#include "views/tables/rewrite_tree.h"
#include "views/text/message_text.h"
#include "views/text/named_sizes.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {
constexpr int kLeastRows = 9; ///< of the list of rewrites, with its head
} // namespace

SimplifyPanel::SimplifyPanel(const PanelContext& context)
    : Panel(context), m_summary(new QLabel), m_verdict(new QLabel), m_idle(new QCheckBox),
      m_tree(new RewriteTree(document().simplifier())) {
    // The dock scrolls where it is low. Another scroll area in it would not know how high texts are
    // that are wrapped, and the parts would be painted over one another.
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 6);
    buildButtons();
    for (QLabel* label : {m_summary, m_verdict}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    m_tree->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored); // takes what is left
    m_tree->setMinimumHeight(kLeastRows * fontMetrics().height());
    auto* buttons = new FlowLayout;
    buttons->setSpacing(6);
    for (QPushButton* button : {m_check, m_find, m_save})
        buttons->addWidget(button);
    auto* ends = new FlowLayout; // *Simplify*, or what becomes of the rewrites
    ends->setSpacing(6);
    for (QPushButton* button : {m_start, m_applyAll, m_stopHere, m_discard, m_choose})
        ends->addWidget(button);
    layout->addWidget(m_summary);
    layout->addLayout(ends);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_idle);
    layout->addWidget(m_verdict);
    layout->addLayout(buttons);
    m_tree->installEventFilter(this); // it would take the keys itself
    connectAll();
}

void SimplifyPanel::buildButtons() {
    for (QPushButton** button :
         {&m_start, &m_choose, &m_check, &m_find, &m_save, &m_applyAll, &m_stopHere, &m_discard})
        *button = new QPushButton;
    auto* saving = new QMenu(m_save);
    for (QAction** action : {&m_saveModel, &m_saveRecipe, &m_saveReport})
        *action = saving->addAction(QString());
    m_save->setMenu(saving);
    auto* checking = new QMenu(m_check);
    for (QAction** action : {&m_random, &m_sizes, &m_file})
        *action = checking->addAction(QString());
    checking->addSeparator();
    m_each = checking->addAction(QString());
    m_each->setCheckable(true);
    m_check->setMenu(checking);
    m_applyAll->setObjectName(QStringLiteral("applyAllRewrites"));
    m_stopHere->setObjectName(QStringLiteral("stopHere"));
    m_discard->setObjectName(QStringLiteral("discardRewrites"));
    m_start->setObjectName(QStringLiteral("simplifyButton"));
    m_choose->setObjectName(QStringLiteral("choosePasses"));
    m_idle->setObjectName(QStringLiteral("idlePasses"));
    m_each->setObjectName(QStringLiteral("checkEachStep"));
}

void SimplifyPanel::connectAll() {
    connect(m_start, &QPushButton::clicked, this,
            [this] { simplifier().start(simplifier().recipe()); });
    connect(m_choose, &QPushButton::clicked, this, &SimplifyPanel::choosePasses);
    connect(m_applyAll, &QPushButton::clicked, this, [this] {
        if (const auto* history = simplifier().history())
            simplifier().goTo(history->size());
        document().edits().applyRewrites();
    });
    connect(m_stopHere, &QPushButton::clicked, this,
            [this] { document().edits().applyRewrites(); });
    connect(m_discard, &QPushButton::clicked, this,
            [this] { document().edits().discardRewrites(); });
    connect(m_random, &QAction::triggered, this, [this] {
        simplifier().setCheckInputs({{}, 0, simplifier().checkInputs().sizes, {}});
    });
    connect(m_sizes, &QAction::triggered, this, &SimplifyPanel::chooseSizes);
    connect(m_file, &QAction::triggered, this, &SimplifyPanel::chooseInputs);
    connect(m_find, &QPushButton::clicked, this, [this] { simplifier().findDifference(); });
    connect(m_saveModel, &QAction::triggered, this, &SimplifyPanel::saveModel);
    connect(m_saveRecipe, &QAction::triggered, this, &SimplifyPanel::saveRecipe);
    connect(m_saveReport, &QAction::triggered, this, &SimplifyPanel::saveReport);
    connect(m_tree, &RewriteTree::pageRequested, this,
            [this](const QString& pass) { showPassPage(pass, theme(), this); });
    connect(m_idle, &QCheckBox::toggled, m_tree, &RewriteTree::setIdleShown);
    connect(m_each, &QAction::toggled, this,
            [this](bool on) { simplifier().setCheckEachStep(on); });
    connect(&document(), &DocumentController::documentChanged, this, &SimplifyPanel::refresh);
    connect(&simplifier(), &SimplifyController::historyChanged, this, &SimplifyPanel::refresh);
    connect(&simplifier(), &SimplifyController::positionChanged, this,
            &SimplifyPanel::showPosition);
    connect(&simplifier(), &SimplifyController::allAlike, this, [this] {
        m_verdict->show();
        m_verdict->setText(verdictText(true, tr("no rewrite changes the outputs")));
    });
    connect(&simplifier(), &SimplifyController::checked, this, &SimplifyPanel::showVerdict);
}

void SimplifyPanel::refresh() {
    const bool open = document().hasDocument(), any = simplifier().history() != nullptr;
    m_start->setText(tr("Simplify"));
    m_start->setToolTip(tr("Runs all passes until nothing changes (Ctrl+Shift+S)"));
    m_choose->setText(tr("Passes…"));
    m_choose->setToolTip(tr("Which passes, in which order, where and how"));
    m_stopHere->setText(tr("Stop here"));
    m_stopHere->setToolTip(tr("Applies the rewrites up to the state in view, as one step"));
    m_discard->setText(tr("Discard"));
    m_discard->setToolTip(tr("Shows the model without the rewrites, and forgets them"));
    m_applyAll->setToolTip(tr("Makes all rewrites one step of the document's history"));
    m_check->setText(tr("Compare"));
    m_check->setToolTip(tr("Runs this state and the model as it was opened on the same inputs"));
    m_random->setText(tr("Compare on random inputs"));
    m_sizes->setText(tr("Sizes of random inputs…"));
    m_file->setText(tr("Compare on inputs from a file…"));
    m_find->setText(tr("Bisect"));
    m_find->setToolTip(tr("Goes to the first rewrite after which the outputs differ"));
    m_save->setText(tr("Save"));
    m_saveModel->setText(tr("Model…"));
    m_saveRecipe->setText(tr("Recipe…"));
    m_saveReport->setText(tr("Report with pictures…"));
    m_saveReport->setToolTip(tr("One page with every pass, before and after, to send around"));
    m_saveRecipe->setToolTip(tr("Passes and what was left out, for the command simplify"));
    m_each->setText(tr("Compare outputs after each step"));
    for (QWidget* widget : {m_start, m_choose})
        widget->setEnabled(open);
    for (QPushButton* button : {m_check, m_find, m_save})
        button->setEnabled(any);
    m_tree->fill(theme());
    m_idle->setText(tr("Show passes without effect (%1)").arg(m_tree->idleCount()));
    m_idle->setVisible(any);
    showPosition();
}

void SimplifyPanel::showPosition() {
    const RewriteHistory* history = simplifier().history();
    const std::size_t position = simplifier().position();
    m_applyAll->setText(
        tr("Apply all %Ln", nullptr, history ? static_cast<int>(history->size()) : 0));
    m_start->setVisible(!history);
    for (QPushButton* button : {m_applyAll, m_stopHere, m_discard})
        button->setVisible(history);
    m_applyAll->setEnabled(history && history->size() > 0);
    m_stopHere->setEnabled(history && position > 0 && position < history->size());
    m_tree->showPosition();
    m_each->setChecked(simplifier().checksEachStep());
    showVerdict();
    if (!history) {
        m_summary->setText(document().hasDocument()
                               ? tr("Every rewrite can be seen, judged and left out")
                               : tr("Open a model to simplify it"));
        return;
    }
    const QLocale locale;
    const auto count = [&](std::size_t n) { return locale.toString(static_cast<qulonglong>(n)); };
    QString text =
        tr("<b>%1 → %2 nodes</b> without Constant")
            .arg(count(countNodes(history->start())), count(countNodes(history->result().model)));
    text += QStringLiteral(" · ") +
            tr("%Ln rewrite(s) in %1", nullptr, static_cast<int>(history->size()))
                .arg(tr("%Ln round(s)", nullptr, static_cast<int>(history->result().rounds)));
    const std::size_t left =
        simplifier().recipe().skips.size() + simplifier().recipe().skipped.size();
    if (left)
        text += QStringLiteral(" · ") + tr("%1 left out").arg(count(left));
    m_summary->setText(text);
}

bool SimplifyPanel::eventFilter(QObject* watched, QEvent* event) {
    return (event->type() == QEvent::KeyPress &&
            playByKey(simplifier(), *static_cast<QKeyEvent*>(event))) ||
           Panel::eventFilter(watched, event);
}

void SimplifyPanel::keyPressEvent(QKeyEvent* event) {
    if (!playByKey(simplifier(), *event))
        Panel::keyPressEvent(event);
}

void SimplifyPanel::showVerdict() {
    const ModelDifference* difference = simplifier().difference();
    m_verdict->setVisible(difference);
    if (!difference)
        return;
    const bool same = difference->within;
    m_verdict->setText(verdictText(
        same,
        !difference->problem.empty() ? messageText(difference->problem)
        : same && difference->figures.absolute == 0
            ? tr("outputs are equal")
            : (same ? tr("outputs agree; largest difference: %1") : tr("outputs differ by %1"))
                  .arg(messageText(differenceMessage(difference->figures)))));
}

/// A verdict as HTML; says so if the CPU judged instead of the reference evaluator.
QString SimplifyPanel::verdictText(bool good, const QString& text) const {
    QString verdict = theme().verdictHtml(good, text);
    if (simplifier().isJudgedOnCpu())
        verdict += QStringLiteral("<br><span style='color:%1'>%2</span>")
                       .arg(theme().second.name(),
                            tr("compared on the CPU: the reference would take minutes"));
    return verdict;
}

void SimplifyPanel::choosePasses() {
    PassChooser chooser(simplifier().recipe(), document(), this);
    if (chooser.exec() == QDialog::Accepted)
        simplifier().start(chooser.recipe());
}

void SimplifyPanel::chooseInputs() {
    const QString file = askWhatToOpen(this, tr("Input data"), {}, tr("NumPy archives (*.npz)"));
    if (!file.isEmpty())
        simplifier().setCheckInputs({file.toStdString(), 0, {}, {}});
}

void SimplifyPanel::chooseSizes() {
    bool agreed = false;
    const QString text = QInputDialog::getText(
        this, tr("Sizes of random inputs"), tr("Name and size, for example batch=2, length=64"),
        QLineEdit::Normal, namedSizesText(simplifier().checkInputs().sizes), &agreed);
    if (!agreed)
        return;
    auto sizes = namedSizes(text, 0);
    if (const auto known = sizes ? checkSizes(*sizes, document().model()) : sizes.error(); !known)
        Q_EMIT document().failed(known.error());
    else
        simplifier().setCheckInputs({{}, 0, *std::move(sizes), {}});
}

void SimplifyPanel::saveModel() {
    RewriteHistory* history = simplifier().history();
    if (!history)
        return;
    // A job that ends while the user chooses may replace the history.
    const Model model = history->at(simplifier().position());
    const QString path = askWhereToSave(this, tr("Save the model as it is in view"),
                                        besideModel(document(), QStringLiteral("_simplified.onnx")),
                                        tr("ONNX models (*.onnx)"));
    if (path.isEmpty())
        return;
    const auto written = writeModel(model, path.toStdString());
    if (written)
        simplifier().choicesAreSaved();
    document().tellWritten(path, written);
}

void SimplifyPanel::saveRecipe() {
    const std::string text = recipeText(simplifier().recipe());
    const QString path = askWhereToSave(this, tr("Save the recipe"),
                                        besideModel(document(), QStringLiteral("_recipe.json")),
                                        tr("Recipes (*.json)"));
    if (path.isEmpty())
        return;
    const auto written = writeFile(std::filesystem::path(path.toStdString()), text);
    if (written)
        simplifier().choicesAreSaved();
    document().tellWritten(path, written);
}

void SimplifyPanel::saveReport() {
    if (!simplifier().history())
        return;
    // The report visits all states of the copy; another model may be opened while the user chooses.
    RewriteHistory history = *simplifier().history();
    const DocumentState& shown = document().state();
    const auto title = shown.path.filename().string();
    const ProviderList providers = shown.providers;
    const PartitionOptions wishes = shown.wishes;
    const QString path = askWhereToSave(
        this, tr("Save the report"), besideModel(document(), QStringLiteral("_simplified.html")),
        tr("Web pages (*.html);;All that was done, as data (*.json)"));
    if (path.isEmpty())
        return;
    const std::filesystem::path file(path.toStdString());
    if (path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive)) {
        document().tellWritten(
            path,
            writeFile(file, toJson(history.result())
                                .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
        return;
    }
    startWriting(document(), path, [=](const Progress& progress) -> Result<void> {
        SimplifyReplay replay(history);
        PARTITA_TRY(replay.place(providers, wishes, progress));
        return writeFile(file, PARTITA_TRY(simplifyPage(replay, title, progress)));
    });
}

} // namespace partita
