#pragma once

#include <map>

#include "core/rewrite/pass.h"

namespace partita {

/// What came of running passes.
struct PipelineResult {
    Model model;
    std::vector<PassTrace> traces; ///< in order; of passes that did or noted nothing, too
    int rounds = 0;
    bool converged = true; ///< the last round changed nothing, or one round was all that was asked
    bool stopped = false;  ///< by `decide`
    [[nodiscard]] std::size_t rewrites() const;
};

/// Runs `passes` in that order, up to `maxRounds` times or until a round changes nothing. Fails for
/// a name that is none, and when cancelled.
Result<PipelineResult> runPasses(const Model& model, const std::vector<std::string>& passes,
                                 int maxRounds, const PassOptions& options);

/// What a simplification does, in the words of onnxsim's parameters.
struct SimplifyOptions {
    PassOptions pass;
    bool optimize = true, fold = true, inferShapes = true;
    bool mutableInitializers = false; ///< initializers that are also inputs stay variable
    std::vector<std::string> skipped; ///< passes not to run
    std::vector<std::string> also;    ///< optional passes to run as well
    int maxRounds = 50;
};

/// onnxsim's algorithm: shapes, passes and folding, round by round, until nothing changes.
Result<PipelineResult> simplifyModel(const Model& model, const SimplifyOptions& options);
/// The passes that it runs in each round.
Result<std::vector<std::string>> simplifyPasses(const SimplifyOptions& options);

/// The model with everything computed that depends on constants only, as ONNX Runtime does before it
/// asks providers what they take; CastLike is the Cast that it stands for.
Result<Model> foldConstants(const Model& model, ConstantEvaluator& evaluator,
                            const Progress& progress = {});

/// Nodes that are not constants, over all graphs but functions: what simplifiers are compared by.
std::size_t countNodes(const Model& model, bool withConstants = false);
/// Operators of which there are not as many as before: how many were there, how many are.
std::map<std::string, std::pair<std::size_t, std::size_t>> changedOperators(const Model& before,
                                                                            const Model& after);
/// How many nodes that are not constants a rewrite adds; negative: takes out.
int nodeDifference(const Rewrite& rewrite);

} // namespace partita
