#include "core/edits/constant_tools.h"

#include <algorithm>

#include "core/base/try.h"
#include "core/edits/edit_tools.h"
#include "core/ir/constants.h"
#include "core/ir/ep_context.h"

namespace partita::edits {

std::shared_ptr<const Node> constantNodeOf(const Model& model, ValueId value) {
    const NodeId producer = model.producer(value);
    return producer && model.node(producer)->is("Constant") ? model.node(producer) : nullptr;
}

Result<TensorPtr> constantTensor(const Model& model, ValueId id) {
    const auto value = PARTITA_TRY(existing(model, id));
    const Error none{Errc::usage,
                     PARTITA_TEXT("tensor '{0}' is no constant", tensorText(model, id)),
                     {},
                     PARTITA_TEXT("choose an initializer or the output of a Constant")};
    if (value->initializer)
        return value->initializer;
    Node holder;
    if (value->sparseInitializer)
        holder.attributes = std::make_shared<const Attributes>(
            Attributes{Attribute::make("sparse_value", value->sparseInitializer)});
    else if (const auto node = constantNodeOf(model, id))
        holder = *node;
    else
        return none;
    if (const auto* attribute = holder.attribute("value"))
        if (const auto* tensor = std::get_if<TensorPtr>(&attribute->value); tensor && *tensor)
            return *tensor;
    const auto dense = constantValue(holder);
    if (!dense)
        return Error{
            Errc::unsupported,
            PARTITA_TEXT("the elements of constant '{0}' cannot be read", tensorText(model, id)),
            {},
            PARTITA_TEXT("replace it by another tensor")};
    return std::make_shared<const Tensor>(*dense);
}

void setConstant(ModelEditor& editor, ValueId id, TensorPtr tensor) {
    const TypePtr type = Type::tensor(tensor->type, tensor->shape());
    const auto node = constantNodeOf(editor.model(), id);
    editor.changeValue(id, [&](Value& value) {
        if (value.type || node)
            value.type = type;
        if (node)
            return;
        value.sparseInitializer = nullptr;
        value.initializer = tensor;
    });
    if (!node)
        return;
    editor.changeNode(node->id, [&](Node& changed) {
        // `value_float` and the like have no place for any tensor.
        changed.attributes = std::make_shared<const Attributes>(
            Attributes{Attribute::make("value", std::move(tensor))});
    });
}

Result<void> checkTensor(const TensorPtr& tensor) {
    if (!tensor)
        return Error{Errc::usage, PARTITA_TEXT("no tensor is given"), {}, {}};
    if (tensor->type != DataType::string) {
        PARTITA_TRY(elements(*tensor));
    } else if (tensor->storage != Tensor::Storage::strings ||
               tensor->count() != static_cast<std::int64_t>(tensor->strings.size())) {
        return Error{Errc::shapeMismatch,
                     PARTITA_TEXT("{0} texts do not fill the shape {1}", tensor->strings.size(),
                                  shapeText(tensor->shape())),
                     {},
                     {}};
    }
    return {};
}

Result<void> checkFitsInput(const Model& model, ValueId id, const Tensor& tensor) {
    const auto& type = model.value(id)->type;
    if (!model.isGraphInput(id) || !type)
        return {};
    bool fits =
        type->isTensor() && (type->element == DataType::undefined || type->element == tensor.type);
    if (fits && type->shape) {
        fits = type->shape->size() == tensor.dims.size();
        for (std::size_t i = 0; fits && i < tensor.dims.size(); ++i)
            fits = (*type->shape)[i].value.value_or(tensor.dims[i]) == tensor.dims[i];
    }
    if (fits)
        return {};
    return Error{Errc::shapeMismatch,
                 PARTITA_TEXT("{0} does not fit the input '{1}', which is {2}", formText(tensor),
                              tensorText(model, id), type->text()),
                 {},
                 PARTITA_TEXT("set the type of the input first")};
}

std::string formText(const Tensor& tensor) {
    return Type::tensor(tensor.type, tensor.shape())->text();
}

Result<void> checkNewName(const Model& model, GraphId graph, const std::string& name,
                          ValueId except) {
    if (name.empty())
        return Error{Errc::usage,
                     PARTITA_TEXT("a tensor needs a name"),
                     {},
                     PARTITA_TEXT("an empty name stands for an omitted one")};
    GraphId taken;
    model.values().forEach([&](ValueId id, const auto& value) {
        if (!taken && id != except && value->name == name &&
            (sees(model, value->graph, graph) || sees(model, graph, value->graph)))
            taken = value->graph;
    });
    if (!taken)
        return {};
    return Error{Errc::nameClash,
                 PARTITA_TEXT("there is a tensor '{0}' already", name),
                 {PARTITA_TEXT("graph {0}", model.graphPath(taken))},
                 PARTITA_TEXT("choose another name, or rename that one first")};
}

Result<void> checkMain(const Model& model, GraphId graph) {
    PARTITA_TRY(existing(model, graph));
    if (graph == model.mainGraph())
        return {};
    return Error{
        Errc::unsupported,
        PARTITA_TEXT("the inputs and outputs of a body or a function are those of the node "
                     "that holds or calls it"),
        {PARTITA_TEXT("graph {0}", model.graphPath(graph))},
        PARTITA_TEXT("change the ones of the main graph")};
}

bool needPlainInitializers(ModelEditor& editor) {
    constexpr std::int64_t kPlainInitializers = 4;
    if (editor.model().info().irVersion >= kPlainInitializers)
        return false;
    editor.changeInfo([](ModelInfo& info) { info.irVersion = kPlainInitializers; });
    return true;
}

namespace {

/// Finds the values of `valuesBehind`.
class Behind {
public:
    explicit Behind(const Model& model) : m_model(model) {}

