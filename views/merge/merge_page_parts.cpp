// The parts of the page of a merge, and what connects them.

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/epcontext/merge/merge_connections.h"
#include "views/merge/merge_head.h"
#include "views/merge/merge_page.h"
#include "views/merge/merge_preview.h"
#include "views/merge/output_strip.h"
#include "views/merge/plan_table.h"
#include "views/merge/problem_table.h"
#include "views/merge/source_look.h"
#include "views/merge/source_table.h"
#include "views/text/elided_line.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/text_widths.h"
#include "views/text/texts.h"

namespace partita {

namespace {

QHBoxLayout* lineIn(QWidget& widget, int margin = 8) {
    auto* line = new QHBoxLayout(&widget);
    line->setContentsMargins(margin, 2, margin, 2);
    return line;
}

void addGap(QHBoxLayout& line) {
    auto* gap = new QFrame;
    gap->setFrameShape(QFrame::VLine);
    gap->setFrameShadow(QFrame::Plain);
    gap->setObjectName(QStringLiteral("mergeGap"));
    line.addWidget(gap);
}

/// Greys the entry of an output that no input can read. `reasons`: one for each input of another
/// model; none where there is no such input.
void explainNoReader(QMenu& inputs, QStringList reasons) {
    constexpr int kMost = 6; // more are no help at the pointer
    reasons.removeDuplicates();
    if (reasons.isEmpty())
        reasons += MergePage::tr("no other model has an input");
    if (reasons.size() > kMost)
        reasons = QStringList(reasons.mid(0, kMost)) << QStringLiteral("…");
    inputs.setEnabled(false);
    inputs.menuAction()->setToolTip(reasons.join(QLatin1Char('\n')));
    inputs.menuAction()->setStatusTip(reasons.join(QStringLiteral(" · ")));
}

} // namespace

MergePage::MergePage(const Theme& theme, ProviderList providers, ProviderList judges)
    : m_theme(&theme), m_merge(std::move(providers), std::move(judges)),
      m_sources(new SourceTable(theme)), m_plan(new PlanTable(theme)),
      m_preview(new MergePreview(theme)), m_problems(new ProblemTable(theme)),
      m_outputs(new OutputStrip), m_note(new ElidedLine), m_figures(new QLabel),
      m_sourcesTitle(new QLabel), m_dropHint(new QLabel), m_pictureTitle(new QLabel),
      m_writeTo(new QLabel), m_outputsTitle(new QLabel), m_output(new QLineEdit),
      m_packing(new QComboBox), m_runs(new QCheckBox),
      m_browse(new QPushButton(QStringLiteral("…"))), m_close(new QPushButton),
      m_check(new QPushButton), m_write(new QPushButton) {
    setObjectName(QStringLiteral("mergePage"));
    setAcceptDrops(true);
    setFocusPolicy(Qt::ClickFocus);
    m_merge.setWidths(TextWidths::of(font()));
    auto* middle = new QSplitter;
    middle->setChildrenCollapsible(false);
    middle->addWidget(m_plan);
    middle->addWidget(buildPicture());
    middle->setStretchFactor(0, 7);
    middle->setStretchFactor(1, 5);
    auto* all = m_heights = new QSplitter(Qt::Vertical);
    all->setChildrenCollapsible(false);
    all->addWidget(buildSources());
    all->addWidget(middle);
    all->addWidget(m_problems);
    all->setStretchFactor(1, 1);
    all->setSizes({150, 460, 110});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildBar());
    layout->addWidget(buildHead());
    layout->addWidget(all, 1);
    layout->addWidget(buildFooter());
    connectParts();
    styleAll();
    translate();
    showPlan();
}

QToolButton* MergePage::addButton(QHBoxLayout* bar, const char* name, void (MergePage::*act)()) {
    auto* button = new QToolButton;
    button->setObjectName(QString::fromLatin1(name));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::TabFocus);
    if (act)
        connect(button, &QToolButton::clicked, this, act);
    bar->addWidget(button);
    return button;
}

