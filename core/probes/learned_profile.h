#pragma once

#include "core/probes/learned_rules.h"

namespace partita {

/// The rule of a range of versions of an operator.
struct LearnedVersions {
    int first = 1, last = 1;
    bool isNewest = false; ///< the rule holds for later versions, too
    LearnedRule rule;
};

/// What was learned of an operator; without versions: the provider claims none of its nodes.
struct LearnedOperator {
    std::string name;
    std::vector<LearnedVersions> versions; ///< ascending
};

/// What the probes of a provider say, with all that a device profile names.
struct LearnedProfile {
    std::string name, description;
    std::string provider, package, onnxruntime; ///< who was asked
    std::vector<std::pair<std::string, std::string>> options, config;
    std::int64_t minOpset = 1;              ///< nothing of older models is taken
    bool bodies = true;                     ///< nodes in bodies of control flow are taken, too
    bool quantizedBorders = true;           ///< so are quantizers of the model's inputs and outputs
    bool microsoftQuantizers = false;       ///< so are quantizers of com.microsoft
    std::vector<LearnedOperator> operators; ///< by name
    std::vector<LearnedOperator> quantized; ///< between DequantizeLinear and QuantizeLinear
    std::size_t probes = 0, invalid = 0;
    std::vector<std::string> notTried;
};

/// How many operators the provider takes at all.
std::size_t claimedOf(const std::vector<LearnedOperator>& operators);
/// Probes of which the rules say something else than the provider.
std::size_t unexplainedBy(const LearnedProfile& profile);

/// The file that `parseDeviceProfile` reads, with a line for each constraint.
std::string profileText(const LearnedProfile& profile);

} // namespace partita
