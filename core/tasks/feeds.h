#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/ir/model.h"
#include "core/provider/io_binding.h"

namespace partita {

/// The source of a run's inputs: a file, or seeded random numbers.
struct FeedSource {
    std::filesystem::path file; ///< .npz, or a folder with input_0.pb …; empty: random inputs
    std::uint64_t seed = 0;
    std::map<std::string, std::int64_t> sizes; ///< sizes of symbolic dimensions; others are 1
    /// Complete shapes of inputs by name, which override those in the model.
    std::map<std::string, std::vector<std::int64_t>> shapes;
};

/// The inputs for `model`. Fails where the file or the shapes do not fit the model.
Result<Feeds> feedsOf(const FeedSource& source, const Model& model);

} // namespace partita
