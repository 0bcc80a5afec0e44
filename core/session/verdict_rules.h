#pragma once

#include "core/provider/verdict.h"

namespace partita {

/// The rule that decided, as tables and reports name it: "ascend310.json:214", "no row in ascend310";
/// empty: it is in the program.
Message ruleText(const Verdict& verdict);

/// Whether a rule that a user can switch off declines a node; that a device has none for the operator
/// is no such rule.
bool declinesByRule(const Verdict& verdict);

} // namespace partita
