#include "providers/cpu/plan/fusion_patterns.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/ir/constants.h"
#include "providers/cpu/plan/activation.h"

namespace partita::cpu {

namespace {

/// Walks over a pattern; every step gives nothing where the graph is not like it.
class Matcher {
public:
    explicit Matcher(FusionGraph& graph) : m_graph(graph) {}

    using Slot = std::optional<std::size_t>;

    [[nodiscard]] const Node& node(std::size_t slot) const { return *m_graph.at(slot).record; }

    /// The single-node slot of that operator that makes `value`.
    [[nodiscard]] Slot maker(ValueId value, std::string_view op) const {
        return checked(m_graph.producer(value), op);
    }
    /// The only reader of what `slot` makes, if it is that operator.
    [[nodiscard]] Slot next(Slot slot, std::string_view op) const {
        return slot ? checked(m_graph.soleReader(node(*slot).outputs[0]), op) : std::nullopt;
    }
    /// The other operand of a node of two.
    [[nodiscard]] ValueId other(std::size_t slot, ValueId value) const {
        const auto& inputs = node(slot).inputs;
        return inputs.size() != 2 ? ValueId{} : inputs[inputs[0] == value ? 1 : 0];
    }
    [[nodiscard]] bool isNumber(ValueId value, double number) const {
        const auto found = value ? m_graph.constants().scalar(value) : std::nullopt;
        return found && std::fabs(*found - number) <= 1e-4 * std::fabs(number);
    }
    [[nodiscard]] bool reads(std::size_t slot, ValueId value) const {
        const auto& inputs = node(slot).inputs;
        return std::find(inputs.begin(), inputs.end(), value) != inputs.end();
    }
    [[nodiscard]] ValueId output(std::size_t slot) const { return node(slot).outputs[0]; }

    /// Makes one node of a group; the last of `slots` gives its outputs.
    void replace(std::vector<std::size_t> slots, std::string_view op, int version,
                 std::vector<ValueId> inputs, Attributes attributes = {}) {
        const std::size_t last = slots.back();
        Node record = node(last);
        record.opType = SharedString(op);
        record.domain = SharedString(std::string_view());
        record.inputs = IdList<ValueId>(inputs.begin(), inputs.end());
        record.attributes = std::make_shared<const Attributes>(std::move(attributes));
        for (const std::size_t slot : slots)
            if (slot != last)
                m_graph.merge(slot, last);
        m_graph.sortMembers(last);
        m_graph.at(last).record = std::make_shared<Node>(std::move(record));
        m_graph.at(last).version = version;
        m_graph.at(last).recognized = true;
    }

