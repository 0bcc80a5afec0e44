#include "core/ir/inline_functions.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "core/ir/copy_attributes.h"
#include "core/ir/function_calls.h"
#include "core/ir/graph_order.h"

namespace partita {

namespace {

/// The most origins that a node keeps.
constexpr std::ptrdiff_t kMostOrigins = 16;

/// The prefix of the names inside a call: the name of the call. Nested calls would make ever longer
/// names, so a long name loses its middle.
std::string scopeOf(std::string name) {
    constexpr std::size_t kLongest = 240, kKept = 100;
    if (name.size() <= kLongest)
        return name;
    const auto isInsideLetter = [&](std::size_t at) { return continuesCharacter(name[at]); };
    std::size_t head = kKept, tail = name.size() - kKept;
    while (head > 0 && isInsideLetter(head))
        --head;
    while (tail < name.size() && isInsideLetter(tail))
        ++tail;
    return name.substr(0, head) + "..." + name.substr(tail);
}

/// The nodes and values of all graphs, collected once: expansion changes the callers only, never a
/// function.
struct FunctionParts {
    explicit FunctionParts(const Model& model)
        : from(model), values(model.graphs().keyEnd()), order(model) {
        model.values().forEach([&](ValueId id, const auto& value) {
            if (value->graph.value < values.size())
                values[value->graph.value].push_back(id);
        });
    }
    Model from;
    std::vector<std::vector<ValueId>> values; ///< by GraphId
    GraphOrder order;
};

/// Copies the body of one function to the place of one call.
class CallExpansion {
public:
    /// `unique`: for names that people read; empty: any name that is new.
    CallExpansion(ModelEditor& editor, FunctionParts& parts, NodeId call, GraphId function,
                  UniqueName unique = {})
        : m_editor(editor), m_parts(parts), m_unique(std::move(unique)),
          m_call(editor.model().node(call)),
          m_scope(scopeOf(m_unique ? plainName(*m_call) : m_call->label())),
          m_function(parts.from.graph(function)), m_origins(originsWith(*m_call)) {}

    /// Expands the call and returns the nodes that replace it, those in bodies included.
    std::vector<InlinedNode> run() {
        for (std::size_t i = 0; i < m_function->inputs.size(); ++i)
            m_values[m_function->inputs[i]] =
                i < m_call->inputs.size() ? m_call->inputs[i] : ValueId{};
        for (std::size_t i = 0; i < m_function->outputs.size(); ++i)
            if (const ValueId made = m_function->outputs[i];
                i < m_call->outputs.size() && m_call->outputs[i])
                m_values.try_emplace(made, isOwn(made) ? m_call->outputs[i] : made);
        passThrough();
        m_editor.removeNode(m_call->id);
        copyNodes(m_function->id, m_call->graph);
        return std::move(m_made);
    }

    /// The nodes in the graph of the call, after `run`.
    [[nodiscard]] std::vector<NodeId> inItsPlace() const { return m_placed; }

private:
    /// Adds an Identity for each output of the function that is also an input or another output, or
    /// that a body only reads of the graphs around it.
    void passThrough() {
        for (std::size_t i = 0; i < m_function->outputs.size() && i < m_call->outputs.size(); ++i) {
            if (!m_call->outputs[i])
                continue; // it may still be read inside
            const ValueId from = m_values[m_function->outputs[i]];
            if (from == m_call->outputs[i])
                continue;
            Node identity;
            identity.graph = m_call->graph;
            identity.name = m_unique ? m_unique(m_scope) : m_call->name;
            identity.opType = "Identity";
            identity.inputs = {from};
            identity.outputs = {m_call->outputs[i]};
            const NodeId made = m_editor.addNode(std::move(identity), m_origins);
            m_made.push_back({made, m_call->id, {}});
            m_placed.push_back(made);
        }
    }

    /// The name of a node, or else of its operator.
    static std::string plainName(const Node& node) {
        return node.name.empty() ? node.opType.str() : node.name;
    }
    [[nodiscard]] std::string nodeName(const Node& node) const {
        return m_unique ? m_unique(m_scope + "/" + plainName(node)) : m_scope + "/" + node.label();
    }
    [[nodiscard]] std::string valueName(const Value& value) const {
        return m_unique ? m_unique(m_scope + "/" + value.name)
                        : m_scope + "/" + value.name + "#" + std::to_string(m_call->id.value);
    }

