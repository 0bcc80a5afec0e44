#pragma once

#include "app/cli/command_line.h"
#include "app/cli/feed_arguments.h"
#include "core/tasks/bridge/real_runtime.h"

namespace partita::cli {

/// The options `--python`, `--timeout`, `--memory`, `--provider`, `-O`, `--config` and those of
/// SessionSettings: the user's own ONNX Runtime, and a session of it.
struct RuntimeArguments {
    std::string python = "python3";
    int timeout = 600;  ///< seconds
    std::string memory; ///< a size; empty: that of the machine
    std::vector<std::string> providers, options, config;
    int threads = 0, interOpThreads = 0;
    std::string executor; ///< empty: ONNX Runtime's default
    std::vector<std::string> freeDims, customOps;

    /// Adds `--python`, `--timeout` and `--memory`.
    void addTo(CLI::App& command);
    /// The same, and `--provider`.
    void addTo(CLI::App& command, const char* providerHelp);
    /// Adds `-O`, `--config` and the settings, but no `--free-dim`.
    void addSessionTo(CLI::App& command);
    /// Adds the settings that the command has no option for yet; their names.
    std::vector<const char*> addSettingsTo(CLI::App& command);
    /// Adds `--free-dim`.
    void addFreeDimsTo(CLI::App& command);
    [[nodiscard]] Result<RealRuntime> runtime() const;
    /// The providers, each with its options. Fails for an option that could belong to several.
    [[nodiscard]] Result<std::vector<RealProvider>> realProviders() const;
    /// What the session is told beside its entries.
    [[nodiscard]] Result<SessionSettings> settings() const;
    /// The inputs of `feeds`, with the sizes of `--free-dim`.
    [[nodiscard]] Result<FeedSource> inputs(const FeedArguments& feeds) const;
    /// The session entries.
    [[nodiscard]] Result<std::vector<std::pair<std::string, std::string>>> entries() const;
    /// The session of a model. Fails for one from standard input.
    [[nodiscard]] Result<RealSession> session(const std::string& model) const;
    /// Declares the libraries of the providers.
    Result<void> declare(OutputFiles& files) const;
};

/// The option `--with`: a command uses ONNX Runtime in place of Partita's own providers, and takes
/// `-O` and `--config` in its words. `--threads` and `--executor` of the command are its own where it
/// has them.
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
