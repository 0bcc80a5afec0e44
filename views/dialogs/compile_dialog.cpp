#include "views/dialogs/compile_dialog.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/try.h"
#include "core/onnx/read.h"
#include "core/report/model_summary.h"
#include "core/tasks/runs/runner.h"
#include "views/dialogs/dialog_size.h"
#include "views/dialogs/real_provider_box.h"
#include "views/dialogs/save_file.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

enum Column { kModel, kNodes, kOnDevice, kPartitions, kOutput };

QString counted(std::size_t number) { return countText(number); }

/// The number of nodes and of partitions that a device compiles.
std::pair<std::size_t, std::size_t> compiledPart(const Partitioning& partitioning) {
    std::pair<std::size_t, std::size_t> sum;
    for (const Partition& partition : partitioning.partitions)
        if (partition.compiled && !partition.outputs.empty()) {
            sum.first += partition.nodes.size();
            ++sum.second;
        }
    return sum;
}

/// The names of the providers whose compiler makes context models.
QString devicesOf(const ProviderList& providers) {
    QStringList names;
    for (const auto& provider : providers)
        if (const ProviderInfo info = provider->info(); !info.contextSource.empty())
            names +=
                QStringLiteral("%1 · %2").arg(toQString(info.displayName), toQString(info.device));
    return names.isEmpty() ? CompileDialog::tr("none of the providers compiles")
                           : names.join(QStringLiteral(", "));
}

QWidget* rowOf(std::initializer_list<QWidget*> widgets) {
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : widgets)
        layout->addWidget(widget, qobject_cast<QLineEdit*>(widget) ? 1 : 0);
    return row;
}

} // namespace

CompileDialog::CompileDialog(DocumentController& document, const Theme& theme, QWidget* parent)
    : QDialog(parent), m_document(document), m_theme(theme), m_models(new QTreeWidget),
      m_output(new QLineEdit), m_prefix(new QLineEdit), m_external(new QLineEdit),
      m_packing(new QComboBox), m_who(new RealProviderBox(devicesOf(document.providers()))),
      m_outputLabel(new QLabel), m_verdict(new QLabel), m_progress(new QProgressBar),
      m_compile(new QPushButton), m_close(new QPushButton) {
    setWindowTitle(tr("Compile to context models"));
    setAttribute(Qt::WA_DeleteOnClose);
    resizeWithinScreen(*this, {900, 520});
    build();
    if (m_document.hasDocument()) {
        const DocumentState& state = m_document.state();
        m_entries.push_back({state.path, std::make_shared<const Model>(state.original), {}, {}});
    }
    showModels();
    prepareNext();
}

