#include "app/window/colouring_choice.h"

#include <QAction>

namespace partita {

ColouringChoice::ColouringChoice(DocumentController& document, GraphView& graph, QAction* byTime,
                                 QAction* byCycles, QAction* byBound)
    : m_document(document), m_graph(graph), m_choices{{{byTime, NodeColouring::By::time},
                                                       {byCycles, NodeColouring::By::cycles},
                                                       {byBound, NodeColouring::By::bound}}} {
    connect(&document, &DocumentController::sceneChanged, this, &ColouringChoice::apply);
    connect(&document.runs(), &RunController::finished, this, &ColouringChoice::apply);
}

void ColouringChoice::choose(QAction* switched) {
    for (const auto& [action, by] : m_choices)
        if (action != switched)
            action->setChecked(false);
    if (switched->isChecked() && m_document.hasDocument() && !m_document.runs().result())
        Q_EMIT runNeeded();
    apply();
}

void ColouringChoice::apply() {
    auto wanted = NodeColouring::By::provider;
    for (const auto& [action, by] : m_choices)
        if (action->isChecked())
            wanted = by;
    const auto result = m_document.runs().result();
    m_graph.setColouring(m_document.hasDocument() && result
                             ? colouringOf(*result, m_document.scene(), wanted)
                             : NodeColouring());
}

} // namespace partita
