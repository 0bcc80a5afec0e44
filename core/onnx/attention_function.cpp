#include "core/onnx/attention_function.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>
#include <onnx/defs/function.h>

#include "core/ir/element_type.h"

namespace partita {

namespace {

/// Heads of queries, keys and values, and the sizes of a query and of a value.
struct HeadSizes {
    std::int64_t heads, query, value;
    bool flat; ///< heads lie side by side in the last of three axes
};

const Shape* shapeOfInput(const Model& model, const Node& node, std::size_t input) {
    const TypePtr& type = model.value(node.inputs[input])->type;
    return type && type->isTensor() && type->shape ? &*type->shape : nullptr;
}

/// Whether two sizes are known to be equal: one number, or one symbol.
bool isOneSize(const Dim& a, const Dim& b) {
    return a.value ? a.value == b.value : !b.value && !a.param.empty() && a.param == b.param;
}

/// Whether a call has nothing but queries, keys and values, and one output.
bool hasNothingElse(const Model& model, const Node& node) {
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
        if (node.inputs[i] && (i > 2 || elementTypeOf(model, node.inputs[i]) != DataType::float32))
            return false;
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        if (i > 0 && node.outputs[i])
            return false;
    const auto changesNothing = [&](const AttributePtr& attribute) {
        const std::string_view name = attribute->name;
        return name == "scale" || name == "q_num_heads" || name == "kv_num_heads" ||
               name == "qk_matmul_output_mode" ||
               (name == "is_causal" && node.intAttribute(name, 0) == 0) ||
               (name == "softcap" && node.floatAttribute(name, 0) == 0) ||
               (name == "softmax_precision" &&
                node.intAttribute(name, 0) == static_cast<int>(DataType::float32));
    };
    return node.inputs.size() >= 3 && node.inputs[0] && node.inputs[1] && node.inputs[2] &&
           std::ranges::all_of(*node.attributes, changesNothing);
}

/// Empty where sizes are not known, or heads of queries share keys.
std::optional<HeadSizes> headSizes(const Model& model, const Node& node) {
    const Shape *q = shapeOfInput(model, node, 0), *k = shapeOfInput(model, node, 1),
                *v = shapeOfInput(model, node, 2);
    if (!q || !k || !v || q->size() != k->size() || q->size() != v->size() ||
        !isOneSize((*q)[0], (*k)[0]) || !isOneSize((*q)[0], (*v)[0]))
        return std::nullopt;
    const auto query = q->back().value, value = v->back().value;
    if (!query || !value || k->back().value != query || *query <= 0 || *value <= 0)
        return std::nullopt;
    if (q->size() == 4) {
        const auto heads = (*q)[1].value;
        if (!heads || (*k)[1].value != heads || (*v)[1].value != heads)
            return std::nullopt;
        return HeadSizes{*heads, *query, *value, false};
    }
    const std::int64_t heads = node.intAttribute("q_num_heads", 0);
    if (q->size() != 3 || heads <= 0 || node.intAttribute("kv_num_heads", 0) != heads ||
        *query % heads != 0 || *value % heads != 0)
        return std::nullopt;
    return HeadSizes{heads, *query / heads, *value / heads, true};
}

} // namespace

std::optional<onnx::FunctionProto> plainAttention(const Model& model, const Node& node, int opset) {
    const auto sizes = hasNothingElse(model, node) ? headSizes(model, node) : std::nullopt;
    const float given = node.floatAttribute("scale", 0);
    if (!sizes || (node.attribute("scale") && !(given > 0)))
        return std::nullopt;
    onnx::FunctionProto function;
    for (const char* input : {"Q", "K", "V"})
        function.add_input(input);
    function.add_output("Y");
    onnx::FunctionBuilder body(function);
    body.AddOpset("", opset);
    const auto add = [&](const std::string& statement) { body.Add(statement.c_str()); };
    const auto splitHeads = [&](const std::string& from, std::int64_t size) {
        add(fmt::format("{}_shape = Constant<value_ints = [0, 0, {}, {}]>()", from, sizes->heads,
                        size));
        add(fmt::format("{0}_split = Reshape({0}, {0}_shape)", from));
        add(fmt::format("{0}_heads = Transpose<perm = [0, 2, 1, 3]>({0}_split)", from));
    };
    const char* heads = sizes->flat ? "_heads" : "";
    if (sizes->flat) {
        splitHeads("Q", sizes->query);
        splitHeads("K", sizes->query);
        splitHeads("V", sizes->value);
    }
    const float scale = given > 0 ? given : 1 / std::sqrt(static_cast<float>(sizes->query));
    add(fmt::format("scale = Constant<value_float = {:.9e}>()", scale));
    add(fmt::format("keys = Transpose<perm = [0, 1, 3, 2]>(K{})", heads));
    add(fmt::format("products = MatMul(Q{}, keys)", heads));
    add("scores = Mul(products, scale)");
    add("weights = Softmax<axis = -1>(scores)");
    add(fmt::format("{} = MatMul(weights, V{})", sizes->flat ? "mixed" : "Y", heads));
    if (sizes->flat) {
        add("turned = Transpose<perm = [0, 2, 1, 3]>(mixed)");
        add(fmt::format("flat = Constant<value_ints = [0, 0, {}]>()", sizes->heads * sizes->value));
        add("Y = Reshape(turned, flat)");
    }
    return function;
}

} // namespace partita