QWidget* MergePage::buildBar() {
    auto* bar = new QWidget;
    bar->setObjectName(QStringLiteral("mergeBar"));
    bar->setAttribute(Qt::WA_StyledBackground);
    auto* line = lineIn(*bar, 6);
    line->setSpacing(2);
    m_add = addButton(line, "mergeAdd", &MergePage::chooseModels);
    m_up = addButton(line, "mergeUp", &MergePage::moveUp);
    m_down = addButton(line, "mergeDown", &MergePage::moveDown);
    m_remove = addButton(line, "mergeRemove", &MergePage::removeChosen);
    addGap(*line);
    m_connect = addButton(line, "mergeConnect", nullptr);
    m_byName = addButton(line, "mergeByName", nullptr);
    m_inOrder = addButton(line, "mergeInOrder", nullptr);
    addGap(*line);
    m_shared = addButton(line, "mergeShared", nullptr);
    for (QToolButton* each : {m_connect, m_shared}) {
        each->setPopupMode(QToolButton::InstantPopup);
        each->setMenu(new QMenu(each));
    }
    line->addStretch();
    m_undo = addButton(line, "mergeUndo", &MergePage::undo);
    m_redo = addButton(line, "mergeRedo", &MergePage::redo);
    addGap(*line);
    m_open = addButton(line, "mergeOpenRecipe", &MergePage::chooseRecipe);
    m_save = addButton(line, "mergeSaveRecipe", &MergePage::saveClicked);
    for (QToolButton* each : {m_up, m_down, m_remove, m_undo, m_redo})
        each->setToolButtonStyle(Qt::ToolButtonIconOnly);
    bar->setMinimumWidth(1); // `fitBar` leaves out what has no room
    return bar;
}

/// In a narrow window the buttons of the recipe show their icons only.
void MergePage::fitBar() {
    const auto show = [&](Qt::ToolButtonStyle style) {
        for (QToolButton* each : {m_open, m_save})
            each->setToolButtonStyle(style);
    };
    show(Qt::ToolButtonTextBesideIcon);
    if (m_open->parentWidget()->layout()->sizeHint().width() > width())
        show(Qt::ToolButtonIconOnly);
}

QWidget* MergePage::buildHead() {
    auto* head = new QWidget;
    head->setObjectName(QStringLiteral("mergeHead"));
    head->setAttribute(Qt::WA_StyledBackground);
    auto* line = lineIn(*head);
    m_figures->setObjectName(QStringLiteral("mergeFigures"));
    m_note->setObjectName(QStringLiteral("mergeVerdict"));
    m_note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_figures->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (QLabel* each : std::initializer_list<QLabel*>{m_figures, m_note}) {
        each->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        each->setMinimumHeight(24);
    }
    line->addWidget(m_figures, 3);
    line->addWidget(m_note, 2);
    return head;
}

QWidget* MergePage::buildSources() {
    auto* part = new QWidget;
    auto* head = mergeHead();
    auto* line = lineIn(*head);
    line->addWidget(m_sourcesTitle);
    line->addStretch();
    line->addWidget(m_dropHint);
    auto* rows = new QVBoxLayout(part);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(head);
    rows->addWidget(m_sources, 1);
    return part;
}

QWidget* MergePage::buildPicture() {
    auto* part = new QWidget;
    auto* head = mergeHead();
    auto* line = lineIn(*head);
    line->addWidget(m_pictureTitle);
    line->addStretch();
    m_fit = new QToolButton;
    m_fit->setObjectName(QStringLiteral("mergeFit"));
    m_fit->setFixedHeight(kMergeHead - 4); // the head is as high as that of the plan beside it
    line->addWidget(m_fit);
    auto* below = new QWidget;
    auto* order = lineIn(*below);
    order->addWidget(m_outputsTitle);
    order->addWidget(m_outputs, 1);
    auto* rows = new QVBoxLayout(part);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(head);
    rows->addWidget(m_preview, 1);
    rows->addWidget(below);
    return part;
}

