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
#include "core/session/placement.h"
#include "core/tasks/models/opened_model.h"
#include "providers/registry.h"

namespace partita::cli {

/// The exit statuses, which scripts rely on (docs/command-line.md).
enum ExitStatus {
    done = 0,
    answerIsNo = 1,
    wrongUsage = 2,
    badInput = 3, ///< also what the system refuses: files, memory, standard output
    providerFailed = 4,
    internalError = 5,
    interrupted = 130
};

/// Options that every subcommand has.
struct Common {
    bool json = false, quiet = false;
    Progress progress;
};

/// Prints `error: WHAT (WHERE): WHAT TO DO` on standard error; returns the exit status.
ExitStatus report(const Error& error);
void printJson(const nlohmann::json& value);
/// The number from 0 on that a text is; nothing for any other text, NaN and infinity.
std::optional<double> toleranceIn(std::string_view text);
/// Takes what `toleranceIn` reads.
CLI::Validator tolerance();
/// What every subcommand says of `--force`.
constexpr const char* kForceHelp = "Overwrite the files that are there";
/// The meaning of `--force`.
inline Replace replaceIf(bool force) { return force ? Replace::yes : Replace::no; }
/// Writes a file that the command has declared in its `OutputFiles`; "-" is standard output.
Result<void> writeOutput(const std::string& path, std::string_view text, Replace replace);
/// Declares the files of a model that is read: its own and those that it names. If `output` is not
/// empty, also declares the data files of the model that will be written there.
Result<void> declareModel(OutputFiles& files, const Model& model,
                          const std::filesystem::path& output = {},
                          const WriteOptions& options = {});

/// The parts of "key=value", the form of an option.
Result<std::pair<std::string, std::string>> keyAndValue(const std::string& text);

/// The options `-p`, `--device`, `-O` and `--config`: the providers and their options.
struct PartitionArguments {
    std::vector<std::string> providers;
    std::string device;
    std::vector<std::string> options, config;
    void addTo(CLI::App& command);
    /// Makes the providers. Warns of session options without effect.
    [[nodiscard]] Result<ProviderList> make() const;
    /// The level of the rewrites before the placement.
    [[nodiscard]] Result<PartitionOptions> wishes() const;
    /// Declares the device profiles that are read from files.
    Result<void> declare(OutputFiles& files) const;
    /// The session options about context models in `--config`. Fails for an unknown key that begins
    /// with "ep.".
    [[nodiscard]] Result<ContextSessionOptions> contextOptions() const;
};

/// Reads a model, as it is stored and prepared. "-" is standard input; such a model's data files are in `folder`.
Result<OpenedModel> openBoth(const std::string& path, Prepare prepare, const Progress& progress,
                             const std::filesystem::path& folder = {});
/// The same, prepared only.
Result<Model> openModel(const std::string& path, Prepare prepare, const Progress& progress,
                        const std::filesystem::path& folder = {});

/// A finding of `check`, `lint` or `edit` as JSON; `node`: what the node is called, if it has one.
nlohmann::json findingJson(const Finding& finding, const std::string& node);
/// Findings of `check` and `lint` as JSON; `answerIsNo` if one is an error.
nlohmann::json findingsJson(const Model& model, const std::vector<Finding>& findings);
ExitStatus statusOf(const std::vector<Finding>& findings);
/// Prints findings for `check` and `lint`; the exit status is `answerIsNo` if one is an error.
Result<ExitStatus> printFindings(const Model& model, const std::vector<Finding>& findings,
                                 const std::string& whenNone, const Common& common);

/// A subcommand of the program; `run` is called if the user chose it.
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
Subcommand addPlacements(CLI::App& program, Common& common);
Subcommand addRuntime(CLI::App& program, Common& common);
Subcommand addProfile(CLI::App& program, Common& common);
Subcommand addRecord(CLI::App& program, Common& common);
Subcommand addLint(CLI::App& program, Common& common);
Subcommand addCompile(CLI::App& program, Common& common);
Subcommand addCompileShared(CLI::App& program, Common& common);
Subcommand addExtract(CLI::App& program, Common& common);
Subcommand addMerge(CLI::App& program, Common& common);
Subcommand addRepack(CLI::App& program, Common& common);
Subcommand addConvert(CLI::App& program, Common& common);
Subcommand addDiff(CLI::App& program, Common& common);
Subcommand addPages(CLI::App& program, Common& common);
Subcommand addEdit(CLI::App& program, Common& common);
Subcommand addOnnxsim(CLI::App& program, Common& common);
Subcommand addOnnxoptimizer(CLI::App& program, Common& common);

} // namespace partita::cli
