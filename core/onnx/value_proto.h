#pragma once

#include "core/ir/model_data.h"

namespace partita {

/// Reads a value of `type` in the form of ONNX's test data: a TensorProto, SequenceProto, MapProto
/// or OptionalProto. A null `type` means a tensor.
Result<ModelData> readValueProto(const Buffer& bytes, const Type* type);
/// Writes a value in the same form. An optional becomes an OptionalProto where `type` is optional,
/// otherwise only its content is written.
std::string serializeValue(const ModelData& value, const Type* type = nullptr);

} // namespace partita
