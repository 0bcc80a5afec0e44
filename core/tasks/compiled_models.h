#pragma once

#include "core/epcontext/generate.h"
#include "core/tasks/bridge/real_compile.h"

namespace partita {

/// Models that are to be compiled to context models.
struct CompileRequest {
    std::vector<GenerateInput> models; ///< prepared by `prepareToCompile`
    GenerateOptions options;
    /// All share one binary, which holds equal weights once; else each has one of its own.
    bool shared = false;
    std::filesystem::path folder = {}; ///< of all files that share; empty: beside the models
};

/// The context models that were written.
struct Compiled {
    std::vector<std::filesystem::path> outputs; ///< one for each model, in their order
    std::vector<std::string> files;             ///< binaries and data files that were made for them
    std::size_t partitions = 0;                 ///< that were compiled, of all models
    std::uint64_t binaryBytes = 0;
    std::uint64_t savedBytes = 0;         ///< of equal weights that the binary holds only once
    std::optional<RealContext> byRuntime; ///< the model that ONNX Runtime wrote, where it did

    /// Whether `lint` finds no error in what ONNX Runtime wrote; others are not written at all.
    [[nodiscard]] bool isSound() const;
};

/// Compiles the models and writes them with their binaries, all or none. Fails as
/// `generateContext`, `generateShared` and `writeContexts` do.
Result<Compiled> compileModels(const CompileRequest& request, const ProviderList& providers,
                               const Progress& progress = {},
                               const Executor& executor = thisProcess());

/// Lets a provider of the user's ONNX Runtime compile. `model`: the session's model as it is now;
/// nothing: as its file has it.
Result<Compiled> compileInRuntime(const RealRuntime& runtime, RealSession session,
                                  const std::optional<Model>& model,
                                  const RealCompilation& compilation, const Progress& progress);

} // namespace partita
