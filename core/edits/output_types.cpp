#include "core/edits/output_types.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/base/try.h"
#include "core/edits/edit_tools.h"
#include "core/ir/ep_context.h"
#include "core/ir/extract.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/made_up_symbols.h"
#include "core/onnx/model_source.h"
#include "core/shapes/symbolic_shapes.h"

namespace partita::edits {

namespace {

/// The most nodes inferred together: inference takes more than linear time in them.
constexpr std::size_t kTogether = 64;

using FoundTypes = std::unordered_map<ValueId, TypePtr>;

using Symbols = std::unordered_set<std::string>;

/// A type as inference returned it, without what it made up; null: it says nothing. `stated`: symbols
/// that look so, and that a file with inferred types brought along.
TypePtr plainType(const TypePtr& type, const Symbols& stated = {}) {
    if (!type || type->kind == Type::Kind::none)
        return nullptr;
    const auto isMadeUp = [&](const Dim& dim) {
        return isMadeUpSymbol(dim.param) && !stated.contains(dim.param);
    };
    if (!type->isTensor() || !type->shape || std::ranges::none_of(*type->shape, isMadeUp))
        return type;
    Type plain = *type;
    for (Dim& dim : *plain.shape)
        if (isMadeUp(dim))
            dim.param.clear();
    return std::make_shared<const Type>(std::move(plain));
}

/// The symbols that a model states and that look as if inference had made them up. It takes others
/// for what it makes up itself.
Symbols statedSymbols(const Model& model) {
    Symbols stated;
    model.values().forEach([&](ValueId, const auto& value) {
        forEachMadeUp(value->type, [&](const std::string& symbol) { stated.insert(symbol); });
    });
    return stated;
}

bool hasSameElements(const Type& a, const Type& b) {
    return a.kind == b.kind && a.element == b.element;
}

/// What stays said of a tensor whose shape is not known any more.
TypePtr withoutShape(const TypePtr& type) {
    return type && type->isTensor() ? Type::tensor(type->element, std::nullopt) : nullptr;
}

/// What stays said of an output whose sizes are not known any more: ONNX's checker wants a shape.
TypePtr withoutSizes(const TypePtr& type) {
    return type && type->isTensor() && type->shape
               ? Type::tensor(type->element, Shape(type->shape->size()))
               : withoutShape(type);
}

/// Whether a type says as much as the edits of this file leave an output: no size at all.
bool hasNoSizes(const TypePtr& type) {
    if (!type || !type->isTensor())
        return false;
    return !type->shape ||
           (!type->shape->empty() && std::ranges::all_of(*type->shape, [](const Dim& dim) {
               return !dim.value && dim.param.empty();
           }));
}

/// Whether a model was read from a file that said something else of a tensor, or did not have it.
bool isFromEdit(const Model& model, ValueId id) {
    const auto& source = model.source();
    if (!source)
        return false;
    const auto& before = source->baseline.value(id);
    return !before || !sameTypeOrNone(before->type, model.value(id)->type);
}

/// The type with the sizes that are proven where it leaves them open: numbers, and names of inputs.
TypePtr withProvenSizes(const TypePtr& type, const SymbolicSizes* sizes,
                        const SymbolicShapes& proven) {
    if (!type || !type->isTensor() || !sizes ||
        (type->shape && type->shape->size() != sizes->size()))
        return type;
    Type completed = *type;
    if (!completed.shape)
        completed.shape = Shape(sizes->size());
    for (std::size_t i = 0; i < sizes->size(); ++i) {
        Dim& dim = (*completed.shape)[i];
        if (dim.value || !dim.param.empty())
            continue;
        dim.param = proven.nameOf((*sizes)[i]);
        if (const auto number = (*sizes)[i].number(); number.value_or(-1) >= 0)
            dim.value = number;
    }
    return std::make_shared<const Type>(std::move(completed));
}

/// Gives tensors the types that inference of the whole model finds; what it does not find, or where it
/// fails, stays. `proven`, unless null: what it may leave open.
void inferValues(ModelEditor& editor, const std::vector<ValueId>& values,
                 const SymbolicShapes* proven = nullptr, const Progress& progress = {}) {
    const auto inferred =
        values.empty() ? Result<Model>(Error{}) : inferShapes(editor.model(), progress);
    if (!inferred)
        return;
    const Symbols stated = statedSymbols(editor.model());
    for (const ValueId id : values) {
        TypePtr type = plainType(inferred->value(id)->type, stated);
        if (proven)
            type = withProvenSizes(type, proven->shape(id), *proven);
        if (type && !sameTypeOrNone(type, editor.model().value(id)->type))
            editor.changeValue(id, [&](Value& value) { value.type = type; });
    }
}

/// Whether a change of a type may change the number of dimensions of what is computed from it. A
/// vector of integers may be a shape, and its length is a number of dimensions.
bool mayChangeRanks(const Type& before, const Type& now) {
    if (!before.shape || !now.shape)
        return false;
    const bool isList = now.shape->size() == 1 &&
                        (now.element == DataType::int64 || now.element == DataType::int32);
    return before.shape->size() != now.shape->size() || (isList && *before.shape != *now.shape);
}

/// Whether the type of a tensor belongs to what others see of the model.
bool isModelOutput(const Model& model, ValueId id) {
    return model.value(id)->graph == model.mainGraph() && model.isGraphOutput(id);
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
/// them, and functions have no types. While an input is open, the last known types stay; those of an
/// EPContext node are in its binary, and only the model says them.
bool standsAlone(const Model& model, const Node& node) {
    return node.subgraphs().empty() && !isEpContext(node) &&
           !model.graph(rootOf(model, node.graph))->function && !hasOpenInput(model, node);
}

bool isConstantIn(const Model& model, ValueId id) {
    const NodeId producer = model.producer(id);
    return model.value(id)->isConstant() || (producer && model.node(producer)->is("Constant"));
}

/// A model of some nodes of one graph and what they read, without the types of what they compute.
Result<Model> partOf(const Model& model, const std::vector<NodeId>& nodes,
                     const std::vector<ValueId>& outputs) {
    const std::unordered_set<ValueId> made(outputs.begin(), outputs.end());
    std::unordered_set<ValueId> seen;
    std::vector<ValueId> inputs;
    for (const NodeId id : nodes)
        for (const ValueId input : model.node(id)->inputs)
            if (input && !made.contains(input) && !isConstantIn(model, input) &&
                seen.insert(input).second)
                inputs.push_back(input);
    ModelEditor editor(PARTITA_TRY(
        extractSubgraph(model, model.node(nodes.front())->graph, nodes, inputs, outputs)));
    for (const ValueId id : std::vector(editor.model().graph(editor.model().mainGraph())->outputs))
        editor.changeValue(id, [](Value& value) { value.type = nullptr; });
    return editor.model();
}

/// Adds the types of the outputs of some nodes of one graph by inference of these nodes. What makes
/// inference fail leaves its own outputs without.
void inferTypes(const Model& model, const std::vector<NodeId>& nodes, FoundTypes& found) {
    std::vector<ValueId> outputs;
    for (const NodeId id : nodes)
        std::ranges::copy_if(model.node(id)->outputs, std::back_inserter(outputs),
                             [](ValueId each) { return static_cast<bool>(each); });
    const auto part = partOf(model, nodes, outputs);
    const auto inferred = part ? inferShapes(*part) : Result<Model>(part.error());
    if (inferred) {
        const Symbols stated = statedSymbols(*part);
        const auto& types = inferred->graph(inferred->mainGraph())->outputs;
        for (std::size_t i = 0; i < outputs.size(); ++i)
            found[outputs[i]] = plainType(inferred->value(types[i])->type, stated);
    } else if (nodes.size() > 1) {
        const auto middle = nodes.begin() + static_cast<std::ptrdiff_t>(nodes.size() / 2);
        inferTypes(model, {nodes.begin(), middle}, found);
        inferTypes(model, {middle, nodes.end()}, found);
    }
}

/// What a tensor says after inference: an output of the model that has no inferred shape keeps its
/// number of dimensions.
TypePtr stated(const Model& model, ValueId id, const TypePtr& inferred) {
    const TypePtr& before = model.value(id)->type;
    if (!before || !isModelOutput(model, id) ||
        (inferred && (!inferred->isTensor() || inferred->shape)))
        return inferred;
    const TypePtr rank = withoutSizes(before);
    return inferred && rank ? Type::tensor(inferred->element, rank->shape)
                            : (inferred ? inferred : rank);
}

/// Takes away the types of all that is computed from values whose type changed.
class StaleTypes {
public:
    explicit StaleTypes(ModelEditor& editor) : m_editor(editor) {}

    void changed(ValueId id, const TypePtr& before, const TypePtr& now) {
        if (before && now) {
            m_element = m_element || !hasSameElements(*before, *now);
            m_rank = m_rank || mayChangeRanks(*before, *now);
        }
        m_open.push_back(id);
    }

    void drop() {
        while (!m_open.empty()) {
            const ValueId id = m_open.back();
            m_open.pop_back();
            readBy(id);
        }
    }

    /// Asks inference of the whole model for the outputs that lost their element type: a file has
    /// to say it.
    void inferOutputs() {
        constexpr std::size_t kMostNodes = 20'000; // above, it takes seconds
        if (model().nodes().count() <= kMostNodes)
            inferValues(m_editor, m_untyped);
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
        const auto node = model().node(id);
        if (!m_seen.insert(id).second || isEpContext(*node))
            return;
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
        const TypePtr kept = !type || !type->isTensor()   ? nullptr
                             : isModelOutput(model(), id) ? leftOfOutput(*type)
                             : m_element                  ? nullptr
                                                          : shapeless(type);
        if (type && !sameTypeOrNone(type, kept))
            m_editor.changeValue(id, [&](Value& value) { value.type = kept; });
        if (kept != type && m_element && isModelOutput(model(), id))
            m_untyped.push_back(id);
        m_open.push_back(id);
    }

    /// An output of the model keeps what need not change, so that its file stays one.
    [[nodiscard]] TypePtr leftOfOutput(const Type& type) const {
        const auto rank = m_rank || !type.shape ? std::optional<Shape>()
                                                : std::optional(Shape(type.shape->size()));
        if (m_element && !rank)
            return nullptr;
        return Type::tensor(m_element ? DataType::undefined : type.element, rank);
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
    bool m_element = false, m_rank = false; ///< an element type, or a number of dimensions, changed
    std::unordered_set<NodeId> m_seen;
    std::vector<ValueId> m_open;
    std::vector<ValueId> m_untyped; ///< outputs of the model whose elements are not known any more
};

/// Whether a type says what its elements are.
bool saysElements(const TypePtr& type) {
    if (!type || type->kind == Type::Kind::none)
        return false;
    return type->isTensor() ? type->element != DataType::undefined
                            : type->kind == Type::Kind::opaque ||
                                  type->kind == Type::Kind::sparseTensor || type->nested;
}

} // namespace

TypePtr knownType(const Model& model, ValueId id) {
    const Value& value = *model.value(id);
    if (saysElements(value.type))
        return value.type;
    if (value.initializer)
        return Type::tensor(value.initializer->type, value.initializer->shape());
    const auto inferred = inferShapes(model);
    const TypePtr type = inferred ? plainType(inferred->value(id)->type) : nullptr;
    return saysElements(type) ? type : nullptr;
}

bool mayChangeReaders(const TypePtr& before, const TypePtr& now) {
    if (!now || !sameTypeOrNone(before, now) || !now->isTensor())
        return true;
    return now->element == DataType::int64 || now->element == DataType::int32 ||
           now->element == DataType::boolean;
}

void followTypes(ModelEditor& editor, const std::vector<NodeId>& nodes) {
    StaleTypes stale(editor);
    const auto follow = [&](const std::vector<NodeId>& part) {
        FoundTypes found;
        inferTypes(editor.model(), part, found);
        for (const NodeId id : part) {
            const auto node = editor.model().node(id);
            for (const ValueId output : node->outputs) {
                const TypePtr before = output ? editor.model().value(output)->type : nullptr;
                const TypePtr now =
                    output ? stated(editor.model(), output, found[output]) : nullptr;
                if (!output || sameTypeOrNone(before, now))
                    continue;
                editor.changeValue(output, [&](Value& value) { value.type = now; });
                if (isRead(editor.model(), output))
                    stale.changed(output, before, now);
            }
        }
    };
    const auto graphOf = [&](NodeId id) { return editor.model().node(id)->graph; };
    std::unordered_set<NodeId> seen;
    std::vector<NodeId> part;
    for (const NodeId id : nodes) {
        const auto node = editor.model().node(id);
        if (!node || !seen.insert(id).second || !standsAlone(editor.model(), *node))
            continue;
        if (part.size() == kTogether || (!part.empty() && graphOf(part.front()) != node->graph))
            follow(std::exchange(part, {}));
        part.push_back(id);
    }
    if (!part.empty())
        follow(part);
    stale.drop();
    stale.inferOutputs();
}

Model withOutputSizes(const Model& model, const Progress& progress) {
    std::vector<ValueId> open;
    for (const ValueId id : model.graph(model.mainGraph())->outputs)
        if (hasNoSizes(model.value(id)->type) && isFromEdit(model, id))
            open.push_back(id);
    if (open.empty())
        return model;
    // Inference loses the batch behind a Reshape to a computed shape.
    const SymbolicShapes proven(model);
    ModelEditor editor(model);
    inferValues(editor, open, &proven, progress);
    return editor.model();
}

} // namespace partita::edits
