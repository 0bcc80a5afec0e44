#include "views/panels/simplify_panel.h"

#include <QAction>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QSlider>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <nlohmann/json.hpp>

#include "core/onnx/write.h"
#include "core/report/simplify_report.h"
#include "views/qt_text.h"
#include "views/texts.h"

namespace partita {

namespace {

constexpr int kStepRole = Qt::UserRole; ///< of an item: its rewrite; of a pass: its last one

QString summaryText(const PassInfo& info) {
    return QCoreApplication::translate("partita::Passes", info.summary.data());
}

QString signedText(int number) {
    return number == 0 ? QString()
                       : (number > 0 ? QStringLiteral("+") : QStringLiteral("−")) +
                             QLocale().toString(std::abs(number));
}

} // namespace

SimplifyPanel::SimplifyPanel(const PanelContext& context) : Panel(context) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 6);
    buildButtons();
    m_summary = new QLabel;
    m_verdict = new QLabel;
    m_place = new QLabel;
    m_about = new QLabel;
    m_numbers = new QLabel;
    for (QLabel* label : {m_summary, m_verdict, m_about, m_numbers}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_tree = new QTreeWidget;
    m_tree->setObjectName(QStringLiteral("rewrites"));
    m_tree->setColumnCount(2);
    m_tree->setUniformRowHeights(true);
    m_tree->setMinimumHeight(120);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setObjectName(QStringLiteral("rewriteSlider"));
    auto* steps = new QHBoxLayout;
    steps->setSpacing(2);
    for (QToolButton* button : {m_first, m_back, m_play, m_next, m_last})
        steps->addWidget(button);
    steps->addStretch();
    steps->addWidget(m_place);
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_check, m_find, m_save})
        buttons->addWidget(button);
    layout->addWidget(m_start);
    layout->addWidget(m_summary);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_about);
    layout->addWidget(m_slider);
    layout->addLayout(steps);
    layout->addWidget(m_numbers);
    layout->addWidget(m_verdict);
    layout->addLayout(buttons);
    connectAll();
}

void SimplifyPanel::buildButtons() {
    for (QPushButton** button : {&m_start, &m_check, &m_find, &m_save})
        *button = new QPushButton;
    auto* menu = new QMenu(m_save);
    for (QAction** action : {&m_saveModel, &m_saveRecipe, &m_saveReport})
        *action = menu->addAction(QString());
    m_save->setMenu(menu);
    m_start->setObjectName(QStringLiteral("simplifyButton"));
    const std::pair<QToolButton**, const char*> buttons[] = {
        {&m_first, "|◀"}, {&m_back, "◀"}, {&m_play, "▶▶"}, {&m_next, "▶"}, {&m_last, "▶|"}};
    for (const auto& [button, text] : buttons) {
        *button = new QToolButton;
        (*button)->setText(QString::fromUtf8(text));
        (*button)->setAutoRepeat(button == &m_back || button == &m_next);
    }
    m_play->setCheckable(true);
    m_next->setObjectName(QStringLiteral("nextRewrite"));
    m_back->setObjectName(QStringLiteral("previousRewrite"));
}

