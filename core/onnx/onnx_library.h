#pragma once

#include "core/ir/model.h"

namespace partita {

/// Weights of at least this many bytes are not sent to ONNX's library; it needs only shapes and
/// small constants.
inline constexpr std::uint64_t kSkeletonThreshold = 4096;

/// Turns a message of ONNX's library about `model` into an Error that begins with `what`, without
/// source positions, and with the place of the node that the message names.
Error libraryError(const Model& model, const Message& what, const char* message);

} // namespace partita
