#pragma once

#include <QObject>
#include <QUndoStack>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "core/session/placement_difference.h"
#include "core/tasks/scenario.h"
#include "core/tasks/scenario_steps.h"
#include "views/document/job_runner.h"

namespace partita {

class DocumentController;
struct DocumentState;

/// The scenario of the open document: what is different from the placement of its model on the
/// chosen providers. It is the only place where nodes are excluded and sizes are fixed. Each edit is
/// one step that can be undone, and the document is placed again at once.
class ScenarioController : public QObject {
    Q_OBJECT
public:
    explicit ScenarioController(DocumentController& document);

    [[nodiscard]] const Scenario& scenario() const { return m_held->scenario; }
    void set(Scenario scenario, Message what);     ///< one undo step, named by `what`
    void add(std::vector<ScenarioChange> changes); ///< ticked, at the end; one undo step
    void setOn(std::size_t index, bool on);
    void remove(std::size_t index);
    void move(std::size_t from, std::size_t to);
    void clear();
    /// Excludes nodes from a provider. Allowing them again removes the changes about these nodes,
    /// and switches off those that exclude them with others.
    void setExcluded(const std::vector<NodeId>& nodes, const std::string& provider, bool excluded);
    /// Sizes by the name of a symbol, or whole shapes by the name of an input.
    using FixedSizes = std::map<std::string, std::vector<std::int64_t>>;
    [[nodiscard]] FixedSizes fixedSizes() const;
    /// Sizes that are not in the map are open again.
    void setFixedSizes(const FixedSizes& sizes);

    /// Replaces the scenario by that of a file; an error is told as the document tells errors.
    void open(const std::filesystem::path& path);
    void save(const std::filesystem::path& path);
    [[nodiscard]] bool isUnsaved() const; ///< edited since it was opened or saved

    /// Of the placement in view. A change that could not be applied at all is switched off, and
    /// listed until it is switched on again.
    [[nodiscard]] const std::vector<NotApplied>& notApplied() const { return m_notApplied; }
    /// From the placement without the scenario.
    [[nodiscard]] const std::optional<PlacementDifference>& difference() const {
        return m_difference;
    }
    /// The state in view without the scenario; null: no document.
    [[nodiscard]] std::shared_ptr<const DocumentState> base() const;
    /// What each change does to the number of partitions; empty: not counted yet.
    [[nodiscard]] const std::vector<ScenarioStep>& steps() const { return m_steps; }

    QUndoStack& history() { return m_history; }
    void undo();
    void redo();
    [[nodiscard]] Message undoName() const; ///< what `undo` takes back; empty: nothing
    [[nodiscard]] Message redoName() const;
    /// `guard` is asked before a step makes the simplifier forget its rewrites; if it returns false,
    /// the step is not made.
    void setGuard(std::function<bool()> guard) { m_guard = std::move(guard); }

    // For the document.
    /// The scenario for the model in view, which may have its sizes already.
    [[nodiscard]] Scenario toApply() const;
    void stateShown(); ///< another state of the document is in view
    void rewritesShown() { m_builtIn = sizesOf(scenario()); } ///< of the simplifier
    void forget();                                            ///< another document, or none

Q_SIGNALS:
    void changed();      ///< scenario, what applied or difference
    void stepsChanged(); ///< `steps` has other values

private:
    /// A scenario, and for each change why it was switched off. Undo steps share it.
    struct Held {
        Scenario scenario;
        std::vector<Message> refused;
    };
    class Step;
    void push(Held held, Message what);
    void take(std::shared_ptr<Held> held);
    /// Whether a step to another scenario may be made.
    [[nodiscard]] bool mayBecome(const Scenario& next) const;
    [[nodiscard]] const Step* stepAt(int index) const;
    void listNotApplied();
    void countSteps();

    DocumentController& m_document;
    QUndoStack m_history;
    std::shared_ptr<Held> m_held;
    std::vector<SizeChange> m_builtIn; ///< sizes that the simplified model has
    std::vector<NotApplied> m_notApplied;
    std::optional<PlacementDifference> m_difference;
    std::vector<ScenarioStep> m_steps;
    std::function<bool()> m_guard;
    JobRunner m_counting;
};

} // namespace partita
