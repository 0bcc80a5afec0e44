#include "core/onnx/operator_facts.h"

#include <algorithm>
#include <ranges>
#include <unordered_map>

#include "core/onnx/least_inputs.h"
#include "core/onnx/operator_description.h"

namespace partita {

namespace {

constexpr OperatorFacts kRows[] = {
#define OPERATOR(domain, name, kind, vectorOperations, marks, ...)                                 \
    {domain, #name, OperatorKind::kind, vectorOperations, marks},
#include "core/onnx/operators.def"
#undef OPERATOR
};

/// How many inputs nodes must have: at first, and from two later opsets on.
struct LeastInputs {
    std::uint8_t first = 0, second = 0, then = 0, third = 0, last = 0;
    bool isVariadic = false;

    [[nodiscard]] std::size_t in(std::int64_t opset) const {
        return third > 0 && opset >= third ? last : second > 0 && opset >= second ? then : first;
    }
};

constexpr LeastInputs variadic(std::uint8_t first, std::uint8_t second = 0, std::uint8_t then = 0) {
    return {first, second, then, 0, 0, true};
}

/// By row.
constexpr LeastInputs kLeastInputs[] = {
#define OPERATOR(domain, name, kind, vectorOperations, marks, ...) {__VA_ARGS__},
#include "core/onnx/operators.def"
#undef OPERATOR
};

/// The rows of one domain by name.
class DomainRows {
public:
    explicit DomainRows(std::string_view domain) {
        for (const OperatorFacts& row : kRows)
            if (row.domain == domain)
                m_rows.emplace(row.name, &row);
    }
    [[nodiscard]] const OperatorFacts* find(std::string_view name) const {
        const auto found = m_rows.find(name);
        return found == m_rows.end() ? nullptr : found->second;
    }

private:
    std::unordered_map<std::string_view, const OperatorFacts*> m_rows;
};

LeastInputs inputsOf(const OperatorFacts& facts) {
    return facts.name.empty() ? LeastInputs() : kLeastInputs[&facts - kRows];
}

/// Whether a resizing node only copies elements of its input.
bool takesNearest(const Node& node) {
    const bool resizes = node.is("Resize");
    return (resizes || node.is("Upsample")) &&
           node.stringAttribute("mode", "nearest") == "nearest" &&
           node.stringAttribute("coordinate_transformation_mode", "half_pixel") !=
               "tf_crop_and_resize";
}

} // namespace

const OperatorFacts& operatorFacts(std::string_view opType, std::string_view domain) {
    static const DomainRows kOnnx(""), kClassical("ai.onnx.ml"), kMicrosoft("com.microsoft");
    static constexpr OperatorFacts kUnknown;
    const DomainRows* rows = domain.empty() || domain == "ai.onnx" ? &kOnnx
                             : domain == "ai.onnx.ml"              ? &kClassical
                             : domain == "com.microsoft"           ? &kMicrosoft
                                                                   : nullptr;
    const OperatorFacts* found = rows ? rows->find(opType) : nullptr;
    return found ? *found : kUnknown;
}

std::size_t leastInputs(std::string_view opType, std::string_view domain, std::int64_t opset) {
    return inputsOf(operatorFacts(opType, domain)).in(opset);
}

bool lacksInputs(const Model& model, const Node& node) {
    const std::int64_t opset = model.info().opset(node.domain).value_or(1);
    const LeastInputs inputs = inputsOf(operatorFacts(node));
    const std::size_t least = inputs.in(opset), given = node.inputs.size();
    if (given < least)
        return true;
    const auto isLeftOut = [&](std::size_t i) { return !node.inputs[i]; };
    const auto places = std::views::iota(std::size_t{0}, inputs.isVariadic ? given : least);
    if (std::ranges::none_of(places, isLeftOut))
        return false;
    // An input may be optional although a later one is needed, as that of a Loop is.
    const auto known = describeOperator(node.opType.str(), node.domain.str(), opset);
    return !known || std::ranges::any_of(places, [&](std::size_t i) {
        return isLeftOut(i) && known->needsInput(i, given);
    });
}

bool isRandom(const Node& node) {
    const OperatorFacts& facts = operatorFacts(node);
    return facts.kind == OperatorKind::random ||
           (facts.has(kRandomInTraining) && node.inputs.size() > 2 && node.inputs[2]);
}

bool isView(const Node& node) {
    return operatorFacts(node).kind == OperatorKind::view && !isRandom(node);
}

bool movesElements(const Node& node) {
    return isView(node) || operatorFacts(node).kind == OperatorKind::movement || takesNearest(node);
}

bool passesElements(const Node& node) {
    const OperatorFacts& facts = operatorFacts(node);
    const bool assembles = facts.kind == OperatorKind::assembly || facts.has(kSelects);
    return movesElements(node) ||
           (assembles && node.stringAttribute("reduction", "none") == "none");
}

} // namespace partita
