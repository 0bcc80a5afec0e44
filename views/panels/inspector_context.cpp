// What is inside of a compiled node: the nodes of its source model, and the graphs of its binary.

#include <QLocale>

#include "core/epcontext/formats/context_content.h"
#include "views/document/links.h"
#include "views/panels/inspector_panel.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr std::size_t kListedMembers = 40;

QString listOf(const std::vector<std::string>& texts) {
    QStringList all;
    for (const std::string& each : texts)
        all += toQString(each);
    return all.join(QStringLiteral(", "));
}

} // namespace

void InspectorPanel::addMembers(const Node& node) {
    constexpr std::size_t kNamed = 12;
    heading(tr("Inside, of the source model"));
    const Result<ContextMembers>* members = document().contextMembers().of(node.id);
    if (!members) {
        label(tr("Looking for the source model…"));
        return;
    }
    if (!*members) {
        label(errorText(members->error()).toHtmlEscaped());
        return;
    }
    const ContextMembers& inside = **members;
    linkRow(tr("Source model"),
            anchor(linkToInside(node.id),
                   QStringLiteral("%1 · %2").arg(
                       toQString(inside.file.filename().string()),
                       tr("%Ln node(s)", nullptr, static_cast<int>(inside.nodes.size())))));
    QStringList operators;
    for (const auto& [name, count] : inside.operators)
        operators += QStringLiteral("%1 %2").arg(toQString(name), countText(count));
    row(tr("Operators"), operators.join(QStringLiteral(", ")));
    QStringList names;
    for (std::size_t i = 0; i < std::min(kNamed, inside.names.size()); ++i)
        names += toQString(inside.names[i]);
    if (inside.names.size() > kNamed)
        names += tr("and %1 more").arg(countText(inside.names.size() - kNamed));
    row(tr("Nodes"), names.join(QStringLiteral(", ")));
}

void InspectorPanel::addContext(const Node& node) {
    if (!isEpContext(node))
        return;
    addMembers(node);
    const EpContext context = epContextOf(node);
    heading(tr("Inside the binary"));
    if (!context.source.empty())
        row(tr("Compiled for"), toQString(context.source));
    const auto graphs = contextContent(context, epContextsOf(document().model()),
                                       document().edits().binaries(), kMostBytesListed);
    if (!graphs) {
        label(errorText(graphs.error()).toHtmlEscaped());
        return;
    }
    if (graphs->empty())
        label(tr("Nobody knows how to read its graphs."));
    for (std::size_t i = 0; i < std::min(kListedMembers, graphs->size()); ++i) {
        const ContextGraph& graph = (*graphs)[i];
        QStringList parts = {toQString(graph.name)};
        if (graph.nodes)
            parts += tr("%n node(s)", nullptr, static_cast<int>(graph.nodes));
        if (graph.bytes)
            parts += toQString(byteText(graph.bytes));
        row(graph.isNodes ? tr("Graph of this node") : tr("Graph"),
            parts.join(QStringLiteral(" · ")));
        if (!graph.inputs.empty())
            row(tr("Reads"), listOf(graph.inputs));
        if (!graph.outputs.empty())
            row(tr("Gives"), listOf(graph.outputs));
    }
    if (graphs->size() > kListedMembers)
        label(tr("and %1 more").arg(countText(graphs->size() - kListedMembers)));
}

} // namespace partita
