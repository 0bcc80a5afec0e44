// The parts of the inspector whose names and figures are links, and its page of a tensor. The rest
// is in inspector_panel.cpp.

#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QVBoxLayout>
#include <memory>

#include "core/ir/constants.h"
#include "core/session/placed_order.h"
#include "views/document/item_actions.h"
#include "views/document/links.h"
#include "views/document/measured_controller.h"
#include "views/panels/inspector_panel.h"
#include "views/panels/wrapped_text.h"
#include "views/text/fonts.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

namespace {

constexpr std::size_t kNodesListed = 12;

QString inColour(const QColor& colour, const QString& html) {
    return QStringLiteral("<span style='color:%1'>%2</span>").arg(colour.name(), html);
}

bool hasOpenSizes(const Value& value) {
    return value.type && value.type->shape && !staticDims(value.type->shape);
}

/// The nodes that read a tensor; a graph that returns it is none.
std::vector<NodeId> readersOf(const Model& model, ValueId id) {
    std::vector<NodeId> readers;
    for (const NodeId reader : model.consumers(id))
        if (reader)
            readers.push_back(reader);
    return readers;
}

/// Where a real runtime ran a node; empty: there is no record, or the node is none that is placed.
QString measuredHtml(const DocumentController& document, const Theme& theme, NodeId node) {
    const MeasuredController& controller = document.measured();
    const MeasuredPlacement* measured = controller.placement();
    using Kind = PredictionCheck::Kind;
    const Kind kind = controller.check().kind(node);
    if (!measured || kind == Kind::none)
        return {};
    const auto& place = measured->place(node);
    QString text = place ? toQString(measured->providers[place->provider]).toHtmlEscaped()
                         : messageText(whyOf(controller.check(), document.partitioning(), node));
    if (kind == Kind::differs)
        text += QStringLiteral(" · <a href='%1' style='color:%2'>%3</a>")
                    .arg(linkToPanel("measured"), theme.bad.name(),
                         InspectorPanel::tr("not as predicted"));
    if (place && place->microseconds)
        text += QStringLiteral(" · ") +
                InspectorPanel::tr("%1 ms").arg(*place->microseconds / 1000, 0, 'g', 3);
    return text;
}

} // namespace

WrappedText* InspectorPanel::links(const QString& html) {
    auto* made = new WrappedText({}, valueFont());
    made->setLinks(html);
    // Not in the panel's own call: the page that holds the link is replaced by following it.
    connect(
        made, &QTextBrowser::anchorClicked, this,
        [this](const QUrl& link) { follow(document(), link.toString()); }, Qt::QueuedConnection);
    made->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(made, &QWidget::customContextMenuRequested, this,
            [this, made](const QPoint& at) { showMenu(*made, at); });
    m_layout->addWidget(made);
    return made;
}

/// The menu of the node or tensor whose name is there, or else that of a text. Its actions act on
/// what is selected, so that the page is replaced meanwhile.
void InspectorPanel::showMenu(WrappedText& text, const QPoint& at) {
    const QString link = text.anchorAt(at);
    const QPoint place = text.mapToGlobal(at);
    const NodeId node = nodeIn(link);
    const ValueId tensor = tensorIn(link);
    if (!node && !tensor) {
        std::unique_ptr<QMenu>(text.createStandardContextMenu(at))->exec(place);
        return;
    }
    follow(document(), link);
    QMenu menu(this);
    connect(&document(), &DocumentController::partitioningChanged, &menu, &QMenu::close);
    addItemActions(menu, document(), tensor ? Item::of(tensor) : Item::of(node));
    menu.exec(place);
}

void InspectorPanel::linkRow(const QString& name, const QString& html) {
    links(QStringLiteral("%1&nbsp; %2").arg(name, html));
}

/// A body as a link that opens it: "Nodes: 12".
QString InspectorPanel::bodyHtml(GraphId body) const {
    int nodes = 0;
    document().model().nodes().forEach(
        [&](NodeId, const auto& node) { nodes += node->graph == body && !node->is("Constant"); });
    return anchor(linkTo(body), tr("Nodes: %1").arg(QLocale().toString(nodes)));
}

QString InspectorPanel::typeHtml(const Value& value) const {
    if (!value.type) {
        const auto& weight = value.initializer;
        return weight ? typeWords(*Type::tensor(weight->type, weight->shape()))
                      : QStringLiteral("?");
    }
    const QString text = typeWords(*value.type);
    if (!hasOpenSizes(value))
        return text.toHtmlEscaped();
    const QString shape = toQString(shapeText(value.type->shape));
    return anchor(linkToSizes(value.id), shape) + text.mid(shape.size()).toHtmlEscaped();
}

QString InspectorPanel::nodesHtml(const std::vector<NodeId>& nodes) const {
    const Partitioning& placed = document().partitioning();
    QStringList parts;
    for (std::size_t i = 0; i < nodes.size() && i < kNodesListed; ++i) {
        QString part =
            anchor(linkTo(nodes[i]), toQString(document().model().node(nodes[i])->label()));
        if (const Partition* partition = placed.partition(nodes[i]))
            part +=
                QStringLiteral(" ") + inColour(theme().second, toQString(placed.badge(*partition)));
        parts += part;
    }
    QString text = parts.join(QStringLiteral(", "));
    if (nodes.size() > kNodesListed)
        text += tr(" and %n more", nullptr, static_cast<int>(nodes.size() - kNodesListed));
    return text;
}

