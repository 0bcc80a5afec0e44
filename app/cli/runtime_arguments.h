#pragma once

#include "app/cli/command_line.h"
#include "core/tasks/real_runtime.h"

namespace partita::cli {

/// The options `--python`, `--timeout`, `--provider`, `-O` and `--config`: the user's own ONNX
/// Runtime, and a session of it.
struct RuntimeArguments {
    std::string python = "python3";
    int timeout = 600; ///< seconds
    std::vector<std::string> providers, options, config;

    /// Adds `--python`, `--timeout` and `--provider`.
    void addTo(CLI::App& command, const char* providerHelp);
    /// Adds `-O` and `--config`.
    void addSessionTo(CLI::App& command);
    [[nodiscard]] RealRuntime runtime() const;
    /// The providers, each with its options. Fails for an option that could belong to several.
    [[nodiscard]] Result<std::vector<RealProvider>> realProviders() const;
    /// The session entries.
    [[nodiscard]] Result<std::vector<std::pair<std::string, std::string>>> entries() const;
    /// Declares the libraries of the providers.
    Result<void> declare(OutputFiles& files) const;
};

} // namespace partita::cli
