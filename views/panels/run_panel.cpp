#include "views/panels/run_panel.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/buffer.h"
#include "core/base/milliseconds.h"
#include "core/edits/edit_tools.h"
#include "views/charts/memory_chart.h"
#include "views/dialogs/file_dialog.h"
#include "views/dialogs/real_provider_box.h"
#include "views/dialogs/save_file.h"
#include "views/panels/flow_layout.h"
#include "views/tables/plain_table.h"
#include "views/tables/row_height.h"
#include "views/text/message_text.h"
#include "views/text/named_sizes.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

namespace {

constexpr std::size_t kMostOutputs = 4; ///< that the summary names

QString differenceText(const OutputDifference& output, bool isOnCpu) {
    const auto& [name, difference] = output;
    if (!difference.comparable)
        return QStringLiteral("%1 %2").arg(toQString(name), messageText(difference.problem));
    return (isOnCpu ? RunPanel::tr("%1 differs from the CPU's by %2")
                    : RunPanel::tr("%1 differs from the reference's by %2"))
        .arg(toQString(name), messageText(differenceMessage(difference.figures)));
}

bool isEqual(const OutputDifference& output) {
    return output.difference.comparable && output.difference.figures.absolute == 0;
}

/// " · y differs from the reference's by …" for the first outputs that do, then how many there are
/// besides, how many are equal, and whether the CPU's kernels judged.
QString judgementText(const JudgedOutputs& judged) {
    constexpr int kMostNamed = 4;
    const QString separator = QStringLiteral(" · ");
    QString text;
    int equal = 0, different = 0;
    for (const OutputDifference& output : judged.outputs)
        if (isEqual(output))
            ++equal;
        else if (++different <= kMostNamed)
            text += separator + differenceText(output, judged.isOnCpu);
    if (different > kMostNamed)
        text +=
            separator + RunPanel::tr("%n more output(s) differ", nullptr, different - kMostNamed);
    if (equal)
        text += separator +
                (judged.isOnCpu
                     ? RunPanel::tr("%n output(s) equal to the CPU's", nullptr, equal)
                     : RunPanel::tr("%n output(s) equal to the reference's", nullptr, equal));
    if (judged.isOnCpu)
        text += separator + RunPanel::tr("compared on the CPU: the reference would take minutes");
    return text;
}

QString comparisonText(const RunController& runs) {
    const QString separator = QStringLiteral(" · ");
    if (runs.isJudging())
        return separator + RunPanel::tr("comparing the outputs…");
    if (!runs.judged())
        return {};
    if (const auto& judged = *runs.judged(); !judged)
        return separator +
               RunPanel::tr("outputs not compared: %1").arg(messageText(judged.error().whole()));
    return judgementText(**runs.judged());
}

} // namespace

RunPanel::RunPanel(const PanelContext& context) : Panel(context) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 0);
    layout->addLayout(makeBar());
    m_summary = new QLabel;
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_summary->setWordWrap(true); // with many outputs, one line would widen the window
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(m_summary);
    layout->addWidget(makeResults(), 1);
    connect(&document(), &DocumentController::documentChanged, this, &RunPanel::keepOwnSizes);
    connect(&document(), &DocumentController::documentChanged, this, &RunPanel::refresh);
    connect(&document().scenarios(), &ScenarioController::changed, this, &RunPanel::keepOwnSizes);
    connect(&document(), &DocumentController::partitioningChanged, this, &RunPanel::showSizes);
    connect(&document().runs(), &RunController::finished, this, &RunPanel::showReport);
    connect(&document().runs(), &RunController::finished, this, &RunPanel::takeSizesOfFile);
    connect(&document().runs(), &RunController::judgedChanged, this, &RunPanel::showSummary);
}

/// The settings of a run. A narrow window has them in several lines.
QLayout* RunPanel::makeBar() {
    auto* bar = new FlowLayout;
    m_run = new QPushButton;
    m_run->setObjectName(QStringLiteral("runButton"));
    m_who = new RealProviderBox(tr("Partita"));
    m_seedLabel = new QLabel;
    m_seed = new QSpinBox;
    m_seed->setRange(0, 1000000);
    m_repeatLabel = new QLabel;
    m_repeat = new QSpinBox;
    m_repeat->setRange(1, 10000);
    m_repeat->setValue(5);
    m_fileLabel = new QLabel;
    m_file = new QLineEdit;
    m_browse = new QPushButton;
    m_sizesLabel = new QLabel;
    m_sizes = new QLineEdit;
    m_sizes->setObjectName(QStringLiteral("symbolSizes"));
    m_compare = new QCheckBox;
    m_compare->setObjectName(QStringLiteral("compareOutputs"));
    m_bind = new QCheckBox;
    m_bind->setObjectName(QStringLiteral("bindValues"));
    m_export = new QPushButton;
    for (QWidget* widget : std::initializer_list<QWidget*>{
             m_run, m_who, m_seedLabel, m_seed, m_repeatLabel, m_repeat, m_fileLabel, m_file,
             m_browse, m_sizesLabel, m_sizes, m_compare, m_bind, m_export})
        bar->addWidget(widget);
    connect(m_export, &QPushButton::clicked, this, &RunPanel::exportTrace);
    connect(m_run, &QPushButton::clicked, this, &RunPanel::runModel);
    connect(m_who, &RealProviderBox::changed, this, &RunPanel::showChoice);
    connect(m_sizes, &QLineEdit::returnPressed, this, &RunPanel::runModel);
    connect(m_browse, &QPushButton::clicked, this, [this] {
        if (const QString file =
                askWhatToOpen(this, tr("Input data"), {}, tr("NumPy archives (*.npz)"));
            !file.isEmpty())
            m_file->setText(file);
    });
    return bar;
}

