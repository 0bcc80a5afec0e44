#pragma once

#include "core/ir/attribute.h"
#include "providers/onnxruntime_plugin/ort.h"

namespace partita::plugin {

/// The attributes of a node but its bodies, those that ONNX Runtime sets to their defaults
/// included. One of a type that the C API does not tell has no value.
Result<Attributes> attributesOf(const OrtNode* node);

/// An attribute for ONNX Runtime's model editor, which takes it over.
Result<OrtOpAttr*> makeAttribute(const char* name, std::int64_t value);
Result<OrtOpAttr*> makeAttribute(const char* name, const std::string& value);

} // namespace partita::plugin
