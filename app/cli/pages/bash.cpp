#include <fmt/format.h>

#include "app/cli/pages/page.h"
#include "core/base/text_parts.h"

namespace partita::cli {

namespace {

constexpr std::string_view kHelpers = R"bash(
# The words of the first argument that fit; several of them may be joined by commas.
__partita_list() {
    local before=
    [[ $cur == *,* ]] && before=${cur%,*},
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${cur##*,}")
    compopt -o nospace
}

# The words of the first argument that fit; what ends in "=" goes on.
__partita_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
}
)bash";

/// The lines that complete a value.
std::string bashOffer(const Offer& offer) {
    std::string lines;
    if (offer.list)
        lines += fmt::format("__partita_list \"{}\"; ", joinText(offer.words, " "));
    else if (!offer.words.empty())
        lines += fmt::format("__partita_words \"{}\"; ", joinText(offer.words, " "));
    if (offer.files && offer.endings.empty())
        lines += "_filedir; ";
    else if (offer.files)
        lines += fmt::format("_filedir '@({})'; ", joinText(offer.endings, "|"));
    else if (offer.folders)
        lines += "_filedir -d; ";
    return lines;
}

/// The values of the options of one page. Values of no known kind complete to nothing, so that the
/// shell does not offer other things there. `any` stands for all commands.
std::string values(const Page& page, bool any) {
    std::string lines;
    for (const PageArgument& argument : page.arguments) {
        if (argument.positional || !argument.takesValue() || argument.mayBeBare)
            continue;
        std::string pattern;
        for (const std::string& name : argument.names)
            pattern += fmt::format("{}{}\"{}\"", pattern.empty() ? "" : " | ", any ? "*" : "",
                                   any ? " " + name : page.command + " " + name);
        lines += fmt::format("    {})\n        {}return ;;\n", pattern, bashOffer(argument.offer));
    }
    return lines;
}

std::vector<std::string> optionNames(const Page& page) {
    std::vector<std::string> names;
    for (const PageArgument& argument : page.arguments)
        if (!argument.positional)
            names.insert(names.end(), argument.names.begin(), argument.names.end());
    return names;
}

/// What the positional arguments of a page offer, taken together.
Offer positionals(const Page& page) {
    Offer all;
    for (const PageArgument& argument : page.arguments) {
        if (!argument.positional)
            continue;
        const Offer& each = argument.offer;
        all.words.insert(all.words.end(), each.words.begin(), each.words.end());
        all.files |= each.files;
        for (const std::string& ending : each.endings)
            if (std::ranges::find(all.endings, ending) == all.endings.end())
                all.endings.push_back(ending);
    }
    return all;
}

/// The arguments where no value of an option stands.
std::string arguments(const Page& page, const std::vector<std::string>& common) {
    auto names = optionNames(page);
    names.insert(names.end(), common.begin(), common.end());
    return fmt::format("        if [[ $cur == -* ]]; then\n"
                       "            __partita_words \"{}\"\n"
                       "        else\n"
                       "            {}:\n"
                       "        fi ;;\n",
                       joinText(names, " "), bashOffer(positionals(page)));
}

} // namespace

std::string bashCompletion(const Page& program) {
    std::vector<std::string> names;
    std::string valueCases = values(program, true), argumentCases;
    const auto common = optionNames(program);
    for (const Page& command : program.commands) {
        names.push_back(command.command);
        valueCases.insert(0, values(command, false));
        argumentCases += fmt::format("    {})\n{}", command.command, arguments(command, common));
    }
    if (program.commands.empty())
        argumentCases = "    *)\n" + arguments(program, {});
    else
        argumentCases += fmt::format("    *)\n        __partita_words \"{} {}\" ;;\n",
                                     joinText(names, " "), joinText(common, " "));
    std::string function = "_" + program.program;
    std::ranges::replace(function, '-', '_');
    const std::string find = names.empty() ? std::string()
                                           : fmt::format("    for ((i = 1; i < cword; i++)); do\n"
                                                         "        case ${{words[i]}} in\n"
                                                         "        {})\n"
                                                         "            command=${{words[i]}}\n"
                                                         "            break ;;\n"
                                                         "        esac\n"
                                                         "    done\n",
                                                         joinText(names, " | "));
    return fmt::format("# bash completion of {0}, written by `partita-cli pages`.\n{1}\n"
                       "{2}() {{\n"
                       "    # shellcheck disable=SC2034  # _init_completion sets them\n"
                       "    local cur prev words cword split command='' i\n"
                       "    _init_completion -s || return\n"
                       "{3}"
                       "    case \"$command $prev\" in\n{4}    esac\n"
                       "    case $command in\n{5}    esac\n"
                       "}}\n"
                       "complete -F {2} {0}\n",
                       program.program, kHelpers, function, find, valueCases, argumentCases);
}

} // namespace partita::cli
