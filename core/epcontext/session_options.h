#pragma once

#include <span>

#include "core/epcontext/generate.h"

namespace partita {

/// ONNX Runtime's session options about context models, with their keys (docs/epcontext.md).
struct ContextSessionOptions {
    GenerateOptions generate;
    bool enable = false;                 ///< ep.context_enable
    bool share = false;                  ///< ep.share_ep_contexts
    bool stopSharing = false;            ///< ep.stop_share_ep_contexts
    bool disableCpuFallback = false;     ///< session.disable_cpu_ep_fallback
    bool disableCompile = false;         ///< session.disable_model_compile
    std::filesystem::path weightsFolder; ///< session.model_external_initializers_file_folder_path

    OptimizationLevel level = OptimizationLevel::basic; ///< session.graph_optimization_level
    std::vector<std::string> withoutEffect; ///< keys of ONNX Runtime that change nothing in Partita

    /// Folder of the binaries of a model from memory.
    [[nodiscard]] std::filesystem::path contextFolder() const {
        return generate.output.parent_path();
    }
};

/// Whether ONNX Runtime itself reads a session entry of this key.
bool isSessionKey(std::string_view key);

/// Fails where nodes are assigned to the CPU, the last provider, although disableCpuFallback is
/// set, and where a device would have to compile a part of the model although disableCompile is
/// set.
Result<void> checkPlacement(const ContextSessionOptions& options, const Model& model,
                            const Partitioning& partitioning);

/// Reads key and value pairs. Fails for a key or value that is too long, a key that is given twice,
/// an unknown key that begins with "ep.", and a value other than 0 or 1 where one of them is
/// required.
Result<ContextSessionOptions>
readSessionOptions(std::span<const std::pair<std::string, std::string>> entries);

} // namespace partita
