#include "providers/cpu/plan/fusion.h"

#include <algorithm>
#include <unordered_set>

#include "core/onnx/operator_facts.h"
#include "providers/cpu/kernels/depthwise_pair.h"
#include "providers/cpu/loops/byte_table.h"
#include "providers/cpu/loops/vector_operations.h"
#include "providers/cpu/plan/fusion_graph.h"
#include "providers/cpu/plan/fusion_pairs.h"
#include "providers/cpu/plan/fusion_patterns.h"
#include "providers/cpu/plan/fusion_quantized.h"
#include "providers/cpu/plan/fusion_shapes.h"
#include "providers/cpu/plan/unary_step.h"
#include "providers/cpu/plan/vector_program.h"

namespace partita::cpu {

namespace {

constexpr std::size_t kMostActivations = 4;
constexpr std::size_t kMostVectorNodes = 16;

/// Whether a Conv with weights of these sizes makes each pixel of an image of one pixel.
bool isOfPixels(const Node& conv, const std::vector<std::int64_t>& weights) {
    return weights.size() == 4 && weights[2] == 1 && weights[3] == 1 &&
           conv.intAttribute("group", 1) == 1 && areAll(conv.intsAttribute("strides"), 1) &&
           areAll(conv.intsAttribute("pads"), 0);
}

/// Whether a Conv with weights of these sizes is one by filters that see one channel each, which the
/// loops of DepthwisePair take.
bool isDepthwise(const Node& conv, const std::vector<std::int64_t>& weights) {
    return weights.size() == 4 && conv.intAttribute("group", 1) == weights[0] &&
           DepthwisePair::takes(weights, conv.intsAttribute("strides"),
                                conv.intsAttribute("dilations"));
}

/// Whether a node keeps the largest of each 2 × 2 numbers of an image.
bool isHalvingMaxPool(const Node& node) {
    const std::string_view padding = node.stringAttribute("auto_pad", "NOTSET");
    return node.is("MaxPool") && node.intsAttribute("kernel_shape") == Dims{2, 2} &&
           node.intsAttribute("strides") == Dims{2, 2} &&
           areAll(node.intsAttribute("dilations"), 1) && areAll(node.intsAttribute("pads"), 0) &&
           (padding == "NOTSET" || padding == "VALID") && node.intAttribute("ceil_mode", 0) == 0;
}

bool takesEpilogue(const PlannedNode& planned) { return multipliesWeights(*planned.record); }

/// Fuses the nodes after one Conv, MatMul or Gemm into it, as its epilogue.
class EpilogueBuilder {
public:
    EpilogueBuilder(FusionGraph& graph, std::size_t slot) : m_graph(graph), m_slot(slot) {}

    void grow() {
        while (true) {
            const PlannedNode& planned = m_graph.at(m_slot);
            const ValueId value = planned.record->outputs[0];
            const auto reader = m_graph.soleReader(value);
            if (!reader || !m_graph.isFloat32(value))
                return;
            Node record = *planned.record;
            Epilogue epilogue = planned.epilogue;
            if (!absorb(m_graph.at(*reader), value, record, epilogue))
                return;
            record.outputs = m_graph.at(*reader).record->outputs;
            m_graph.merge(m_slot, *reader);
            m_slot = *reader;
            m_graph.at(m_slot).record = std::make_shared<Node>(std::move(record));
            m_graph.at(m_slot).version = planned.version;
            m_graph.at(m_slot).epilogue = std::move(epilogue);
        }
    }

private:
    /// `weights`: the index of the weights whose result the value is.
    bool absorb(const PlannedNode& reader, ValueId value, Node& record, Epilogue& epilogue,
                std::size_t weights = 1) const {
        const Node& next = *reader.record;
        if (next.outputs.size() != 1 || !next.isOnnx())
            return false;
        if (next.opType == "Conv")
            return absorbDepthwise(reader, value, record, epilogue);
        if (epilogue.depthwise) { // what follows it
            DepthwiseStep step = *epilogue.depthwise;
            if (step.halves || next.opType == "Add")
                return false;
            step.halves = isHalvingMaxPool(next);
            if (!step.halves && !absorb(reader, value, record, step.epilogue, step.weights))
                return false;
            epilogue.depthwise = std::make_shared<const DepthwiseStep>(std::move(step));
            return true;
        }
        if (next.opType == "BatchNormalization")
            return absorbBatchNormalization(next, value, record, epilogue, weights);
        if (epilogue.activations.size() < kMostActivations && next.inputs[0] == value)
            if (const auto step = unaryStep(m_graph.constants(), next);
                step && algorithmOf(step->code) != dnnl::algorithm::undef) {
                epilogue.activations.push_back(*step);
                return true;
            }
        // Before version 7 broadcasting follows attributes.
        if (next.inputs.size() != 2 || next.inputs[0] == next.inputs[1] || reader.version < 7)
            return false;
        const bool first = next.inputs[0] == value;
        const ValueId other = next.inputs[first ? 1 : 0];
        if (absorbScalar(next, first, other, epilogue))
            return true;
        if (next.opType != "Add" || !m_graph.isFloat32(other) || !epilogue.activations.empty() ||
            epilogue.residual)
            return false;
        const bool bias = isBias(record, epilogue, other);
        if (!bias && !(m_graph.sameShape(other, next.outputs[0]) &&
                       m_graph.sameShape(value, next.outputs[0])))
            return false;
        (bias ? epilogue.bias : epilogue.residual) = append(record, {&other, 1});
        return true;
    }

