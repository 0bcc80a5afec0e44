#include "providers/cpu/plan/fusion_quantized.h"

#include <algorithm>

#include "core/ir/constants.h"
#include "core/onnx/operator_facts.h"
#include "providers/cpu/kernels/integer_product.h"
#include "providers/cpu/plan/kernel_choice.h"
#include "providers/cpu/plan/unary_step.h"

namespace partita::cpu {

namespace {

using Slot = std::optional<std::size_t>;

/// Quantized codes with scale and zero point.
struct Codes {
    ValueId codes, scale, zero; ///< `zero` may be omitted
};

/// An operator on codes that replaces nodes of the `Matcher`'s graph.
struct Replacement {
    std::string_view op, domain;
    int version;
    std::vector<ValueId> inputs;
    Attributes attributes;
    std::vector<VectorStep> clips;
};

class Matcher {
public:
    explicit Matcher(FusionGraph& graph) : m_graph(graph) {}

    [[nodiscard]] FusionGraph& graph() { return m_graph; }
    [[nodiscard]] const Node& node(std::size_t slot) const { return *m_graph.at(slot).record; }

    /// The codes of a value that a DequantizeLinear with one scale produces; empty for any other.
    [[nodiscard]] std::optional<Codes> dequantized(ValueId value) const {
        const Slot maker = m_graph.producer(value);
        if (!maker || m_graph.at(*maker).members.size() != 1 ||
            !node(*maker).is("DequantizeLinear") || !m_graph.hasOneScale(node(*maker)) ||
            !m_graph.isFloat32(value) || !m_graph.isBytes(node(*maker).inputs[0]))
            return std::nullopt;
        return codesOf(node(*maker));
    }

    /// The codes of constant weights with one scale, or one for each index of `axis`.
    [[nodiscard]] std::optional<Codes> dequantizedWeights(ValueId value, std::size_t axis) const {
        const Model& model = m_graph.model();
        const NodeId maker = value ? model.producer(value) : NodeId{};
        if (!maker || !model.node(maker)->is("DequantizeLinear") || !m_graph.isFloat32(value))
            return std::nullopt;
        const Node& dequantize = *model.node(maker);
        const auto codes = constantOf(model, dequantize.inputs[0]);
        const auto scale = m_graph.dimsOf(dequantize.inputs[1]);
        const auto zero = dequantize.inputs.size() > 2 && dequantize.inputs[2]
                              ? m_graph.dimsOf(dequantize.inputs[2])
                              : scale;
        if (!codes || !m_graph.isBytes(dequantize.inputs[0]) || !scale || scale->size() > 1 ||
            zero != scale || !m_graph.isConstantFloat32(dequantize.inputs[1]) ||
            dequantize.intAttribute("block_size", 0) != 0)
            return std::nullopt;
        if (elementCount(*scale) != 1 &&
            (axisOf(dequantize.intAttribute("axis", 1), codes->dims.size()) != axis ||
             elementCount(*scale) != codes->dims[axis]))
            return std::nullopt;
        return codesOf(dequantize);
    }

    /// The only reader of a value, if that is a QuantizeLinear to bytes with one scale.
    [[nodiscard]] Slot quantizer(ValueId value) const {
        const Slot reader = m_graph.soleReader(value);
        if (!reader || m_graph.at(*reader).members.size() != 1 ||
            !node(*reader).is("QuantizeLinear") || node(*reader).inputs[0] != value ||
            !m_graph.hasOneScale(node(*reader)) || !m_graph.isBytes(node(*reader).outputs[0]))
            return std::nullopt;
        const bool hasZero = node(*reader).inputs.size() > 2 && node(*reader).inputs[2];
        return hasZero || m_graph.typeOf(node(*reader).outputs[0]) == DataType::uint8 ? reader
                                                                                      : Slot();
    }

    [[nodiscard]] static Codes codesOf(const Node& node) {
        return {node.inputs[0], node.inputs[1],
                node.inputs.size() > 2 ? node.inputs[2] : ValueId{}};
    }

    /// Whether equal codes stand for equal numbers: type, scale and zero point are the same.
    [[nodiscard]] bool meanTheSame(const Codes& a, const Codes& b, ValueId codesOfB) const {
        const auto number = [&](ValueId id) {
            return id ? m_graph.constants().scalar(id) : std::optional(0.0);
        };
        return m_graph.typeOf(a.codes) == m_graph.typeOf(codesOfB) &&
               number(a.scale) == number(b.scale) && number(a.zero) == number(b.zero);
    }

