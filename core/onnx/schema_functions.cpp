#include "core/onnx/schema_functions.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include <onnx/defs/schema.h>

#include "core/base/try.h"
#include "core/ir/element_type.h"
#include "core/ir/function_calls.h"
#include "core/ir/inline_functions.h"
#include "core/onnx/emit_messages.h"
#include "core/onnx/function_body.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/library_fence.h"
#include "core/onnx/model_emitter.h"
#include "core/onnx/read.h"

namespace partita {

namespace {

constexpr int kMaxRounds = 16; ///< functions in functions in functions

bool isFloat(DataType type) {
    return type == DataType::float16 || type == DataType::bfloat16 || type == DataType::float32 ||
           type == DataType::float64;
}

/// What the inputs of a type are cast to before a call makes room for its function: where that is
/// of halves, it would round in each of its steps, and some are written for one type only.
DataType typeWithin(const Model& model, const Node& node, DataType type) {
    if (node.opType == "CenterCropPad")
        return type == DataType::int32 ? DataType::int64 : type;
    const bool widens = node.opType == "Attention" || node.opType == "MeanVarianceNormalization" ||
                        node.opType == "NegativeLogLikelihoodLoss" ||
                        node.opType == "SoftmaxCrossEntropyLoss";
    if (!isFloat(type) || !widens)
        return type;
    bool same = true, doubles = false;
    for (const ValueId input : node.inputs)
        if (const DataType other = elementTypeOf(model, input); isFloat(other)) {
            same = same && other == type;
            doubles = doubles || other == DataType::float64;
        }
    return same && type == DataType::float64 ? type
           : doubles                         ? DataType::float64
                                             : DataType::float32;
}

/// Adds a Cast; `to` of none: of a new value, which is returned.
ValueId addCast(ModelEditor& editor, const Node& around, ValueId from, ValueId to, DataType type) {
    if (!to) {
        Value made = *editor.model().value(from);
        made.graph = around.graph;
        made.name = around.label() + "/" + made.name + " cast#" + std::to_string(around.id.value);
        made.type = made.type ? Type::tensor(type, made.type->shape) : nullptr; // inferred
        made.initializer = nullptr;
        to = editor.addValue(std::move(made));
    }
    Node cast;
    cast.graph = around.graph;
    cast.name = around.label() + "/Cast";
    cast.opType = "Cast";
    cast.inputs = {from};
    cast.outputs = {to};
    cast.attributes = std::make_shared<Attributes>(
        Attributes{Attribute::make("to", static_cast<std::int64_t>(type))});
    editor.addNode(std::move(cast), originsWith(around));
    return to;
}

/// Puts casts around a call that is not computed in its own types; false: it is.
bool castAround(ModelEditor& editor, NodeId id) {
    const std::shared_ptr<const Node> node = editor.model().node(id);
    if (!node->isOnnx())
        return false;
    auto inputs = node->inputs, outputs = node->outputs;
    std::unordered_map<ValueId, ValueId> casts;
    for (ValueId& input : inputs) {
        const DataType type = elementTypeOf(editor.model(), input),
                       within = typeWithin(editor.model(), *node, type);
        if (within == type)
            continue;
        ValueId& cast = casts[input];
        if (!cast)
            cast = addCast(editor, *node, input, {}, within);
        input = cast;
    }
    if (casts.empty())
        return false;
    // Present values are of the values' type, all other results of that of the first input.
    const auto given = [&](std::size_t output) {
        const std::size_t like = output == 2 && node->inputs.size() > 2 ? 2 : 0;
        return elementTypeOf(editor.model(), node->inputs[like]);
    };
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (!outputs[i] || typeWithin(editor.model(), *node, given(i)) == given(i))
            continue;
        Value wide = *editor.model().value(outputs[i]);
        wide.name = node->label() + "/" + wide.name + " wide#" + std::to_string(id.value);
        wide.type = nullptr; // inferred
        outputs[i] = editor.addValue(std::move(wide));
    }
    editor.changeNode(id, [&](Node& changed) {
        changed.inputs = inputs;
        changed.outputs = outputs;
    });
    for (std::size_t i = 0; i < outputs.size(); ++i)
        if (outputs[i] != node->outputs[i])
            addCast(editor, *node, outputs[i], node->outputs[i], given(i));
    if (node->intAttribute("softmax_precision", 0) != static_cast<int>(DataType::float64))
        editor.removeAttribute(id, "softmax_precision");
    return true;
}

/// Takes the numbers of heads from an Attention whose input has an axis of heads: its function would
/// split the last axis once more. False: there is nothing to take.
bool dropHeads(ModelEditor& editor, NodeId id) {
    const std::shared_ptr<const Node> node = editor.model().node(id);
    if (!node->is("Attention") || !node->attribute("q_num_heads") || node->inputs.empty())
        return false;
    const TypePtr& type = editor.model().value(node->inputs[0])->type;
    if (!type || !type->isTensor() || !type->shape || type->shape->size() != 4)
        return false;
    for (const char* name : {"q_num_heads", "kv_num_heads"})
        if (node->attribute(name))
            editor.removeAttribute(id, name);
    return true;
}

class Expander {
public:
    Expander(const Model& model, std::uint64_t mostNodes)
        : m_model(model), m_mostNodes(mostNodes) {}

