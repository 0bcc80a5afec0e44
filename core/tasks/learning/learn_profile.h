#pragma once

#include "core/probes/learned_profile.h"
#include "core/probes/probe_plan.h"
#include "core/provider/execution_provider.h"
#include "core/tasks/learning/probe_answers.h"

namespace partita {

/// What is to be learned.
struct LearnRequest {
    ProbeRequest probes;
    std::vector<std::string> operators; ///< empty: all of ONNX
    std::int64_t oldestOpset = 7;       ///< the oldest that ONNX Runtime promises to run
};

/// Probes the provider and finds the rules that explain its answers. Fails for an operator that ONNX
/// does not have, and where the provider cannot be asked. What was answered is in `answers`, also
/// after a failure.
Result<LearnedProfile> learnProfile(const LearnRequest& request, ProbeAnswers& answers,
                                    const Progress& progress);

/// A probe of which a profile says something else than the provider does.
struct ProfileDifference {
    std::string probe; ///< its key
    ProbeOutcome provider = ProbeOutcome::invalid, profile = ProbeOutcome::invalid;
    Message evidence; ///< of the profile's verdict
};

struct ProfileCheck {
    ProbedProvider provider;
    std::size_t probes = 0, agree = 0;
    std::vector<ProfileDifference> differences;
};

/// Probes the provider in the same way and compares each answer with what `device` says.
Result<ProfileCheck> checkProfile(const LearnRequest& request, const ProviderPtr& device,
                                  ProbeAnswers& answers, const Progress& progress);

} // namespace partita
