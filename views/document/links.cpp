#include "views/document/links.h"

#include "views/document/document_controller.h"

namespace partita {

namespace {

QString link(const char* kind, const QString& which) {
    return QLatin1String(kind) + QLatin1Char(':') + which;
}

/// The part of a link of a kind behind its colon; null: a link of another kind.
QString partOf(const QString& text, const char* kind) {
    const QString head = link(kind, {});
    return text.startsWith(head) ? text.mid(head.size()) : QString();
}

std::vector<NodeId> movedNodes(DocumentController& document) {
    std::vector<NodeId> nodes;
    if (const auto& change = document.state().change)
        for (const auto& moved : change->difference.moved)
            nodes.push_back(moved.node);
    return nodes;
}

std::vector<NodeId> nodesOfProvider(const DocumentController& document, std::int32_t provider) {
    std::vector<NodeId> nodes;
    const Partitioning& placed = document.partitioning();
    document.model().nodes().forEach([&](NodeId id, const auto& node) {
        const auto runs = placed.providerOf(id);
        const bool judged = !node->is("Constant") && !placed.verdicts(id).empty();
        if (runs ? static_cast<std::int32_t>(*runs) == provider : provider < 0 && judged)
            nodes.push_back(id);
    });
    return nodes;
}

} // namespace

QString linkTo(NodeId node) { return link("node", QString::number(node.value)); }
QString linkTo(ValueId tensor) { return link("tensor", QString::number(tensor.value)); }
QString linkTo(GraphId graph) { return link("graph", QString::number(graph.value)); }
QString linkToPartition(std::uint32_t partition) {
    return link("partition", QString::number(partition));
}
QString linkToProvider(std::int32_t provider) {
    return link("provider", QString::number(provider));
}
QString linkToMoved() { return link("moved", QStringLiteral("all")); }
QString linkToPanel(const char* panel) { return link("panel", QLatin1String(panel)); }
QString linkToChange(std::size_t change) {
    return link("change", QString::number(static_cast<qulonglong>(change)));
}
QString linkToSizes(ValueId tensor) { return link("sizes", QString::number(tensor.value)); }

QString linkToInside(NodeId node) { return link("inside", QString::number(node.value)); }
QString linkToMatch(NodeId node) { return link("match", QString::number(node.value)); }
QString linkToCopy(NodeId first) { return link("copy", QString::number(first.value)); }

QString anchor(const QString& link, const QString& text) {
    return QStringLiteral("<a href='%1'>%2</a>").arg(link, text.toHtmlEscaped());
}

QString linkOfFigure(HeadlinePart::Figure figure) {
    using enum HeadlinePart::Figure;
    switch (figure) {
    case nodes: return linkToProvider(0);
    case partitions: return linkToPanel("partitions");
    case boundaryTensors:
    case bytes:
    case copies: return linkToPanel("boundaries");
    case unassigned: return linkToProvider(-1);
    case folded:
    case unused: break;
    }
    return {};
}

NodeId nodeIn(const QString& link) { return NodeId{partOf(link, "node").toUInt()}; }
ValueId tensorIn(const QString& link) { return ValueId{partOf(link, "tensor").toUInt()}; }
ValueId sizesIn(const QString& link) { return ValueId{partOf(link, "sizes").toUInt()}; }
NodeId insideOf(const QString& link) { return NodeId{partOf(link, "inside").toUInt()}; }
NodeId matchIn(const QString& link) { return NodeId{partOf(link, "match").toUInt()}; }
NodeId copyIn(const QString& link) { return NodeId{partOf(link, "copy").toUInt()}; }
std::optional<std::size_t> changeIn(const QString& link) {
    const QString change = partOf(link, "change");
    return change.isEmpty() ? std::nullopt : std::optional<std::size_t>(change.toULongLong());
}
QString panelIn(const QString& link) { return partOf(link, "panel"); }

void follow(DocumentController& document, const QString& link) {
    if (!document.hasDocument())
        return;
    if (const NodeId node = nodeIn(link))
        document.setCurrentNode(node);
    else if (const ValueId tensor = tensorIn(link))
        document.setCurrentTensor(tensor);
    else if (const QString graph = partOf(link, "graph"); !graph.isEmpty())
        document.setScope(GraphId{graph.toUInt()});
    else if (const QString provider = partOf(link, "provider"); !provider.isEmpty())
        document.selectNodes(nodesOfProvider(document, provider.toInt()));
    else if (!partOf(link, "moved").isEmpty())
        document.selectNodes(movedNodes(document));
    else if (const auto index = partOf(link, "partition").toUInt();
             index > 0 && index <= document.partitioning().partitions.size())
        document.selectNodes(document.partitioning().partitions[index - 1].nodes);
    else
        Q_EMIT document.linkRequested(link);
}

} // namespace partita
