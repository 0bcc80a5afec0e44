#include "views/dialogs/merge_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "core/base/try.h"
#include "core/onnx/read.h"
#include "core/scene/graph_scene.h"
#include "core/tasks/runner.h"
#include "views/dialogs/dialog_size.h"
#include "views/dialogs/merge_connections.h"
#include "views/dialogs/merge_plan_tree.h"
#include "views/dialogs/merge_preview.h"
#include "views/dialogs/save_file.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr int kPrefixColumn = 1;
constexpr std::uint64_t kSeed = 1; ///< seed of the random inputs that test the merged model

QString sourcesOf(const Model& model) {
    QStringList sources;
    for (const EpContext& context : epContextsOf(model))
        if (!sources.contains(toQString(context.source)))
            sources += toQString(context.source);
    return sources.join(QStringLiteral(", "));
}

/// The binaries that the primary EPContext nodes embed or name.
QString binariesOf(const Model& model) {
    QStringList names;
    for (const EpContext& context : epContextsOf(model)) {
        const QString name = context.isEmbedded
                                 ? QCoreApplication::translate("partita::MergeDialog", "inside")
                                 : toQString(context.path());
        if (context.isMain && !names.contains(name))
            names += name;
    }
    return names.join(QStringLiteral(", "));
}

} // namespace

MergeDialog::MergeDialog(const Theme& theme, ProviderList providers, QWidget* parent)
    : QDialog(parent), m_theme(theme), m_providers(std::move(providers)), m_models(new QTreeWidget),
      m_planTree(new MergePlanTree), m_connections(new MergeConnections), m_rewrite(new QCheckBox),
      m_share(new QCheckBox), m_packing(new QComboBox), m_outputs(new QListWidget),
      m_preview(new MergePreview(theme)), m_output(new QLineEdit), m_verdict(new QLabel),
      m_merge(new QPushButton), m_close(new QPushButton) {
    setWindowTitle(tr("Merge context models"));
    setAttribute(Qt::WA_DeleteOnClose);
    resizeWithinScreen(*this, {1240, 780});
    build();
    replan();
}

MergeDialog::~MergeDialog() {
    m_models->disconnect(this); // a cell that is being written ends with the list
}

