#include "app/cli/argument_kinds.h"

#include <CLI/CLI.hpp>

namespace partita::cli {

namespace {

constexpr ArgumentKind kKinds[] = {
#define ARGUMENT(command, name, label, completes) {command, name, label, CompletionKind::completes},
#include "app/cli/argument_kinds.def"
#undef ARGUMENT
};

/// The name in the table: of several the first long one.
std::string tableName(const CLI::Option& argument) {
    if (argument.get_positional())
        return argument.get_name(true);
    return argument.get_lnames().empty() ? "-" + argument.get_snames().front()
                                         : "--" + argument.get_lnames().front();
}

} // namespace

const ArgumentKind* kindOf(const std::string& command, const CLI::Option& argument) {
    const std::string name = tableName(argument);
    const ArgumentKind* general = nullptr;
    for (const ArgumentKind& kind : kKinds) {
        if (kind.name == name && kind.command == command)
            return &kind;
        if (kind.name == name && !*kind.command)
            general = &kind;
    }
    return general;
}

void labelArguments(CLI::App& program) {
    for (CLI::App* command : program.get_subcommands({}))
        for (CLI::Option* argument : command->get_options())
            if (const ArgumentKind* kind = kindOf(command->get_name(), *argument);
                kind && argument->get_type_name() == "TEXT")
                argument->type_name(kind->label);
}

} // namespace partita::cli
