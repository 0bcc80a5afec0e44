#include "core/probes/probe_surroundings.h"

#include <map>
#include <utility>

#include "core/ir/convert_elements.h"
#include "core/ir/element_type.h"
#include "core/ir/tensor_size.h"
#include "core/provider/quantized_groups.h"

namespace partita {

namespace {

constexpr const char* kMicrosoft = "com.microsoft";
constexpr const char* kQuantize = "QuantizeLinear";
constexpr const char* kDequantize = "DequantizeLinear";

TensorPtr filledTensor(DataType type, std::vector<std::int64_t> dims, double number) {
    const std::vector<double> numbers(static_cast<std::size_t>(countOf(dims)), number);
    auto made = convertElements(Tensor::of(DataType::float64, std::move(dims), numbers), type);
    return made ? std::make_shared<const Tensor>(std::move(made->tensor)) : nullptr;
}

/// Copies the nodes of a graph and what they make into a new body; the rest is captured.
GraphId addBody(ModelBuilder& builder, const Model& model, NodeId parent, const std::string& name,
                const std::map<ValueId, ValueId>& outer) {
    Graph body;
    body.id = builder.newGraph();
    body.name = name;
    body.parent = parent;
    std::map<ValueId, ValueId> ids = outer;
    const auto copy = [&](ValueId id) {
        if (!id || ids.contains(id))
            return;
        Value value = *model.value(id);
        value.id = ids[id] = builder.newValue();
        value.graph = body.id;
        value.name += "_" + name;
        builder.add(std::make_shared<const Value>(std::move(value)));
    };
    for (const NodeId id : model.topologicalOrder(model.mainGraph())) {
        Node node = *model.node(id);
        for (const ValueId output : node.outputs)
            copy(output);
        for (auto* list : {&node.inputs, &node.outputs})
            for (ValueId& each : *list)
                each = each ? ids.at(each) : each;
        node.id = builder.newNode();
        node.graph = body.id;
        node.name += "_" + name;
        builder.add(std::make_shared<const Node>(std::move(node)));
    }
    for (const ValueId output : model.graph(model.mainGraph())->outputs)
        body.outputs.push_back(ids.at(output));
    const GraphId id = body.id;
    builder.add(std::make_shared<const Graph>(std::move(body)));
    return id;
}

constexpr std::int64_t kBlock = 2; ///< elements of a block

/// The sizes of a tensor's scales; nothing: there is no such axis, or it has another number.
std::optional<std::vector<std::int64_t>> scaleDims(const Value& value, const Quantization& how) {
    if (!how.axis)
        return std::vector<std::int64_t>{};
    if (!value.type || !value.type->shape)
        return std::nullopt;
    const Shape& shape = *value.type->shape;
    const auto axis = axisOf(*how.axis, shape.size());
    constexpr std::size_t kNamed = 2; // the axes 0 and 1 have names of their own
    if (!axis || (*how.axis < 0 && *axis < kNamed))
        return std::nullopt;
    if (!how.isInBlocks) {
        const auto size = shape[*axis].value;
        return size ? std::optional(std::vector{*size}) : std::nullopt;
    }
    auto dims = staticDims(shape);
    if (dims) {
        std::int64_t& size = (*dims)[*axis];
        size = (size + kBlock - 1) / kBlock;
    }
    return dims;
}

/// Puts quantizers around a model's only node.
class QuantizerMaker {
public:
    explicit QuantizerMaker(const Model& model) : m_model(model), m_editor(model) {}

    /// Quantizes one input or output, if it is real; false: that cannot be done in this way.
    bool link(const char* op, ValueId real, const Quantization& how) {
        if (m_quantized.contains(real) || elementTypeOf(m_model, real) != DataType::float32)
            return true;
        if (how.type == DataType::float32)
            return !how.axis;
        Value value = *m_model.value(real);
        const auto scales = scaleDims(value, how);
        if (!scales)
            return false;
        const std::string name = value.name;
        value.name += "_quantized";
        if (value.initializer)
            value.initializer = filledTensor(how.type, value.initializer->dims, 1);
        value.type = Type::tensor(how.type, value.type ? value.type->shape : std::nullopt);
        const ValueId whole = m_quantized[real] = m_editor.addValue(std::move(value));
        const bool dequantizes = std::string_view(op) == kDequantize;
        Node made;
        made.graph = m_model.mainGraph();
        made.name = kQuantizerName + ("_" + name);
        made.opType = op;
        made.inputs = {dequantizes ? whole : real,
                       addTensor(name + "_scale", DataType::float32, *scales, 0.02),
                       addTensor(name + "_zero_point", how.type, *scales, 0)};
        made.outputs = {dequantizes ? real : whole};
        made.attributes = std::make_shared<const Attributes>(attributesOf(how));
        m_editor.addNode(std::move(made));
        if (dequantizes)
            m_editor.changeValue(real, [](Value& each) { each.initializer = nullptr; });
        return true;
    }

    Model finish() {
        m_editor.changeGraph(m_model.mainGraph(), [&](Graph& graph) {
            for (auto* list : {&graph.inputs, &graph.outputs})
                for (ValueId& each : *list)
                    if (const auto found = m_quantized.find(each); found != m_quantized.end())
                        each = found->second;
        });
        return m_editor.model();
    }

private:
    static Attributes attributesOf(const Quantization& how) {
        Attributes made;
        if (how.axis)
            made.push_back(Attribute::make("axis", *how.axis));
        if (how.axis && how.isInBlocks)
            made.push_back(Attribute::make("block_size", kBlock));
        return made;
    }

