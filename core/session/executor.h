#pragma once

#include "core/session/session.h"

namespace partita {

/// The outputs of a run.
struct ModelOutputs {
    std::vector<ModelData> values;   ///< in the order of the graph's outputs, with their names
    std::chrono::nanoseconds time{}; ///< of the fastest run
};

/// Runs providers for a caller: in this process, or in another one so that a crash does not end
/// this one.
class Executor {
public:
    virtual ~Executor() = default;
    /// Compiles the model as written and runs it once; with `timed` a few times more, because the first run
    /// packs weights. Entries of `feeds` that are not inputs of the model are ignored.
    [[nodiscard]] virtual Result<ModelOutputs> run(const Model& model,
                                                   const ProviderList& providers,
                                                   const Feeds& feeds, bool timed,
                                                   const Progress& progress) const = 0;
    /// Calls `ExecutionProvider::compileContext`.
    [[nodiscard]] virtual Result<ContextBinary>
    compileContext(const ProviderPtr& provider, const std::vector<ContextPart>& parts,
                   const Progress& progress) const = 0;
};

/// The executor that runs in this process.
const Executor& thisProcess();

} // namespace partita
