#include "core/session/optimization.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "core/base/log.h"
#include "core/base/try.h"
#include "core/ir/constants.h"
#include "core/onnx/infer_edited.h"
#include "core/onnx/infer_shapes.h"
#include "core/rewrite/pipeline.h"
#include "core/session/absent_weights.h"
#include "core/shapes/proven_shapes.h"

namespace partita {

namespace {

constexpr int kMostRounds = 10;     ///< ONNX Runtime makes at most ten steps of transformation
constexpr int kMostInferences = 32; ///< a block may need the sizes of the one before it
constexpr int kMostProofs = 64;     ///< a proof is cheaper than an inference and is tried first

struct LevelRow {
    OptimizationLevel level;
    std::string_view name, number;
};
constexpr LevelRow kLevels[] = {{OptimizationLevel::disabled, "disabled", "0"},
                                {OptimizationLevel::basic, "basic", "1"},
                                {OptimizationLevel::extended, "extended", "2"},
                                {OptimizationLevel::all, "all", "99"}};

/// Of the rewrites that ONNX Runtime makes on level 1 (graph_transformer_utils.cc), those that a
/// pass makes. docs/command-line.md lists those that are left out.
struct PassRow {
    std::string_view pass;
    std::string_view op; ///< does nothing in a model without this operator; empty: any model
};
/// In the place of an operator: only in models of an IR version below 4, whose initializers are all
/// inputs that nobody can set.
constexpr std::string_view kBeforeIr4 = "IR < 4";
constexpr PassRow kBasic[] = {{"fix_initializers", kBeforeIr4},
                              {"eliminate_cast_like", "CastLike"},
                              {"eliminate_identity", "Identity"},
                              {"eliminate_dropout", "Dropout"},
                              {"eliminate_nop_dropout", "Dropout"},
                              {"eliminate_nop_slice", "Slice"},
                              {"eliminate_nop_cast", "Cast"},
                              {"eliminate_nop_expand", "Expand"},
                              {"eliminate_nop_with_unit", ""},
                              {"eliminate_shape_op", "Shape"},
                              {"fold_constants", ""},
                              {"eliminate_if_with_const_cond", "If"},
                              {"eliminate_common_subexpression", ""},
                              {"fuse_pad_into_conv", "Pad"},
                              {"fuse_pad_into_pool", "Pad"},
                              {"fuse_add_bias_into_conv", "Conv"},
                              {"fuse_mul_into_conv", "Conv"},
                              {"fuse_bn_into_conv", "BatchNormalization"},
                              {"fuse_reciprocal_into_div", "Div"},
                              {"rewrite_where", "Where"},
                              {"fuse_matmul_add_bias_into_gemm", "MatMul"},
                              {"fuse_matmul_add_bias_into_reshaped_gemm", "MatMul"},
                              {"fuse_transpose_into_gemm", "Gemm"},
                              {"fuse_sizes_into_reshape", "Concat"},
                              {"fuse_consecutive_reshapes", "Reshape"},
                              {"eliminate_deadend", ""}};

/// The passes of the level that may do something in this model.
std::vector<std::string> passesFor(const Model& model, OptimizationLevel level) {
    std::unordered_set<std::string_view> present{""};
    if (model.info().irVersion < 4)
        present.insert(kBeforeIr4);
    model.nodes().forEach([&](NodeId, const auto& node) {
        present.insert(node->opType.str());
        if (node->is("CastLike"))
            present.insert("Cast");
        if (node->is("MatMul"))
            present.insert("Gemm");
    });
    std::vector<std::string> passes;
    for (const PassRow& row : kBasic)
        if (level != OptimizationLevel::disabled && present.contains(row.op))
            passes.emplace_back(row.pass);
    return passes;
}

bool isOneNumberOfFour(const Node& node, const Model& model) {
    static constexpr std::string_view kFour[] = {"Add", "Sub", "Mul", "Div"};
    return std::ranges::find(kFour, node.opType.str()) != std::end(kFour) &&
           std::ranges::any_of(node.inputs, [&](ValueId input) {
               const auto tensor = input ? constantOf(model, input) : std::nullopt;
               return tensor && tensor->count() == 1;
           });
}

bool endsNowhere(const Node& slice, const Model& model) {
    std::vector<std::int64_t> ends = slice.intsAttribute("ends");
    if (slice.inputs.size() > 2)
        if (const auto tensor = constantOf(model, slice.inputs[2]))
            if (const auto numbers = elementsAsInts(*tensor))
                ends = *numbers;
    return !ends.empty() && std::ranges::all_of(ends, [](std::int64_t end) {
        return end == std::numeric_limits<std::int64_t>::max();
    });
}

/// Whether the node computes with a value of a graph around its own.
bool readsFromOutside(const Node& node, const Model& model) {
    return std::ranges::any_of(node.inputs, [&](ValueId input) {
        const auto& value = model.value(input);
        return value && value->graph != node.graph && !constantOf(model, input);
    });
}

/// Whether a graph returned what the node made.
bool madeAnOutput(const Node& node, const Rewrite& rewrite) {
    return std::ranges::any_of(rewrite.delta.graphs, [&](const auto& change) {
        return change.before && std::ranges::find_first_of(change.before->outputs, node.outputs) !=
                                    change.before->outputs.end();
    });
}

using Values = std::unordered_set<ValueId>;

/// The values that nodes of bodies read from graphs around them.
Values capturedValues(const Model& model) {
    Values captured;
    model.nodes().forEach([&](NodeId, const auto& node) {
        for (const ValueId input : node->inputs)
            if (input && model.value(input)->graph != node->graph)
                captured.insert(input);
    });
    return captured;
}

/// Whether nodes are merged whose inputs are different but equal constants, or such constants are,
/// of which a body of the source reads one: ONNX Runtime leaves those alone.
bool mergesCaptured(const Rewrite& rewrite, const Node& gone, const Model& after,
                    const Values& captured) {
    ValueId kept;
    for (const auto& change : rewrite.delta.nodes)
        if (change.before && change.after)
            for (std::size_t i = 0;
                 i < std::min(change.before->inputs.size(), change.after->inputs.size()); ++i)
                if (change.before->inputs[i] == gone.outputs[0])
                    kept = change.after->inputs[i];
    if (gone.is("Constant"))
        return captured.contains(gone.outputs[0]) || captured.contains(kept);
    const auto& other = after.node(kept ? after.producer(kept) : NodeId{});
    for (std::size_t i = 0; other && i < std::min(gone.inputs.size(), other->inputs.size()); ++i)
        if (gone.inputs[i] != other->inputs[i] &&
            (captured.contains(gone.inputs[i]) || captured.contains(other->inputs[i])))
            return true;
    return false;
}

/// Whether a MaxPool takes over a padding with another number than −∞.
bool padsWithNumbers(const Rewrite& rewrite, const Model& after) {
    const auto& pool = after.node(rewrite.anchor);
    const auto pad = std::ranges::find_if(rewrite.delta.nodes, [](const auto& change) {
        return change.before && !change.after && change.before->is("Pad");
    });
    if (!pool || !pool->is("MaxPool") || pad == rewrite.delta.nodes.end())
        return false;
    const Node& node = *pad->before;
    const ValueId filler = node.inputs.size() > 2 ? node.inputs[2] : ValueId{};
    const auto number = filler
                            ? scalarConstant(after, filler)
                            : std::optional(static_cast<double>(node.floatAttribute("value", 0)));
    return !number || !std::isinf(*number);
}

/// Whether a Pad goes that lists its axes.
bool padsListedAxes(const Rewrite& rewrite) {
    return std::ranges::any_of(rewrite.delta.nodes, [](const auto& change) {
        return change.before && !change.after && change.before->is("Pad") &&
               change.before->inputs.size() > 3 && change.before->inputs[3];
    });
}

/// Whether a node whose padding an attribute chooses takes over another padding.
bool hasAutoPad(const Rewrite& rewrite) {
    return std::ranges::any_of(rewrite.delta.nodes, [&](const auto& change) {
        return change.id == rewrite.anchor && change.before &&
               change.before->stringAttribute("auto_pad", "NOTSET") != "NOTSET";
    });
}

/// Whether a pass that goes further than the rewrite of ONNX Runtime does what that one does:
/// it drops the neutral operand of four operators where it is one number, and a Slice where its
/// ends are the largest number there is, whatever the shape; neither where a graph returns the
/// result, or where the node reads what its body captures. MaxPool takes over only a padding with
/// −∞, nothing with auto_pad takes over one, and nothing one of a Pad that lists its axes.
Decision asOnnxRuntime(const Rewrite& rewrite, const Model& after, const Values& captured) {
    if (rewrite.pass == "fuse_pad_into_pool" || rewrite.pass == "fuse_pad_into_conv")
        return padsWithNumbers(rewrite, after) || padsListedAxes(rewrite) || hasAutoPad(rewrite)
                   ? Decision::skip
                   : Decision::keep;
    const bool unit = rewrite.pass == "eliminate_nop_with_unit";
    const bool same = rewrite.pass == "eliminate_common_subexpression";
    if (!unit && !same && rewrite.pass != "eliminate_nop_slice")
        return Decision::keep;
    const auto gone = std::ranges::find_if(rewrite.delta.nodes, [&](const auto& change) {
        return change.id == rewrite.anchor && change.before && !change.after;
    });
    if (gone == rewrite.delta.nodes.end())
        return Decision::skip;
    const Node& node = *gone->before;
    if (same)
        return mergesCaptured(rewrite, node, after, captured) ? Decision::skip : Decision::keep;
    const bool like = unit ? isOneNumberOfFour(node, after) : endsNowhere(node, after);
    return like && !madeAnOutput(node, rewrite) && !readsFromOutside(node, after) ? Decision::keep
                                                                                  : Decision::skip;
}

/// Whether inference might find a shape that is not known yet.
bool isOpen(const Model& model) {
    bool open = false;
    model.nodes().forEach([&](NodeId, const auto& node) {
        for (const ValueId output : node->outputs)
            open = open || (output && (!model.value(output)->type ||
                                       !staticDims(model.value(output)->type->shape)));
    });
    return open;
}

std::size_t knownShapes(const Model& model) {
    std::size_t known = 0;
    model.values().forEach([&](ValueId, const auto& value) {
        known += value->type && value->type->isTensor() && staticDims(value->type->shape);
    });
    return known;
}

/// Fills in the shapes that are proven, for far less than an inference. Whether there were any.
bool proveMore(OptimizedModel& into) {
    Model proven = withProvenShapes(into.model);
    if (diff(into.model, proven).empty())
        return false;
    into.model = std::move(proven);
    return true;
}

/// Infers shapes again, of what `before` has become. Whether more of them are known then.
bool inferMore(const Model& before, OptimizedModel& into, const Progress& progress) {
    const std::size_t known = knownShapes(into.model);
    auto inferred = inferShapesAfterRewrite(before, into.model, {progress.stop, {}});
    if (!inferred || knownShapes(*inferred) == known)
        return false;
    into.model = *std::move(inferred);
    return true;
}

/// The passes that turn known shapes into constants. In a model of many blocks, each of which takes
/// its sizes from the block before it, only these need to be repeated.
std::vector<std::string> revealingOf(std::vector<std::string> passes) {
    std::erase_if(passes, [](const std::string& pass) {
        return pass != "eliminate_shape_op" && pass != "fold_constants";
    });
    return passes;
}

/// The node that took over the work of `node` in a rewrite; none where it was only removed.
const Node* heirOf(NodeId node, const Rewrite& rewrite) {
    for (const auto& change : rewrite.delta.nodes)
        if (change.after && change.after->origin && change.id != node &&
            std::ranges::find(change.after->origin->derivedFrom, node) !=
                change.after->origin->derivedFrom.end())
            return change.after.get();
    return nullptr;
}

Message whyGone(const Node& node, const Rewrite& rewrite) {
    if (const Node* heir = heirOf(node.id, rewrite))
        return PARTITA_TEXT("merged into {0} before nodes are placed", heir->label());
    if (rewrite.pass == "fold_constants" || rewrite.pass == "eliminate_shape_op")
        return computedOnceText();
    if (rewrite.pass == "eliminate_if_with_const_cond")
        return node.id == rewrite.anchor
                   ? PARTITA_TEXT("its condition is constant: the nodes of one branch take its "
                                  "place before nodes are placed")
                   : PARTITA_TEXT("in a branch that is never taken");
    if (rewrite.pass == "eliminate_common_subexpression")
        return PARTITA_TEXT("another node computes the same: merged before nodes are placed");
    if (rewrite.pass == "eliminate_deadend")
        return unreadText();
    return PARTITA_TEXT("{0} changes nothing here: dropped before nodes are placed", node.opType);
}

/// Whether a change takes a node of the source away: it is removed, or becomes a Constant.
bool takesAway(const ModelDelta& delta, std::size_t at) {
    const auto& change = delta.nodes[at];
    return change.before && !change.before->is("Constant") &&
           (!change.after || change.after->is("Constant"));
}

void noteGone(const std::vector<PassTrace>& traces, OptimizedModel& into) {
    for (const PassTrace& trace : traces)
        for (const Rewrite& rewrite : trace.rewrites)
            for (std::size_t i = 0; i < rewrite.delta.nodes.size(); ++i)
                if (takesAway(rewrite.delta, i)) {
                    const Node& node = *rewrite.delta.nodes[i].before;
                    into.gone.insert_or_assign(node.id, whyGone(node, rewrite));
                }
}

/// ONNX Runtime asks a provider for the node of a call first, which none here takes, and then for
/// the nodes of its function.
void inlineInto(OptimizedModel& into, const Progress& progress) {
    if (into.model.info().functions.empty())
        return;
    auto inlined = inlineCalls(into.model);
    if (!inlined) {
        log(LogLevel::warning, inlined.error().whole());
        return;
    }
    if (auto inferred = inferShapes(inlined->model, {progress.stop, {}}))
        inlined->model = *std::move(inferred);
    into.model = inlined->model;
    into.inlined = std::make_shared<const InlinedModel>(*std::move(inlined));
}

} // namespace

const Message& computedOnceText() {
    static const Message kText =
        PARTITA_TEXT("computed once from constants before nodes are placed");
    return kText;
}

const Message& unreadText() {
    static const Message kText =
        PARTITA_TEXT("no node reads its results: dropped before nodes are placed");
    return kText;
}

std::string_view levelName(OptimizationLevel level) {
    return kLevels[static_cast<std::size_t>(level)].name;
}

std::optional<OptimizationLevel> levelNamed(std::string_view text) {
    for (const LevelRow& row : kLevels)
        if (text == row.name || text == row.number)
            return row.level;
    return std::nullopt;
}

std::vector<std::string> passesOf(OptimizationLevel level) {
    std::vector<std::string> passes;
    for (const PassRow& row : kBasic)
        if (level != OptimizationLevel::disabled)
            passes.emplace_back(row.pass);
    return passes;
}

Result<OptimizedModel> optimizeModel(const Model& model, OptimizationLevel level,
                                     std::unique_ptr<ConstantEvaluator> evaluator,
                                     FoldConstants when, const Progress& progress) {
    OptimizedModel result{model, {}, level};
    inlineInto(result, progress);
    const auto passes = passesFor(result.model, level);
    if (passes.empty())
        return result;
    if (when == FoldConstants::whenRead)
        result.model = withWeightsInPlace(result.model);
    if (evaluator)
        evaluator = carefulEvaluator(std::move(evaluator), when);
    PassOptions options;
    options.evaluator = evaluator.get();
    options.mayGrow = true; // nothing is written
    options.progress.stop = progress.stop;
    options.decidesByModel = true;
    options.decide = [captured = capturedValues(result.model)](const Rewrite& rewrite, int,
                                                               const Model& after) {
        return asOnnxRuntime(rewrite, after, captured);
    };
    const auto revealing = revealingOf(passes);
    bool whole = true; // whether all passes are run
    int proofs = 0;
    Model before = result.model; // as inference knew it last
    for (int i = 0; i < kMostInferences + proofs; ++i) {
        auto rewritten =
            PARTITA_TRY(runPasses(result.model, whole ? passes : revealing, kMostRounds, options));
        noteGone(rewritten.traces, result);
        const bool changed = rewritten.rewrites() > 0;
        result.model = std::move(rewritten.model);
        const bool open = changed && isOpen(result.model);
        const bool proven = open && proofs < kMostProofs && proveMore(result);
        proofs += proven;
        const bool inferred = open && !proven && inferMore(before, result, progress);
        if (inferred)
            before = result.model;
        if (!proven && !inferred) {
            if (whole)
                break;
            whole = true;
        } else {
            whole = revealing.empty() || i + 2 == kMostInferences + proofs;
        }
    }
    return result;
}

std::unique_ptr<ConstantEvaluator> evaluatorOf(const std::vector<ProviderPtr>& providers) {
    std::unique_ptr<ConstantEvaluator> evaluator;
    for (auto at = providers.rbegin(); at != providers.rend() && !evaluator; ++at)
        evaluator = (*at)->constantEvaluator();
    return evaluator;
}

} // namespace partita