void CompileDialog::build() {
    m_models->setObjectName(QStringLiteral("compileModels"));
    m_models->setAccessibleName(tr("Models to compile"));
    m_output->setAccessibleName(tr("What is written"));
    m_models->setRootIsDecorated(false);
    m_models->setHeaderLabels({tr("Model"), tr("Placed nodes"), tr("For the device"),
                               tr("Partitions"), tr("Context model")});
    m_models->header()->setStretchLastSection(true);
    for (const int column : {kNodes, kOnDevice, kPartitions})
        m_models->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    for (int column = 0; column < kOutput; ++column)
        m_models->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    auto* add = new QPushButton(tr("Add models…"));
    add->setToolTip(tr("Several models share one binary, in which equal weights are once"));
    auto* remove = new QPushButton(tr("Remove"));
    auto* browse = new QPushButton(tr("Browse…"));
    m_packing->addItems({tr("In a file beside the model"), tr("Inside the model")});
    m_packing->setAccessibleName(tr("Binary"));
    m_prefix->setPlaceholderText(tr("before the names of nodes, partitions and graphs"));
    m_external->setPlaceholderText(tr("inside the model; or the name of a file beside it"));
    m_verdict->setObjectName(QStringLiteral("compileVerdict"));
    m_verdict->setWordWrap(true);
    m_progress->setTextVisible(false);
    m_progress->setRange(0, 1000);
    m_progress->setMaximumWidth(160);
    m_progress->hide();
    m_compile->setText(tr("Compile"));
    m_close->setText(tr("Close"));

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(remove);
    buttons->addStretch();
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_who->setToolTip(tr("Devices and their options are in the panel of the providers"));
    m_who->setNames(tr("Device"), tr("Options of the provider"));
    form->addRow(tr("Device"), m_who);
    form->addRow(m_outputLabel, rowOf({m_output, browse}));
    form->addRow(tr("Binary"), m_packing);
    form->addRow(tr("Prefix"), m_prefix);
    form->addRow(tr("Weights on the CPU"), m_external);
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(m_verdict, 1);
    bottom->addWidget(m_progress);
    bottom->addWidget(m_close);
    bottom->addWidget(m_compile);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_models, 1);
    layout->addLayout(buttons);
    layout->addLayout(form);
    layout->addLayout(bottom);
    m_compile->setDefault(true); // not earlier: outside of a dialog it is the default of none

    connect(m_who, &RealProviderBox::changed, this, &CompileDialog::showState);
    connect(add, &QPushButton::clicked, this, &CompileDialog::chooseModels);
    connect(remove, &QPushButton::clicked, this, &CompileDialog::removeModel);
    connect(browse, &QPushButton::clicked, this, &CompileDialog::chooseOutput);
    connect(m_output, &QLineEdit::textEdited, this, [this] {
        m_outputChosen = !m_output->text().isEmpty();
        showModels();
    });
    connect(m_close, &QPushButton::clicked, this, [this] { m_compiling ? cancel() : reject(); });
    connect(m_compile, &QPushButton::clicked, this, &CompileDialog::compile);
    connect(&m_jobs, &JobRunner::started, m_progress, [this] {
        m_progress->setValue(0);
        m_progress->show();
    });
    connect(&m_jobs, &JobRunner::progressed, m_progress,
            [this](double fraction) { m_progress->setValue(static_cast<int>(fraction * 1000)); });
    connect(&m_jobs, &JobRunner::finished, m_progress, &QWidget::hide);
    connect(&m_jobs, &JobRunner::finished, this, [this] { setCompiling(false); });
}

void CompileDialog::chooseModels() {
    addModels(
        QFileDialog::getOpenFileNames(this, tr("Add models"), {}, tr("ONNX models (*.onnx)")));
}

void CompileDialog::addModels(const QStringList& files) {
    const bool wasGroup = isGroup();
    for (const QString& file : files)
        m_entries.push_back({file.toStdString(), nullptr, nullptr, {}});
    m_outputChosen = m_outputChosen && isGroup() == wasGroup; // a folder is not a file
    showModels();
    prepareNext();
}

void CompileDialog::removeModel() {
    const int row = m_models->indexOfTopLevelItem(m_models->currentItem());
    if (row < 0)
        return;
    m_entries.erase(m_entries.begin() + row);
    m_outputChosen = m_outputChosen && isGroup();
    showModels();
    prepareNext();
}

void CompileDialog::setOutput(const QString& path) {
    m_output->setText(path);
    m_outputChosen = true;
    showModels();
}

void CompileDialog::chooseOutput() {
    const QString path =
        isGroup() ? QFileDialog::getExistingDirectory(this, tr("Folder of the context models"),
                                                      m_output->text())
                  : askWhereToSave(this, tr("The context model"), m_output->text(),
                                   tr("ONNX models (*.onnx)"), QFileDialog::DontConfirmOverwrite);
    if (!path.isEmpty())
        setOutput(path);
}

GenerateOptions CompileDialog::options() const {
    GenerateOptions options;
    if (!isGroup())
        options.output = m_output->text().toStdString();
    options.embed = !isGroup() && m_packing->currentIndex() == 1;
    options.prefix = m_prefix->text().toStdString();
    options.externalInitializers = m_external->text().toStdString();
    return options;
}

std::vector<std::filesystem::path> CompileDialog::outputs() const {
    const std::filesystem::path wanted = m_output->text().toStdString();
    if (m_entries.size() == 1)
        return {wanted};
    std::vector<std::filesystem::path> paths;
    for (const Entry& entry : m_entries)
        paths.push_back(contextPathFor(entry.path, wanted));
    return paths;
}

