#include "app/cli/program.h"

#include "app/cli/argument_kinds.h"

namespace partita::cli {

Program::Program()
    : app("Partita: who runs each node of an ONNX model, why, and how long it takes",
          "partita-cli") {
    app.set_version_flag("--version", "partita-cli " PARTITA_VERSION, "Print the version and exit");
    app.require_subcommand(1);
    app.fallthrough();
    app.add_flag("--json", common.json, "Print the result as JSON on standard output");
    app.add_flag("--quiet", common.quiet, "Only errors on standard error");
    app.add_option("--log-level", logLevel,
                   "The least severe of the messages to print on standard error")
        ->check(CLI::IsMember({"debug", "info", "warning", "error"}));
    commands = {
        addInfo(app, common),      addCheck(app, common),         addProviders(app, common),
        addPartition(app, common), addRender(app, common),        addRun(app, common),
        addConvert(app, common),   addSimplify(app, common),      addPasses(app, common),
        addBisect(app, common),    addLint(app, common),          addMerge(app, common),
        addRepack(app, common),    addCompile(app, common),       addCompileShared(app, common),
        addExtract(app, common),   addDiff(app, common),          addEdit(app, common),
        addOnnxsim(app, common),   addOnnxoptimizer(app, common), addPlacements(app, common),
        addRuntime(app, common),   addRecord(app, common),        addProfile(app, common),
        addPages(app, common)};
    labelArguments(app);
}

} // namespace partita::cli