/// The table of kernels beside the memory over the run.
QWidget* RunPanel::makeResults() {
    m_view = new QTableView;
    m_model = new RowTableModel(this);
    m_view->setModel(m_model);
    makePlain(*m_view);
    fitRowsToFont(*m_view);
    m_view->horizontalHeader()->setStretchLastSection(true);
    m_view->setSortingEnabled(true);
    m_view->setMinimumSize(160, 48);
    m_memory = new MemoryChart(theme());
    auto* split = new QSplitter;
    split->setChildrenCollapsible(false);
    split->addWidget(m_view);
    split->addWidget(m_memory);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 1);
    connect(m_memory, &MemoryChart::nodeClicked, this,
            [this](NodeId node) { document().setCurrentNode(node); });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) {
                if (const NodeId node = m_model->nodeAt(now.row()))
                    document().setCurrentNode(node);
            });
    return split;
}

void RunPanel::refresh() {
    m_view->setAccessibleName(tr("Kernels"));
    m_run->setText(tr("Run"));
    m_run->setToolTip(tr("Compile and run (Ctrl+R)"));
    m_who->setNames(tr("Who runs it"), tr("Options of the provider"));
    m_who->setOwnText(tr("Partita"));
    m_who->translate();
    m_seedLabel->setText(tr("Seed"));
    m_repeatLabel->setText(tr("Runs"));
    m_fileLabel->setText(tr("Inputs"));
    m_file->setPlaceholderText(tr("random, or an .npz file"));
    m_browse->setText(tr("Browse…"));
    m_compare->setText(tr("Compare outputs"));
    m_compare->setToolTip(
        tr("After the run, compute the outputs by the reference evaluator, which is slow, and say "
           "how far each one is from that. Where it would take minutes, the CPU's kernels judge."));
    m_bind->setText(tr("I/O on the device"));
    m_bind->setToolTip(tr("Inputs and outputs stay where they are between runs: nothing is copied "
                          "from or to the host (I/O binding)"));
    m_export->setText(tr("Export profile…"));
    m_export->setToolTip(tr("Save the fastest run as a Chrome trace, which Perfetto opens"));
    m_memory->setTheme(theme());
    m_sizesLabel->setText(tr("Sizes"));
    showSizes();
    for (const auto& [label, field] : {std::pair<QLabel*, QWidget*>{m_seedLabel, m_seed},
                                       {m_repeatLabel, m_repeat},
                                       {m_fileLabel, m_file},
                                       {m_sizesLabel, m_sizes}}) {
        label->setBuddy(field);
        field->setAccessibleName(label->text());
    }
    m_run->setEnabled(document().hasDocument());
    showReport();
}

/// Asks for the sizes that are open now: those that a change of the scenario fixes are not.
void RunPanel::showSizes() {
    const QStringList names = symbols();
    m_sizesLabel->setVisible(!names.isEmpty());
    m_sizes->setVisible(!names.isEmpty());
    m_sizes->setPlaceholderText(names.join(QStringLiteral("=1, ")) + QStringLiteral("=1"));
    m_sizes->setToolTip(tr("Sizes of random inputs, for example %1")
                            .arg(names.join(QStringLiteral("=64, ")) + QStringLiteral("=64")));
}

/// The symbolic dimensions of the inputs, each once.
QStringList RunPanel::symbols() const {
    QStringList names;
    if (!document().hasDocument())
        return names;
    for (const std::string& name : inputSymbolsOf(document().model()))
        names += toQString(name);
    return names;
}

Result<std::map<std::string, std::int64_t>> RunPanel::givenSizes() const {
    const bool isUsed = m_file->text().trimmed().isEmpty() && !symbols().isEmpty();
    return namedSizes(isUsed ? m_sizes->text() : QString(), 0);
}

