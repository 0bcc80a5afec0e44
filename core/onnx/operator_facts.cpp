#include "core/onnx/operator_facts.h"

#include <array>
#include <iterator>

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

/// The rows of one domain by name. A name is found by its length and four letters, because every
/// step of a large model asks this for each of its nodes.
class DomainRows {
public:
    explicit DomainRows(std::string_view domain) {
        for (const OperatorFacts& row : kRows)
            if (row.domain == domain) {
                std::size_t at = placeOf(row.name);
                while (m_slots[at])
                    at = (at + 1) % kSlots;
                m_slots[at] = &row;
            }
    }
    [[nodiscard]] const OperatorFacts* find(std::string_view name) const {
        if (name.empty())
            return nullptr;
        std::size_t at = placeOf(name);
        while (m_slots[at] && m_slots[at]->name != name)
            at = (at + 1) % kSlots;
        return m_slots[at];
    }

private:
    static constexpr std::size_t kSlots = 1024; ///< more than twice the rows of all domains
    static_assert(2 * std::size(kRows) < kSlots);

    static std::size_t placeOf(std::string_view name) {
        std::size_t place = name.size();
        for (const std::size_t letter :
             {std::size_t{0}, name.size() / 3, name.size() / 2, name.size() - 1})
            place = place * 37 + static_cast<unsigned char>(name[letter]);
        return place % kSlots;
    }

    std::array<const OperatorFacts*, kSlots> m_slots{};
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

bool isInferenceNormalization(const Node& node) {
    return node.is("BatchNormalization") && node.outputs.size() == 1 &&
           node.intAttribute("training_mode", 0) == 0 && node.intAttribute("is_test", 1) != 0 &&
           node.intAttribute("spatial", 1) != 0;
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
