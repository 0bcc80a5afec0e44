#pragma once

#include <QCoreApplication>

#include "views/document/document_controller.h"
#include "views/graph/graph_painter.h"

namespace partita {

/// The tool tips of the canvas, as HTML.
class GraphTips {
    Q_DECLARE_TR_FUNCTIONS(partita::GraphTips)

public:
    /// All must outlive this; the painter has a scene.
    GraphTips(const DocumentController& document, const GraphPainter& painter,
              const NodeColouring& colouring)
        : m_document(document), m_painter(painter), m_colouring(colouring) {}
    /// Of what lies at a point of the scene; a line from `reach` away. Empty: there is nothing.
    [[nodiscard]] QString at(const QPointF& point, double reach) const;

private:
    [[nodiscard]] QString ofBox(std::uint32_t box) const;
    [[nodiscard]] QString ofColour(std::uint32_t box) const;
    [[nodiscard]] QString ofNet(std::uint32_t net) const;
    [[nodiscard]] QString ofStub(const SceneDrawing::StubLabel& stub) const;
    [[nodiscard]] QString ofBundle(const Bundle& bundle) const;

    const DocumentController& m_document;
    const GraphPainter& m_painter;
    const NodeColouring& m_colouring;
};

} // namespace partita
