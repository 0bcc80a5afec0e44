#pragma once

#include <QObject>

#include "views/document/document_controller.h"
#include "views/theme/theme.h"

namespace partita {

class EmptyState;
class GraphView;
class Legend;
class Minimap;

/// What lies on the canvas: the legend, the whole graph made small, or, without a document, how to
/// open one. In a small window the graph comes first.
class Overlays : public QObject {
    Q_OBJECT
public:
    Overlays(DocumentController& document, GraphView& graph);
    [[nodiscard]] EmptyState& emptyState() { return *m_emptyState; }
    void refresh(); ///< theme or language changed

private:
    void place();
    void refreshEmptyState();

    DocumentController& m_document;
    GraphView& m_graph;
    Minimap* m_minimap;
    Legend* m_legend;
    EmptyState* m_emptyState;
};

} // namespace partita