/// Reads and places the first model that is not prepared yet, then the next one, until all are.
void CompileDialog::prepareNext() {
    const auto next = std::ranges::find_if(
        m_entries, [](const Entry& entry) { return !entry.ready && entry.problem.isEmpty(); });
    showState();
    if (next == m_entries.end()) {
        Q_EMIT prepared();
        return;
    }
    // Nodes that the user excluded from a provider belong to the document's model only.
    const bool isDocument = next->model != nullptr;
    using Prepared = std::shared_ptr<const GenerateInput>;
    const auto work = [path = next->path, model = next->model, providers = m_document.providers(),
                       wishes = isDocument ? m_document.partitionOptions() : PartitionOptions()](
                          const Progress& progress) -> Result<Prepared> {
        auto read = PARTITA_TRY(model ? Result<Model>(*model) : readModel(path, progress));
        auto ready = PARTITA_TRY(prepareToCompile(path, read, providers, wishes,
                                                  std::make_unique<RunnerEvaluator>(progress.stop),
                                                  progress));
        return std::make_shared<const GenerateInput>(std::move(ready));
    };
    m_jobs.setSubject(next->path.filename().string());
    m_jobs.start<Prepared>({}, work, [this, path = next->path](Result<Prepared> result) {
        const auto entry = std::ranges::find_if(m_entries, [&](const Entry& each) {
            return each.path == path && !each.ready && each.problem.isEmpty();
        });
        if (entry != m_entries.end() && result)
            entry->ready = *std::move(result);
        else if (entry != m_entries.end())
            entry->problem = errorText(result.error());
        showModels();
        prepareNext();
    });
}

void CompileDialog::suggestOutput() {
    if (m_outputChosen || m_entries.empty())
        return;
    const auto& first = m_entries.front().path;
    std::error_code error;
    const auto wish =
        isGroup() ? std::filesystem::absolute(first, error).parent_path() : contextPathFor(first);
    m_output->setText(toQString(wish.string()));
}

void CompileDialog::showModels() {
    suggestOutput();
    m_models->clear();
    const auto paths = outputs();
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry& entry = m_entries[i];
        auto* item = new QTreeWidgetItem(m_models);
        item->setText(kModel, toQString(entry.path.filename().string()));
        item->setToolTip(kModel, toQString(entry.path.string()));
        item->setText(kOutput, toQString(paths[i].filename().string()));
        item->setToolTip(kOutput, toQString(paths[i].string()));
        for (const int column : {kNodes, kOnDevice, kPartitions})
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        if (entry.ready) {
            const auto [nodes, partitions] = compiledPart(entry.ready->ofSource);
            item->setText(kNodes, counted(entry.ready->ofSource.summary.nodes));
            item->setText(kOnDevice, counted(nodes));
            item->setText(kPartitions, counted(partitions));
        } else if (!entry.problem.isEmpty()) {
            item->setText(kOutput, entry.problem);
            item->setForeground(kOutput, m_theme.bad);
            item->setToolTip(kOutput, entry.problem);
        }
    }
    m_outputLabel->setText(isGroup() ? tr("Folder") : tr("Write to"));
    m_packing->setEnabled(!isGroup());
    const QString shared = tr("Models that share weights cannot hold the binary themselves");
    m_packing->setToolTip(isGroup() ? shared : QString());
    m_packing->setAccessibleDescription(isGroup() ? shared
                                                  : tr("Where the compiled binary is written"));
    m_external->setEnabled(!isGroup()); // one name for several models would be one file
    if (isGroup()) {
        m_packing->setCurrentIndex(0);
        m_external->clear();
    }
    showState();
}

