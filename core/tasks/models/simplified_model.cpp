#include "core/tasks/models/simplified_model.h"

#include <algorithm>
#include <ctime>

#include "core/base/try.h"

namespace partita {

Result<SimplifiedModel> simplifyModel(const Model& original, const Recipe& recipe,
                                      ConstantEvaluator* evaluator, const Progress& progress) {
    PassOptions options;
    options.evaluator = evaluator;
    options.progress = progress;
    const std::clock_t begin = std::clock();
    auto start = PARTITA_TRY(prepareModel(original, recipe));
    auto result = PARTITA_TRY(applyRecipe(start, recipe, options));
    return SimplifiedModel{std::move(start), std::move(result),
                           static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC};
}

Result<ModelDifference> compareOutputs(const Model& original, const SimplifiedModel& made,
                                       const ProviderList& judges, FeedSource feeds, int count,
                                       const Progress& progress, const Tolerance& allowed) {
    ModelDifference all;
    for (int i = 0; i < count; ++i, ++feeds.seed) {
        const auto judge = PARTITA_TRY(
            ModelJudge::make(original, judges, PARTITA_TRY(feedsOf(feeds, made.start)), progress));
        const auto difference = PARTITA_TRY(
            judge.judge(made.result.model, allowed.relative, allowed.absolute, progress));
        all.within = all.within && difference.within;
        if (!difference.problem.empty())
            all.problem = difference.problem;
        if (all.include(difference) || !difference.problem.empty())
            all.worst = difference.worst;
    }
    return all;
}

} // namespace partita
