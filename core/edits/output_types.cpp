#include "core/edits/output_types.h"

#include <algorithm>
#include <unordered_set>

#include "core/edits/edit_tools.h"
#include "core/ir/extract.h"
#include "core/onnx/infer_shapes.h"

namespace partita::edits {

namespace {

/// So many nodes are inferred at once; the outputs of others count as unknown.
constexpr std::size_t kInferred = 16;

/// The names that ONNX's inference gives to sizes that it does not know.
bool isMadeUp(const std::string& symbol) { return symbol.starts_with("unk__"); }

TypePtr withoutMadeUpSymbols(const TypePtr& type) {
    if (!type || !type->isTensor() || !type->shape ||
        std::ranges::none_of(*type->shape, [](const Dim& dim) { return isMadeUp(dim.param); }))
        return type;
    Type plain = *type;
    for (Dim& dim : *plain.shape)
        if (isMadeUp(dim.param))
            dim.param.clear();
    return std::make_shared<const Type>(std::move(plain));
}

bool isSame(const TypePtr& a, const TypePtr& b) { return a && b && sameType(*a, *b); }

/// Whether ONNX's inference can look at a node alone: the types of bodies are those of the nodes in
/// them, and functions have no types.
bool standsAlone(const Model& model, const Node& node) {
    return node.subgraphs().empty() && !model.graph(rootOf(model, node.graph))->function;
}

/// The types of a node's outputs by inference of this node; null: unknown.
std::vector<TypePtr> inferredTypes(const Model& model, const Node& node) {
    std::vector<TypePtr> types(node.outputs.size());
    std::vector<ValueId> inputs, outputs;
    for (const ValueId id : node.inputs) {
        const NodeId producer = model.producer(id);
        const bool isConstant = id && (model.value(id)->isConstant() ||
                                       (producer && model.node(producer)->is("Constant")));
        if (id && !isConstant && std::ranges::find(inputs, id) == inputs.end())
            inputs.push_back(id);
    }
    std::ranges::copy_if(node.outputs, std::back_inserter(outputs),
                         [](ValueId id) { return static_cast<bool>(id); });
    const auto part = extractSubgraph(model, node.graph, {node.id}, inputs, outputs);
    if (!part)
        return types;
    ModelEditor editor(*part);
    for (const ValueId id : part->graph(part->mainGraph())->outputs)
        editor.changeValue(id, [](Value& value) { value.type = nullptr; });
    const auto inferred = inferShapes(editor.model());
    if (!inferred)
        return types;
    const auto& found = inferred->graph(inferred->mainGraph())->outputs;
    for (std::size_t i = 0, next = 0; i < types.size(); ++i)
        if (node.outputs[i])
            types[i] = withoutMadeUpSymbols(inferred->value(found[next++])->type);
    return types;
}

/// Takes away the types of all that is computed from values whose type changed.
class StaleTypes {
public:
    explicit StaleTypes(ModelEditor& editor) : m_editor(editor) {}

    void changed(ValueId id, bool element) {
        m_element = m_element || element;
        m_open.push_back(id);
    }

    void drop() {
        while (!m_open.empty()) {
            const ValueId id = m_open.back();
            m_open.pop_back();
            readBy(id);
        }
    }

private:
    const Model& model() const { return m_editor.model(); }

    void readBy(ValueId id) {
        const auto readers = model().consumers(id);
        for (const NodeId reader : std::vector<NodeId>(readers.begin(), readers.end()))
            computedBy(reader);
        const auto& graph = model().graph(model().value(id)->graph);
        if (model().node(graph->parent) && model().isGraphOutput(id))
            computedBy(graph->parent);
    }

    void computedBy(NodeId id) {
        if (!m_seen.insert(id).second)
            return;
        const auto node = model().node(id);
        for (const ValueId output : node->outputs)
            forget(output);
        for (const GraphId body : node->subgraphs())
            for (const ValueId input : std::vector<ValueId>(model().graph(body)->inputs))
                forget(input);
    }

    void forget(ValueId id) {
        if (!id)
            return;
        const TypePtr type = model().value(id)->type;
        const bool keeps = type && type->isTensor() && !m_element;
        if (type && (!keeps || type->shape))
            m_editor.changeValue(id, [&](Value& value) {
                value.type = keeps ? Type::tensor(type->element, std::nullopt) : nullptr;
            });
        m_open.push_back(id);
    }

    ModelEditor& m_editor;
    bool m_element = false; ///< an element type changed
    std::unordered_set<NodeId> m_seen;
    std::vector<ValueId> m_open;
};

} // namespace

void followTypes(ModelEditor& editor, const std::vector<NodeId>& nodes) {
    StaleTypes stale(editor);
    std::size_t inferred = 0;
    for (const NodeId id : nodes) {
        const auto node = editor.model().node(id);
        if (!node || !standsAlone(editor.model(), *node))
            continue;
        const auto types = inferred++ < kInferred ? inferredTypes(editor.model(), *node)
                                                  : std::vector<TypePtr>(node->outputs.size());
        for (std::size_t i = 0; i < types.size(); ++i) {
            const ValueId output = node->outputs[i];
            const TypePtr before = output ? editor.model().value(output)->type : nullptr;
            if (!output || isSame(before, types[i]) || (!before && !types[i]))
                continue;
            editor.changeValue(output, [&](Value& value) { value.type = types[i]; });
            if (isRead(editor.model(), output))
                stale.changed(output, !before || !types[i] || before->kind != types[i]->kind ||
                                          before->element != types[i]->element);
        }
    }
    stale.drop();
}

} // namespace partita::edits
