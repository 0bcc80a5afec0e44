#include "providers/cpu/plan/fusion_patterns.h"

#include <algorithm>

#include "core/ir/constants.h"
#include "core/rewrite/operator_patterns.h"

namespace partita::cpu {

namespace {

/// The planned nodes that are in no group yet, as a graph for matchers. Computed values count as
/// constants, and a value that is wanted outside of the program is not read once.
class PlannedPatterns : public PatternGraph {
public:
    explicit PlannedPatterns(const FusionGraph& graph) : m_graph(graph) {}

    [[nodiscard]] const Node* producer(ValueId value) const override {
        const auto slot = m_graph.producer(value);
        return slot && m_graph.at(*slot).members.size() == 1 ? m_graph.at(*slot).record.get()
                                                             : nullptr;
    }
    [[nodiscard]] bool isReadOnce(ValueId value) const override {
        return m_graph.soleReader(value).has_value();
    }
    [[nodiscard]] std::optional<double> scalar(ValueId value) const override {
        return value ? m_graph.constants().scalar(value) : std::nullopt;
    }
    [[nodiscard]] std::optional<std::vector<std::int64_t>> ints(ValueId value) const override {
        const RuntimeValue* result = m_graph.constants().computed(value);
        if (result && (!result->isTensor() || result->count() > kMostInts))
            return std::nullopt;
        const auto tensor =
            result ? std::optional(result->toTensor({})) : constantOf(m_graph.model(), value);
        if (!tensor)
            return std::nullopt;
        auto numbers = elementsAsInts(*tensor, kMostInts);
        return numbers ? std::optional(*std::move(numbers)) : std::nullopt;
    }
    [[nodiscard]] const Shape* shape(ValueId id) const override {
        const auto& value = m_graph.model().value(id);
        return value && value->type && value->type->isTensor() && value->type->shape
                   ? &*value->type->shape
                   : nullptr;
    }
    [[nodiscard]] std::optional<std::vector<std::int64_t>> dims(ValueId value) const override {
        return m_graph.dimsOf(value);
    }

private:
    static constexpr std::int64_t kMostInts = 1 << 16;
    const FusionGraph& m_graph;
};

/// X · Sigmoid(X): the operator Swish of opset 24.
std::optional<WrittenOut> matchSwish(const PatternGraph& graph, const Node& root) {
    if (!root.is("Mul") || root.inputs.size() != 2)
        return std::nullopt;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const ValueId x = root.inputs[1 - side];
        const Node* gate = graph.soleProducer(root.inputs[side], root, "Sigmoid");
        if (gate && gate->inputs[0] == x)
            return WrittenOut{"Swish", 24, {x}, {}, {root.id, gate->id}};
    }
    return std::nullopt;
}

/// Merges the nodes of a pattern, whose last node is in slot `root`, into one; false where a value
/// in between is read elsewhere.
bool replace(FusionGraph& graph, std::size_t root, WrittenOut found) {
    std::vector<std::size_t> slots;
    for (const NodeId id : found.nodes)
        slots.push_back(*graph.slotOf(id));
    for (const std::size_t slot : slots)
        for (const ValueId value : graph.at(slot).record->outputs) {
            const auto readers = graph.readers(value);
            if (slot != root &&
                (!readers || !std::ranges::all_of(*readers, [&](std::size_t reader) {
                    return std::ranges::find(slots, reader) != slots.end();
                })))
                return false;
        }
    Node record = *graph.at(root).record;
    record.opType = SharedString(found.op);
    record.domain = SharedString(std::string_view());
    record.inputs = IdList<ValueId>(found.inputs.begin(), found.inputs.end());
    record.attributes = std::make_shared<const Attributes>(std::move(found.attributes));
    for (const std::size_t slot : slots)
        if (slot != root)
            graph.merge(slot, root);
    graph.sortMembers(root);
    graph.at(root).record = std::make_shared<Node>(std::move(record));
    graph.at(root).version = found.since;
    graph.at(root).recognized = true;
    return true;
}

} // namespace

