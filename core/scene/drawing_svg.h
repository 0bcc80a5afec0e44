#pragma once

#include <string>

#include "core/scene/drawing.h"

namespace partita {

/// A drawing as an SVG element that stands alone or inside of a page.
std::string toSvg(const Drawing& drawing, Scheme scheme);

} // namespace partita
