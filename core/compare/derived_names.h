#pragma once

#include <functional>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// A node whose name is the name of another node, or of what that gives, and a suffix.
struct DerivedName {
    NodeId source, made;
    bool byValue = false; ///< it is the name of what the source gives
};

/// The nodes of `to` that are named after a node of `from`, as ONNX Runtime names what it fuses:
/// "X/MatMulAddFusion" and "X_nchwc". Only nodes that both functions call free are looked at, and a
/// source is named once: where several nodes have its name, it is the first one's.
std::vector<DerivedName> derivedNames(const Model& from, const std::function<bool(NodeId)>& isFree,
                                      const Model& to, const std::function<bool(NodeId)>& isNew);

} // namespace partita
