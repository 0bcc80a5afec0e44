#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/ir/model.h"
#include "core/onnx/infer_shapes.h"
#include "core/provider/constant_evaluator.h"

namespace partita {

enum class PassEfficiency { partial, complete }; ///< complete: a second run finds no match
/// The origin of a pass, and whether a simplification runs it by default.
enum class PassSet {
    standard,   ///< of onnxoptimizer, in its default set
    named,      ///< of onnxoptimizer, run only by name
    additional, ///< Partita's own, run by default
    optional    ///< Partita's own, run only by name
};

class PassRun;

/// Marks a text that the window translates; `context` is the translation context.
#define FOR_USERS(context, text) text

/// One row of passes.def.
struct PassInfo {
    std::string_view name, summary;
    std::string_view kind, analysis; ///< in onnxoptimizer's words: "Fuse", "CountBased" …
    PassEfficiency efficiency;
    std::string_view target; ///< in onnxoptimizer's words: "Compute" …
    PassSet set;
    Result<void> (*run)(PassRun& run);
};

/// All passes, in the order in which a simplification runs them.
const std::vector<PassInfo>& passCatalogue();
/// The pass of that name; null: there is none.
const PassInfo* findPass(std::string_view name);
std::string_view passEfficiencyName(PassEfficiency efficiency);

/// One match of a pass: the unit of stepping, judging and undoing.
struct Rewrite {
    std::string_view pass;
    NodeId anchor;          ///< the matched node; none: the model as a whole
    std::string anchorName; ///< the node's label or, without a node, the name of the one value that
                            ///< changes
    ModelDelta delta;
};

/// A place where a pass found its pattern and declined, or could not do its work.
struct PassNote {
    NodeId node;
    Message why;
};

/// What one pass did in one round.
struct PassTrace {
    std::string_view pass;
    int round = 0;
    std::vector<Rewrite> rewrites; ///< in the order to apply them
    std::vector<PassNote> notes;
    std::chrono::microseconds time{};
};

/// What to do with a rewrite that was found.
enum class Decision { keep, skip, stop };

struct PassOptions {
    ConstantEvaluator* evaluator = nullptr; ///< null: nothing is folded
    /// Called for each rewrite before it is kept, with the model after it; empty: all are kept.
    std::function<Decision(const Rewrite& rewrite, int round, const Model& after)> decide;
    bool decidesByModel = false;        ///< `decide` answers the same in every round
    ShapeInference infer = inferShapes; ///< finds the shapes for the pass infer_shapes
    /// Tile, ConstantOfShape and Expand are not folded into more bytes than this.
    std::uint64_t tensorSizeThreshold = 1'610'612'736; // 1.5 GiB, as in onnxsim
    bool mayGrow = false;                              ///< folding may make the file larger
    bool mutableInitializers = false; ///< callers may set initializers that are also inputs
    /// Initializers that are trained further: no pass computes with their numbers or merges them.
    std::unordered_set<ValueId> tunable;
    Progress progress;
};

} // namespace partita
