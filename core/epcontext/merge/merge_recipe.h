#pragma once

#include <functional>

#include "core/epcontext/merge/merge.h"

namespace partita {

/// A merge as a small readable file for version control, which is repeated after the sources were
/// compiled again (docs/epcontext.md, "Recipes").
struct MergeRecipe {
    struct Source {
        std::filesystem::path path;
        std::string prefix, part; ///< as in MergeInput
    };
    std::vector<Source> sources;
    MergeOptions options; ///< without an output: whoever repeats the merge names one
};

MergeRecipe recipeOf(const std::vector<MergeInput>& inputs, const MergeOptions& options);

/// The text of a recipe file in `folder`: paths are relative to it, so that the folder can be moved.
std::string mergeRecipeText(const MergeRecipe& recipe, const std::filesystem::path& folder);

/// Reads a recipe; fails for wrong values and unknown keys, and names them. The paths in the result
/// lead from the working directory.
Result<MergeRecipe> readMergeRecipe(const std::filesystem::path& file);
Result<MergeRecipe> mergeRecipeFromText(std::string_view text, const std::filesystem::path& folder);

/// Reads a model file.
using ModelReader = std::function<Result<Model>(const std::filesystem::path&)>;

/// Reads the sources of a recipe. One that cannot be read, or has no such partition any more, is an
/// input that says so, in its place.
std::vector<MergeInput> openSources(const MergeRecipe& recipe, const ModelReader& read);
MergeInput openSource(const MergeRecipe::Source& source, const ModelReader& read);

} // namespace partita
