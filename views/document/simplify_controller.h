#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <map>
#include <memory>

#include "core/rewrite/recipe.h"
#include "core/rewrite/rewrite_history.h"
#include "core/tasks/simplified_model.h"
#include "views/document/job_runner.h"

namespace partita {

/// What is simplified, who compares outputs, and who takes the times.
struct SimplifySubject {
    Model model;
    ProviderList judges, timedOn;
};

/// Who says whether outputs are the same, made at the first comparison.
struct Judging {
    std::shared_ptr<const ModelJudge> judge; ///< null: nothing was compared yet
    bool onCpu = false;                      ///< the reference would take minutes
};

/// Simplifies the open model and walks through what was done to it: whoever hears `modelChosen`
/// shows the model as it was after any rewrite, with partitions, weights and run times of that
/// state.
class SimplifyController : public QObject {
    Q_OBJECT
public:
    enum class Stride { rewrite, pass, round };
    /// `subject`: what is open, asked anew for each piece of work; nothing: no document is open.
    SimplifyController(JobLanes& jobs, std::function<std::optional<SimplifySubject>()> subject);
    /// Runs a recipe on the model as it was opened and shows the result.
    void start(Recipe recipe = {});
    /// Null: nothing was simplified yet.
    [[nodiscard]] RewriteHistory* history() const { return m_history.get(); }
    /// How many of the rewrites the document has, and how many the picture beside it has.
    [[nodiscard]] std::size_t position() const { return m_position; }
    [[nodiscard]] std::size_t comparedWith() const { return m_comparedWith; }
    [[nodiscard]] const Recipe& recipe() const { return m_recipe; }
    /// Shows the state after `count` rewrites beside that after `from`, or after one less.
    void goTo(std::size_t count, std::optional<std::size_t> from = std::nullopt);
    /// To the next state (1) or the one before (−1) at which a rewrite, pass or round ends.
    void step(int direction);
    void setStride(Stride stride) { m_stride = stride; }
    [[nodiscard]] Stride stride() const { return m_stride; }
    void play(bool on);
    void setStepsPerSecond(int steps) { m_timer.setInterval(1000 / steps); }
    [[nodiscard]] bool isPlaying() const { return m_timer.isActive(); }
    /// Leaves out one rewrite, or a pass from now on, and runs everything anew.
    void leaveOut(std::size_t step);
    void leaveOutPass(const std::string& pass);
    /// Leaves out that rewrite and all later ones of its pass, and runs everything anew.
    void leaveOutFrom(std::size_t step);
    /// Takes out one rewrite and what builds on it; all others stay as they are.
    void undo(std::size_t step);
    void keepAll(); ///< forgets what was left out
    /// Compares outputs at this position with those of the model as it was opened.
    void check();
    void setCheckEachStep(bool on);
    [[nodiscard]] bool checksEachStep() const { return m_checkEachStep; }
    void setCheckInputs(FeedSource inputs);
    [[nodiscard]] const FeedSource& checkInputs() const { return m_inputs; }
    /// Goes to the first rewrite after which the outputs differ.
    void findDifference();
    /// Of the position in view; null: not compared yet.
    [[nodiscard]] const ModelDifference* difference() const;
    /// Whether the CPU compared in place of the judges, for which the model is too long.
    [[nodiscard]] bool isJudgedOnCpu() const { return m_judging.onCpu; }
    /// All that is known, by position.
    [[nodiscard]] const std::map<std::size_t, ModelDifference>& differences() const {
        return m_differences;
    }
    /// Time of one run of the model as it was opened; zero: not known.
    [[nodiscard]] std::chrono::nanoseconds startTime() const;
    void clear();      ///< another model
    void sceneShown(); ///< the chosen model is in view

Q_SIGNALS:
    void historyChanged();
    void positionChanged();
    void checked();  ///< `difference` has an answer
    void allAlike(); ///< no rewrite changes the outputs
    /// `focus`: what to look at; `last`: what made this model of the one beside it; null: nothing.
    void modelChosen(const partita::Model& model, partita::NodeId focus,
                     const partita::ModelDelta* last);
    void failed(const partita::Error& error);

private:
    void run(std::size_t position);
    /// The states at which a stride ends: from `position` on, or before it.
    [[nodiscard]] std::size_t nextEnd(std::size_t position) const;
    [[nodiscard]] std::size_t previousEnd(std::size_t position) const;
    [[nodiscard]] bool endsAt(std::size_t position) const;
    void forgetChecks();
    template <class T> [[nodiscard]] bool isGood(const Result<T>& result);

    JobLanes& m_jobs;
    std::function<std::optional<SimplifySubject>()> m_subject;
    Recipe m_recipe;
    std::unique_ptr<RewriteHistory> m_history;
    std::size_t m_position = 0, m_comparedWith = 0;
    Stride m_stride = Stride::rewrite;
    Model m_opened; ///< as it was before anything was simplified
    FeedSource m_inputs;
    Judging m_judging;
    std::map<std::size_t, ModelDifference> m_differences;
    bool m_checkEachStep = false;
    JobRunner::Job m_job, m_check;     ///< the latest of this controller, and the latest comparison
    std::size_t m_checkedPosition = 0; ///< of `m_check`
    QTimer m_timer;
};

} // namespace partita
