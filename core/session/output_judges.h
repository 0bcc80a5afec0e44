#pragma once

#include "core/session/model_comparison.h"

namespace partita {

/// Who judges whether the outputs of a model are right.
struct OutputJudges {
    ProviderList providers;
    bool isCpu = false; ///< the CPU's kernels, because the reference would take minutes
};

/// Whether one run of the model on `feeds`, as far as its shapes are known, takes more than 2·10¹¹
/// floating point operations: minutes for the reference, which computes element by element.
bool isLongForReference(const Model& model, const Feeds& feeds = {}, const Progress& progress = {});

/// The one decision who judges: the reference evaluator, whose code is not what is under test,
/// unless it would take minutes. `judges`: the reference, and last the CPU, which runs what the
/// reference lacks.
OutputJudges judgesOf(const Model& model, const ProviderList& judges, const Feeds& feeds,
                      const Progress& progress);

/// `devices`, whose last one is the CPU, with the reference before it, which then runs what no device
/// takes. The same decision: without it where the nodes that are not compiled would take it minutes.
OutputJudges withJudges(ProviderList devices, const ProviderList& judges, const Model& model,
                        const Progress& progress);

/// How far outputs are from what the judge computes.
struct JudgedOutputs {
    std::vector<OutputDifference> outputs;
    bool isOnCpu = false; ///< `OutputJudges::isCpu`
};

/// Judges the outputs that a run of `model` on `feeds` gave.
Result<JudgedOutputs> judgeOutputs(const Model& model, const Feeds& feeds,
                                   const std::vector<ModelData>& outputs,
                                   const ProviderList& judges, const Progress& progress,
                                   const Executor& executor);

} // namespace partita
