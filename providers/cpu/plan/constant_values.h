#pragma once

#include <memory>
#include <unordered_map>
#include <unordered_set>

#include "core/provider/execution_provider.h"

namespace partita::cpu {

/// What the nodes of a partition yield that read constants only (shapes, transposed weights,
/// parameters that an exporter expanded): computed once, when the partition is compiled. A node
/// that cannot be computed, or whose result is random, is left to run like any other. The model,
/// the versions and the token must outlive it.
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

    /// Quantized weights are left as they are at first: whoever multiplies integers needs no floats.
    [[nodiscard]] bool isPostponed(NodeId node) const { return m_postponed.contains(node); }
    /// Computes a postponed node after all; false where that fails.
    bool compute(const Node& node);

    /// The results in `read`, and those that bodies or other partitions read or a graph returns;
    /// nothing is left here.
    std::vector<std::pair<ValueId, RuntimeValue>>
    takeResults(const std::unordered_set<ValueId>& read) &&;

private:
    class Evaluator;
    Evaluator& evaluator();

    const Model& m_model;
    const OpVersions& m_versions;
    const std::stop_token& m_stop;
    std::shared_ptr<Evaluator> m_evaluator; ///< none before something is computed
    std::unordered_map<ValueId, RuntimeValue> m_results;
    std::unordered_set<NodeId> m_postponed;
    std::unordered_set<NodeId> m_here;
};

} // namespace partita::cpu
