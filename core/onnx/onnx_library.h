#pragma once

#include "core/ir/model.h"

namespace partita {

/// Weights of at least this size never reach ONNX's library; shapes and small constants do.
inline constexpr std::uint64_t kSkeletonThreshold = 4096;

/// What ONNX's library said of a model, without its source positions, as an Error that names the
/// first node whose name the message holds.
Error libraryError(const Model& model, const Message& what, const char* message);

} // namespace partita