    /// Merges `slots` into one node with the outputs of the last slot; the group is named after the
    /// first.
    void replace(const std::vector<std::size_t>& slots, Replacement by) {
        const std::size_t last = slots.back();
        m_leaders.emplace_back(last, m_graph.at(slots.front()).members.front());
        Node record = node(last);
        record.opType = SharedString(by.op);
        record.domain = SharedString(by.domain);
        record.inputs = IdList<ValueId>(by.inputs.begin(), by.inputs.end());
        record.attributes = std::make_shared<const Attributes>(std::move(by.attributes));
        for (const std::size_t slot : slots)
            if (slot != last)
                m_graph.merge(slot, last);
        m_graph.sortMembers(last);
        PlannedNode& planned = m_graph.at(last);
        planned.record = std::make_shared<Node>(std::move(record));
        planned.version = by.version;
        planned.recognized = true;
        planned.epilogue.activations = std::move(by.clips);
        for (const ValueId input : by.inputs)
            if (input)
                m_graph.alsoReads(last, input);
    }

    /// Moves the node that gives each group its name to the front.
    void nameGroups() {
        for (const auto& [slot, leader] : m_leaders) {
            auto& members = m_graph.at(slot).members;
            const auto at = std::ranges::find(members, leader);
            std::rotate(members.begin(), at, at + 1);
        }
    }

private:
    FusionGraph& m_graph;
    std::vector<std::pair<std::size_t, NodeId>> m_leaders; ///< slot and naming node
};

/// The slots from `slot` to the QuantizeLinear after it, with up to two Relu or Clip between them.
std::optional<std::pair<std::vector<std::size_t>, std::vector<VectorStep>>>
wayToQuantizer(const Matcher& match, const FusionGraph& graph, std::size_t slot) {
    std::vector<std::size_t> slots{slot};
    std::vector<VectorStep> clips;
    while (true) {
        const ValueId value = match.node(slots.back()).outputs[0];
        if (const auto last = match.quantizer(value)) {
            // A lower bound is the lowest code only where the scale is positive.
            const auto scale = graph.constants().scalar(match.node(*last).inputs[1]);
            if (!clips.empty() && !(scale && *scale > 0))
                return std::nullopt;
            slots.push_back(*last);
            return std::pair(std::move(slots), std::move(clips));
        }
        const auto next = graph.soleReader(value);
        if (!next || graph.at(*next).members.size() != 1 || clips.size() == 2)
            return std::nullopt;
        const Node& reader = match.node(*next);
        const auto step = unaryStep(graph.constants(), reader);
        if (!step || reader.inputs[0] != value ||
            (!reader.is("Relu") && !(reader.is("Clip") && step->alpha <= step->beta)))
            return std::nullopt;
        clips.push_back(*step);
        slots.push_back(*next);
    }
}

/// Whether the kernels of quantized products take `bias`: constant float32, one for each filter.
bool isBias(const FusionGraph& graph, ValueId bias, std::int64_t filters) {
    const auto dims = graph.dimsOf(bias);
    return dims && !dims->empty() && elementCount(*dims) == filters && dims->back() == filters &&
           graph.isConstantFloat32(bias);
}

void matchProduct(Matcher& match, std::size_t slot) {
    FusionGraph& graph = match.graph();
    const Node product = match.node(slot);
    if (product.inputs.size() < 2 || product.outputs.size() != 1)
        return;
    const bool conv = product.is("Conv"), gemm = product.is("Gemm");
    const bool transposed = gemm && product.intAttribute("transB", 0) != 0;
    if (gemm && (product.floatAttribute("alpha", 1) != 1 ||
                 product.floatAttribute("beta", 1) != 1 || product.intAttribute("transA", 0) != 0))
        return;
    const auto x = match.dequantized(product.inputs[0]);
    const auto w = match.dequantizedWeights(product.inputs[1], conv || transposed ? 0U : 1U);
    auto way = x ? wayToQuantizer(match, graph, slot) : std::nullopt;
    if (!way)
        return;
    const Codes y = Matcher::codesOf(match.node(way->first.back()));
    if (!w) {
        const auto b = match.dequantized(product.inputs[1]);
        if (product.is("MatMul") && b && way->second.empty())
            match.replace(way->first, {"QLinearMatMul",
                                       "",
                                       10,
                                       {x->codes, x->scale, x->zero, b->codes, b->scale, b->zero,
                                        y.scale, y.zero},
                                       {},
                                       {}});
        return;
    }
    const auto codeDims = graph.dimsOf(w->codes);
    if (!codeDims || (conv ? codeDims->size() < 3 || codeDims->size() > 5 : codeDims->size() != 2))
        return;
    std::vector<ValueId> inputs{x->codes, x->scale, x->zero, w->codes,
                                w->scale, w->zero,  y.scale, y.zero};
    if (product.inputs.size() > 2 && product.inputs[2]) {
        if (!isBias(graph, product.inputs[2], (*codeDims)[conv || transposed ? 0 : 1]))
            return;
        inputs.push_back(product.inputs[2]);
    }
    match.replace(way->first,
                  {conv ? "QLinearConv" : "QuantizedGemm", conv ? "" : "partita", conv ? 10 : 1,
                   std::move(inputs), *product.attributes, std::move(way->second)});
}

/// Replaces a QLinearMatMul with constant weights and one scale of the other operand by
/// QuantizedGemm.
void matchQuantizedProduct(Matcher& match, std::size_t slot) {
    const FusionGraph& graph = match.graph();
    const Node product = match.node(slot);
    if (product.inputs.size() != 8)
        return;
    const auto weights = constantOf(graph.model(), product.inputs[3]);
    const auto x = graph.typeOf(product.inputs[0]);
    const auto scale = graph.dimsOf(product.inputs[1]), zero = graph.dimsOf(product.inputs[2]);
    if (weights && weights->dims.size() == 2 && x != DataType::undefined && scale && zero &&
        elementCount(*scale) == 1 && elementCount(*zero) == 1 && weights->dims[0] > 0)
        match.replace({slot}, {"QuantizedGemm",
                               "partita",
                               1,
                               {product.inputs.begin(), product.inputs.end()},
                               {},
                               {}});
}

/// Whether the elements of the first input, or of all inputs of Concat, reach the output unchanged,
/// so that the node works on codes as well.
bool onlyMoves(const Node& node) {
    return node.outputs.size() == 1 &&
           (movesElements(node) || node.is("MaxPool") || node.is("Concat"));
}

void matchMove(Matcher& match, std::size_t slot) {
    const Node move = match.node(slot);
    const auto last = match.quantizer(move.outputs[0]);
    if (!last)
        return;
    const Codes to = Matcher::codesOf(match.node(*last));
    std::vector<ValueId> inputs(move.inputs.begin(), move.inputs.end());
    for (std::size_t i = 0; i < (move.is("Concat") ? inputs.size() : 1); ++i) {
        const auto from = match.dequantized(inputs[i]);
        if (!from || !match.meanTheSame(*from, to, match.node(*last).outputs[0]))
            return;
        inputs[i] = from->codes;
    }
    Node record = move;
    record.inputs = IdList<ValueId>(inputs.begin(), inputs.end());
    const int version = match.graph().at(slot).version;
    if (kernelFor(match.graph().model(), record, version).kernel)
        match.replace({slot, *last},
                      {move.opType, move.domain, version, std::move(inputs), *move.attributes, {}});
}

/// Merges a DequantizeLinear without readers into the first node that reads its codes instead.
void absorbUnread(FusionGraph& graph, std::size_t slot) {
    const ValueId value = graph.at(slot).record->outputs[0];
    const auto readers = graph.readers(value);
    if (!readers || !readers->empty())
        return;
    Slot first;
    for (const NodeId id : graph.model().consumers(value))
        if (const auto at = graph.slotOf(id); at && *at > slot && (!first || *at < *first))
            first = at;
    if (!first)
        return;
    graph.merge(slot, *first);
    graph.sortMembers(*first);
}

} // namespace

void recognizeQuantized(FusionGraph& graph) {
    Matcher match(graph);
    const bool exact = sumsBytesExactly(); // otherwise products of floats are faster
    for (std::size_t slot = 0; slot < graph.size(); ++slot) {
        const PlannedNode& planned = graph.at(slot);
        if (planned.members.size() != 1 || planned.record->inputs.empty() ||
            planned.record->outputs.empty())
            continue;
        const Node& node = *planned.record;
        if (exact && (node.is("Conv") || node.is("MatMul") || node.is("Gemm")))
            matchProduct(match, slot);
        else if (exact && node.is("QLinearMatMul"))
            matchQuantizedProduct(match, slot);
        else if (onlyMoves(node))
            matchMove(match, slot);
    }
    for (std::size_t slot = graph.size(); slot-- > 0;)
        if (graph.at(slot).members.size() == 1 && graph.at(slot).record->is("DequantizeLinear"))
            absorbUnread(graph, slot);
    match.nameGroups();
}

} // namespace partita::cpu