    [[nodiscard]] bool isConstantOrNone(const Node& record, std::size_t input) const {
        return record.inputs.size() <= input || !record.inputs[input] ||
               m_graph.isConstantFloat32(record.inputs[input]);
    }

    /// Fuses a convolution by filters that see one channel each into one of single pixels.
    bool absorbDepthwise(const PlannedNode& reader, ValueId value, Node& record,
                         Epilogue& epilogue) const {
        const Node& next = *reader.record;
        if (!record.is("Conv") || next.inputs.size() < 2)
            return false;
        const auto pixels = m_graph.dimsOf(record.inputs[1]),
                   filters = m_graph.dimsOf(next.inputs[1]);
        if (epilogue.depthwise || epilogue.residual || next.inputs[0] != value || !pixels ||
            !filters || !isOfPixels(record, *pixels) || !isDepthwise(next, *filters) ||
            (*pixels)[0] != (*filters)[0] || !m_graph.isConstantFloat32(record.inputs[1]) ||
            !isConstantOrNone(record, 2) || !m_graph.isConstantFloat32(next.inputs[1]) ||
            !isConstantOrNone(next, 2))
            return false;
        DepthwiseStep step;
        step.node = reader.record;
        const ValueId more[] = {next.inputs[1],
                                next.inputs.size() > 2 ? next.inputs[2] : ValueId()};
        step.weights = append(record, more);
        epilogue.depthwise = std::make_shared<const DepthwiseStep>(std::move(step));
        return true;
    }

    bool absorbBatchNormalization(const Node& next, ValueId value, Node& record, Epilogue& epilogue,
                                  std::size_t weights) const {
        const auto constant = [&](ValueId id) { return m_graph.isConstantFloat32(id); };
        if (!record.is("Conv") || !epilogue.empty() || next.inputs.size() != 5 ||
            next.inputs[0] != value || !isInferenceNormalization(next) ||
            !constant(record.inputs[weights]) || !isConstantOrNone(record, weights + 1))
            return false;
        if (!std::all_of(next.inputs.begin() + 1, next.inputs.end(), constant))
            return false;
        epilogue.batchNormalization = append(record, {next.inputs.data() + 1, 4});
        epilogue.batchEpsilon = next.floatAttribute("epsilon", 1e-5F);
        return true;
    }

    /// Fuses y · c, y / c, y + c or y - c with a constant number c.
    bool absorbScalar(const Node& next, bool first, ValueId other, Epilogue& epilogue) const {
        const std::string_view op = next.opType;
        const bool scales = op == "Mul" || (op == "Div" && first),
                   shifts = op == "Add" || (op == "Sub" && first);
        const auto number =
            scales || shifts ? m_graph.constants().scalar(other) : std::optional<double>();
        if (!number || epilogue.activations.size() >= kMostActivations ||
            !m_graph.sameShape(next.inputs[first ? 0 : 1], next.outputs[0]))
            return false;
        const double scale = op == "Mul"   ? *number
                             : op == "Div" ? 1 / *number
                                           : 1,
                     shift = op == "Add"   ? *number
                             : op == "Sub" ? -*number
                                           : 0;
        epilogue.activations.push_back(
            {VectorCode::linear, static_cast<float>(scale), static_cast<float>(shift)});
        return true;
    }

    /// Whether `other` is a constant row that is added to each row of a MatMul by a matrix.
    bool isBias(const Node& record, const Epilogue& epilogue, ValueId other) const {
        if (!record.is("MatMul") || epilogue.bias)
            return false;
        const auto weights = m_graph.dimsOf(record.inputs[1]), row = m_graph.dimsOf(other);
        return weights && row && weights->size() == 2 && !row->empty() &&
               row->back() == weights->back() && elementCount(*row) == row->back() &&
               m_graph.isConstantFloat32(other);
    }