void recognizeOperators(FusionGraph& graph) {
    const PlannedPatterns patterns(graph);
    for (std::size_t slot = 0; slot < graph.size(); ++slot) {
        const PlannedNode& planned = graph.at(slot);
        // Before version 7 broadcasting follows attributes.
        if (planned.members.size() != 1 || planned.version < 7 || planned.record->inputs.empty() ||
            planned.record->outputs.empty() || !graph.isFloat32(planned.record->outputs[0]))
            continue;
        for (const auto match : {matchGelu, matchHardSwish, matchSwish, matchLayerNormalization})
            if (auto found = match(patterns, *planned.record);
                found && replace(graph, slot, *std::move(found)))
                break;
    }
}

namespace {

bool isOverLastAxis(const FusionGraph& graph, const Node& softmax, int version) {
    const std::int64_t axis = softmax.intAttribute("axis", version < 13 ? 1 : -1);
    const auto& type = graph.model().value(softmax.inputs[0])->type;
    if (!type || !type->shape)
        return axis == -1;
    return axisOf(axis, type->shape->size()) == type->shape->size() - 1;
}

/// Whether the tensor added to the scores is a float32 mask that does not broadcast them. A
/// constant added to a product by constant weights is the bias of a layer, and a number is no mask
/// either.
bool isMask(const FusionGraph& graph, const AttentionScores& scores, ValueId masked) {
    const bool ofLayer =
        graph.isConstantFloat32(scores.product->inputs[1]) && graph.isConstantFloat32(scores.mask);
    return graph.isFloat32(scores.mask) && graph.sameShape(scores.unmasked, masked) && !ofLayer &&
           !graph.constants().scalar(scores.mask);
}

void matchAttention(FusionGraph& graph, std::size_t softmax) {
    const Node& node = *graph.at(softmax).record;
    const auto scores = matchAttentionScores(PlannedPatterns(graph), node.inputs[0]);
    const auto mix = graph.soleReader(node.outputs[0]);
    if (!scores || !mix || !isOverLastAxis(graph, node, graph.at(softmax).version) ||
        (scores->mask && !isMask(graph, *scores, node.inputs[0])))
        return;
    const PlannedNode& last = graph.at(*mix);
    const auto isMatrix = [&](ValueId id) {
        const auto& type = graph.model().value(id)->type;
        return graph.isFloat32(id) && type && type->shape && type->shape->size() >= 2;
    };
    if (last.members.size() != 1 || !last.record->is("MatMul") ||
        last.record->inputs[0] != node.outputs[0] || !isMatrix(scores->product->inputs[0]) ||
        !isMatrix(scores->product->inputs[1]) || !isMatrix(last.record->inputs[1]))
        return;
    Node record = *last.record;
    record.opType = SharedString("BlockedAttention");
    record.domain = SharedString("partita");
    record.attributes = std::make_shared<const Attributes>(
        Attributes{Attribute::make("scale", static_cast<float>(scores->scale))});
    std::vector<ValueId> inputs{scores->product->inputs[0], scores->product->inputs[1],
                                last.record->inputs[1]};
    if (scores->mask)
        inputs.push_back(scores->mask);
    record.inputs = IdList<ValueId>(inputs.begin(), inputs.end());
    for (const NodeId id : scores->nodes)
        graph.merge(*graph.slotOf(id), *mix);
    graph.merge(softmax, *mix);
    graph.sortMembers(*mix);
    graph.at(*mix).record = std::make_shared<Node>(std::move(record));
    graph.at(*mix).version = 1;
    graph.at(*mix).recognized = true;
}

} // namespace

void recognizeAttention(FusionGraph& graph) {
    for (std::size_t slot = 0; slot < graph.size(); ++slot)
        if (const PlannedNode& planned = graph.at(slot);
            planned.members.size() == 1 && planned.record->is("Softmax") &&
            graph.isFloat32(planned.record->outputs[0]))
            matchAttention(graph, slot);
}

} // namespace partita::cpu
