#pragma once

#include "core/runtime/session.h"
#include "core/runtime/tensor_files.h"

namespace partita {

/// How far the outputs of two models are from each other.
struct ModelDifference {
    double maxAbsolute = 0, maxRelative = 0;
    bool within = true;  ///< every output, by the tolerances asked for
    std::string worst;   ///< the output that differs most; empty: none does
    std::string problem; ///< where outputs cannot be compared: why

    /// Whether nothing differs by more than that part of the largest value of its output.
    [[nodiscard]] bool isWithin(double relative) const {
        return problem.empty() && maxRelative <= relative;
    }
};

/// Runs one model once and keeps what it gave, to judge others by: they must give the same.
class ModelJudge {
public:
    /// `providers`: who runs both; the last one, the CPU, is what others are judged by.
    static Result<ModelJudge> make(const Model& original, const ProviderList& providers,
                                   Feeds feeds, const Progress& progress = {});
    Result<ModelDifference> judge(const Model& model, double rtol, double atol,
                                  const Progress& progress = {}) const;

private:
    ProviderList m_providers;
    Feeds m_feeds;
    std::vector<DataValue> m_expected;
};

} // namespace partita
