#pragma once

#include <functional>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// A DequantizeLinear that repeats another one for one reader.
struct DequantizerCopy {
    NodeId copy, of, reader;
    friend bool operator==(const DequantizerCopy&, const DequantizerCopy&) = default;
};

/// A model in which readers of a DequantizeLinear have one of their own.
struct OwnDequantizers {
    Model model; ///< the nodes of the source keep their ids
    std::vector<DequantizerCopy> copies;
};

/// Repeats each DequantizeLinear for its second reader and the further ones, and for the first one as
/// well where a graph returns the result or a body reads it. A session of ONNX Runtime does so on
/// every level (EnsureUniqueDQForNodeUnit), so that a provider can take an operator together with
/// those that quantize for it. `wanted`: whether a node is repeated for a reader; empty: always.
OwnDequantizers ownDequantizers(const Model& model,
                                const std::function<bool(NodeId of, NodeId reader)>& wanted = {});

} // namespace partita
