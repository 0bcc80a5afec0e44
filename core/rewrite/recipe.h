#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "core/rewrite/pipeline.h"

namespace partita {

/// All that decides what a simplification does to a model: small, readable, fit for version
/// control. Replaying it on the same model gives the same result.
struct Recipe {
    /// A rewrite not to make.
    struct Skip {
        std::string pass, anchor; ///< label of the node it is about; "*": of any
        int round = 0;            ///< 0: in any
        int fromRound = 0;        ///< in this one and all later ones; 0: in any
        friend bool operator==(const Skip&, const Skip&) = default;
    };
    std::vector<std::string> passes;        ///< exactly these; empty: those of a simplification
    int rounds = 0;                         ///< at most; 0: one for a list of passes, else 50
    std::vector<std::string> skipped, also; ///< without a list: passes left out and added
    std::vector<Skip> skips;
    std::vector<std::string> onlyNodes; ///< labels: rewrites of other nodes are not made
    std::map<std::string, std::vector<std::int64_t>> inputShapes; ///< written into the model
    std::vector<std::string> unusedOutputs;                       ///< taken out
    int targetOpset = 0; ///< of ONNX's own domain, converted to first; 0: as it is
    bool optimize = true, fold = true, inferShapes = true;
    bool mutableInitializers = false, mayGrow = false;
    std::uint64_t tensorSizeThreshold = PassOptions().tensorSizeThreshold;
    friend bool operator==(const Recipe&, const Recipe&) = default;
};

/// What the passes start from: the model with the recipe's shapes, outputs and opset.
Result<Model> prepareModel(const Model& model, const Recipe& recipe);
/// Applies a recipe to a prepared model. `options`: evaluator, progress, and who decides on what the recipe keeps.
Result<PipelineResult> applyRecipe(const Model& model, const Recipe& recipe, PassOptions options);

nlohmann::json toJson(const Recipe& recipe);
/// The same as the text of a file, with what is no UTF-8 in a name replaced.
std::string recipeText(const Recipe& recipe);
/// Fails for unknown keys and passes, and says where.
Result<Recipe> readRecipe(const std::filesystem::path& path);
Result<Recipe> recipeFromJson(const std::string& text);

/// "1KB", "1.5MB", "2GB" or a plain number of bytes, as onnxsim reads them (1 KB is 1024 bytes).
Result<std::uint64_t> parseSize(const std::string& text);

} // namespace partita
