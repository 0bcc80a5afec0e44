#include "core/edits/output_types.h"

#include <algorithm>
#include <map>
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

/// A type as inference returned it, without what it made up; null: it says nothing.
TypePtr plainType(const TypePtr& type) {
    if (!type || type->kind == Type::Kind::none)
        return nullptr;
    if (!type->isTensor() || !type->shape ||
        std::ranges::none_of(*type->shape, [](const Dim& dim) { return isMadeUp(dim.param); }))
        return type;
    Type plain = *type;
    for (Dim& dim : *plain.shape)
        if (isMadeUp(dim.param))
            dim.param.clear();
    return std::make_shared<const Type>(std::move(plain));
}

bool isSame(const TypePtr& a, const TypePtr& b) { return a && b && sameType(*a, *b); }

bool hasSameElements(const Type& a, const Type& b) {
    return a.kind == b.kind && a.element == b.element;
}

/// What stays said of a tensor whose shape is not known any more.
TypePtr withoutShape(const TypePtr& type) {
    return type && type->isTensor() ? Type::tensor(type->element, std::nullopt) : nullptr;
}

/// Whether a value is an output of the main graph, which must have a type with a shape.
bool isOutputOfModel(const Model& model, ValueId id) {
    const auto& outputs = model.graph(model.mainGraph())->outputs;
    return std::ranges::find(outputs, id) != outputs.end();
}

/// The same for such an output: its rank, with open sizes.
TypePtr withoutSizes(const TypePtr& type) {
    return type && type->isTensor() && type->shape
               ? Type::tensor(type->element, Shape(type->shape->size()))
               : withoutShape(type);
}

/// Whether a node misses an input that its operator needs.
bool hasOpenInput(const Model& model, const Node& node) {
    const auto description = descriptionOf(model, node);
    if (description && node.inputs.size() < description->leastInputs)
        return true;
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
        if (!node.inputs[i]) {
            const FormalParameter* formal = description ? description->input(i) : nullptr;
            if (!formal || formal->option == FormalParameter::Option::required)
                return true;
        }
    return false;
}

/// Whether ONNX's inference can look at a node alone. The types of bodies are those of the nodes in
/// them, and functions have no types. While an input is open, the last known types stay.
bool standsAlone(const Model& model, const Node& node) {
    return node.subgraphs().empty() && !model.graph(rootOf(model, node.graph))->function &&
           !hasOpenInput(model, node);
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
            types[i] = plainType(inferred->value(found[next++])->type);
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
        const TypePtr left = isOutputOfModel(model(), id) ? withoutSizes(type)
                             : m_element                  ? nullptr
                                                          : withoutShape(type);
        const bool less = type && !(left && sameType(*left, *type));
        if (less)
            m_editor.changeValue(id, [&](Value& value) { value.type = left; });
        m_open.push_back(id);
    }

    /// `withoutShape`, one for all tensors of an element type.
    TypePtr shapeless(const TypePtr& type) {
        TypePtr& made = m_shapeless[type->element];
        if (!made)
            made = withoutShape(type);
        return made;
    }

    ModelEditor& m_editor;
    std::map<DataType, TypePtr> m_shapeless;
    bool m_element = false; ///< an element type changed
    std::unordered_set<NodeId> m_seen;
    std::vector<ValueId> m_open;
};

} // namespace

void followTypes(ModelEditor& editor, const std::vector<NodeId>& nodes) {
    StaleTypes stale(editor);
    std::size_t inferred = 0;
    std::unordered_set<NodeId> seen;
    for (const NodeId id : nodes) {
        const auto node = editor.model().node(id);
        if (!node || !seen.insert(id).second || !standsAlone(editor.model(), *node))
            continue;
        const auto types = inferred++ < kInferred ? inferredTypes(editor.model(), *node)
                                                  : std::vector<TypePtr>(node->outputs.size());
        for (std::size_t i = 0; i < types.size(); ++i) {
            const ValueId output = node->outputs[i];
            const TypePtr before = output ? editor.model().value(output)->type : nullptr;
            const bool stated = output && isOutputOfModel(editor.model(), output);
            const TypePtr now = types[i] && (!stated || types[i]->shape) ? types[i]
                                : stated ? withoutSizes(types[i] ? types[i] : before)
                                : output && editor.model().isGraphOutput(output)
                                    ? withoutShape(before)
                                    : types[i];
            if (!output || isSame(before, now) || (!before && !now))
                continue;
            editor.changeValue(output, [&](Value& value) { value.type = now; });
            if (isRead(editor.model(), output))
                stale.changed(output, before && now && !hasSameElements(*before, *now));
        }
    }
    stale.drop();
}

} // namespace partita::edits
