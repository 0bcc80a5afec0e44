#include "app/window/parts/edit_lists.h"

#include <QLineF>
#include <QListWidget>
#include <algorithm>

#include "core/edits/slots.h"
#include "views/document/document_controller.h"
#include "views/graph/graph_view.h"
#include "views/graph/ports.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

namespace {

constexpr std::size_t kListed = 200;

QListWidgetItem* addRow(QListWidget& list, const QString& text, std::size_t number) {
    auto* item = new QListWidgetItem(text, &list);
    item->setData(Qt::UserRole, static_cast<uint>(number));
    item->setSizeHint(QSize(0, 24));
    return item;
}

void addNothing(QListWidget& list, const QString& text) {
    (new QListWidgetItem(text, &list))->setFlags(Qt::NoItemFlags);
}

void apply(DocumentController& document, const Edit& edit) {
    if (auto done = document.edits().apply(edit); !done)
        Q_EMIT document.failed(done.error());
}

} // namespace

OperatorList::OperatorList(DocumentController& document, NodeId node, QWidget* parent)
    : FilteredList(parent, "operatorList", tr("Replace the operator"), tr("Name or group")),
      m_document(document), m_node(node), m_catalogue(document.model()) {
    filter();
}

void OperatorList::fill(QListWidget& list, const QString& text) {
    const auto found = m_catalogue.search(text.toStdString());
    for (std::size_t i = 0; i < found.size() && i < kListed; ++i) {
        const OperatorEntry& entry = *found[i];
        if (entry.needsBody)
            continue;
        addRow(list,
               QStringLiteral("%1    %2").arg(toQString(entry.opType), toQString(entry.signature)),
               static_cast<std::size_t>(&entry - m_catalogue.entries().data()))
            ->setToolTip(toQString(entry.summary));
    }
    if (list.count() == 0)
        addNothing(list, tr("No operator matches \"%1\"").arg(text));
}

void OperatorList::choose(const QListWidgetItem& item) {
    const OperatorEntry& entry = m_catalogue.entries()[item.data(Qt::UserRole).toUInt()];
    apply(m_document, ReplaceOperator{m_node, entry.domain, entry.opType, entry.overload});
}

ConnectionList::ConnectionList(DocumentController& document, const GraphView& view, NodeId node,
                               QWidget* parent)
    : FilteredList(parent, "connectionList", tr("Connect an output"), tr("Node, input or output")),
      m_document(document) {
    find(view, node);
    filter();
}

void ConnectionList::find(const GraphView& view, NodeId id) {
    const Model& model = m_document.model();
    const GraphScene& scene = *view.painter().scene();
    const Node& node = *model.node(id);
    const auto from = scene.boxOf(id);
    const auto outputs = std::ranges::count_if(node.outputs, [](ValueId each) { return !!each; });
    for (const ValueId output : node.outputs) {
        if (!output)
            continue;
        for (const FittingSlot& slot : SlotFinder(model, output).all()) {
            Way way{output, slot, 1e300, {}};
            const auto box = boxOfSlot(model, scene, slot.slot);
            if (from && box)
                way.distance = QLineF(view.painter().boxRect(*from).center(),
                                      view.painter().boxRect(*box).center())
                                   .length();
            if (outputs > 1)
                way.text = toQString(tensorText(model, output)) + QStringLiteral(" → ");
            way.text += messageText(slotText(model, slot.slot));
            if (slot.replaces)
                way.text += QStringLiteral(" · ") +
                            tr("replaces %1").arg(toQString(tensorText(model, slot.replaces)));
            m_ways.push_back(std::move(way));
        }
    }
    // What waits for a tensor is what a new line is mostly for.
    std::ranges::stable_sort(
        m_ways, {}, [](const Way& way) { return std::pair(!way.to.isOpen, way.distance); });
}

void ConnectionList::fill(QListWidget& list, const QString& text) {
    for (std::size_t i = 0; i < m_ways.size() && list.count() < static_cast<int>(kListed); ++i)
        if (m_ways[i].text.contains(text, Qt::CaseInsensitive))
            addRow(list, m_ways[i].text, i);
    if (list.count() == 0)
        addNothing(list, tr("No input takes it"));
}

void ConnectionList::choose(const QListWidgetItem& item) {
    const Way& way = m_ways[item.data(Qt::UserRole).toUInt()];
    apply(m_document, Connect{way.from, way.to.slot});
}

InputList::InputList(DocumentController& document, const Slot& to, QWidget* parent)
    : FilteredList(parent, "inputList", tr("Connect an input"), tr("Name of a tensor")),
      m_document(document), m_to(to), m_fitting(TensorFinder(document.model(), to).all()) {
    filter();
}

void InputList::fill(QListWidget& list, const QString& text) {
    for (const ValueId id : m_fitting) {
        const auto& value = m_document.model().value(id);
        if (list.count() >= static_cast<int>(kListed))
            break;
        if (!value || !toQString(value->name).contains(text, Qt::CaseInsensitive))
            continue;
        const QString name = toQString(tensorText(m_document.model(), id));
        addRow(list,
               value->type ? QStringLiteral("%1    %2").arg(name, typeWords(*value->type)) : name,
               id.value);
    }
    if (list.count() == 0)
        addNothing(list, tr("No tensor of that name fits"));
    addRow(list, tr("New initializer…"), 0); // no tensor has this id
}

void InputList::choose(const QListWidgetItem& item) {
    if (!item.data(Qt::UserRole).toUInt()) {
        Q_EMIT m_document.linkRequested(
            QStringLiteral("edit:initializer:%1").arg(static_cast<qulonglong>(m_to.index)));
        return;
    }
    apply(m_document, Connect{ValueId{item.data(Qt::UserRole).toUInt()}, m_to});
}

RerouteList::RerouteList(DocumentController& document, ValueId tensor, QWidget* parent)
    : FilteredList(parent, "rerouteList", tr("Let its readers read"), tr("Name of a tensor")),
      m_document(document), m_tensor(tensor) {
    filter();
}

void RerouteList::fill(QListWidget& list, const QString& text) {
    const Model& model = m_document.model();
    const auto& old = model.value(m_tensor);
    model.values().forEach([&](ValueId id, const auto& value) {
        const QString name = toQString(value->name);
        if (list.count() >= static_cast<int>(kListed) || !old || id == m_tensor ||
            value->graph != old->graph || !name.contains(text, Qt::CaseInsensitive))
            return;
        if (old->type && value->type && !sameType(*old->type, *value->type))
            return;
        addRow(list,
               value->type ? QStringLiteral("%1    %2").arg(name, typeWords(*value->type)) : name,
               id.value);
    });
    if (list.count() == 0)
        addNothing(list, tr("No tensor of this type has such a name"));
}

void RerouteList::choose(const QListWidgetItem& item) {
    apply(m_document, RerouteReaders{m_tensor, ValueId{item.data(Qt::UserRole).toUInt()}});
}

} // namespace partita
