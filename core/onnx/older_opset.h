#pragma once

#include <cstdint>

#include <onnx/onnx_pb.h>

namespace partita {

/// The oldest opset in which the functions of com.microsoft operators can be written.
inline constexpr std::int64_t kOldestFunctionOpset = 11;

/// Rewrites a function of opset 13 for `opset`, which is `kOldestFunctionOpset` or newer: axes and
/// split sizes become attributes, and constants become tensors before opset 12. False when `opset`
/// cannot express the function.
bool sayInOlderOpset(onnx::FunctionProto& function, std::int64_t opset);

} // namespace partita