void SimplifyPanel::connectAll() {
    connect(m_start, &QPushButton::clicked, this, [this] { simplifier().start(); });
    connect(m_first, &QToolButton::clicked, this, [this] { simplifier().goTo(0); });
    connect(m_last, &QToolButton::clicked, this, [this] {
        if (const auto* history = simplifier().history())
            simplifier().goTo(history->size());
    });
    connect(m_back, &QToolButton::clicked, this, [this] {
        if (simplifier().position() > 0)
            simplifier().goTo(simplifier().position() - 1);
    });
    connect(m_next, &QToolButton::clicked, this,
            [this] { simplifier().goTo(simplifier().position() + 1); });
    connect(m_play, &QToolButton::toggled, this, [this](bool on) { simplifier().play(on); });
    // The picture follows when the slider rests, not at each pixel.
    connect(m_slider, &QSlider::sliderReleased, this,
            [this] { simplifier().goTo(static_cast<std::size_t>(m_slider->value())); });
    connect(m_slider, &QSlider::actionTriggered, this, [this](int action) {
        if (action != QSlider::SliderMove)
            simplifier().goTo(static_cast<std::size_t>(m_slider->sliderPosition()));
    });
    connect(m_check, &QPushButton::clicked, this, [this] { simplifier().check(); });
    connect(m_find, &QPushButton::clicked, this, [this] { simplifier().findDifference(); });
    connect(m_saveModel, &QAction::triggered, this, &SimplifyPanel::saveModel);
    connect(m_saveRecipe, &QAction::triggered, this, &SimplifyPanel::saveRecipe);
    connect(m_saveReport, &QAction::triggered, this, &SimplifyPanel::saveReport);
    connect(m_tree, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
        if (const QVariant step = item->data(0, kStepRole); step.isValid())
            simplifier().goTo(static_cast<std::size_t>(step.toULongLong()) + 1);
    });
    connect(m_tree, &QWidget::customContextMenuRequested, this, &SimplifyPanel::menuAt);
    connect(&document(), &DocumentController::documentChanged, this, &SimplifyPanel::refresh);
    connect(&document(), &DocumentController::partitioningChanged, this,
            &SimplifyPanel::showNumbers);
    connect(&simplifier(), &SimplifyController::historyChanged, this, &SimplifyPanel::refresh);
    connect(&simplifier(), &SimplifyController::positionChanged, this,
            &SimplifyPanel::showPosition);
    connect(&simplifier(), &SimplifyController::allAlike, this, [this] {
        m_verdict->show();
        m_verdict->setText(QStringLiteral("<span style='color:%1'>✓ %2</span>")
                               .arg(theme().good.name(), tr("no rewrite changes the outputs")));
    });
    connect(&simplifier(), &SimplifyController::checked, this, [this] {
        const ModelDifference& difference = *simplifier().difference();
        const bool same = difference.isWithin(kSameOutputs);
        m_verdict->show();
        m_verdict->setText(
            QStringLiteral("<span style='color:%1'>%2 %3</span>")
                .arg((same ? theme().good : theme().bad).name(),
                     same ? QStringLiteral("✓") : QStringLiteral("✕"),
                     !difference.problem.empty()
                         ? toQString(difference.problem).toHtmlEscaped()
                         : (same ? tr("outputs agree, at most %1 (%2 relative)")
                                 : tr("outputs differ by up to %1 (%2 relative)"))
                               .arg(QString::number(difference.maxAbsolute, 'g', 2),
                                    QString::number(difference.maxRelative, 'g', 2))));
    });
}

void SimplifyPanel::refresh() {
    const bool open = document().hasDocument();
    m_start->setText(tr("Simplify"));
    m_start->setToolTip(tr("Runs all passes until nothing changes (Ctrl+Shift+S)"));
    m_check->setText(tr("Compare outputs"));
    m_check->setToolTip(tr("Runs this state and the model as it was opened on random inputs"));
    m_find->setText(tr("Bisect"));
    m_find->setToolTip(tr("Goes to the first rewrite after which the outputs differ"));
    m_save->setText(tr("Save"));
    m_saveModel->setText(tr("Model…"));
    m_saveRecipe->setText(tr("Recipe…"));
    m_saveReport->setText(tr("Report with pictures…"));
    m_saveReport->setToolTip(tr("One page with every pass, before and after, to send around"));
    m_saveRecipe->setToolTip(
        tr("Passes and what was left out, for the command line: simplify --recipe"));
    const std::pair<QToolButton*, QString> names[] = {{m_first, tr("As it was opened")},
                                                      {m_back, tr("One rewrite back")},
                                                      {m_play, tr("Play")},
                                                      {m_next, tr("One rewrite on")},
                                                      {m_last, tr("All rewrites")}};
    for (const auto& [button, name] : names) {
        button->setToolTip(name);
        button->setAccessibleName(name);
    }
    m_slider->setAccessibleName(tr("Rewrite"));
    m_tree->setAccessibleName(tr("Rewrites"));
    m_tree->setHeaderLabels({tr("Pass, rewrite"), tr("Nodes")});
    m_start->setEnabled(open);
    fillTree();
    showPosition();
}

