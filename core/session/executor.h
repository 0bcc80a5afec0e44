#pragma once

#include "core/session/session.h"

namespace partita {

/// What a model gave.
struct ModelOutputs {
    std::vector<DataValue> values;   ///< in the order of the graph's outputs, with their names
    std::chrono::nanoseconds time{}; ///< of one run, the fastest of those that were made
};

/// Who lets providers compile and run for others: this process, or one that may crash in its place.
class Executor {
public:
    virtual ~Executor() = default;
    /// Compiles the model and runs it once; `timed`: a few times more, because the first run packs
    /// weights. Of `feeds`, the model takes those that it has inputs for.
    [[nodiscard]] virtual Result<ModelOutputs> run(const Model& model,
                                                   const ProviderList& providers,
                                                   const Feeds& feeds, bool timed,
                                                   const Progress& progress) const = 0;
    /// `compileContext` of a provider.
    [[nodiscard]] virtual Result<ContextBinary>
    compileContext(const ProviderPtr& provider, const std::vector<ContextPart>& parts,
                   const Progress& progress) const = 0;
};

const Executor& thisProcess();

} // namespace partita