    ValueId addTensor(const std::string& name, DataType type, const std::vector<std::int64_t>& dims,
                      double number) {
        Value value;
        value.name = name;
        value.graph = m_model.mainGraph();
        value.initializer = filledTensor(type, dims, number);
        value.type = Type::tensor(type, value.initializer->shape());
        return m_editor.addValue(std::move(value));
    }

    const Model& m_model;
    ModelEditor m_editor;
    std::map<ValueId, ValueId> m_quantized;
};

} // namespace

Model inBranches(const Model& model) {
    ModelBuilder builder;
    const Graph& before = *model.graph(model.mainGraph());
    Graph graph;
    graph.id = builder.newGraph();
    graph.name = before.name;
    std::map<ValueId, ValueId> ids;
    const auto add = [&](Value value) {
        value.id = builder.newValue();
        value.graph = graph.id;
        const ValueId id = value.id;
        builder.add(std::make_shared<const Value>(std::move(value)));
        return id;
    };
    for (const NodeId node : model.nodesOf(model.mainGraph()))
        for (const ValueId input : model.node(node)->inputs)
            if (input && !model.producer(input) && !ids.contains(input))
                ids[input] = add(*model.value(input));
    for (const ValueId input : before.inputs)
        graph.inputs.push_back(ids.at(input));
    Value condition;
    condition.name = "condition";
    condition.type = Type::tensor(DataType::boolean, Shape{});
    Node branch;
    branch.id = builder.newNode();
    branch.graph = graph.id;
    branch.name = "around";
    branch.opType = "If";
    branch.inputs = {add(condition)};
    graph.inputs.push_back(branch.inputs[0]);
    branch.attributes = std::make_shared<const Attributes>(Attributes{
        Attribute::make("then_branch", addBody(builder, model, branch.id, "then", ids)),
        Attribute::make("else_branch", addBody(builder, model, branch.id, "else", ids))});
    for (const ValueId output : before.outputs)
        graph.outputs.push_back(add(*model.value(output)));
    branch.outputs.assign(graph.outputs.begin(), graph.outputs.end());
    builder.add(std::make_shared<const Node>(std::move(branch)));
    ModelInfo info = model.info();
    info.mainGraph = graph.id;
    builder.add(std::make_shared<const Graph>(std::move(graph)));
    return std::move(builder).finish(std::move(info));
}

Model inCompany(const Model& model) {
    ModelEditor editor(model);
    const auto add = [&](const char* name) {
        Value value;
        value.name = name;
        value.graph = model.mainGraph();
        value.type = Type::tensor(DataType::float32, Shape{Dim{2, {}, {}}});
        return editor.addValue(std::move(value));
    };
    Node node;
    node.graph = model.mainGraph();
    node.name = "company";
    node.opType = kCompany;
    node.inputs = {add("company_in")};
    node.outputs = {add("company_out")};
    editor.changeGraph(model.mainGraph(), [&](Graph& graph) {
        graph.inputs.push_back(node.inputs[0]);
        graph.outputs.push_back(node.outputs[0]);
    });
    editor.addNode(std::move(node));
    return editor.model();
}

Model inTheMiddle(const Model& model) {
    ModelEditor editor(model);
    const GraphId main = model.mainGraph();
    const Node node = *model.node(model.nodesOf(main).front());
    Node other;
    other.graph = main;
    other.name = "before";
    other.opType = kCompany;
    if (node.opType == "QuantizeLinear") {
        Value input = *model.value(node.inputs[0]);
        input.name += "_before";
        input.initializer = nullptr;
        const ValueId added = editor.addValue(std::move(input));
        other.inputs = {added};
        other.outputs = {node.inputs[0]};
        editor.changeValue(node.inputs[0], [](Value& each) { each.initializer = nullptr; });
        editor.changeGraph(main, [&](Graph& graph) {
            std::erase(graph.inputs, node.inputs[0]);
            graph.inputs.insert(graph.inputs.begin(), added);
        });
    } else {
        Value output = *model.value(node.outputs[0]);
        output.name += "_behind";
        const ValueId added = editor.addValue(std::move(output));
        other.name = "behind";
        other.inputs = {node.outputs[0]};
        other.outputs = {added};
        editor.changeGraph(main, [&](Graph& graph) { graph.outputs = {added}; });
    }
    editor.addNode(std::move(other));
    return editor.model();
}

Model ofMicrosoft(const Model& model) {
    ModelEditor editor(model);
    for (const NodeId id : model.nodesOf(model.mainGraph()))
        if (isQuantizing(*model.node(id)))
            editor.changeNode(id, [](Node& node) { node.domain = kMicrosoft; });
    editor.changeInfo([](ModelInfo& info) { info.opsets.push_back({kMicrosoft, 1}); });
    return editor.model();
}

std::optional<Model> betweenQuantizers(const Model& model,
                                       const std::function<Quantization(std::size_t)>& of,
                                       const Quantization& outputs) {
    QuantizerMaker maker(model);
    const Node node = *model.node(model.nodesOf(model.mainGraph()).front());
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
        if (node.inputs[i] && !maker.link(kDequantize, node.inputs[i], of(i)))
            return std::nullopt;
    for (const ValueId output : node.outputs)
        if (output && !maker.link(kQuantize, output, outputs))
            return std::nullopt;
    return maker.finish();
}

} // namespace partita
