#include "core/rewrite/operator_patterns.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/rewrite/fusion_match.h"

namespace partita {

namespace {

/// The argument of a function and the nodes that scale it.
struct Inner {
    ValueId x;
    std::vector<NodeId> nodes;
};

void append(std::vector<NodeId>& nodes, const std::vector<NodeId>& more) {
    nodes.insert(nodes.end(), more.begin(), more.end());
}

/// Matches u = x / √2, written as a product or a quotient.
std::optional<Inner> erfArgument(const PatternGraph& graph, ValueId u) {
    const Node* made = graph.producer(u);
    if (!made)
        return std::nullopt;
    if (isDividedBy(graph, *made, std::numbers::sqrt2))
        return Inner{made->inputs[0], {made->id}};
    if (const ValueId x = operandBeside(graph, *made, "Mul", 1 / std::numbers::sqrt2))
        return Inner{x, {made->id}};
    return std::nullopt;
}

/// Matches v = √(2/π) · (x + 0.044715 · x³).
std::optional<Inner> tanhArgument(const PatternGraph& graph, ValueId v) {
    const Node* scaled = graph.producer(v);
    const ValueId inner =
        scaled ? operandBeside(graph, *scaled, "Mul", std::sqrt(2 / std::numbers::pi)) : ValueId();
    const Node* sum = inner ? graph.producer(inner) : nullptr;
    if (!sum || !sum->is("Add"))
        return std::nullopt;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const ValueId x = sum->inputs[side];
        const Node* cubic = graph.producer(sum->inputs[1 - side]);
        const auto product = cubic ? productOf(graph, *cubic) : std::nullopt;
        if (!product || !near(product->constant, 0.044715))
            continue;
        std::vector<NodeId> nodes{scaled->id, sum->id};
        append(nodes, product->nodes);
        if (std::ranges::all_of(product->factors, [&](ValueId each) { return each == x; }) &&
            product->factors.size() == 3)
            return Inner{x, nodes};
        const Node* power =
            product->factors.size() == 1 ? graph.producer(product->factors[0]) : nullptr;
        if (power && power->inputs[0] == x && isPower(graph, *power, 3)) {
            nodes.push_back(power->id);
            return Inner{x, nodes};
        }
    }
    return std::nullopt;
}

/// Matches t = 1 + Erf(x / √2) or t = 1 + Tanh(√(2/π) (x + 0.044715 x³)); `second`: it is the
/// latter.
std::optional<std::pair<Inner, bool>> sigmoidal(const PatternGraph& graph, ValueId t) {
    const Node* sum = graph.producer(t);
    const ValueId bent = sum ? operandBeside(graph, *sum, "Add", 1) : ValueId();
    const Node* function = bent ? graph.producer(bent) : nullptr;
    if (!function || (!function->is("Erf") && !function->is("Tanh")))
        return std::nullopt;
    const bool tanh = function->is("Tanh");
    auto inner =
        tanh ? tanhArgument(graph, function->inputs[0]) : erfArgument(graph, function->inputs[0]);
    if (!inner)
        return std::nullopt;
    inner->nodes.insert(inner->nodes.begin(), {sum->id, function->id});
    return std::pair(*inner, tanh);
}

/// Whether a node clips to [0, 6]; before version 11 the bounds of Clip are attributes.
bool clipsAtSix(const PatternGraph& graph, const Node& node) {
    const auto bound = [&](std::size_t at, std::string_view name) -> std::optional<double> {
        if (const ValueId given = PatternGraph::input(node, at))
            return graph.scalar(given);
        return static_cast<double>(
            node.floatAttribute(name, std::numeric_limits<float>::infinity()));
    };
    return node.is("Clip") && bound(1, "min") == 0 && bound(2, "max") == 6;
}

/// Matches the factor `scale` · gate(x) of HardSwish; returns the nodes of the gate if `scale` is
/// right.
std::optional<std::vector<NodeId>> hardGate(const PatternGraph& graph, ValueId value, ValueId x,
                                            double scale) {
    const Node* gate = graph.producer(value);
    if (!gate)
        return std::nullopt;
    if (gate->is("HardSigmoid") && gate->inputs[0] == x && scale == 1 &&
        near(static_cast<double>(gate->floatAttribute("alpha", 0.2F)), 1.0 / 6) &&
        near(static_cast<double>(gate->floatAttribute("beta", 0.5F)), 0.5))
        return std::vector{gate->id};
    if (near(scale, 1) && isDividedBy(graph, *gate, 6)) {
        auto inner = hardGate(graph, gate->inputs[0], x, scale / 6);
        if (inner)
            inner->insert(inner->begin(), gate->id); // readers before what they read
        return inner;
    }
    const Node* sum = clipsAtSix(graph, *gate) ? graph.producer(gate->inputs[0]) : nullptr;
    if (sum && near(scale, 1.0 / 6) && operandBeside(graph, *sum, "Add", 3) == x)
        return std::vector{gate->id, sum->id};
    return std::nullopt;
}

struct Normalized {
    ValueId x;
    double epsilon = 0;
    std::vector<NodeId> nodes;
};

/// Whether an attribute holds this ε with the digits of its type.
bool isFloat(double epsilon) { return epsilon == 0 || std::isnormal(static_cast<float>(epsilon)); }

/// The node that makes `value` as x − mean x: `difference` itself or a copy of it, as some
/// exporters write; null: there is none.
const Node* sameDifference(const PatternGraph& graph, const Node& difference, ValueId value) {
    const Node* made = graph.producer(value);
    return made && made->is("Sub") && std::ranges::equal(made->inputs, difference.inputs) ? made
                                                                                          : nullptr;
}

/// Matches q = (x − mean x) / √(mean (x − mean x)² + ε) over the last axis.
std::optional<Normalized> normalized(const PatternGraph& graph, ValueId q) {
    const Node* division = graph.producer(q);
    if (!division || !division->is("Div"))
        return std::nullopt;
    const Node* difference = graph.producer(division->inputs[0]);
    const Node* root = graph.producer(division->inputs[1]);
    if (!difference || !difference->is("Sub") || !root || !root->is("Sqrt"))
        return std::nullopt;
    const Node* mean = graph.producer(difference->inputs[1]);
    const Node* sum = graph.producer(root->inputs[0]);
    if (!mean || !isMeanOverLast(graph, *mean, difference->inputs[0]) || !sum || !sum->is("Add"))
        return std::nullopt;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const auto epsilon = numberBeside(graph, sum->inputs[1 - side], sum->inputs[side]);
        const Node* variance = graph.producer(sum->inputs[side]);
        const Node* square = variance && epsilon ? graph.producer(variance->inputs[0]) : nullptr;
        const Node* squared =
            square ? sameDifference(graph, *difference, square->inputs[0]) : nullptr;
        if (!squared || !isFloat(*epsilon) ||
            !squareOf(graph, variance->inputs[0], squared->outputs[0]) ||
            !isMeanOverLast(graph, *variance, square->outputs[0]))
            continue;
        Normalized found{difference->inputs[0],
                         *epsilon,
                         {division->id, root->id, sum->id, variance->id, square->id}};
        if (squared != difference)
            found.nodes.push_back(squared->id);
        append(found.nodes, {difference->id, mean->id});
        return found;
    }
    return std::nullopt;
}

