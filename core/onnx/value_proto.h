#pragma once

#include "core/ir/data_value.h"

namespace partita {

/// A TensorProto, SequenceProto or OptionalProto, as a value of `type` is stored in ONNX's test
/// data; null: a tensor.
Result<DataValue> readValueProto(const Buffer& bytes, const Type* type);
std::string serializeValue(const DataValue& value);

} // namespace partita
