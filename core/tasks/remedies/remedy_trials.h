#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/ir/model_memory.h"
#include "core/onnx/infer_shapes.h"
#include "core/rewrite/pipeline.h"
#include "core/session/placement.h"
#include "core/tasks/models/placement_time.h"
#include "core/tasks/remedies/remedies.h"

namespace partita {

/// Tries changes of a placement: each is made, placed, and compared with the placement as it is. For any
/// thread; a trial does not depend on those before it. Keeps references to what it was made of.
class RemedyTrials {
public:
    /// The result of a trial; none: it is no remedy, or it was stopped.
    using Outcome = std::optional<Remedy>;

    /// `now`: the placement as it is. `threads`: the most trials at a time. `stop`: cancels
    /// all of them.
    RemedyTrials(const Model& model, const ProviderList& providers, const RemedyOptions& options,
                 Placement now, std::size_t threads, std::stop_token stop);

    [[nodiscard]] const Partitioning& now() const { return m_now.ofSource; }
    /// The model as `now` places it.
    [[nodiscard]] const OptimizedModel& optimized() const { return *m_now.optimized; }
    [[nodiscard]] RemedyGoal goal() const { return m_goal; }

    Outcome ofChanges(std::vector<ScenarioChange> changes, const Progress& progress);
    /// Tries exactly these passes; nothing where they change nothing.
    Outcome ofPasses(std::vector<std::string> passes, const Progress& progress);
    /// The model as ONNX's converter writes it for another opset. A model that the converter refuses
    /// has no such remedy.
    Outcome ofOpset(int opset, const Progress& progress);
    /// Tries a remedy that made the model `made`, placed as if it were opened.
    Outcome ofMade(Remedy remedy, const Model& made, const Progress& progress);
    /// Whether a Loop runs on no device.
    [[nodiscard]] bool hasLoopOffDevices() const;
    /// The whole simplification.
    Result<PipelineResult> simplified(const Progress& progress);
    /// Passes of it, those first that take away the most nodes that no device runs.
    [[nodiscard]] std::vector<std::string> byEffect(const std::vector<std::string>& passes,
                                                    const std::vector<PassTrace>& traces) const;

private:
    class Evaluator;

    Outcome ofPlaced(Remedy remedy, const Model& model, const ProviderList& providers,
                     const PartitionOptions& wishes, const Progress& progress);
    void saveTime(Remedy& remedy, const Model& model, bool sameModel, const ProviderList& providers,
                  const Partitioning& placed);
    [[nodiscard]] std::vector<NodeId> concerned(const Remedy& remedy, const Model& after) const;
    [[nodiscard]] PassOptions passOptions(ConstantEvaluator* evaluator, const Progress& progress);

    const Model& m_model;
    const Model m_start; ///< of passes and conversions
    const ProviderList& m_providers;
    const RemedyOptions& m_options;
    const Placement m_now;
    const RemedyGoal m_goal;
    const std::size_t m_assumed; ///< nodes that `m_now` assumes to be taken
    const std::stop_token m_stop;
    std::mutex m_mutex;                                           ///< of the next two
    PlacementTimer m_timer;                                       ///< of the model as it is
    std::vector<std::unique_ptr<ConstantEvaluator>> m_evaluators; ///< that no trial uses
    const PlacementTime m_time;                                   ///< of `m_now`
    /// The inferred shapes of the last models. The passes of all trials start with the same model, and
    /// the model that the passes of a trial end with is inferred again when it is opened.
    ModelMemory<Result<Model>> m_inferred;
    const ShapeInference m_infer = [this](const Model& model, const Progress&) {
        // A trial that is stopped by itself must not leave a failure to the others.
        return m_inferred.of(model, [this](const Model& each) {
            return inferOpenShapes(each, {m_stop, {}});
        });
    };
};

} // namespace partita
