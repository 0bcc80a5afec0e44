#pragma once

#include <string>

#include "core/ir/model.h"

namespace partita {

/// A model from ONNX's text form; fails with the parser's own words.
Result<Model> parseModelText(const std::string& text);

} // namespace partita
