#include "app/window/overlays.h"

#include "app/window/empty_state.h"
#include "views/graph/legend.h"
#include "views/graph/minimap.h"

namespace partita {

Overlays::Overlays(DocumentController& document, GraphView& graph)
    : m_document(document), m_graph(graph), m_minimap(new Minimap(document, graph)),
      m_legend(new Legend(document, graph)), m_emptyState(new EmptyState(&graph)) {
    connect(&document, &DocumentController::documentChanged, this, &Overlays::refreshEmptyState);
    connect(&document, &DocumentController::sceneChanged, this, &Overlays::place);
    connect(m_legend, &Legend::resized, this, &Overlays::place);
    connect(&graph, &GraphView::resized, this, &Overlays::place);
}

void Overlays::refresh() {
    m_legend->refresh();
    m_minimap->refresh();
    refreshEmptyState();
    place();
}

void Overlays::refreshEmptyState() {
    m_emptyState->setVisible(!m_document.hasDocument());
    m_graph.setToolTip({});
    if (m_document.hasDocument())
        return;
    m_emptyState->refresh(m_graph.theme());
    place();
}

void Overlays::place() {
    m_legend->adjustSize();
    m_legend->move(12, 12);
    m_legend->setVisible(m_document.hasDocument() && m_graph.width() > m_legend->width() + 120);
    m_graph.coverCorner(m_legend->isHidden() ? QSize(0, 0) : m_legend->size() + QSize(16, 16));
    m_minimap->move(m_graph.width() - m_minimap->width() - 12, 12);
    m_minimap->setVisible(m_minimap->isUseful() && m_graph.width() > 480);
    m_emptyState->resize(m_graph.size());
}

} // namespace partita
