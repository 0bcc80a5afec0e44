#include "app/cli/run_command.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "app/cli/judges.h"
#include "core/base/log.h"
#include "core/base/try.h"
#include "core/data/feed_files.h"
#include "core/data/tensor_files.h"
#include "core/data/value_comparison.h"
#include "core/ir/ep_context.h"

namespace partita::cli {

namespace {

namespace fs = std::filesystem;

/// The files in a folder of tensors, or the named file itself.
std::vector<fs::path> filesOf(const std::string& path) {
    std::vector<fs::path> files = {path};
    std::error_code error;
    for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error))
        files.push_back(at->path());
    return files;
}

} // namespace

RunRequest requestOf(const RunCommand& command) {
    RunRequest request;
    request.repeat = command.repeat;
    request.warmup = command.warmup;
    request.bind = command.bind;
    request.peak = command.kernels > 0;
    request.trace = !command.profile.empty();
    return request;
}

Result<Comparison> compareWithExpected(const RunCommand& command, const Model& model,
                                       const std::vector<ModelData>& outputs) {
    const auto expected = PARTITA_TRY(readExpected(command.compare, model));
    Comparison result;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const Difference difference =
            compareValues(expected[i], outputs[i], command.rtol, command.atol);
        result.passed = result.passed && difference.comparable && difference.within;
        result.include(difference);
        if (!difference.comparable)
            result.problems.push_back("output '" + outputs[i].name + "' " +
                                      difference.problem.text());
        else if (!difference.within)
            result.problems.push_back("output '" + outputs[i].name + "' differs by up to " +
                                      differenceMessage(difference.figures).text());
    }
    return result;
}

Result<void> writeOutputs(const RunCommand& command, const Model& model,
                          const std::vector<ModelData>& outputs) {
    if (command.outputs.empty())
        return {};
    if (!command.outputs.ends_with(".npz"))
        return writeValueDirectory(command.outputs, "output", outputs,
                                   typesOf(model, model.graph(model.mainGraph())->outputs));
    std::vector<Tensor> tensors;
    for (const ModelData& output : outputs) {
        if (!output.isTensor())
            return Error{
                Errc::usage,
                PARTITA_TEXT("output '{0}' is no tensor, so no .npz can hold it", output.name),
                {command.outputs},
                PARTITA_TEXT("give a folder")};
        tensors.push_back(output.tensor);
    }
    return writeNpz(command.outputs, tensors);
}

Result<Model> modelOf(const RunCommand& command, const std::string& path,
                      const ContextSessionOptions& context, const Progress& progress) {
    auto model =
        openModel(path, Prepare::toRun, progress,
                  context.weightsFolder.empty() ? context.contextFolder() : context.weightsFolder);
    if (!model || command.values.empty())
        return model;
    return withOutputs(*model, command.values);
}

Result<void> declareFiles(OutputFiles& files, const RunCommand& command, const Model& model) {
    const bool toFolder = !command.outputs.empty() && !command.outputs.ends_with(".npz");
    std::vector<fs::path> outputs = {command.profile, command.timeline};
    if (toFolder) {
        files.makes(command.outputs);
        for (std::size_t i = 0; i < model.graph(model.mainGraph())->outputs.size(); ++i)
            outputs.push_back(fs::path(command.outputs) / fmt::format("output_{}.pb", i));
    } else {
        outputs.emplace_back(command.outputs);
    }
    for (const fs::path& path : outputs)
        PARTITA_TRY(files.writes(path));
    for (const std::string& given : {command.feeds.inputs, command.compare, command.source})
        for (const fs::path& path : filesOf(given))
            PARTITA_TRY(files.reads(path));
    PARTITA_TRY(command.arguments.declare(files));
    PARTITA_TRY(command.scenario.declare(files));
    return declareModel(files, model);
}

Result<void> checkSource(const RunCommand& command, const Model& model) {
    if (!command.source.empty() && !command.againstCpu && !command.againstReference &&
        !command.againstRuntime)
        return Error{Errc::usage,
                     PARTITA_TEXT("--source says what to compare with, and nothing is compared"),
                     {},
                     PARTITA_TEXT("add --against-cpu or --against-reference")};
    if ((command.againstCpu || command.againstReference || command.againstRuntime) &&
        command.source.empty() && !epContextsOf(model).empty())
        return Error{
            Errc::usage,
            PARTITA_TEXT("a context model holds compiled graphs, which only their device can run"),
            {command.model},
            PARTITA_TEXT("name the model that it was compiled from with --source MODEL")};
    return {};
}

Result<std::vector<OtherRun>> otherRuns(const RunCommand& command, const Model& model,
                                        const ProviderPtr& cpu, const Feeds& feeds,
                                        const std::vector<ModelData>& outputs,
                                        const Progress& progress) {
    std::vector<OtherRun> others;
    if (!command.againstCpu && !command.againstReference)
        return others;
    auto source =
        PARTITA_TRY(command.source.empty() ? Result<Model>(model)
                                           : modelOf(command, command.source, {}, progress));
    if (command.againstReference && judgesOf(source, makeJudges(), feeds, progress).isCpu)
        log(LogLevel::warning,
            PARTITA_TEXT("the reference takes minutes for this model, because one run is more than "
                         "100 billion multiplications; --against-cpu compares with the CPU's "
                         "kernels"));
    for (const auto& [wanted, name, providers] :
         {std::tuple(command.againstCpu, "cpu", ProviderList{cpu}),
          std::tuple(command.againstReference, "reference", makeJudges())}) {
        if (!wanted)
            continue;
        auto compared = PARTITA_TRY(differencesFrom(providers, source, feeds, outputs, progress));
        others.push_back({name, std::move(compared)});
    }
    return others;
}

} // namespace partita::cli