/// Sizes of the model before, and those that are fixed now, are none of this one.
void RunPanel::keepOwnSizes() {
    auto sizes = namedSizes(m_sizes->text(), 0);
    if (!sizes || !document().hasDocument())
        return;
    if (dropOtherSizes(*sizes, document().model()))
        m_sizes->setText(namedSizesText(*sizes));
}

/// After a run on a file, the field has the sizes that the run had: those of an earlier run would
/// look as if they were.
void RunPanel::takeSizesOfFile() {
    const auto result = document().runs().result();
    if (!result || result == m_sizesOf.lock())
        return;
    m_sizesOf = result;
    if (!result->request.feeds.file.empty() && result->feeds)
        m_sizes->setText(namedSizesText(symbolSizesOf(*result->feeds, document().model())));
}

QStringList RunPanel::guessedSizes() const {
    QStringList names;
    if (!m_file->text().trimmed().isEmpty())
        return names;
    const auto given = givenSizes();
    if (!given || (document().hasDocument() && !checkSizes(*given, document().model())))
        return names; // such a run is refused and takes nothing as 1
    for (const QString& name : symbols())
        if (!given->contains(name.toStdString()))
            names += name;
    return names;
}

void RunPanel::askForSizes() {
    const QStringList names = guessedSizes();
    QString text = m_sizes->text().trimmed();
    const auto start = text.isEmpty() ? 0 : text.size() + 2;
    for (const QString& name : names)
        text += (text.isEmpty() ? QString() : QStringLiteral(", ")) + name + QStringLiteral("=1");
    m_sizes->setText(text);
    m_sizes->setFocus(Qt::OtherFocusReason);
    if (!names.isEmpty()) // the first number, to type another one over it
        m_sizes->setSelection(static_cast<int>(start + names.front().size() + 1), 1);
}

/// Runs with the panel's settings. "batch=1, height=320" sets sizes of random inputs; all other
/// unknown sizes are 1.
void RunPanel::runModel() {
    auto sizes = givenSizes();
    if (!sizes) {
        Q_EMIT document().failed(sizes.error());
        return;
    }
    RunRequest request;
    request.feeds = {m_file->text().trimmed().toStdString(),
                     static_cast<std::uint64_t>(m_seed->value()),
                     *std::move(sizes),
                     {}};
    request.repeat = m_repeat->value();
    request.bind = m_bind->isChecked();
    const Compared compared = m_compare->isChecked() ? Compared::yes : Compared::no;
    if (!m_who->isReal()) {
        document().runs().run(request, compared);
        return;
    }
    auto session = m_who->session();
    if (session)
        document().runs().runInRuntime(request, {m_who->runtime(), *std::move(session)}, compared);
    else
        Q_EMIT document().failed(session.error());
}

/// What only Partita's own providers can do.
void RunPanel::showChoice() { m_bind->setEnabled(!m_who->isReal()); }

void RunPanel::exportTrace() {
    const auto result = document().runs().result();
    if (!result)
        return;
    const QString path = askWhereToSave(this, tr("Export the profile"),
                                        besideModel(document(), QStringLiteral("_profile.json")),
                                        tr("Chrome trace (*.json)"));
    if (path.isEmpty())
        return;
    document().tellWritten(path,
                           writeFile(std::filesystem::path(path.toStdString()), result->trace));
}

/// Shows the memory of values computed on the CPU; the timeline has the memory of devices.
void RunPanel::showMemory(const std::vector<MemoryStep>& steps, std::uint64_t arenaBytes) {
    m_memory->setVisible(arenaBytes > 0);
    m_memory->setSteps(steps, arenaBytes, [this](NodeId id) {
        const auto& node = document().model().node(id);
        return node ? toQString(node->opType.str() + " " + node->label()) : QString();
    });
}

void RunPanel::showSummary() {
    const auto result = document().runs().result();
    const auto& failure = document().runs().failure();
    const QString failed =
        failure ? theme().verdictHtml(
                      false, tr("The last run failed: %1").arg(messageText(failure->whole())))
                : QString();
    if (!result)
        m_summary->setText(failure                    ? failed
                           : document().hasDocument() ? tr("Not run yet")
                                                      : tr("Open a model to run it"));
    else
        m_summary->setText(failure ? failed + QStringLiteral("<br>") +
                                         tr("An earlier run: %1").arg(summaryOf(*result))
                                   : summaryOf(*result));
}

