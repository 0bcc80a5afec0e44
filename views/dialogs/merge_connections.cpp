#include "views/dialogs/merge_connections.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>

#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr int kTypeRole = Qt::UserRole + 1;

QString modelOf(const QComboBox* box, int port) {
    return box->itemData(port).toString().section(QLatin1Char('.'), 0, 0);
}

/// The name of a port after the model `removed`, counted from 0, was taken out; empty: it was the
/// model's.
QString renumbered(const QString& port, int removed) {
    const int dot = port.indexOf(QLatin1Char('.')), model = port.left(dot).toInt() - 1;
    if (model == removed)
        return {};
    return QString::number(model < removed ? model + 1 : model) + port.mid(dot);
}

} // namespace

MergeConnections::MergeConnections() : m_layout(new QVBoxLayout(this)) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    hide(); // takes no space without a row
}

void MergeConnections::setModels(const std::vector<MergeInput>& inputs) {
    setModels(inputs, ports());
}

void MergeConnections::setModelsWithout(int removed, const std::vector<MergeInput>& inputs) {
    Ports wanted;
    for (const auto& [input, output] : ports())
        wanted.emplace_back(renumbered(input, removed), renumbered(output, removed));
    setModels(inputs, wanted);
}

void MergeConnections::setModels(const std::vector<MergeInput>& inputs, const Ports& wanted) {
    clear();
    m_inputs.clear();
    m_outputs.clear();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const Model& model = inputs[i].model;
        const Graph& graph = *model.graph(model.mainGraph());
        const auto portOf = [&](ValueId id) {
            const auto& value = model.value(id);
            const QString name = toQString(value->name);
            const QString type = value->type ? toQString(value->type->text()) : QString();
            return Port{QStringLiteral("%1 · %2  %3")
                            .arg(toQString(contextStem(inputs[i].path)), name, type),
                        QStringLiteral("%1.%2").arg(i + 1).arg(name), type};
        };
        std::ranges::transform(graph.inputs, std::back_inserter(m_inputs), portOf);
        std::ranges::transform(graph.outputs, std::back_inserter(m_outputs), portOf);
    }
    for (const auto& [input, output] : wanted)
        if (std::ranges::find(m_inputs, input, &Port::name) != m_inputs.end() &&
            std::ranges::find(m_outputs, output, &Port::name) != m_outputs.end())
            add(input, output);
}

void MergeConnections::fill(QComboBox* box, const std::vector<Port>& ports) {
    for (const Port& port : ports) {
        box->addItem(port.text, port.name);
        box->setItemData(box->count() - 1, port.type, kTypeRole);
    }
}

void MergeConnections::add(const QString& input, const QString& output) {
    auto* widget = new QWidget;
    auto* layout = new QHBoxLayout(widget);
    layout->setContentsMargins(0, 0, 0, 0);
    const Row made{widget, new QComboBox, new QComboBox};
    auto* gone = new QToolButton;
    gone->setText(QStringLiteral("✕"));
    gone->setToolTip(tr("Leave this connection out"));
    layout->addWidget(made.output, 1);
    layout->addWidget(new QLabel(QStringLiteral("→")));
    layout->addWidget(made.input, 1);
    layout->addWidget(gone);
    m_layout->addWidget(widget);
    m_rows.push_back(made);
    show();
    fill(made.input, m_inputs);
    fill(made.output, m_outputs);
    if (input.isEmpty() && output.isEmpty())
        suggest(made);
    if (!input.isEmpty())
        made.input->setCurrentIndex(made.input->findData(input));
    if (!output.isEmpty())
        made.output->setCurrentIndex(made.output->findData(output));
    for (QComboBox* box : {made.input, made.output})
        connect(box, QOverload<int>::of(&QComboBox::activated), this, &MergeConnections::changed);
    connect(gone, &QToolButton::clicked, this, [this, widget] {
        std::erase_if(m_rows, [widget](const Row& each) { return each.row == widget; });
        widget->deleteLater();
        setVisible(!m_rows.empty());
        Q_EMIT changed();
    });
}

void MergeConnections::suggest(const Row& row) {
    for (int from = 0; from < row.output->count(); ++from)
        for (int to = row.input->count() - 1; to >= 0; --to)
            if (modelOf(row.output, from) != modelOf(row.input, to) &&
                row.output->itemData(from, kTypeRole) == row.input->itemData(to, kTypeRole)) {
                row.output->setCurrentIndex(from);
                row.input->setCurrentIndex(to);
                return;
            }
}

void MergeConnections::clear() {
    for (const Row& each : m_rows)
        each.row->deleteLater();
    m_rows.clear();
    hide();
}

MergeConnections::Ports MergeConnections::ports() const {
    Ports ports;
    for (const Row& each : m_rows)
        ports.emplace_back(each.input->currentData().toString(),
                           each.output->currentData().toString());
    return ports;
}

} // namespace partita
