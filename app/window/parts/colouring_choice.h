#pragma once

#include <QObject>
#include <functional>
#include <vector>

#include "views/graph/graph_view.h"

class QAction;

namespace partita {

class ComparisonController;
struct MeasuredPlacement;

/// Chooses what the graph's colours show: the provider, or, if one of the actions is checked, what
/// the model itself says, the values of a file, or time, cycles or limits of the last run. Where there
/// is no run to show, the colours and the choice go back to the provider until there is one.
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
    /// The comparison by whose times nodes can be coloured; to be called once.
    void follow(ComparisonController& comparison);
    /// Colours by the change of the times.
    void showChange();
    void apply(); ///< again, after a change of the language

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
    void followRecord();
    void check(QAction* one); ///< and no other
    void followRun();
    [[nodiscard]] bool canShow(const Choice& choice) const;
    [[nodiscard]] bool hasTimesOfRecord() const;
    [[nodiscard]] NodeColouring ofChange() const;
    void followTimes();
    [[nodiscard]] NodeColouring ofRecord(NodeColouring (*colouring)(const MeasuredPlacement&,
                                                                    const GraphScene&)) const;

    DocumentController& m_document;
    GraphView& m_graph;
    std::vector<Choice> m_choices;
    QAction *m_values, *m_measured, *m_check, *m_time, *m_change;
    ComparisonController* m_comparison = nullptr;
    bool m_timesOfRecord = false; ///< the record is newer than the run
    QAction* m_awaited = nullptr; ///< chosen, but the next run has to show it; null: none
};

} // namespace partita
