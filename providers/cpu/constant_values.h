#pragma once

#include <unordered_map>
#include <unordered_set>

#include "core/runtime/execution_provider.h"

namespace partita::cpu {

/// What the nodes of a partition yield that read constants only (shapes, transposed weights,
/// parameters that an exporter expanded): computed once, when the partition is compiled. A node
/// that cannot be computed, or whose result is random, is left to run like any other.
class ConstantValues {
public:
    ConstantValues(const Model& model, const Partition& partition, const OpVersions& versions,
                   const std::stop_token& stop);

    /// The result of a node; null: it is not computed here.
    [[nodiscard]] const RuntimeValue* computed(ValueId value) const;
    /// A constant of the model, or a result.
    [[nodiscard]] bool isConstant(ValueId value) const;
    /// The number in a constant of one element.
    [[nodiscard]] std::optional<double> scalar(ValueId value) const;

    /// The results that other nodes read or a graph returns; nothing is left here.
    std::vector<std::pair<ValueId, RuntimeValue>> takeResults() &&;

private:
    const Model& m_model;
    std::unordered_map<ValueId, RuntimeValue> m_results;
    std::unordered_set<ValueId> m_wanted; ///< by what is not computed here
};

} // namespace partita::cpu
