#pragma once

#include <QObject>
#include <map>
#include <memory>

#include "core/session/placement_difference.h"
#include "core/tasks/scenario/scenario.h"
#include "core/tasks/scenario/scenario_steps.h"
#include "views/document/job_runner.h"

namespace partita {

class DocumentController;
struct DocumentState;

/// Who is asked for nodes, and what is done to the model before.
struct PlacementChoice {
    ProviderList asked; ///< in order of priority
    ProviderList all;   ///< also those that are switched off
    OptimizationLevel level = OptimizationLevel::basic;
    friend bool operator==(const PlacementChoice&, const PlacementChoice&) = default;
};

/// The scenario of the open document: what is different from the placement of its model on the
/// chosen providers. It is the only place where nodes are excluded and sizes are fixed. Each edit is
/// one step that can be undone, and the document is placed again at once.
///
/// What the user chooses in *Providers* is a step of the same history, but no change of the
/// scenario: it is what the scenario is compared with, holds for the models that are opened later,
/// and is not in a scenario file.
class ScenarioController : public QObject {
    Q_OBJECT
public:
    explicit ScenarioController(DocumentController& document);

    [[nodiscard]] const Scenario& scenario() const { return m_held->scenario; }
    /// What a change does, with the names of the providers.
    [[nodiscard]] Message textOf(const ScenarioChange& change) const {
        return describe(change, namesOf(m_held->choice.all));
    }
    void set(Scenario scenario, Message what);     ///< one undo step, named by `what`
    void add(std::vector<ScenarioChange> changes); ///< ticked, at the end; one undo step
    void setOn(std::size_t index, bool on);
    /// Another choice of providers or of the level; a step, where a document is open.
    void choose(PlacementChoice choice, Message what);
    void remove(std::size_t index);
    void move(std::size_t from, std::size_t to);
    void clear();
    /// Excludes nodes from a provider, by one change. Allowing them again takes them out of the
    /// changes that name them, and switches off those about their operators.
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
    /// From the placement without the scenario, on what was chosen when the document was opened, to
    /// the one in view; null: nothing is different.
    [[nodiscard]] const PlacementDifference* difference() const;
    /// The state in view without the scenario; null: no document.
    [[nodiscard]] std::shared_ptr<const DocumentState> base() const;
    /// What each change does to the number of partitions; empty: not counted yet.
    [[nodiscard]] const std::vector<ScenarioStep>& steps() const { return m_steps; }
    /// Whether steps are counted: each needs a placement, so not for very many.
    [[nodiscard]] bool isCounted() const { return scenario().changes.size() <= kMostCounted; }
    static constexpr std::size_t kMostCounted = 200;

    // For the document.
    /// The scenario for the model in view, which may have its changes of the model already.
    [[nodiscard]] Scenario toApply() const;
    void stateShown(); ///< another state of the document is in view
    void rewritesShown() { m_builtIn = modelChangesOf(scenario()); } ///< of the simplifier
    void storedChanged() { m_builtIn.clear(); }                      ///< it has no rewrites
    void forget();                                                   ///< another document, or none

Q_SIGNALS:
    void changed();                          ///< scenario, what applied or difference
    void stepsChanged();                     ///< `steps` has other values
    void told(const partita::Message& what); ///< what became of a file that was opened

private:
    /// A scenario, and for each change why it was switched off. Undo steps share it.
    struct Held {
        Scenario scenario;
        std::vector<Message> refused;
        PlacementChoice choice;
    };
    class Step;
    void push(Held held, Message what);
    void take(std::shared_ptr<Held> held);
    void allow(const std::vector<NodeId>& nodes, const std::string& provider);
    void tellOpened();
    void listNotApplied();
    void countSteps();

    DocumentController& m_document;
    std::shared_ptr<Held> m_held;
    Scenario m_saved;                      ///< as it was opened or saved
    std::string m_justOpened;              ///< the file whose scenario is placed for the first time
    std::vector<ScenarioChange> m_builtIn; ///< changes that the simplified model has
    std::vector<NotApplied> m_notApplied;
    std::vector<ScenarioStep> m_steps;
    JobRunner m_counting;
};

} // namespace partita