    /// Whether a value is the function's or of a body in it. A function that is the body of a node
    /// reads values of the graphs around it, too.
    [[nodiscard]] bool isOwn(ValueId id) const {
        GraphId graph = m_parts.from.value(id)->graph;
        while (graph != m_function->id) {
            const NodeId around = m_parts.from.graph(graph)->parent;
            if (!around)
                return false;
            graph = m_parts.from.node(around)->graph;
        }
        return true;
    }

    ValueId mapped(ValueId id, GraphId graph) {
        if (!id)
            return id;
        const auto known = m_values.find(id);
        if (known != m_values.end())
            return known->second;
        if (!isOwn(id))
            return id;
        Value copy = *m_parts.from.value(id);
        copy.graph = graph;
        copy.name = valueName(copy);
        return m_values[id] = m_editor.addValue(std::move(copy));
    }

    void copyNodes(GraphId from, GraphId to) {
        for (const NodeId id : m_parts.order.topological(from)) {
            Node copy = *m_parts.from.node(id);
            copy.graph = to;
            copy.name = nodeName(copy);
            for (ValueId& output : copy.outputs)
                output = mapped(output, to);
            for (ValueId& input : copy.inputs)
                input = mapped(input, to);
            copy.attributes = copyAttributes(*copy.attributes);
            const NodeId made = m_editor.addNode(std::move(copy), m_origins);
            m_made.push_back({made, m_call->id, id});
            if (to == m_call->graph)
                m_placed.push_back(made);
            adopt(made);
        }
    }

    /// Replaces references by the attribute of the call or by the function's default.
    std::shared_ptr<const Attributes> copyAttributes(const Attributes& attributes) {
        auto result = std::make_shared<Attributes>();
        for (const AttributePtr& each : attributes) {
            if (!each->reference.empty()) {
                if (const Attribute* given = argument(each->reference)) {
                    auto copy = std::make_shared<Attribute>(*given);
                    copy->name = each->name;
                    result->push_back(std::move(copy));
                }
                continue;
            }
            result->push_back(withGraphs(each, [this](GraphId body) { return copyGraph(body); }));
        }
        return result;
    }

    [[nodiscard]] const Attribute* argument(const std::string& name) const {
        if (const Attribute* given = m_call->attribute(name))
            return given;
        if (m_function->function)
            for (const AttributePtr& each : m_function->function->defaults)
                if (each->name == name)
                    return each.get();
        return nullptr;
    }

    GraphId copyGraph(GraphId from) {
        Graph copy = *m_parts.from.graph(from);
        copy.parent = {};
        const auto annotations = std::exchange(copy.quantization, {});
        const GraphId id = m_editor.addGraph(copy);
        // Constants and inputs of the body come first: its nodes read them.
        for (const ValueId value : m_parts.values[from.value])
            mapped(value, id);
        copyNodes(from, id);
        m_editor.changeGraph(id, [&](Graph& graph) {
            for (ValueId& input : graph.inputs)
                input = m_values[input];
            for (ValueId& output : graph.outputs)
                output = mapped(output, id);
            for (QuantizationAnnotation annotation : annotations) {
                annotation.tensor = mapped(annotation.tensor, id);
                for (auto& [role, value] : annotation.parameters)
                    value = mapped(value, id);
                graph.quantization.push_back(std::move(annotation));
            }
        });
        return id;
    }

    void adopt(NodeId node) {
        for (const GraphId body : m_editor.model().node(node)->subgraphs())
            m_editor.changeGraph(body, [&](Graph& graph) { graph.parent = node; });
    }

    ModelEditor& m_editor;
    FunctionParts& m_parts;
    UniqueName m_unique;
    std::shared_ptr<const Node> m_call;
    std::string m_scope;
    std::shared_ptr<const Graph> m_function;
    std::vector<NodeId> m_origins; ///< of the new nodes: the call and its own origins
    std::vector<InlinedNode> m_made;
    std::vector<NodeId> m_placed;
    std::unordered_map<ValueId, ValueId> m_values; // of the function → of the caller
};

/// Removes a body with all its nodes, values and inner bodies.
void removeBody(ModelEditor& editor, GraphId body) {
    const Model model = editor.model();
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (node->graph != body)
            return;
        for (const GraphId inner : node->subgraphs())
            removeBody(editor, inner);
        editor.removeNode(id);
    });
    model.values().forEach([&](ValueId id, const auto& value) {
        if (value->graph == body)
            editor.removeValue(id);
    });
    editor.removeGraph(body);
}

