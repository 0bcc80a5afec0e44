#pragma once

#include "core/ir/tensor.h"
#include "core/provider/runtime_value.h"
#include "providers/onnxruntime_plugin/ort.h"

namespace partita::plugin {

/// Whether the bytes of a tensor are copied, or belong to ONNX Runtime and live as long as the call
/// that they were read in.
enum class Weights { borrowed, copied };

/// A constant tensor of ONNX Runtime; fails for other values.
Result<Tensor> tensorOf(const OrtValue* value, Weights weights);

/// The type of a value. The C API does not tell a scalar from a tensor of unknown rank:
/// `rankZero` says whether it is a scalar.
Result<TypePtr> typeOf(const OrtTypeInfo* info, bool rankZero);

/// The tensor that a kernel reads: it borrows the bytes.
Result<RuntimeValue> inputOf(const OrtValue* value);

/// Stores a computed tensor as an output of a kernel.
Result<void> storeOutput(OrtKernelContext* context, std::size_t index, const RuntimeValue& value);

} // namespace partita::plugin
