#include "core/onnx/operator_facts.h"

#include <unordered_map>

namespace partita {

namespace {

constexpr LeastInputs variadic(std::uint8_t first, std::uint8_t secondOpset = 0,
                               std::uint8_t second = 0) {
    return {first, secondOpset, second, 0, 0, true};
}

constexpr OperatorFacts kRows[] = {
#define OPERATOR(domain, name, kind, vectorOperations, marks, ...)                                 \
    {domain, #name, OperatorKind::kind, vectorOperations, marks, {__VA_ARGS__}},
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
