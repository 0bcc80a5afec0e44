#include <exception>
#include <iostream>

#include "app/cli/command_line.h"
#include "app/cli/interruption.h"
#include "core/base/log.h"

namespace {

int runProgram(int argc, char** argv) {
    using namespace partita;
    CLI::App program("Partita: who runs each node of an ONNX model, why, and how long it takes",
                     "partita-cli");
    program.set_version_flag("--version", "partita-cli " PARTITA_VERSION);
    program.require_subcommand(1);
    program.fallthrough();
    cli::Common common;
    common.progress.stop = cli::stopAtSignals();
    std::string level = "info";
    program.add_flag("--json", common.json, "Machine-readable result on standard output");
    program.add_flag("--quiet", common.quiet, "Only errors on standard error");
    program.add_option("--log-level", level, "What to log")
        ->check(CLI::IsMember({"debug", "info", "warning", "error"}));
    const std::vector<cli::Subcommand> commands = {
        cli::addInfo(program, common),          cli::addCheck(program, common),
        cli::addProviders(program, common),     cli::addPartition(program, common),
        cli::addRender(program, common),        cli::addRun(program, common),
        cli::addConvert(program, common),       cli::addSimplify(program, common),
        cli::addPasses(program, common),        cli::addBisect(program, common),
        cli::addLint(program, common),          cli::addMerge(program, common),
        cli::addRepack(program, common),        cli::addCompile(program, common),
        cli::addCompileShared(program, common), cli::addExtract(program, common)};
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const bool asked = error.get_exit_code() == 0;
        return program.exit(error), asked ? cli::done : cli::wrongUsage;
    }
    setLogLevel(common.quiet || level == "error" ? LogLevel::error
                : level == "debug"               ? LogLevel::debug
                : level == "warning"             ? LogLevel::warning
                                                 : LogLevel::info);
    for (const auto& command : commands)
        if (command.app->parsed())
            return command.run();
    return cli::wrongUsage;
}

} // namespace

int main(int argc, char** argv) {
    try {
        return runProgram(argc, argv);
    } catch (const std::bad_alloc&) {
        std::cerr << "error: not enough memory: close other programs or use a smaller model\n";
    } catch (const std::exception& error) {
        std::cerr << "error: internal error: " << error.what()
                  << ": please report it with the command\n";
    }
    return partita::cli::internalError;
}
