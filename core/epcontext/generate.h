#pragma once

#include <filesystem>

#include "core/base/file_writing.h"
#include "core/ir/ep_context.h"
#include "core/rewrite/pass.h"
#include "core/session/executor.h"

namespace partita {

/// The session options of ONNX Runtime that decide how a context model is written.
struct GenerateOptions {
    std::filesystem::path
        output;         ///< ep.context_file_path; empty: the model's path with "_ctx.onnx"
    bool embed = false; ///< ep.context_embed_mode
    std::string prefix; ///< ep.context_node_name_prefix
    std::string externalInitializers; ///< ep.context_model_external_initializers_file_name
    Replace replace = Replace::yes;   ///< files that are there, but those that another model names
};

/// A context model ready to be written.
struct GeneratedContext {
    Model model;
    std::filesystem::path output;
    struct File {
        std::string name; ///< beside the model
        std::vector<Buffer> pieces;
    };
    std::vector<File> files;
    std::size_t partitions = 0; ///< that were compiled
    std::uint64_t binaryBytes = 0;
    std::uint64_t savedBytes =
        0; ///< of weights that are in the binary once instead of several times
};

/// A model as it is compiled.
struct GenerateInput {
    std::filesystem::path path; ///< of the file; empty: it came from memory
    Model model;
    Partitioning partitioning;
};

/// Makes a model ready: calls of its functions inlined, shapes inferred where inference does not
/// refuse it, what depends on constants only computed (it is weights then, for the device, too), and
/// placed. `evaluator`: null leaves constants as they are.
Result<GenerateInput> prepareToCompile(const std::filesystem::path& path, const Model& model,
                                       const ProviderList& providers,
                                       const PartitionOptions& wishes, ConstantEvaluator* evaluator,
                                       const Progress& progress = {});

/// Compiles the partitions of every provider that can, and puts EPContext nodes in their place;
/// all other nodes stay, and so do partitions with an output whose type or rank nobody knows: a node
/// of unknown outputs would not load. Fails for a model that holds EPContext nodes already, and where
/// nobody compiles anything.
Result<GeneratedContext>
generateContext(const Model& model, const Partitioning& partitioning, const ProviderList& providers,
                const std::filesystem::path& modelPath, const GenerateOptions& options,
                const Progress& progress = {}, const Executor& executor = thisProcess());

/// The same for several models with one binary, named after the first, in which equal weights are
/// once. `folder`: where all of it goes; empty: beside the models. Each but the first has no files
/// of its own. Fails where two models, or their external initializers, would be one file.
Result<std::vector<GeneratedContext>>
generateShared(const std::vector<GenerateInput>& inputs, const ProviderList& providers,
               const std::filesystem::path& folder, const GenerateOptions& options,
               const Progress& progress = {}, const Executor& executor = thisProcess());

/// The files that will be written: models, binaries and data files, by the names that they will have.
std::vector<std::filesystem::path> contextFiles(const std::vector<std::filesystem::path>& outputs,
                                                const ProviderList& providers,
                                                const GenerateOptions& options);

/// Writes the model and its binary, both or none; whatever ends the process meanwhile, the model that
/// was there and its binary stay as they were until the new ones are complete. So a binary that any
/// model there names is not written over: the new one is called "X_npu_2.bin" then. What `lint` calls
/// an error is not written. One process at a time writes into a folder.
Result<void> writeContext(const GeneratedContext& context, const GenerateOptions& options,
                          const Progress& progress = {});

/// The same for the models of a group, whose binary comes first.
Result<void> writeContexts(const std::vector<GeneratedContext>& contexts,
                           const GenerateOptions& options, const Progress& progress = {});

/// "dir/a.onnx" → "dir/a_ctx.onnx", or the same in `folder`, where it is not empty.
std::filesystem::path contextPathFor(const std::filesystem::path& model,
                                     const std::filesystem::path& folder = {});

} // namespace partita
