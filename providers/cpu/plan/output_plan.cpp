#include "providers/cpu/plan/output_plan.h"

#include <algorithm>
#include <unordered_map>

#include "core/onnx/operator_facts.h"

namespace partita::cpu {

namespace {

bool isPooling(const Node& node) {
    // The plain loops for what oneDNN does not have are row-major.
    const bool partial = node.is("AveragePool") && node.intAttribute("ceil_mode", 0) != 0 &&
                         node.intAttribute("count_include_pad", 0) != 0;
    return node.isOneOf({"MaxPool", "AveragePool"}) && node.outputs.size() == 1 && !partial;
}

/// Whether a node can write its outputs, float32 or bytes, in any memory order.
bool makesAnyOrder(const FusionGraph& graph, const PlannedNode& planned) {
    const Node& node = *planned.record;
    if (!graph.isFloat32(node.outputs[0]) && !graph.isBytes(node.outputs[0]))
        return false;
    return planned.vectorProgram || isPooling(node) || node.is("QLinearConv") ||
           (node.isOneOf({"Conv", "Transpose", "Concat", "Resize"}) &&
            graph.isFloat32(node.outputs[0]));
}

/// Whether input `index` may lie in any memory order, given whether the output may.
bool takesAnyOrder(const FusionGraph& graph, const PlannedNode& planned, std::size_t index,
                   bool outputMayStride) {
    const Node& node = *planned.record;
    const bool bytes = graph.isBytes(node.inputs[index]);
    if (!bytes && !graph.isFloat32(node.inputs[index]))
        return false;
    if (planned.vectorProgram || isPooling(node))
        return outputMayStride;
    if (bytes) {
        const bool isAdded =
            std::ranges::any_of(planned.epilogue.stages,
                                [&](const CodeStage& stage) { return stage.residual == index; });
        return node.is("QLinearConv") && (index == 0 || isAdded);
    }
    if (node.is("Concat") || (node.is("Resize") && index == 0))
        return outputMayStride;
    if (node.is("Conv"))
        return index == 0 || planned.epilogue.residual == index;
    if (node.is("MatMul"))
        return index < 2;
    if (node.is("Attention") || (node.domain == "partita" && node.opType == "BlockedAttention"))
        return index < 3;
    if (node.domain == "partita" && node.opType == "RotaryHalves")
        return index == 0;
    return index == 0 && node.isOneOf({"Transpose", "GlobalAveragePool", "RoiAlign"});
}

/// The inputs whose memory the result may overwrite.
std::vector<std::size_t> overwritable(const FusionGraph& graph, const PlannedNode& planned) {
    if (planned.epilogue.residual)
        return {*planned.epilogue.residual};
    if (planned.record->isOneOf({"LayerNormalization", "Softmax"}))
        return {0};
    if (planned.record->isOneOf({"ScatterElements", "ScatterND", "TensorScatter"}) &&
        graph.typeOf(planned.record->outputs[0]) != DataType::string)
        return {0};
    std::vector<std::size_t> inputs;
    for (std::size_t i = 0; planned.vectorProgram && i < planned.record->inputs.size(); ++i)
        inputs.push_back(i);
    return inputs;
}

/// Whether the output is elements of input 0 as they lie there: all, or one entry of the first axis.
bool sharesElements(const FusionGraph& graph, const PlannedNode& planned) {
    const Node& node = *planned.record;
    // Other types may run through an adapter, which converts them.
    const bool plain = graph.isFloat32(node.outputs[0]) ||
                       graph.declaredTypeOf(node.outputs[0]) == DataType::int64;
    if (plain && node.is("Gather")) {
        const auto index = graph.dimsOf(node.inputs[1]);
        const Shape* data = graph.shapeOf(node.inputs[0]);
        return data && axisOf(node.intAttribute("axis", 0), data->size()) == std::size_t{0} &&
               index && index->empty() && graph.constants().scalar(node.inputs[1]);
    }
    if (plain && node.is("Pad") && planned.version >= 11) {
        const auto pads = graph.intsOf(node.inputs[1]);
        return pads && std::ranges::all_of(*pads, [](std::int64_t pad) { return pad == 0; });
    }
    return isView(node);
}

/// Groups of values that share memory, with the last reader of each.
class SharedMemory {
public:
    explicit SharedMemory(const FusionGraph& graph) : m_graph(graph) {}

