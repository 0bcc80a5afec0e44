#pragma once

#include <string>

#include "core/rewrite/pass.h"

namespace partita {

/// A whole small main graph before and after a rewrite, as SVG: removed nodes red, new ones green,
/// changed ones violet, each with its sign; a removed node leaves a dashed outline in its place.
struct GraphPictures {
    std::string before, after;
};
GraphPictures graphPictures(const Model& before, const Model& after, const Rewrite& rewrite);

} // namespace partita
