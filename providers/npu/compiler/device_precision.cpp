#include "providers/npu/compiler/device_precision.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_set>

#include "core/ir/element_type.h"
#include "core/ir/graph_order.h"
#include "core/onnx/operator_facts.h"
#include "core/provider/op_versions.h"

namespace partita {

namespace {

/// Whether the precision must not change the node's types: its types are its meaning, or it
/// computes no floating point.
bool hasFixedTypes(const Node& node) {
    const OperatorFacts& facts = operatorFacts(node);
    switch (facts.kind) {
    case OperatorKind::conversion:
    case OperatorKind::generator:
    case OperatorKind::random:
    case OperatorKind::control:
    case OperatorKind::container:
    case OperatorKind::opaque: return true;
    default: return !node.isOnnx() || facts.has(kIntegers) || node.is("NonMaxSuppression");
    }
}

/// Sums, quotients and exponentials that lose too much precision in 16 bits. CANN's list for mixed
/// precision has the same kinds of operators.
bool needsRange(const Node& node) {
    return node.isOneOf({"Softmax",
                         "LogSoftmax",
                         "LayerNormalization",
                         "InstanceNormalization",
                         "BatchNormalization",
                         "GroupNormalization",
                         "RMSNormalization",
                         "ReduceMean",
                         "ReduceSum",
                         "ReduceSumSquare",
                         "ReduceL1",
                         "ReduceL2",
                         "ReduceLogSum",
                         "ReduceLogSumExp",
                         "ReduceProd",
                         "CumSum",
                         "Exp",
                         "Log",
                         "Pow",
                         "Div",
                         "Reciprocal",
                         "Sqrt",
                         "Softplus",
                         "LpNormalization",
                         "MeanVarianceNormalization",
                         "SoftmaxCrossEntropyLoss"});
}

/// CANN's name of an operator that has a choice of implementation; null for others.
const char* implementationName(const Node& node) {
    const OperatorKind kind = operatorFacts(node).kind;
    if (node.isOnnx() && (kind == OperatorKind::pooling || kind == OperatorKind::globalPooling))
        return "Pooling";
    return node.is("Softmax")    ? "SoftmaxV2"
           : node.is("LRN")      ? "LRN"
           : node.is("RoiAlign") ? "ROIAlign"
                                 : nullptr;
}

std::optional<DataType> implementationType(const Node& node, const NpuOptions& options) {
    const char* name = implementationName(node);
    const auto& chosen = options.implementationOperators;
    if (!name || options.implementation == ImplementationMode::byPrecision ||
        (!chosen.empty() && std::ranges::find(chosen, name) == chosen.end()))
        return std::nullopt;
    return options.implementation == ImplementationMode::highPrecision ? DataType::float32
                                                                       : DataType::float16;
}

/// The type that the precision mode asks for; nothing: as typed in the model.
std::optional<DataType> modeType(const Model& model, const Node& node, PrecisionMode mode) {
    switch (mode) {
    case PrecisionMode::keepOrigin: return std::nullopt;
    case PrecisionMode::forceFp16: return DataType::float16;
    case PrecisionMode::forceFp32: return DataType::float32;
    case PrecisionMode::allowFp32ToFp16:
        return runsOnCube(model, node) ? std::optional(DataType::float16) : std::nullopt;
    case PrecisionMode::mixedFp16:
    case PrecisionMode::mixedBf16:
        if (needsRange(node))
            return std::nullopt;
        return mode == PrecisionMode::mixedFp16 ? DataType::float16 : DataType::bfloat16;
    }
    return std::nullopt;
}

bool isNarrow(DataType type) { return type == DataType::float16 || type == DataType::bfloat16; }

bool changes(DataType declared, DataType wanted) {
    return (declared == DataType::float32 && isNarrow(wanted)) ||
           (isNarrow(declared) && wanted == DataType::float32);
}

std::vector<GraphId> runningGraphs(const Model& model) {
    std::vector<GraphId> graphs;
    model.graphs().forEach([&](GraphId id, const auto& graph) {
        if (!graph->function)
            graphs.push_back(id);
    });
    return graphs;
}

/// The values between two nodes of one fused task, which are never written to memory.
std::unordered_set<ValueId> insideTasks(const Model& model, const std::vector<DeviceTask>& tasks) {
    std::unordered_set<ValueId> inside;
    for (const DeviceTask& task : tasks)
        for (std::size_t i = 0; i + 1 < task.nodes.size(); ++i)
            inside.insert(model.node(task.nodes[i])->outputs[0]);
    return inside;
}

/// Inserts casts around nodes that the device computes in another type than the model's.
class CastWriter {
public:
    explicit CastWriter(const DeviceProgram& program)
        : m_program(program), m_model(program.model), m_versions(program.model),
          m_inside(insideTasks(program.model, program.tasks)), m_editor(program.model) {}

