#include <cerrno>
#include <exception>
#include <fcntl.h>
#include <iostream>
#include <new>
#include <stdexcept>
#include <unistd.h>

#include "app/cli/command_line.h"
#include "app/cli/interruption.h"
#include "app/cli/progress_line.h"
#include "core/base/file_writing.h"
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
    program.add_flag("--json", common.json, "Print the result as JSON on standard output");
    program.add_flag("--quiet", common.quiet, "Only errors on standard error");
    program
        .add_option("--log-level", level,
                    "The least severe of the messages to print on standard error")
        ->check(CLI::IsMember({"debug", "info", "warning", "error"}));
    const std::vector<cli::Subcommand> commands = {
        cli::addInfo(program, common),          cli::addCheck(program, common),
        cli::addProviders(program, common),     cli::addPartition(program, common),
        cli::addRender(program, common),        cli::addRun(program, common),
        cli::addConvert(program, common),       cli::addSimplify(program, common),
        cli::addPasses(program, common),        cli::addBisect(program, common),
        cli::addLint(program, common),          cli::addMerge(program, common),
        cli::addRepack(program, common),        cli::addCompile(program, common),
        cli::addCompileShared(program, common), cli::addExtract(program, common),
        cli::addDiff(program, common),          cli::addEdit(program, common)};
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
    const cli::ProgressLine line(!common.quiet);
    common.progress.report = line.report();
    for (const auto& command : commands)
        if (command.app->parsed()) {
            const auto status = command.run();
            return status ? *status : cli::report(status.error());
        }
    return cli::wrongUsage;
}

/// Opens /dev/null for each closed standard stream. Otherwise the next opened file would get its
/// number, and text for the stream would go into that file.
void holdStandardStreams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF)
            (void)::open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

int notEnoughMemory() {
    return partita::cli::report(
        {partita::Errc::io,
         PARTITA_TEXT("not enough memory"),
         {},
         PARTITA_TEXT("close other programs, or use a smaller model or smaller inputs")});
}

/// The final exit status: a command whose output could not be written has failed.
int afterPrinting(int status) {
    using namespace partita;
    if (std::cout.flush() || status > cli::answerIsNo)
        return status;
    return cli::report({Errc::io,
                        PARTITA_TEXT("standard output cannot be written"),
                        {},
                        PARTITA_TEXT("free some disk space, or see where it goes")});
}

} // namespace

int main(int argc, char** argv) {
    holdStandardStreams();
    partita::ignoreFileSizeSignal();
    try {
        return afterPrinting(runProgram(argc, argv));
    } catch (const std::bad_alloc&) {
        return notEnoughMemory();
    } catch (const std::length_error&) { // a container was asked to exceed its maximum size
        return notEnoughMemory();
    } catch (const std::exception& error) {
        std::cerr << "error: internal error: " << error.what()
                  << ": please report it with the command\n";
    }
    return partita::cli::internalError;
}
