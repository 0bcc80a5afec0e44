#include "providers/cpu/plan/fusion_shapes.h"

#include <algorithm>

#include "core/ir/type.h"

namespace partita::cpu {

namespace {

/// The slot of the node that makes a value, if it is in no group and of this operator.
std::optional<std::size_t> aloneProducer(const FusionGraph& graph, ValueId value,
                                         std::string_view op) {
    const auto slot = graph.producer(value);
    return slot && graph.at(*slot).members.size() == 1 && graph.at(*slot).record->is(op)
               ? slot
               : std::nullopt;
}

/// Whether `rows` of a product become the leading axes of `from` again.
bool givesAxesBack(const FusionGraph& graph, ValueId from, std::int64_t depth, ValueId to,
                   std::int64_t columns) {
    const Shape *before = graph.shapeOf(from), *after = graph.shapeOf(to);
    return before && after && before->size() >= 2 && before->size() == after->size() &&
           before->back().value == depth && after->back().value == columns &&
           std::equal(before->begin(), before->end() - 1, after->begin(), isSameSize);
}

/// Whether a Gemm is the product of A and constant weights and adds at most one constant row.
bool isPlainLayer(const FusionGraph& graph, const Node& gemm) {
    const auto weights = graph.dimsOf(gemm.inputs[1]);
    if (!graph.isFloat32(gemm.outputs[0]) || !graph.isConstantFloat32(gemm.inputs[1]) || !weights ||
        weights->size() != 2 || gemm.floatAttribute("alpha", 1) != 1 ||
        gemm.floatAttribute("beta", 1) != 1 || gemm.intAttribute("transA", 0) != 0 ||
        gemm.intAttribute("transB", 0) != 0)
        return false;
    if (gemm.inputs.size() < 3 || !gemm.inputs[2])
        return true;
    const auto row = graph.dimsOf(gemm.inputs[2]);
    return graph.isConstantFloat32(gemm.inputs[2]) && row && !row->empty() &&
           row->back() == weights->back() && elementCount(*row) == weights->back();
}

void unflatten(FusionGraph& graph, std::size_t slot) {
    const Node& gemm = *graph.at(slot).record;
    const auto flatten = aloneProducer(graph, gemm.inputs[0], "Reshape");
    const auto last = graph.soleReader(gemm.outputs[0]);
    if (!flatten || !graph.soleReader(gemm.inputs[0]) || !last ||
        graph.at(*last).members.size() != 1 || !graph.at(*last).record->is("Reshape") ||
        !isPlainLayer(graph, gemm))
        return;
    const ValueId x = graph.at(*flatten).record->inputs[0];
    const auto weights = *graph.dimsOf(gemm.inputs[1]);
    if (graph.at(*last).record->inputs[0] != gemm.outputs[0] ||
        !givesAxesBack(graph, x, weights[0], graph.at(*last).record->outputs[0], weights[1]))
        return;
    Node record = gemm;
    record.opType = SharedString("MatMul");
    record.attributes = std::make_shared<const Attributes>();
    record.outputs = graph.at(*last).record->outputs;
    std::vector<ValueId> inputs{x, gemm.inputs[1]};
    Epilogue epilogue;
    if (gemm.inputs.size() > 2 && gemm.inputs[2]) {
        epilogue.bias = inputs.size();
        inputs.push_back(gemm.inputs[2]);
    }
    record.inputs = IdList<ValueId>(inputs.begin(), inputs.end());
    graph.merge(*flatten, *last);
    graph.merge(slot, *last);
    PlannedNode& planned = graph.at(*last);
    planned.record = std::make_shared<Node>(std::move(record));
    planned.version = 13;
    planned.epilogue = std::move(epilogue);
}

/// Whether the pieces make up the whole axis, as SplitToSequence demands.
bool makeUp(const std::vector<std::int64_t>& pieces, std::int64_t size) {
    for (const std::int64_t each : pieces) {
        if (each < 0 || each > size)
            return false;
        size -= each;
    }
    return size == 0;
}

/// The sizes of the pieces of a SplitToSequence; empty where they are not known, or wrong.
std::vector<std::int64_t> piecesOf(const FusionGraph& graph, const Node& split) {
    const auto dims = graph.dimsOf(split.inputs[0]);
    const auto axis = dims ? axisOf(split.intAttribute("axis", 0), dims->size()) : std::nullopt;
    if (!axis || split.inputs.size() < 2 || !split.inputs[1])
        return {};
    const auto sizes = graph.intsOf(split.inputs[1]);
    const auto shape = graph.dimsOf(split.inputs[1]);
    if (!sizes || !shape || sizes->empty())
        return {};
    const std::int64_t size = (*dims)[*axis], each = sizes->front();
    if (!shape->empty())
        return makeUp(*sizes, size) ? *sizes : std::vector<std::int64_t>();
    constexpr std::int64_t kMost = 64;
    if (each <= 0 || size % each != 0 || size / each > kMost)
        return {};
    return std::vector<std::int64_t>(static_cast<std::size_t>(size / each), each);
}

void matchSplit(FusionGraph& graph, std::size_t slot) {
    const Node& split = *graph.at(slot).record;
    const std::vector<std::int64_t> pieces = piecesOf(graph, split);
    const auto readers = graph.readers(split.outputs[0]);
    if (pieces.empty() || !readers || readers->empty())
        return;
    std::vector<ValueId> outputs(pieces.size());
    for (const std::size_t reader : *readers) {
        const PlannedNode& at = graph.at(reader);
        const auto position = at.members.size() == 1 && at.record->is("SequenceAt")
                                  ? graph.intsOf(at.record->inputs[1])
                                  : std::nullopt;
        const auto index = position && position->size() == 1
                               ? axisOf(position->front(), pieces.size())
                               : std::nullopt;
        if (!index || outputs[*index])
            return;
        outputs[*index] = at.record->outputs[0];
    }
    Node record = split;
    record.opType = SharedString("Split");
    const bool isEqual = std::ranges::count(pieces, pieces.front()) == std::ssize(pieces);
    record.inputs = isEqual ? IdList<ValueId>{split.inputs[0]} : split.inputs;
    record.outputs = IdList<ValueId>(outputs.begin(), outputs.end());
    record.attributes = std::make_shared<const Attributes>(
        Attributes{Attribute::make("axis", split.intAttribute("axis", 0))});
    graph.join(*readers, slot);
    graph.at(slot).record = std::make_shared<Node>(std::move(record));
    graph.at(slot).version = 13;
}

} // namespace

void recognizeSplits(FusionGraph& graph) {
    for (std::size_t slot = 0; slot < graph.size(); ++slot)
        if (const PlannedNode& planned = graph.at(slot);
            planned.members.size() == 1 && planned.record->is("SplitToSequence"))
            matchSplit(graph, slot);
}

void recognizeFlattenedProducts(FusionGraph& graph) {
    for (std::size_t slot = 0; slot < graph.size(); ++slot)
        if (const PlannedNode& planned = graph.at(slot);
            planned.members.size() == 1 && planned.epilogue.empty() && planned.record->is("Gemm"))
            unflatten(graph, slot);
}

void recognizeRowScatters(FusionGraph& graph) {
    for (std::size_t slot = 0; slot < graph.size(); ++slot) {
        const PlannedNode& planned = graph.at(slot);
        if (planned.members.size() != 1 || !planned.record->is("ScatterElements") ||
            planned.record->inputs.size() != 3)
            continue;
        const ValueId indices = planned.record->inputs[1];
        const auto expand = aloneProducer(graph, indices, "Expand");
        if (!expand || !graph.soleReader(indices))
            continue;
        const auto& given = graph.at(*expand).record->inputs;
        Node record = *planned.record;
        record.inputs = {record.inputs[0], given[0], record.inputs[2], given[1]};
        graph.merge(*expand, slot);
        graph.sortMembers(slot);
        graph.at(slot).record = std::make_shared<Node>(std::move(record));
    }
}

} // namespace partita::cpu
