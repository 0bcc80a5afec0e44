#pragma once

#include "app/cli/command_line.h"
#include "core/tasks/real_runtime.h"

namespace partita::cli {

/// The options `--python`, `--timeout`, `--memory`, `--provider`, `-O` and `--config`: the user's
/// own ONNX Runtime, and a session of it.
struct RuntimeArguments {
    std::string python = "python3";
    int timeout = 600;  ///< seconds
    std::string memory; ///< a size; empty: that of the machine
    std::vector<std::string> providers, options, config;

    /// Adds `--python`, `--timeout` and `--memory`.
    void addTo(CLI::App& command);
    /// The same, and `--provider`.
    void addTo(CLI::App& command, const char* providerHelp);
    /// Adds `-O` and `--config`.
    void addSessionTo(CLI::App& command);
    [[nodiscard]] Result<RealRuntime> runtime() const;
    /// The providers, each with its options. Fails for an option that could belong to several.
    [[nodiscard]] Result<std::vector<RealProvider>> realProviders() const;
    /// The session entries.
    [[nodiscard]] Result<std::vector<std::pair<std::string, std::string>>> entries() const;
    /// The session of a model. Fails for one from standard input.
    [[nodiscard]] Result<RealSession> session(const std::string& model) const;
    /// Declares the libraries of the providers.
    Result<void> declare(OutputFiles& files) const;
};

/// The option `--with`: a command uses ONNX Runtime in place of Partita's own providers, and takes
/// `-O` and `--config` in its words.
struct WithArguments {
    std::vector<std::string> with; ///< python, python:NAME or python:NAME:LIBRARY
    RuntimeArguments runtime;

    /// Adds `--with`, `--python`, `--timeout` and `--memory`.
    void addTo(CLI::App& command, const char* help);
    /// Excludes options that speak of Partita's own providers.
    static void exclude(CLI::App& command, std::initializer_list<const char*> names);
    [[nodiscard]] bool given() const { return !with.empty(); }
    /// The arguments of the session: the providers of `--with`, and `-O` and `--config` as given.
    [[nodiscard]] Result<RuntimeArguments> session(const PartitionArguments& given) const;
};

} // namespace partita::cli
