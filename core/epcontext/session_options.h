#pragma once

#include <span>

#include "core/epcontext/generate.h"

namespace partita {

/// ONNX Runtime's session options about context models, by their keys (docs/epcontext.md).
struct ContextSessionOptions {
    GenerateOptions generate;
    bool enable = false;                 ///< ep.context_enable
    bool share = false;                  ///< ep.share_ep_contexts
    bool stopSharing = false;            ///< ep.stop_share_ep_contexts
    bool disableCpuFallback = false;     ///< session.disable_cpu_ep_fallback
    bool disableCompile = false;         ///< session.disable_model_compile
    std::filesystem::path weightsFolder; ///< of a model in memory: where its external data lies

    std::vector<std::string> withoutEffect; ///< keys that are known, but change nothing here

    /// Of a model in memory: where its binaries lie.
    [[nodiscard]] std::filesystem::path contextFolder() const {
        return generate.output.parent_path();
    }
};

/// Fails where the last provider, the CPU, would run nodes although it must not, or where a device
/// would have to compile a part of the model although nothing may be compiled.
Result<void> checkPlacement(const ContextSessionOptions& options, const Model& model,
                            const Partitioning& partitioning);

/// Reads key and value pairs. Fails for keys and values that are too long, given twice, unknown
/// about contexts, or no 0 or 1 where that is wanted.
Result<ContextSessionOptions>
readSessionOptions(std::span<const std::pair<std::string, std::string>> entries);

} // namespace partita