/// Removes all functions once every call is inlined.
void removeFunctions(ModelEditor& editor) {
    const Model model = editor.model();
    const std::vector<bool> gone = graphsOfFunctions(model);
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (gone[node->graph.value])
            editor.removeNode(id);
    });
    model.values().forEach([&](ValueId id, const auto& value) {
        if (gone[value->graph.value])
            editor.removeValue(id);
    });
    model.graphs().forEach([&](GraphId id, const auto&) {
        if (gone[id.value])
            editor.removeGraph(id);
    });
    editor.changeInfo([](ModelInfo& info) { info.functions.clear(); });
}

} // namespace

void expandCall(ModelEditor& editor, NodeId call, const Model& from, GraphId function) {
    expandCalls(editor, {call}, from, function, {});
}

std::vector<NodeId> expandCalls(ModelEditor& editor, const std::vector<NodeId>& calls,
                                const Model& from, GraphId function, const UniqueName& unique) {
    FunctionParts parts(from);
    std::vector<NodeId> placed;
    for (const NodeId call : calls) {
        const auto bodies = editor.model().node(call)->subgraphs();
        CallExpansion expansion(editor, parts, call, function, unique);
        expansion.run();
        for (const GraphId body : bodies) // unless a new node has adopted it
            if (editor.model().graph(body)->parent == call)
                removeBody(editor, body);
        std::ranges::copy(expansion.inItsPlace(), std::back_inserter(placed));
    }
    return placed;
}

std::vector<NodeId> originsWith(const Node& node) {
    std::vector<NodeId> origins{node.id};
    if (node.origin)
        origins.insert(origins.end(), node.origin->derivedFrom.begin(),
                       node.origin->derivedFrom.end());
    // Deeply nested calls must not make long lists. The nearest origins lead to the model before
    // the last expansion, and the last one leads to the file, so those in between are dropped.
    if (origins.size() > kMostOrigins)
        origins.erase(origins.begin() + kMostOrigins - 1, origins.end() - 1);
    return origins;
}

NodeId nodeBefore(const Model& earlier, const Model& later, NodeId id) {
    if (earlier.node(id))
        return id;
    if (const auto& node = later.node(id); node && node->origin)
        for (const NodeId origin : node->origin->derivedFrom)
            if (earlier.node(origin))
                return origin;
    return {};
}

const InlinedNode* InlinedModel::find(NodeId node) const {
    const auto at = std::ranges::lower_bound(made, node, {}, &InlinedNode::made);
    return at != made.end() && at->made == node ? &*at : nullptr;
}

NodeId InlinedModel::outermost(NodeId node) const {
    const InlinedNode* found = find(node);
    return found ? found->outermost : node;
}

Result<Model> inlineFunctions(const Model& model) { return PARTITA_TRY(inlineCalls(model)).model; }

Result<InlinedModel> inlineCalls(const Model& model) {
    InlinedModel result{model, {}};
    if (model.info().functions.empty())
        return result;
    PARTITA_TRY(checkInlinedSize(model));
    ModelEditor editor(model);
    FunctionParts parts(model);
    const FunctionIndex index(model);
    const std::vector<bool> inFunctions = graphsOfFunctions(model);
    std::deque<NodeId> calls;
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (index.called(*node) && !inFunctions[node->graph.value])
            calls.push_back(id);
    });
    for (; !calls.empty(); calls.pop_front()) {
        const GraphId function = index.called(*editor.model().node(calls.front()));
        const NodeId outermost = result.outermost(calls.front());
        for (InlinedNode& each : CallExpansion(editor, parts, calls.front(), function).run()) {
            each.outermost = outermost;
            if (each.from && index.called(*editor.model().node(each.made)))
                calls.push_back(each.made);
            result.made.push_back(each);
        }
    }
    removeFunctions(editor);
    result.model = editor.model();
    return result;
}

} // namespace partita
