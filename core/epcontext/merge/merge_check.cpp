#include "core/epcontext/merge/merge_check.h"

#include <algorithm>

#include "core/base/try.h"
#include "core/data/random_feeds.h"
#include "core/epcontext/lint/lint.h"
#include "core/onnx/read.h"

namespace partita {

namespace {

/// Input and output values by their names in the merged model.
using Values = std::map<std::string, ModelData>;

/// Runs the merged model with the ports of all sources as additional outputs.
Result<Values> runMerged(const Model& written, const MergePlan& plan, const ProviderList& providers,
                         std::uint64_t seed, const Progress& progress, const Executor& executor) {
    std::vector<std::string> wanted;
    for (const MergePlan::Port& port : plan.ports)
        if (plan.model.producer(port.value))
            wanted.push_back(plan.model.value(port.value)->name);
    auto feeds = PARTITA_TRY(randomFeeds(written, seed));
    const auto observed = PARTITA_TRY(withOutputs(written, wanted));
    auto outputs = PARTITA_TRY(executor.run(observed, providers, feeds, false, progress));
    Values values = std::move(feeds);
    for (ModelData& output : outputs.values)
        values.insert_or_assign(output.name, output);
    return values;
}

/// The merged model's values for the ports of one source, by their names in that source.
Values valuesOf(const Model& source, const std::vector<ValueId>& ids, std::size_t index,
                const MergePlan& plan, const Values& merged) {
    Values found;
    for (const ValueId id : ids) {
        const std::string& name = source.value(id)->name;
        const auto port = std::ranges::find_if(plan.ports, [&](const MergePlan::Port& each) {
            return each.model == index && each.name == name;
        });
        const auto value = port == plan.ports.end()
                               ? merged.end()
                               : merged.find(plan.model.value(port->value)->name);
        if (value != merged.end())
            found.emplace(name, value->second).first->second.name = name;
    }
    return found;
}

} // namespace

SourceCheck checkSource(const MergeInput& input, const Progress& progress) {
    static const std::set<std::string_view> kDamage = {
        "damaged-binary", "changed-binary", "empty-binary",    "graph-missing",
        "graph-differs",  "sdk-differs",    "hardware-differs"};
    SourceCheck check;
    const auto findings = lintContexts(input.model, input.path.parent_path(), progress);
    if (!findings) {
        check.damage = findings.error();
        return check;
    }
    for (const Finding& finding : *findings) {
        if (finding.severity != Finding::Severity::error)
            continue;
        if (!kDamage.contains(finding.rule))
            check.broken.insert(finding.rule);
        else if (!check.damage)
            check.damage = Error{Errc::invalidModel,
                                 finding.text,
                                 {input.path.string()},
                                 PARTITA_TEXT("generate the model again")};
    }
    return check;
}

std::optional<MergeProblem> deviceProblem(const std::vector<MergeInput>& inputs,
                                          const ProviderList& devices) {
    std::set<std::pair<std::string, std::string>> needed; // source and hardware
    for (const MergeInput& input : inputs)
        for (const EpContext& context : epContextsOf(input.model))
            if (!context.hardware.empty())
                needed.emplace(context.source, context.hardware);
    const auto load = [&](const ProviderList& list) {
        return std::ranges::all_of(needed, [&](const auto& each) {
            return std::ranges::any_of(list, [&](const ProviderPtr& provider) {
                const ProviderInfo info = provider->info();
                return info.contextSource == each.first && info.device == each.second;
            });
        });
    };
    if (needed.size() != 1 || load(devices))
        return std::nullopt;
    const std::string& device = needed.begin()->second;
    if (!load(withDevice(devices, device)))
        return std::nullopt;
    return MergeProblem{MergeProblem::Severity::warning,
                        {Errc::provider,
                         PARTITA_TEXT("the models are compiled for {0}, and {1} is chosen", device,
                                      devices.front()->info().device),
                         {},
                         PARTITA_TEXT("choose {0} to run the merged model here", device)},
                        std::nullopt,
                        std::nullopt,
                        MergeProblem::Fix::useDevice,
                        device};
}

MergeProblem whyNotRun(const MergePlan& plan, Error failed) {
    const auto device =
        std::ranges::find(plan.problems, MergeProblem::Fix::useDevice, &MergeProblem::fix);
    if (failed.code != Errc::cancelled && device != plan.problems.end())
        return *device;
    return {MergeProblem::Severity::error,
            std::move(failed),
            std::nullopt,
            std::nullopt,
            MergeProblem::Fix::none,
            {}};
}

ProviderList withDevice(const ProviderList& providers, const std::string& device) {
    ProviderList other = providers;
    for (ProviderPtr& provider : other)
        for (const ProviderOption& option : provider->options())
            if (option.isDevice && provider->info().device != device &&
                std::ranges::find(option.choices, device) != option.choices.end())
                if (auto made = provider->withOption(option.name, device))
                    provider = *std::move(made);
    return other;
}

Result<void> lintMerge(const Model& written, const std::filesystem::path& output,
                       const std::set<std::string>& broken, const Progress& progress) {
    const auto findings = PARTITA_TRY(lintContexts(written, output.parent_path(), progress));
    for (const Finding& finding : findings) {
        if (finding.severity != Finding::Severity::error)
            continue;
        const bool isOurs = !broken.contains(finding.rule);
        return Error{isOurs ? Errc::internal : Errc::invalidModel,
                     PARTITA_TEXT("the merged model would not load: {0}", finding.text),
                     {output.string()},
                     isOurs ? PARTITA_TEXT("nothing was written; please report this")
                            : PARTITA_TEXT("a source has that fault, too: generate it again")};
    }
    return {};
}

Result<MergeComparison> compareWithSources(const std::filesystem::path& output,
                                           const MergePlan& plan,
                                           const std::vector<MergeInput>& inputs,
                                           const ProviderList& devices, const ProviderList& judges,
                                           std::uint64_t seed, const Progress& progress,
                                           const Executor& executor) {
    const auto written = PARTITA_TRY(readModel(output, progress));
    const OutputJudges who = withJudges(devices, judges, written, progress);
    auto merged = runMerged(written, plan, who.providers, seed, progress, executor);
    if (!merged)
        return std::move(merged).error().at(output.string());
    MergeComparison compared{{}, who.isCpu};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const Model& source = inputs[i].model;
        const Graph& graph = *source.graph(source.mainGraph());
        auto outputs =
            executor.run(source, who.providers, valuesOf(source, graph.inputs, i, plan, *merged),
                         false, progress);
        if (!outputs)
            return std::move(outputs).error().at(inputs[i].path.string());
        const Values given = valuesOf(source, graph.outputs, i, plan, *merged);
        for (const ModelData& own : outputs->values)
            if (const auto found = given.find(own.name); found != given.end())
                compared.outputs.push_back(
                    {i, {own.name, compareValues(own, found->second, 0, 0)}});
    }
    return compared;
}

} // namespace partita
