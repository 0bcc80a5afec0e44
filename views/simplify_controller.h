#pragma once

#include <QObject>
#include <QTimer>
#include <memory>

#include "core/passes/recipe.h"
#include "core/passes/rewrite_history.h"
#include "core/runtime/model_comparison.h"

namespace partita {

class DocumentController;

/// Outputs that differ by a larger part of their largest value are not the same.
inline constexpr double kSameOutputs = 1e-4;

/// Simplifies the open model and walks through what was done to it: the document shows the model
/// as it was after any rewrite, with partitions, weights and run times of that state.
class SimplifyController : public QObject {
    Q_OBJECT
public:
    using MakeEvaluator = std::function<std::unique_ptr<ConstantEvaluator>()>;
    explicit SimplifyController(DocumentController& document);
    void setEvaluator(MakeEvaluator make) { m_makeEvaluator = std::move(make); }

    /// Runs the passes on the model as it was opened and shows the result.
    void start();
    /// Null: nothing was simplified yet.
    [[nodiscard]] RewriteHistory* history() const { return m_history.get(); }
    /// How many of the rewrites the document has.
    [[nodiscard]] std::size_t position() const { return m_position; }
    [[nodiscard]] const Recipe& recipe() const { return m_recipe; }
    void goTo(std::size_t count);
    void play(bool on);
    [[nodiscard]] bool isPlaying() const { return m_timer.isActive(); }
    /// Leaves out one rewrite, or a pass from now on, and runs everything anew.
    void leaveOut(std::size_t step);
    void leaveOutPass(const std::string& pass);
    void keepAll(); ///< forgets what was left out
    /// Compares outputs at this position with those of the model as it was opened.
    void check();
    /// Goes to the first rewrite after which the outputs differ.
    void findDifference();
    [[nodiscard]] const std::optional<ModelDifference>& difference() const { return m_difference; }
    void clear(); ///< another model

Q_SIGNALS:
    void historyChanged();
    void positionChanged();
    void checked();  ///< `difference` has an answer
    void allAlike(); ///< no rewrite changes the outputs

private:
    void run(std::size_t position);
    DocumentController& m_document;
    MakeEvaluator m_makeEvaluator;
    Recipe m_recipe;
    std::unique_ptr<RewriteHistory> m_history;
    std::size_t m_position = 0;
    std::optional<ModelDifference> m_difference;
    QTimer m_timer;
};

} // namespace partita
