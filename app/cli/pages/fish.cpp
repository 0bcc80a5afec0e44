#include <fmt/format.h>

#include "app/cli/pages/page.h"

namespace partita::cli {

namespace {

/// Text within single quotes of fish.
std::string inFishQuotes(std::string_view text) {
    std::string out = "'";
    for (const char letter : text) {
        if (letter == '\'' || letter == '\\')
            out += '\\';
        out += letter;
    }
    return out + "'";
}

/// What completes a value: -x takes it and offers no files, -r takes it and offers them.
std::string fishOffer(const Offer& offer) {
    std::string words = fmt::format("{}", fmt::join(offer.words, " "));
    if (offer.list)
        return fmt::format(" -x -a '(__fish_append , {})'", words);
    if (offer.files && offer.endings.empty())
        return " -r -F";
    if (offer.folders && !offer.files)
        return " -x -a '(__fish_complete_directories)'";
    for (const std::string& ending : offer.endings)
        words += fmt::format("{}(__fish_complete_suffix .{})", words.empty() ? "" : " ", ending);
    return words.empty() ? " -x" : fmt::format(" -x -k -a '{}'", words);
}

std::string line(const std::string& program, const std::string& condition,
                 const PageArgument& argument) {
    std::string text = "complete -c " + program;
    if (!condition.empty())
        text += " -n " + inFishQuotes(condition);
    if (argument.positional)
        return argument.offer.empty() ? std::string() : text + fishOffer(argument.offer) + "\n";
    for (const std::string& name : argument.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (argument.takesValue() && !argument.mayBeBare)
        text += fishOffer(argument.offer);
    return text + " -d " + inFishQuotes(argument.help) + "\n";
}

} // namespace

std::string fishCompletion(const Page& program) {
    const std::string& name = program.program;
    std::string text = fmt::format("# fish completion of {0}, written by `partita-cli pages`.\n"
                                   "complete -c {0} -f\n",
                                   name);
    for (const PageArgument& argument : program.arguments)
        text += line(name, {}, argument);
    for (const Page& command : program.commands)
        text += fmt::format("complete -c {} -n __fish_use_subcommand -a {} -d {}\n", name,
                            command.command, inFishQuotes(command.summary));
    for (const Page& command : program.commands)
        for (const PageArgument& argument : command.arguments)
            text += line(name, "__fish_seen_subcommand_from " + command.command, argument);
    return text;
}

} // namespace partita::cli
