#include <iostream>

#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/base/line_text.h"
#include "core/base/try.h"
#include "core/epcontext/lint/lint.h"
#include "core/epcontext/lint/lint_fix.h"
#include "core/onnx/write.h"

namespace partita::cli {

namespace {

struct LintCommand {
    std::string model, fixed, device;
    bool force = false;
};

Result<ExitStatus> runLint(const LintCommand& command, const Common& common) {
    OutputFiles files(replaceIf(command.force));
    PARTITA_TRY(files.writes(command.fixed, true));
    auto model = PARTITA_TRY(openModel(command.model, Prepare::asStored, common.progress));
    PARTITA_TRY(declareModel(files, model, command.fixed));
    const auto folder = std::filesystem::path(command.model).parent_path();
    auto findings = PARTITA_TRY(lintContexts(model, folder, common.progress, command.device));
    if (!command.fixed.empty()) {
        for (const Finding& finding : findings)
            if (const Message fix = fixFor(model, finding); !fix.empty() && !common.json)
                std::cout << lineText("fixed: {}: {}\n", finding.text.text(), fix.text());
        model = fixFindings(model, findings);
        WriteOptions options;
        options.replace = files.replace();
        PARTITA_TRY(writeModel(model, command.fixed, options, common.progress));
        findings =
            PARTITA_TRY(lintContexts(model, std::filesystem::path(command.fixed).parent_path(),
                                     common.progress, command.device));
    }
    return printFindings(model, findings, "No problem found.", common);
}

} // namespace

Subcommand addLint(CLI::App& program, Common& common) {
    auto* app =
        program.add_subcommand("lint", "What would keep an EPContext model from loading, or "
                                       "make it compute wrong numbers");
    auto command = std::make_shared<LintCommand>();
    app->add_option("model", command->model, "EPContext model")->required();
    app->add_option(
        "--fix", command->fixed,
        "Write a corrected model to this file, beside its binaries: only what is safe to correct");
    app->add_option("--device", command->device,
                    "Find fault unless it was compiled for this NPU: a built-in name");
    app->add_flag("--force", command->force, kForceHelp);
    return {app, [command, &common] { return runLint(*command, common); }};
}

} // namespace partita::cli
