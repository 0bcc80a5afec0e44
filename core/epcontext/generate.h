#pragma once

#include <filesystem>

#include "core/base/file_writing.h"
#include "core/ir/ep_context.h"
#include "core/session/executor.h"

namespace partita {

/// ONNX Runtime's session options about writing a context model.
struct GenerateOptions {
    /// ep.context_file_path; empty: the model's path with "_ctx.onnx".
    std::filesystem::path output;
    bool embed = false;               ///< ep.context_embed_mode
    std::string prefix;               ///< ep.context_node_name_prefix
    std::string externalInitializers; ///< ep.context_model_external_initializers_file_name
    /// Whether existing files are replaced; binaries that another model names never are.
    Replace replace = Replace::yes;
};

/// A context model that is ready to be written.
struct GeneratedContext {
    Model model;
    std::filesystem::path output;
    struct File {
        std::string name; ///< file name, in the folder of the model
        std::vector<Buffer> pieces;
    };
    std::vector<File> files;
    std::size_t partitions = 0; ///< number of compiled partitions
    std::uint64_t binaryBytes = 0;
    std::uint64_t savedBytes = 0; ///< of equal weights that the binary holds only once
};

/// A model that is prepared for compilation.
struct GenerateInput {
    std::filesystem::path path; ///< of the model's file; empty for a model from memory
    Model model;                ///< after the rewrites before the placement
    Partitioning partitioning;  ///< of `model`
    Partitioning ofSource{};    ///< the same for the model as written
};

/// Prepares a model for compilation: inlines its functions, infers shapes (or keeps those in the
/// model and logs a warning), rewrites the model as the level of `wishes` says, and partitions it.
/// `evaluator` computes the constants instead of the providers' own.
Result<GenerateInput> prepareToCompile(const std::filesystem::path& path, const Model& model,
                                       const ProviderList& providers,
                                       const PartitionOptions& wishes = {},
                                       std::unique_ptr<ConstantEvaluator> evaluator = nullptr,
                                       const Progress& progress = {});

/// Compiles the partitions of every provider that can write EPContext nodes and replaces them with
/// such nodes. Other nodes stay; so does a partition with an output of unknown type or rank,
/// because its EPContext node would not load. Fails for a model that has EPContext nodes already,
/// and where no partition is compiled.
Result<GeneratedContext>
generateContext(const Model& model, const Partitioning& partitioning, const ProviderList& providers,
                const std::filesystem::path& modelPath, const GenerateOptions& options,
                const Progress& progress = {}, const Executor& executor = thisProcess());

/// Compiles several models into one binary, named after the first model, that holds equal weights
/// once. `folder`: where all files go; empty: beside the models. Only the first context has files.
/// Fails where two models, or their external initializers, would be written to the same file.
Result<std::vector<GeneratedContext>>
generateShared(const std::vector<GenerateInput>& inputs, const ProviderList& providers,
               const std::filesystem::path& folder, const GenerateOptions& options,
               const Progress& progress = {}, const Executor& executor = thisProcess());

/// The files that will be written, under their final names: models, binaries and data files.
std::vector<std::filesystem::path> contextFiles(const std::vector<std::filesystem::path>& outputs,
                                                const ProviderList& providers,
                                                const GenerateOptions& options);

/// Writes the model and its binaries, all or none. The old model and its binaries stay intact until
/// the new ones are complete, even if the process ends meanwhile. Therefore a binary that any model
/// in the folder names is not overwritten; the new one gets a name such as "X_npu_2.bin". A model
/// with an error by `lint` is not written. A lock keeps other processes out of the folder.
Result<void> writeContext(const GeneratedContext& context, const GenerateOptions& options,
                          const Progress& progress = {});

/// Writes the models of a group as `writeContext` does; the shared binary is written first.
Result<void> writeContexts(const std::vector<GeneratedContext>& contexts,
                           const GenerateOptions& options, const Progress& progress = {});

/// "dir/a.onnx" → "dir/a_ctx.onnx"; in `folder` where it is not empty.
std::filesystem::path contextPathFor(const std::filesystem::path& model,
                                     const std::filesystem::path& folder = {});

} // namespace partita
