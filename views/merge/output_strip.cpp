#include "views/merge/output_strip.h"

#include <QKeyEvent>
#include <algorithm>
#include <set>

#include "views/tables/only_this_row.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr int kPort = Qt::UserRole;
constexpr int kHeight = 46; ///< a line, and a scroll bar

/// The port "1.y" of a value that is an output of its model; null: none.
const MergePlan::Port* outputPort(const MergePlan& plan, ValueId value) {
    const auto found = std::ranges::find_if(plan.ports, [&](const MergePlan::Port& port) {
        return port.value == value && port.isOutput;
    });
    return found == plan.ports.end() ? nullptr : &*found;
}

} // namespace

OutputStrip::OutputStrip() {
    setObjectName(QStringLiteral("mergeOutputs"));
    setFlow(QListView::LeftToRight);
    setWrapping(false);
    setDragDropMode(QAbstractItemView::InternalMove);
    setDefaultDropAction(Qt::MoveAction);
    setSpacing(2);
    setFixedHeight(kHeight);
    // Queued: a drag adds the row to its new place before it removes the old one.
    connect(
        model(), &QAbstractItemModel::rowsRemoved, this,
        [this] {
            if (!m_isFilling && names() != m_names)
                Q_EMIT ordered(names());
        },
        Qt::QueuedConnection);
    connect(this, &QListWidget::itemChanged, this, [this](const QListWidgetItem* item) {
        if (!m_isFilling && !item->data(kPort).toString().isEmpty())
            Q_EMIT kept(item->data(kPort).toString(), item->checkState() == Qt::Checked);
    });
    translate();
}

void OutputStrip::translate() {
    setAccessibleName(tr("Outputs of the merged model in their order"));
    setToolTip(tr("Drag to change the order of the outputs, or press Alt+Left and Alt+Right. An "
                  "output that another model reads may be left out."));
}

std::vector<std::string> OutputStrip::names() const {
    std::vector<std::string> names;
    for (int row = 0; row < count(); ++row)
        if (const auto* each = item(row);
            each->data(kPort).toString().isEmpty() || each->checkState() == Qt::Checked)
            names.push_back(each->text().toStdString());
    return names;
}

void OutputStrip::add(const QString& name, const MergePlan::Port* port, bool isRead,
                      bool isOutput) {
    auto* item = new QListWidgetItem(name, this);
    if (!port || !isRead)
        return;
    item->setData(kPort, QStringLiteral("%1.%2").arg(port->model + 1).arg(toQString(port->name)));
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(isOutput ? Qt::Checked : Qt::Unchecked);
}

void OutputStrip::show(const MergePlan* plan) {
    m_isFilling = true;
    const int chosen = currentRow();
    clear();
    if (plan) {
        const Model& model = plan->model;
        std::set<std::string> read; // names of outputs that other models read
        for (const MergePlan::Step& step : plan->steps)
            if (step.does == MergePlan::Step::Does::connect && !step.isRefused)
                read.insert(step.to);
        const auto& outputs = model.graph(model.mainGraph())->outputs;
        for (const ValueId id : outputs)
            add(toQString(model.value(id)->name), outputPort(*plan, id),
                read.contains(model.value(id)->name), true);
        for (const MergePlan::Port& port : plan->ports)
            if (port.isOutput && std::ranges::find(outputs, port.value) == outputs.end())
                add(toQString(model.value(port.value)->name), &port, true, false);
    }
    setCurrentRow(std::min(chosen, count() - 1), kOnlyThisRow);
    m_names = names();
    // Removed rows are told of only after this function.
    QMetaObject::invokeMethod(
        this, [this] { m_isFilling = false; }, Qt::QueuedConnection);
}

void OutputStrip::move(int by) {
    const int from = currentRow(), to = from + by;
    if (from < 0 || to < 0 || to >= count())
        return;
    std::vector<std::string> order = names();
    if (static_cast<std::size_t>(std::max(from, to)) >= order.size())
        return;
    std::swap(order[static_cast<std::size_t>(from)], order[static_cast<std::size_t>(to)]);
    setCurrentRow(to, kOnlyThisRow);
    Q_EMIT ordered(order);
}

void OutputStrip::keyPressEvent(QKeyEvent* event) {
    if (event->modifiers() == Qt::AltModifier && event->key() == Qt::Key_Left)
        move(-1);
    else if (event->modifiers() == Qt::AltModifier && event->key() == Qt::Key_Right)
        move(1);
    else
        QListWidget::keyPressEvent(event);
}

} // namespace partita
