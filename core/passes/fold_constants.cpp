#include "core/passes/passes.h"

#include <algorithm>
#include <limits>
#include <ranges>
#include <unordered_map>

#include "core/ir/quantizers.h"
#include "core/onnx/operator_facts.h"
#include "core/provider/partitioning.h"

namespace partita {

namespace {

/// The bytes by which folding one node may enlarge the file, which is little beside the weights.
std::uint64_t growthLimit(const Model& model) {
    constexpr std::uint64_t kLeast = 1 << 16, kShare = 64;
    std::uint64_t weights = 0;
    model.values().forEach([&](ValueId, const auto& value) {
        weights += value->initializer ? value->initializer->byteSize() : 0;
    });
    return std::max(kLeast, weights / kShare);
}

/// What folding one node is worth.
struct Worth {
    std::uint64_t bytes;      ///< by which it may enlarge the file
    std::uint64_t copies = 1; ///< of the result that the file then holds
};

/// How many nodes behind a product merge into it once its weights are constant.
std::uint64_t nodesThatMerge(const Rewriter& rewriter, const Node& product) {
    static constexpr std::string_view kMerging[] = {"BatchNormalization", "Mul", "Add"};
    std::uint64_t count = 0;
    const Node* last = &product;
    while (last->outputs.size() == 1 && rewriter.isReadOnce(last->outputs[0])) {
        const Node* next = rewriter.node(rewriter.model().consumers(last->outputs[0])[0]);
        if (!next)
            break;
        const auto others = std::ranges::count_if(
            next->inputs, [&](ValueId id) { return !rewriter.isConstant(id); });
        if (!next->isOnnx() || others != 1 ||
            std::ranges::find(kMerging, next->opType.str()) == std::end(kMerging))
            break;
        ++count;
        last = next;
    }
    return count;
}

bool isOfficial(const Node& node) {
    static constexpr std::string_view kExperimental[] = {"ATen",
                                                         "Affine",
                                                         "ConstantFill",
                                                         "Crop",
                                                         "DynamicSlice",
                                                         "GRUUnit",
                                                         "GivenTensorFill",
                                                         "ImageScaler",
                                                         "ParametricSoftplus",
                                                         "Scale",
                                                         "ScaledTanh"};
    return (node.isOnnx() || node.domain == "ai.onnx.ml") &&
           std::ranges::find(kExperimental, node.opType.str()) == std::end(kExperimental);
}

/// Whether the result of a node may be much larger than what it reads.
bool expands(const Node& node) {
    return node.is("Tile") || node.is("ConstantOfShape") || node.is("Expand");
}

/// The bytes of the result of a node that expands; nothing: unknown.
std::optional<std::uint64_t> expandedBytes(const Rewriter& rewriter, const Node& node) {
    const ValueId sizes = Rewriter::input(node, node.is("ConstantOfShape") ? 0 : 1);
    const auto target = rewriter.ints(sizes);
    if (!target)
        return std::nullopt;
    std::vector<std::int64_t> dims = *target;
    DataType type = DataType::float32;
    if (node.is("ConstantOfShape")) {
        if (const auto* value = node.attribute("value"))
            if (const auto* tensor = std::get_if<TensorPtr>(&value->value))
                type = (*tensor)->type;
    } else {
        const auto tensor = rewriter.constant(node.inputs[0]);
        if (!tensor)
            return std::nullopt;
        type = tensor->type;
        const std::vector<std::int64_t>& given = tensor->dims;
        if (dims.size() < given.size())
            dims.insert(dims.begin(), given.size() - dims.size(), 1);
        for (std::size_t i = 1; i <= given.size(); ++i) {
            std::int64_t& size = dims[dims.size() - i];
            const std::int64_t own = given[given.size() - i];
            const bool tile = node.is("Tile");
            if (size < 0)
                return std::nullopt;
            if (tile && size > 0 && own > std::numeric_limits<std::int64_t>::max() / size)
                return std::nullopt;
            size = tile ? size * own : std::max(size, own);
        }
    }
    const auto count = elementCount(dims);
    return count ? packedBytes(type, *count) : std::nullopt;
}

/// The only node that reads a value, if it gives the same elements in another shape or order.
const Node* onlyView(const Rewriter& rewriter, ValueId value) {
    if (!rewriter.isReadOnce(value))
        return nullptr;
    const Node* reader = rewriter.node(rewriter.model().consumers(value)[0]);
    const bool view =
        reader && (operatorFacts(*reader).kind == OperatorKind::view || reader->is("Transpose"));
    return view && reader->outputs.size() == 1 && reader->inputs[0] == value &&
                   std::ranges::all_of(
                       reader->inputs | std::views::drop(1),
                       [&](ValueId other) { return !other || rewriter.isConstant(other); })
               ? reader
               : nullptr;
}

/// The weights that ConstantOfShape makes for a product.
struct MadeWeights {
    NodeId node;
    std::uint64_t saved = 1; ///< nodes that go: this one, views of its result, and those that then
                             ///< merge into a product
    std::uint64_t copies =
        1; ///< that the file then holds: a product that merges has its own weights
    std::uint64_t bytes = 0; ///< of one copy
};

/// Nothing where the node makes no weights, or weights of unknown size.
std::optional<MadeWeights> madeWeights(const Rewriter& rewriter, const Node& node) {
    if (!node.is("ConstantOfShape") || node.outputs.size() != 1)
        return std::nullopt;
    std::uint64_t saved = 1, merging = 0;
    ValueId weights = node.outputs[0];
    for (; const Node* view = onlyView(rewriter, weights); ++saved)
        weights = view->outputs[0];
    const auto readers = rewriter.model().consumers(weights);
    for (const NodeId id : readers) {
        const Node* reader = rewriter.node(id);
        const bool product = reader && (reader->is("Conv") || reader->is("Gemm") ||
                                        reader->is("MatMul") || reader->is("ConvTranspose"));
        if (!product || Rewriter::input(*reader, 1) != weights)
            return std::nullopt;
        const auto behind = reader->is("MatMul") ? 0 : nodesThatMerge(rewriter, *reader);
        saved += behind;
        merging += behind > 0;
    }
    const auto bytes = expandedBytes(rewriter, node);
    if (!bytes)
        return std::nullopt;
    // A result that no product reads, such as an output of the graph, is held once.
    const auto copies = std::max<std::uint64_t>(merging + (merging < readers.size()), 1);
    return MadeWeights{node.id, saved, copies, *bytes};
}

/// By how many bytes weights may enlarge the file for each node that goes with them.
constexpr std::uint64_t kEachNode = 4 << 20;

/// What weights are worth that nodes make, like those of ONNX's light models: `kEachNode` is meant
/// for all of them together. The smallest come first, and leave to the larger ones what they do
/// not need.
std::unordered_map<NodeId, Worth> worthOfMadeWeights(PassRun& run) {
    const Rewriter rewriter(run);
    std::vector<MadeWeights> all;
    for (const NodeId id : run.order())
        if (const auto made = madeWeights(rewriter, *run.model().node(id)))
            all.push_back(*made);
    std::ranges::stable_sort(all, {}, [](const MadeWeights& made) { return made.bytes; });
    std::unordered_map<NodeId, Worth> worth;
    std::uint64_t left = 0;
    for (const MadeWeights& made : all) {
        const std::uint64_t room = left + kEachNode * made.saved;
        if (made.bytes > room / made.copies)
            continue;
        left = room - made.bytes * made.copies;
        worth[made.node] = {made.bytes * made.copies, made.copies};
    }
    return worth;
}

/// What folding a node is worth. Weights whose size only this run of the pass has found are not
/// among `made`, and are judged by themselves.
Worth worthOf(const Rewriter& rewriter, const Node& node, std::uint64_t growth,
              const std::unordered_map<NodeId, Worth>& made) {
    Worth worth{growth};
    if (const auto found = made.find(node.id); found != made.end())
        worth = found->second;
    else if (const auto weights = madeWeights(rewriter, node))
        worth = {kEachNode * weights->saved, weights->copies};
    worth.bytes = std::max(worth.bytes, growth);
    return worth;
}

/// Why a node is not computed; empty: it may be.
Message obstacle(const Node& node) {
    if (node.isOnnx() && node.opType == kDequantizeLinear)
        return PARTITA_TEXT("quantization is kept for the device");
    if (isRandom(node))
        return PARTITA_TEXT("it gives another result each time");
    return {};
}

/// Why a result of so many bytes is not stored; empty: it may be.
Message tooLarge(const Rewriter& rewriter, const Node& node, const PassOptions& options,
                 const Worth& worth, std::uint64_t bytes) {
    if (expands(node) && bytes > options.tensorSizeThreshold)
        return PARTITA_TEXT("its result of {0} is above the size threshold", byteText(bytes));
    if (!options.mayGrow && bytes > (worth.bytes + rewriter.freedBytes(node)) / worth.copies)
        return PARTITA_TEXT("its result of {0} would make the file larger", byteText(bytes));
    return {};
}

std::uint64_t bytesOf(const std::vector<Tensor>& tensors) {
    std::uint64_t bytes = 0;
    for (const Tensor& tensor : tensors)
        bytes += tensor.byteSize();
    return bytes;
}

/// Turns the results into initializers of the same graph.
bool replaceByResults(Rewriter& rewriter, const Node& node, std::vector<Tensor> results) {
    if (node.outputs.size() == 1)
        return rewriter.replaceByConstant(node, std::move(results[0]));
    rewriter.editor().removeNode(node.id);
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        const ValueId output = node.outputs[i];
        if (!output)
            continue;
        if (rewriter.model().consumers(output).empty() && !rewriter.model().isGraphOutput(output)) {
            rewriter.editor().removeValue(output);
            continue;
        }
        results[i].name = rewriter.model().value(output)->name;
        rewriter.editor().changeValue(output, [&](Value& value) {
            value.type = Type::tensor(results[i].type, results[i].shape());
            value.initializer = std::make_shared<const Tensor>(std::move(results[i]));
        });
    }
    rewriter.needsPlainInitializers();
    return true;
}

/// Whether a node is computed of constants, and of values of which `isHeld` says so.
template <class F> bool isComputable(const Rewriter& rewriter, const Node& node, F&& isHeld) {
    return !node.is("Constant") && isOfficial(node) && node.subgraphs().empty() &&
           std::ranges::all_of(node.inputs, [&](ValueId input) {
               return !input || rewriter.isConstant(input) || isHeld(input);
           });
}

/// Results that are too large for the file, for nodes that make less of them.
class HeldResults {
public:
    [[nodiscard]] bool contains(ValueId value) const { return m_values.contains(value); }
    /// Whether results of so many bytes have room, and a node can be computed of them.
    [[nodiscard]] bool mayHold(const Rewriter& rewriter, const Node& node,
                               std::uint64_t bytes) const {
        if (bytes > kMost - std::min(kMost, m_bytes))
            return false;
        const auto isOwn = [&](ValueId value) {
            return contains(value) || std::ranges::find(node.outputs, value) != node.outputs.end();
        };
        return std::ranges::any_of(node.outputs, [&](ValueId output) {
            return output &&
                   std::ranges::any_of(rewriter.model().consumers(output), [&](NodeId id) {
                       const Node* reader = rewriter.node(id);
                       return reader && isComputable(rewriter, *reader, isOwn);
                   });
        });
    }
    void hold(const Node& node, std::vector<Tensor> results) {
        for (std::size_t i = 0; i < node.outputs.size() && i < results.size(); ++i)
            if (node.outputs[i]) {
                m_bytes += results[i].byteSize();
                m_values.emplace(node.outputs[i],
                                 std::make_shared<const Tensor>(std::move(results[i])));
            }
    }
    /// The model in which those that the node reads are constants.
    [[nodiscard]] Model with(const Model& model, const Node& node) const {
        ModelEditor editor(model);
        for (const ValueId input : node.inputs)
            if (const auto found = m_values.find(input); input && found != m_values.end())
                editor.changeValue(input, [&](Value& value) {
                    value.type = Type::tensor(found->second->type, found->second->shape());
                    value.initializer = found->second;
                });
        return editor.model();
    }

private:
    static constexpr std::uint64_t kMost = 64 << 20;
    std::unordered_map<ValueId, TensorPtr> m_values;
    std::uint64_t m_bytes = 0;
};

bool fold(Rewriter& rewriter, const Node& node, const PassOptions& options, const Worth& worth,
          HeldResults& held) {
    const auto isHeld = [&](ValueId value) { return held.contains(value); };
    if (!isComputable(rewriter, node, isHeld))
        return false;
    Message why = obstacle(node);
    std::uint64_t expected = 0;
    if (why.empty() && expands(node)) {
        if (const auto bytes = expandedBytes(rewriter, node)) {
            expected = *bytes;
            if (Message large = tooLarge(rewriter, node, options, worth, *bytes);
                !large.empty() && !held.mayHold(rewriter, node, *bytes))
                why = std::move(large);
        } else {
            why = PARTITA_TEXT("the size of its result is not known");
        }
    }
    if (!why.empty()) {
        rewriter.note(node.id, std::move(why));
        return false;
    }
    // Intermediate values may be several times as large as the result.
    const std::uint64_t room =
        options.mayGrow ? options.tensorSizeThreshold
                        : std::min(options.tensorSizeThreshold,
                                   8 * (worth.bytes + rewriter.freedBytes(node)) + (1 << 24));
    auto results = options.evaluator->evaluate(held.with(rewriter.model(), node), node,
                                               std::max(room, 2 * expected));
    if (!results) {
        rewriter.note(node.id, results.error().what);
        return false;
    }
    if (Message large = tooLarge(rewriter, node, options, worth, bytesOf(*results));
        !large.empty()) {
        rewriter.note(node.id, std::move(large));
        if (held.mayHold(rewriter, node, bytesOf(*results)))
            held.hold(node, *std::move(results));
        return false;
    }
    return replaceByResults(rewriter, node, *std::move(results));
}

} // namespace

/// Computes nodes whose inputs are all constant.
///
/// Before:   Y = F(c, d …)    c, d constant
/// After:    Y = a constant
/// Before:   Y = F(G(c))      c constant, the result of G too large to be stored
/// After:    Y = a constant
/// Declines: operators outside of ONNX's domains; random operators; DequantizeLinear, whose quantized
///           input the device needs; nodes with bodies; Tile, ConstantOfShape and Expand above the size
///           threshold; a result that enlarges the file by more than 64 KiB and by more than 1/64
///           of its weights; weights of ConstantOfShape that enlarge it by more than 4 MiB for each
///           node that goes with all of them; a node that the evaluator cannot compute
Result<void> foldConstants(PassRun& run) {
    if (!run.options().evaluator)
        return {};
    const std::uint64_t growth = growthLimit(run.model());
    const std::unordered_map<NodeId, Worth> made = worthOfMadeWeights(run);
    HeldResults held;
    for (const NodeId id : run.order())
        if (const auto node = run.model().node(id))
            run.attempt(id, [&](Rewriter& rewriter) {
                return fold(rewriter, *node, run.options(), worthOf(rewriter, *node, growth, made),
                            held);
            });
    return {};
}

} // namespace partita
