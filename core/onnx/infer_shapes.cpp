#include "core/onnx/infer_shapes.h"
#include "core/base/log.h"
#include "core/base/mapped_files.h"

#include <optional>
#include <unordered_map>

#include "core/base/probe_table.h"
#include "core/base/try.h"
#include "core/base/typed_text.h"
#include "core/ir/graph_order.h"
#include "core/onnx/library_fence.h"
#include "core/onnx/message_reader.h"
#include "core/onnx/model_source.h"
#include "core/onnx/proto_fields.h"

namespace partita {

namespace {

/// Walks the inferred ModelProto, as bytes, and the Model together; both have their nodes in the
/// same order. A message of every node and value would take more memory than the model.
class TypeImport {
public:
    TypeImport(const Model& model, const MessageReader& messages, ModelEditor& editor)
        : m_hasBodies(model.graphs().count() > 1), m_order(model), m_messages(messages),
          m_editor(editor) {
        m_values.resize(model.graphs().keyEnd());
        m_texts.reserve(model.values().keyEnd());
        model.values().forEach([&](ValueId id, const auto& value) {
            m_texts.resize(id.value + 1);
            m_texts[id.value] = value->name;
            m_values[value->graph.value].insert(hash(value->name), id);
        });
    }

    Result<void> model(GraphId main) {
        auto reader = m_messages.fields({0, m_messages.bytes().size()});
        for (Field field; reader.next(field);)
            if (field.number == field::model::graph)
                PARTITA_TRY(graph(field.payload, main));
        return MessageReader::finished(reader, PARTITA_TEXT("a model"));
    }

private:
    using Field = wire::Field;
    using Span = wire::Span;
    static std::size_t hash(std::string_view name) { return std::hash<std::string_view>()(name); }

    Result<void> graph(Span span, GraphId id) {
        std::vector<Span> nodes;
        auto reader = m_messages.fields(span);
        for (Field field; reader.next(field);) {
            namespace f = field::graph;
            if (field.number == f::node && m_hasBodies)
                nodes.push_back(field.payload);
            else if (field.number == f::input || field.number == f::output ||
                     field.number == f::valueInfo)
                PARTITA_TRY(value(id, field.payload));
        }
        PARTITA_TRY(MessageReader::finished(reader, PARTITA_TEXT("a graph")));
        if (!m_hasBodies)
            return {};
        const auto order = m_order.topological(id);
        for (std::size_t i = 0; nodes.size() == order.size() && i < nodes.size(); ++i)
            if (const auto bodies = m_editor.model().node(order[i])->subgraphs(); !bodies.empty())
                PARTITA_TRY(subgraphs(nodes[i], bodies));
        return {};
    }

    Result<void> subgraphs(Span node, const std::vector<GraphId>& bodies) {
        std::size_t next = 0;
        auto attributes = m_messages.fields(node);
        for (Field attribute; attributes.next(attribute);) {
            if (attribute.number != field::node::attribute)
                continue;
            auto reader = m_messages.fields(attribute.payload);
            for (Field field; reader.next(field);)
                if ((field.number == field::attribute::g ||
                     field.number == field::attribute::graphs) &&
                    next < bodies.size())
                    PARTITA_TRY(graph(field.payload, bodies[next++]));
            PARTITA_TRY(MessageReader::finished(reader, PARTITA_TEXT("an attribute")));
        }
        return MessageReader::finished(attributes, PARTITA_TEXT("a node"));
    }

    Result<void> value(GraphId graph, Span span) {
        std::string_view name;
        std::optional<Field> type;
        auto reader = m_messages.fields(span);
        for (Field field; reader.next(field);) {
            if (field.number == field::valueInfo::name)
                name = m_messages.view(field);
            else if (field.number == field::valueInfo::type)
                type = field;
        }
        PARTITA_TRY(MessageReader::finished(reader, PARTITA_TEXT("a value")));
        const ValueId* found = m_values[graph.value].find(
            hash(name), [&](ValueId id) { return m_texts[id.value] == name; });
        if (!type || !found)
            return {};
        const auto before = m_editor.model().value(*found);
        const TypePtr after = completedType(before->type, sharedType(*type));
        if (after != before->type)
            m_editor.changeValue(*found, [&](Value& changed) { changed.type = after; });
        return {};
    }

    /// Equal types are shared, because a model has many values but few types.
    TypePtr sharedType(const Field& field) {
        const auto [at, fresh] = m_types.try_emplace(m_messages.view(field));
        if (fresh)
            if (auto type = m_messages.type(field.payload))
                at->second = *std::move(type);
        return at->second;
    }

