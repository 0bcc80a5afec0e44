#pragma once

#include "core/ir/model.h"
#include "core/onnx/wire.h"

// Encodes the protobuf messages that hold no nodes. Tensor payloads are referenced, not copied.
namespace partita {

void emitText(std::uint32_t number, const std::string& text, wire::Rope& out); ///< no field for ""
wire::Rope emitEntry(const std::string& key, const std::string& value);
wire::Rope emitOpset(const OpsetImport& import);
wire::Rope emitType(const Type& type);
/// Whether a file may say a type: runtimes refuse one whose elements are not known.
bool mayBeSaid(const Type& type);
wire::Rope emitTensor(const Tensor& tensor);
wire::Rope emitSparse(const SparseTensor& sparse);

} // namespace partita