QWidget* MergePage::buildFooter() {
    auto* footer = new QWidget;
    footer->setObjectName(QStringLiteral("mergeFooter"));
    footer->setAttribute(Qt::WA_StyledBackground);
    auto* line = lineIn(*footer);
    line->setContentsMargins(8, 6, 8, 6);
    m_output->setObjectName(QStringLiteral("mergeOutput"));
    m_output->setMinimumWidth(120);
    m_writeTo->setBuddy(m_output);
    m_packing->addItems({{}, {}, {}});
    m_packing->setObjectName(QStringLiteral("mergePacking"));
    m_packing->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_runs->setChecked(true);
    m_runs->setObjectName(QStringLiteral("mergeRuns"));
    m_write->setDefault(true);
    m_write->setObjectName(QStringLiteral("mergeWrite"));
    m_check->setObjectName(QStringLiteral("mergeCheck"));
    m_close->setObjectName(QStringLiteral("mergeClose"));
    line->addWidget(m_writeTo);
    line->addWidget(m_output, 1);
    line->addWidget(m_browse);
    line->addWidget(m_packing);
    line->addWidget(m_runs);
    line->addSpacing(8);
    for (QPushButton* each : {m_close, m_check, m_write})
        line->addWidget(each);
    return footer;
}

/// The outputs of all models, each with the inputs of others that can read it, or with the reasons
/// why none can.
void MergePage::fillConnect(QMenu& menu) {
    menu.clear();
    menu.setToolTipsVisible(true);
    const MergeChoices& choices = m_merge.choices();
    const auto each = [&](bool outputs, auto&& visit) {
        for (std::size_t i = 0; i < choices.inputs.size(); ++i) {
            const MergeInput& input = choices.inputs[i];
            if (input.unreadable)
                continue;
            const Graph& graph = *input.model.graph(input.model.mainGraph());
            for (const ValueId id : outputs ? graph.outputs : graph.inputs) {
                const Value& value = *input.model.value(id);
                const QString type = value.type ? typeWords(*value.type) : QStringLiteral("?");
                visit(i, portName(i, value.name),
                      QStringLiteral("%1 · %2   %3")
                          .arg(sourceLetter(i), toQString(value.name), type));
            }
        }
    };
    each(true, [&](std::size_t model, const std::string& output, const QString& text) {
        QMenu* inputs = menu.addMenu(sourceBadge(*m_theme, model), text);
        QStringList reasons;
        each(false, [&](std::size_t reader, const std::string& input, const QString& name) {
            if (reader == model)
                return;
            if (const auto why =
                    connectionObjection(choices.inputs, choices.options, input, output)) {
                reasons += messageText(why->what);
                return;
            }
            inputs->addAction(sourceBadge(*m_theme, reader), name, this, [this, input, output] {
                m_merge.change([&](MergeChoices& next) {
                    next.options.connections.emplace_back(input, output);
                });
            });
        });
        if (inputs->isEmpty())
            explainNoReader(*inputs, reasons);
    });
}