    Model run() {
        GraphOrder order(m_model);
        for (const GraphId graph : runningGraphs(m_model))
            for (const NodeId id : order.topological(graph))
                if (const auto type = m_program.precision.nodes.find(id);
                    type != m_program.precision.nodes.end())
                    convert(*m_model.node(id), type->second);
        return m_editor.model();
    }

private:
    /// Whether an input has a type variable such as "T", and so changes its type with the node's
    /// other inputs and outputs; an input with a concrete type keeps it.
    [[nodiscard]] bool sameVariable(const OpVersions::Entry& entry, std::size_t input) const {
        if (!entry.schema || entry.schema->inputTypes.empty())
            return input == 0;
        const auto& types = entry.schema->inputTypes;
        return types[std::min(input, types.size() - 1)].rfind("tensor(", 0) != 0;
    }

    void convert(const Node& node, DataType type) {
        const auto& entry = m_versions.of(node);
        std::vector<ValueId> inputs(node.inputs.begin(), node.inputs.end());
        for (std::size_t i = 0; i < inputs.size(); ++i)
            if (inputs[i] && sameVariable(entry, i) &&
                changes(elementTypeOf(m_model, inputs[i]), type))
                inputs[i] = asType(inputs[i], type);
        std::vector<ValueId> outputs(node.outputs.begin(), node.outputs.end());
        std::vector<std::pair<ValueId, ValueId>> made; // as computed, as the model has it
        for (ValueId& output : outputs)
            if (output && changes(elementTypeOf(m_model, output), type) && leaves(output, type)) {
                const ValueId computed = newValue(output, DataType::float32);
                made.emplace_back(computed, output);
                output = computed;
            }
        m_editor.changeNode(node.id, [&](Node& changed) {
            changed.inputs = IdList<ValueId>(inputs.begin(), inputs.end());
            changed.outputs = IdList<ValueId>(outputs.begin(), outputs.end());
        });
        for (const auto& [computed, output] : made)
            leave(computed, output, type);
    }

    /// Whether an output is written to memory; a value inside a task stays in fp32.
    [[nodiscard]] bool leaves(ValueId output, DataType type) const {
        return type == DataType::float32 || !m_inside.contains(output);
    }

    /// The input of a node that computes in `type`, rounded to it and cast to fp32, in which the
    /// kernels compute.
    ValueId asType(ValueId id, DataType type) {
        if (m_inside.contains(id) && isNarrow(type))
            return id; // still in the fp32 accumulators
        const auto key = std::pair(id, type);
        if (const auto wide = m_wide.find(id); type == DataType::float32 && wide != m_wide.end())
            return wide->second;
        if (const auto known = m_rounded.find(key); known != m_rounded.end())
            return known->second;
        const GraphId where = m_model.value(id)->graph; // visible to all readers
        ValueId from = id;
        if (isNarrow(type))
            from = cast(from, newValue(id, type), type, where);
        const ValueId made = cast(from, newValue(id, DataType::float32), DataType::float32, where);
        m_rounded[key] = made;
        return made;
    }

    void leave(ValueId computed, ValueId output, DataType type) {
        const GraphId graph = m_model.value(output)->graph;
        if (type == DataType::float32) { // the model stores it narrow, the device keeps it wide
            m_wide[output] = computed;
            cast(computed, output, elementTypeOf(m_model, output), graph);
            return;
        }
        const ValueId narrow = cast(computed, newValue(output, type), type, graph);
        cast(narrow, output, DataType::float32, graph);
        m_rounded[{output, type}] = output;
    }

