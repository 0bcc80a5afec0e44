#include "tests/fuzz/written_model.h"

#include "core/epcontext/lint/lint.h"
#include "core/onnx/read.h"
#include "providers/registry.h"
#include "tests/fuzz/variants.h"

namespace partita::fuzz {

namespace {

namespace fs = std::filesystem;

/// The first finding of lint but those of the rules; empty: none.
std::string complaintAbout(const Model& model, const fs::path& folder,
                           const std::set<std::string>& broken) {
    const auto findings = lintContexts(model, folder);
    if (!findings)
        return findings.error().message();
    for (const Finding& finding : *findings)
        if (!broken.contains(finding.rule))
            return finding.rule + ": " + finding.text.text();
    return {};
}

Result<std::vector<ModelData>> outputsOf(const Model& model, const Feeds& feeds) {
    const auto providers = npuAndCpu();
    auto session = Session::create(model, *providers);
    if (!session)
        return std::move(session).error();
    auto report = (*session)->run(feeds);
    if (!report)
        return std::move(report).error();
    return std::move(report->outputs);
}

/// The inputs of a merged model: those of its parts under their new names.
Feeds feedsOf(const MergePlan& plan, const std::vector<MergedPart>& parts) {
    Feeds feeds;
    for (const MergePlan::Port& port : plan.ports) {
        const Feeds& own = parts[port.model].source.feeds;
        if (const auto at = own.find(port.name); !port.isOutput && at != own.end())
            feeds.emplace(plan.model.value(port.value)->name, at->second);
    }
    return feeds;
}

} // namespace

Result<ProviderList> npuAndCpu() {
    return makeProviders({{"npu", "cpu"},
                          {},
                          {{"npu.precision_mode", "force_fp32"},
                           {"npu.min_run_length", "1"},
                           {"cpu.threads", "1"}}});
}

CaseResult found(const std::string& what, const std::string& text) {
    return {"differs", what + ": " + text, what, true};
}

CaseResult refused(const std::string& what, const Error& error) {
    return error.code == Errc::internal || error.code == Errc::io ? found(what, error.message())
                                                                  : CaseResult();
}

std::set<std::string> brokenRules(const Model& model, const fs::path& folder) {
    std::set<std::string> rules;
    if (const auto findings = lintContexts(model, folder))
        for (const Finding& finding : *findings)
            rules.insert(finding.rule);
    return rules;
}

CaseResult judgeWritten(const std::string& what, const fs::path& path, const Feeds& feeds,
                        const std::vector<ModelData>& expected,
                        const std::set<std::string>& broken) {
    const auto model = readModel(path);
    if (!model)
        return found(what, "cannot be read: " + model.error().message());
    if (const std::string text = complaintAbout(*model, path.parent_path(), broken); !text.empty())
        return found(what, text);
    const auto outputs = outputsOf(*model, feeds);
    if (!outputs)
        return found(what, "does not run: " + outputs.error().message());
    if (outputs->size() != expected.size())
        return found(what, "it has another number of outputs");
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (const std::string text = difference(expected[i], (*outputs)[i], {}); !text.empty())
            return found(what, text);
    return {};
}

CaseResult judgeMerge(const std::string& what, const std::vector<MergedPart>& parts,
                      const MergeOptions& options, bool mayRefuse,
                      const std::set<std::string>& broken) {
    std::vector<MergeInput> inputs;
    std::vector<ModelData> expected;
    for (const MergedPart& part : parts) {
        auto model = readModel(part.path);
        if (!model)
            return found(what, "cannot be read: " + model.error().message());
        inputs.push_back({part.path, *std::move(model), part.prefix});
        expected.insert(expected.end(), part.source.expected.begin(), part.source.expected.end());
    }
    const auto refusal = [&](const Error& error) {
        return mayRefuse ? refused(what, error) : found(what, error.message());
    };
    const auto plan = planMerge(inputs, options);
    if (!plan)
        return refusal(plan.error());
    fs::create_directories(options.output.parent_path());
    if (const auto written = writeMerge(*plan, options.output); !written)
        return refusal(written.error());
    return judgeWritten(what, options.output, feedsOf(*plan, parts), expected, broken);
}

} // namespace partita::fuzz
