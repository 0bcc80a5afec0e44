#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace partita::cli {

/// How many values an option of Python's argparse takes.
enum class Arity { none, one, optional, any, several };

/// An option of another program.
struct ForeignOption {
    std::string_view name; ///< "--passes"
    Arity arity;
    char letter = 0; ///< its short name
};

/// A command line of another program, taken apart.
struct ForeignArguments {
    struct Given {
        std::size_t option; ///< its place in the list of options
        std::vector<std::string> values;
    };
    std::vector<std::string> positionals;
    std::vector<Given> options; ///< in their order
};

/// Takes a command line apart as argparse does: an option takes all values up to the next option
/// that it can take, its name may be cut short as long as it is the only one, and --name=value is
/// one value. Fails for an unknown option and a wrong number of values.
Result<ForeignArguments> parseForeign(std::span<const std::string> words,
                                      std::span<const ForeignOption> options);

} // namespace partita::cli
