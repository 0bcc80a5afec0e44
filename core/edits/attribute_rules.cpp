#include "core/edits/attribute_rules.h"

#include <algorithm>
#include <vector>

#include "core/edits/constant_tools.h"
#include "core/edits/edit_tools.h"
#include "core/provider/node_check.h"

namespace partita {

namespace {

struct TextRow {
    std::string_view opType; ///< empty: of every operator
    std::string_view attribute;
    std::vector<std::string_view> texts;
};

/// The values that ONNX's text lists for attributes whose schema only says "string". An operator
/// that got values in later versions has all of them.
const std::vector<TextRow>& textRows() {
    static const std::vector<std::string_view> kReductions = {"none", "add", "mul", "max", "min"};
    static const std::vector<TextRow> kRows = {
        {"", "auto_pad", {"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"}},
        {"Resize", "mode", {"nearest", "linear", "cubic"}},
        {"Resize",
         "coordinate_transformation_mode",
         {"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners", "asymmetric",
          "tf_half_pixel_for_nn", "tf_crop_and_resize"}},
        {"Resize", "nearest_mode", {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"}},
        {"Resize", "keep_aspect_ratio_policy", {"stretch", "not_larger", "not_smaller"}},
        {"Upsample", "mode", {"nearest", "linear", "bilinear"}},
        {"Pad", "mode", {"constant", "reflect", "edge", "wrap"}},
        {"GridSample", "mode", {"linear", "nearest", "cubic", "bilinear", "bicubic"}},
        {"GridSample", "padding_mode", {"zeros", "border", "reflection"}},
        {"RoiAlign", "mode", {"avg", "max"}},
        {"RoiAlign", "coordinate_transformation_mode", {"half_pixel", "output_half_pixel"}},
        {"DepthToSpace", "mode", {"DCR", "CRD"}},
        {"Gelu", "approximate", {"none", "tanh"}},
        {"ScatterElements", "reduction", kReductions},
        {"ScatterND", "reduction", kReductions},
        {"TensorScatter", "mode", {"linear", "circular"}},
        {"LSTM", "direction", {"forward", "reverse", "bidirectional"}},
        {"GRU", "direction", {"forward", "reverse", "bidirectional"}},
        {"RNN", "direction", {"forward", "reverse", "bidirectional"}},
        {"BitShift", "direction", {"LEFT", "RIGHT"}},
        {"SoftmaxCrossEntropyLoss", "reduction", {"none", "sum", "mean"}},
        {"NegativeLogLikelihoodLoss", "reduction", {"none", "sum", "mean"}},
        {"TfIdfVectorizer", "mode", {"TF", "IDF", "TFIDF"}},
        {"StringNormalizer", "case_change_action", {"LOWER", "UPPER", "NONE"}},
        {"ImageDecoder", "pixel_format", {"RGB", "BGR", "Grayscale"}},
        {"", "post_transform", {"NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"}},
        {"", "kernel_type", {"LINEAR", "POLY", "RBF", "SIGMOID"}},
        {"Normalizer", "norm", {"MAX", "L1", "L2"}},
        {"TreeEnsembleRegressor", "aggregate_function", {"AVERAGE", "SUM", "MIN", "MAX"}},
    };
    return kRows;
}

std::string listed(std::span<const std::string_view> texts) {
    std::string list;
    for (const std::string_view text : texts)
        list += (list.empty() ? "" : ", ") + std::string(text);
    return list;
}

/// Whether an integer attribute names the type of the first output.
bool namesType(std::string_view attribute) {
    return attribute == "to" || attribute == "dtype" || attribute == "output_dtype";
}

/// Whether the numbers of an attribute count something of a window: a size, a step, or groups.
bool isCount(std::string_view attribute) {
    return attribute == "kernel_shape" || attribute == "strides" || attribute == "dilations" ||
           attribute == "group";
}

Message brokenNumber(std::string_view name, std::int64_t number,
                     const OperatorDescription& description) {
    if (isFlagAttribute(name) && number != 0 && number != 1)
        return PARTITA_TEXT("{0} must be 0 or 1", name);
    if (isCount(name) && number < 1)
        return PARTITA_TEXT("{0} must be positive", name);
    const FormalParameter* output = description.output(0);
    const bool isOpen = name != "to" && number == 0; // the other two may leave the type open
    if (namesType(name) && output && output->tensors != 0 && !isOpen &&
        (number < 0 || number > 63 || !(output->tensors >> number & 1)))
        return PARTITA_TEXT("{0} names a type that the output cannot be", name);
    return {};
}

Message brokenValue(const Attribute& attribute, const OperatorDescription& description) {
    const std::string& name = attribute.name;
    const bool onnx = description.domain.empty() || description.domain == "ai.onnx.ml";
    if (const auto* number = std::get_if<std::int64_t>(&attribute.value); number && onnx)
        return brokenNumber(name, *number, description);
    if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&attribute.value);
        numbers && onnx)
        for (const std::int64_t number : *numbers)
            if (Message broken = brokenNumber(name, number, description); !broken.empty())
                return broken;
    if (const auto* text = std::get_if<Buffer>(&attribute.value); text && onnx) {
        const auto texts = allowedTexts(description.name, name);
        if (!texts.empty() && std::ranges::find(texts, text->text()) == texts.end())
            return PARTITA_TEXT("{0} must be one of {1}", name, listed(texts));
    }
    return {};
}

/// Whether the function that a graph belongs to has an attribute of that name.
bool hasAttribute(const Graph& function, std::string_view name) {
    if (!function.function)
        return false;
    const auto& names = function.function->attributes;
    return std::ranges::find(names, name) != names.end() ||
           std::ranges::any_of(function.function->defaults,
                               [&](const AttributePtr& each) { return each->name == name; });
}

} // namespace

std::span<const std::string_view> allowedTexts(std::string_view opType,
                                               std::string_view attribute) {
    for (const TextRow& row : textRows())
        if (row.attribute == attribute && (row.opType.empty() || row.opType == opType))
            return row.texts;
    return {};
}

Message brokenAttribute(const Model& model, const Node& node, const Attribute& attribute,
                        const OperatorDescriptionPtr& description) {
    if (attribute.name.empty())
        return PARTITA_TEXT("an attribute needs a name");
    if (const auto* tensor = std::get_if<TensorPtr>(&attribute.value);
        tensor && !edits::checkTensor(*tensor))
        return PARTITA_TEXT("the tensor of the attribute {0} has no elements that fit its shape",
                            attribute.name);
    const auto& root = model.graph(rootOf(model, node.graph));
    if (!attribute.reference.empty() && !hasAttribute(*root, attribute.reference))
        return PARTITA_TEXT("{0} refers to the attribute {1}, which no function around it has",
                            attribute.name, attribute.reference);
    if (const GraphId function = functionOf(model, node))
        return hasAttribute(*model.graph(function), attribute.name)
                   ? Message()
                   : PARTITA_TEXT("the function has no attribute {0}", attribute.name);
    if (!description)
        return {};
    const AttributeDescription* known = description->attribute(attribute.name);
    // Names that begin with two underscores belong to the producer of the model.
    if (!known)
        return description->takesAttributes || attribute.name.starts_with("__")
                   ? Message()
                   : PARTITA_TEXT("{0} has no attribute {1} in version {2}", description->name,
                                  attribute.name, description->sinceVersion);
    const std::int32_t type = attribute.typeNumber();
    if (type != known->type && !(type == 0 && !attribute.reference.empty()))
        return PARTITA_TEXT("the attribute {0} is of the type {1} instead of {2}", attribute.name,
                            attributeTypeName(type), attributeTypeName(known->type));
    return brokenValue(attribute, *description);
}

} // namespace partita
