#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/ir/model.h"

namespace partita {

enum class PassEfficiency { partial, complete }; ///< complete: a second run finds nothing
/// Where a pass comes from, and whether a simplification without a list of passes runs it.
enum class PassSet {
    standard,   ///< of onnxoptimizer, in its default set
    named,      ///< of onnxoptimizer, only when asked for by name
    additional, ///< our own, run by default
    optional    ///< our own, only when asked for by name
};

class PassRun;

/// Marks a text that the views translate; `context` is theirs.
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

/// All of them, in the order in which a simplification runs them.
const std::vector<PassInfo>& passCatalogue();
/// Null: there is none of that name.
const PassInfo* findPass(std::string_view name);
std::string_view passEfficiencyName(PassEfficiency efficiency);

/// One match of a pass: the unit of stepping, judging and undoing.
struct Rewrite {
    std::string_view pass;
    NodeId anchor;          ///< the node it is about; none: the model as a whole
    std::string anchorName; ///< its label, which holds after it is gone; or the value it is about
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
    std::vector<Rewrite> rewrites; ///< applied in order they give the result
    std::vector<PassNote> notes;
    std::chrono::microseconds time{};
};

/// Computes nodes whose inputs are constants.
class ConstantEvaluator {
public:
    virtual ~ConstantEvaluator() = default;
    /// The tensors of the node's outputs, in their order (undefined for omitted ones), or why it
    /// cannot be computed. `mostBytes`: no value may need more.
    virtual Result<std::vector<Tensor>> evaluate(const Model& model, const Node& node,
                                                 std::uint64_t mostBytes) = 0;
};

/// What is done with a rewrite that was found.
enum class Decision { keep, skip, stop };

struct PassOptions {
    ConstantEvaluator* evaluator = nullptr; ///< null: nothing is folded
    /// Asked for each rewrite before it is kept; empty: all are. `after`: with the rewrite.
    std::function<Decision(const Rewrite& rewrite, int round, const Model& after)> decide;
    /// Tile, ConstantOfShape and Expand are not folded into more bytes than this.
    std::uint64_t tensorSizeThreshold = 1'610'612'736; // onnxsim's 1.5 GB
    bool mayGrow = false; ///< constants may be folded although the file becomes larger
    Progress progress;
};

} // namespace partita
