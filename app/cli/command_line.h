#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "core/base/output_files.h"
#include "core/base/progress.h"
#include "core/epcontext/session_options.h"
#include "core/onnx/check.h"
#include "core/onnx/write.h"
#include "core/session/partitioner.h"
#include "core/tasks/opened_model.h"
#include "providers/registry.h"

namespace partita::cli {

/// Exit statuses, a contract with scripts: docs/command-line.md.
enum ExitStatus {
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
ExitStatus report(const Error& error);
void printJson(const nlohmann::json& value);
/// What `--force` says.
inline Replace replaceIf(bool force) { return force ? Replace::yes : Replace::no; }
/// Writes a file that was declared among the command's `OutputFiles`; "-" is standard output.
Result<void> writeOutput(const std::string& path, std::string_view text, Replace replace);
/// Declares a model that is read: its file, what it names, and what a model written to `output` needs
/// beside itself; empty: none is written.
Result<void> declareModel(OutputFiles& files, const Model& model,
                          const std::filesystem::path& output = {},
                          const WriteOptions& options = {});

/// `-p`, `--device`, `-O`, `--config`: who may run what.
struct PartitionArguments {
    std::vector<std::string> providers;
    std::string device;
    std::vector<std::string> options, config;
    void addTo(CLI::App& command);
    [[nodiscard]] Result<ProviderList> make() const;
    /// The profiles that are read; a name of a built-in one is no file.
    Result<void> declare(OutputFiles& files) const;
    /// What `--config` says about context models.
    [[nodiscard]] Result<ContextSessionOptions> contextOptions() const;
};

/// Reads a model and makes it ready. "-" is standard input; what such a model names lies in `folder`.
Result<Model> openModel(const std::string& path, Prepare prepare, const Progress& progress,
                        const std::filesystem::path& folder = {});

/// What `check` and `lint` print; the exit status says whether there is an error among them.
Result<ExitStatus> printFindings(const Model& model, const std::vector<Finding>& findings,
                                 const std::string& whenNone, const Common& common);

/// One subcommand: adds itself to the program; `run` is called when it was chosen.
struct Subcommand {
    CLI::App* app = nullptr;
    std::function<Result<ExitStatus>()> run;
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
