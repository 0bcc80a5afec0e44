#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// An operator of real numbers between DequantizeLinear and QuantizeLinear. A provider may run all
/// of it as one operator of whole numbers, or leave all of it.
struct QuantizedGroup {
    NodeId node; ///< the operator
    /// The operator as it reads and writes the quantized tensors.
    Node inside;
};

/// The quantized groups of a model, in every graph: operators whose real inputs all come from
/// DequantizeLinear or are constants, at least one of them the former, and each of whose real
/// outputs is read by one QuantizeLinear alone and not returned. ONNX Runtime joins such nodes for
/// the operators that it lists by name. For another operator a provider answers for each node by
/// itself, and a learned profile holds that answer under the same name.
class QuantizedGroups {
public:
    QuantizedGroups() = default;
    explicit QuantizedGroups(const Model& model);

    /// The group that a node belongs to, as its operator or as one that quantizes for it (the first
    /// one where it does so for several); null: none.
    [[nodiscard]] const QuantizedGroup* of(NodeId node) const;

private:
    std::vector<QuantizedGroup> m_groups;
    std::unordered_map<NodeId, std::size_t> m_of;
};

/// Whether a node is a QuantizeLinear or a DequantizeLinear, of ONNX or of ONNX Runtime.
bool isQuantizing(const Node& node);
/// Whether it is the latter.
bool isDequantizing(const Node& node);

} // namespace partita
