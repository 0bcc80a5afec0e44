#pragma once

#include "core/rewrite/pass_run.h"

namespace partita {

/// Whether each element of a value is proven to be 0 or more, or NaN, from the nodes that make it.
/// Of integers only what is unsigned: the absolute value of the lowest one is negative.
bool isNotNegative(const Rewriter& rewriter, ValueId value);

} // namespace partita
