#pragma once

#include <string>

#include "core/rewrite/pass.h"

namespace partita {

/// The nodes that a rewrite changed with their neighbours, as SVG: removed nodes red, new ones
/// green, changed ones violet, each with its sign. `model`: before or after the rewrite.
std::string rewriteSvg(const Model& model, const Rewrite& rewrite);

/// A whole small main graph before and after a rewrite, marked in the same way; a removed node
/// leaves a dashed outline in its place.
struct GraphPictures {
    std::string before, after;
};
GraphPictures graphPictures(const Model& before, const Model& after, const Rewrite& rewrite);

} // namespace partita
