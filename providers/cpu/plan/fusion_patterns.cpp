#include "providers/cpu/plan/fusion_patterns.h"

#include <algorithm>
#include <span>

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
        return m_graph.intsOf(value);
    }
    [[nodiscard]] DataType elementType(ValueId value) const override {
        return m_graph.declaredTypeOf(value);
    }
    [[nodiscard]] const Shape* shape(ValueId id) const override { return m_graph.shapeOf(id); }
    [[nodiscard]] std::optional<std::vector<std::int64_t>> dims(ValueId value) const override {
        return m_graph.dimsOf(value);
    }

private:
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
bool replace(FusionGraph& graph, std::size_t root, WrittenOut found, std::string_view domain = {}) {
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
    record.domain = SharedString(domain);
    record.inputs = IdList<ValueId>(found.inputs.begin(), found.inputs.end());
    record.attributes = std::make_shared<const Attributes>(std::move(found.attributes));
    graph.join(slots, root);
    graph.at(root).record = std::make_shared<Node>(std::move(record));
    graph.at(root).version = found.since;
    graph.at(root).recognized = true;
    return true;
}

using OperatorMatcher = std::optional<WrittenOut> (*)(const PatternGraph&, const Node&);

void recognize(FusionGraph& graph, std::span<const OperatorMatcher> matchers) {
    const PlannedPatterns patterns(graph);
    for (std::size_t slot = 0; slot < graph.size(); ++slot) {
        const PlannedNode& planned = graph.at(slot);
        // Before version 7 broadcasting follows attributes.
        if (planned.members.size() != 1 || planned.version < 7 || planned.record->inputs.empty() ||
            planned.record->outputs.empty() || !graph.isFloat32(planned.record->outputs[0]))
            continue;
        for (const OperatorMatcher match : matchers)
            if (auto found = match(patterns, *planned.record);
                found && replace(graph, slot, *std::move(found)))
                break;
    }
}

} // namespace

