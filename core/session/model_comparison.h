#pragma once

#include <chrono>

#include "core/data/value_comparison.h"
#include "core/session/executor.h"

namespace partita {

/// How far the outputs of two models are from each other.
struct ModelDifference {
    double maxAbsolute = 0, maxRelative = 0;
    bool within = true;              ///< every output, by the tolerances asked for
    std::string worst;               ///< the output that differs most; empty: none does
    std::string problem;             ///< where outputs cannot be compared: why
    std::chrono::nanoseconds time{}; ///< of one run of the other model, the fastest of a few

    /// Whether nothing differs by more than that part of the largest value of its output.
    [[nodiscard]] bool isWithin(double relative) const {
        return problem.empty() && maxRelative <= relative;
    }
};

/// How far one output is from what another provider gives.
struct OutputDifference {
    std::string name;
    Difference difference;
};

/// Runs the model on other providers and compares `outputs`, those of another run on the same feeds,
/// by their names: what a device's precision does to each. Of `feeds`, the model takes those that
/// it has inputs for.
Result<std::vector<OutputDifference>> differencesFrom(const ProviderList& providers,
                                                      const Model& model, const Feeds& feeds,
                                                      const std::vector<DataValue>& outputs,
                                                      const Progress& progress = {});

/// Runs one model once and keeps what it gave, to judge others by: they must give the same.
class ModelJudge {
public:
    /// `judges`: who runs both. `timedOn`: who then runs both a few times more, to see how long
    /// they take; nobody where it is empty. `executor` outlives the judge.
    static Result<ModelJudge> make(const Model& original, const ProviderList& judges, Feeds feeds,
                                   const Progress& progress = {}, const ProviderList& timedOn = {},
                                   const Executor& executor = thisProcess());
    Result<ModelDifference> judge(const Model& model, double rtol, double atol,
                                  const Progress& progress = {}) const;

    /// Of one run of the original, the fastest of a few; zero: nobody took it.
    [[nodiscard]] std::chrono::nanoseconds time() const { return m_time; }

private:
    ProviderList m_judges, m_timedOn;
    Feeds m_feeds;
    std::vector<DataValue> m_expected;
    std::chrono::nanoseconds m_time{};
    const Executor* m_executor = nullptr;
};

} // namespace partita
