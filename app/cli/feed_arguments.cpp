#include "app/cli/feed_arguments.h"

#include <limits>

#include "core/base/number_text.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"

namespace partita::cli {

Result<std::map<std::string, std::int64_t>> symbolSizes(const std::vector<std::string>& texts,
                                                        const char* option) {
    std::map<std::string, std::int64_t> sizes;
    for (const auto& text : texts) {
        const auto pair = splitPair(text);
        const auto size = pair ? parseWholeNumber(pair->second) : std::nullopt;
        if (!size || *size > std::numeric_limits<std::int64_t>::max())
            return Error{Errc::usage,
                         PARTITA_TEXT("'{0}' is not symbol=size", text),
                         {},
                         PARTITA_TEXT("write for example {0} batch=4", option)};
        sizes[pair->first] = static_cast<std::int64_t>(*size);
    }
    return sizes;
}

void FeedArguments::addTo(CLI::App& command) {
    command.add_option("--inputs", inputs, "FILE.npz, or a folder with input_0.pb …");
    command.add_option("--seed", seed, "Seed of random inputs")->capture_default_str();
    command
        .add_option(
            "--dim", dims,
            "Size of a dimension that the model leaves open, for random inputs: symbol=size")
        ->allow_extra_args(false);
}

Result<FeedSource> FeedArguments::source() const {
    auto sizes = PARTITA_TRY(symbolSizes(dims, "--dim"));
    return FeedSource{inputs, seed, std::move(sizes), {}, FeedFill::random, {}};
}

} // namespace partita::cli