void InspectorPanel::valueRow(const QString& formal, ValueId id, bool output) {
    const Model& model = document().sizedModel();
    const auto& value = model.value(id);
    if (!value) {
        row(formal, tr("omitted"));
        return;
    }
    QString where;
    if (output) {
        if (const auto readers = readersOf(model, id); !readers.empty())
            where = tr("read by %1").arg(nodesHtml(readers));
    } else if (const NodeId producer = model.producer(id)) {
        where = tr("from %1").arg(nodesHtml({producer}));
    } else {
        where = value->isConstant() ? tr("weight") : tr("input of the graph");
    }
    if (output && model.isGraphOutput(id))
        where += (where.isEmpty() ? QString() : QStringLiteral(" · ")) + tr("output of the graph");
    QString html = QStringLiteral("<b>%1</b>&nbsp; %2&nbsp; %3")
                       .arg(formal.toHtmlEscaped(), anchor(linkTo(id), toQString(value->name)),
                            typeHtml(*value));
    if (!where.isEmpty())
        html += QStringLiteral("<br>") + inColour(theme().second, where);
    links(html);
    if (!output && document().edits().isOn())
        addElements(*value);
}

void InspectorPanel::addPorts(const std::vector<ValueId>& values, bool inputs) {
    for (const ValueId id : values)
        if (const auto& value = document().sizedModel().value(id);
            value && !(inputs && value->isConstant()))
            linkRow(anchor(linkTo(id), toQString(value->name)), typeHtml(*value));
}

void InspectorPanel::addFixedSizes() {
    QStringList parts;
    for (const auto& [name, sizes] : document().fixedSizes()) {
        QStringList numbers;
        for (const std::int64_t size : sizes)
            numbers += QString::number(size);
        parts += QStringLiteral("%1 = %2").arg(toQString(name), numbers.join(QStringLiteral("×")));
    }
    if (parts.isEmpty())
        return;
    heading(tr("Fixed sizes"));
    links(anchor(linkToSizes({}), parts.join(QStringLiteral(", "))));
}

/// The partition of a node, which selects its nodes.
void InspectorPanel::addPlace(const Node& node) {
    const Partitioning& placed = document().placementOf(node.id);
    if (const QString measured = measuredHtml(document(), theme(), node.id); !measured.isEmpty())
        linkRow(tr("Measured on"), measured);
    const Partition* partition = placed.partition(node.id);
    if (!partition)
        return;
    const auto nodes = static_cast<int>(partitionSizes(placed)[partition->index]);
    linkRow(tr("Partition"),
            anchor(linkToPartition(partition->index),
                   QStringLiteral("%1 · %2").arg(toQString(placed.badge(*partition)),
                                                 tr("%Ln node(s)", nullptr, nodes))));
}

void InspectorPanel::showTensor(const Value& value) {
    const Model& model = document().model();
    const Partitioning& placed = document().partitioning();
    label(titleHtml(tr("Tensor")) +
          QStringLiteral("&nbsp;&nbsp;<span style='color:%1'>%2</span>")
              .arg(theme().second.name(), tr("value %1").arg(value.id.value)));
    const bool isEdited = document().edits().isOn();
    if (isEdited)
        addTensorEditing(value);
    else
        links(toQString(value.name).toHtmlEscaped());
    linkRow(tr("Type"), typeHtml(value));
    if (const auto bytes = valueBytes(value))
        linkRow(tr("Bytes"), toQString(byteText(*bytes)));
    const NodeId producer = model.producer(value.id);
    linkRow(tr("Made by"), producer             ? nodesHtml({producer})
                           : value.isConstant() ? tr("weight")
                                                : tr("input of the graph"));
    if (const auto readers = readersOf(model, value.id); !readers.empty())
        linkRow(tr("Read by"), nodesHtml(readers));
    if (model.isGraphOutput(value.id))
        linkRow(tr("Output"), toQString(model.graphPath(value.graph)).toHtmlEscaped());
    for (const BoundaryTensor& boundary : placed.boundaries)
        if (boundary.value == value.id) {
            const auto side = [&](std::uint32_t partition) {
                return anchor(linkToPartition(partition), toQString(placed.badge(partition)));
            };
            const QString moved = boundary.sameProvider
                                      ? staysText(placed, boundary)
                                      : tr("%1 per run")
                                            .arg(toQString(byteText(
                                                boundary.bytes.value_or(boundary.bytesPerSymbol))));
            linkRow(tr("Border"),
                    QStringLiteral("%1 → %2 · %3")
                        .arg(boundary.from ? side(boundary.from) : QStringLiteral("–"),
                             boundary.to ? side(boundary.to) : QStringLiteral("–"),
                             anchor(linkToPanel("boundaries"), moved)));
        }
    if (isEdited)
        addElements(value);
    addAnnotations({{}, value.id, {}});
    if (value.initializer && value.initializer->type != DataType::string)
        addStatistics(tr("Weight %1").arg(toQString(value.name)), value.initializer);
}

} // namespace partita