void MergePage::connectParts() {
    connect(&m_merge, &MergeController::changed, this, &MergePage::refresh);
    connect(&m_merge, &MergeController::planned, this, &MergePage::showPlan);
    connect(&m_merge, &MergeController::written, this,
            [this](const QString& file) { m_written = file; });
    connect(&m_merge, &MergeController::finished, this, &MergePage::showResult);
    connect(&m_merge, &MergeController::failed, this, [this](const Error& error) {
        say(Tone::bad, errorText(error));
        refresh();
    });
    connect(m_byName, &QToolButton::clicked, &m_merge, &MergeController::connectByName);
    connect(m_inOrder, &QToolButton::clicked, &m_merge, &MergeController::connectInOrder);
    connect(m_connect->menu(), &QMenu::aboutToShow, this,
            [this] { fillConnect(*m_connect->menu()); });
    connect(m_shared->menu(), &QMenu::aboutToShow, this, [this] { fillShared(*m_shared->menu()); });
    connect(m_sources, &SourceTable::prefixChanged, this, [this](int row, const QString& prefix) {
        m_merge.change([&](MergeChoices& next) {
            next.inputs[static_cast<std::size_t>(row)].prefix = prefix.toStdString();
        });
    });
    connect(m_sources, &SourceTable::removeRequested, this, &MergePage::removeModel);
    connect(m_sources, &SourceTable::movedBy, this, &MergePage::moveBy);
    connect(m_sources, &SourceTable::openRequested, this,
            [this](const QString& file) { Q_EMIT openRequested(file); });
    connect(m_sources, &SourceTable::partRequested, this, [this](int row, const std::string& node) {
        m_merge.takePart(static_cast<std::size_t>(row), node);
    });
    connect(m_plan, &PlanTable::removeRequested, this, &MergePage::removeConnection);
    connect(m_plan, &PlanTable::connectionChosen, this,
            [this](int, const QString& tensor) { m_preview->highlight(tensor); });
    connect(m_problems, &ProblemTable::fixRequested, this, &MergePage::fix);
    connect(m_problems, &ProblemTable::modelChosen, m_sources, &SourceTable::choose);
    connect(m_outputs, &OutputStrip::ordered, this, [this](const std::vector<std::string>& names) {
        m_merge.change([&](MergeChoices& next) { next.options.outputOrder = names; });
    });
    connect(m_outputs, &OutputStrip::kept, this, [this](const QString& port, bool isOutput) {
        m_merge.change([&](MergeChoices& next) {
            std::erase(next.options.droppedOutputs, port.toStdString());
            next.options.outputOrder.clear(); // it may name what is no output any more
            if (!isOutput)
                next.options.droppedOutputs.push_back(port.toStdString());
        });
    });
    m_preview->objection = [this](const QString& input, const QString& output) {
        const MergeChoices& choices = m_merge.choices();
        const auto why = connectionObjection(choices.inputs, choices.options, input.toStdString(),
                                             output.toStdString());
        return why ? errorText(*why) : QString();
    };
    connect(m_preview, &MergePreview::connected, this,
            [this](const QString& input, const QString& output) {
                m_merge.change([&](MergeChoices& next) {
                    next.options.connections.emplace_back(input.toStdString(),
                                                          output.toStdString());
                });
            });
    connect(m_preview, &MergePreview::refused, this,
            [this](const QString& why) { say(Tone::bad, why); });
    connect(m_preview, &MergePreview::sourceRequested, this, [this](int model) {
        const auto& inputs = m_merge.choices().inputs;
        Q_EMIT openRequested(toQString(inputs[static_cast<std::size_t>(model)].path.string()));
    });
    connect(m_fit, &QToolButton::clicked, m_preview, &MergePreview::fit);
    connect(m_output, &QLineEdit::editingFinished, this, [this] { setOutput(m_output->text()); });
    connect(m_packing, QOverload<int>::of(&QComboBox::activated), this, [this](int index) {
        m_merge.change([&](MergeChoices& next) {
            next.options.embed = index == 0 ? std::nullopt : std::optional(index == 1);
        });
    });
    connect(m_browse, &QPushButton::clicked, this, &MergePage::chooseOutput);
    connect(m_close, &QPushButton::clicked, this, &MergePage::closeClicked);
    connect(m_check, &QPushButton::clicked, &m_merge, &MergeController::checkAgain);
    connect(m_write, &QPushButton::clicked, this, &MergePage::write);
}

