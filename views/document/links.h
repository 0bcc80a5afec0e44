#pragma once

#include <QString>
#include <optional>

#include "core/base/ids.h"
#include "core/provider/partitioning.h"

namespace partita {

class DocumentController;
struct Type;

// What a name or a figure in the window leads to, as the target of a link in its text. One place
// knows how they are written and followed.

[[nodiscard]] QString linkTo(NodeId node);
[[nodiscard]] QString linkTo(ValueId tensor);
[[nodiscard]] QString linkTo(GraphId graph);
/// Selects the nodes of a partition, by its index.
[[nodiscard]] QString linkToPartition(std::uint32_t partition);
/// Selects the nodes of a provider, by its place in the order; negative: those that nobody runs.
[[nodiscard]] QString linkToProvider(std::int32_t provider);
/// Selects the nodes that another provider runs under the scenario.
[[nodiscard]] QString linkToMoved();
/// Shows a panel, by its id in panels.def.
[[nodiscard]] QString linkToPanel(const char* panel);
/// Shows a change of the scenario in *What if*, by its index.
[[nodiscard]] QString linkToChange(std::size_t change);
/// Opens the editor of the sizes of a tensor.
[[nodiscard]] QString linkToSizes(ValueId tensor);

/// Opens the source model of an EPContext node, with the nodes selected that are inside.
[[nodiscard]] QString linkToInside(NodeId node);

/// Has the user point at the node of the other side of a comparison that is the same as this one.
[[nodiscard]] QString linkToMatch(NodeId node);

/// Shows one copy of a repeated block beside its closed group, by the first node of that.
[[nodiscard]] QString linkToCopy(NodeId first);

/// The same as HTML, with a text that is escaped here.
[[nodiscard]] QString anchor(const QString& link, const QString& text);
/// What a figure of the headline of a placement leads to; empty: nothing.
[[nodiscard]] QString linkOfFigure(HeadlinePart::Figure figure);

/// Goes where a link leads. What needs the window is passed on by
/// `DocumentController::linkRequested`.
void follow(DocumentController& document, const QString& link);
/// The node or tensor of a link to one; none: it is another link.
[[nodiscard]] NodeId nodeIn(const QString& link);
[[nodiscard]] ValueId tensorIn(const QString& link);
/// The tensor of a link to its sizes; none: it is another link.
[[nodiscard]] ValueId sizesIn(const QString& link);
/// The EPContext node of a link to what is inside; none: it is another link.
[[nodiscard]] NodeId insideOf(const QString& link);
/// The node of a link that matches it by hand; none: it is another link.
[[nodiscard]] NodeId matchIn(const QString& link);
/// The first node of the group of a link to one of its copies; none: it is another link.
[[nodiscard]] NodeId copyIn(const QString& link);
/// The change of a link to one; nothing: it is another link.
[[nodiscard]] std::optional<std::size_t> changeIn(const QString& link);
/// The panel of a link to one; empty: it is another link.
[[nodiscard]] QString panelIn(const QString& link);

} // namespace partita
