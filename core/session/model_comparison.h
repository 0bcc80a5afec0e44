#pragma once

#include <chrono>

#include "core/data/value_comparison.h"
#include "core/session/executor.h"

namespace partita {

/// How far the outputs of two models differ.
struct ModelDifference : GreatestDifference {
    bool within = true; ///< all outputs are comparable and within the tolerances
    std::string worst;  ///< the worst output, or that of `problem`; empty: none differs
    Message problem;    ///< why outputs cannot be compared; empty: they can
    std::chrono::nanoseconds time{}; ///< of the other model's fastest run
};

/// How far one output is from that of another provider.
struct OutputDifference {
    std::string name;
    Difference difference;
};

/// Compares the outputs with those of another run, by name.
std::vector<OutputDifference> differencesBetween(const std::vector<ModelData>& expected,
                                                 const std::vector<ModelData>& outputs);

/// Runs the model on other providers and compares `outputs`, the results of an earlier run on the
/// same feeds, by name; this shows the effect of a device's precision on each output. Entries of
/// `feeds` that are not inputs of the model are ignored.
Result<std::vector<OutputDifference>> differencesFrom(const ProviderList& providers,
                                                      const Model& model, const Feeds& feeds,
                                                      const std::vector<ModelData>& outputs,
                                                      const Progress& progress = {},
                                                      const Executor& executor = thisProcess());

/// Runs one model once and keeps its outputs, to compare other models with it.
class ModelJudge {
public:
    /// `judges` run both models. `timedOn` then run both a few times more to measure their time;
    /// empty: no measurement. `executor` must outlive the judge.
    static Result<ModelJudge> make(const Model& original, const ProviderList& judges, Feeds feeds,
                                   const Progress& progress = {}, const ProviderList& timedOn = {},
                                   const Executor& executor = thisProcess());
    /// Runs a model on the same feeds and compares the outputs that the original has as well.
    /// `rtol` is relative to the largest value of each output, unless `scale` says otherwise.
    Result<ModelDifference> judge(const Model& model, double rtol, double atol,
                                  const Progress& progress = {}, Scale scale = Scale::tensor) const;

    /// The time of the original's fastest run; zero: not measured.
    [[nodiscard]] std::chrono::nanoseconds time() const { return m_time; }

private:
    ProviderList m_judges, m_timedOn;
    Feeds m_feeds;
    std::vector<ModelData> m_expected;
    std::chrono::nanoseconds m_time{};
    const Executor* m_executor = nullptr;
};

} // namespace partita
