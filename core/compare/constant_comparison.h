#pragma once

#include <unordered_map>
#include <unordered_set>

#include "core/compare/model_differences.h"

namespace partita {

/// The constant that a node reads: an initializer or the output of a Constant node; sparse tensors
/// are made dense. Nothing for any other value.
std::optional<Tensor> constantRead(const Model& model, ValueId value);

/// The difference of two tensors; nothing: they are equal within the tolerances.
std::optional<PropertyChange> tensorChange(const Tensor& a, const Tensor& b,
                                           const CompareOptions& options);

/// Compares constants, each pair once.
class ConstantComparison {
public:
    ConstantComparison(const Model& a, const Model& b, const CompareOptions& options)
        : m_a(a), m_b(b), m_options(options) {}
    /// The difference of two values if one of them is a constant; null: none.
    const PropertyChange* compare(ValueId a, ValueId b);
    /// Whether a value was given to `compare`.
    [[nodiscard]] bool hasSeenA(ValueId value) const { return m_seenA.contains(value); }
    [[nodiscard]] bool hasSeenB(ValueId value) const { return m_seenB.contains(value); }
    /// The constants that differ, in the order of their first comparison.
    [[nodiscard]] std::vector<ConstantDifference> differences() const;

private:
    const Model &m_a, &m_b;
    const CompareOptions& m_options;
    std::unordered_map<std::uint64_t, std::optional<PropertyChange>> m_known;
    std::vector<std::pair<ValueId, ValueId>> m_order;
    std::unordered_set<ValueId> m_seenA, m_seenB;
};

} // namespace partita
