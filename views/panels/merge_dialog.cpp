#include "views/panels/merge_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "core/epcontext/lint.h"
#include "core/onnx/read.h"
#include "core/report/model_summary.h"
#include "views/qt_text.h"
#include "views/texts.h"

namespace partita {

namespace {

constexpr int kPrefixColumn = 1, kTypeRole = Qt::UserRole + 1;

QString sourcesOf(const Model& model) {
    QStringList sources;
    for (const EpContext& context : epContextsOf(model))
        if (!sources.contains(toQString(context.source)))
            sources += toQString(context.source);
    return sources.join(QStringLiteral(", "));
}

} // namespace

MergeDialog::MergeDialog(const Theme& theme, QWidget* parent)
    : QDialog(parent), m_theme(theme), m_models(new QTreeWidget), m_planTree(new QTreeWidget),
      m_connectionRows(new QVBoxLayout), m_rewrite(new QCheckBox), m_output(new QLineEdit),
      m_verdict(new QLabel), m_merge(new QPushButton) {
    setWindowTitle(tr("Merge context models"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(860, 720);
    build();
    replan();
}

void MergeDialog::build() {
    m_models->setObjectName(QStringLiteral("mergeModels"));
    m_models->setRootIsDecorated(false);
    m_models->setHeaderLabels({tr("Model"), tr("Prefix"), tr("EPContext nodes"), tr("Source")});
    m_models->header()->setStretchLastSection(false);
    for (int column = 0; column < m_models->columnCount(); ++column)
        m_models->header()->setSectionResizeMode(
            column, column == 0 ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
    m_planTree->setObjectName(QStringLiteral("mergePlan"));
    m_planTree->setHeaderLabels({tr("What"), tr("Before"), tr("After"), tr("Why")});
    m_planTree->setUniformRowHeights(true);
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
    auto* output = new QHBoxLayout;
    output->addWidget(new QLabel(tr("Write to")));
    output->addWidget(m_output, 1);
    output->addWidget(browse);
    auto* closeButton = new QPushButton(tr("Close"));
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(m_verdict, 1);
    bottom->addWidget(closeButton);
    bottom->addWidget(m_merge);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_models, 2);
    layout->addLayout(buttons);
    layout->addLayout(m_connectionRows);
    layout->addWidget(m_rewrite);
    layout->addWidget(new QLabel(tr("What will be done; nothing is written before:")));
    layout->addWidget(m_planTree, 3);
    layout->addLayout(output);
    layout->addLayout(bottom);
    connect(add, &QPushButton::clicked, this, &MergeDialog::chooseModels);
    connect(remove, &QPushButton::clicked, this, &MergeDialog::removeModel);
    connect(connectButton, &QPushButton::clicked, this, [this] { addConnection(); });
    connect(browse, &QPushButton::clicked, this, &MergeDialog::chooseOutput);
    connect(closeButton, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_merge, &QPushButton::clicked, this, &MergeDialog::merge);
    connect(m_rewrite, &QCheckBox::toggled, this, &MergeDialog::replan);
    connect(m_output, &QLineEdit::editingFinished, this, &MergeDialog::replan);
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
        const std::string prefix = contextStem(path) + "_";
        auto* item =
            new QTreeWidgetItem({QFileInfo(file).fileName(), toQString(prefix),
                                 QString::number(epContextsOf(*model).size()), sourcesOf(*model)});
        item->setFlags(item->flags() | Qt::ItemIsEditable);
        item->setToolTip(0, file);
        m_inputs.push_back({path, *std::move(model), prefix});
        m_models->addTopLevelItem(item);
        if (m_output->text().isEmpty())
            m_output->setText(QFileInfo(file).absolutePath() + QStringLiteral("/merged_ctx.onnx"));
    }
    fillPorts();
    replan();
}

void MergeDialog::removeModel() {
    const int row = m_models->indexOfTopLevelItem(m_models->currentItem());
    if (row < 0)
        return;
    delete m_models->takeTopLevelItem(row);
    m_inputs.erase(m_inputs.begin() + row);
    fillPorts();
    replan();
}

void MergeDialog::setOutput(const QString& file) {
    m_output->setText(file);
    replan();
}

void MergeDialog::chooseOutput() {
    const QString file = QFileDialog::getSaveFileName(this, tr("The merged model"),
                                                      m_output->text(), tr("ONNX models (*.onnx)"));
    if (!file.isEmpty())
        setOutput(file);
}

void MergeDialog::addConnection(const QString& input, const QString& output) {
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    Connection made{row, new QComboBox, new QComboBox};
    auto* gone = new QToolButton;
    gone->setText(QStringLiteral("✕"));
    gone->setToolTip(tr("Leave this connection out"));
    layout->addWidget(made.output, 1);
    layout->addWidget(new QLabel(QStringLiteral("→")));
    layout->addWidget(made.input, 1);
    layout->addWidget(gone);
    m_connectionRows->addWidget(row);
    m_connections.push_back(made);
    fillPorts();
    if (input.isEmpty() && output.isEmpty())
        suggest(made);
    if (!input.isEmpty())
        made.input->setCurrentIndex(made.input->findData(input));
    if (!output.isEmpty())
        made.output->setCurrentIndex(made.output->findData(output));
    for (QComboBox* box : {made.input, made.output})
        connect(box, QOverload<int>::of(&QComboBox::activated), this, &MergeDialog::replan);
    connect(gone, &QToolButton::clicked, this, [this, row] {
        std::erase_if(m_connections, [row](const Connection& each) { return each.row == row; });
        row->deleteLater();
        replan();
    });
    replan();
}

/// The first output and input of two models that fit.
void MergeDialog::suggest(const Connection& connection) {
    const auto modelAt = [](const QComboBox* box, int i) {
        return box->itemData(i).toString().section(QLatin1Char('.'), 0, 0);
    };
    for (int from = 0; from < connection.output->count(); ++from)
        for (int to = connection.input->count() - 1; to >= 0; --to)
            if (modelAt(connection.output, from) != modelAt(connection.input, to) &&
                connection.output->itemData(from, kTypeRole) ==
                    connection.input->itemData(to, kTypeRole)) {
                connection.output->setCurrentIndex(from);
                connection.input->setCurrentIndex(to);
                return;
            }
}

/// All inputs and outputs there are, each with its type, as "2.x".
void MergeDialog::fillPorts() {
    for (const Connection& connection : m_connections)
        for (const auto& [box, inputs] :
             {std::pair(connection.input, true), std::pair(connection.output, false)}) {
            const QVariant chosen = box->currentData();
            box->clear();
            for (std::size_t i = 0; i < m_inputs.size(); ++i) {
                const Model& model = m_inputs[i].model;
                const Graph& graph = *model.graph(model.mainGraph());
                for (const ValueId id : inputs ? graph.inputs : graph.outputs) {
                    const auto& value = model.value(id);
                    box->addItem(QStringLiteral("%1 · %2  %3")
                                     .arg(toQString(contextStem(m_inputs[i].path)),
                                          toQString(value->name),
                                          value->type ? toQString(value->type->text()) : QString()),
                                 QStringLiteral("%1.%2").arg(i + 1).arg(toQString(value->name)));
                    box->setItemData(box->count() - 1,
                                     value->type ? toQString(value->type->text()) : QString(),
                                     kTypeRole);
                }
            }
            box->setCurrentIndex(std::max(0, box->findData(chosen)));
        }
}

MergeOptions MergeDialog::options() const {
    MergeOptions options;
    options.output = m_output->text().toStdString();
    options.rewriteBinaries = m_rewrite->isChecked();
    for (const Connection& each : m_connections)
        options.connections.emplace_back(each.input->currentData().toString().toStdString(),
                                         each.output->currentData().toString().toStdString());
    return options;
}

void MergeDialog::replan() {
    m_plan.reset();
    m_refusal.clear();
    if (m_inputs.size() < 2) {
        showPlan();
        return;
    }
    const auto work = [inputs = m_inputs, options = options()](const Progress&) -> Result<PlanPtr> {
        auto plan = planMerge(inputs, options);
        if (!plan)
            return std::move(plan).error();
        return std::make_shared<const MergePlan>(*std::move(plan));
    };
    m_jobs.start<PlanPtr>({}, work, [this](Result<PlanPtr> result) {
        if (result)
            m_plan = *result;
        else
            m_refusal = errorText(result.error());
        showPlan();
        Q_EMIT planned();
    });
}

void MergeDialog::showPlan() {
    m_planTree->clear();
    m_merge->setEnabled(m_plan && !m_output->text().isEmpty());
    const auto section = [&](const QString& title, std::size_t count) {
        auto* item = new QTreeWidgetItem(
            m_planTree, {QStringLiteral("%1  %2").arg(
                            title, QLocale().toString(static_cast<qulonglong>(count)))});
        QFont bold = m_planTree->font();
        bold.setBold(true);
        item->setFont(0, bold);
        item->setExpanded(true);
        return item;
    };
    if (!m_plan) {
        m_verdict->setText(m_refusal.isEmpty()
                               ? tr("Add two models or more")
                               : QStringLiteral("<span style='color:%1'>✕ %2</span>")
                                     .arg(m_theme.bad.name(), m_refusal.toHtmlEscaped()));
        return;
    }
    if (!m_plan->clashes.empty()) {
        auto* clashes = section(tr("Clashes"), m_plan->clashes.size());
        for (const auto& each : m_plan->clashes)
            new QTreeWidgetItem(clashes,
                                {toQString(each.what), {}, {}, toQString(each.resolution)});
    }
    auto* files = section(tr("Files"), m_plan->files.size());
    for (const auto& each : m_plan->files)
        new QTreeWidgetItem(
            files,
            {toQString(each.name), {}, toQString(byteText(each.size())), toQString(each.why)});
    auto* renames = section(tr("Renames"), m_plan->renames.size());
    for (const auto& each : m_plan->renames)
        new QTreeWidgetItem(
            renames, {QStringLiteral("%1, %2").arg(
                          toQString(each.kind), toQString(contextStem(m_inputs[each.model].path))),
                      toQString(each.from), toQString(each.to), toQString(each.why)});
    for (int column = 0; column < 3; ++column) {
        m_planTree->resizeColumnToContents(column);
        m_planTree->setColumnWidth(column, std::min(200, m_planTree->columnWidth(column)));
    }
    m_verdict->setText(
        QStringLiteral("<span style='color:%1'>✓ %2</span>")
            .arg(m_theme.good.name(), tr("%n node(s) in the merged model", nullptr,
                                         static_cast<int>(m_plan->model.nodes().count()))));
}

void MergeDialog::merge() {
    if (!m_plan)
        return;
    const MergeOptions chosen = options();
    if (std::filesystem::exists(chosen.output) &&
        QMessageBox::question(this, windowTitle(),
                              tr("%1 is there already. Replace it?").arg(m_output->text())) !=
            QMessageBox::Yes)
        return;
    if (auto written = writeMerge(*m_plan, chosen.output); !written) {
        QMessageBox::warning(this, windowTitle(), errorText(written.error()));
        return;
    }
    Q_EMIT merged(m_output->text());
    accept();
}

} // namespace partita