    /// Appends inputs to a record; returns the index of the first of them.
    static std::size_t append(Node& record, std::span<const ValueId> more) {
        IdList<ValueId> inputs = record.inputs;
        std::vector<ValueId> all(inputs.begin(), inputs.end());
        if (!record.is("MatMul")) // the third input is optional
            all.resize(std::max<std::size_t>(all.size(), 3));
        const std::size_t at = all.size();
        all.insert(all.end(), more.begin(), more.end());
        record.inputs = IdList<ValueId>(all.begin(), all.end());
        return at;
    }

    FusionGraph& m_graph;
    std::size_t m_slot;
};

/// Makes one loop of the element-wise nodes in `slots`, of which the one at `sink` is the last, if
/// they and what they read are at most `most`.
void combineLoop(FusionGraph& graph, std::size_t sink, std::vector<std::size_t> slots,
                 std::size_t most) {
    std::ranges::sort(slots);
    Node record = *graph.at(sink).record;
    std::unordered_set<ValueId> made;
    std::vector<ValueId> inputs;
    for (const std::size_t slot : slots) {
        const Node& node = *graph.at(slot).record;
        for (const ValueId input : node.inputs)
            if (!made.contains(input) && std::ranges::find(inputs, input) == inputs.end())
                inputs.push_back(input);
        made.insert(node.outputs[0]);
    }
    if (inputs.size() + slots.size() > most)
        return;
    graph.join(slots, sink);
    record.inputs = IdList<ValueId>(inputs.begin(), inputs.end());
    graph.at(sink).record = std::make_shared<Node>(std::move(record));
}

/// Finds the element-wise nodes by which the codes at `sink` depend on nothing but other codes of 8
/// bits and constant numbers: they become a table. It takes as many as it can.
class TableBuilder {
public:
    TableBuilder(FusionGraph& graph, std::size_t sink)
        : m_graph(graph), m_sink(sink), m_inside{sink} {}

    void grow() {
        std::vector<std::size_t> best;
        while (m_inside.size() < kMostTableNodes) {
            const auto open = openValues();
            if (!open || open->empty())
                break;
            if (open->size() == 1 && m_inside.size() > 1 && m_graph.isBytes(open->front()) &&
                isReadInside())
                best = m_inside;
            if (!take(*open))
                break;
        }
        if (best.size() >= (looksUpFast() ? kFewFast : kFewSlow))
            combineLoop(m_graph, m_sink, best, 2 * kMostTableNodes);
    }

private:
    static constexpr std::size_t kMostTableNodes = 60;
    /// With fewer nodes, computing them takes no longer than looking up.
    static constexpr std::size_t kFewFast = 2, kFewSlow = 8;

    [[nodiscard]] bool isInside(std::size_t slot) const {
        return std::ranges::find(m_inside, slot) != m_inside.end();
    }

    /// What the nodes read and do not make, without constant numbers; empty where that is a
    /// constant of several.
    [[nodiscard]] std::optional<std::vector<ValueId>> openValues() const {
        std::vector<ValueId> open;
        for (const std::size_t slot : m_inside)
            for (const ValueId input : m_graph.at(slot).record->inputs) {
                const auto maker = m_graph.producer(input);
                if ((maker && isInside(*maker)) || std::ranges::find(open, input) != open.end())
                    continue;
                if (!m_graph.constants().isConstant(input))
                    open.push_back(input);
                else if (!m_graph.constants().scalar(input) || m_graph.dimsOf(input)->size() > 1)
                    return std::nullopt;
            }
        return open;
    }

    /// Whether nothing else reads what the nodes before the last one make.
    [[nodiscard]] bool isReadInside() const {
        return std::ranges::all_of(m_inside, [&](std::size_t slot) {
            const auto readers = m_graph.readers(m_graph.at(slot).record->outputs[0]);
            return slot == m_sink ||
                   (readers && std::ranges::all_of(
                                   *readers, [&](std::size_t reader) { return isInside(reader); }));
        });
    }

    /// Takes the last of the nodes that make the open values; false where that is not element-wise.
    bool take(const std::vector<ValueId>& open) {
        std::optional<std::size_t> last;
        for (const ValueId value : open) {
            const auto maker = m_graph.producer(value);
            if (!maker || !m_graph.sameShape(value, m_graph.at(m_sink).record->outputs[0]))
                return false;
            last = std::max(last.value_or(0), *maker);
        }
        const PlannedNode& node = m_graph.at(*last);
        if (!node.vectorProgram || node.members.size() != 1)
            return false;
        m_inside.push_back(*last);
        return true;
    }

