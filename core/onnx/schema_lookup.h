#pragma once

#include <cstdint>
#include <string_view>

#include <onnx/defs/schema.h>

namespace partita {

/// The schema in ONNX's registry, ONNX Runtime's operators included, that is in force for `opset`;
/// null when there is none.
const onnx::OpSchema* lookUpSchema(std::string_view opType, std::string_view domain,
                                   std::int64_t opset);

} // namespace partita