    /// The model with the wanted nodes replaced; the number of them is in `replaced`.
    Result<Model> run(const std::vector<NodeId>& wanted, std::size_t& replaced) {
        ModelEditor editor(m_model);
        for (const NodeId id : wanted) {
            if (dropHeads(editor, id) || castAround(editor, id)) {
                ++replaced;
                continue;
            }
            auto function = PARTITA_TRY(definition(*m_model.node(id)));
            if (!function)
                continue;
            addDefaults(editor, id);
            expandCall(editor, id, *function, function->info().functions.front());
            if (editor.model().nodes().count() > m_mostNodes)
                return unfoldsTooFar(m_model);
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
        const auto opset = static_cast<int>(*m_model.info().opset(node.domain));
        onnx::FunctionProto function;
        if (schema->HasContextDependentFunction()) {
            auto built = PARTITA_TRY(buildForContext(node, opset));
            if (built.empty() || !function.ParseFromString(built))
                return std::optional<Model>();
        } else if (const auto* fixed = schema->GetFunction(opset)) {
            function = *fixed;
        } else {
            return std::optional<Model>();
        }
        // Its constants are of float32, which nothing combines with doubles.
        if (node.is("MeanVarianceNormalization") &&
            elementTypeOf(m_model, node.inputs[0]) == DataType::float64)
            widenConstants(function);
        keepEmptyAxes(function);
        return asModel(node, std::move(function));
    }

    /// Bodies make shapes of those of other tensors and hand them to Reshape, whose 0 would mean "as
    /// before" where such a tensor has an axis without elements.
    static void keepEmptyAxes(onnx::FunctionProto& function) {
        const auto imports = function.opset_import();
        const bool known = std::ranges::any_of(imports, [](const auto& import) {
            return import.domain().empty() && import.version() >= 14; // has allowzero
        });
        std::unordered_set<std::string> shapes; // made of nothing else
        for (onnx::NodeProto& node : *function.mutable_node()) {
            const auto isShape = [&](const std::string& name) { return shapes.contains(name); };
            if (node.op_type() == "Shape" || node.op_type() == "ConstantOfShape" ||
                (node.op_type() == "Slice" && isShape(node.input(0))) ||
                (node.op_type() == "Concat" && std::ranges::all_of(node.input(), isShape)))
                shapes.insert(node.output(0));
            if (!known || node.op_type() != "Reshape" || !shapes.contains(node.input(1)))
                continue;
            onnx::AttributeProto& attribute = *node.add_attribute();
            attribute.set_name("allowzero");
            attribute.set_type(onnx::AttributeProto::INT);
            attribute.set_i(1);
        }
    }

    static void widenConstants(onnx::FunctionProto& function) {
        for (onnx::NodeProto& node : *function.mutable_node())
            for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
                onnx::TensorProto& tensor = *attribute.mutable_t();
                if (attribute.type() != onnx::AttributeProto::TENSOR ||
                    tensor.data_type() != onnx::TensorProto::FLOAT)
                    continue;
                tensor.mutable_double_data()->Add(tensor.float_data().begin(),
                                                  tensor.float_data().end());
                tensor.clear_float_data();
                tensor.set_data_type(onnx::TensorProto::DOUBLE);
            }
    }

    static Result<std::optional<Model>> asModel(const Node& node, onnx::FunctionProto function) {
        onnx::ModelProto holder;
        holder.set_ir_version(10);
        holder.mutable_graph()->set_name("none");
        *holder.mutable_opset_import() = function.opset_import();
        function.set_name(node.opType);
        function.set_domain("partita.definition");
        *holder.add_functions() = std::move(function);
        const std::string bytes = holder.SerializeAsString();
        auto model = readModel(Buffer::copyOf(std::as_bytes(std::span(bytes))));
        if (!model)
            return std::move(model).error().at(
                PARTITA_TEXT("the function that defines operator '{0}'", node.opType));
        return std::optional(*std::move(model));
    }

    /// A FunctionProto, or nothing where there is none for this call.
    Result<std::string> buildForContext(const Node& node, int opset) const {
        LibraryRequest request{LibraryTask::functionBody,
                               {ModelEmitter(m_model).nodeBytes(node),
                                node.isOnnx() ? "" : node.domain.str(), std::to_string(opset),
                                std::to_string(m_model.info().opset("").value_or(0))},
                               0};
        for (const ValueId input : node.inputs) {
            const auto& value = m_model.value(input);
            request.parts.push_back(value && value->type ? emitType(*value->type).toString()
                                                         : std::string());
        }
        return callLibrary(m_model,
                           PARTITA_TEXT("the function that defines an operator cannot be used"),
                           request, {});
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
    std::uint64_t m_mostNodes;
};

} // namespace

Result<Model>
expandSchemaFunctions(const Model& model,
                      const std::function<std::vector<NodeId>(const Model&)>& wanted) {
    Model current = model;
    for (int round = 0; round < kMaxRounds; ++round) {
        std::size_t replaced = 0;
        auto expanded = Expander(current, mostInlinedNodes(model)).run(wanted(current), replaced);
        if (!expanded || replaced == 0)
            return expanded;
        auto typed = inferShapes(*expanded); // kernels are chosen by type
        current = typed ? *std::move(typed) : *std::move(expanded);
    }
    return current;
}

} // namespace partita
