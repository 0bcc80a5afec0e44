// The part of the inspector about calls of functions.

#include "core/session/placed_calls.h"
#include "views/document/document_controller.h"
#include "views/document/links.h"
#include "views/panels/inspector_panel.h"
#include "views/panels/wrapped_text.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

void InspectorPanel::addParts(const Node& node) {
    const Model& model = document().model();
    const Partitioning& placed = document().partitioning();
    if (isPlacedByCall(model, placed, node.id))
        label(tr("Other calls of the function place it elsewhere; this is the first call.")
                  .toHtmlEscaped());
    const auto parts = partsOfCall(model, placed, node.id);
    if (parts.empty())
        return;
    heading(tr("Nodes of the function"));
    constexpr std::size_t kMostParts = 100;
    QStringList lines;
    for (const PartOfCall& part : parts)
        if (static_cast<std::size_t>(lines.size()) < kMostParts)
            lines += QStringLiteral("%1 %2").arg(
                anchor(linkTo(part.node), toQString(model.node(part.node)->label())),
                messageText(part.why).toHtmlEscaped());
    if (parts.size() > kMostParts)
        lines += tr(" and %n more", nullptr, static_cast<int>(parts.size() - kMostParts));
    links(lines.join(QStringLiteral("<br>")));
}

} // namespace partita
