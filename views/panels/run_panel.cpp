#include "views/panels/run_panel.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "views/models/row_table_model.h"
#include "views/qt_text.h"
#include "views/texts.h"

namespace partita {

RunPanel::RunPanel(const PanelContext& context) : Panel(context) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 0);
    auto* bar = new QHBoxLayout;
    m_run = new QPushButton;
    m_run->setObjectName(QStringLiteral("runButton"));
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
    m_summary = new QLabel;
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_run, m_seedLabel, m_seed,
                                                           m_repeatLabel, m_repeat, m_fileLabel})
        bar->addWidget(widget);
    bar->addWidget(m_file, 1);
    bar->addWidget(m_browse);
    layout->addLayout(bar);
    layout->addWidget(m_summary);
    m_view = new QTableView;
    m_model = new RowTableModel(this);
    m_view->setModel(m_model);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setShowGrid(false);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(22);
    m_view->horizontalHeader()->setStretchLastSection(true);
    m_view->setSortingEnabled(true);
    layout->addWidget(m_view, 1);
    connect(m_run, &QPushButton::clicked, this, [this] {
        document().run(static_cast<std::uint64_t>(m_seed->value()), m_file->text().trimmed(),
                       m_repeat->value());
    });
    connect(m_browse, &QPushButton::clicked, this, [this] {
        if (const QString file = QFileDialog::getOpenFileName(this, tr("Input data"), {},
                                                              tr("NumPy archives (*.npz)"));
            !file.isEmpty())
            m_file->setText(file);
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) {
                if (const NodeId node = m_model->nodeAt(now.row()))
                    document().setCurrentNode(node);
            });
    connect(&document(), &DocumentController::documentChanged, this, &RunPanel::refresh);
    connect(&document(), &DocumentController::runFinished, this, &RunPanel::showReport);
}

void RunPanel::refresh() {
    m_run->setText(tr("Run"));
    m_run->setToolTip(tr("Compile and run (Ctrl+R)"));
    m_seedLabel->setText(tr("Seed"));
    m_repeatLabel->setText(tr("Runs"));
    m_fileLabel->setText(tr("Inputs"));
    m_file->setPlaceholderText(tr("random, or an .npz file"));
    m_browse->setText(tr("Browse…"));
    for (const auto& [label, field] : {std::pair<QLabel*, QWidget*>{m_seedLabel, m_seed},
                                       {m_repeatLabel, m_repeat},
                                       {m_fileLabel, m_file}}) {
        label->setBuddy(field);
        field->setAccessibleName(label->text());
    }
    m_run->setEnabled(document().hasDocument());
    showReport();
}

void RunPanel::showReport() {
    const auto report = document().runReport();
    if (!report) {
        m_summary->setText(document().hasDocument() ? tr("Not run yet")
                                                    : tr("Open a model to run it"));
        m_model->reset({}, {}, {});
        return;
    }
    const double total = static_cast<double>(report->total.count()) / 1e6;
    QString text = tr("<b>%1 ms</b> measured on the CPU kernels").arg(total, 0, 'f', 3);
    std::uint64_t moved = 0;
    for (const Transfer& transfer : report->transfers)
        moved += transfer.bytes;
    text += QStringLiteral(" · ") +
            tr("%n transfer(s), %1", nullptr, static_cast<int>(report->transfers.size()))
                .arg(toQString(byteText(moved)));
    for (std::size_t i = 0; i < report->outputs.size() && i < 4; ++i)
        text += QStringLiteral(" · %1 %2")
                    .arg(toQString(report->outputs[i].name),
                         toQString(report->outputs[i].isTensor()
                                       ? shapeText(report->outputs[i].tensor.shape())
                                       : report->outputs[i].kindText()));
    m_summary->setText(text);
    std::vector<NodeId> rows;
    for (const NodeTiming& timing : report->timings)
        rows.push_back(timing.node);
    auto cells = [this, report, total](std::size_t row, int column) -> Cell {
        const NodeTiming& timing = report->timings[row];
        const auto& node = document().model().node(timing.node);
        const double ms = static_cast<double>(timing.duration.count()) / 1e6;
        if (!node)
            return {};
        switch (column) {
        case 0: return {QString::number(ms, 'f', 4), ms, {}, true, {}};
        case 1:
            return {QString::number(total > 0 ? 100 * ms / total : 0, 'f', 1) +
                        QStringLiteral(" %"),
                    ms,
                    {},
                    true,
                    {}};
        case 2: return {toQString(node->opType), {}, {}, false, {}};
        case 3: return {toQString(node->label()), {}, {}, false, {}};
        default: {
            QString fused;
            for (const NodeId id : timing.fusedWith)
                if (document().model().node(id))
                    fused += (fused.isEmpty() ? QString() : QStringLiteral(", ")) +
                             toQString(document().model().node(id)->label());
            return {fused, {}, {}, false, {}};
        }
        }
    };
    m_model->reset({tr("ms"), tr("Share"), tr("Op"), tr("Node"), tr("With")}, rows, cells);
    m_view->sortByColumn(0, Qt::DescendingOrder);
    m_view->setColumnWidth(0, 90);
    m_view->setColumnWidth(2, 140);
    m_view->setColumnWidth(3, 360);
}

} // namespace partita