void SimplifyPanel::fillTree() {
    m_tree->clear();
    m_items.clear();
    RewriteHistory* history = simplifier().history();
    const bool any = history != nullptr;
    for (QWidget* widget : std::initializer_list<QWidget*>{m_check, m_find, m_save, m_first, m_back,
                                                           m_play, m_next, m_last, m_slider})
        widget->setEnabled(any);
    if (!any)
        return;
    m_slider->setRange(0, static_cast<int>(history->size()));
    QTreeWidgetItem *round = nullptr, *pass = nullptr;
    const PassTrace* last = nullptr;
    int roundNumber = 0, passNodes = 0, roundNodes = 0;
    for (std::size_t step = 0; step < history->size(); ++step) {
        const PassTrace& trace = history->trace(step);
        if (!round || trace.round != roundNumber) {
            roundNumber = trace.round;
            roundNodes = 0;
            round = new QTreeWidgetItem(m_tree, {tr("Round %1").arg(roundNumber)});
            QFont bold = m_tree->font();
            bold.setBold(true);
            round->setFont(0, bold);
            round->setExpanded(true);
            last = nullptr;
        }
        if (&trace != last) {
            last = &trace;
            passNodes = 0;
            pass = new QTreeWidgetItem(
                round, {QStringLiteral("%1  %2").arg(
                           toQString(trace.pass),
                           QLocale().toString(static_cast<qulonglong>(trace.rewrites.size())))});
            if (const PassInfo* info = findPass(trace.pass))
                pass->setToolTip(0, summaryText(*info));
        }
        const int nodes = nodeDifference(history->rewrite(step));
        passNodes += nodes;
        roundNodes += nodes;
        pass->setText(1, signedText(passNodes));
        round->setText(1, signedText(roundNodes));
        for (QTreeWidgetItem* above : {round, pass})
            above->setData(0, kStepRole, static_cast<qulonglong>(step));
        const std::string& name = history->rewrite(step).anchorName;
        auto* item = new QTreeWidgetItem(
            pass, {name.empty() ? tr("the model") : toQString(name), signedText(nodes)});
        item->setToolTip(0, item->text(0));
        item->setData(0, kStepRole, static_cast<qulonglong>(step));
        m_items.push_back(item);
    }
    const auto flush = Qt::AlignRight | Qt::AlignVCenter;
    for (QTreeWidgetItem* item : m_items)
        for (QTreeWidgetItem* each = item; each; each = each->parent())
            each->setTextAlignment(1, static_cast<int>(flush));
}

void SimplifyPanel::showPosition() {
    const RewriteHistory* history = simplifier().history();
    const std::size_t position = simplifier().position();
    m_verdict->hide();
    m_play->setChecked(simplifier().isPlaying());
    if (!history) {
        m_summary->setText(document().hasDocument()
                               ? tr("Every rewrite can be seen, judged and left out")
                               : tr("Open a model to simplify it"));
        m_place->clear();
        m_about->clear();
        m_numbers->clear();
        return;
    }
    const QLocale locale;
    const auto count = [&](std::size_t n) { return locale.toString(static_cast<qulonglong>(n)); };
    QString text =
        tr("<b>%1 → %2 nodes</b> · %3 rewrites in %4 rounds")
            .arg(count(countNodes(history->start())), count(countNodes(history->result().model)),
                 count(history->size()), locale.toString(history->result().rounds));
    const std::size_t left =
        simplifier().recipe().skips.size() + simplifier().recipe().skipped.size();
    if (left)
        text += QStringLiteral(" · ") + tr("%1 left out").arg(count(left));
    m_summary->setText(text);
    m_place->setText(tr("%1 of %2").arg(count(position), count(history->size())));
    m_slider->setValue(static_cast<int>(position));
    if (position > 0 && position <= m_items.size()) {
        QTreeWidgetItem* item = m_items[position - 1];
        if (position == m_items.size() && !item->parent()->isExpanded())
            item = item->parent(); // all of it is what is asked for first
        m_tree->setCurrentItem(item);
        m_tree->scrollToItem(item);
        const PassInfo* info = findPass(history->rewrite(position - 1).pass);
        m_about->setText(
            info ? QStringLiteral("<b>%1</b> — %2").arg(toQString(info->name), summaryText(*info))
                 : QString());
    } else {
        m_tree->setCurrentItem(nullptr);
        m_about->setText(tr("The model as it was opened"));
    }
    showNumbers();
}

