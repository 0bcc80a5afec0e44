#include <chrono>
#include <cstdlib>
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "app/cli/pages/page.h"

namespace partita::cli {

namespace {

struct Example {
    std::string_view command, line, what;
};
constexpr Example kExamples[] = {
#define EXAMPLE(command, line, what) {command, line, what},
#include "app/cli/pages/examples.def"
#undef EXAMPLE
};

struct Status {
    ExitStatus status;
    std::string_view meaning;
};
constexpr Status kStatuses[] = {
    {done, "Done: everything is written and printed."},
    {answerIsNo,
     "Done, and the answer is no: a comparison or a condition failed, something was found."},
    {wrongUsage, "Wrong usage: nothing was done."},
    {badInput, "Bad input, or the system refused: a file, memory, standard output."},
    {providerFailed, "A provider refused or failed."},
    {internalError, "Internal error: please report it."},
    {interrupted, "Interrupted by a signal."},
};

/// Text as roff shows it: no character of it is a request, and a dash stays the dash that is typed.
std::string roff(std::string_view text) {
    std::string out;
    for (const char letter : text) {
        if (letter == '\\')
            out += "\\e";
        else if (letter == '-')
            out += "\\-";
        else if (letter == '\'')
            out += "\\(aq";
        else if (letter == '`')
            out += "\\(ga";
        else if (letter == '^')
            out += "\\(ha";
        else if (letter == '~')
            out += "\\(ti";
        else if (letter == '"')
            out += "\\(dq";
        else if (letter == '.' && out.empty())
            out += "\\&.";
        else
            out += letter;
    }
    return out;
}

std::string bold(std::string_view text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + roff(text) + "\\fR"; }
std::string section(std::string_view title) { return fmt::format(".SH {}\n", title); }

/// The day of the page: that of the source where it is given, so that a build can be repeated.
std::string day() {
    std::time_t time = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    if (const char* source = std::getenv("SOURCE_DATE_EPOCH"))
        time = std::strtoll(source, nullptr, 10);
    return fmt::format("{:%Y-%m-%d}", fmt::gmtime(time));
}

/// A label with words as they are typed and the rest in italics: light|dark, FILE.
std::string value(const PageArgument& argument) {
    const bool typed = !argument.offer.words.empty() &&
                       argument.label.find('|') != std::string::npos &&
                       argument.label == fmt::format("{}", fmt::join(argument.offer.words, "|"));
    return typed ? bold(argument.label) : italic(argument.label);
}

std::string sentence(const PageArgument& argument) {
    std::string text = argument.help;
    if (!text.empty() && std::string_view(".!?").find(text.back()) == std::string_view::npos)
        text += '.';
    if (!argument.limits.empty())
        text += fmt::format(" From {}.", argument.limits);
    if (!argument.byDefault.empty())
        text += fmt::format(" The default is {}.", argument.byDefault);
    if (!argument.excludes.empty())
        text += fmt::format(" Not together with {}.", fmt::join(argument.excludes, ", "));
    return text;
}

std::string entry(const PageArgument& argument) {
    std::string head;
    for (const std::string& name : argument.names)
        head += (head.empty() ? "" : ", ") + (argument.positional ? italic(name) : bold(name));
    if (argument.takesValue() && !argument.positional)
        head += " " + value(argument);
    return fmt::format(".TP\n{}\n{}\n", head, roff(sentence(argument)));
}

std::string synopsis(const Page& page) {
    std::string line = bold(page.program);
    if (!page.command.empty())
        line += " " + bold(page.command);
    line += " [" + italic("OPTION") + " ...]";
    for (const PageArgument& argument : page.arguments) {
        if (!argument.positional)
            continue;
        const std::string name = italic(argument.names.front()) + (argument.many ? " ..." : "");
        line += argument.required ? " " + name : " [" + name + "]";
    }
    if (!page.commands.empty())
        line += " " + italic("COMMAND") + " [" + italic("ARGUMENT") + " ...]";
    return section("SYNOPSIS") + line + "\n";
}

std::string entries(const char* title, const Page& page, bool positional) {
    std::string text;
    for (const PageArgument& argument : page.arguments)
        if (argument.positional == positional)
            text += entry(argument);
    return text.empty() ? text : section(title) + text;
}

std::string commands(const Page& program) {
    std::string text = section("COMMANDS");
    for (const Page& command : program.commands)
        text += fmt::format(".TP\n{}\n{}.\n", bold(command.command), roff(command.summary));
    return text;
}

std::string examples(const Page& page) {
    std::string text;
    for (const Example& example : kExamples)
        if (example.command == (page.command.empty() ? page.program : page.command))
            text += fmt::format(".TP\n{}\n{}\n", bold(example.line), roff(example.what));
    return text.empty() ? text : section("EXAMPLES") + text;
}

std::string statuses() {
    std::string text = section("EXIT STATUS");
    for (const Status& each : kStatuses)
        text += fmt::format(".TP\n.B {}\n{}\n", static_cast<int>(each.status), roff(each.meaning));
    return text;
}

/// "partita(1), partita-cli(1)": the programs, and of the program its commands.
std::string seeAlso(const Page& page, const Page& program) {
    std::vector<std::string> names;
    if (page.program == "partita" || !page.command.empty())
        names = {"partita-cli"};
    else
        for (const Page& command : program.commands)
            names.push_back(command.name());
    if (page.program != "partita")
        names.insert(names.begin(), "partita");
    std::string text = section("SEE ALSO");
    for (const std::string& name : names)
        text += fmt::format(".BR {} (1){}\n", roff(name), &name == &names.back() ? "" : ",");
    return text + ".PP\nThe documents in\n.IR /usr/share/doc/partita .\n";
}

std::string description(const Page& page) {
    std::string text = section("DESCRIPTION");
    if (page.program == "partita")
        text += roff("A window that colours the graph of an ONNX model by the execution provider "
                     "that runs each node, says why, simplifies, compiles and merges models, and "
                     "runs them. The NPU is simulated: none is needed.");
    else if (page.command.empty())
        text += roff("Each command does what the window does, without a display. An error is one "
                     "line on standard error. Only --force replaces files that are there, and "
                     "an output appears whole or not at all.");
    else
        text += roff(page.summary + ".");
    return text + "\n";
}

} // namespace

std::string manualPage(const Page& page, const Page& program) {
    const bool ofCommand = !page.command.empty();
    std::string upper = page.name();
    for (char& letter : upper)
        letter = letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
    std::string summary = page.summary;
    if (const auto colon = summary.find(": "); !ofCommand && colon != std::string::npos)
        summary = summary.substr(colon + 2); // the program's own name stands before it
    std::string text = fmt::format(
        ".\\\" Written by `partita-cli pages`.\n.TH {} 1 {} \"Partita {}\" \"Partita\"\n",
        roff(upper), day(), PARTITA_VERSION);
    text += section("NAME") + fmt::format("{} \\- {}\n", roff(page.name()), roff(summary));
    text += synopsis(page) + description(page);
    if (!page.commands.empty())
        text += commands(page);
    text += entries("ARGUMENTS", page, true) + entries("OPTIONS", page, false);
    if (ofCommand)
        text += entries("OPTIONS OF ALL COMMANDS", program, false);
    text += examples(page);
    if (page.program != "partita")
        text += statuses();
    return text + seeAlso(page, program);
}

} // namespace partita::cli
