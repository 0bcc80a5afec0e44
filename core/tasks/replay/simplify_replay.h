#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/provider/execution_provider.h"
#include "core/rewrite/rewrite_history.h"
#include "core/scene/step_pictures.h"
#include "core/session/partitioner.h"

namespace partita {

/// One pass of one round that changed something.
struct ReplayPass {
    std::string name, sentence;
    std::string before, after; ///< its formula, as its documentation has it; may be empty
    int round = 0;
    std::size_t first = 0, count = 0; ///< of its steps
    [[nodiscard]] std::size_t end() const { return first + count; }
};

/// The figures of a state. Placing a model takes a hundred times as long as a rewrite, so that not
/// every state of a long simplification is placed.
struct ReplayFigures {
    std::size_t nodes = 0;                 ///< without Constant nodes
    std::optional<std::size_t> partitions; ///< of the first provider; nothing: not placed
    std::optional<double> seconds;         ///< of one run, simulated; nothing: not known
};

/// Which of the figures.
enum class ReplayFigure { nodes, partitions, seconds };

/// A figure over all states, as one of them shows it.
struct FigureCurve {
    double start = 0, now = 0;                           ///< of the first state and of that one
    double most = 0;                                     ///< of all states; above 0
    std::vector<std::pair<double, double>> until, later; ///< place from 0 to 1, amount
};

/// A simplification for those who watch it: its passes, the figures of its states, and a picture of
/// each step. The page, the animation and the presenter show this.
class SimplifyReplay {
public:
    explicit SimplifyReplay(RewriteHistory history);

    [[nodiscard]] std::size_t size() const { return m_history.size(); }
    [[nodiscard]] RewriteHistory& history() { return m_history; }
    [[nodiscard]] const RewriteHistory& history() const { return m_history; }
    [[nodiscard]] const std::vector<ReplayPass>& passes() const { return m_passes; }
    /// The index of the pass that made a step.
    [[nodiscard]] std::size_t passOf(std::size_t step) const { return m_passOf[step]; }
    /// By number of rewrites; size() + 1 of them.
    [[nodiscard]] const std::vector<ReplayFigures>& figures() const { return m_figures; }
    /// The figures of a state, those of its placement from the last state before that was placed;
    /// without them while a state between is still to be placed.
    [[nodiscard]] ReplayFigures figuresAt(std::size_t state) const;
    /// One figure of a state, as `figuresAt` tells it.
    [[nodiscard]] std::optional<double> amountAt(std::size_t state, ReplayFigure figure) const;
    /// A figure as `state` shows it: up to that state, and behind it. Nothing where the first state
    /// or that one has none.
    [[nodiscard]] std::optional<FigureCurve> curveAt(std::size_t state, ReplayFigure figure) const;
    /// The first provider as it is shown, "NPU · ascend310"; empty: nothing was placed.
    [[nodiscard]] const ShownProvider& device() const { return m_device; }

    /// The states to place: where passes end, and at most kMostBetween between them.
    [[nodiscard]] std::vector<std::size_t> statesToPlace() const;
    static constexpr std::size_t kMostBetween = 60;
    /// Places those states. Fails when cancelled and where a provider fails.
    Result<void> place(const ProviderList& providers, const PartitionOptions& wishes,
                       const Progress& progress);
    /// Places one state.
    Result<void> placeState(std::size_t state, const ProviderList& providers,
                            const PartitionOptions& wishes, const Progress& progress);
    /// The placement of the last placed state up to this one, whose nodes have the same ids; null:
    /// nothing was placed.
    [[nodiscard]] std::shared_ptr<const Partitioning> placedBefore(std::size_t state) const;
    /// The same of the next placed state, or of the last one.
    [[nodiscard]] std::shared_ptr<const Partitioning> placedAfter(std::size_t state) const;

    /// Step `step`, from the state of that number to the next one.
    [[nodiscard]] StepPicture picture(std::size_t step, StepPainter& painter);

private:
    RewriteHistory m_history;
    std::vector<ReplayPass> m_passes;
    std::vector<std::size_t> m_passOf;
    std::vector<ReplayFigures> m_figures;
    std::map<std::size_t, std::shared_ptr<const Partitioning>> m_placed; ///< by state
    ShownProvider m_device;
};

} // namespace partita
