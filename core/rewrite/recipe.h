#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "core/rewrite/pipeline.h"

namespace partita {

/// All settings of a simplification, as a small readable file for version control. Applying it to
/// the same model gives the same result.
struct Recipe {
    /// A rewrite to leave out.
    struct Skip {
        std::string pass, anchor; ///< `anchor`: Rewrite::anchorName; "*": any
        int round = 0;            ///< 0: in every round
        int fromRound = 0;        ///< in this round and all later ones; 0: in every round
        friend bool operator==(const Skip&, const Skip&) = default;
    };
    std::vector<std::string> passes;        ///< exactly these; empty: the default ones
    int rounds = 0;                         ///< the most; 0: one for a list of passes, otherwise 50
    std::vector<std::string> skipped, also; ///< left out of and added to the default passes
    std::vector<Skip> skips;
    std::vector<std::string> onlyNodes; ///< labels: rewrites of other nodes are left out
    std::map<std::string, std::vector<std::int64_t>> inputShapes; ///< written into the model
    std::vector<std::string> unusedOutputs;                       ///< removed from the outputs
    int targetOpset = 0; ///< opset of ONNX's domain to convert to first; 0: unchanged
    bool optimize = true, fold = true, inferShapes = true;
    bool mutableInitializers = false, mayGrow = false;
    bool tunableInitializers = false; ///< initializers are trained further; see PassOptions
    std::uint64_t tensorSizeThreshold = PassOptions().tensorSizeThreshold;
    friend bool operator==(const Recipe&, const Recipe&) = default;
};

/// The model with the recipe's shapes, outputs and opset, on which the passes start.
Result<Model> prepareModel(const Model& model, const Recipe& recipe);
/// Applies a recipe to a model from `prepareModel`. `options` gives the evaluator, the progress and
/// `decide`, which is asked about rewrites that the recipe keeps.
Result<PipelineResult> applyRecipe(const Model& model, const Recipe& recipe, PassOptions options);

nlohmann::json toJson(const Recipe& recipe);
/// The text of a recipe file; invalid UTF-8 in names is replaced.
std::string recipeText(const Recipe& recipe);
/// Reads a recipe; fails for wrong values and for unknown keys and passes, and names them.
Result<Recipe> readRecipe(const std::filesystem::path& path);
Result<Recipe> recipeFromJson(const std::string& text);

} // namespace partita
