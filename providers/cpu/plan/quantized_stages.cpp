#include <cmath>

#include "core/onnx/operator_facts.h"
#include "providers/cpu/plan/quantized_matcher.h"
#include "providers/cpu/plan/unary_step.h"

namespace partita::cpu::quantized {

bool extendToQuantizer(const Matcher& match, const FusionGraph& graph,
                       std::vector<std::size_t>& slots, std::vector<VectorStep>& activations) {
    while (true) {
        const ValueId value = match.node(slots.back()).outputs[0];
        if (const auto last = match.quantizer(value)) {
            // A lower bound is the lowest code only where the scale is positive.
            const auto scale = graph.constants().scalar(match.node(*last).inputs[1]);
            slots.push_back(*last);
            return activations.empty() || (scale && *scale > 0);
        }
        const auto next = graph.soleReader(value);
        if (!next || graph.at(*next).members.size() != 1 || activations.size() == 2)
            return false;
        const Node& reader = match.node(*next);
        const auto step = unaryStep(graph.constants(), reader);
        if (!step || reader.inputs[0] != value ||
            algorithmOf(step->code) == dnnl::algorithm::undef ||
            (reader.is("Clip") && !(step->alpha <= step->beta)))
            return false;
        activations.push_back(*step);
        slots.push_back(*next);
    }
}

namespace {

/// Finds what follows on the codes of a product with `filters`, up to the last codes.
class StageFinder {
public:
    StageFinder(const Matcher& match, const FusionGraph& graph, std::int64_t filters, bool columns)
        : m_match(match), m_graph(graph), m_filters(filters), m_columns(columns) {}

    /// Extends the way behind its last codes, and the inputs of the product by those of the stages.
    void extend(Way& way, std::vector<ValueId>& inputs, Codes codes) const {
        constexpr std::size_t kMostStages = 4;
        while (way.stages.size() < kMostStages) {
            std::vector<std::size_t> slots = way.slots;
            std::vector<ValueId> given = inputs;
            CodeStage stage;
            const bool adds = std::ranges::none_of(
                way.stages, [](const CodeStage& each) { return each.residual.has_value(); });
            if (!dequantize(slots, codes) || !normalize(slots, stage, given))
                return;
            addBias(slots, stage, given);
            if ((adds && !add(slots, stage, given)) ||
                !extendToQuantizer(m_match, m_graph, slots, stage.activations))
                return;
            codes = Matcher::codesOf(m_match.node(slots.back()));
            if (!isPositive(codes.scale))
                return;
            stage.result = given.size();
            given.insert(given.end(), {codes.scale, codes.zero});
            way.slots = std::move(slots);
            way.stages.push_back(std::move(stage));
            inputs = std::move(given);
        }
    }

private:
    [[nodiscard]] bool isPositive(ValueId scale) const {
        const auto number = m_graph.constants().scalar(scale);
        return number && *number > 0 && std::isfinite(*number);
    }

    /// The only reader of what the last slot makes, if that is one node.
    [[nodiscard]] Slot readerOf(const std::vector<std::size_t>& slots) const {
        const Slot next = m_graph.soleReader(m_match.node(slots.back()).outputs[0]);
        return next && m_graph.at(*next).members.size() == 1 &&
                       m_match.node(*next).outputs.size() == 1
                   ? next
                   : std::nullopt;
    }

    /// Adds the DequantizeLinear that gives the numbers which the codes stand for.
    [[nodiscard]] bool dequantize(std::vector<std::size_t>& slots, const Codes& codes) const {
        const Slot next = readerOf(slots);
        if (!next || !isPositive(codes.scale))
            return false;
        const auto same = m_match.dequantized(m_match.node(*next).outputs[0]);
        if (!same || same->codes != m_match.node(slots.back()).outputs[0] ||
            !m_match.meanTheSame(*same, codes, same->codes))
            return false;
        slots.push_back(*next);
        return true;
    }

    /// Adds a BatchNormalization, if there is one; false where that cannot be part of a stage.
    [[nodiscard]] bool normalize(std::vector<std::size_t>& slots, CodeStage& stage,
                                 std::vector<ValueId>& inputs) const {
        const Slot next = readerOf(slots);
        if (!next || !m_match.node(*next).is("BatchNormalization"))
            return next.has_value();
        const Node& node = m_match.node(*next);
        if (node.inputs.size() != 5 || node.inputs[0] != m_match.node(slots.back()).outputs[0] ||
            !isInferenceNormalization(node) || !m_graph.isFloat32(node.outputs[0]) ||
            !std::all_of(node.inputs.begin() + 1, node.inputs.end(), [&](ValueId each) {
                const auto dims = m_graph.dimsOf(each);
                return m_graph.isConstantFloat32(each) && dims &&
                       *dims == std::vector<std::int64_t>{m_filters};
            }))
            return false;
        stage.batchNormalization = inputs.size();
        stage.batchEpsilon = node.floatAttribute("epsilon", 1e-5F);
        inputs.insert(inputs.end(), node.inputs.begin() + 1, node.inputs.end());
        slots.push_back(*next);
        return true;
    }

    /// Adds an Add of a constant row, if there is one.
    void addBias(std::vector<std::size_t>& slots, CodeStage& stage,
                 std::vector<ValueId>& inputs) const {
        const Slot next = readerOf(slots);
        if (!m_columns || stage.batchNormalization || !next || !m_match.node(*next).is("Add") ||
            m_graph.at(*next).version < 7)
            return;
        const Node& node = m_match.node(*next);
        const ValueId value = m_match.node(slots.back()).outputs[0],
                      other = node.inputs[node.inputs[0] == value ? 1 : 0];
        if (!m_graph.isConstantFloat32(other) ||
            m_graph.dimsOf(other) != std::optional(std::vector<std::int64_t>{m_filters}))
            return;
        stage.bias = inputs.size();
        inputs.push_back(other);
        slots.push_back(*next);
    }

    /// Adds an Add of other codes of the same shape, if there is one; false where that cannot be
    /// part of a stage.
    [[nodiscard]] bool add(std::vector<std::size_t>& slots, CodeStage& stage,
                           std::vector<ValueId>& inputs) const {
        const Slot next = readerOf(slots);
        if (!next || !m_match.node(*next).is("Add"))
            return next.has_value();
        const Node& node = m_match.node(*next);
        const ValueId value = m_match.node(slots.back()).outputs[0],
                      other = node.inputs[node.inputs[0] == value ? 1 : 0];
        const auto codes = m_match.dequantized(other);
        if (m_graph.at(*next).version < 7 || !codes || !isPositive(codes->scale) ||
            !m_graph.sameShape(value, other) || !m_graph.sameShape(value, node.outputs[0]))
            return false;
        stage.residual = inputs.size();
        inputs.insert(inputs.end(), {codes->codes, codes->scale, codes->zero});
        slots.push_back(*next);
        return true;
    }

    const Matcher& m_match;
    const FusionGraph& m_graph;
    std::int64_t m_filters;
    bool m_columns; ///< of a matrix product, whose filters lie along the last axis
};

} // namespace

void extendByStages(const Matcher& match, const FusionGraph& graph, std::int64_t filters, Way& way,
                    std::vector<ValueId>& inputs, const Codes& codes) {
    const Node& product = match.node(way.slots.front());
    const bool columns = !product.is("Conv") && !product.is("QLinearConv");
    StageFinder(match, graph, filters, columns).extend(way, inputs, codes);
}

} // namespace partita::cpu::quantized
