#pragma once

#include <string>
#include <vector>

#include "core/rewrite/pass.h"
#include "core/session/partitioner.h"

namespace partita {

/// The ids of the default providers, in order of priority: npu, cpu.
std::vector<std::string> providerIds();

/// The user's choice of providers, as text.
struct ProviderChoice {
    std::vector<std::string> ids; ///< in order; empty: the default order
    std::string device;           ///< built-in name or profile path; empty: the default
    std::vector<std::pair<std::string, std::string>> options; ///< "key" or "id.key" → value
};

/// Makes the chosen providers, with the CPU always last. Fails for ids and options that do not
/// exist and for an id that is named twice.
Result<ProviderList> makeProviders(const ProviderChoice& choice);

/// The providers with an option set: "key" for all that have it, "id.key" for one. Fails where none
/// has it.
Result<ProviderList> withOption(ProviderList providers, const std::string& key,
                                const std::string& value);

/// The providers that decide whether two models compute the same: the reference, and the CPU for
/// the operators that the reference lacks.
ProviderList makeJudges();

/// The evaluator that folds constants, with the CPU's kernels.
std::unique_ptr<ConstantEvaluator> makeConstantEvaluator();

} // namespace partita