void MergePage::translate() {
    const auto name = [](QToolButton* button, const QString& text, const QString& tip) {
        button->setText(text);
        button->setToolTip(tip);
        button->setAccessibleName(text);
    };
    name(m_add, tr("Add model…"), tr("Add context models, or drop their files here"));
    name(m_up, tr("Up"), tr("Move the model up (Alt+Up)"));
    name(m_down, tr("Down"), tr("Move the model down (Alt+Down)"));
    name(m_remove, tr("Remove"), tr("Take the model out (Delete)"));
    name(m_connect, tr("Connect"), tr("An input reads an output of another model"));
    name(m_byName, tr("Connect by name"),
         tr("Each input reads the output of an earlier model that has its name and type"));
    name(m_inOrder, tr("Connect in order"),
         tr("The inputs of each model read the outputs of the one before it, in their order"));
    m_byName->setText(tr("By name"));
    m_inOrder->setText(tr("In order"));
    m_shared->setToolTip(tr("Inputs of one name become one input of the merged model"));
    m_shared->setAccessibleName(tr("Shared inputs"));
    name(m_undo, tr("Undo"), tr("Undo (Ctrl+Z)"));
    name(m_redo, tr("Redo"), tr("Redo (Ctrl+Shift+Z)"));
    name(m_open, tr("Open recipe…"), tr("Open a merge that was saved"));
    name(m_save, tr("Save recipe…"), tr("Save this merge, to be repeated (Ctrl+S)"));
    name(m_fit, tr("Fit"), tr("Show the whole graph"));
    m_sourcesTitle->setText(QStringLiteral("<b>%1</b>").arg(tr("Sources")));
    m_dropHint->setText(tr("drop files here"));
    m_outputsTitle->setText(tr("Outputs"));
    m_writeTo->setText(tr("Write to"));
    m_browse->setToolTip(tr("Choose the file to write"));
    m_browse->setAccessibleName(m_browse->toolTip());
    const QString packings[] = {tr("Binaries as they are"), tr("Embed binaries"),
                                tr("Binaries beside the model")};
    for (int i = 0; i < 3; ++i)
        m_packing->setItemText(i, packings[i]);
    m_packing->setAccessibleName(tr("Where the binaries are"));
    m_packing->setAccessibleDescription(tr("What happens to the binaries of the sources"));
    m_runs->setToolTip(tr("Run the written model and its sources on the same random inputs"));
    m_check->setText(tr("Check plan"));
    m_check->setToolTip(tr("Read the sources from the disk again and plan anew"));
    m_sources->translate();
    m_plan->translate();
    m_problems->translate();
    m_outputs->translate();
    showFigures();
    if (m_tone == Tone::plain && !m_merge.isWriting())
        sayPlanned();
    refresh();
    fitBar();
}

void MergePage::setTheme(const Theme& theme) {
    m_theme = &theme;
    styleAll();
    m_sources->setTheme(theme);
    m_plan->setTheme(theme);
    m_problems->setTheme(theme);
    m_preview->setTheme(theme);
    showFigures();
    colourNote();
    refresh();
}

void MergePage::styleAll() {
    setStyleSheet(QStringLiteral("#mergeHead { background: %1; border-bottom: 1px solid %2; } "
                                 "#mergeBar, #mergeFooter { background: %3; border-bottom: 1px "
                                 "solid %2; } #mergeFooter { border-top: 1px solid %2; } "
                                 "#mergeSection { background: %4; border-bottom: 1px solid %2; } "
                                 "#mergeGap { color: %2; } #mergeFit { padding: 0; }")
                      .arg(m_theme->base.name(), m_theme->lineStrong.name(), m_theme->window.name(),
                           m_theme->header.name()));
    const std::pair<QToolButton*, const char*> icons[] = {
        {m_add, "plus"},     {m_up, "previous"}, {m_down, "next"},    {m_remove, "minus"},
        {m_connect, "link"}, {m_byName, "link"}, {m_inOrder, "link"}, {m_undo, "undo"},
        {m_redo, "redo"},    {m_open, "open"},   {m_save, "export"},  {m_fit, "fit"}};
    for (const auto& [button, icon] : icons)
        button->setIcon(m_theme->icon(icon));
    QPalette quiet = m_dropHint->palette();
    quiet.setColor(QPalette::WindowText, m_theme->second);
    m_dropHint->setPalette(quiet);
}

} // namespace partita
