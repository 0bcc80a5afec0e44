#include "core/probes/probe_surroundings.h"

#include <map>

namespace partita {

namespace {

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

} // namespace partita
