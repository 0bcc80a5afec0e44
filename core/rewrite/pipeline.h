#pragma once

#include <map>

#include "core/rewrite/pass.h"

namespace partita {

/// The result of running passes.
struct PipelineResult {
    Model model;
    std::vector<PassTrace> traces; ///< in order; also of passes that changed nothing
    int rounds = 0;
    bool converged = true; ///< the last round changed nothing, or only one round was requested
    bool stopped = false;  ///< by `decide`
    [[nodiscard]] std::size_t rewrites() const;
};

/// Runs `passes` in that order, up to `maxRounds` times or until a round changes nothing. Fails for
/// an unknown pass, when a pass fails, and when cancelled.
Result<PipelineResult> runPasses(const Model& model, const std::vector<std::string>& passes,
                                 int maxRounds, const PassOptions& options);

/// The options of a simplification; they correspond to onnxsim's parameters.
struct SimplifyOptions {
    PassOptions pass;
    bool optimize = true, fold = true, inferShapes = true;
    bool mutableInitializers = false; ///< initializers that are also inputs stay variable
    std::vector<std::string> skipped; ///< passes not to run
    std::vector<std::string> also;    ///< optional passes to run as well
    int maxRounds = 50;
};

/// onnxsim's algorithm: rounds of shape inference, passes and constant folding until nothing
/// changes.
Result<PipelineResult> simplifyModel(const Model& model, const SimplifyOptions& options);
/// The passes that `simplifyModel` runs in each round; fails for unknown names in the options.
Result<std::vector<std::string>> simplifyPasses(const SimplifyOptions& options);

/// The number of nodes in all graphs but functions, by default without Constant nodes; used to
/// compare simplifiers.
std::size_t countNodes(const Model& model, bool withConstants = false);
/// The operators whose number of nodes differs, with the numbers before and after.
std::map<std::string, std::pair<std::size_t, std::size_t>> changedOperators(const Model& before,
                                                                            const Model& after);
/// The number of nodes, without Constant nodes, that a rewrite adds; negative: removes.
int nodeDifference(const Rewrite& rewrite);

} // namespace partita
