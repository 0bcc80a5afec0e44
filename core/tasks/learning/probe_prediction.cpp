#include "core/tasks/learning/probe_prediction.h"

#include "core/base/try.h"
#include "core/probes/probe_space.h"
#include "core/probes/probe_surroundings.h"
#include "core/session/partitioner.h"

namespace partita {

Result<ProbePrediction> predictionOf(const Model& model, const ProviderPtr& device) {
    const auto placed = PARTITA_TRY(partitionModel(model, {device}, PartitionOptions::asWritten()));
    ProbePrediction prediction;
    std::size_t nodes = 0, claimed = 0;
    for (const NodeId id : model.nodesOf(model.mainGraph())) {
        const std::string& name = model.node(id)->name;
        if (name != kProbeName && !name.starts_with(kQuantizerName))
            continue; // its company
        const Verdict& verdict = placed.verdicts(id).front();
        ++nodes;
        claimed += verdict.claimed;
        if (name != kProbeName)
            continue;
        prediction.evidence = verdict.evidence;
        if (!verdict.claimed)
            prediction.outcome = verdict.code == ReasonCode::failsToCompile
                                     ? ProbeOutcome::fails
                                     : ProbeOutcome::declined;
    }
    if (claimed > 0 && claimed < nodes)
        prediction.outcome = ProbeOutcome::apart;
    return prediction;
}

} // namespace partita
