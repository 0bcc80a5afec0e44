#pragma once

#include <QVariant>
#include <vector>

#include "core/base/ids.h"

class QAbstractItemView;

namespace partita {

class DocumentController;

/// Role of the models of tables: the nodes that a row stands for, as `nodesData` gives them.
constexpr int kNodesRole = Qt::UserRole + 100;

[[nodiscard]] QVariant nodesData(const std::vector<NodeId>& nodes);
/// The nodes of the row of an index; none: the row stands for something else.
[[nodiscard]] std::vector<NodeId> nodesOfRow(const QModelIndex& index);
/// The nodes of all selected rows, each once.
[[nodiscard]] std::vector<NodeId> nodesOfSelectedRows(const QAbstractItemView& view);
/// Makes the nodes of several selected rows the selection of the document, and those of one row
/// after several.
void selectNodesOfRows(const QAbstractItemView& view, DocumentController& document);

} // namespace partita
