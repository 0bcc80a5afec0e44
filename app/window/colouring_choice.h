#pragma once

#include <QObject>
#include <array>

#include "views/graph/graph_view.h"

class QAction;

namespace partita {

/// What the graph's colours tell: the provider, or, by one checked action of several, where time
/// goes in the last run.
class ColouringChoice : public QObject {
    Q_OBJECT
public:
    /// `byTime`, `byCycles` and `byBound` are checkable.
    ColouringChoice(DocumentController& document, GraphView& graph, QAction* byTime,
                    QAction* byCycles, QAction* byBound);
    /// After the user has switched one of the actions: the others go off.
    void choose(QAction* switched);

Q_SIGNALS:
    void runNeeded(); ///< colours follow when it is done

private:
    void apply();

    DocumentController& m_document;
    GraphView& m_graph;
    std::array<std::pair<QAction*, NodeColouring::By>, 3> m_choices;
};

} // namespace partita
