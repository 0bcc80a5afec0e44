#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "core/base/progress.h"
#include "core/epcontext/session_options.h"
#include "core/onnx/check.h"
#include "core/runtime/partitioner.h"
#include "providers/registry.h"

namespace partita::cli {

/// Exit statuses, a contract with scripts: docs/command-line.md.
enum ExitCode {
    done = 0,
    answerIsNo = 1,
    wrongUsage = 2,
    badInput = 3, ///< and whatever else the system refuses: files, memory, standard output
    providerFailed = 4,
    internalError = 5,
    interrupted = 130
};

/// Options that every subcommand has.
struct Common {
    bool json = false, quiet = false;
    Progress progress;
};

/// Prints `error: WHAT (WHERE): WHAT TO DO` and gives the exit status for it.
int fail(const Error& error);
void printJson(const nlohmann::json& value);
/// Fails where a file is there and nobody said that it may be replaced.
Result<void> mayWrite(const std::filesystem::path& path, bool force);
/// Refuses to overwrite; "-" is standard output.
Result<void> writeOutput(const std::string& path, std::string_view text, bool force);

/// `-p`, `--device`, `-O`, `--config`: who may run what.
struct PartitionArguments {
    std::vector<std::string> providers;
    std::string device;
    std::vector<std::string> options, config;
    void addTo(CLI::App& command);
    [[nodiscard]] Result<ProviderList> make() const;
    /// What `--config` says about context models.
    [[nodiscard]] Result<ContextSessionOptions> contextOptions() const;
};

enum class Prepare { asStored, inferred, toRun };
/// Reads a model. `inferred`: with its shapes; `toRun`: with calls of model-local functions inlined
/// as well. A model that inference refuses is used with the shapes it has.
/// "-" is standard input; what such a model names lies in `folder`.
Result<Model> openModel(const std::string& path, Prepare prepare, const Progress& progress,
                        const std::filesystem::path& folder = {});

/// What `check` and `lint` print; the exit status says whether there is an error among them.
int printFindings(const Model& model, const std::vector<Finding>& findings,
                  const std::string& whenNone, const Common& common);

/// One subcommand: adds itself to the program; `run` is called when it was chosen.
struct Subcommand {
    CLI::App* app = nullptr;
    std::function<int()> run;
};

Subcommand addInfo(CLI::App& program, Common& common);
Subcommand addCheck(CLI::App& program, Common& common);
Subcommand addProviders(CLI::App& program, Common& common);
Subcommand addPartition(CLI::App& program, Common& common);
Subcommand addRender(CLI::App& program, Common& common);
Subcommand addRun(CLI::App& program, Common& common);
Subcommand addSimplify(CLI::App& program, Common& common);
Subcommand addBisect(CLI::App& program, Common& common);
Subcommand addPasses(CLI::App& program, Common& common);
Subcommand addLint(CLI::App& program, Common& common);
Subcommand addCompile(CLI::App& program, Common& common);
Subcommand addCompileShared(CLI::App& program, Common& common);
Subcommand addExtract(CLI::App& program, Common& common);
Subcommand addMerge(CLI::App& program, Common& common);
Subcommand addRepack(CLI::App& program, Common& common);
Subcommand addConvert(CLI::App& program, Common& common);

} // namespace partita::cli
