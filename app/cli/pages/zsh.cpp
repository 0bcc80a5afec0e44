#include <fmt/format.h>

#include "app/cli/pages/page.h"

namespace partita::cli {

namespace {

/// Text within single quotes of zsh.
std::string inZshQuotes(std::string_view text) {
    std::string out;
    for (const char letter : text)
        out += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return out;
}

/// Text in the description of an argument, where brackets and colons have a meaning.
std::string described(std::string_view text) {
    std::string out;
    for (const char letter : text) {
        if (letter == '[' || letter == ']' || letter == ':' || letter == '\\')
            out += '\\';
        out += letter;
    }
    return inZshQuotes(out);
}

/// The action that completes a value: ":label:action".
std::string action(const PageArgument& argument) {
    const Offer& offer = argument.offer;
    std::string files;
    if (offer.files && offer.endings.empty())
        files = "_files";
    else if (offer.files && offer.endings.size() == 1) // (x) at the end would be a glob qualifier
        files = fmt::format("_files -g \"*.{}\"", offer.endings.front());
    else if (offer.files)
        files = fmt::format("_files -g \"*.({})\"", fmt::join(offer.endings, "|"));
    else if (offer.folders)
        files = "_files -/";
    const std::string words = fmt::format("{}", fmt::join(offer.words, " "));
    std::string does;
    if (offer.list)
        does = fmt::format(" _values -s , {} {}", inZshQuotes(argument.label), words);
    else if (!words.empty() && words.back() == '=')
        does = fmt::format(" compadd -S \"\" -- {}", words);
    else if (!words.empty() && !files.empty())
        does = fmt::format("{{compadd -- {}; {}}}", words, files);
    else if (!words.empty())
        does = fmt::format("({})", words);
    else
        does = files.empty() ? " " : files;
    return fmt::format(":{}:{}", described(argument.label), does);
}

/// One argument as `_arguments` takes it.
std::string spec(const PageArgument& argument) {
    if (argument.positional) {
        std::string name = argument.names.front();
        return fmt::format(
            "'{}{}'",
            argument.many       ? "*"
            : argument.required ? ""
                                : ":",
            action(argument).replace(0, 1 + argument.label.size(), ":" + described(name)));
    }
    const std::string value =
        argument.takesValue() ? (argument.mayBeBare ? ":" : "") + action(argument) : "";
    const std::string text = fmt::format("[{}]{}", described(argument.help), value);
    if (argument.names.size() == 1)
        return fmt::format("'{}{}{}'", argument.many ? "*" : "", argument.names.front(), text);
    return fmt::format("'{}'{{{}}}'{}'",
                       argument.many ? "*" : fmt::format("({})", fmt::join(argument.names, " ")),
                       fmt::join(argument.names, ","), text);
}

std::string specs(const Page& page, const char* indent) {
    std::string lines;
    for (const PageArgument& argument : page.arguments)
        lines += fmt::format(" \\\n{}{}", indent, spec(argument));
    return lines;
}

std::string commandState(const Page& program) {
    std::string list, cases;
    for (const Page& command : program.commands) {
        list += fmt::format("        '{}:{}'\n", command.command, described(command.summary));
        cases += fmt::format("    {})\n        _arguments -s -S $common{} ;;\n", command.command,
                             specs(command, "            "));
    }
    return fmt::format("    case $state in\n"
                       "    command)\n"
                       "        local -a commands=(\n{}        )\n"
                       "        _describe -t commands command commands ;;\n"
                       "    argument)\n"
                       "        case $words[1] in\n{}        esac ;;\n"
                       "    esac\n",
                       list, cases);
}

} // namespace

std::string zshCompletion(const Page& program) {
    std::string body;
    if (program.commands.empty()) {
        body = fmt::format("    _arguments -s -S{}\n", specs(program, "        "));
    } else {
        std::string common;
        for (const PageArgument& argument : program.arguments)
            common += fmt::format("        {}\n", spec(argument));
        body = fmt::format("    local context state state_descr line\n"
                           "    typeset -A opt_args\n"
                           "    local -a common=(\n{}    )\n"
                           "    _arguments -s -S -C $common '1:command:->command' "
                           "'*::argument:->argument'\n{}",
                           common, commandState(program));
    }
    return fmt::format("#compdef {0}\n# zsh completion of {0}, written by `partita-cli pages`.\n\n"
                       "_{0}() {{\n{1}}}\n\n_{0} \"$@\"\n",
                       program.program, body);
}

} // namespace partita::cli