void recognizeOperators(FusionGraph& graph) {
    static constexpr OperatorMatcher kFirst[] = {matchGelu, matchHardSwish, matchSwish,
                                                 matchLayerNormalization};
    // A LayerNormalization contains it.
    static constexpr OperatorMatcher kThen[] = {matchRmsNormalization};
    recognize(graph, kFirst);
    recognize(graph, kThen);
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

/// The Transpose that alone reads the result of all heads [batch, heads, rows, width] and puts the
/// heads behind the rows; empty where there is none.
std::optional<std::size_t> rowsFirst(const FusionGraph& graph, ValueId result) {
    const auto slot = graph.soleReader(result);
    if (!slot || graph.at(*slot).members.size() != 1 || !graph.at(*slot).record->is("Transpose"))
        return std::nullopt;
    const auto perm = graph.at(*slot).record->intsAttribute("perm");
    return perm == std::vector<std::int64_t>{0, 2, 1, 3} ? slot : std::nullopt;
}

/// Lets the operator Attention, if it has no further outputs, put the heads behind the rows.
void putRowsFirst(FusionGraph& graph, std::size_t slot) {
    const PlannedNode& planned = graph.at(slot);
    Node record = *planned.record;
    const int version = planned.version;
    const auto back = rowsFirst(graph, record.outputs[0]);
    const bool isAlone = std::ranges::none_of(record.outputs.begin() + 1, record.outputs.end(),
                                              [](ValueId output) { return bool(output); });
    if (!back || !isAlone)
        return;
    Attributes attributes = *record.attributes;
    attributes.push_back(Attribute::make("rows_first", std::int64_t{1}));
    record.attributes = std::make_shared<const Attributes>(std::move(attributes));
    record.outputs = graph.at(*back).record->outputs;
    graph.merge(slot, *back);
    graph.at(*back).record = std::make_shared<Node>(std::move(record));
    graph.at(*back).version = version;
    graph.at(*back).recognized = true;
}

/// Heads that a value repeats, each `times` times one behind the other: they have an axis of their own
/// for that, which is then joined with theirs.
struct RepeatedHeads {
    ValueId heads;
    std::int64_t times;
    std::vector<NodeId> nodes;
};

std::optional<RepeatedHeads> matchRepeatedHeads(const PlannedPatterns& patterns, ValueId value) {
    const auto maker = [&](ValueId of, std::initializer_list<std::string_view> ops) {
        const Node* node = patterns.isReadOnce(of) ? patterns.producer(of) : nullptr;
        return node && std::ranges::any_of(ops, [&](auto op) { return node->is(op); }) ? node
                                                                                       : nullptr;
    };
    const Node* joined = maker(value, {"Reshape"});
    const Node* repeated = joined ? maker(joined->inputs[0], {"Expand"}) : nullptr;
    const Node* apart = repeated ? maker(repeated->inputs[0], {"Unsqueeze", "Reshape"}) : nullptr;
    if (!apart)
        return std::nullopt;
    const Shape *heads = patterns.shape(apart->inputs[0]), *one = patterns.shape(apart->outputs[0]),
                *all = patterns.shape(repeated->outputs[0]), *flat = patterns.shape(value);
    if (!heads || !one || !all || !flat || heads->size() != 4 || one->size() != 5 ||
        all->size() != 5 || flat->size() != 4)
        return std::nullopt;
    const auto groups = (*heads)[1].value, times = (*all)[2].value;
    if (!groups || !times || *times < 2 || (*one)[2].value != 1 ||
        (*flat)[1].value != *groups * *times)
        return std::nullopt;
    for (const std::size_t axis : {0U, 1U, 2U, 3U}) {
        const std::size_t wide = axis < 2 ? axis : axis + 1;
        if (!isSameSize((*heads)[axis], (*one)[wide]) ||
            !isSameSize((*heads)[axis], (*all)[wide]) ||
            (axis != 1 && !isSameSize((*heads)[axis], (*flat)[axis])))
            return std::nullopt;
    }
    return RepeatedHeads{apart->inputs[0], *times, {joined->id, repeated->id, apart->id}};
}

/// Lets attention read keys and values [batch, groups, …] whose heads are repeated for the groups of
/// heads of queries, without repeating them. Returns the nodes that are not needed then.
std::vector<NodeId> shareHeads(const PlannedPatterns& patterns, std::vector<ValueId>& inputs,
                               Attributes& attributes) {
    const Node* turned = patterns.isReadOnce(inputs[1]) ? patterns.producer(inputs[1]) : nullptr;
    if (!turned || !turned->is("Transpose") ||
        turned->intsAttribute("perm") != std::vector<std::int64_t>{0, 1, 3, 2})
        return {};
    auto keys = matchRepeatedHeads(patterns, turned->inputs[0]),
         values = matchRepeatedHeads(patterns, inputs[2]);
    const Shape* query = patterns.shape(inputs[0]);
    if (!keys || !values || keys->times != values->times || !query || query->size() != 4 ||
        (*query)[1].value != *(*patterns.shape(keys->heads))[1].value * keys->times)
        return {};
    inputs[1] = keys->heads;
    inputs[2] = values->heads;
    attributes.push_back(Attribute::make("shared_heads", keys->times));
    attributes.push_back(Attribute::make("keys_in_rows", std::int64_t{1}));
    std::vector<NodeId> nodes{turned->id};
    nodes.insert(nodes.end(), keys->nodes.begin(), keys->nodes.end());
    nodes.insert(nodes.end(), values->nodes.begin(), values->nodes.end());
    return nodes;
}

void matchAttention(FusionGraph& graph, std::size_t softmax) {
    const Node& node = *graph.at(softmax).record;
    auto scores = matchAttentionScores(PlannedPatterns(graph), node.inputs[0]);
    const auto mix = graph.soleReader(node.outputs[0]);
    if (!scores || !mix || !isOverLastAxis(graph, node, graph.at(softmax).version) ||
        (scores->mask && !isMask(graph, *scores, node.inputs[0])))
        return;
    const ValueId query = beforeScale(PlannedPatterns(graph), scores->product->inputs[0], *scores),
                  keys = beforeScale(PlannedPatterns(graph), scores->product->inputs[1], *scores);
    const PlannedNode& last = graph.at(*mix);
    const auto isMatrix = [&](ValueId id) {
        const auto& type = graph.model().value(id)->type;
        return graph.isFloat32(id) && type && type->shape && type->shape->size() >= 2;
    };
    if (last.members.size() != 1 || !last.record->is("MatMul") ||
        last.record->inputs[0] != node.outputs[0] || !isMatrix(query) || !isMatrix(keys) ||
        !isMatrix(last.record->inputs[1]))
        return;
    Node record = *last.record;
    const auto back = rowsFirst(graph, record.outputs[0]);
    const std::size_t slot = back.value_or(*mix);
    record.opType = SharedString("BlockedAttention");
    record.domain = SharedString("partita");
    Attributes attributes{Attribute::make("scale", static_cast<float>(scores->scale))};
    if (back) {
        attributes.push_back(Attribute::make("rows_first", std::int64_t{1}));
        record.outputs = graph.at(*back).record->outputs;
    }
    std::vector<ValueId> inputs{query, keys, last.record->inputs[1]};
    std::vector<NodeId> gone = shareHeads(PlannedPatterns(graph), inputs, attributes);
    gone.insert(gone.end(), scores->nodes.begin(), scores->nodes.end());
    record.attributes = std::make_shared<const Attributes>(std::move(attributes));
    if (scores->mask)
        inputs.push_back(scores->mask);
    record.inputs = IdList<ValueId>(inputs.begin(), inputs.end());
    for (const NodeId id : gone)
        graph.merge(*graph.slotOf(id), slot);
    graph.merge(softmax, slot);
    if (back)
        graph.merge(*mix, slot);
    graph.sortMembers(slot);
    graph.at(slot).record = std::make_shared<Node>(std::move(record));
    graph.at(slot).version = 1;
    graph.at(slot).recognized = true;
}

} // namespace

