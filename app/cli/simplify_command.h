#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/cli/command_line.h"
#include "app/cli/judges.h"
#include "app/pictures/simplify_animation.h"
#include "core/tasks/runs/feeds.h"

namespace partita::cli {

/// What `simplify` and `bisect` are asked, and the command lines of other simplifiers in their
/// terms.
struct SimplifyCommand {
    std::string input, output, recipe, saveRecipe, trace, animation, theme = "light", inputData,
                                                                     threshold;
    std::vector<std::string> passes, skipped, also, shapes, testShapes, unused;
    int fixedPoint = 0, check = 0;
    std::string opset; ///< a number, "latest" or empty
    double rtol = 1e-4, checkRtol = 1e-4, checkAtol = 1e-6;
    bool noFold = false, noShapes = false, noOptimize = false, subgraphs = false,
         mutableInitializers = false, tunableInitializers = false, inlineFunctions = false,
         grow = false, force = false, noLargeTensor = false, externalData = false;
    std::string externalThreshold; ///< a size above which weights go into a file of their own
    std::string fill = "random";
    std::map<std::string, std::filesystem::path> rawInputs; ///< see FeedSource
    FilmOptions film;
    JudgeArguments judge;
    PartitionArguments placed; ///< who may run nodes, for the figures of a page
};

/// Simplifies, compares, and writes what is asked.
Result<ExitStatus> runSimplify(const SimplifyCommand& command, const Common& common);

} // namespace partita::cli
