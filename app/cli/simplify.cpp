#include <algorithm>
#include <filesystem>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/picture.h"
#include "app/cli/simplify_command.h"
#include "core/base/byte_size.h"
#include "core/base/count_text.h"
#include "core/base/line_text.h"
#include "core/base/log.h"
#include "core/base/named_sizes.h"
#include "core/base/number_text.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "core/ir/inline_functions.h"
#include "core/onnx/check.h"
#include "core/onnx/schema.h"
#include "core/onnx/write.h"
#include "core/rewrite/pass_report.h"
#include "core/rewrite/rewrite_history.h"
#include "core/tasks/models/simplified_model.h"
#include "core/tasks/replay/simplify_page.h"

namespace partita::cli {

namespace {

using Shapes = std::map<std::string, std::vector<std::int64_t>>;

/// Parses "x:1,3,224,224", or "1,3,224,224" if the model has a single input that is no initializer;
/// with sizes of `least` or more.
Result<Shapes> parseShapes(const std::vector<std::string>& texts, const Model& model,
                           std::int64_t least) {
    Shapes shapes;
    std::vector<ValueId> inputs = model.graph(model.mainGraph())->inputs;
    std::erase_if(inputs, [&](ValueId id) { return model.value(id)->isConstant(); });
    for (const std::string& text : texts) {
        const auto colon = text.rfind(':');
        std::string name = colon == std::string::npos ? "" : text.substr(0, colon);
        if (name.empty() && inputs.size() == 1)
            name = model.value(inputs[0])->name;
        auto dims = sizesIn(
            std::string_view(text).substr(colon == std::string::npos ? 0 : colon + 1), least);
        if (!dims)
            return Error{Errc::usage,
                         PARTITA_TEXT("'{0}' is no shape", text),
                         {},
                         PARTITA_TEXT("write for example x:1,3,224,224")};
        if (name.empty())
            return Error{Errc::usage,
                         PARTITA_TEXT("'{0}' does not say which input", text),
                         {},
                         PARTITA_TEXT("write for example x:1,3,224,224")};
        shapes[name] = *std::move(dims);
    }
    return shapes;
}

Result<int> opsetOf(const std::string& text) {
    if (text == "latest")
        return newestOpset("").value_or(0);
    const auto number = parseWholeNumber(text);
    if (number && *number > 0 && *number < 1000)
        return static_cast<int>(*number);
    return Error{Errc::usage,
                 PARTITA_TEXT("'{0}' is no opset", text),
                 {},
                 PARTITA_TEXT("write a number, or latest")};
}

Result<Recipe> recipeOf(const SimplifyCommand& command, const Model& model) {
    Recipe recipe;
    if (!command.recipe.empty()) {
        recipe = PARTITA_TRY(readRecipe(command.recipe));
    }
    auto shapes = PARTITA_TRY(parseShapes(command.shapes, model, -1));
    const auto append = [](std::vector<std::string>& list, const std::vector<std::string>& more) {
        list.insert(list.end(), more.begin(), more.end());
    };
    if (!command.passes.empty())
        recipe.passes = command.passes;
    append(recipe.skipped, command.skipped);
    append(recipe.also, command.also);
    const auto isOutput = [&](const std::string& name) {
        return std::ranges::any_of(model.graph(model.mainGraph())->outputs,
                                   [&](ValueId id) { return model.value(id)->name == name; });
    };
    for (const std::string& names : command.unused)
        append(recipe.unusedOutputs, splitNames(names, isOutput));
    recipe.inputShapes.merge(shapes);
    if (!command.opset.empty())
        recipe.targetOpset = PARTITA_TRY(opsetOf(command.opset));
    if (command.fixedPoint)
        recipe.rounds = command.fixedPoint;
    recipe.fold = recipe.fold && !command.noFold;
    recipe.inferShapes = recipe.inferShapes && !command.noShapes;
    recipe.optimize = recipe.optimize && !command.noOptimize;
    recipe.mutableInitializers = recipe.mutableInitializers || command.mutableInitializers;
    recipe.tunableInitializers = recipe.tunableInitializers || command.tunableInitializers;
    recipe.mayGrow = recipe.mayGrow || command.grow;
    if (command.noLargeTensor)
        recipe.tensorSizeThreshold = 1024;
    if (!command.threshold.empty())
        recipe.tensorSizeThreshold = PARTITA_TRY(parseSize(command.threshold));
    return recipe;
}

Result<FeedSource> feedSourceOf(const SimplifyCommand& command, const Model& model) {
    FeedSource source;
    source.file = command.inputData;
    source.shapes = PARTITA_TRY(parseShapes(command.testShapes, model, 0));
    source.fill = *feedFillNamed(command.fill);
    source.rawFiles = command.rawInputs;
    return source;
}

/// Prints the operators whose number changed, and the totals.
void printTable(const Model& before, const Model& after) {
    std::cout << lineText("  {:<28} {:>8} {:>8}\n", "operator", "before", "after");
    for (const auto& [op, counts] : changedOperators(before, after))
        std::cout << lineText("  {:<28} {:>8} {:>8}\n", op, grouped(counts.first),
                              grouped(counts.second));
    std::cout << lineText("  {:<28} {:>8} {:>8}\n", "all but Constant", grouped(countNodes(before)),
                          grouped(countNodes(after)));
}

struct Simplified {
    Model original; ///< as read from the file
    Recipe recipe;
    SimplifiedModel made;
};

/// Declares the files that the command writes, and those that it reads besides the model.
Result<void> declareFiles(OutputFiles& files, const SimplifyCommand& command) {
    PARTITA_TRY(files.writes(command.output, true));
    for (const std::string& path : {command.trace, command.animation, command.saveRecipe})
        PARTITA_TRY(files.writes(path));
    for (const std::string& path : {command.recipe, command.inputData})
        PARTITA_TRY(files.reads(path));
    for (const auto& [name, path] : command.rawInputs)
        PARTITA_TRY(files.reads(path.string()));
    return command.placed.declare(files);
}

/// Simplifies the command's input. `files`: to declare the files in; null: no model is written.
Result<Simplified> simplifyAsAsked(const SimplifyCommand& command, const Common& common,
                                   OutputFiles* files) {
    auto original = PARTITA_TRY(openModel(command.input, Prepare::asStored, common.progress));
    if (command.inlineFunctions)
        original = PARTITA_TRY(inlineFunctions(original));
    if (files)
        PARTITA_TRY(declareModel(*files, original, command.output));
    auto recipe = PARTITA_TRY(recipeOf(command, original));
    const auto evaluator = makeConstantEvaluator();
    auto made = PARTITA_TRY(simplifyModel(original, recipe, evaluator.get(), common.progress));
    return Simplified{std::move(original), std::move(recipe), std::move(made)};
}

nlohmann::json toJson(const Simplified& simplified,
                      const std::optional<ModelDifference>& difference) {
    const auto& [original, recipe, made] = simplified;
    const Model& model = made.result.model;
    nlohmann::json answer = {
        {"before",
         {{"nodes", countNodes(original, true)},
          {"nodes_without_constants", countNodes(original)}}},
        {"after",
         {{"nodes", countNodes(model, true)}, {"nodes_without_constants", countNodes(model)}}},
        {"passes", passSummaryJson(made.result)},
        {"rounds", made.result.rounds},
        {"cpu_seconds", made.seconds},
        {"converged", made.result.converged}};
    if (difference)
        answer["check"] = {{"passed", difference->within},
                           {"max_abs", figureJson(difference->maxAbsolute)},
                           {"max_rel", figureJson(difference->maxRelative)}};
    return answer;
}

std::string figuresOf(const ModelDifference& difference) {
    return differenceMessage(difference.figures).text();
}

void print(const Simplified& simplified, const std::optional<ModelDifference>& difference) {
    const auto& [original, recipe, made] = simplified;
    printTable(original, made.result.model);
    std::cout << lineText(
        "{} in {}, {:.2f} s\n", countText(made.result.rewrites(), "rewrite", "rewrites"),
        countText(static_cast<std::uint64_t>(made.result.rounds), "round", "rounds"), made.seconds);
    if (!difference)
        return;
    if (difference->within)
        std::cout << "the same outputs: largest difference " << figuresOf(*difference) << '\n';
    else if (difference->problem.empty())
        std::cout << "the outputs differ by " << figuresOf(*difference) << '\n';
    else
        std::cout << lineText("the outputs differ: {}\n", difference->problem.text());
}

/// The rewrites with the figures of the placement after them.
Result<SimplifyReplay> replayOf(const SimplifyCommand& command, const SimplifiedModel& made,
                                const Progress& progress) {
    SimplifyReplay replay(RewriteHistory(made.start, made.result));
    PARTITA_TRY(replay.place(PARTITA_TRY(command.placed.make()),
                             PARTITA_TRY(command.placed.wishes()), progress));
    return replay;
}

/// Writes what every rewrite did: as a page (.html) or as JSON, and as an animated picture.
Result<void> writeTraces(const SimplifyCommand& command, const SimplifiedModel& made,
                         const Progress& progress) {
    const bool isPage = command.trace.ends_with(".html");
    if (!command.trace.empty() && !isPage)
        PARTITA_TRY(writeOutput(command.trace,
                                partita::toJson(made.result)
                                    .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
                                replaceIf(command.force)));
    if (!isPage && command.animation.empty())
        return {};
    auto replay = PARTITA_TRY(replayOf(command, made, progress));
    if (isPage) {
        const std::string title = std::filesystem::path(command.input).filename().string();
        PARTITA_TRY(writeOutput(command.trace, PARTITA_TRY(simplifyPage(replay, title, progress)),
                                replaceIf(command.force)));
    }
    if (command.animation.empty())
        return {};
    const Scheme scheme = schemeNamed(command.theme);
    const auto paint = [scheme](const std::vector<FramePart>& parts, int width, int height) {
        return paintParts(parts, width, height, scheme);
    };
    return writeOutput(
        command.animation,
        PARTITA_TRY(simplifyAnimation(replay, command.film, DrawingText::english(pictureTextWidth),
                                      paint, progress)),
        replaceIf(command.force));
}

/// Where the weights of the new model go.
Result<WriteOptions> writeOptionsOf(const SimplifyCommand& command, const Model& model,
                                    const OutputFiles& files) {
    WriteOptions options;
    options.replace = files.replace();
    bool external = command.externalData;
    if (!external && !command.externalThreshold.empty()) {
        const std::uint64_t most = PARTITA_TRY(parseSize(command.externalThreshold));
        const auto plan = PARTITA_TRY(planWrite(model, command.output, options));
        external = plan.modelBytes + plan.dataBytes > most;
    }
    if (external)
        options.data = DataPlacement::external;
    return options;
}

/// Names the first rewrite after which the outputs differ.
Result<ExitStatus> runBisect(const SimplifyCommand& command, const Common& common) {
    auto simplified = PARTITA_TRY(simplifyAsAsked(command, common, nullptr));
    auto& [original, recipe, made] = simplified;
    auto feeds = PARTITA_TRY(feedsOf(PARTITA_TRY(feedSourceOf(command, original)), made.start));
    const auto judges = PARTITA_TRY(command.judge.make(original, feeds, common.progress));
    auto judge = PARTITA_TRY(ModelJudge::make(original, judges, std::move(feeds), common.progress));
    RewriteHistory history(made.start, std::move(made.result));
    ModelDifference difference;
    const auto isSame = [&](const Model& model) -> Result<bool> {
        auto judged =
            PARTITA_TRY(judge.judge(model, command.rtol, kLeastDifference, common.progress));
        const bool same = judged.within;
        if (!same)
            difference = std::move(judged);
        return same;
    };
    const auto found = PARTITA_TRY(bisect(history, isSame));
    nlohmann::json answer = {{"rewrites", history.size()}, {"first_different", nullptr}};
    if (found)
        answer["first_different"] = {{"rewrite", *found + 1},
                                     {"pass", history.rewrite(*found).pass},
                                     {"round", history.trace(*found).round},
                                     {"node", history.rewrite(*found).anchorName},
                                     {"max_abs", figureJson(difference.maxAbsolute)},
                                     {"max_rel", figureJson(difference.maxRelative)}};
    if (common.json)
        printJson(answer);
    else if (found)
        std::cout << lineText("rewrite {} of {} changes the outputs: {} at {}, round {}\n"
                              "{}; leave it out with --skip {}, or by a recipe\n",
                              grouped(*found + 1), grouped(history.size()),
                              history.rewrite(*found).pass, history.rewrite(*found).anchorName,
                              history.trace(*found).round,
                              difference.problem.empty() ? "difference " + figuresOf(difference)
                                                         : difference.problem.text(),
                              history.rewrite(*found).pass);
    else
        std::cout << (history.size() == 1 ? "the one rewrite does not change the outputs\n"
                                          : fmt::format("none of {} rewrites changes the outputs\n",
                                                        grouped(history.size())));
    return found ? answerIsNo : done;
}

} // namespace

Result<ExitStatus> runSimplify(const SimplifyCommand& command, const Common& common) {
    OutputFiles files(replaceIf(command.force));
    PARTITA_TRY(declareFiles(files, command));
    const auto simplified = PARTITA_TRY(simplifyAsAsked(command, common, &files));
    const auto& [original, recipe, made] = simplified;
    if (!made.result.converged && recipe.passes.empty())
        log(LogLevel::warning,
            PARTITA_TEXT(
                "still changing after {0}: raise --fixed-point or the variable "
                "ONNXSIM_FIXED_POINT_ITERS",
                countText(static_cast<std::uint64_t>(made.result.rounds), "round", "rounds")));
    std::optional<ModelDifference> difference;
    if (command.check > 0) {
        const FeedSource source = PARTITA_TRY(feedSourceOf(command, original));
        const auto feeds = PARTITA_TRY(feedsOf(source, made.start));
        const auto judges = PARTITA_TRY(command.judge.make(original, feeds, common.progress));
        difference =
            PARTITA_TRY(compareOutputs(original, made, judges, source, command.check,
                                       common.progress, {command.checkRtol, command.checkAtol}));
    }
    const bool same = !difference || difference->within;
    if (same) { // a model whose outputs differ is not written
        PARTITA_TRY(writeModel(made.result.model, command.output,
                               PARTITA_TRY(writeOptionsOf(command, made.result.model, files)),
                               common.progress));
        if (!command.saveRecipe.empty())
            PARTITA_TRY(writeOutput(command.saveRecipe, recipeText(recipe), files.replace()));
    }
    PARTITA_TRY(writeTraces(command, made, common.progress));
    if (common.json)
        printJson(toJson(simplified, difference));
    else
        print(simplified, difference);
    return same ? done : answerIsNo;
}

Subcommand addBisect(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand(
        "bisect", "Simplify, and name the first rewrite after which the outputs differ");
    auto command = std::make_shared<SimplifyCommand>();
    app->add_option("input", command->input, "ONNX model")->required();
    app->add_option("--passes", command->passes, "Exactly these passes, in this order")
        ->delimiter(',')
        ->allow_extra_args(false);
    app->add_option("--fixed-point", command->fixedPoint, "Most rounds through all passes")
        ->check(CLI::Range(1, 100000));
    app->add_option("--recipe", command->recipe,
                    "Read passes, options and what to leave out from a file that --save-recipe or "
                    "the window wrote");
    app->add_option("--test-input-shape", command->testShapes, "Shapes of the random inputs")
        ->allow_extra_args(false);
    app->add_option("--input-data", command->inputData, "Inputs: FILE.npz");
    app->add_option(
           "--rtol", command->rtol,
           "Outputs count as the same if they differ by this part of their largest value at most")
        ->check(tolerance())
        ->capture_default_str();
    command->judge.addTo(*app);
    return {app, [command, &common] { return runBisect(*command, common); }};
}

Subcommand addSimplify(CLI::App& program, Common& common) {
    auto* app =
        program.add_subcommand("simplify", "Write a model of fewer nodes that computes the same");
    auto command = std::make_shared<SimplifyCommand>();
    const auto list = [&](const char* name, std::vector<std::string>& to, const char* help) {
        return app->add_option(name, to, help)->delimiter(',')->allow_extra_args(false);
    };
    app->add_option("input", command->input, "ONNX model")->required();
    app->add_option("output", command->output, "Model to write")->required();
    auto* passes = list("--passes", command->passes, "Exactly these passes, in this order");
    list("--skip", command->skipped, "Passes to leave out")->excludes(passes);
    list("--also", command->also, "Passes to run besides those that run by default")
        ->excludes(passes);
    app->add_option("--fixed-point", command->fixedPoint,
                    "Most rounds through all passes; without it 1 with --passes, 50 otherwise")
        ->check(CLI::Range(1, 100000));
    app->add_option("--overwrite-input-shape", command->shapes,
                    "Fix the shape of an input in the model, input:1,3,224,224 (a size of -1 stays "
                    "as it is), "
                    "or a symbolic size, batch:1")
        ->allow_extra_args(false);
    app->add_option("--test-input-shape", command->testShapes,
                    "Shape of a random input of --check, written alike; the model keeps its own")
        ->allow_extra_args(false);
    app->add_option("--input-data", command->inputData,
                    "Inputs for --check in place of random ones: FILE.npz");
    app->add_option("--check", command->check,
                    "Compare the outputs of both models on this many random inputs; write nothing "
                    "if they differ")
        ->check(CLI::Range(0, 1000));
    command->judge.addTo(*app);
    app->add_option("--check-rtol", command->checkRtol,
                    "Outputs of --check count as the same if they differ by this part of their "
                    "largest value at most")
        ->check(tolerance())
        ->capture_default_str();
    app->add_option("--check-atol", command->checkAtol,
                    "Outputs of --check count as the same if they differ by this at most")
        ->check(tolerance())
        ->capture_default_str();
    app->add_option("--input-fill", command->fill,
                    "The numbers of the inputs of --check: random, ones, zeros, or 0, 1, 2 …")
        ->check(CLI::IsMember({"random", "ones", "zeros", "arange"}))
        ->capture_default_str();
    app->add_option("--target-opset", command->opset,
                    "Convert to this opset first, so that passes may use operators that came "
                    "later; latest: the newest one");
    app->add_flag("--inline-functions", command->inlineFunctions,
                  "Replace calls of the model's functions by their nodes first");
    app->add_flag("--no-fold", command->noFold,
                  "Do not compute in advance what depends on constants only");
    app->add_flag("--no-shape-inference", command->noShapes, "Do not infer shapes");
    app->add_flag("--no-optimize", command->noOptimize, "Only infer shapes and fold constants");
    app->add_flag("--include-subgraph", command->subgraphs,
                  "Changes nothing: bodies of If, Loop and Scan are always simplified");
    app->add_option("--unused-output", command->unused, "Outputs to remove from the model")
        ->allow_extra_args(false);
    app->add_option(
        "--tensor-size-threshold", command->threshold,
        "Do not fold a Tile, ConstantOfShape or Expand of more than this: 1KB, 1.5GB …");
    app->add_flag("--no-large-tensor", command->noLargeTensor,
                  "The same as --tensor-size-threshold 1KB");
    app->add_flag("--allow-growth", command->grow,
                  "Compute constants in advance even where that makes the file larger");
    app->add_flag("--mutable-initializer", command->mutableInitializers,
                  "Do not take initializers that are also inputs for constants");
    app->add_flag("--initializers-as-non-constants", command->tunableInitializers,
                  "Keep the numbers of all initializers, as for further training; only what "
                  "Constant nodes hold is computed with");
    app->add_flag("--save-as-external-data", command->externalData,
                  "Write the weights to the file OUTPUT.data");
    app->add_option("--external-data-threshold", command->externalThreshold,
                    "Write the weights to a file of their own where the model is larger than this: "
                    "100MB, 2GB …");
    app->add_option("--trace", command->trace,
                    "What every pass did: FILE.json, or FILE.html, which plays it");
    app->add_option("--animation", command->animation,
                    "The steps as an animated picture: FILE.webp, at most 240 frames")
        ->check(CLI::Validator(
            [](const std::string& file) {
                return file.ends_with(".webp") ? std::string() : "the file must end in .webp";
            },
            "FILE"));
    app->add_option("--animation-width", command->film.width, "Its width in pixels")
        ->check(CLI::Range(320, 1920))
        ->capture_default_str();
    app->add_option("--animation-speed", command->film.framesPerSecond, "Its frames in each second")
        ->check(CLI::Range(0.25, 30.0))
        ->capture_default_str();
    app->add_option("--theme", command->theme,
                    "Its colours: light, dark, or contrast (high contrast)")
        ->check(CLI::IsMember({"light", "dark", "contrast"}))
        ->capture_default_str();
    app->add_option("--recipe", command->recipe,
                    "Read passes, options and what to leave out from a file that --save-recipe or "
                    "the window wrote");
    app->add_option("--save-recipe", command->saveRecipe,
                    "Write these passes and options to a file, for --recipe");
    app->add_flag("--force", command->force, kForceHelp);
    command->placed.addTo(*app);
    return {app, [command, &common] { return runSimplify(*command, common); }};
}

} // namespace partita::cli
