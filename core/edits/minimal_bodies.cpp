#include "core/edits/minimal_bodies.h"

#include "core/base/try.h"

namespace partita::edits {

namespace {

TypePtr scalar(DataType type) { return Type::tensor(type, Shape{}); }

TensorPtr number(DataType type, float value) {
    return std::make_shared<const Tensor>(
        type == DataType::int64
            ? Tensor::of(type, {}, std::vector{static_cast<std::int64_t>(value)})
            : Tensor::of(type, {}, std::vector{value}));
}

/// Makes the bodies of one node that is not in the model yet.
class Bodies {
public:
    Bodies(ModelEditor& editor, NamesInUse& names, Node& node)
        : m_editor(editor), m_names(names), m_node(node),
          m_attributes(std::make_shared<Attributes>(*node.attributes)) {}

    void makeBranches(std::size_t outputs, ValueId passed) {
        for (const char* branch : {"then_branch", "else_branch"}) {
            const GraphId body = begin(branch);
            for (std::size_t i = 0; i < std::max<std::size_t>(outputs, 1); ++i)
                returns(body, passed ? copyOf(body, passed) : zero(body));
            takeTypes(body, 0);
        }
    }

    void makeTurns() {
        if (m_node.inputs.size() < 2)
            m_node.inputs.resize(2);
        if (!m_node.inputs[0])
            m_node.inputs[0] = once();
        const GraphId body = begin("body");
        const ValueId turn = takes(body, "turn", scalar(DataType::int64)),
                      goesOn = takes(body, "goes_on", scalar(DataType::boolean));
        returns(body, copyOf(body, goesOn));
        for (std::size_t i = 2; i < m_node.inputs.size(); ++i)
            returns(body, copyOf(body, takes(body, "carried", typeOf(m_node.inputs[i]))));
        if (m_node.inputs.size() == 2)
            returns(body, copyOf(body, turn));
        takeTypes(body, 1);
        if (m_node.inputs.size() == 2) // one number for each turn
            m_types = {Type::tensor(DataType::int64, Shape(1))};
    }

    Result<void> makeSteps() {
        const auto scanned = static_cast<std::size_t>(
            std::max<std::int64_t>(m_node.intAttribute("num_scan_inputs", 1), 1));
        if (!m_node.attribute("num_scan_inputs"))
            m_attributes->push_back(Attribute::make("num_scan_inputs", std::int64_t{1}));
        if (m_node.inputs.size() < scanned)
            m_node.inputs.resize(scanned);
        const std::size_t states = m_node.inputs.size() - scanned;
        const GraphId body = begin("body");
        for (std::size_t i = 0; i < m_node.inputs.size(); ++i) {
            const TypePtr whole = typeOf(m_node.inputs[i]);
            const TypePtr part = i < states ? whole : PARTITA_TRY(slice(m_node.inputs[i], whole));
            const ValueId input = takes(body, i < states ? "state" : "slice", part);
            returns(body, copyOf(body, input));
            m_types.push_back(whole);
        }
        return {};
    }