/// Matches √(mean x² + ε) over the last axis.
std::optional<Normalized> rootMeanSquare(const PatternGraph& graph, ValueId value, ValueId x) {
    const Node* root = graph.producer(value);
    const Node* sum = root && root->is("Sqrt") ? graph.producer(root->inputs[0]) : nullptr;
    if (!sum || !sum->is("Add"))
        return std::nullopt;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const auto epsilon = numberBeside(graph, sum->inputs[1 - side], sum->inputs[side]);
        const Node* mean = epsilon ? graph.producer(sum->inputs[side]) : nullptr;
        const Node* square = mean ? squareOf(graph, mean->inputs[0], x) : nullptr;
        if (square && isFloat(*epsilon) && isMeanOverLast(graph, *mean, square->outputs[0]))
            return Normalized{x, *epsilon, {root->id, sum->id, mean->id, square->id}};
    }
    return std::nullopt;
}

/// Matches 1 / √(mean x² + ε), as Reciprocal or as a quotient.
std::optional<Normalized> inverseRoot(const PatternGraph& graph, ValueId value, ValueId x) {
    const Node* made = graph.producer(value);
    const bool quotient = made && made->is("Div") && graph.scalar(made->inputs[0]) == 1;
    if (!quotient && !(made && made->is("Reciprocal")))
        return std::nullopt;
    auto found = rootMeanSquare(graph, made->inputs[quotient ? 1 : 0], x);
    if (found)
        found->nodes.insert(found->nodes.begin(), made->id);
    return found;
}