    FusionGraph& graph() { return m_graph; }

private:
    [[nodiscard]] Slot checked(Slot slot, std::string_view op) const {
        return slot && m_graph.at(*slot).members.size() == 1 && node(*slot).is(op) ? slot
                                                                                   : std::nullopt;
    }
    FusionGraph& m_graph;
};

void matchGelu(Matcher& match, std::size_t erf) {
    const ValueId inner = match.node(erf).inputs[0];
    auto scaled = match.maker(inner, "Div");
    const double factor = scaled ? std::numbers::sqrt2 : 1 / std::numbers::sqrt2;
    if (!scaled)
        scaled = match.maker(inner, "Mul");
    if (!scaled || match.graph().soleReader(inner) != erf)
        return;
    const bool second = match.isNumber(match.node(*scaled).inputs[0], factor);
    const ValueId x = match.node(*scaled).inputs[second ? 1 : 0];
    if (!match.isNumber(match.node(*scaled).inputs[second ? 0 : 1], factor) ||
        (second && match.node(*scaled).is("Div")))
        return;
    const auto plusOne = match.next(erf, "Add");
    const auto product = match.next(plusOne, "Mul");
    if (!product || !match.isNumber(match.other(*plusOne, match.output(erf)), 1))
        return;
    const ValueId factorOfProduct = match.other(*product, match.output(*plusOne));
    if (const auto half = match.maker(factorOfProduct, "Mul");
        half && match.reads(*half, x) && match.isNumber(match.other(*half, x), 0.5) &&
        match.graph().soleReader(factorOfProduct) == product)
        return match.replace({*scaled, erf, *plusOne, *half, *product}, "Gelu", 20, {x});
    const auto last = match.next(product, "Mul");
    if (!last)
        return;
    const ValueId rest = match.other(*last, match.output(*product));
    if ((factorOfProduct == x && match.isNumber(rest, 0.5)) ||
        (rest == x && match.isNumber(factorOfProduct, 0.5)))
        match.replace({*scaled, erf, *plusOne, *product, *last}, "Gelu", 20, {x});
}

void matchSwish(Matcher& match, std::size_t sigmoid) {
    const ValueId x = match.node(sigmoid).inputs[0];
    const bool hard = match.node(sigmoid).is("HardSigmoid");
    const auto product = match.next(sigmoid, "Mul");
    if (!product || match.other(*product, match.output(sigmoid)) != x ||
        (hard && (std::fabs(match.node(sigmoid).floatAttribute("alpha", 0.2F) - 1.0F / 6) > 1e-5F ||
                  match.node(sigmoid).floatAttribute("beta", 0.5F) != 0.5F)))
        return;
    match.replace({sigmoid, *product}, hard ? "HardSwish" : "Swish", hard ? 14 : 24, {x});
}

void matchClippedHardSwish(Matcher& match, std::size_t clip) {
    const auto bounds = activationOf(match.graph().constants(), match.node(clip));
    const ValueId inner = match.node(clip).inputs[0];
    const auto plus = match.maker(inner, "Add");
    if (!bounds || bounds->alpha != 0 || bounds->beta != 6 || !plus ||
        match.graph().soleReader(inner) != clip)
        return;
    const bool second = match.isNumber(match.node(*plus).inputs[0], 3);
    const ValueId x = match.node(*plus).inputs[second ? 1 : 0];
    if (!second && !match.isNumber(match.node(*plus).inputs[1], 3))
        return;
    const auto product = match.next(clip, "Mul");
    if (!product || match.other(*product, match.output(clip)) != x)
        return;
    const auto divided = match.next(product, "Div"), scaled = match.next(product, "Mul");
    if (divided && match.node(*divided).inputs[0] == match.output(*product) &&
        match.isNumber(match.node(*divided).inputs[1], 6))
        match.replace({*plus, clip, *product, *divided}, "HardSwish", 14, {x});
    else if (scaled && match.isNumber(match.other(*scaled, match.output(*product)), 1.0 / 6))
        match.replace({*plus, clip, *product, *scaled}, "HardSwish", 14, {x});
}

/// ReduceMean over the last axis that keeps it.
bool isMeanOfRows(const Matcher& match, FusionGraph& graph, std::size_t slot) {
    const Node& node = match.node(slot);
    std::optional<double> axis;
    if (node.inputs.size() > 1 && node.inputs[1])
        axis = graph.constants().scalar(node.inputs[1]);
    else if (const auto axes = node.intsAttribute("axes"); axes.size() == 1)
        axis = static_cast<double>(axes[0]);
    const auto& type = graph.model().value(node.inputs[0])->type;
    const std::size_t rank = type && type->shape ? type->shape->size() : 0;
    return axis && node.intAttribute("keepdims", 1) == 1 &&
           (*axis == -1 || (rank > 0 && *axis + 1 == static_cast<double>(rank)));
}

void matchLayerNormalization(Matcher& match, std::size_t root) {
    FusionGraph& graph = match.graph();
    const auto plus = match.maker(match.node(root).inputs[0], "Add");
    if (!plus || graph.soleReader(match.output(*plus)) != root)
        return;
    const bool second = graph.constants().scalar(match.node(*plus).inputs[0]).has_value();
    const auto epsilon = graph.constants().scalar(match.node(*plus).inputs[second ? 0 : 1]);
    const auto variance = match.maker(match.node(*plus).inputs[second ? 1 : 0], "ReduceMean");
    if (!epsilon || !variance || !isMeanOfRows(match, graph, *variance) ||
        graph.soleReader(match.output(*variance)) != plus)
        return;
    auto square = match.maker(match.node(*variance).inputs[0], "Pow");
    if (square && !match.isNumber(match.node(*square).inputs[1], 2))
        return;
    if (!square)
        square = match.maker(match.node(*variance).inputs[0], "Mul");
    if (!square || graph.soleReader(match.output(*square)) != variance ||
        (match.node(*square).is("Mul") &&
         match.node(*square).inputs[0] != match.node(*square).inputs[1]))
        return;
    const ValueId difference = match.node(*square).inputs[0];
    const auto centred = match.maker(difference, "Sub");
    const auto mean =
        centred ? match.maker(match.node(*centred).inputs[1], "ReduceMean") : std::nullopt;
    if (!mean || !isMeanOfRows(match, graph, *mean) ||
        match.node(*mean).inputs[0] != match.node(*centred).inputs[0])
        return;
    const ValueId x = match.node(*centred).inputs[0];
    const auto quotient = match.next(root, "Div");
    if (!quotient || match.node(*quotient).inputs[1] != match.output(root))
        return;
    std::vector<std::size_t> slots{*mean, *centred, *square, *variance, *plus, root};
    // Some exporters subtract the mean twice.
    const ValueId divided = match.node(*quotient).inputs[0];
    if (divided != difference) {
        const auto again = match.maker(divided, "Sub");
        if (!again || match.node(*again).inputs[0] != x ||
            match.node(*again).inputs[1] != match.output(*mean) ||
            graph.soleReader(divided) != quotient)
            return;
        slots.push_back(*again);
    }
    const auto scaled = match.next(quotient, "Mul");
    const auto shifted = match.next(scaled, "Add");
    if (!shifted)
        return;
    const ValueId scale = match.other(*scaled, match.output(*quotient)),
                  bias = match.other(*shifted, match.output(*scaled));
    const auto isRow = [&](ValueId id) {
        const auto dims = graph.dimsOf(id);
        return dims && dims->size() == 1 && graph.isConstantFloat32(id);
    };
    slots.insert(slots.end(), {*quotient, *scaled, *shifted});
    const auto inside = [&](ValueId value) {
        const auto readers = graph.readers(value);
        return readers && std::ranges::all_of(*readers, [&](std::size_t reader) {
                   return std::ranges::find(slots, reader) != slots.end();
               });
    };
    if (!isRow(scale) || !isRow(bias) || graph.dimsOf(scale) != graph.dimsOf(bias) ||
        !inside(difference) || !inside(match.output(*mean)))
        return;
    Attributes attributes;
    attributes.push_back(Attribute::make("epsilon", static_cast<float>(*epsilon)));
    match.replace(std::move(slots), "LayerNormalization", 17, {x, scale, bias},
                  std::move(attributes));
}

} // namespace

void recognizeOperators(FusionGraph& graph) {
    Matcher match(graph);
    for (std::size_t slot = 0; slot < graph.size(); ++slot) {
        const PlannedNode& planned = graph.at(slot);
        if (planned.members.size() != 1 || planned.record->inputs.empty() ||
            planned.record->outputs.empty() || !graph.isFloat32(planned.record->outputs[0]))
            continue;
        const Node& node = *planned.record;
        if (node.is("Erf"))
            matchGelu(match, slot);
        else if (node.is("Sigmoid") || node.is("HardSigmoid"))
            matchSwish(match, slot);
        else if (node.is("Clip"))
            matchClippedHardSwish(match, slot);
        else if (node.is("Sqrt"))
            matchLayerNormalization(match, slot);
    }
}

namespace {

/// The scale of a product whose epilogue does nothing else, but for what is added to it.
std::optional<float> onlyScale(const Epilogue& epilogue) {
    float scale = 1;
    if (epilogue.bias || (epilogue.residual && !epilogue.activations.empty()))
        return std::nullopt;
    for (const Activation& each : epilogue.activations) {
        if (each.kind != dnnl::algorithm::eltwise_linear || each.beta != 0)
            return std::nullopt;
        scale *= each.alpha;
    }
    return scale;
}

bool isOverLastAxis(const FusionGraph& graph, const Node& softmax, int version) {
    const std::int64_t axis = softmax.intAttribute("axis", version < 13 ? 1 : -1);
    const auto& type = graph.model().value(softmax.inputs[0])->type;
    return axis == -1 ||
           (type && type->shape && axis + 1 == static_cast<std::int64_t>(type->shape->size()));
}

void matchAttention(FusionGraph& graph, std::size_t softmax) {
    const Node& node = *graph.at(softmax).record;
    std::vector<std::size_t> slots;
    ValueId scores = node.inputs[0], mask;
    auto product = graph.producer(scores);
    if (product && graph.at(*product).record->is("Add") && graph.at(*product).members.size() == 1 &&
        graph.soleReader(scores) == softmax) {
        const auto& inputs = graph.at(*product).record->inputs;
        const auto isScores = [&](ValueId id) {
            const auto maker = graph.producer(id);
            return maker && graph.at(*maker).record->is("MatMul") &&
                   graph.sameShape(id, graph.at(*product).record->outputs[0]);
        };
        const std::size_t which = isScores(inputs[0]) ? 0 : 1;
        slots.push_back(*product);
        mask = inputs[1 - which];
        scores = inputs[which];
        if (!graph.isFloat32(mask) || !graph.soleReader(scores))
            return;
        product = graph.producer(scores);
    }
    const auto mix = graph.soleReader(node.outputs[0]);
    if (!product || !mix || !graph.soleReader(scores) ||
        !isOverLastAxis(graph, node, graph.at(softmax).version))
        return;
    const PlannedNode &first = graph.at(*product), &last = graph.at(*mix);
    const auto scale = first.record->is("MatMul") ? onlyScale(first.epilogue) : std::nullopt;
    const auto isMatrix = [&](ValueId id) {
        const auto& type = graph.model().value(id)->type;
        return graph.isFloat32(id) && type && type->shape && type->shape->size() >= 2;
    };
    if (!scale || !last.record->is("MatMul") || !last.epilogue.empty() ||
        last.record->inputs[0] != node.outputs[0] || !isMatrix(first.record->inputs[0]) ||
        !isMatrix(first.record->inputs[1]) || !isMatrix(last.record->inputs[1]))
        return;
    Node record = *last.record;
    record.opType = SharedString("BlockedAttention");
    record.domain = SharedString("partita");
    record.attributes =
        std::make_shared<const Attributes>(Attributes{Attribute::make("scale", *scale)});
    std::vector<ValueId> inputs{first.record->inputs[0], first.record->inputs[1],
                                last.record->inputs[1]};
    if (mask && first.epilogue.residual)
        return; // two of them
    if (first.epilogue.residual)
        mask = first.record->inputs[*first.epilogue.residual];
    if (mask)
        inputs.push_back(mask);
    record.inputs = IdList<ValueId>(inputs.begin(), inputs.end());
    slots.insert(slots.end(), {*product, softmax});
    for (const std::size_t slot : slots)
        graph.merge(slot, *mix);
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
