#include "app/cli/foreign_arguments.h"

#include <algorithm>
#include <cctype>

#include "core/base/try.h"

namespace partita::cli {

namespace {

/// Whether argparse takes a word for an option: it begins with "-", is no number, and has no blank
/// before its value.
bool isOption(const std::string& word) {
    return word.size() > 1 && word[0] == '-' &&
           (std::isdigit(static_cast<unsigned char>(word[1])) == 0 && word[1] != '.') &&
           word.find(' ') >= std::min(word.find('='), word.size());
}

Error wrong(Message what) {
    return {Errc::usage,
            std::move(what),
            {},
            PARTITA_TEXT("docs/onnxsim-options.md lists what is taken")};
}

Result<std::size_t> optionNamed(const std::string& name, std::span<const ForeignOption> options) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < options.size(); ++i) {
        const ForeignOption& each = options[i];
        if (name == each.name || (name.size() == 2 && each.letter && name[1] == each.letter))
            return i;
        if (name.starts_with("--") && name.size() > 2 && each.name.starts_with(name))
            found.push_back(i);
    }
    if (found.size() == 1)
        return found[0];
    if (found.empty())
        return wrong(PARTITA_TEXT("there is no option '{0}'", name));
    return wrong(PARTITA_TEXT("'{0}' may be {1} or {2}", name, options[found[0]].name,
                              options[found[1]].name));
}

std::size_t mostValues(Arity arity) {
    switch (arity) {
    case Arity::none: return 0;
    case Arity::one:
    case Arity::optional: return 1;
    case Arity::any:
    case Arity::several: break;
    }
    return SIZE_MAX;
}

} // namespace

Result<ForeignArguments> parseForeign(std::span<const std::string> words,
                                      std::span<const ForeignOption> options) {
    ForeignArguments found;
    for (std::size_t at = 0; at < words.size(); ++at) {
        const std::string& word = words[at];
        if (word == "--") { // ends the values of an option, and all options
            found.positionals.insert(found.positionals.end(), words.begin() + at + 1, words.end());
            break;
        }
        if (!isOption(word)) {
            found.positionals.push_back(word);
            continue;
        }
        const auto equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        ForeignArguments::Given given{PARTITA_TRY(optionNamed(word.substr(0, equals), options)),
                                      {}};
        const ForeignOption& option = options[given.option];
        if (equals != std::string::npos)
            given.values.push_back(word.substr(equals + 1));
        else
            while (given.values.size() < mostValues(option.arity) && at + 1 < words.size() &&
                   !isOption(words[at + 1]))
                given.values.push_back(words[++at]);
        const bool needsOne = option.arity == Arity::one || option.arity == Arity::several;
        if (needsOne && given.values.empty())
            return wrong(PARTITA_TEXT("{0} needs a value", option.name));
        if (given.values.size() > mostValues(option.arity))
            return wrong(PARTITA_TEXT("{0} takes no value", option.name));
        found.options.push_back(std::move(given));
    }
    return found;
}

} // namespace partita::cli
