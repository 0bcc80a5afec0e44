#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include <onnx/onnx-data.pb.h>

#include "core/ir/type.h"
#include "tests/fuzz/case_values.h"
#include "tests/fuzz/operator_generator.h"

namespace partita::fuzz {

namespace {

namespace fs = std::filesystem;

template <class Message> bool readMessage(const fs::path& path, Message& message) {
    std::ifstream file(path, std::ios::binary);
    return file && message.ParseFromIstream(&file);
}

void dropShape(onnx::TypeProto& type) {
    if (type.has_tensor_type())
        type.mutable_tensor_type()->clear_shape();
    else if (type.has_sequence_type())
        dropShape(*type.mutable_sequence_type()->mutable_elem_type());
    else if (type.has_optional_type())
        dropShape(*type.mutable_optional_type()->mutable_elem_type());
}

/// Reads the tensors of an input_N.pb.
bool readInput(const fs::path& path, CaseInput& input) {
    onnx::SequenceProto sequence;
    if (input.type.has_tensor_type())
        return readMessage(path, input.tensors.emplace_back());
    if (input.type.has_optional_type()) {
        onnx::OptionalProto optional;
        if (!readMessage(path, optional))
            return false;
        if (optional.has_tensor_value())
            input.tensors.push_back(optional.tensor_value());
        else if (optional.has_sequence_value())
            sequence = optional.sequence_value();
    } else if (!input.type.has_sequence_type() || !readMessage(path, sequence)) {
        return false;
    }
    for (const auto& tensor : sequence.tensor_values())
        input.tensors.push_back(tensor);
    return true;
}

std::string enumerated(const std::string& name, Chance& chance) {
    static const std::map<std::string, std::vector<std::string>> kWords = {
        {"auto_pad", {"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"}},
        {"mode",
         {"constant", "reflect", "edge", "wrap", "nearest", "linear", "cubic", "bilinear", "DCR",
          "CRD", "avg", "max", "TF", "IDF", "TFIDF", "zeros"}},
        {"direction", {"forward", "reverse", "bidirectional", "LEFT", "RIGHT"}},
        {"reduction", {"none", "add", "mul", "max", "min", "sum", "mean"}},
        {"coordinate_transformation_mode",
         {"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners", "asymmetric",
          "tf_half_pixel_for_nn", "tf_crop_and_resize", "output_half_pixel"}},
        {"nearest_mode", {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"}},
        {"padding_mode", {"zeros", "border", "reflection"}},
        {"approximate", {"none", "tanh"}},
        {"post_transform", {"NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"}},
        {"kernel_type", {"LINEAR", "POLY", "RBF", "SIGMOID"}},
        {"norm", {"MAX", "L1", "L2"}},
        {"case_change_action", {"LOWER", "UPPER", "NONE"}},
        {"keep_aspect_ratio_policy", {"stretch", "not_larger", "not_smaller"}},
        {"aggregate_function", {"SUM", "AVERAGE", "MIN", "MAX"}},
        {"cast_to", {"TO_FLOAT", "TO_STRING", "TO_INT64"}},
        {"map_form", {"DENSE", "SPARSE"}},
        {"equation", {"ij,jk->ik", "ii", "i,i->", "...ij->...ji", "ij->", "bij,bjk", "i,j->ij"}},
        {"round_mode", {"up", "down", "nearest"}},
    };
    const auto found = kWords.find(name);
    return found == kWords.end() || chance.oneIn(20) ? chance.of({"", "abc", "NONE"})
                                                     : chance.of(found->second);
}

std::int64_t randomInt(const std::string& name, std::size_t rank, Chance& chance) {
    if (chance.oneIn(30) && name != "sampling_ratio") // the work grows with its square
        return chance.of({std::numeric_limits<std::int64_t>::min(),
                          std::numeric_limits<std::int64_t>::max(), std::int64_t{1} << 31,
                          std::int64_t{-1}, std::int64_t{1000}});
    const auto r = static_cast<std::int64_t>(rank);
    if (name.find("axis") != std::string::npos || name == "batch_dims" || name == "start" ||
        name == "end")
        return chance.oneIn(10) ? chance.between(-r - 1, r + 1)
                                : chance.between(-r, std::max<std::int64_t>(r - 1, -r));
    if (name.starts_with("keepdims"))
        return chance.between(0, 1); // other values are undefined
    if (name == "to" || name.find("dtype") != std::string::npos)
        return chance.between(1, 24);
    return chance.oneIn(2) ? chance.between(0, 1) : chance.between(-1, 4);
}

void addInts(onnx::AttributeProto& made, const std::string& name, std::size_t rank,
             Chance& chance) {
    if (name == "perm") {
        std::vector<std::int64_t> order(rank);
        for (std::size_t i = 0; i < rank; ++i)
            order[i] = static_cast<std::int64_t>(i);
        for (std::size_t i = rank; i > 1; --i)
            std::swap(order[i - 1], order[chance.pick(i)]);
        for (const std::int64_t axis : order)
            made.add_ints(axis);
        return;
    }
    const bool axes = name == "axes";
    std::size_t length = name == "pads" ? 2 * rank : axes ? chance.pick(rank + 1) : rank;
    if (chance.oneIn(15))
        length = chance.pick(6);
    for (std::size_t i = 0; i < length; ++i)
        made.add_ints(chance.oneIn(40)
                          ? chance.of({std::int64_t{-1}, std::int64_t{0}, std::int64_t{1} << 40})
                      : axes           ? static_cast<std::int64_t>(i)
                      : name == "pads" ? chance.between(0, 2)
                                       : chance.between(1, 3));
}

float randomFloat(Chance& chance) {
    return chance.oneIn(20) ? chance.of({std::numeric_limits<float>::quiet_NaN(),
                                         std::numeric_limits<float>::infinity(), -1e30F, 1e30F})
                            : chance.of({0.0F, 1.0F, 0.5F, -1.0F, 2.0F, 1e-5F, 0.25F, -0.5F, 3.0F});
}

std::size_t rankOf(const OperatorCase& each) {
    return each.inputs.empty() || !each.inputs[0] || each.inputs[0]->tensors.empty()
               ? 0
               : static_cast<std::size_t>(each.inputs[0]->tensors[0].dims_size());
}

/// A tensor of other dimensions with the elements of `tensor` repeated. An int64 vector, which is
/// often a shape, is extended with 1.
onnx::TensorProto resized(const onnx::TensorProto& tensor, const std::vector<std::int64_t>& dims,
                          Chance& chance) {
    const auto type = static_cast<DataType>(tensor.data_type());
    const std::uint64_t bytes = packedBytes(type, elementCount(dims).value_or(0)).value_or(0);
    const std::string& old = tensor.raw_data();
    if (old.empty() || dataTypeBits(type) < 8)
        return randomTensor(chance, tensor.data_type(), dims, {0, 3, false, true});
    onnx::TensorProto made;
    made.set_data_type(tensor.data_type());
    for (const std::int64_t size : dims)
        made.add_dims(size);
    std::string data;
    if (type == DataType::int64 && dims.size() == 1)
        for (data = old.substr(0, bytes); data.size() < bytes;)
            data += std::string("\1\0\0\0\0\0\0\0", 8);
    while (data.size() < bytes)
        data += old.substr(0, std::min<std::size_t>(old.size(), bytes - data.size()));
    made.set_raw_data(data);
    return made;
}

/// Replaces a size by another one wherever it occurs.
void changeSize(OperatorCase& each, Chance& chance) {
    std::vector<std::int64_t> sizes;
    for (const auto& input : each.inputs)
        if (input)
            for (const auto& tensor : input->tensors)
                sizes.insert(sizes.end(), tensor.dims().begin(), tensor.dims().end());
    if (sizes.empty())
        return;
    const std::int64_t from = chance.of(sizes),
                       to = chance.oneIn(6) ? 0 : chance.of({1, 2, 3, 4, 5, 7, 8, 9, 16, 17});
    const bool everywhere = !chance.oneIn(5);
    for (auto& input : each.inputs)
        if (input && (everywhere || chance.oneIn(2)))
            for (auto& tensor : input->tensors) {
                std::vector<std::int64_t> dims(tensor.dims().begin(), tensor.dims().end());
                std::ranges::replace(dims, from, to);
                if (elementCount(dims).value_or(1 << 20) < (1 << 16))
                    tensor = resized(tensor, dims, chance);
            }
}

void changeRank(OperatorCase& each, Chance& chance) {
    const bool fewer = chance.oneIn(2);
    for (auto& input : each.inputs)
        if (input && chance.oneIn(2))
            for (auto& tensor : input->tensors) {
                std::vector<std::int64_t> dims(tensor.dims().begin(), tensor.dims().end());
                if (fewer && !dims.empty())
                    dims.erase(dims.begin());
                else if (!fewer && dims.size() < 6)
                    dims.insert(dims.begin(), 1);
                if (elementCount(dims).value_or(1 << 20) < (1 << 16))
                    tensor = resized(tensor, dims, chance);
            }
}

void retype(onnx::TypeProto& type, int from, int to) {
    if (type.has_tensor_type()) {
        if (type.tensor_type().elem_type() == from)
            type.mutable_tensor_type()->set_elem_type(to);
    } else if (type.has_sequence_type()) {
        retype(*type.mutable_sequence_type()->mutable_elem_type(), from, to);
    } else if (type.has_optional_type()) {
        retype(*type.mutable_optional_type()->mutable_elem_type(), from, to);
    }
}

/// Replaces an element type by another one in all inputs and outputs.
void changeType(OperatorCase& each, Chance& chance) {
    if (each.inputs.empty() || !each.inputs[0] || each.inputs[0]->tensors.empty())
        return;
    const int from = each.inputs[0]->tensors[0].data_type();
    const int to = chance.of({1, 10, 11, 16, 1, 10, 6, 7, 3, 2, 9, 8, 12, 13, 5, 4, 14, 17, 22});
    for (auto& input : each.inputs) {
        if (!input)
            continue;
        retype(input->type, from, to);
        for (auto& tensor : input->tensors)
            if (tensor.data_type() == from)
                tensor = randomTensor(chance, to, {tensor.dims().begin(), tensor.dims().end()},
                                      {0, 5, false, true});
    }
    for (auto& output : each.outputs)
        if (output)
            retype(*output, from, to);
}

void changeAttribute(OperatorCase& each, Chance& chance) {
    const SchemaRange* range = schemaInForce(each.op, each.domain, each.opset);
    if (!range || range->schema->attributes().empty())
        return;
    auto chosen = range->schema->attributes().begin();
    std::advance(chosen, chance.pick(range->schema->attributes().size()));
    if (chosen->second.type == onnx::AttributeProto::GRAPH)
        return;
    std::erase_if(each.attributes, [&](const auto& old) { return old.name() == chosen->first; });
    if (!chance.oneIn(4))
        each.attributes.push_back(randomAttribute(chosen->second, rankOf(each), chance));
    for (auto& output : each.outputs)
        output.reset(); // an attribute may decide the type
}

void changeOpset(OperatorCase& each, Chance& chance) {
    each.opset = static_cast<int>(chance.between(1, newestOpsetOf(each.domain)));
    if (each.domain.empty())
        each.defaultOpset = each.opset;
}

void changeValues(OperatorCase& each, Chance& chance) {
    for (auto& input : each.inputs)
        // A Loop that counts to 2^63 would not end.
        if (input && chance.oneIn(2) && !(each.op == "Loop" && &input == &each.inputs.front()))
            for (auto& tensor : input->tensors)
                tensor = randomTensor(chance, tensor.data_type(),
                                      {tensor.dims().begin(), tensor.dims().end()},
                                      {-3, 5, chance.oneIn(2), true});
}

} // namespace

onnx::AttributeProto randomAttribute(const onnx::OpSchema::Attribute& attribute, std::size_t rank,
                                     Chance& chance) {
    onnx::AttributeProto made;
    made.set_name(attribute.name);
    made.set_type(attribute.type);
    const std::size_t few = chance.pick(4);
    switch (attribute.type) {
    case onnx::AttributeProto::INT: made.set_i(randomInt(attribute.name, rank, chance)); break;
    case onnx::AttributeProto::FLOAT:
        made.set_f(randomFloat(chance));
        if (attribute.name == "epsilon") // a negative one cancels the variance
            made.set_f(std::fabs(made.f()));
        break;
    case onnx::AttributeProto::STRING: made.set_s(enumerated(attribute.name, chance)); break;
    case onnx::AttributeProto::INTS: addInts(made, attribute.name, rank, chance); break;
    case onnx::AttributeProto::FLOATS:
        for (std::size_t i = 0; i < few; ++i)
            made.add_floats(randomFloat(chance));
        break;
    case onnx::AttributeProto::STRINGS:
        for (std::size_t i = 0; i < few; ++i)
            made.add_strings(chance.of({"a", "b", "cat", "", "Tanh", "Sigmoid", "Relu"}));
        break;
    case onnx::AttributeProto::TENSOR:
        *made.mutable_t() = randomTensor(chance, chance.of({1, 7, 6, 11, 10, 9, 8}),
                                         std::vector<std::int64_t>(chance.pick(3), 1), {});
        break;
    default: break;
    }
    return made;
}

std::optional<OperatorCase> caseOfExample(const fs::path& folder) {
    onnx::ModelProto model;
    if (!readMessage(folder / "model.onnx", model) || model.graph().node_size() != 1 ||
        model.graph().initializer_size() > 0)
        return std::nullopt;
    const onnx::NodeProto& node = model.graph().node(0);
    OperatorCase made;
    made.op = node.op_type();
    made.domain = node.domain() == "ai.onnx" ? "" : node.domain();
    if (!made.domain.empty() && made.domain != "ai.onnx.ml")
        return std::nullopt;
    made.defaultOpset = 18;
    for (const auto& import : model.opset_import()) {
        const bool isDefault = import.domain().empty() || import.domain() == "ai.onnx";
        (isDefault ? made.defaultOpset : made.opset) = static_cast<int>(import.version());
    }
    if (made.domain.empty())
        made.opset = made.defaultOpset;
    for (const std::string& name : node.input()) {
        made.inputs.emplace_back();
        for (int i = 0; i < model.graph().input_size() && !name.empty(); ++i) {
            if (model.graph().input(i).name() != name)
                continue;
            CaseInput input;
            input.type = model.graph().input(i).type();
            dropShape(input.type);
            if (!readInput(folder / "test_data_set_0" / ("input_" + std::to_string(i) + ".pb"),
                           input))
                return std::nullopt;
            made.inputs.back() = std::move(input);
        }
    }
    for (const auto& attribute : node.attribute())
        made.attributes.push_back(attribute);
    for (const std::string& name : node.output()) {
        made.outputs.emplace_back();
        made.wanted.push_back(!name.empty());
        for (const auto& output : model.graph().output())
            if (output.name() == name && output.has_type()) {
                made.outputs.back() = output.type();
                dropShape(*made.outputs.back());
            }
    }
    return made;
}

void mutate(OperatorCase& each, Chance& chance) {
    switch (chance.pick(8)) {
    case 0:
    case 1: changeSize(each, chance); break;
    case 2: changeType(each, chance); break;
    case 3:
    case 4: changeAttribute(each, chance); break;
    case 5: changeValues(each, chance); break;
    case 6:
        if (chance.oneIn(2))
            changeOpset(each, chance);
        else
            changeRank(each, chance);
        break;
    default:
        if (!each.inputs.empty() && each.op != "Loop") { // omits an input, but not what ends a loop
            each.inputs[each.inputs.size() - 1 -
                        (chance.oneIn(4) ? chance.pick(each.inputs.size()) : 0)]
                .reset();
            while (!each.inputs.empty() && !each.inputs.back())
                each.inputs.pop_back();
        }
    }
}

OperatorCase ofOtherSizes(OperatorCase each) {
    Chance chance(each.seed + 1);
    std::vector<std::int64_t> sizes;
    const auto isFed = [](const std::optional<CaseInput>& input) {
        return input && input->isTensor() && input->tensors.size() == 1 &&
               input->source == CaseInput::Source::feed;
    };
    for (const auto& input : each.inputs)
        if (isFed(input))
            sizes.insert(sizes.end(), input->tensors[0].dims().begin(),
                         input->tensors[0].dims().end());
    if (sizes.empty())
        return each;
    const std::int64_t from = chance.of(sizes), to = chance.of({1, 2, 3, 4, 5, 8, 9, 17});
    for (auto& input : each.inputs)
        if (isFed(input)) {
            onnx::TensorProto& tensor = input->tensors[0];
            std::vector<std::int64_t> dims(tensor.dims().begin(), tensor.dims().end());
            std::ranges::replace(dims, from, to);
            if (elementCount(dims).value_or(1 << 20) < (1 << 16))
                tensor = resized(tensor, dims, chance);
        }
    return each;
}

void surround(OperatorCase& each, Chance& chance) {
    using Source = CaseInput::Source;
    const bool fold = chance.oneIn(8); // without inputs, everything is folded
    for (auto& input : each.inputs) {
        if (!input || !input->isTensor() || input->tensors.size() != 1)
            continue;
        input->source = fold || chance.oneIn(4)
                            ? chance.of({Source::initializer, Source::constant, Source::folded})
                            : Source::feed;
        const int type = input->tensors[0].data_type();
        const bool number = type == 1 || type == 10 || type == 11;
        if (chance.oneIn(6))
            input->before =
                number ? chance.of({"Relu", "Neg", "Abs", "Identity", "Transpose", "Reshape"})
                       : chance.of({"Identity", "Transpose", "Reshape"});
    }
    const bool tensorOut =
        !each.outputs.empty() && each.outputs[0] && each.outputs[0]->has_tensor_type();
    if (tensorOut && chance.oneIn(3)) {
        const int type = each.outputs[0]->tensor_type().elem_type();
        each.after = type == 1 || type == 10 || type == 11
                         ? chance.of({"Relu", "Add", "Mul", "Neg", "Transpose", "Reshape",
                                      "Identity", "Shape"})
                         : chance.of({"Identity", "Transpose", "Reshape", "Shape"});
        each.bothOutputs = chance.oneIn(2);
    }
    if (chance.oneIn(10))
        each.body =
            tensorOut && chance.oneIn(2) ? OperatorCase::Body::loop : OperatorCase::Body::branch;
    each.symbolic = chance.oneIn(8);
}

} // namespace partita::fuzz
