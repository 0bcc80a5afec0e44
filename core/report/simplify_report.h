#pragma once

#include <string>

#include "core/rewrite/rewrite_history.h"

namespace partita {

/// A simplification as a self-contained HTML page: the numbers of nodes, the operators before and
/// after, and for each pass of each round its first rewrite as pictures before and after, and the
/// names of up to 40 rewrites.
std::string simplifyHtml(RewriteHistory& history, const std::string& title);

} // namespace partita
