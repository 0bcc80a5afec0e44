#pragma once

#include "core/tasks/records/recorded_placement.h"

namespace partita {

/// What a name that ONNX Runtime made says: of which node, and with what that was joined.
struct MadeName {
    enum class Of : std::uint8_t {
        node,
        value, ///< the node that gives the value, before what was joined with it
        copy   ///< of a DequantizeLinear, for another reader
    };
    Of of = Of::node;
    std::string base; ///< the name of the node or value; may be empty
    std::string op;   ///< its operator; empty: any
    /// The operators behind it that went into it, one behind the other: one of each list.
    std::vector<std::vector<std::string>> then;
};

/// "x/MatMulAddFusion", "x/GeluFusion/", "fused x", "x_token_7", "v_nchwc", "x/duplicated": what the
/// name of a node may say, the likeliest first. A profile calls a node without a name "Relu_2".
std::vector<MadeName> madeNames(const RecordedNode& node);

/// Whether ONNX Runtime calls a node of operator `op` by `made` when it has a kernel for it in
/// another form: Conv becomes QLinearConv, NhwcMaxPool is a MaxPool.
bool isVariantOf(std::string_view made, std::string_view op);
/// Whether the operator computes on quantized numbers: the DequantizeLinear before it and the
/// QuantizeLinear behind it went into it.
bool isQuantizedVariant(std::string_view made);

/// Why ONNX Runtime, and not the model, has a node of this name; empty: the name does not say so.
Message whyInserted(const RecordedNode& node);

/// Whether a profile gave the node this name because it has none.
bool isNameless(const RecordedNode& node);

} // namespace partita
