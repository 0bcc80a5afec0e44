#pragma once

#include <string>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace partita::cli {

/// What a shell completes where an argument takes a value.
enum class CompletionKind {
    nothing,
    model,
    file,
    folder,
    json,
    page,       ///< an HTML page
    jsonOrPage, ///< either of them
    arrayFile,  ///< .npz
    arrays,     ///< .npz, or a folder of tensors
    picture,
    report,
    device, ///< a built-in name or a profile
    provider,
    providers, ///< several, separated by commas
    option,    ///< of a provider, up to its "="
    sessionOption,
    pass,
    passes,
    colouring,
    differenceKinds
};

/// What an argument takes: one row of argument_kinds.def.
struct ArgumentKind {
    const char *command, *name, *label;
    CompletionKind completes;
};

/// The kind of an argument of a command; null: none is listed.
const ArgumentKind* kindOf(const std::string& command, const CLI::Option& argument);

/// Labels the arguments of all commands that take a text: MODEL instead of TEXT.
void labelArguments(CLI::App& program);

} // namespace partita::cli
