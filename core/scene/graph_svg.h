#pragma once

#include <string>

#include "core/rewrite/pass.h"

namespace partita {

/// The nodes that a rewrite changed with their neighbours, as SVG: taken out red, new green,
/// changed violet; each with its sign. `model`: before or after the rewrite.
std::string rewriteSvg(const Model& model, const Rewrite& rewrite);

/// All of a small main graph before and after a rewrite in the same way; what is gone leaves its
/// dashed outline where it was.
struct GraphPictures {
    std::string before, after;
};
GraphPictures graphPictures(const Model& before, const Model& after, const Rewrite& rewrite);

} // namespace partita