    FusionGraph& m_graph;
    std::size_t m_sink;
    std::vector<std::size_t> m_inside;
};

/// Grows a loop from the node at `sink` towards the inputs: it takes element-wise nodes whose
/// results only the loop reads.
class LoopBuilder {
public:
    LoopBuilder(FusionGraph& graph, std::size_t sink) : m_graph(graph), m_sink(sink) {}

    void grow() {
        std::vector<std::size_t> slots{m_sink};
        for (bool grown = true; grown && slots.size() < kMostVectorNodes;) {
            grown = false;
            for (std::size_t i = 0; i < slots.size() && !grown; ++i)
                for (const ValueId input : m_graph.at(slots[i]).record->inputs)
                    if (const auto producer = m_graph.producer(input);
                        producer && fits(*producer, input, slots)) {
                        slots.push_back(*producer);
                        grown = true;
                        break;
                    }
        }
        if (slots.size() > 1)
            combineLoop(m_graph, m_sink, slots, kMostVectorNodes + 8);
    }

private:
    bool fits(std::size_t slot, ValueId value, const std::vector<std::size_t>& slots) const {
        const PlannedNode& candidate = m_graph.at(slot);
        // Codes that are broadcast are dequantized where they are read, however often that is.
        if (!candidate.vectorProgram || candidate.members.size() != 1 ||
            std::ranges::find(slots, slot) != slots.end() ||
            !(candidate.record->is("DequantizeLinear") ||
              m_graph.sameShape(value, m_graph.at(m_sink).record->outputs[0])))
            return false;
        const auto readers = m_graph.readers(value);
        return readers && std::ranges::all_of(*readers, [&](std::size_t reader) {
                   return std::ranges::find(slots, reader) != slots.end();
               });
    }

    FusionGraph& m_graph;
    std::size_t m_sink;
};

/// Makes each element-wise node a loop of its own, which others may join. Constant parameters of
/// Clip, QuantizeLinear and DequantizeLinear are no operands and leave the record.
void markVectorNodes(FusionGraph& graph) {
    for (std::size_t slot = 0; slot < graph.size(); ++slot) {
        PlannedNode& planned = graph.at(slot);
        if (planned.members.empty() || !planned.epilogue.empty() || planned.version < 7 ||
            !isVectorOperation(graph, *planned.record))
            continue;
        planned.vectorProgram = true;
        const bool first = planned.record->is("Clip") || planned.record->is("QuantizeLinear") ||
                           planned.record->is("DequantizeLinear");
        if (first && planned.record->inputs.size() > 1) {
            auto record = std::make_shared<Node>(*planned.record);
            record->inputs = {planned.record->inputs[0]};
            planned.record = std::move(record);
        }
    }
}

/// Computes the postponed weights that are multiplied as floats after all.
void computePostponed(FusionGraph& graph, ConstantValues& constants) {
    for (std::size_t slot = 0; slot < graph.size(); ++slot) {
        const auto& members = graph.at(slot).members;
        if (members.size() == 1 && constants.isPostponed(members[0]) &&
            constants.compute(*graph.model().node(members[0])))
            graph.drop(slot);
    }
}

} // namespace

FusionGraph planFusion(const Model& model, const Partition& partition, const OpVersions& versions,
                       ConstantValues& constants, bool fuse, Halves halves) {
    FusionGraph graph(model, partition, versions, constants);
    if (fuse)
        recognizeQuantized(graph);
    computePostponed(graph, constants);
    if (halves == Halves::wide) // not before: scales that are halves round the codes
        graph.holdHalvesWide();
    if (fuse) {
        recognizeOperators(graph);
        recognizeRotary(graph);
        recognizeAttention(graph);
        recognizeSplits(graph);
        recognizeFlattenedProducts(graph);
        recognizeRowScatters(graph);
        for (std::size_t slot = 0; slot < graph.size(); ++slot)
            if (!graph.at(slot).members.empty() && takesEpilogue(graph.at(slot)) &&
                graph.isFloat32(graph.at(slot).record->outputs[0]))
                EpilogueBuilder(graph, slot).grow();
        joinPairs(graph);
    }
    markVectorNodes(graph);
    if (fuse)
        for (std::size_t slot = graph.size(); slot-- > 0;)
            if (graph.at(slot).vectorProgram && graph.at(slot).members.size() == 1 &&
                graph.isBytes(graph.at(slot).record->outputs[0]))
                TableBuilder(graph, slot).grow();
    if (fuse)
        for (std::size_t slot = graph.size(); slot-- > 0;)
            if (graph.at(slot).vectorProgram && graph.at(slot).members.size() == 1)
                LoopBuilder(graph, slot).grow();
    return graph;
}

} // namespace partita::cpu