void RunPanel::showReport() {
    const auto result = document().runs().result();
    m_export->setEnabled(result != nullptr && !result->trace.empty());
    showSummary();
    if (!result) {
        m_model->clear();
        showMemory({}, 0);
        return;
    }
    showMemory(result->memory, result->arenaBytes);
    std::vector<NodeId> rows;
    for (const KernelStatistics& kernel : result->statistics.kernels)
        rows.push_back(kernel.node);
    const auto kernelOf = [this, result](std::size_t row) {
        const KernelStatistics& kernel = result->statistics.kernels[row];
        return document().model().node(kernel.node) ? &kernel : nullptr;
    };
    m_model->reset(std::move(rows), kernelOf, columnsOf(*result));
    m_view->sortByColumn(0, Qt::DescendingOrder);
    for (const int column : {0, 1, 2, 3, 4, 5})
        m_view->setColumnWidth(column, 72);
    m_view->setColumnWidth(6, 140);
    m_view->setColumnWidth(7, 280);
}

/// Times, copies and outputs of a run, in a line.
QString RunPanel::summaryOf(const RunResult& result) const {
    const QString separator = QStringLiteral(" · ");
    const RunStatistics& statistics = result.statistics;
    const bool isReal = !result.measuredBy.empty();
    QString text = (isReal ? tr("<b>%1 ms</b> %2")
                                 .arg(milliseconds(statistics.latency.median), 0, 'f', 3)
                                 .arg(messageText(result.measuredBy).toHtmlEscaped())
                           : tr("<b>%1 ms</b> measured on the CPU kernels")
                                 .arg(milliseconds(statistics.latency.median), 0, 'f', 3));
    if (statistics.runs > 1)
        text +=
            separator + tr("%n runs: min %1, p90 %2", nullptr, static_cast<int>(statistics.runs))
                            .arg(milliseconds(statistics.latency.min), 0, 'f', 3)
                            .arg(milliseconds(statistics.latency.p90), 0, 'f', 3);
    if (result.peakFlops)
        text += separator +
                tr("peak of the processor %1 GFLOP/s").arg(*result.peakFlops / 1e9, 0, 'f', 0);
    std::uint64_t moved = 0;
    for (const Transfer& transfer : result.best.transfers)
        moved += transfer.bytes;
    if (!isReal)
        text += separator +
                tr("%n transfer(s), %1", nullptr, static_cast<int>(result.best.transfers.size()))
                    .arg(toQString(byteText(moved)));
    text += comparisonText(document().runs()).toHtmlEscaped();
    const auto& outputs = result.best.outputs;
    for (std::size_t i = 0; i < outputs.size() && i < kMostOutputs; ++i)
        text += QStringLiteral(" · %1 %2")
                    .arg(toQString(outputs[i].name).toHtmlEscaped(),
                         outputs[i].isTensor() ? shapeWords(outputs[i].tensor.shape())
                                               : messageText(outputs[i].kindText()));
    return text;
}

Columns<KernelStatistics> RunPanel::columnsOf(const RunResult& result) const {
    const double total = milliseconds(result.statistics.latency.median);
    const auto number = [](double value, int digits, const QString& unit = {}) {
        return Cell(QString::number(value, 'f', digits) + unit, value);
    };
    const auto time = [=](std::chrono::nanoseconds Spread::*which) {
        return [=](auto& kernel) { return number(milliseconds(kernel.time.*which), 4); };
    };
    const auto nodeOf = [this](const KernelStatistics& kernel) -> const Node& {
        return *document().model().node(kernel.node);
    };
    const QString percent = QStringLiteral(" %");
    Columns<KernelStatistics> columns;
    columns.addFigures(tr("ms"), time(&Spread::median));
    columns.addFigures(tr("min"), time(&Spread::min));
    columns.addFigures(tr("p90"), time(&Spread::p90));
    columns.addFigures(tr("Share"), [=](auto& kernel) {
        const double median = milliseconds(kernel.time.median);
        return number(total > 0 ? 100 * median / total : 0, 1, percent);
    });
    columns.addFigures(tr("GFLOP/s"), [=](auto& kernel) {
        const auto speed = kernel.flopsPerSecond();
        return speed ? number(*speed / 1e9, 1) : Cell({}, 0);
    });
    columns.addFigures(tr("Of peak"), [=, peak = result.peakFlops](auto& kernel) {
        const auto share = kernel.shareOfPeak(peak);
        return share ? number(100 * *share, 0, percent) : Cell({}, 0);
    });
    columns.add(tr("Op"), [nodeOf](auto& kernel) { return toQString(nodeOf(kernel).opType); });
    columns.add(tr("Node"), [nodeOf](auto& kernel) { return toQString(nodeOf(kernel).label()); });
    columns.add(tr("With"), [this](auto& kernel) { return fusedText(kernel); });
    return columns;
}

/// The nodes that a kernel computed together with its first node.
QString RunPanel::fusedText(const KernelStatistics& kernel) const {
    QString text;
    for (const NodeId id : kernel.fusedWith)
        if (const auto& node = document().model().node(id))
            text += (text.isEmpty() ? QString() : QStringLiteral(", ")) +
                    toQString(node->opType.str() + " " + node->label());
    return text;
}

} // namespace partita
