#pragma once

#include <cstdint>

#include <onnx/onnx_pb.h>

namespace partita {

/// The oldest opset that the functions of operators are said in.
inline constexpr std::int64_t kOldestFunctionOpset = 11;

/// Turns a function's nodes of opset 13 into those of `opset`, from `kOldestFunctionOpset` on: axes
/// and sizes were attributes, and constants tensors. False where that opset cannot say it.
bool sayInOlderOpset(onnx::FunctionProto& function, std::int64_t opset);

} // namespace partita