/// Matches a product x / √(mean x² + ε) · scale of any order, with or without `scale`.
std::optional<std::pair<Normalized, ValueId>> scaledBySquares(const PatternGraph& graph,
                                                              const Product& product) {
    const auto& factors = product.factors;
    if (product.constant != 1 || factors.empty() || factors.size() > 3)
        return std::nullopt;
    for (std::size_t i = 0; i < factors.size(); ++i) {
        // The quotient, and another factor that may be the scale.
        const Node* quotient = factors.size() <= 2 ? graph.producer(factors[i]) : nullptr;
        if (quotient && quotient->is("Div"))
            if (auto found = rootMeanSquare(graph, quotient->inputs[1], quotient->inputs[0])) {
                found->nodes.insert(found->nodes.begin(), quotient->id);
                return std::pair(*found, factors.size() == 2 ? factors[1 - i] : ValueId());
            }
        for (std::size_t x = 0; x < factors.size(); ++x)
            if (auto found = x == i ? std::nullopt : inverseRoot(graph, factors[i], factors[x]))
                return std::pair(*found, factors.size() == 3 ? factors[3 - i - x] : ValueId());
    }
    return std::nullopt;
}

/// Matches a Cast to the type of halves, `type`, of a product x / √(mean x² + ε) in float32, where x is
/// made by a Cast from that type; the found x is what that reads.
std::optional<Normalized> normalizedWide(const PatternGraph& graph, ValueId value, DataType type) {
    const bool ofHalves = type == DataType::float16 || type == DataType::bfloat16;
    const Node* narrow = graph.producer(value);
    if (!ofHalves || !narrow || !narrow->is("Cast") || graph.elementType(value) != type)
        return std::nullopt;
    const Node* last = graph.producer(narrow->inputs[0]);
    auto product = last ? productOf(graph, *last) : std::nullopt;
    if (!product)
        product = Product{1, {narrow->inputs[0]}, {}};
    const auto found = scaledBySquares(graph, *product);
    const Node* wide = found && !found->second ? graph.producer(found->first.x) : nullptr;
    if (!wide || !wide->is("Cast") || graph.elementType(found->first.x) != DataType::float32 ||
        graph.elementType(wide->inputs[0]) != type)
        return std::nullopt;
    Normalized all{wide->inputs[0], found->first.epsilon, {narrow->id}};
    append(all.nodes, product->nodes);
    append(all.nodes, found->first.nodes);
    all.nodes.push_back(wide->id);
    return all;
}

/// Whether `vector` is 1-D and as long as the last axis of `x`.
bool fitsLast(const PatternGraph& graph, ValueId vector, ValueId x) {
    const auto sizes = graph.dims(vector);
    const Shape* shape = graph.shape(x);
    return sizes && sizes->size() == 1 && shape && !shape->empty() &&
           shape->back().value == (*sizes)[0];
}

/// Reads the scores before the mask: a MatMul, possibly scaled.
bool readProduct(const PatternGraph& graph, ValueId value, AttentionScores& scores) {
    scores.unmasked = value;
    while (graph.isReadOnce(value)) {
        const Node* node = graph.producer(value);
        if (!node)
            return false;
        scores.nodes.push_back(node->id);
        if (node->is("MatMul")) {
            scores.product = node;
            return true;
        }
        const auto factor = scaledByNumber(graph, *node);
        if (!factor)
            return false;
        scores.scale *= factor->second;
        value = factor->first;
    }
    return false;
}

} // namespace

std::optional<WrittenOut> matchGelu(const PatternGraph& graph, const Node& root) {
    const auto product = productOf(graph, root);
    if (!product || product->factors.size() != 2 || !near(product->constant, 0.5))
        return std::nullopt;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const auto found = sigmoidal(graph, product->factors[side]);
        if (!found || found->first.x != product->factors[1 - side])
            continue;
        WrittenOut gelu{"Gelu", 20, {found->first.x}, {}, product->nodes};
        append(gelu.nodes, found->first.nodes);
        if (found->second)
            gelu.attributes.push_back(Attribute::string("approximate", "tanh"));
        return gelu;
    }
    return std::nullopt;
}

