#pragma once

#include <string>

#include "core/ir/model.h"

namespace partita {

/// Parses a model in ONNX's text syntax; an error holds the parser's message.
Result<Model> parseModelText(const std::string& text);

} // namespace partita
