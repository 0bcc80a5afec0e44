#pragma once

#include <vector>

#include "core/rewrite/recipe.h"
#include "core/rewrite/rewrite_history.h"

namespace partita {

/// What a recipe gets so that a rewrite is left out, in whatever round it is found.
Recipe::Skip skipOf(const RewriteHistory& history, std::size_t step);

/// What it gets so that the pass of a rewrite makes neither it nor a later one.
std::vector<Recipe::Skip> skipsFrom(const RewriteHistory& history, std::size_t step);

/// What it gets so that it makes `history.without(step)`: the rewrite and those that depend on it
/// are left out in the rounds in which they were made.
std::vector<Recipe::Skip> skipsOfUndo(const RewriteHistory& history, std::size_t step);

} // namespace partita