    void add(ValueId value, ValueId sharesWith) {
        const std::size_t group = sharesWith ? groupOf(sharesWith) : m_groups.size();
        if (!sharesWith)
            m_groups.emplace_back();
        m_groupOf[value] = group;
        const auto readers = m_graph.readers(value);
        Group& memory = m_groups[group];
        memory.kept = memory.kept || !readers;
        for (const std::size_t reader : readers.value_or(std::vector<std::size_t>())) {
            if (reader > memory.lastReader || memory.lastRead.empty())
                memory.lastRead.clear();
            if (reader >= memory.lastReader) {
                memory.lastReader = reader;
                memory.lastRead.push_back(value);
            }
        }
    }

    /// Whether the node in `slot` is the last reader of the memory of `value`, and reads it only by
    /// this value.
    [[nodiscard]] bool endsAt(std::size_t slot, ValueId value) const {
        const auto found = m_groupOf.find(value);
        if (found == m_groupOf.end())
            return false;
        const Group& memory = m_groups[found->second];
        const auto& inputs = m_graph.at(slot).record->inputs;
        return !memory.kept && memory.lastReader == slot && memory.lastRead.size() == 1 &&
               memory.lastRead[0] == value && std::count(inputs.begin(), inputs.end(), value) == 1;
    }

private:
    struct Group {
        bool kept = false; ///< also read outside of the program
        std::size_t lastReader = 0;
        std::vector<ValueId> lastRead; ///< the values by which `lastReader` reads it
    };
    /// The group of a value. Memory that the program did not allocate is never overwritten.
    std::size_t groupOf(ValueId value) {
        const auto [at, fresh] = m_groupOf.try_emplace(value, m_groups.size());
        if (fresh)
            m_groups.push_back({true, 0, {}});
        return at->second;
    }

    const FusionGraph& m_graph;
    std::vector<Group> m_groups;
    std::unordered_map<ValueId, std::size_t> m_groupOf;
};

/// Whether there are readers of a value and all of them take it in any memory order.
bool acceptAnyOrder(const FusionGraph& graph, const std::vector<OutputPlan>& plans, ValueId value) {
    const auto readers = graph.readers(value);
    return readers && !readers->empty() && std::ranges::all_of(*readers, [&](std::size_t reader) {
               const auto& inputs = graph.at(reader).record->inputs;
               for (std::size_t i = 0; i < inputs.size(); ++i)
                   if (inputs[i] == value && !plans[reader].acceptsStrides[i])
                       return false;
               return true;
           });
}

void planStrides(const FusionGraph& graph, std::vector<OutputPlan>& plans) {
    for (std::size_t slot = graph.size(); slot-- > 0;) { // readers before producers
        const PlannedNode& planned = graph.at(slot);
        if (planned.members.empty())
            continue;
        const auto& outputs = planned.record->outputs;
        plans[slot].memory.mayStride = !outputs.empty() && outputs[0] &&
                                       makesAnyOrder(graph, planned) &&
                                       std::ranges::all_of(outputs, [&](ValueId output) {
                                           return !output || acceptAnyOrder(graph, plans, output);
                                       });
        for (std::size_t i = 0; i < planned.record->inputs.size(); ++i)
            plans[slot].acceptsStrides.push_back(
                planned.record->inputs[i] &&
                takesAnyOrder(graph, planned, i, plans[slot].memory.mayStride));
    }
}

} // namespace

std::vector<OutputPlan> planOutputs(const FusionGraph& graph) {
    std::vector<OutputPlan> plans(graph.size());
    planStrides(graph, plans);
    SharedMemory memory(graph);
    for (std::size_t slot = 0; slot < graph.size(); ++slot) {
        const PlannedNode& planned = graph.at(slot);
        if (planned.members.empty() || planned.record->outputs.empty() ||
            !planned.record->outputs[0])
            continue;
        const Node& node = *planned.record;
        OutputPlan& plan = plans[slot];
        const bool ours = graph.readers(node.outputs[0]).has_value();
        const bool transposes = node.is("Transpose") && plan.memory.mayStride;
        if (ours && !node.inputs.empty() && (sharesElements(graph, planned) || transposes) &&
            graph.producer(node.inputs[0])) {
            plan.memory.isView = true;
            plan.sharesWith = node.inputs[0];
        } else if (ours) {
            for (const std::size_t input : overwritable(graph, planned))
                if (!plan.sharesWith && memory.endsAt(slot, node.inputs[input]) &&
                    graph.typeOf(node.inputs[input]) == graph.typeOf(node.outputs[0]) &&
                    graph.typeOf(node.outputs[0]) != DataType::undefined &&
                    graph.sameShape(node.inputs[input], node.outputs[0]))
                    plan.sharesWith = node.inputs[input];
        }
        memory.add(node.outputs[0], plan.sharesWith);
        for (std::size_t i = 1; i < node.outputs.size(); ++i)
            if (node.outputs[i])
                memory.add(node.outputs[i], {});
    }
    return plans;
}

} // namespace partita::cpu
