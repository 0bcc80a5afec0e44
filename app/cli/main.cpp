#include <cerrno>
#include <exception>
#include <fcntl.h>
#include <iostream>
#include <new>
#include <stdexcept>
#include <unistd.h>

#include "app/cli/interruption.h"
#include "app/cli/program.h"
#include "app/cli/progress_line.h"
#include "app/cli/visible_stream.h"
#include "core/base/file_writing.h"
#include "core/base/log.h"

namespace {

int runProgram(int argc, char** argv) {
    using namespace partita;
    cli::Program program;
    cli::Common& common = program.common;
    common.progress.stop = cli::stopAtSignals();
    try {
        program.app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const bool asked = error.get_exit_code() == 0;
        return program.app.exit(error), asked ? cli::done : cli::wrongUsage;
    }
    const std::string& level = program.logLevel;
    setLogLevel(common.quiet || level == "error" ? LogLevel::error
                : level == "debug"               ? LogLevel::debug
                : level == "warning"             ? LogLevel::warning
                                                 : LogLevel::info);
    const cli::ProgressLine line(!common.quiet);
    common.progress.report = line.report();
    for (const auto& command : program.commands)
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
    const partita::cli::VisibleStream answers(std::cout), errors(std::cerr);
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