    std::unordered_set<ValueId> of(const std::vector<ValueId>& values) {
        for (const ValueId value : values)
            open(value);
        while (!m_open.empty()) {
            const ValueId value = m_open.back();
            m_open.pop_back();
            for (const NodeId reader : m_model.consumers(value))
                node(*m_model.node(reader));
            // What a body returns, its node returns.
            const auto& graph = m_model.graph(m_model.value(value)->graph);
            if (m_model.isGraphOutput(value) && graph && graph->parent)
                node(*m_model.node(graph->parent));
            else if (m_model.isGraphOutput(value))
                returnedByBodies(value);
        }
        return std::move(m_found);
    }

private:
    void open(ValueId value) {
        if (m_model.value(value) && m_found.insert(value).second)
            m_open.push_back(value);
    }
    void node(const Node& reader) {
        // What an EPContext node makes is in its binary, and stays.
        if (!m_nodes.insert(reader.id).second || isEpContext(reader))
            return;
        for (const ValueId output : reader.outputs)
            open(output);
        for (const GraphId body : reader.subgraphs())
            for (const ValueId input : m_model.graph(body)->inputs)
                open(input);
    }
    /// A body may return a value that it captures.
    void returnedByBodies(ValueId value) {
        m_model.graphs().forEach([&](GraphId, const auto& graph) {
            if (m_model.node(graph->parent) &&
                std::ranges::find(graph->outputs, value) != graph->outputs.end())
                node(*m_model.node(graph->parent));
        });
    }

    const Model& m_model;
    std::unordered_set<ValueId> m_found;
    std::unordered_set<NodeId> m_nodes;
    std::vector<ValueId> m_open;
};

} // namespace

std::unordered_set<ValueId> valuesBehind(const Model& model, const std::vector<ValueId>& values) {
    return Behind(model).of(values);
}

void forgetTypesBehind(ModelEditor& editor, const std::vector<ValueId>& changed) {
    const Model model = editor.model();
    const Graph& main = *model.graph(model.mainGraph());
    const auto holds = [](const std::vector<ValueId>& list, ValueId id) {
        return std::ranges::find(list, id) != list.end();
    };
    for (const ValueId id : valuesBehind(model, changed)) {
        const auto& value = model.value(id);
        if (!value->type || value->isConstant() || holds(changed, id) ||
            constantNodeOf(model, id) || holds(main.inputs, id) || holds(main.outputs, id))
            continue;
        editor.changeValue(id, [](Value& forgotten) { forgotten.type = nullptr; });
    }
}

Error nothingToDo(Message what) {
    return {Errc::usage, std::move(what), {}, PARTITA_TEXT("nothing has to be changed")};
}

} // namespace partita::edits
