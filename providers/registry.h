#pragma once

#include <string>
#include <vector>

#include "core/rewrite/pass.h"
#include "core/session/partitioner.h"

namespace partita {

/// Ids of the providers that run nodes where none is asked for, in their order: npu, cpu.
std::vector<std::string> providerIds();

/// What the user chose, as text.
struct ProviderChoice {
    std::vector<std::string> ids; ///< in order; empty: the default order
    std::string device;           ///< built-in name or profile path; empty: the default
    std::vector<std::pair<std::string, std::string>> options; ///< "key" or "id.key" → value
};

/// Makes the providers; the CPU is added at the end where it is missing.
Result<ProviderList> makeProviders(const ProviderChoice& choice);

/// The providers with this value of an option: "key" for all that know it, "id.key" for one. Fails
/// where none knows it.
Result<ProviderList> withOption(ProviderList providers, const std::string& key,
                                const std::string& value);

/// Who says whether two models compute the same: the reference, and the CPU for what it lacks.
ProviderList makeJudges();

/// What folds constants: the CPU's kernels.
std::unique_ptr<ConstantEvaluator> makeConstantEvaluator();

} // namespace partita
