#pragma once

#include <QObject>
#include <QTimer>

#include "views/document/document_controller.h"
#include "views/theme/theme.h"

namespace partita {

class BlockBeside;
class EmptyState;
class GraphView;
class Legend;
class Minimap;
class OverlayCard;

/// The widgets on the canvas: legend, minimap and one copy of a repeated block, or, without a document,
/// the empty state. In a small window they give way to the graph, and each can be folded or hidden.
class Overlays : public QObject {
    Q_OBJECT
public:
    Overlays(DocumentController& document, GraphView& graph);
    [[nodiscard]] EmptyState& emptyState() { return *m_emptyState; }
    [[nodiscard]] BlockBeside& block() { return *m_block; }
    void refresh(); ///< updates after a change of theme or language
    void setLegendWanted(bool wanted);
    void setMinimapWanted(bool wanted);

private:
    [[nodiscard]] bool isStep() const;
    [[nodiscard]] bool compares() const;
    void place();
    void placeLegend();
    void refreshEmptyState();

    DocumentController& m_document;
    GraphView& m_graph;
    Minimap* m_minimap;
    Legend* m_legend;
    OverlayCard *m_legendCard, *m_minimapCard;
    BlockBeside* m_block;
    EmptyState* m_emptyState;
    QTimer m_openingLong; ///< from then on, the canvas says what is being opened
    bool m_legendWanted = true, m_minimapWanted = true;
};

} // namespace partita