void MergeDialog::build() {
    m_models->setObjectName(QStringLiteral("mergeModels"));
    m_models->setRootIsDecorated(false);
    m_models->setHeaderLabels({tr("Model"), tr("Prefix"), tr("EPContext nodes"), tr("Source"),
                               tr("Binaries"), tr("Opset · IR")});
    m_models->header()->setStretchLastSection(false);
    for (int column = 0; column < m_models->columnCount(); ++column)
        m_models->header()->setSectionResizeMode(
            column, column == 0 ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
    auto* add = new QPushButton(tr("Add models…"));
    auto* remove = new QPushButton(tr("Remove"));
    auto* connectButton = new QPushButton(tr("Connect an output to an input"));
    m_rewrite->setText(tr("Rename graphs in copies of QNN binaries where their names clash"));
    m_merge->setText(tr("Merge"));
    m_merge->setDefault(true);
    m_verdict->setWordWrap(true);
    m_verdict->setObjectName(QStringLiteral("mergeVerdict"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(remove);
    buttons->addStretch();
    buttons->addWidget(connectButton);
    auto* browse = new QPushButton(tr("Browse…"));
    m_share->setText(tr("Inputs of one name are one input"));
    m_share->setToolTip(tr("Where several models have an input of the same name, type and shape"));
    m_packing->addItems({tr("Binaries as they are"), tr("Binaries inside the model"),
                         tr("Binaries beside the model")});
    m_outputs->setObjectName(QStringLiteral("mergeOutputs"));
    m_outputs->setFlow(QListView::LeftToRight);
    m_outputs->setWrapping(false);
    m_outputs->setDragDropMode(QAbstractItemView::InternalMove);
    m_outputs->setDefaultDropAction(Qt::MoveAction);
    m_outputs->setMaximumHeight(44);
    m_outputs->setToolTip(tr("Drag to change the order of the outputs"));
    auto* choicesRow = new QHBoxLayout;
    choicesRow->addWidget(m_share);
    choicesRow->addWidget(m_packing);
    choicesRow->addStretch();
    auto* undoButton = new QPushButton(tr("Undo"));
    undoButton->setShortcut(QKeySequence::Undo);
    auto* redoButton = new QPushButton(tr("Redo"));
    redoButton->setShortcut(QKeySequence::Redo);
    buttons->insertWidget(2, undoButton);
    buttons->insertWidget(3, redoButton);
    auto* output = new QHBoxLayout;
    output->addWidget(new QLabel(tr("Write to")));
    output->addWidget(m_output, 1);
    output->addWidget(browse);
    m_close->setText(tr("Close"));
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(m_verdict, 1);
    bottom->addWidget(m_close);
    bottom->addWidget(m_merge);
    auto* left = new QWidget;
    auto* decisions = new QVBoxLayout(left);
    decisions->setContentsMargins(0, 0, 0, 0);
    decisions->addWidget(m_connections);
    decisions->addWidget(m_rewrite);
    decisions->addLayout(choicesRow);
    decisions->addWidget(new QLabel(tr("What will be done; nothing is written before:")));
    decisions->addWidget(m_planTree, 1);
    auto* right = new QWidget;
    auto* pictures = new QVBoxLayout(right);
    pictures->setContentsMargins(0, 0, 0, 0);
    pictures->addWidget(m_preview, 1);
    pictures->addWidget(new QLabel(tr("Outputs in order:")));
    pictures->addWidget(m_outputs);
    auto* split = new QSplitter;
    split->setChildrenCollapsible(false);
    split->addWidget(left);
    split->addWidget(right);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_models, 1);
    layout->addLayout(buttons);
    layout->addWidget(split, 4);
    layout->addLayout(output);
    layout->addLayout(bottom);
    connect(undoButton, &QPushButton::clicked, this, &MergeDialog::undo);
    connect(redoButton, &QPushButton::clicked, this, &MergeDialog::redo);
    connect(m_share, &QCheckBox::toggled, this, &MergeDialog::replan);
    connect(m_packing, QOverload<int>::of(&QComboBox::activated), this, &MergeDialog::replan);
    connect(m_preview, &MergePreview::connected, this,
            [this](const QString& input, const QString& from) { addConnection(input, from); });
    connect(
        m_outputs->model(), &QAbstractItemModel::rowsRemoved, this,
        [this] {
            if (!m_outputs->property("filling").toBool()) {
                m_outputOrder.clear();
                for (int row = 0; row < m_outputs->count(); ++row)
                    m_outputOrder += m_outputs->item(row)->text();
                replan();
            }
        },
        Qt::QueuedConnection);
    connect(&m_jobs, &JobRunner::finished, this, [this] { setMerging(false); });
    connect(add, &QPushButton::clicked, this, &MergeDialog::chooseModels);
    connect(remove, &QPushButton::clicked, this, &MergeDialog::removeModel);
    connect(m_connections, &MergeConnections::changed, this, &MergeDialog::replan);
    connect(connectButton, &QPushButton::clicked, this, [this] { addConnection(); });
    connect(browse, &QPushButton::clicked, this, &MergeDialog::chooseOutput);
    connect(m_close, &QPushButton::clicked, this, [this] { m_merging ? cancel() : reject(); });
    connect(m_merge, &QPushButton::clicked, this, &MergeDialog::merge);
    connect(m_rewrite, &QCheckBox::toggled, this, &MergeDialog::replan);
    connect(m_output, &QLineEdit::editingFinished, this, &MergeDialog::replan);
    m_models->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_models, &QTreeWidget::customContextMenuRequested, this, &MergeDialog::showMenu);
    connect(m_models, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int column) {
        const int row = m_models->indexOfTopLevelItem(item);
        if (column != kPrefixColumn || row < 0 || row >= static_cast<int>(m_inputs.size()))
            return;
        m_inputs[static_cast<std::size_t>(row)].prefix = item->text(column).toStdString();
        replan();
    });
}

void MergeDialog::chooseModels() {
    addModels(QFileDialog::getOpenFileNames(this, tr("Add context models"), {},
                                            tr("ONNX models (*.onnx)")));
}

void MergeDialog::addModels(const QStringList& files) {
    for (const QString& file : files) {
        auto model = readModel(file.toStdString());
        if (!model) {
            QMessageBox::warning(this, windowTitle(), errorText(model.error()));
            continue;
        }
        const std::filesystem::path path = file.toStdString();
        m_inputs.push_back({path, *std::move(model), contextStem(path) + "_"});
        if (m_output->text().isEmpty())
            m_output->setText(QFileInfo(file).absolutePath() + QStringLiteral("/merged_ctx.onnx"));
    }
    showModels();
    m_connections->setModels(m_inputs);
    replan();
}

void MergeDialog::showModels() {
    const QSignalBlocker blocker(m_models);
    m_models->clear();
    for (const MergeInput& input : m_inputs) {
        const ModelInfo& info = input.model.info();
        const QString file = toQString(input.path.filename().string());
        auto* item = new QTreeWidgetItem(
            {input.part.empty() ? file : tr("%1 of %2").arg(toQString(input.part), file),
             toQString(input.prefix), QString::number(epContextsOf(input.model).size()),
             sourcesOf(input.model), binariesOf(input.model),
             QStringLiteral("%1 · %2").arg(info.opset("").value_or(0)).arg(info.irVersion)});
        item->setFlags(item->flags() | Qt::ItemIsEditable);
        item->setToolTip(0, toQString(input.path.string()));
        m_models->addTopLevelItem(item);
    }
}

