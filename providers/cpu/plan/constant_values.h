#pragma once

#include <memory>
#include <unordered_map>
#include <unordered_set>

#include "core/provider/execution_provider.h"

namespace partita::cpu {

/// The results of all nodes of a partition that read only constants (shapes, transposed weights,
/// parameters that an exporter expanded), computed once when the partition is compiled. A node that
/// cannot be computed, or whose result is random, runs like any other node. The model, the versions
/// and the token must outlive this object.
class ConstantValues {
public:
    ConstantValues(const Model& model, const Partition& partition, const OpVersions& versions,
                   const std::stop_token& stop);

    /// The computed value; null where it is not computed here.
    [[nodiscard]] const RuntimeValue* computed(ValueId value) const;
    /// Whether a value is a constant of the model or a computed result.
    [[nodiscard]] bool isConstant(ValueId value) const;
    /// The number in a constant of one element; empty for any other value.
    [[nodiscard]] std::optional<double> scalar(ValueId value) const;

    /// Whether a node dequantizes constant weights. It is not computed at first, because a product
    /// of integers reads the codes.
    [[nodiscard]] bool isPostponed(NodeId node) const { return m_postponed.contains(node); }
    /// Computes a postponed node after all; false where that fails.
    bool compute(const Node& node);

    /// Moves out the results in `read`, and those that bodies or other partitions read or that a
    /// graph returns.
    std::vector<std::pair<ValueId, RuntimeValue>>
    takeResults(const std::unordered_set<ValueId>& read) &&;

private:
    class Evaluator;
    Evaluator& evaluator();

    const Model& m_model;
    const OpVersions& m_versions;
    const std::stop_token& m_stop;
    std::shared_ptr<Evaluator> m_evaluator; ///< null before the first computation
    std::unordered_map<ValueId, RuntimeValue> m_results;
    std::unordered_set<NodeId> m_postponed;
    std::unordered_set<NodeId> m_here;
};

} // namespace partita::cpu