std::optional<WrittenOut> matchHardSwish(const PatternGraph& graph, const Node& root) {
    const bool divided = isDividedBy(graph, root, 6);
    const Node* last = divided ? graph.soleProducer(root.inputs[0], root, "Mul") : &root;
    const auto product = last ? productOf(graph, *last) : std::nullopt;
    if (!product || product->factors.size() != 2)
        return std::nullopt;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const ValueId x = product->factors[side];
        const auto gate =
            hardGate(graph, product->factors[1 - side], x, product->constant / (divided ? 6 : 1));
        if (!gate)
            continue;
        WrittenOut swish{"HardSwish", 14, {x}, {}, product->nodes};
        append(swish.nodes, *gate);
        if (divided)
            swish.nodes.push_back(root.id);
        return swish;
    }
    return std::nullopt;
}

std::optional<WrittenOut> matchLayerNormalization(const PatternGraph& graph, const Node& root) {
    if (!root.is("Add") || root.inputs.size() != 2)
        return std::nullopt;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const Node* product = graph.soleProducer(root.inputs[side], root, "Mul");
        const ValueId bias = root.inputs[1 - side];
        for (const std::size_t factor : {std::size_t{0}, std::size_t{1}}) {
            const auto inner = product ? normalized(graph, product->inputs[factor]) : std::nullopt;
            const ValueId scale = product ? product->inputs[1 - factor] : ValueId();
            if (!inner || !fitsLast(graph, scale, inner->x) || !fitsLast(graph, bias, inner->x))
                continue;
            WrittenOut found{"LayerNormalization",
                             17,
                             {inner->x, scale, bias},
                             {Attribute::make("axis", std::int64_t{-1}),
                              Attribute::make("epsilon", static_cast<float>(inner->epsilon))},
                             {root.id, product->id}};
            append(found.nodes, inner->nodes);
            return found;
        }
    }
    return std::nullopt;
}

std::optional<WrittenOut> matchRmsNormalization(const PatternGraph& graph, const Node& root) {
    const auto product = productOf(graph, root);
    if (!product || product->constant != 1)
        return std::nullopt;
    auto found = scaledBySquares(graph, *product);
    for (std::size_t i = 0; !found && product->factors.size() == 2 && i < 2; ++i) {
        const ValueId scale = product->factors[1 - i];
        if (const auto wide = normalizedWide(graph, product->factors[i], graph.elementType(scale)))
            found = std::pair(*wide, scale);
    }
    if (!found || !found->second || !fitsLast(graph, found->second, found->first.x))
        return std::nullopt;
    WrittenOut made{"RMSNormalization",
                    23,
                    {found->first.x, found->second},
                    {Attribute::make("axis", std::int64_t{-1}),
                     Attribute::make("epsilon", static_cast<float>(found->first.epsilon))},
                    product->nodes};
    append(made.nodes, found->first.nodes);
    return made;
}

std::optional<AttentionScores> matchAttentionScores(const PatternGraph& graph, ValueId scores) {
    AttentionScores plain;
    if (readProduct(graph, scores, plain))
        return plain;
    const Node* sum = graph.isReadOnce(scores) ? graph.producer(scores) : nullptr;
    if (!sum || !sum->is("Add") || sum->inputs.size() != 2)
        return std::nullopt;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        AttentionScores masked;
        masked.nodes.push_back(sum->id);
        masked.mask = sum->inputs[1 - side];
        if (readProduct(graph, sum->inputs[side], masked))
            return masked;
    }
    return std::nullopt;
}

ValueId beforeScale(const PatternGraph& graph, ValueId operand, AttentionScores& scores) {
    const Node* node = graph.isReadOnce(operand) ? graph.producer(operand) : nullptr;
    const auto factor = node ? scaledByNumber(graph, *node) : std::nullopt;
    if (!factor)
        return operand;
    scores.nodes.push_back(node->id);
    scores.scale *= factor->second;
    return factor->first;
}

} // namespace partita
