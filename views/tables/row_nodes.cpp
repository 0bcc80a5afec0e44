#include "views/tables/row_nodes.h"

#include <QAbstractItemView>
#include <unordered_set>

#include "views/document/document_controller.h"

namespace partita {

QVariant nodesData(const std::vector<NodeId>& nodes) { return QVariant::fromValue(nodes); }

std::vector<NodeId> nodesOfRow(const QModelIndex& index) {
    return index.data(kNodesRole).value<std::vector<NodeId>>();
}

std::vector<NodeId> nodesOfSelectedRows(const QAbstractItemView& view) {
    std::vector<NodeId> nodes;
    std::unordered_set<NodeId> known;
    for (const QModelIndex& row : view.selectionModel()->selectedRows())
        for (const NodeId node : nodesOfRow(row))
            if (known.insert(node).second)
                nodes.push_back(node);
    return nodes;
}

void selectNodesOfRows(const QAbstractItemView& view, DocumentController& document) {
    if (view.selectionModel()->selectedRows().size() < 2 && document.selection().size() < 2)
        return;
    if (auto nodes = nodesOfSelectedRows(view); !nodes.empty())
        document.setSelection(std::move(nodes));
}

} // namespace partita
