#pragma once

#include <QMimeData>

#include "core/edits/edit.h"

namespace partita {

/// Nodes on the clipboard: of a model of this program, or as a small model of their own for another
/// one. Text programs get their names.
class NodeMime : public QMimeData {
    Q_OBJECT
public:
    NodeMime(const Model& model, std::vector<NodeId> nodes, const QString& names);
    [[nodiscard]] const PasteNodes& nodes() const { return m_nodes; }

    [[nodiscard]] QStringList formats() const override;
    [[nodiscard]] bool hasFormat(const QString& format) const override;

protected:
    /// Made when another program asks: it may hold large weights.
    [[nodiscard]] QVariant retrieveData(const QString& format, QVariant::Type type) const override;

private:
    PasteNodes m_nodes;
};

/// The nodes of a clipboard, to be pasted into a graph; fails when there are none.
Result<PasteNodes> nodesIn(const QMimeData* data, GraphId into);

} // namespace partita
