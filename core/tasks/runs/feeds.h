#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/ir/model.h"
#include "core/provider/io_binding.h"

namespace partita {

/// The numbers of inputs that no file holds. `arange` counts 0, 1, 2 … in the order of the elements.
enum class FeedFill { random, ones, zeros, arange };
std::optional<FeedFill> feedFillNamed(std::string_view name);

/// The source of a run's inputs: a file, or seeded random numbers.
struct FeedSource {
    std::filesystem::path file; ///< .npz, or a folder with input_0.pb …; empty: random inputs
    std::uint64_t seed = 0;
    std::map<std::string, std::int64_t> sizes; ///< sizes of symbolic dimensions; others are 1
    /// Complete shapes of inputs by name, which override those in the model.
    std::map<std::string, std::vector<std::int64_t>> shapes;
    FeedFill fill = FeedFill::random; ///< of numbers; texts are always random
    /// Files with the bytes of the elements of single inputs, or .npy files, by name.
    std::map<std::string, std::filesystem::path> rawFiles = {};
};

/// Fails for a size of a symbol that no input of the model has: with a misspelled name the size that
/// was meant would stay open.
Result<void> checkSizes(const std::map<std::string, std::int64_t>& sizes, const Model& model);

/// Takes out the sizes of symbols that no input of the model has, as those of another model are.
/// Returns whether there were any.
bool dropOtherSizes(std::map<std::string, std::int64_t>& sizes, const Model& model);

/// The sizes that the symbols of a model's inputs have in these values. A symbol that stands for
/// several sizes, which is against ONNX, has that of the first input.
std::map<std::string, std::int64_t> symbolSizesOf(const Feeds& feeds, const Model& model);

/// The inputs for `model`. Fails where the file or the shapes do not fit the model, and for a size of
/// random inputs whose symbol no input has.
Result<Feeds> feedsOf(const FeedSource& source, const Model& model);

} // namespace partita