/// The context menu of a model: take only one of its partitions, or remove the model.
void MergeDialog::showMenu(const QPoint& at) {
    const int row = m_models->indexOfTopLevelItem(m_models->itemAt(at));
    if (row < 0)
        return;
    const auto contexts = epContextsOf(m_inputs[static_cast<std::size_t>(row)].model);
    QMenu menu;
    QMenu* parts = menu.addMenu(tr("Take only the partition"));
    parts->setEnabled(contexts.size() > 1);
    for (const EpContext& context : contexts)
        parts->addAction(toQString(context.name), this,
                         [this, row, name = context.name] { takePart(row, name); });
    menu.addAction(tr("Remove"), this, &MergeDialog::removeModel);
    menu.exec(m_models->viewport()->mapToGlobal(at));
}

void MergeDialog::takePart(int row, const std::string& name) {
    MergeInput& input = m_inputs[static_cast<std::size_t>(row)];
    auto part = onePartition(input, name);
    if (!part) {
        QMessageBox::warning(this, windowTitle(), errorText(part.error()));
        return;
    }
    input = *std::move(part);
    showModels();
    m_connections->setModels(m_inputs);
    replan();
}

void MergeDialog::removeModel() {
    const int row = m_models->indexOfTopLevelItem(m_models->currentItem());
    if (row < 0)
        return;
    m_inputs.erase(m_inputs.begin() + row);
    showModels();
    m_connections->setModelsWithout(row, m_inputs);
    replan();
}

void MergeDialog::setOutput(const QString& file) {
    m_output->setText(file);
    replan();
}

void MergeDialog::chooseOutput() {
    const QString file =
        askWhereToSave(this, tr("The merged model"), m_output->text(), tr("ONNX models (*.onnx)"),
                       QFileDialog::DontConfirmOverwrite);
    if (!file.isEmpty())
        setOutput(file);
}

void MergeDialog::addConnection(const QString& input, const QString& output) {
    m_connections->add(input, output);
    replan();
}

MergeOptions MergeDialog::options() const {
    MergeOptions options;
    options.output = m_output->text().toStdString();
    options.single = m_inputs.size() == 1;
    options.rewriteBinaries = m_rewrite->isChecked();
    if (m_packing->currentIndex())
        options.embed = m_packing->currentIndex() == 1;
    if (m_share->isChecked())
        options.sharedInputs = sharedNames();
    for (const QString& name : m_outputOrder)
        options.outputOrder.push_back(name.toStdString());
    for (const auto& [input, output] : m_connections->ports())
        options.connections.emplace_back(input.toStdString(), output.toStdString());
    return options;
}