    bool m_hasBodies;
    GraphOrder m_order;
    const MessageReader& m_messages;
    ModelEditor& m_editor;
    std::vector<ProbeTable<ValueId>> m_values;             // by graph, found by name
    std::vector<std::string_view> m_texts;                 // by value: its name
    std::unordered_map<std::string_view, TypePtr> m_types; // by their bytes
};

/// Up to this many nodes, types are inferred even if all are known. A larger model with complete types
/// is taken as it is; `check` judges whether they are right.
constexpr std::size_t kInferredAnyway = 20'000;

/// Whether inference would find the type of no value: all are known, with every dimension.
bool isComplete(const Model& model) {
    bool complete = true;
    model.values().forEach([&](ValueId, const auto& value) {
        complete =
            complete && (value->isConstant() || (value->type && value->type->isTensor() &&
                                                 value->type->element != DataType::undefined &&
                                                 staticDims(value->type->shape).has_value()));
    });
    return complete;
}

/// ONNX's inference does not count the elements of a Reshape whose target has no size left to infer.
/// Every run refuses one that makes more or fewer than it takes, so that its result has no sizes.
void forgetRefusedReshapes(const Model& stated, ModelEditor& editor) {
    const Model inferred = editor.model();
    inferred.nodes().forEach([&](NodeId, const auto& node) {
        if (!node->is("Reshape") || node->inputs.empty() || node->outputs.empty())
            return;
        const auto dimsOf = [&](ValueId id) {
            const auto& type = inferred.value(id)->type;
            return type ? staticDims(type->shape) : std::nullopt;
        };
        const ValueId result = node->outputs[0];
        if (!node->inputs[0] || !result)
            return;
        const auto taken = dimsOf(node->inputs[0]), made = dimsOf(result);
        const auto& before = stated.value(result)->type;
        if (taken && made && elementCount(*taken) != elementCount(*made) &&
            !(before && before->shape))
            editor.changeValue(result, [&](Value& changed) {
                changed.type = Type::tensor(changed.type->element, std::nullopt);
            });
    });
}

void typeInitializers(ModelEditor& editor) {
    const Model before = editor.model();
    before.values().forEach([&](ValueId id, const auto& value) {
        if (value->initializer && !value->type)
            editor.changeValue(id, [&](Value& changed) {
                changed.type =
                    Type::tensor(changed.initializer->type, changed.initializer->shape());
            });
    });
}

/// Before opset 11, axes from the end are none for ONNX's inference, but for every run: what it finds
/// behind such a node is wrong.
bool hasOldAxisFromEnd(const Model& model) {
    constexpr std::int64_t kFirstWithThem = 11;
    bool found = false;
    if (model.info().opset("").value_or(kFirstWithThem) < kFirstWithThem)
        model.nodes().forEach([&](NodeId, const auto& node) {
            found = found || ((node->is("Squeeze") || node->is("Unsqueeze")) &&
                              std::ranges::any_of(node->intsAttribute("axes"),
                                                  [](std::int64_t axis) { return axis < 0; }));
        });
    return found;
}

Result<Model> inferBy(LibraryTask task, const Model& model, const Progress& progress) {
    ModelEditor editor(model);
    typeInitializers(editor);
    if (hasOldAxisFromEnd(model))
        return editor.model();
    if (model.nodes().count() <= kInferredAnyway || !isComplete(model)) {
        auto request = PARTITA_TRY(libraryRequest(task, model));
        if (progress.cancelled())
            return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
        auto types = PARTITA_TRY(callLibrary(
            model, PARTITA_TEXT("shape inference refused the model"), request, progress));
        request = {}; // it is as large as the file
        if (model.source())
            dropResidentPages(model.source()->file.bytes()); // serializing touched its pages
        const MessageReader messages(Buffer::own(std::move(types)), nullptr);
        if (!TypeImport(model, messages, editor).model(model.mainGraph()))
            return Error{Errc::internal,
                         PARTITA_TEXT("shape inference answered in a form that is not known"),
                         {},
                         {}};
        forgetRefusedReshapes(model, editor);
    }
    return editor.model();
}

} // namespace

TypePtr completedType(const TypePtr& known, const TypePtr& found) {
    if (!known || known->kind == Type::Kind::none) // an empty type says nothing
        return found && found->kind != Type::Kind::none ? found : nullptr;
    if (!found || known->kind != Type::Kind::tensor || found->kind != Type::Kind::tensor)
        return known;
    Type merged = *known;
    if (merged.element == DataType::undefined)
        merged.element = found->element;
    if (!merged.shape)
        merged.shape = found->shape;
    else if (found->shape && merged.shape->size() == found->shape->size())
        for (std::size_t i = 0; i < merged.shape->size(); ++i) {
            Dim& dim = (*merged.shape)[i];
            const Dim& other = (*found->shape)[i];
            if (!dim.value && (other.value || dim.param.empty())) {
                dim.value = other.value;
                dim.param = other.value ? std::string() : other.param;
            }
        }
    return sameType(merged, *known) ? known : std::make_shared<const Type>(std::move(merged));
}

Result<Model> inferShapes(const Model& model, const Progress& progress) {
    return inferBy(LibraryTask::inferShapes, model, progress);
}

Result<Model> inferOpenShapes(const Model& model, const Progress& progress) {
    if (!isComplete(model))
        return inferShapes(model, progress);
    ModelEditor editor(model);
    typeInitializers(editor);
    return editor.model();
}

Result<Model> inferShapesAsSession(const Model& model, const Progress& progress) {
    return inferBy(LibraryTask::inferAsSession, model, progress);
}

Model inferShapesOrWarn(const Model& model, const Progress& progress, const ShapeInference& infer,
                        bool* worked) {
    auto inferred = infer(model, progress);
    if (worked)
        *worked = static_cast<bool>(inferred);
    if (inferred)
        return *std::move(inferred);
    if (inferred.error().code != Errc::cancelled)
        log(LogLevel::warning,
            PARTITA_TEXT("{0}; going on with the shapes in the file", inferred.error().whole()));
    return model;
}

namespace {

/// Whether a shape has another number for a size than it had.
bool isOther(const std::optional<Shape>& before, const std::optional<Shape>& after) {
    if (!before || !after)
        return false;
    if (before->size() != after->size())
        return true;
    for (std::size_t i = 0; i < before->size(); ++i)
        if ((*before)[i].value && (*before)[i].value != (*after)[i].value)
            return true;
    return false;
}

/// A shape of these sizes, of which those below 0 stay as they were.
Shape withSizes(const std::optional<Shape>& before, const std::vector<std::int64_t>& sizes) {
    Shape shape;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        shape.push_back(sizes[i] >= 0                              ? Dim{sizes[i], {}, {}}
                        : before && before->size() == sizes.size() ? (*before)[i]
                                                                   : Dim{});
    return shape;
}

/// Takes from all computed values the sizes that the model states.
void forgetSizes(ModelEditor& editor) {
    const Model model = editor.model();
    model.values().forEach([&](ValueId id, const auto& value) {
        const bool isInput = value->graph == model.mainGraph() && model.isGraphInput(id);
        if (isInput || value->isConstant() || !value->type || !value->type->isTensor() ||
            !value->type->shape)
            return;
        Type type = *value->type;
        for (Dim& size : *type.shape)
            size.value.reset();
        editor.changeValue(id, [&](Value& changed) {
            changed.type = std::make_shared<const Type>(std::move(type));
        });
    });
}

} // namespace

Result<Model> fixInputShapes(const Model& model,
                             const std::map<std::string, std::vector<std::int64_t>>& shapes) {
    ModelEditor editor(model);
    bool contradicts = false;
    for (const auto& [name, dims] : shapes) {
        const auto& graph = *model.graph(model.mainGraph());
        bool found = false;
        for (const ValueId id : graph.inputs) {
            const auto value = editor.model().value(id);
            if (!value->type || !value->type->isTensor())
                continue;
            Type type = *value->type;
            if (value->name == name) {
                type.shape = withSizes(type.shape, dims);
                found = true;
            } else if (type.shape && dims.size() == 1) {
                for (Dim& dim : *type.shape)
                    if (!dim.value && dim.param == name) {
                        if (dims[0] >= 0)
                            dim = Dim{dims[0], {}, dim.denotation};
                        found = true;
                    }
            }
            contradicts = contradicts || isOther(value->type->shape, type.shape);
            if (!sameType(type, *value->type))
                editor.changeValue(
                    id, [&](Value& changed) { changed.type = std::make_shared<const Type>(type); });
        }
        if (!found)
            return Error{
                Errc::usage,
                PARTITA_TEXT("there is no input and no symbolic dimension named '{0}'", name),
                {},
                seeTyped(PARTITA_TEXT("name an input of the model, or a size of one"), "`info`")};
    }
    if (contradicts)
        forgetSizes(editor);
    return editor.model();
}

Model withSizesOfRun(const Model& model,
                     const std::map<std::string, std::vector<std::int64_t>>& inputs) {
    ModelEditor editor(model);
    bool known = true;
    for (const ValueId id : model.graph(model.mainGraph())->inputs) {
        const auto& value = model.value(id);
        const auto sizes = inputs.find(value->name);
        if (sizes == inputs.end() || !value->type || !value->type->isTensor() ||
            staticDims(value->type->shape))
            continue;
        Type type = *value->type;
        type.shape = Tensor::fromBytes(type.element, sizes->second, {}).shape();
        editor.changeValue(id, [&](Value& changed) {
            changed.type = std::make_shared<const Type>(std::move(type));
        });
        known = false;
    }
    if (known)
        return model;
    auto inferred = inferShapes(editor.model());
    return inferred ? *std::move(inferred) : editor.model();
}

} // namespace partita
