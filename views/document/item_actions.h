#pragma once

#include <QString>
#include <optional>

#include "core/scene/hierarchy.h"

class QMenu;

namespace partita {

class DocumentController;

/// What the user points at: on the canvas, or in the row of a table.
struct Item {
    enum Kind : unsigned { node = 1, group = 2, tensor = 4, selection = 8 };
    Kind kind = node;
    NodeId id;      ///< of a node; of a group: its first one
    ValueId value;  ///< of a tensor
    GroupKey key{}; ///< of a group

    [[nodiscard]] static Item of(NodeId id) { return {node, id, {}, {}}; }
    [[nodiscard]] static Item of(ValueId value) { return {tensor, {}, value, {}}; }
    /// All selected nodes, none of which is pointed at.
    [[nodiscard]] static Item ofSelection() { return {selection, {}, {}, {}}; }
};

/// Adds what can be done with an item, in groups with lines between them. Actions on a node that is
/// one of several selected ones act on all of them where that makes sense.
void addItemActions(QMenu& menu, DocumentController& document, const Item& item);

/// Selects the nodes before (−1) or after (1) the selected ones; `toBorder`: only those of the same
/// partitions.
void selectAround(DocumentController& document, int direction, bool toBorder);
/// Selects the nodes of a shortest way between the two selected nodes, or of all ways. Returns
/// false if not exactly two nodes are selected or no way leads from one to the other.
bool selectWay(DocumentController& document, bool all);

/// The names of the selected nodes or of the selected tensor, one a line.
[[nodiscard]] QString selectedNames(const DocumentController& document);

} // namespace partita
