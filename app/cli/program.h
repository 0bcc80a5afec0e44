#pragma once

#include "app/cli/command_line.h"

namespace partita::cli {

/// The program with all its commands and options: what is run, helped and described.
struct Program {
    Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    CLI::App app;
    Common common;
    std::string logLevel = "info";
    std::vector<Subcommand> commands;
};

} // namespace partita::cli
