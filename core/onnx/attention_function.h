#pragma once

#include <optional>

#include <onnx/onnx_pb.h>

#include "core/ir/model.h"

namespace partita {

/// The definition of an `Attention` of ONNX on float32 without mask, cache, limit or further outputs,
/// whose sizes of heads are known: two products with a Softmax between them. The library's definition
/// also writes out what such a call does not have. Empty for other calls.
std::optional<onnx::FunctionProto> plainAttention(const Model& model, const Node& node, int opset);

} // namespace partita
