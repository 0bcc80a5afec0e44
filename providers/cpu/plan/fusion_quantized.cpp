#include "providers/cpu/plan/fusion_quantized.h"

#include <algorithm>

#include "core/ir/element_type.h"
#include "providers/cpu/kernels/integer_product.h"
#include "providers/cpu/plan/kernel_choice.h"
#include "providers/cpu/plan/quantized_matcher.h"

namespace partita::cpu {

namespace {

using namespace quantized;

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
    Way way{{slot}, {}, {}};
    if (!x || !extendToQuantizer(match, graph, way.slots, way.activations))
        return;
    const Codes y = Matcher::codesOf(match.node(way.slots.back()));
    if (!w) {
        const auto b = match.dequantized(product.inputs[1]);
        if (product.is("MatMul") && b && way.activations.empty())
            match.replace(way.slots, {"QLinearMatMul",
                                      "",
                                      10,
                                      {x->codes, x->scale, x->zero, b->codes, b->scale, b->zero,
                                       y.scale, y.zero},
                                      {},
                                      {},
                                      {}});
        return;
    }
    const auto codeDims = graph.dimsOf(w->codes);
    if (!codeDims || elementCount(*codeDims) == 0 ||
        (conv ? codeDims->size() < 3 || codeDims->size() > 5 : codeDims->size() != 2))
        return;
    std::vector<ValueId> inputs{x->codes, x->scale, x->zero, w->codes,
                                w->scale, w->zero,  y.scale, y.zero};
    const std::int64_t filters = (*codeDims)[conv || transposed ? 0 : 1];
    inputs.push_back(product.inputs.size() > 2 ? product.inputs[2] : ValueId{});
    if (inputs.back() && !isBias(graph, inputs.back(), filters))
        return;
    extendByStages(match, graph, filters, way, inputs, y);
    match.replace(way.slots, {conv ? "QLinearConv" : "QuantizedGemm", conv ? "" : "partita",
                              conv ? 10 : 1, std::move(inputs), *product.attributes,
                              std::move(way.activations), std::move(way.stages)});
}

/// Lets a QLinearConv with constant weights also make what follows on its codes.
void matchQuantizedConv(Matcher& match, std::size_t slot) {
    const FusionGraph& graph = match.graph();
    const Node conv = match.node(slot);
    if (conv.inputs.size() < 8 || !graph.constants().isConstant(conv.inputs[3]))
        return;
    const auto weights = graph.dimsOf(conv.inputs[3]);
    if (!weights || weights->empty())
        return;
    std::vector<ValueId> inputs(conv.inputs.begin(), conv.inputs.end());
    inputs.resize(9); // without a bias
    Way way{{slot}, {}, {}};
    extendByStages(match, graph, weights->front(), way, inputs,
                   {conv.outputs[0], conv.inputs[6], conv.inputs[7]});
    if (!way.stages.empty())
        match.replace(way.slots, {"QLinearConv",
                                  "",
                                  10,
                                  std::move(inputs),
                                  *conv.attributes,
                                  {},
                                  std::move(way.stages)});
}

/// Replaces a QLinearMatMul with constant weights and one scale of the other operand by
/// QuantizedGemm.
void matchQuantizedProduct(Matcher& match, std::size_t slot) {
    const FusionGraph& graph = match.graph();
    const Node product = match.node(slot);
    if (product.inputs.size() != 8)
        return;
    const auto weights = graph.constants().isConstant(product.inputs[3])
                             ? graph.dimsOf(product.inputs[3])
                             : std::nullopt;
    const auto x = graph.typeOf(product.inputs[0]);
    const auto scale = graph.dimsOf(product.inputs[1]), zero = graph.dimsOf(product.inputs[2]);
    if (weights && weights->size() == 2 && x != DataType::undefined && scale && zero &&
        elementCount(*scale) == 1 && elementCount(*zero) == 1 && (*weights)[0] > 0)
        match.replace({slot}, {"QuantizedGemm",
                               "partita",
                               1,
                               {product.inputs.begin(), product.inputs.end()},
                               {},
                               {},
                               {}});
}

/// Replaces a MatMulInteger with constant weights by QuantizedGemm where an Add of an int32 bias or
/// none, a Cast to float32, a Mul by constant scales and a QuantizeLinear follow, as in QGemm.
void matchIntegerProduct(Matcher& match, std::size_t slot) {
    const FusionGraph& graph = match.graph();
    const Node product = match.node(slot);
    const auto weights = graph.constants().isConstant(product.inputs[1])
                             ? graph.dimsOf(product.inputs[1])
                             : std::nullopt;
    const auto zero = [&](std::size_t i) {
        return product.inputs.size() > i ? product.inputs[i] : ValueId{};
    };
    if (!weights || weights->size() != 2 || weights->front() == 0 ||
        !graph.isBytes(product.inputs[0]) || (zero(2) && !graph.constants().scalar(zero(2))) ||
        (zero(3) && !graph.constants().isConstant(zero(3))))
        return;
    Way way{{slot}, {}, {}};
    const auto next = [&](std::string_view op) {
        const Slot at = graph.soleReader(match.node(way.slots.back()).outputs[0]);
        if (!at || graph.at(*at).members.size() != 1 || !match.node(*at).is(op) ||
            graph.at(*at).version < 7)
            return false;
        way.slots.push_back(*at);
        return true;
    };
    // The constant row of a binary operator: one element, or one for each column.
    const auto row = [&](DataType type, bool mayBeOne) {
        const Node& node = match.node(way.slots.back());
        const ValueId before = match.node(way.slots.end()[-2]).outputs[0],
                      other = node.inputs[node.inputs[0] == before ? 1 : 0];
        const auto dims = graph.dimsOf(other);
        const bool fits = dims && graph.constants().isConstant(other) &&
                          graph.typeOf(other) == type && dims->size() <= 1 &&
                          ((mayBeOne && elementCount(*dims) == 1) ||
                           (dims->size() == 1 && dims->back() == weights->back()));
        return fits ? other : ValueId{};
    };
    ValueId bias;
    if (next("Add") && !(bias = row(DataType::int32, false)))
        return;
    if (!next("Cast") || castTarget(match.node(way.slots.back())) != DataType::float32 ||
        !next("Mul"))
        return;
    const ValueId scale = row(DataType::float32, true);
    if (!scale || !extendToQuantizer(match, graph, way.slots, way.activations))
        return;
    const Codes y = Matcher::codesOf(match.node(way.slots.back()));
    std::vector<ValueId> inputs{
        product.inputs[0], {}, zero(2), product.inputs[1], scale, zero(3), y.scale, y.zero, bias};
    extendByStages(match, graph, weights->back(), way, inputs, y);
    match.replace(way.slots, {"QuantizedGemm",
                              "partita",
                              1,
                              std::move(inputs),
                              {},
                              std::move(way.activations),
                              std::move(way.stages)});
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
        match.replace(
            {slot, *last},
            {move.opType, move.domain, version, std::move(inputs), *move.attributes, {}, {}});
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
    const bool byCodes = multipliesBytesFast(); // otherwise products of floats are faster
    for (std::size_t slot = 0; slot < graph.size(); ++slot) {
        const PlannedNode& planned = graph.at(slot);
        if (planned.members.size() != 1 || planned.record->inputs.empty() ||
            planned.record->outputs.empty())
            continue;
        const Node& node = *planned.record;
        if (byCodes && multipliesWeights(node))
            matchProduct(match, slot);
        else if (byCodes && node.is("MatMulInteger"))
            matchIntegerProduct(match, slot);
        else if (byCodes && node.is("QLinearConv"))
            matchQuantizedConv(match, slot);
        else if (byCodes && node.is("QLinearMatMul"))
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
