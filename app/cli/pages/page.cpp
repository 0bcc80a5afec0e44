#include "app/cli/pages/page.h"

#include "app/arguments/window_arguments.h"
#include "core/base/text_parts.h"

namespace partita::cli {

namespace {

/// The limits in a type such as "INT:INT in [1 - 100]".
std::string limitsIn(const std::string& type) {
    const auto begin = type.find(" in ["), end = type.rfind(']');
    if (begin == std::string::npos || end == std::string::npos || end < begin)
        return {};
    const std::string range = type.substr(begin + 5, end - begin - 5);
    const auto middle = range.find(" - ");
    return middle == std::string::npos
               ? range
               : range.substr(0, middle) + " to " + range.substr(middle + 3);
}

/// The words in a type such as "TEXT:{light,dark}".
std::vector<std::string> wordsIn(const std::string& type) {
    const auto begin = type.find(":{"), end = type.rfind('}');
    if (begin == std::string::npos || end == std::string::npos)
        return {};
    return splitText(type.substr(begin + 2, end - begin - 2), ',');
}

std::vector<std::string> namesOf(const CLI::Option& argument) {
    if (argument.get_positional())
        return {argument.get_name(true)};
    std::vector<std::string> names;
    for (const std::string& name : argument.get_snames())
        names.push_back("-" + name);
    for (const std::string& name : argument.get_lnames())
        names.push_back("--" + name);
    return names;
}

PageArgument argumentOf(const std::string& command, const CLI::Option& argument) {
    PageArgument made;
    made.names = namesOf(argument);
    made.help = argument.get_description();
    made.positional = argument.get_positional();
    made.required = argument.get_required();
    for (const CLI::Option* other : argument.get_excludes())
        made.excludes.push_back(other->get_name());
    if (argument.get_type_size() == 0) // a flag
        return made;
    const std::string type = argument.get_type_name();
    made.label = type.substr(0, type.find(':'));
    made.limits = limitsIn(type);
    made.byDefault = argument.get_default_str();
    made.mayBeBare = argument.get_expected_min() == 0;
    made.many = argument.get_expected_max() >= CLI::detail::expected_max_vector_size;
    if (const ArgumentKind* kind = kindOf(command, argument))
        made.offer = offerOf(kind->completes);
    if (auto words = wordsIn(type); !words.empty()) {
        made.label = fmt::format("{}", fmt::join(words, "|"));
        made.offer.words = std::move(words);
    }
    return made;
}

Page pageOf(CLI::App& app, const std::string& program, const std::string& command) {
    Page page{program, command, app.get_description(), {}, {}};
    for (const CLI::Option* argument : app.get_options())
        if (!argument->get_group().empty() && (command.empty() || argument != app.get_help_ptr()))
            page.arguments.push_back(argumentOf(command, *argument));
    return page;
}

} // namespace

Page pageOf(Program& program) {
    const std::string name = program.app.get_name();
    Page page = pageOf(program.app, name, {});
    for (const Subcommand& command : program.commands)
        if (!command.app->get_group().empty())
            page.commands.push_back(pageOf(*command.app, name, command.app->get_name()));
    return page;
}

Page windowPage() {
    CLI::App app(WindowArguments::kSummary, "partita");
    WindowArguments arguments;
    arguments.addTo(app);
    return pageOf(app, app.get_name(), {});
}

} // namespace partita::cli
