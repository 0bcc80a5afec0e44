#pragma once

#include <functional>

#include "core/ir/model.h"

namespace partita {

/// The model with its nodes in both branches of an If, whose condition is an input. The model must
/// have one graph whose outputs are made by nodes.
Model inBranches(const Model& model);

/// The operator of the node that `inCompany` adds.
inline constexpr const char* kCompany = "Relu";

/// The model with another node, which has an input and an output of its own. Some providers leave an
/// operator that stands alone to others, and take it where they take any other node.
Model inCompany(const Model& model);

/// The model of a QuantizeLinear behind another node, or of a DequantizeLinear before one: in the
/// middle of a model, not at its border.
Model inTheMiddle(const Model& model);

/// The model of one node of float32 with DequantizeLinear before those of its inputs for which
/// `typeOf` (by their number in the node) gives a type of whole numbers, and QuantizeLinear behind
/// its outputs of float32.
Model betweenQuantizers(const Model& model, const std::function<DataType(std::size_t)>& typeOf,
                        DataType outputs);

} // namespace partita
