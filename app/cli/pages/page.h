#pragma once

#include <string>
#include <vector>

#include "app/cli/argument_kinds.h"
#include "app/cli/program.h"

namespace partita::cli {

/// What a shell offers for a value.
struct Offer {
    std::vector<std::string> words;   ///< those that end in "=" go on
    bool list = false;                ///< several words, separated by commas
    bool files = false;               ///< also files, of these endings
    std::vector<std::string> endings; ///< "onnx"; empty: any
    bool folders = false;             ///< also folders, or only these
    [[nodiscard]] bool empty() const { return words.empty() && !files && !folders; }
};

/// An option, or a positional argument, as the help, the manual and the shells show it.
struct PageArgument {
    std::vector<std::string> names; ///< "-o", "--output"; "model" if positional
    std::string label;              ///< of its value: "FILE"; empty: it takes none
    std::string help;
    std::string limits;    ///< "1 to 100"; empty: none are known
    std::string byDefault; ///< empty: not said
    std::vector<std::string> excludes;
    bool positional = false, required = false;
    bool mayBeBare = false; ///< the value may be left out
    bool many = false;      ///< may be repeated
    Offer offer;

    [[nodiscard]] bool takesValue() const { return !label.empty(); }
};

/// A program, or one command of it, as a plain value made from its options.
struct Page {
    std::string program; ///< "partita-cli"
    std::string command; ///< "merge"; empty: the program
    std::string summary;
    std::vector<PageArgument> arguments; ///< of a command without --help, which the program has
    std::vector<Page> commands;

    /// "partita-cli-merge"
    [[nodiscard]] std::string name() const {
        return command.empty() ? program : program + "-" + command;
    }
};

/// The page of the command line with all commands that `--help` lists.
Page pageOf(Program& program);
/// The page of the window.
Page windowPage();

/// What is offered for each kind of value, from the tables of providers, devices and passes.
Offer offerOf(CompletionKind kind);

/// The manual page in roff; of a command, `program` is the page of its program, of the program it
/// is the page itself.
std::string manualPage(const Page& page, const Page& program);
/// Completions for the three shells, of the program and all its commands.
std::string bashCompletion(const Page& program);
std::string zshCompletion(const Page& program);
std::string fishCompletion(const Page& program);

} // namespace partita::cli
