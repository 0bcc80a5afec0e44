#include <iostream>

#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/base/try.h"
#include "core/tasks/records/measured_placement.h"

namespace partita::cli {

namespace {

struct PlacementsCommand {
    std::string model, file;
};

Result<ExitStatus> runPlacements(const PlacementsCommand& command, const Common& common) {
    const Model model = PARTITA_TRY(openModel(command.model, Prepare::asStored, common.progress));
    const auto measured = PARTITA_TRY(readMeasuredPlacement(model, command.file));
    if (common.json)
        printJson(toJson(model, *measured));
    else
        std::cout << measuredText(model, *measured);
    return done;
}

} // namespace

Subcommand addPlacements(CLI::App& program, Common& common) {
    auto* app =
        program.add_subcommand("placements", "Where a real runtime ran the nodes of a model, "
                                             "by what it wrote");
    auto command = std::make_shared<PlacementsCommand>();
    app->add_option("model", command->model, "ONNX model")->required();
    app->add_option("file", command->file,
                    "An assignment or a profile of ONNX Runtime as JSON, its verbose log, or a "
                    "context model made of the model")
        ->required();
    return {app, [command, &common] { return runPlacements(*command, common); }};
}

} // namespace partita::cli
