#include "core/onnx/older_opset.h"

#include <string>
#include <unordered_map>

#include <google/protobuf/repeated_field.h>

#include "core/ir/quantizers.h"

namespace partita {

namespace {

using Lists = std::unordered_map<std::string, google::protobuf::RepeatedField<std::int64_t>>;

onnx::AttributeProto* attributeOf(onnx::NodeProto& node, const std::string& name) {
    for (auto& attribute : *node.mutable_attribute())
        if (attribute.name() == name)
            return &attribute;
    return nullptr;
}

/// Turns the second input into the attribute `name`; false when it is not a constant list.
bool turnIntoAttribute(onnx::NodeProto& node, const char* name, const Lists& lists) {
    if (node.input_size() < 2)
        return true;
    const auto found = lists.find(node.input(1));
    if (found == lists.end())
        return false;
    node.mutable_input()->RemoveLast();
    auto& attribute = *node.add_attribute();
    attribute.set_name(name);
    attribute.set_type(onnx::AttributeProto::INTS);
    *attribute.mutable_ints() = found->second;
    return true;
}

/// Turns a number or list of a Constant into a tensor; opset 11 has no other constants.
void turnIntoTensor(onnx::AttributeProto& attribute) {
    onnx::TensorProto tensor;
    if (attribute.type() == onnx::AttributeProto::FLOAT) {
        tensor.set_data_type(onnx::TensorProto::FLOAT);
        tensor.add_float_data(attribute.f());
    } else {
        tensor.set_data_type(onnx::TensorProto::INT64);
        if (attribute.type() == onnx::AttributeProto::INTS) {
            tensor.add_dims(attribute.ints_size());
            *tensor.mutable_int64_data() = attribute.ints();
        } else {
            tensor.add_int64_data(attribute.i());
        }
    }
    attribute.Clear();
    attribute.set_name("value");
    attribute.set_type(onnx::AttributeProto::TENSOR);
    *attribute.mutable_t() = std::move(tensor);
}

bool sayInOlderOpset(onnx::NodeProto& node, std::int64_t opset, Lists& lists) {
    const std::string& op = node.op_type();
    if (op == "Constant") {
        if (auto* values = attributeOf(node, "value_ints"))
            lists[node.output(0)] = values->ints();
        for (const char* name : {"value_int", "value_ints", "value_float"})
            if (auto* value = attributeOf(node, name); value && opset < 12)
                turnIntoTensor(*value);
        return true;
    }
    if (op == "Squeeze" || op == "Unsqueeze" || op == "ReduceSum")
        return turnIntoAttribute(node, "axes", lists);
    if (op == "Split")
        return turnIntoAttribute(node, "split", lists);
    if (isQuantizerName(op))
        return !attributeOf(node, "axis");
    return op != "HardSwish" && op != "CastLike" && op != "Trilu";
}

} // namespace

bool sayInOlderOpset(onnx::FunctionProto& function, std::int64_t opset) {
    Lists lists;
    for (auto& node : *function.mutable_node())
        if (!sayInOlderOpset(node, opset, lists))
            return false;
    return true;
}

} // namespace partita
