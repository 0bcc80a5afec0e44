#pragma once

#include <functional>
#include <optional>

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

/// The model with its QuantizeLinear and DequantizeLinear in the domain of ONNX Runtime.
Model ofMicrosoft(const Model& model);

/// How the names of the nodes begin that `betweenQuantizers` adds.
inline constexpr const char* kQuantizerName = "quantizer";

/// How a tensor is quantized.
struct Quantization {
    DataType type = DataType::float32; ///< float32: not at all
    /// Along which it has several scales; nothing: it has one.
    std::optional<std::int64_t> axis;
    bool isInBlocks = false; ///< a scale for each two elements along the axis, else for each one
};

/// The model of one node of float32 with DequantizeLinear before its inputs of float32, as `of` says
/// by their number in the node, and QuantizeLinear behind its outputs of float32. Nothing: a tensor
/// has no such axis, its size there is not known, or the axis has a smaller number for its name.
std::optional<Model> betweenQuantizers(const Model& model,
                                       const std::function<Quantization(std::size_t)>& of,
                                       const Quantization& outputs);

} // namespace partita
