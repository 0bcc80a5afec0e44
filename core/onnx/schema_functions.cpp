#include "core/onnx/schema_functions.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>
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

constexpr int kMaxRounds = 16; ///< of functions inside functions

bool isFloat(DataType type) {
    return type == DataType::float16 || type == DataType::bfloat16 || type == DataType::float32 ||
           type == DataType::float64;
}

/// The type to which inputs of `type` are cast before a call is replaced by its function. A
/// function in 16-bit floats would round in each step, and some are written for one type only.
DataType typeWithin(const Model& model, const Node& node, DataType type) {
    if (node.opType == "CenterCropPad")
        return type == DataType::int32 ? DataType::int64 : type;
    const bool widens = node.opType == "Attention" || node.opType == "MeanVarianceNormalization" ||
                        node.opType == "NegativeLogLikelihoodLoss" ||
                        node.opType == "SoftmaxCrossEntropyLoss" || node.opType == "Swish";
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

/// Adds a node with one input and one output in front of or behind `around`, from `from` to `to`, or
/// to a new value of the given type where `to` is empty. Returns the result.
ValueId addBeside(ModelEditor& editor, const Node& around, ValueId from, ValueId to, TypePtr type,
                  const char* opType, AttributePtr attribute) {
    if (!to) {
        Value made = *editor.model().value(from);
        made.graph = around.graph;
        made.name = fmt::format("{}/{} {}#{}", around.label(), made.name, opType, around.id.value);
        made.type = std::move(type);
        made.initializer = nullptr;
        to = editor.addValue(std::move(made));
    }
    Node beside;
    beside.graph = around.graph;
    beside.name = around.label() + "/" + opType;
    beside.opType = opType;
    beside.inputs = {from};
    beside.outputs = {to};
    beside.attributes = std::make_shared<Attributes>(Attributes{std::move(attribute)});
    editor.addNode(std::move(beside), originsWith(around));
    return to;
}

/// Adds a Cast, as `addBeside`.
ValueId addCast(ModelEditor& editor, const Node& around, ValueId from, ValueId to, DataType type) {
    const TypePtr before = editor.model().value(from)->type; // where it is unknown, it is inferred
    return addBeside(editor, around, from, to, before ? Type::tensor(type, before->shape) : nullptr,
                     "Cast", Attribute::make("to", static_cast<std::int64_t>(type)));
}

/// Adds a Transpose that changes nothing and fails on values that do not have `axes` axes.
ValueId addRankGuard(ModelEditor& editor, const Node& around, ValueId from, ValueId to,
                     std::size_t axes) {
    std::vector<std::int64_t> order(axes);
    std::iota(order.begin(), order.end(), 0);
    return addBeside(editor, around, from, to, editor.model().value(from)->type, "Transpose",
                     Attribute::make("perm", order));
}

/// The type in which a call's function takes an input. Attention's adds minus infinity to its mask
/// in the mask's own type, where an integer wraps around; so such a mask becomes floating-point.
DataType typeWithin(const Model& model, const Node& node, std::size_t input) {
    const DataType type = elementTypeOf(model, node.inputs[input]);
    const bool integerMask =
        node.opType == "Attention" && input == 3 && isInteger(type) && type != DataType::boolean;
    return typeWithin(model, node, integerMask ? elementTypeOf(model, node.inputs[0]) : type);
}

/// Puts casts around a call whose function must be computed in other types; false: none is needed.
bool castAround(ModelEditor& editor, NodeId id) {
    const std::shared_ptr<const Node> node = editor.model().node(id);
    if (!node->isOnnx())
        return false;
    auto inputs = node->inputs, outputs = node->outputs;
    std::unordered_map<ValueId, ValueId> casts;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        ValueId& input = inputs[i];
        const DataType within = typeWithin(editor.model(), *node, i);
        if (within == elementTypeOf(editor.model(), input))
            continue;
        ValueId& cast = casts[input];
        if (!cast)
            cast = addCast(editor, *node, input, {}, within);
        input = cast;
    }
    if (casts.empty())
        return false;
    // Output 2 (Attention's present_value) has the type of input 2, all others that of input 0.
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

/// Removes the numbers of heads from an Attention whose input already has a heads axis, because its
/// function would split the last axis again. False: there is nothing to remove.
bool dropHeads(ModelEditor& editor, NodeId id) {
    const std::shared_ptr<const Node> node = editor.model().node(id);
    if (!node->is("Attention") || !node->attribute("q_num_heads") || node->inputs.empty() ||
        !node->inputs[0])
        return false;
    const TypePtr& type = editor.model().value(node->inputs[0])->type;
    if (!type || !type->isTensor() || !type->shape || type->shape->size() != 4)
        return false;
    for (const char* name : {"q_num_heads", "kv_num_heads"})
        if (node->attribute(name))
            editor.removeAttribute(id, name);
    return true;
}

/// Lets an Attention fail on values of other ranks than it takes, where ranks are not known before
/// the run, because its function would give another shape: numbers of heads would split queries, keys
/// and values again that have an axis of heads already, and a mask of five axes would add one.
void guardRanks(ModelEditor& editor, NodeId id) {
    const std::shared_ptr<const Node> node = editor.model().node(id);
    if (!node->is("Attention"))
        return;
    const auto unknown = [&](std::size_t input) {
        if (input >= node->inputs.size() || !node->inputs[input])
            return false;
        const TypePtr& type = editor.model().value(node->inputs[input])->type;
        return !type || !type->shape;
    };
    auto inputs = node->inputs, outputs = node->outputs;
    if (node->attribute("q_num_heads")) {
        for (std::size_t i = 0; i < 3; ++i)
            if (unknown(i))
                inputs[i] = addRankGuard(editor, *node, inputs[i], {}, 3);
    } else if (unknown(3)) {
        Value unguarded = *editor.model().value(outputs[0]);
        unguarded.name = fmt::format("{}/{} unguarded#{}", node->label(), unguarded.name, id.value);
        outputs[0] = editor.addValue(std::move(unguarded));
    }
    editor.changeNode(id, [&](Node& changed) {
        changed.inputs = inputs;
        changed.outputs = outputs;
    });
    if (outputs[0] != node->outputs[0])
        addRankGuard(editor, *node, outputs[0], node->outputs[0], 4);
}

class Expander {
public:
    Expander(const Model& model, std::uint64_t mostNodes)
        : m_model(model), m_mostNodes(mostNodes) {}

    /// Returns the model with the wanted nodes replaced or prepared; `replaced` counts them.
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
            guardRanks(editor, id);
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

    /// The function as a model of its own; nothing when there is none for this call.
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
        // The function's constants are float32, which no operator combines with float64.
        if (node.is("MeanVarianceNormalization") &&
            elementTypeOf(m_model, node.inputs[0]) == DataType::float64)
            widenConstants(function);
        keepEmptyAxes(function);
        return asModel(node, std::move(function));
    }

    /// Sets `allowzero` on each Reshape to a shape that is made from other tensors' shapes. Without
    /// it, the 0 of an empty axis would mean "copy the size of the input".
    static void keepEmptyAxes(onnx::FunctionProto& function) {
        const auto imports = function.opset_import();
        const bool known = std::ranges::any_of(imports, [](const auto& import) {
            return import.domain().empty() && import.version() >= 14; // has allowzero
        });
        std::unordered_set<std::string> shapes; // values made from shapes only
        for (onnx::NodeProto& node : *function.mutable_node()) {
            const auto isShape = [&](const std::string& name) { return shapes.contains(name); };
            // The answer of another process may lack what the library would write.
            const auto readsShape = [&](int input) {
                return node.input_size() > input && isShape(node.input(input));
            };
            if (node.op_type() == "Shape" || node.op_type() == "ConstantOfShape" ||
                (node.op_type() == "Slice" && readsShape(0)) ||
                (node.op_type() == "Concat" && std::ranges::all_of(node.input(), isShape)))
                for (const std::string& output : node.output())
                    shapes.insert(output);
            if (!known || node.op_type() != "Reshape" || !readsShape(1))
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

    /// The bytes of a FunctionProto, or "" when there is none for this call.
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

    /// Gives the call the schema's defaults of missing attributes, to which the function refers.
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