/// What the state in view has: partitions are those of the first provider, as in the headline.
void SimplifyPanel::showNumbers() {
    const RewriteHistory* history = simplifier().history();
    if (!history || !document().hasDocument())
        return;
    const QLocale locale;
    const auto& partitioning = document().partitioning();
    QString text =
        tr("%1 nodes")
            .arg(locale.toString(static_cast<qulonglong>(countNodes(document().model()))));
    for (std::uint32_t i = 0; i < partitioning.providers.size(); ++i)
        text +=
            QStringLiteral(" · %1 %2")
                .arg(shortProviderName(partitioning, i),
                     locale.toString(static_cast<qulonglong>(partitioning.summary.byProvider[i])));
    text +=
        QStringLiteral(" · ") + tr("%n partition(s)", nullptr,
                                   static_cast<int>(partitioning.summary.partitionsByProvider[0]));
    text += QStringLiteral(" · ") + tr("%n boundary tensor(s)", nullptr,
                                       static_cast<int>(partitioning.summary.boundaryTensors));
    m_numbers->setText(text);
}

void SimplifyPanel::menuAt(const QPoint& at) {
    const QTreeWidgetItem* item = m_tree->itemAt(at);
    const RewriteHistory* history = simplifier().history();
    if (!item || !history)
        return;
    const auto step = static_cast<std::size_t>(item->data(0, kStepRole).toULongLong());
    const std::string pass(history->rewrite(step).pass);
    QMenu menu(this);
    if (item->childCount() == 0) {
        menu.addAction(tr("Leave this one out"), this,
                       [this, step] { simplifier().leaveOut(step); });
        if (const auto later = history->dependent(step))
            menu.addAction(tr("Built on by %1 of %2")
                               .arg(toQString(history->rewrite(*later).anchorName),
                                    toQString(history->rewrite(*later).pass)))
                ->setEnabled(false);
    }
    if (item->parent())
        menu.addAction(tr("Leave out %1").arg(toQString(pass)), this,
                       [this, pass] { simplifier().leaveOutPass(pass); });
    if (!simplifier().recipe().skips.empty() || !simplifier().recipe().skipped.empty())
        menu.addAction(tr("Leave nothing out"), this, [this] { simplifier().keepAll(); });
    if (!menu.isEmpty())
        menu.exec(m_tree->viewport()->mapToGlobal(at));
}

void SimplifyPanel::saveModel() {
    RewriteHistory* history = simplifier().history();
    if (!history)
        return;
    const QFileInfo opened(QString::fromStdString(document().state().path.string()));
    QString path = QFileDialog::getSaveFileName(this, tr("Save the model as it is in view"),
                                                opened.absolutePath() + QLatin1Char('/') +
                                                    opened.completeBaseName() +
                                                    QStringLiteral("_simplified.onnx"),
                                                tr("ONNX models (*.onnx)"));
    if (path.isEmpty())
        return;
    if (!path.endsWith(QLatin1String(".onnx")))
        path += QStringLiteral(".onnx");
    if (auto written = writeModel(history->at(simplifier().position()), path.toStdString());
        !written)
        Q_EMIT document().failed(written.error());
}

void SimplifyPanel::saveRecipe() {
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the recipe"), QStringLiteral("recipe.json"), tr("Recipes (*.json)"));
    if (path.isEmpty())
        return;
    if (auto written =
            writeFile(std::filesystem::path(path.toStdString()), recipeText(simplifier().recipe()));
        !written)
        Q_EMIT document().failed(written.error());
}

void SimplifyPanel::saveReport() {
    RewriteHistory* history = simplifier().history();
    if (!history)
        return;
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the report"), QStringLiteral("simplified.html"), tr("Web pages (*.html)"));
    if (path.isEmpty())
        return;
    RewriteHistory copy = *history; // it walks through all states
    const std::string text = simplifyHtml(copy, document().state().path.filename().string());
    if (auto written = writeFile(std::filesystem::path(path.toStdString()), text); !written)
        Q_EMIT document().failed(written.error());
}

} // namespace partita
