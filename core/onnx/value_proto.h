#pragma once

#include "core/ir/model_data.h"

namespace partita {

/// A TensorProto, SequenceProto, MapProto or OptionalProto, as a value of `type` is stored in ONNX's
/// test data; null: a tensor.
Result<DataValue> readValueProto(const Buffer& bytes, const Type* type);
/// The same back. An optional is stored as one where `type` says that it is, else as what it holds.
std::string serializeValue(const DataValue& value, const Type* type = nullptr);

} // namespace partita
