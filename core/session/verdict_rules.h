#pragma once

#include "core/provider/verdict.h"

namespace partita {

/// The option by which a provider's least run length is set.
inline constexpr const char* kRunLengthOption = "min_run_length";

/// The rule that decided, as tables and reports name it: "ascend310.json:214", "no row in
/// ascend310", "option min_run_length"; empty: it is in the program.
Message ruleText(const Verdict& verdict);

/// Whether a rule that a user can switch off declines a node; that a device has none for the operator
/// is no such rule.
bool declinesByRule(const Verdict& verdict);

} // namespace partita