void CompileDialog::showState() {
    const bool waiting = std::ranges::any_of(
        m_entries, [](const Entry& entry) { return !entry.ready && entry.problem.isEmpty(); });
    const bool ready = !m_entries.empty() && std::ranges::all_of(m_entries, [](const Entry& entry) {
        return entry.ready && compiledPart(entry.ready->partitioning).second > 0;
    });
    const bool isReal = m_who->isReal();
    m_compile->setEnabled((isReal ? m_entries.size() == 1 : ready) && !m_compiling &&
                          !m_output->text().isEmpty());
    if (m_compiling)
        m_verdict->setText(tr("Compiling…"));
    else if (m_entries.empty())
        m_verdict->setText(tr("Add a model"));
    else if (isReal)
        m_verdict->setText(isGroup() ? tr("ONNX Runtime compiles one model at a time here")
                                     : tr("What the provider takes is seen when it compiles; "
                                          "nothing is written before it is whole"));
    else if (waiting)
        m_verdict->setText(tr("Asking the device what it takes…"));
    else if (ready)
        m_verdict->setText(isGroup() ? tr("Equal weights will be in the binary once")
                                     : tr("Nothing is written before you compile"));
    else
        setVerdict(false, tr("The device takes nothing of a model, or it cannot be read"));
}

void CompileDialog::compile() {
    if (!m_compile->isEnabled())
        return;
    if (m_who->isReal()) {
        compileForReal();
        return;
    }
    if (!mayReplace(this, windowTitle(),
                    contextFiles(outputs(), m_document.providers(), options())))
        return;
    CompileRequest request{{}, options(), isGroup(), {}};
    if (isGroup())
        request.folder = m_output->text().toStdString();
    for (const Entry& entry : m_entries)
        request.models.push_back(*entry.ready);
    const auto work = [request = std::move(request),
                       providers = m_document.providers()](const Progress& progress) {
        return compileModels(request, providers, progress, runnerProcess());
    };
    m_jobs.start<Compiled>(tr("Compiling"), work,
                           [this](const Result<Compiled>& written) { showWritten(written); });
    setCompiling(true);
    showState();
}

/// Lets ONNX Runtime compile the only model.
void CompileDialog::compileForReal() {
    auto session = m_who->session();
    if (!session) {
        setVerdict(false, errorText(session.error()));
        return;
    }
    GenerateOptions wish; // those of the entries go, the fields of the dialog hold
    if (const auto taken = takeContextEntries(*session, wish); !taken) {
        setVerdict(false, errorText(taken.error()));
        return;
    }
    if (!mayReplace(this, windowTitle(), outputs()))
        return;
    const Entry& entry = m_entries.front();
    session->model = entry.path;
    const auto model = entry.model ? std::optional(*entry.model) : std::nullopt;
    const auto work = [session = *session, model, runtime = m_who->runtime(),
                       options = options()](const Progress& progress) {
        return compileInRuntime(runtime, session, model, {options, false}, progress);
    };
    m_jobs.start<Compiled>(tr("Compiling"), work,
                           [this](const Result<Compiled>& written) { showWritten(written); });
    setCompiling(true);
    showState();
}

void CompileDialog::showWritten(const Result<Compiled>& written) {
    showState();
    if (written) {
        setVerdict(written->isSound(), textOf(*written));
        Q_EMIT compiled(toQString(written->outputs.front().string()));
    } else {
        setVerdict(false, written.error().code == Errc::cancelled
                              ? tr("Cancelled; nothing was written")
                              : errorText(written.error()));
    }
}

QString CompileDialog::textOf(const Compiled& written) const {
    const QString binary = toQString(byteText(written.binaryBytes));
    const int partitions = static_cast<int>(written.partitions);
    if (written.savedBytes)
        return tr("%n partition(s) in a binary of %1; %2 of equal weights saved", nullptr,
                  partitions)
            .arg(binary, toQString(byteText(written.savedBytes)));
    QString text = tr("%Ln partition(s) in a binary of %1", nullptr, partitions).arg(binary);
    if (!written.byRuntime)
        return text;
    text += QStringLiteral(" · ") + messageText(written.byRuntime->label());
    for (const Finding& finding : written.byRuntime->findings)
        text += QStringLiteral(" · ") + messageText(finding.text);
    return text;
}

void CompileDialog::setCompiling(bool on) {
    m_compiling = on;
    m_close->setText(on ? tr("Cancel") : tr("Close"));
}

void CompileDialog::cancel() { m_jobs.stop(); }

QString CompileDialog::verdict() const { return m_verdict->text(); }

void CompileDialog::setVerdict(bool good, const QString& text) {
    m_verdict->setText(m_theme.verdictHtml(good, text));
}

} // namespace partita
