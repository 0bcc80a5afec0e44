#pragma once

#include <QObject>
#include <functional>
#include <vector>

#include "views/graph/graph_view.h"

class QAction;

namespace partita {

/// Chooses what the graph's colours show: the provider, or, if one of the actions is checked, what
/// the model itself says, the values of a file, or time, cycles or limits of the last run.
class ColouringChoice : public QObject {
    Q_OBJECT
public:
    /// `action` returns the checkable action of a command.
    ColouringChoice(DocumentController& document, GraphView& graph,
                    const std::function<QAction*(const char* id)>& action);
    /// To be called after the user switched one of the actions: unchecks the others and applies the
    /// choice.
    void choose(QAction* switched);
    /// Reads values for the nodes and colours by them. Asks for the column where there are several.
    void showValues(const QString& path);

    /// Whether a file may hold values of nodes, by its ending.
    [[nodiscard]] static bool mayHoldValues(const QString& path);

Q_SIGNALS:
    void runNeeded();               ///< there is no run yet; the colours follow when one is done
    void told(const QString& text); ///< what of a file was used

private:
    struct Choice {
        QAction* action;
        std::function<NodeColouring()> colours;
        bool needsRun = false;
    };
    [[nodiscard]] NodeColouring ofRun(NodeColouring::By by) const;
    void askForValues();
    void apply();

    DocumentController& m_document;
    GraphView& m_graph;
    std::vector<Choice> m_choices;
    QAction* m_values;
};

} // namespace partita
