#include "app/cli/feed_arguments.h"

#include "core/base/named_sizes.h"
#include "core/base/try.h"

namespace partita::cli {

Result<std::map<std::string, std::int64_t>> symbolSizes(const std::vector<std::string>& texts,
                                                        const char* option) {
    return namedSizes(texts, 0, PARTITA_TEXT("write for example {0} batch=4", option));
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
