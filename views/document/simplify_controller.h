#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <limits>
#include <map>
#include <memory>

#include "core/rewrite/recipe.h"
#include "core/rewrite/rewrite_history.h"
#include "core/tasks/models/simplified_model.h"
#include "views/document/job_runner.h"

namespace partita {

/// The model to simplify, the providers that compare outputs, and those that time runs.
struct SimplifySubject {
    Model model;
    ProviderList judges, timedOn;
};

/// The judge of whether outputs are the same, made for the first comparison.
struct Judging {
    std::shared_ptr<const ModelJudge> judge; ///< null: nothing was compared yet
    bool onCpu = false;                      ///< because the reference would take minutes
};

/// Simplifies the open model and steps through its rewrites. `modelChosen` carries the model after
/// the chosen rewrite; its receiver shows it with the partitions and weights of that state.
class SimplifyController : public QObject {
    Q_OBJECT
public:
    enum class Stride { rewrite, pass, round };
    /// `subject` is called for each job; it returns nothing while no document is open.
    SimplifyController(JobLanes& jobs, std::function<std::optional<SimplifySubject>()> subject);
    /// Runs a recipe on the model as opened and shows the result.
    void start(Recipe recipe = {});
    /// All rewrites and the states between them; null: nothing was simplified yet.
    [[nodiscard]] RewriteHistory* history() const { return m_history.get(); }
    /// The number of rewrites applied in the state in view, and in the state shown beside it.
    [[nodiscard]] std::size_t position() const { return m_position; }
    [[nodiscard]] std::size_t comparedWith() const { return m_comparedWith; }
    /// The rewrite that is brought into view and explained, where `position()` is not 0: the last one
    /// since `comparedWith()` that changes the picture; the last one if none does.
    [[nodiscard]] std::size_t shownRewrite() const;
    [[nodiscard]] const Recipe& recipe() const { return m_recipe; }
    /// Shows the state after `count` rewrites beside the state after `from` rewrites, by default
    /// the start of the stride.
    void goTo(std::size_t count, std::optional<std::size_t> from = std::nullopt);
    /// Goes to the next (1) or previous (−1) state at which a rewrite, pass or round ends.
    void step(int direction);
    /// Takes all rewrites out of view, or brings those back that were in view last; also while they
    /// are made again.
    void setInView(bool inView);
    void setStride(Stride stride) { m_stride = stride; }
    [[nodiscard]] Stride stride() const { return m_stride; }
    void play(bool on);
    void setStepsPerSecond(int steps) { m_timer.setInterval(1000 / steps); }
    [[nodiscard]] bool isPlaying() const { return m_timer.isActive(); }
    /// Leaves out one rewrite, or all rewrites of a pass, and runs the recipe again.
    void leaveOut(std::size_t step);
    void leaveOutPass(const std::string& pass);
    /// Leaves out that rewrite and all later ones of its pass, and runs the recipe again.
    void leaveOutFrom(std::size_t step);
    /// Undoes one rewrite and the rewrites that build on it; all others stay.
    void undo(std::size_t step);
    /// Whether rewrites were left out since the recipe or the result was last saved.
    [[nodiscard]] bool hasUnsavedChoices() const { return m_unsaved; }
    void choicesAreSaved() { setUnsaved(false); }
    void keepAll(); ///< leaves out nothing any more, and runs the recipe again
    /// Compares the outputs at this position with those of the unsimplified model.
    void check();
    void setCheckEachStep(bool on);
    [[nodiscard]] bool checksEachStep() const { return m_checkEachStep; }
    void setCheckInputs(FeedSource inputs);
    [[nodiscard]] const FeedSource& checkInputs() const { return m_inputs; }
    /// Goes to the first rewrite after which the outputs differ.
    void findDifference();
    /// The difference at the position in view; null: not compared yet.
    [[nodiscard]] const ModelDifference* difference() const;
    /// Whether the CPU compared, because the model would take the judges too long.
    [[nodiscard]] bool isJudgedOnCpu() const { return m_judging.onCpu; }
    /// All known differences, by position.
    [[nodiscard]] const std::map<std::size_t, ModelDifference>& differences() const {
        return m_differences;
    }
    /// The time of one run of the unsimplified model; zero: not known.
    [[nodiscard]] std::chrono::nanoseconds startTime() const;
    void clear(); ///< discards everything: another model was opened
    /// Forgets the rewrites, because the model gets other sizes, but not the recipe and the choices
    /// in it: `resume` runs it again, on the model that is open then.
    void suspend();
    void resume();
    /// Whether there are rewrites, or will be when the running job or `resume` is done.
    [[nodiscard]] bool isActive() const { return m_history || m_wanted; }
    void sceneShown(); ///< to be called when the chosen model is in view

Q_SIGNALS:
    void begins(); ///< rewrites are wanted, and there were none: the model without them is in view
    void historyChanged();
    void positionChanged();
    void checked(); ///< `difference` has a new value
    void unsavedChanged();
    void allAlike(); ///< `findDifference` found none: no rewrite changes the outputs
    /// `focus`: the node to bring into view; `last`: the change from the model shown beside to this
    /// one; null: no model beside; `where`: the graph to show; none: the one in view.
    void modelChosen(const partita::Model& model, partita::NodeId focus,
                     const partita::ModelDelta* last, partita::GraphId where);
    void failed(const partita::Error& error);

private:
    static constexpr auto kAllRewrites = std::numeric_limits<std::size_t>::max();
    void run(std::size_t position);
    void comeTo(std::size_t position);
    /// The position in view, to be come back to where there may be other rewrites then.
    [[nodiscard]] std::size_t lastingPosition() const {
        return m_position == m_history->size() ? kAllRewrites : m_position;
    }
    /// The nearest state after or before `position` at which a stride ends.
    [[nodiscard]] std::size_t nextEnd(std::size_t position) const;
    [[nodiscard]] std::size_t previousEnd(std::size_t position) const;
    [[nodiscard]] bool endsAt(std::size_t position) const;
    void forgetChecks();
    void setUnsaved(bool unsaved);
    /// Leaves rewrites out of the next run.
    void addSkips(const std::vector<Recipe::Skip>& skips);
    template <class T> [[nodiscard]] bool isGood(const Result<T>& result);

    JobLanes& m_jobs;
    std::function<std::optional<SimplifySubject>()> m_subject;
    Recipe m_recipe;
    std::unique_ptr<RewriteHistory> m_history;
    std::size_t m_position = 0, m_comparedWith = 0;
    std::size_t m_lastInView = kAllRewrites; ///< the last position that was not 0
    std::optional<std::size_t> m_wanted;     ///< the position to show when the recipe has run
    bool m_suspended = false;                ///< the recipe is to run again on another model
    Stride m_stride = Stride::rewrite;
    Model m_opened; ///< before any simplification
    FeedSource m_inputs;
    Judging m_judging;
    std::map<std::size_t, ModelDifference> m_differences;
    bool m_checkEachStep = false, m_unsaved = false;
    JobRunner::Job m_job, m_check;     ///< the last job, and the last comparison
    std::size_t m_checkedPosition = 0; ///< the position that `m_check` compares
    QTimer m_timer;
};

} // namespace partita