namespace {

/// Whether a value is elements [begin, end) of the last axis of `x`.
bool isPartOfRows(const PlannedPatterns& patterns, const Node* slice, ValueId x, std::int64_t begin,
                  std::int64_t end) {
    const Shape* shape = patterns.shape(x);
    if (!slice || !slice->is("Slice") || slice->inputs[0] != x || slice->inputs.size() < 4)
        return false;
    const auto only = [&](std::size_t input) {
        const auto numbers = patterns.ints(PatternGraph::input(*slice, input));
        return numbers && numbers->size() == 1 ? std::optional((*numbers)[0]) : std::nullopt;
    };
    const auto first = only(1), last = only(2), axis = only(3);
    const bool whole = !PatternGraph::input(*slice, 4) || only(4) == 1;
    const std::int64_t width = *shape->back().value;
    return whole && first == begin && last && (*last == end || (end == width && *last > end)) &&
           axis && axisOf(*axis, shape->size()) == shape->size() - 1;
}

/// The table by which a Mul multiplies the rotated rows of `x`: the second half, negated, and then
/// the first. Fills `nodes`.
ValueId tableOfRotated(const PlannedPatterns& patterns, const Node& product, ValueId x,
                       std::vector<NodeId>& nodes) {
    const Shape* shape = patterns.shape(x);
    if (!shape || shape->empty() || !shape->back().value || *shape->back().value % 2 != 0)
        return {};
    const std::int64_t width = *shape->back().value;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const Node* joined = patterns.producer(product.inputs[side]);
        if (!joined || !joined->is("Concat") || joined->inputs.size() != 2 ||
            axisOf(joined->intAttribute("axis", 0), shape->size()) != shape->size() - 1)
            continue;
        const Node* negated = patterns.producer(joined->inputs[0]);
        const Node* high =
            negated && negated->is("Neg") ? patterns.producer(negated->inputs[0]) : nullptr;
        const Node* low = patterns.producer(joined->inputs[1]);
        if (!isPartOfRows(patterns, high, x, width / 2, width) ||
            !isPartOfRows(patterns, low, x, 0, width / 2))
            continue;
        nodes = {product.id, joined->id, negated->id, high->id, low->id};
        return product.inputs[1 - side];
    }
    return {};
}

void matchRotary(FusionGraph& graph, std::size_t root) {
    const PlannedPatterns patterns(graph);
    const Node& sum = *graph.at(root).record;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const Node* straight = patterns.producer(sum.inputs[side]);
        const Node* turned = patterns.producer(sum.inputs[1 - side]);
        if (!straight || !straight->is("Mul") || !turned || !turned->is("Mul"))
            continue;
        for (const std::size_t factor : {std::size_t{0}, std::size_t{1}}) {
            const ValueId x = straight->inputs[factor], cosine = straight->inputs[1 - factor];
            std::vector<NodeId> nodes;
            const ValueId sine = tableOfRotated(patterns, *turned, x, nodes);
            const auto isTable = [&](ValueId table) {
                const Shape* shape = table ? patterns.shape(table) : nullptr;
                return shape && !shape->empty() && graph.isFloat32(table) &&
                       shape->back().value == patterns.shape(x)->back().value;
            };
            if (!isTable(sine) || !isTable(cosine) || !graph.sameShape(x, sum.outputs[0]))
                continue;
            nodes.insert(nodes.begin(), {sum.id, straight->id});
            if (replace(graph, root, {"RotaryHalves", 1, {x, cosine, sine}, {}, nodes}, "partita"))
                return;
        }
    }
}

} // namespace

void recognizeRotary(FusionGraph& graph) {
    for (std::size_t slot = 0; slot < graph.size(); ++slot)
        if (const PlannedNode& planned = graph.at(slot);
            planned.members.size() == 1 && planned.record->is("Add") && planned.version >= 7 &&
            graph.isFloat32(planned.record->outputs[0]))
            matchRotary(graph, slot);
}

void recognizeAttention(FusionGraph& graph) {
    for (std::size_t slot = 0; slot < graph.size(); ++slot) {
        const PlannedNode& planned = graph.at(slot);
        if (planned.members.size() != 1 || planned.record->outputs.empty() ||
            !graph.isFloat32(planned.record->outputs[0]))
            continue;
        if (planned.record->is("Softmax"))
            matchAttention(graph, slot);
        else if (planned.record->is("Attention"))
            putRowsFirst(graph, slot);
    }
}

} // namespace partita::cpu
