#pragma once

#include <string>

#include "core/rewrite/rewrite_history.h"

namespace partita {

/// What a simplification did as one page that needs nothing else: numbers, operators before and
/// after, and for each pass of each round a picture of its first rewrite, before and after, with
/// the names of all of them.
std::string simplifyHtml(RewriteHistory& history, const std::string& title);

} // namespace partita
