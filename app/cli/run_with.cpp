#include <iostream>

#include <nlohmann/json.hpp>

#include "app/cli/run_command.h"
#include "core/base/count_text.h"
#include "core/base/escaped_text.h"
#include "core/base/line_text.h"
#include "core/base/milliseconds.h"
#include "core/base/try.h"

namespace partita::cli {

namespace {

/// A session of the user's ONNX Runtime, and the model and inputs that it runs.
struct RealPrepared {
    RealRuntime runtime;
    RealSession session;
    Model model;
    Feeds feeds;
};

struct RealOutcome {
    SessionRun run;
    std::vector<OtherRun> others;
    std::optional<Comparison> comparison;
};

Result<RealPrepared> prepareReal(const RunCommand& command, const Progress& progress) {
    auto arguments = PARTITA_TRY(command.with.session(command.arguments));
    arguments.threads = command.threads;
    arguments.executor = command.executor;
    auto runtime = PARTITA_TRY(arguments.runtime());
    auto session = PARTITA_TRY(arguments.session(command.model));
    auto model = PARTITA_TRY(openModel(command.model, Prepare::asStored, progress));
    PARTITA_TRY(checkSource(command, model));
    OutputFiles files(replaceIf(command.force));
    PARTITA_TRY(declareFiles(files, command, model));
    PARTITA_TRY(arguments.declare(files));
    auto feeds = PARTITA_TRY(feedsOf(PARTITA_TRY(arguments.inputs(command.feeds)), model));
    return RealPrepared{std::move(runtime), std::move(session), std::move(model), std::move(feeds)};
}

/// The model, or its `--source`, on the CPU provider of the same ONNX Runtime.
Result<OtherRun> runtimesCpu(const RunCommand& command, const RealPrepared& prepared,
                             const std::vector<ModelData>& outputs, const Progress& progress) {
    const auto source = PARTITA_TRY(command.source.empty()
                                        ? Result<Model>(prepared.model)
                                        : openModel(command.source, Prepare::asStored, progress));
    const RealSession session{.model = command.source.empty() ? command.model : command.source,
                              .providers = {{.name = "CPU", .library = {}}},
                              .config = {},
                              .settings = prepared.session.settings};
    const auto run =
        PARTITA_TRY(runSession(prepared.runtime, session, source, prepared.feeds, {}, progress));
    return OtherRun{"onnxruntime", differencesBetween(run.outputs, outputs)};
}

Result<RealOutcome> examineReal(const RunCommand& command, const RealPrepared& prepared,
                                const Progress& progress) {
    auto run = PARTITA_TRY(runSession(prepared.runtime, prepared.session, prepared.model,
                                      prepared.feeds, requestOf(command), progress));
    RealOutcome outcome{std::move(run), {}, {}};
    const auto& outputs = outcome.run.outputs;
    if (command.againstCpu || command.againstReference) {
        const auto model = PARTITA_TRY(modelOf(command, command.model, {}, progress));
        const auto cpu = PARTITA_TRY(makeProviders({{"cpu"}, {}, {}}));
        outcome.others =
            PARTITA_TRY(otherRuns(command, model, cpu.back(), prepared.feeds, outputs, progress));
    }
    if (command.againstRuntime) {
        auto other = PARTITA_TRY(runtimesCpu(command, prepared, outputs, progress));
        outcome.others.push_back(std::move(other));
    }
    if (!command.compare.empty())
        outcome.comparison = PARTITA_TRY(compareWithExpected(command, prepared.model, outputs));
    return outcome;
}

/// The nodes that each provider got, in the order of the record.
std::vector<std::pair<std::string, std::size_t>> nodesOf(const RecordedPlacement& placement) {
    std::vector<std::pair<std::string, std::size_t>> counts;
    for (const std::string& provider : placement.providers()) {
        std::size_t nodes = 0;
        for (const RecordedPart& part : placement.parts)
            nodes += part.provider == provider ? part.nodes.size() : 0;
        if (nodes)
            counts.emplace_back(utf8(provider), nodes);
    }
    return counts;
}

nlohmann::json toJson(const RealOutcome& outcome) {
    const SessionRun& run = outcome.run;
    nlohmann::json answer = {{"label", run.placement.label().text()},
                             {"onnxruntime", utf8(run.placement.version)},
                             {"latency_ms",
                              {{"min", milliseconds(run.latency.min)},
                               {"median", milliseconds(run.latency.median)},
                               {"p90", milliseconds(run.latency.p90)}}},
                             {"create_ms", milliseconds(run.create)},
                             {"peak_rss_bytes", run.peakBytes},
                             {"outputs", outputsJson(run.outputs)},
                             {"nodes_of", nlohmann::json::object()}};
    for (const auto& [provider, nodes] : nodesOf(run.placement))
        answer["nodes_of"][provider] = nodes;
    addComparisons(answer, outcome.others, outcome.comparison);
    return answer;
}

void print(const RealOutcome& outcome) {
    const SessionRun& run = outcome.run;
    std::cout << lineText("{}\n", run.placement.label().text());
    for (const auto& [provider, nodes] : nodesOf(run.placement))
        std::cout << lineText("  {}: {}\n", provider, countText(nodes, "node", "nodes"));
    std::cout << lineText("created in {:.1f} ms; run min {:.3f}, median {:.3f}, p90 {:.3f} ms\n",
                          milliseconds(run.create), milliseconds(run.latency.min),
                          milliseconds(run.latency.median), milliseconds(run.latency.p90));
    printOutputs(run.outputs);
    printComparisons(outcome.others);
    printComparison(outcome.comparison);
}

} // namespace

Result<ExitStatus> runWith(const RunCommand& command, const Common& common) {
    const auto prepared = PARTITA_TRY(prepareReal(command, common.progress));
    const auto outcome = PARTITA_TRY(examineReal(command, prepared, common.progress));
    PARTITA_TRY(writeOutputs(command, prepared.model, outcome.run.outputs));
    if (common.json)
        printJson(toJson(outcome));
    else
        print(outcome);
    return outcome.comparison && !outcome.comparison->passed ? answerIsNo : done;
}

} // namespace partita::cli
