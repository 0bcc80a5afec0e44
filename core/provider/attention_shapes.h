#pragma once

#include "core/base/message.h"
#include "core/ir/model.h"

namespace partita {

/// How the sizes of an Attention's inputs contradict each other; empty: they do not, as far as they
/// are known. The function that ONNX defines it by would broadcast some of them, and give an output
/// of another shape than inference says.
Message brokenAttention(const Model& model, const Node& node);

} // namespace partita
