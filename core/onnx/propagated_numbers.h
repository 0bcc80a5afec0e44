#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/ir/function_calls.h"
#include "core/ir/model.h"

namespace partita {

/// Which values ONNX's inference may know numbers of beside their types: those that shapes are
/// computed from. It may only say too many, because it looks at operators and types, not at numbers.
class PropagatedNumbers {
public:
    /// `model`: with inferred types; it must outlive this.
    explicit PropagatedNumbers(const Model& model) : m_model(model), m_functions(model) {}

    /// Whether the numbers of a value, if inference knows any, are known only to who looks at the node
    /// that makes it.
    bool comeFromProducer(ValueId value);

private:
    /// Of which inputs numbers must be known so that numbers of an output are.
    enum class Needs { nothing, first, all, isNone };
    Needs needsOf(const Node& node);
    [[nodiscard]] Needs needsBySchema(const Node& node) const;
    bool mayBeKnown(ValueId value, int depth);
    bool follow(ValueId value, int depth);
    [[nodiscard]] bool isPropagated(ValueId value);

    const Model& m_model;
    FunctionIndex m_functions;
    enum class Known : std::uint8_t { notAsked, yes, no };
    std::vector<Known> m_known;                                             // by value
    std::unordered_map<std::string, std::pair<std::string, Needs>> m_needs; // by operator: domain
};

} // namespace partita
