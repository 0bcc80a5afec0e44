#pragma once

#include <string>

#include "core/rewrite/pass.h"

namespace partita {

/// The nodes that a rewrite changed with their neighbours, as SVG: taken out red, new green,
/// changed violet; each with its sign. `model`: before or after the rewrite.
std::string rewriteSvg(const Model& model, const Rewrite& rewrite);
/// All of a small main graph in the same way.
std::string graphSvg(const Model& model, const Rewrite& rewrite);

} // namespace partita