/// The names of inputs that several models have with the same type.
std::vector<std::string> MergeDialog::sharedNames() const {
    std::map<std::string, std::vector<std::string>> types;
    for (const MergeInput& input : m_inputs)
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

MergeChoices MergeDialog::choices() const {
    return {m_inputs,
            m_connections->ports(),
            m_rewrite->isChecked(),
            m_share->isChecked(),
            m_packing->currentIndex(),
            m_outputOrder};
}

void MergeDialog::restore(const MergeChoices& wanted) {
    m_restoring = true;
    m_inputs = wanted.inputs;
    showModels();
    m_connections->clear();
    m_connections->setModels(m_inputs);
    m_rewrite->setChecked(wanted.rewrite);
    m_share->setChecked(wanted.share);
    m_packing->setCurrentIndex(wanted.packing);
    m_outputOrder = wanted.outputOrder;
    for (const auto& [input, output] : wanted.connections)
        addConnection(input, output);
    replan();
    m_restoring = false;
}

void MergeDialog::undo() {
    if (const MergeChoices* before = m_history.undo())
        restore(*before);
}

void MergeDialog::redo() {
    if (const MergeChoices* after = m_history.redo())
        restore(*after);
}

void MergeDialog::replan() {
    if (!m_restoring)
        m_history.remember(choices());
    m_plan.reset();
    m_refusal.clear();
    m_merge->setText(m_inputs.size() == 1 ? tr("Write") : tr("Merge"));
    if (m_inputs.empty()) {
        m_preview->show(nullptr, nullptr, {});
        showOutputs();
        showPlan();
        return;
    }
    const auto work = [inputs = m_inputs, options = options(),
                       widths = TextWidths::of(font())](const Progress& progress) {
        auto plan = planMerge(inputs, options);
        if (!plan && !options.outputOrder.empty()) { // the chosen output names may no longer exist
            MergeOptions asItComes = options;
            asItComes.outputOrder.clear();
            plan = planMerge(inputs, asItComes);
        }
        if (!plan)
            return Result<Planned>(std::move(plan).error());
        Planned made{std::make_shared<const MergePlan>(*std::move(plan)), nullptr};
        if (auto scene = MergePreview::sceneOf(*made.plan, *widths, progress))
            made.scene = *std::move(scene);
        return Result<Planned>(std::move(made));
    };
    m_jobs.start<Planned>({}, work, [this](Result<Planned> result) {
        std::shared_ptr<const GraphScene> scene;
        if (result) {
            m_plan = result->plan;
            scene = result->scene;
        } else {
            m_refusal = errorText(result.error());
        }
        QStringList names;
        for (const MergeInput& input : m_inputs)
            names += toQString(contextStem(input.path));
        m_preview->show(m_plan, scene, names);
        showOutputs();
        showPlan();
        Q_EMIT planned();
    });
}

void MergeDialog::showOutputs() {
    m_outputs->setProperty("filling", true);
    m_outputs->clear();
    if (m_plan)
        for (const ValueId id : m_plan->model.graph(m_plan->model.mainGraph())->outputs)
            m_outputs->addItem(toQString(m_plan->model.value(id)->name));
    // The list reports removed rows only after this function.
    QMetaObject::invokeMethod(
        m_outputs, [this] { m_outputs->setProperty("filling", false); }, Qt::QueuedConnection);
}

void MergeDialog::showPlan() {
    m_planTree->showPlan(m_plan.get(), m_inputs);
    m_merge->setEnabled(m_plan && !m_output->text().isEmpty());
    if (m_plan)
        setVerdict(true, tr("%n node(s) in the merged model", nullptr,
                            static_cast<int>(m_plan->model.nodes().count())));
    else if (!m_refusal.isEmpty())
        setVerdict(false, m_refusal);
    else
        m_verdict->setText(
            tr("Add models: two or more to merge, one to rename or to pack in another way"));
}

void MergeDialog::merge() {
    if (!m_plan)
        return;
    const MergeOptions chosen = options();
    std::error_code error;
    if (std::filesystem::exists(chosen.output, error) &&
        QMessageBox::question(this, windowTitle(),
                              tr("%1 is there already. Replace it?").arg(m_output->text())) !=
            QMessageBox::Yes)
        return;
    m_merge->setEnabled(false);
    m_verdict->setText(tr("Writing, and running it against its sources…"));
    const auto work = [plan = m_plan, inputs = m_inputs, output = chosen.output,
                       providers = m_providers](const Progress& progress) -> Result<Written> {
        PARTITA_TRY(writeMerge(*plan, output, progress));
        auto outputs =
            compareWithSources(output, *plan, inputs, providers, kSeed, progress, runnerProcess());
        if (outputs)
            return Written{*std::move(outputs), {}};
        return Written{{},
                       outputs.error().code == Errc::cancelled ? tr("cancelled")
                                                               : errorText(outputs.error())};
    };
    m_jobs.start<Written>({}, work, [this, file = m_output->text()](Result<Written> written) {
        m_merge->setEnabled(true);
        if (!written) {
            setVerdict(false, errorText(written.error()));
            return;
        }
        Q_EMIT merged(file);
        showComparison(*written);
        Q_EMIT compared();
    });
    setMerging(true);
}

void MergeDialog::showComparison(const Written& written) {
    if (!written.problem.isEmpty()) {
        m_verdict->setText(tr("Written. It could not be run here: %1").arg(written.problem));
        return;
    }
    QStringList other;
    for (const MergedOutput& each : written.outputs)
        if (!each.difference.difference.within)
            other += QStringLiteral("%1 · %2").arg(
                toQString(contextStem(m_inputs[each.model].path)), toQString(each.difference.name));
    if (other.isEmpty())
        setVerdict(true, tr("Written and run: %n output(s) equal to those of the models it is "
                            "made of",
                            nullptr, static_cast<int>(written.outputs.size())));
    else
        setVerdict(false, tr("Written, but other than the models it is made of gives: %1")
                              .arg(other.join(QStringLiteral(", "))));
}

void MergeDialog::setMerging(bool on) {
    m_merging = on;
    m_close->setText(on ? tr("Cancel") : tr("Close"));
}

void MergeDialog::cancel() { m_jobs.stop(); }

QString MergeDialog::verdict() const { return m_verdict->text(); }

void MergeDialog::setVerdict(bool good, const QString& text) {
    m_verdict->setText(m_theme.verdictHtml(good, text));
}

} // namespace partita