    ValueId newValue(ValueId like, DataType type) {
        Value value;
        value.graph = m_model.value(like)->graph;
        value.name = m_model.value(like)->name + "/device" + std::to_string(++m_count);
        if (const auto& known = m_model.value(like)->type) {
            auto changed = std::make_shared<Type>(*known);
            changed->element = type;
            value.type = std::move(changed);
        } else {
            auto made = std::make_shared<Type>();
            made->kind = Type::Kind::tensor;
            made->element = type;
            value.type = std::move(made);
        }
        return m_editor.addValue(std::move(value));
    }

    ValueId cast(ValueId from, ValueId to, DataType type, GraphId graph) {
        Node node;
        node.graph = graph;
        node.opType = "Cast";
        node.inputs.push_back(from);
        node.outputs.push_back(to);
        node.attributes = std::make_shared<const Attributes>(
            Attributes{Attribute::make("to", static_cast<std::int64_t>(type))});
        m_editor.addNode(std::move(node));
        return to;
    }

    const DeviceProgram& m_program;
    const Model& m_model;
    OpVersions m_versions;
    std::unordered_set<ValueId> m_inside;
    ModelEditor m_editor;
    std::map<std::pair<ValueId, DataType>, ValueId> m_rounded;
    std::unordered_map<ValueId, ValueId> m_wide;
    std::size_t m_count = 0;
};

} // namespace

bool runsOnCube(const Model& model, const Node& node) {
    const OperatorFacts& facts = operatorFacts(node);
    if (facts.kind != OperatorKind::convolution || node.is("ConvTranspose"))
        return facts.isProduct();
    const std::size_t index = facts.has(kScaledOperands) ? 3 : 1;
    if (node.inputs.size() <= index)
        return false;
    const auto& weights = model.value(node.inputs[index]);
    const auto channels =
        !weights ? std::nullopt
        : weights->initializer
            ? (weights->initializer->dims.size() > 1 ? std::optional(weights->initializer->dims[1])
                                                     : std::nullopt)
        : weights->type && weights->type->shape && weights->type->shape->size() > 1
            ? (*weights->type->shape)[1].value
            : std::nullopt;
    return node.intAttribute("group", 1) == 1 || !channels || *channels > 1;
}

PrecisionPlan choosePrecision(const Model& model, const NpuOptions& options,
                              const std::vector<DeviceTask>& tasks) {
    PrecisionPlan plan;
    const auto inside = insideTasks(model, tasks);
    GraphOrder order(model);
    for (const GraphId graph : runningGraphs(model))
        for (const NodeId id : order.topological(graph)) {
            const Node& node = *model.node(id);
            if (hasFixedTypes(node) || node.outputs.empty() || node.inputs.empty())
                continue;
            const auto chosen = implementationType(node, options);
            if (passesElements(node) && !chosen &&
                options.precision != PrecisionMode::forceFp32) { // takes the type of its input
                for (const ValueId output : node.outputs)
                    if (const auto from = plan.values.find(node.inputs[0]);
                        output && from != plan.values.end() &&
                        changes(elementTypeOf(model, output), from->second))
                        plan.values[output] = from->second;
                continue;
            }
            const auto wanted = chosen ? chosen : modeType(model, node, options.precision);
            if (!wanted)
                continue;
            bool any = false;
            for (const auto* list : {&node.inputs, &node.outputs})
                for (const ValueId value : *list)
                    any = any || (value && changes(elementTypeOf(model, value), *wanted));
            if (!any)
                continue;
            plan.nodes[id] = *wanted;
            for (const ValueId output : node.outputs)
                if (output && changes(elementTypeOf(model, output), *wanted))
                    plan.values[output] = *wanted;
            for (const ValueId input : node.inputs)
                if (const auto& value = model.value(input);
                    value && value->isConstant() && changes(elementTypeOf(model, input), *wanted))
                    plan.values[input] = *wanted;
        }
    return plan;
}

Result<Model> withPrecision(const DeviceProgram& program) {
    if (program.precision.nodes.empty())
        return program.model;
    return CastWriter(program).run();
}

} // namespace partita
