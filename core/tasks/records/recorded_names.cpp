// The names that ONNX Runtime's rewrites give to nodes.

#include "core/tasks/records/recorded_names.h"

#include <algorithm>
#include <functional>

#include "core/base/number_text.h"

namespace partita {

namespace {

const std::vector<std::string> kActivations{"Relu", "Sigmoid",     "Tanh",     "LeakyRelu",
                                            "Clip", "HardSigmoid", "HardSwish"};
constexpr std::string_view kVariants[] = {"QLinear", "Fused", "Nhwc", "NhwcFused", "Q"},
                           kVariantEndings[] = {"NBits", "IntegerToFloat"};
/// Operators of nodes between others, which ONNX Runtime calls by their operator.
constexpr std::string_view kBetween[] = {"Transpose", "Reshape",  "Squeeze", "Unsqueeze",
                                         "Gather",    "Identity", "Cast"};
constexpr std::string_view kOnlyInserted[] = {"MemcpyToHost", "MemcpyFromHost", "ReorderInput",
                                              "ReorderOutput"};
constexpr std::string_view kInsertedStarts[] = {"InsertedPrecisionFreeCast_", "InsertedCast_",
                                                "Memcpy_"};
constexpr std::string_view kInsertedNames[] = {"gemm_input_reshape", "gemm_output_reshape"};

template <std::size_t N> bool isOneOf(std::string_view text, const std::string_view (&all)[N]) {
    return std::ranges::find(all, text) != std::end(all);
}

template <std::size_t N>
bool startsWithOneOf(std::string_view text, const std::string_view (&all)[N]) {
    return std::ranges::any_of(all, [&](std::string_view each) { return text.starts_with(each); });
}

std::optional<std::string> withoutEnding(const std::string& text, std::string_view ending) {
    return text.ends_with(ending) ? std::optional(text.substr(0, text.size() - ending.size()))
                                  : std::nullopt;
}

/// The name before "_token_7", which ONNX Runtime puts behind a name that it gives once more.
std::optional<std::string> nameBeforeToken(const std::string& made) {
    constexpr std::string_view kToken = "_token_";
    const auto at = made.rfind(kToken);
    return at != std::string::npos && parseWholeNumber(made.substr(at + kToken.size()))
               ? std::optional(made.substr(0, at))
               : std::nullopt;
}

/// The name before "/MatMulAddFusion" or "/GeluFusion/", and that ending.
std::optional<std::pair<std::string, std::string>> fusionOf(std::string made) {
    while (made.ends_with('/'))
        made.pop_back();
    const auto slash = made.rfind('/');
    if (slash == std::string::npos || !made.ends_with("Fusion"))
        return std::nullopt;
    return std::pair(made.substr(0, slash), made.substr(slash + 1));
}

using Add = std::function<void(MadeName)>;
constexpr int kMostTimes = 8; ///< that a name is made of another

/// Gives `add` what a name may say, the likeliest reading first: one name is made of another.
void readName(const std::string& made, const std::string& op, const Add& add,
              int times = kMostTimes) {
    using Of = MadeName::Of;
    if (times == 0)
        return;
    if (made.starts_with("fused ")) {
        const std::string name = made.substr(6);
        const std::string from = op.starts_with("Fused") ? op.substr(5) : "";
        const auto joined = [&](MadeName each) {
            if (each.op.empty())
                each.op = from;
            each.then.push_back(kActivations);
            add(std::move(each));
        };
        readName(name, "", joined, times - 1);
        joined({Of::node, name, "", {}});
    } else if (const auto once = op.empty() ? std::nullopt : nameBeforeToken(made)) {
        add({Of::node, *once, op, {}});
        readName(*once, op, add, times - 1);
    } else if (const auto fused = fusionOf(made)) {
        const auto& [name, fusion] = *fused;
        const bool withAdd = fusion == "MatMulAddFusion";
        add(withAdd ? MadeName{Of::node, name, "MatMul", {{"Add"}}}
                    : MadeName{Of::node, name, "", {}});
        readName(name, "", add, times - 1);
    } else if (const auto copied = withoutEnding(made, "/duplicated")) {
        add({Of::copy, *copied, "DequantizeLinear", {}});
    } else if (const auto reshaped = withoutEnding(made, "_new_reshape")) {
        add({Of::node, *reshaped, "Reshape", {}});
        readName(*reshaped, op, add, times - 1);
    } else if (const auto value = withoutEnding(made, "_nchwc")) {
        add({Of::value, *value, op, {}});
    } else if (isNameless({made, op, {}, {}})) {
        add({Of::node, "", op, {}});
    }
}

} // namespace

std::vector<MadeName> madeNames(const RecordedNode& node) {
    std::vector<MadeName> names;
    readName(node.name, node.op, [&](MadeName each) { names.push_back(std::move(each)); });
    return names;
}

bool isVariantOf(std::string_view made, std::string_view op) {
    return std::ranges::any_of(kVariants,
                               [&](std::string_view start) {
                                   return made.starts_with(start) &&
                                          made.substr(start.size()) == op;
                               }) ||
           std::ranges::any_of(kVariantEndings, [&](std::string_view ending) {
               return made.starts_with(op) && made.substr(op.size()) == ending;
           });
}

bool isQuantizedVariant(std::string_view made) {
    return made.starts_with("QLinear") || made == "QGemm" || made == "MatMulIntegerToFloat";
}

Message whyInserted(const RecordedNode& node) {
    std::string name = node.name;
    for (auto shorter = nameBeforeToken(name); shorter; shorter = nameBeforeToken(name))
        name = *std::move(shorter);
    if (const auto reshaped = withoutEnding(name, "_new_reshape"))
        name = nameBeforeToken(*reshaped).value_or(*reshaped);
    if (isOneOf(node.op, kOnlyInserted) || startsWithOneOf(name, kInsertedStarts) ||
        isOneOf(name, kInsertedNames) || (name == node.op && isOneOf(name, kBetween)))
        return PARTITA_TEXT("ONNX Runtime inserted it");
    if (name.starts_with("_inlfunc_"))
        return PARTITA_TEXT("ONNX Runtime replaced the call of a function by its nodes");
    if (name.starts_with("_if_then_branch_") || name.starts_with("_if_else_branch_"))
        return PARTITA_TEXT("ONNX Runtime took it out of a branch that always runs");
    if (name == node.op && !name.empty())
        return PARTITA_TEXT("ONNX Runtime made it of other nodes; its name does not tell of which");
    return {};
}

bool isNameless(const RecordedNode& node) {
    return !node.op.empty() && node.name.starts_with(node.op + "_") &&
           parseWholeNumber(node.name.substr(node.op.size() + 1)).has_value();
}

} // namespace partita
