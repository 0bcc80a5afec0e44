#pragma once

#include "core/base/result.h"
#include "core/ir/model.h"
#include "core/probes/probe_outcome.h"
#include "core/provider/execution_provider.h"

namespace partita {

/// What a device says of a probe.
struct ProbePrediction {
    ProbeOutcome outcome = ProbeOutcome::taken;
    Message evidence;
};

/// What a device says of the model of a probe.
Result<ProbePrediction> predictionOf(const Model& model, const ProviderPtr& device);

} // namespace partita
