#pragma once

#include <QObject>
#include <array>

#include "views/graph/graph_view.h"

class QAction;

namespace partita {

/// Chooses what the graph's colours show: the provider, or, if one of the actions is checked, time,
/// cycles or limits of the last run.
class ColouringChoice : public QObject {
    Q_OBJECT
public:
    /// `byTime`, `byCycles` and `byBound` are checkable actions.
    ColouringChoice(DocumentController& document, GraphView& graph, QAction* byTime,
                    QAction* byCycles, QAction* byBound);
    /// To be called after the user switched one of the actions: unchecks the others and applies the
    /// choice.
    void choose(QAction* switched);

Q_SIGNALS:
    void runNeeded(); ///< there is no run yet; the colours follow when one is done

private:
    void apply();

    DocumentController& m_document;
    GraphView& m_graph;
    std::array<std::pair<QAction*, NodeColouring::By>, 3> m_choices;
};

} // namespace partita
