#include "core/onnx/schema_functions.h"

#include <onnx/defs/schema.h>

#include "core/ir/inline_functions.h"
#include "core/onnx/emit_messages.h"
#include "core/onnx/function_body.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/model_emitter.h"
#include "core/onnx/onnx_library.h"
#include "core/onnx/read.h"

namespace partita {

namespace {

constexpr int kMaxRounds = 16; ///< functions in functions in functions

class Expander {
public:
    explicit Expander(const Model& model) : m_model(model) {}

    /// The model with the wanted nodes replaced; the number of them is in `replaced`.
    Result<Model> run(const std::vector<NodeId>& wanted, std::size_t& replaced) {
        ModelEditor editor(m_model);
        for (const NodeId id : wanted) {
            auto function = definition(*m_model.node(id));
            if (!function)
                return std::move(function).error();
            if (!*function)
                continue;
            addDefaults(editor, id);
            expandCall(editor, id, **function, (*function)->info().functions.front());
            ++replaced;
        }
        return editor.model();
    }

private:
    const onnx::OpSchema* schemaOf(const Node& node) const {
        const auto opset = m_model.info().opset(node.domain);
        return opset ? onnx::OpSchemaRegistry::Schema(node.opType, static_cast<int>(*opset),
                                                      node.isOnnx() ? "" : node.domain.str())
                     : nullptr;
    }

    /// The function as a model of its own; nothing where the operator has none.
    Result<std::optional<Model>> definition(const Node& node) const {
        const onnx::OpSchema* schema = schemaOf(node);
        if (!schema || (!schema->HasFunction() && !schema->HasContextDependentFunction()))
            return std::optional<Model>();
        return guarded(m_model, "the function that defines an operator cannot be used",
                       [&] { return functionModel(node, *schema); });
    }

    std::optional<Model> functionModel(const Node& node, const onnx::OpSchema& schema) const {
        const auto opset = static_cast<int>(*m_model.info().opset(node.domain));
        onnx::FunctionProto function;
        if (schema.HasContextDependentFunction()) {
            if (!buildForContext(node, schema, opset, function))
                return std::nullopt;
        } else if (const auto* fixed = schema.GetFunction(opset)) {
            function = *fixed;
        } else {
            return std::nullopt;
        }
        onnx::ModelProto holder;
        holder.set_ir_version(10);
        holder.mutable_graph()->set_name("none");
        *holder.mutable_opset_import() = function.opset_import();
        function.set_name(node.opType);
        function.set_domain("partita.definition");
        *holder.add_functions() = function;
        const std::string bytes = holder.SerializeAsString();
        auto model = readModel(Buffer::copyOf(std::as_bytes(std::span(bytes))));
        if (!model)
            throw std::runtime_error(model.error().message());
        return *std::move(model);
    }

    bool buildForContext(const Node& node, const onnx::OpSchema& schema, int opset,
                         onnx::FunctionProto& function) const {
        onnx::NodeProto proto;
        if (!proto.ParseFromString(ModelEmitter(m_model).nodeBytes(node)))
            return false;
        for (const auto& [name, attribute] : schema.attributes())
            if (!attribute.default_value.name().empty() && !node.attribute(name))
                *proto.add_attribute() = attribute.default_value;
        auto& told = *proto.add_attribute();
        told.set_name(kOpsetAttribute);
        told.set_type(onnx::AttributeProto::INT);
        told.set_i(m_model.info().opset("").value_or(0));
        std::vector<onnx::TypeProto> types;
        for (const ValueId input : node.inputs) {
            types.emplace_back();
            if (const auto& value = m_model.value(input); value && value->type)
                types.back().ParseFromString(emitType(*value->type).toString());
        }
        const onnx::FunctionBodyBuildContextImpl context(proto, types);
        return schema.BuildContextDependentFunction(context, function, opset);
    }

    /// A function's nodes refer to attributes; what the call leaves out has the schema's default.
    void addDefaults(ModelEditor& editor, NodeId id) const {
        const auto node = m_model.node(id);
        for (const auto& [name, attribute] : schemaOf(*node)->attributes()) {
            const auto& given = attribute.default_value;
            if (given.name().empty() || node->attribute(name))
                continue;
            if (given.type() == onnx::AttributeProto::FLOAT)
                editor.setAttribute(id, Attribute::make(name, given.f()));
            else if (given.type() == onnx::AttributeProto::INT)
                editor.setAttribute(id, Attribute::make(name, std::int64_t{given.i()}));
            else if (given.type() == onnx::AttributeProto::STRING)
                editor.setAttribute(id, Attribute::string(name, given.s()));
            else if (given.type() == onnx::AttributeProto::INTS)
                editor.setAttribute(
                    id, Attribute::make(name, std::vector<std::int64_t>(given.ints().begin(),
                                                                        given.ints().end())));
            else if (given.type() == onnx::AttributeProto::FLOATS)
                editor.setAttribute(
                    id, Attribute::make(name, std::vector<float>(given.floats().begin(),
                                                                 given.floats().end())));
        }
    }

    const Model& m_model;
};

} // namespace

Result<Model>
expandSchemaFunctions(const Model& model,
                      const std::function<std::vector<NodeId>(const Model&)>& wanted) {
    Model current = model;
    for (int round = 0; round < kMaxRounds; ++round) {
        std::size_t replaced = 0;
        auto expanded = Expander(current).run(wanted(current), replaced);
        if (!expanded || replaced == 0)
            return expanded;
        auto typed = inferShapes(*expanded); // kernels are chosen by type
        current = typed ? *std::move(typed) : *std::move(expanded);
    }
    return current;
}

} // namespace partita