    NodeId add() {
        m_node.attributes = std::move(m_attributes);
        const NodeId id = m_editor.addNode(std::move(m_node));
        for (const GraphId body : m_bodies)
            m_editor.changeGraph(body, [id](Graph& graph) { graph.parent = id; });
        return id;
    }
    [[nodiscard]] const std::vector<TypePtr>& types() const { return m_types; } ///< of the outputs

private:
    GraphId begin(const char* attribute) {
        Graph graph;
        graph.name = m_node.name + "_" + attribute;
        const GraphId body = m_editor.addGraph(std::move(graph));
        m_bodies.push_back(body);
        m_attributes->push_back(Attribute::make(attribute, body));
        return body;
    }
    [[nodiscard]] TypePtr typeOf(ValueId id) const {
        const auto& value = m_editor.model().value(id);
        return value ? value->type : nullptr;
    }
    ValueId value(GraphId body, const std::string& name, TypePtr type, TensorPtr content = {}) {
        Value made;
        made.graph = body;
        made.name = m_names.unique(m_node.name + "_" + name);
        made.type = std::move(type);
        made.initializer = std::move(content);
        return m_editor.addValue(std::move(made));
    }
    ValueId takes(GraphId body, const char* name, TypePtr type) {
        const ValueId input = value(body, name, std::move(type));
        m_editor.changeGraph(body, [&](Graph& graph) { graph.inputs.push_back(input); });
        return input;
    }
    void returns(GraphId body, ValueId output) {
        m_editor.changeGraph(body, [&](Graph& graph) { graph.outputs.push_back(output); });
    }
    ValueId computed(GraphId body, const char* op, std::vector<ValueId> inputs, Attributes with,
                     const TypePtr& type) {
        Node made;
        made.graph = body;
        made.opType = op;
        made.name = m_names.unique(m_node.name + "_" + op);
        made.inputs.assign(inputs.begin(), inputs.end());
        made.attributes = std::make_shared<const Attributes>(std::move(with));
        const ValueId output = value(body, "result", type);
        made.outputs.push_back(output);
        m_editor.addNode(std::move(made));
        return output;
    }
    ValueId copyOf(GraphId body, ValueId from) {
        return computed(body, "Identity", {from}, {}, typeOf(from));
    }
    ValueId constant(GraphId graph, const TensorPtr& content) {
        return computed(graph, "Constant", {}, {Attribute::make("value", content)},
                        scalar(content->type));
    }
    ValueId zero(GraphId body) { return constant(body, number(DataType::float32, 0)); }

    /// A trip count that can be changed where constants are changed; functions have no initializers.
    ValueId once() {
        const TensorPtr one = number(DataType::int64, 1);
        return m_editor.model().graph(rootOf(m_editor.model(), m_node.graph))->function
                   ? constant(m_node.graph, one)
                   : value(m_node.graph, "M", scalar(DataType::int64), one);
    }
    /// What a body sees of a scanned tensor in one step.
    Result<TypePtr> slice(ValueId id, const TypePtr& whole) const {
        if (!whole || !whole->isTensor() || !whole->shape || m_node.attribute("scan_input_axes"))
            return whole && whole->isTensor() ? Type::tensor(whole->element, std::nullopt)
                                              : nullptr;
        if (whole->shape->empty())
            return Error{Errc::usage,
                         PARTITA_TEXT("'{0}' has no dimension that a Scan could go along",
                                      tensorText(m_editor.model(), id)),
                         {},
                         {}};
        return Type::tensor(whole->element, Shape(whole->shape->begin() + 1, whole->shape->end()));
    }
    /// The outputs of the node have the types of those of a body, from one on.
    void takeTypes(GraphId body, std::size_t first) {
        const auto& outputs = m_editor.model().graph(body)->outputs;
        m_types.clear();
        for (std::size_t i = first; i < outputs.size(); ++i)
            m_types.push_back(typeOf(outputs[i]));
    }

    ModelEditor& m_editor;
    NamesInUse& m_names;
    Node& m_node;
    std::shared_ptr<Attributes> m_attributes;
    std::vector<GraphId> m_bodies;
    std::vector<TypePtr> m_types;
};

} // namespace

bool getsBodies(const OperatorDescription& of) {
    const bool isOnnx = of.domain.empty() || of.domain == "ai.onnx";
    return isOnnx && (of.name == "If" || of.name == "Loop" ||
                      (of.name == "Scan" && of.sinceVersion > 8)); // the one of 8 has a batch
}

Result<NodeId> addWithBodies(ModelEditor& editor, NamesInUse& names, Node node,
                             const WantedOperator& wanted, std::size_t outputs, ValueId passed) {
    Bodies bodies(editor, names, node);
    if (wanted.opType == "If")
        bodies.makeBranches(outputs, passed);
    else if (wanted.opType == "Loop")
        bodies.makeTurns();
    else
        PARTITA_TRY(bodies.makeSteps());
    if (outputs > 0 && outputs != bodies.types().size())
        return Error{Errc::usage,
                     PARTITA_TEXT("a new {0} with these inputs has {1} outputs", wanted.opType,
                                  bodies.types().size()),
                     {},
                     {}};
    for (std::size_t i = 0; i < bodies.types().size(); ++i) {
        const ValueId output = addOutput(editor, names, node, wanted.description, i);
        editor.changeValue(output, [&](Value& value) { value.type = bodies.types()[i]; });
        node.outputs.push_back(output);
    }
    return bodies.add();
}

} // namespace partita::edits
