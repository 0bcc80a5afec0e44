#pragma once

#include <vector>

#include "core/tasks/remedies/remedies.h"

namespace partita {

/// Puts the best first, and leaves out what a smaller change of the same kind does as well.
void rankRemedies(std::vector<Remedy>& list);

/// Whether a remedy has the whole effect of another.
[[nodiscard]] bool doesAsMuch(const Remedy& remedy, const Remedy& other);

} // namespace partita
