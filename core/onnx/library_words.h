#pragma once

#include <string_view>

#include "core/onnx/check.h"

namespace partita {

/// What ONNX's checker ("onnx-checker") or its strict shape inference ("shape-inference") says of a
/// model, as a finding in words that name the node and a way out. What it said itself is the detail.
Finding libraryFinding(const Model& model, std::string_view rule, const Error& error);

} // namespace partita
