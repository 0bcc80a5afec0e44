#include "core/onnx/infer_shapes.h"
#include "core/base/log.h"
#include "core/base/mapped_files.h"

#include <unordered_map>

#include <onnx/onnx_pb.h>

#include "core/base/try.h"
#include "core/ir/graph_order.h"
#include "core/onnx/library_fence.h"
#include "core/onnx/message_reader.h"
#include "core/onnx/model_source.h"

namespace partita {

namespace {

/// Equal types are shared, because a model has many values but few types.
using TypeCache = std::unordered_map<std::string, TypePtr>;

TypePtr fromProto(const onnx::TypeProto& proto, TypeCache& cache) {
    const std::string text = proto.SerializeAsString();
    TypePtr& known = cache[text];
    if (known)
        return known;
    const Buffer bytes = Buffer::copyOf(std::as_bytes(std::span(text)));
    auto type = MessageReader(bytes, nullptr).type({0, bytes.size()});
    return known = type ? *type : nullptr;
}

/// The type in the file, completed by the inferred type.
TypePtr refine(const TypePtr& known, const TypePtr& found) {
    if (!known || known->kind == Type::Kind::none)
        return found;
    if (!found || known->kind != Type::Kind::tensor || found->kind != Type::Kind::tensor ||
        !found->shape)
        return known;
    Type merged = *known;
    if (merged.element == DataType::undefined)
        merged.element = found->element;
    if (!merged.shape)
        merged.shape = found->shape;
    else if (merged.shape->size() == found->shape->size())
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

/// Walks the inferred ModelProto and the Model together; both have their nodes in the same order.
class TypeImport {
public:
    TypeImport(const Model& model, ModelEditor& editor) : m_order(model), m_editor(editor) {
        m_values.resize(model.graphs().keyEnd());
        model.values().forEach([&](ValueId id, const auto& value) {
            m_values[value->graph.value].emplace(value->name, id);
        });
    }

    void graph(const onnx::GraphProto& proto, GraphId id) {
        for (const auto* list : {&proto.input(), &proto.output(), &proto.value_info()})
            for (const auto& info : *list)
                if (info.has_type())
                    value(id, info);
        const auto nodes = m_order.topological(id);
        if (static_cast<std::size_t>(proto.node_size()) != nodes.size())
            return;
        for (int i = 0; i < proto.node_size(); ++i)
            if (const auto bodies =
                    m_editor.model().node(nodes[static_cast<std::size_t>(i)])->subgraphs();
                !bodies.empty())
                subgraphs(proto.node(i), bodies);
    }

private:
    void subgraphs(const onnx::NodeProto& proto, const std::vector<GraphId>& bodies) {
        std::size_t next = 0;
        for (const auto& attribute : proto.attribute()) {
            if (attribute.has_g() && next < bodies.size())
                graph(attribute.g(), bodies[next++]);
            for (const auto& each : attribute.graphs())
                if (next < bodies.size())
                    graph(each, bodies[next++]);
        }
    }
    void value(GraphId graphId, const onnx::ValueInfoProto& info) {
        const auto& names = m_values[graphId.value];
        const auto found = names.find(info.name());
        if (found == names.end())
            return;
        const auto before = m_editor.model().value(found->second);
        const TypePtr after = refine(before->type, fromProto(info.type(), m_types));
        if (after != before->type)
            m_editor.changeValue(found->second, [&](Value& changed) { changed.type = after; });
    }

    GraphOrder m_order;
    ModelEditor& m_editor;
    std::vector<std::unordered_map<std::string_view, ValueId>> m_values;
    TypeCache m_types;
};

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

} // namespace

Result<Model> inferShapes(const Model& model, const Progress& progress) {
    auto request = PARTITA_TRY(libraryRequest(LibraryTask::inferShapes, model));
    if (progress.cancelled())
        return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
    auto types = PARTITA_TRY(
        callLibrary(model, PARTITA_TEXT("shape inference refused the model"), request, progress));
    onnx::ModelProto proto;
    if (!proto.ParseFromString(types))
        return Error{Errc::internal,
                     PARTITA_TEXT("shape inference answered in a form that is not known"),
                     {},
                     {}};
    if (model.source())
        dropResidentPages(model.source()->file.bytes()); // serializing touched its pages
    ModelEditor editor(model);
    TypeImport(model, editor).graph(proto.graph(), model.mainGraph());
    typeInitializers(editor);
    return editor.model();
}

Model inferShapesOrWarn(const Model& model, const Progress& progress) {
    auto inferred = inferShapes(model, progress);
    if (inferred)
        return *std::move(inferred);
    log(LogLevel::warning, inferred.error().message() + "; going on with the shapes in the file");
    return model;
}

Result<Model> fixInputShapes(const Model& model,
                             const std::map<std::string, std::vector<std::int64_t>>& shapes) {
    ModelEditor editor(model);
    for (const auto& [name, dims] : shapes) {
        const auto& graph = *model.graph(model.mainGraph());
        bool found = false;
        for (const ValueId id : graph.inputs) {
            const auto value = editor.model().value(id);
            if (!value->type || !value->type->isTensor())
                continue;
            Type type = *value->type;
            if (value->name == name) {
                type.shape = Tensor::fromBytes(type.element, dims, {}).shape();
                found = true;
            } else if (type.shape && dims.size() == 1) {
                for (Dim& dim : *type.shape)
                    if (!dim.value && dim.param == name) {
                        dim = Dim{dims[0], {}, dim.denotation};
                        found = true;
                    }
            }
            if (!sameType(type, *value->type))
                editor.changeValue(
                    id, [&](Value& changed) { changed.type = std::make_shared<const Type>(type); });
        }
        if (!found)
            return Error{
                Errc::usage,
                PARTITA_TEXT("there is no input and no symbolic dimension named '{0}'", name),
                {},
                PARTITA_TEXT("`info` lists the inputs")};
    }
    return editor.model();
}

} // namespace partita
