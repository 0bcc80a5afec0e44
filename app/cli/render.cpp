#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>

#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "app/cli/picture.h"
#include "app/cli/scenario_arguments.h"
#include "core/base/line_text.h"
#include "core/base/log.h"
#include "core/base/try.h"
#include "core/data/random_feeds.h"
#include "core/ir/function_calls.h"
#include "core/ir/inline_functions.h"
#include "core/provider/placement_label.h"
#include "core/scene/graph_dot.h"
#include "core/scene/model_colouring.h"
#include "core/scene/picture.h"
#include "core/session/placed_calls.h"
#include "core/session/session.h"
#include "core/session/sized_model.h"
#include "core/tasks/records/measured_colouring.h"

namespace partita::cli {

namespace {

struct RenderCommand {
    std::string model, output, colorBy = "provider", column, colorScale = "linear", scope,
                               label = "none", engine = "layered", theme = "light", measured,
                               groupBy;
    double scale = 1;
    bool groups = false, tiles = false, force = false;
    PartitionArguments arguments;
    ScenarioArguments scenario;
};

/// The graph that --scope names: the main graph (empty or "main"), the body of a node ("If_0" or
/// "If_0.then_branch"), or a function.
Result<GraphId> scopeGraph(const Model& model, const std::string& scope) {
    if (scope.empty() || scope == "main")
        return model.mainGraph();
    GraphId found;
    model.graphs().forEach([&](GraphId id, const auto& graph) {
        const auto& parent = model.node(graph->parent);
        const std::string path = model.graphPath(id);
        if (parent && !found &&
            (parent->name == scope || path == scope || path.ends_with("/ " + scope)))
            found = id;
        if (graph->function && graph->name == scope)
            found = id;
    });
    if (!found)
        return Error{Errc::usage,
                     PARTITA_TEXT("there is no body or function '{0}'", scope),
                     {},
                     PARTITA_TEXT("name a node with a body, NODE.ATTRIBUTE, or a function")};
    return found;
}

Result<std::vector<double>> measuredTimes(const AppliedScenario& applied, const GraphScene& scene,
                                          const Progress& progress) {
    const Model& model = applied.model;
    auto session =
        PARTITA_TRY(Session::create(model, applied.providers, applied.options, progress));
    auto feeds = PARTITA_TRY(randomFeeds(model, 0));
    Result<RunReport> report = session->run(feeds, progress.stop); // warm-up run
    if (report)
        report = session->run(feeds, progress.stop);
    if (!report)
        return std::move(report).error();
    std::vector<double> times(scene.boxes.size());
    for (const NodeTiming& timing : report->timings)
        if (const auto at = scene.boxOf(nodeBefore(model, session->model(), timing.node)))
            times[*at] += static_cast<double>(timing.duration.count()) / 1e6;
    return times;
}

bool isValuesFile(const std::string& colorBy) {
    return colorBy.ends_with(".json") || colorBy.ends_with(".csv") || colorBy.ends_with(".tsv");
}

/// Reads the values, and tells what of them does not fit the model.
Result<NodeColouring> colouringByFile(const RenderCommand& command, const Model& model,
                                      const GraphScene& scene) {
    const auto named = PARTITA_TRY(readNamedValues(command.colorBy, command.column));
    const NodeValues values = valuesOf(model, named);
    auto level = values.nodes ? LogLevel::info : LogLevel::warning;
    for (const Message& part : values.summary()) {
        log(level, command.colorBy + ": " + part.text());
        level = LogLevel::warning; // after the first one: what does not fit
    }
    return colouringByValues(values, scene);
}

/// Refuses colours that a record does not tell, and those that only a record tells.
Result<void> checkColours(const RenderCommand& command) {
    const std::string& by = command.colorBy;
    if (command.measured.empty() && by == "check")
        return Error{Errc::usage,
                     PARTITA_TEXT("there is no record to check the prediction by"),
                     {},
                     PARTITA_TEXT("give one with --measured")};
    if (!command.measured.empty() && by != "provider" && by != "check" && by != "time")
        return Error{Errc::usage,
                     PARTITA_TEXT("a record does not tell colours by '{0}'", by),
                     {},
                     PARTITA_TEXT("use provider, check or time with --measured")};
    return {};
}

/// Colours by a record, whose nodes are those of the model as it was read.
Result<NodeColouring> colouringByRecord(const RenderCommand& command, const Model& opened,
                                        const Model& drawn, const Partitioning& predicted,
                                        const GraphScene& scene) {
    const auto measured = PARTITA_TRY(readMeasuredPlacement(opened, command.measured));
    const auto english = [](const Message& message) { return message.text(); };
    if (command.colorBy == "provider")
        return colouringByMeasured(*measured, scene, english);
    if (command.colorBy == "check")
        return colouringByCheck(predicted, *measured, checkPrediction(drawn, predicted, *measured),
                                scene, english);
    if (!measured->hasTimes())
        return Error{Errc::usage,
                     PARTITA_TEXT("the record has no times of nodes"),
                     {command.measured},
                     PARTITA_TEXT("make one with `record --run`, or give a profile")};
    return colouringByRecordedTime(*measured, scene);
}

Result<NodeColouring> colouringOf(const RenderCommand& command, const AppliedScenario& applied,
                                  const Model& drawn, const GraphScene& scene,
                                  const Progress& progress) {
    if (command.colorBy == "op")
        return colouringByOperator(drawn, scene);
    if (command.colorBy == "type")
        return colouringByType(drawn, scene);
    if (command.colorBy == "memory")
        return colouringByMemory(drawn, scene);
    if (command.colorBy == "time")
        return NodeColouring::byAmount(NodeColouring::By::time,
                                       PARTITA_TRY(measuredTimes(applied, scene, progress)), 1);
    if (isValuesFile(command.colorBy))
        return colouringByFile(command, drawn, scene);
    return NodeColouring();
}

NodeColouring::Scale scaleNamed(const std::string& name) {
    return name == "rank"          ? NodeColouring::Scale::rank
           : name == "logarithmic" ? NodeColouring::Scale::logarithmic
                                   : NodeColouring::Scale::linear;
}

nlohmann::json withScenario(const UnderScenario& under, nlohmann::json answer) {
    if (under.given)
        answer["scenario"] = under.toJson();
    return answer;
}

/// What was written: the scale, and the files of a picture in tiles.
struct Picture {
    double scale = 1;
    std::vector<std::string> tiles;
};

Result<Picture> write(const RenderCommand& command, const Drawing& drawing, Scheme scheme,
                      OutputFiles& files, const Progress& progress) {
    const PictureOptions options{command.scale, scheme, files.replace()};
    if (!command.tiles || fitsOneFile(drawing, command.output, command.scale))
        return Picture{PARTITA_TRY(writePicture(drawing, command.output, options)), {}};
    auto tiles = PARTITA_TRY(tilesOf(drawing, command.output, command.scale));
    for (const std::string& file : tiles.files)
        PARTITA_TRY(files.writes(file));
    PARTITA_TRY(writeTiles(drawing, tiles, options, progress));
    return Picture{command.scale, std::move(tiles.files)};
}

/// Checks the options, and declares what the command writes and what it reads beside the model.
Result<void> declareFiles(const RenderCommand& command, OutputFiles& files) {
    if (command.tiles && !command.output.ends_with(".png"))
        return Error{Errc::usage,
                     PARTITA_TEXT("only a .png is written in tiles"),
                     {},
                     PARTITA_TEXT("leave --tiles out: the other formats hold any size")};
    PARTITA_TRY(checkColours(command));
    PARTITA_TRY(files.writes(command.output));
    PARTITA_TRY(files.reads(command.measured));
    PARTITA_TRY(command.arguments.declare(files));
    PARTITA_TRY(command.scenario.declare(files));
    return isValuesFile(command.colorBy) ? files.reads(command.colorBy) : Result<void>();
}

SceneOptions sceneOptions(const RenderCommand& command) {
    SceneOptions options;
    options.textWidth = pictureTextWidth;
    options.showNames = command.label == "name";
    options.showShapes = command.label == "shape";
    options.useDot = command.engine == "dot";
    options.collapse = command.groups || !command.groupBy.empty();
    options.groupBy = command.groupBy == "names"    ? GroupBy::names
                      : command.groupBy == "blocks" ? GroupBy::blocks
                                                    : GroupBy::partitions;
    return options;
}

Result<ExitStatus> runRender(const RenderCommand& command, const Common& common) {
    OutputFiles files(replaceIf(command.force));
    PARTITA_TRY(declareFiles(command, files));
    auto changes = PARTITA_TRY(command.scenario.read());
    auto providers = PARTITA_TRY(command.arguments.make());
    const auto opened = PARTITA_TRY(openModel(command.model, Prepare::inferred, common.progress));
    PARTITA_TRY(declareModel(files, opened));
    UnderScenario under =
        command.scenario.apply(std::move(changes), opened, providers,
                               PARTITA_TRY(command.arguments.wishes()), common.progress);
    const AppliedScenario& applied = under.applied;
    const auto placement =
        PARTITA_TRY(placeModel(applied.model, applied.providers, applied.options, common.progress));
    const Model model = sizedModel(applied.model, *placement.optimized);
    const Partitioning& partitioning = placement.ofSource;
    under.judge(partitioning);
    auto graph = PARTITA_TRY(scopeGraph(model, command.scope));
    const Partitioning shown = graphsOfFunctions(model)[graph.value]
                                   ? placementInFunctions(applied.model, partitioning)
                                   : partitioning;
    const auto scene = std::make_shared<const GraphScene>(
        PARTITA_TRY(buildScene(model, graph, &shown, sceneOptions(command), common.progress)));
    const SceneDrawing drawing(scene, DrawingText::english(pictureTextWidth));
    const Scheme scheme = schemeNamed(command.theme);
    DrawingMarks marks;
    const NodeColouring colouring = PARTITA_TRY(
        command.measured.empty() ? colouringOf(command, applied, model, *scene, common.progress)
                                 : colouringByRecord(command, opened, model, partitioning, *scene));
    marks.colouring = colouring.on(scaleNamed(command.colorScale));
    if (command.output.ends_with(".dot")) {
        PARTITA_TRY(writeOutput(
            command.output,
            toDot(drawing, marks, scheme,
                  partitioning.headlineText() + " · " + predictedLabel(partitioning).text()),
            files.replace()));
        if (common.json && command.output != "-")
            printJson(
                withScenario(under, {{"output", command.output}, {"boxes", scene->boxes.size()}}));
        return under.statusAfter(done);
    }
    const Picture picture = PARTITA_TRY(
        write(command, pictureOf(drawing, partitioning, marks, partitioning.headlineText()), scheme,
              files, common.progress));
    if (common.json)
        printJson(withScenario(under, {{"output", command.output},
                                       {"boxes", scene->boxes.size()},
                                       {"width", scene->layout.width},
                                       {"height", scene->layout.height},
                                       {"crossings", scene->layout.crossings},
                                       {"scale", picture.scale},
                                       {"tiles", picture.tiles}}));
    else if (!common.quiet)
        std::cout << lineText("{}  {} boxes, {:.0f} × {:.0f}\n", command.output,
                              scene->boxes.size(), scene->layout.width, scene->layout.height);
    return under.statusAfter(done);
}

} // namespace

Subcommand addRender(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand(
        "render", "Draw the graph, coloured by who runs each node, with a legend");
    auto command = std::make_shared<RenderCommand>();
    app->add_option("model", command->model, "ONNX model")->required();
    app->add_option("-o,--output", command->output, "Picture: .svg, .png or .pdf; or .dot")
        ->required();
    app->add_option(
           "--color-by", command->colorBy,
           "What the colour of a box tells: provider, op, type, memory, time, check (where the "
           "prediction is wrong, with --measured), or the values of a .json or .csv file")
        ->check(CLI::Validator(
            [](const std::string& text) {
                const bool known = std::ranges::count(
                    std::array{"provider", "op", "type", "memory", "time", "check"}, text);
                return known || isValuesFile(text)
                           ? std::string()
                           : "use provider, op, type, memory, time, check, or a .json or .csv file";
            },
            {}));
    app->add_option("--measured", command->measured,
                    "Colours by what a runtime wrote about this model (see placements) in place of "
                    "the prediction")
        ->type_name("FILE");
    app->add_option("--column", command->column,
                    "The column of the .csv file, or the key of the .json file, with the values");
    app->add_option("--color-scale", command->colorScale,
                    "How amounts become colours: linear, logarithmic or rank")
        ->check(CLI::IsMember({"linear", "logarithmic", "rank"}));
    app->add_option("--scope", command->scope, "Draw the body of this node, or this function");
    app->add_option("--label", command->label, "Second line in each box: none, name or shape")
        ->check(CLI::IsMember({"none", "name", "shape"}));
    app->add_option(
           "--engine", command->engine,
           "Who places the boxes: layered, Partita itself; dot, Graphviz (up to 300 boxes)")
        ->check(CLI::IsMember({"layered", "dot"}));
    app->add_flag("--collapse,--groups", command->groups,
                  "Draw nodes of one name scope, or that repeat, as one box");
    app->add_option("--collapse-by", command->groupBy,
                    "The same, with boxes of partitions, of names or of blocks that repeat")
        ->check(CLI::IsMember({"partitions", "names", "blocks"}));
    app->add_option("--theme", command->theme, "light, dark, or contrast (high contrast)")
        ->check(CLI::IsMember({"light", "dark", "contrast"}))
        ->capture_default_str();
    app->add_option("--scale", command->scale, "Size; 1 is 100 %")
        ->check(CLI::Range(0.01, 16.0))
        ->capture_default_str();
    app->add_flag("--tiles", command->tiles,
                  "Write a .png that is too large for one file as numbered tiles, -1-1.png …");
    app->add_flag("--force", command->force, kForceHelp);
    command->arguments.addTo(*app);
    command->scenario.addTo(*app);
    return {app, [command, &common] { return runRender(*command, common); }};
}

} // namespace partita::cli
