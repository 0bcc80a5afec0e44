#include "tests/fuzz/context_round_trip.h"

#include "core/epcontext/generate.h"
#include "core/epcontext/lint/lint.h"
#include "core/epcontext/merge/merge.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "core/rewrite/pipeline.h"
#include "providers/registry.h"
#include "tests/fuzz/variants.h"

namespace partita::fuzz {

namespace {

namespace fs = std::filesystem;

CaseResult found(const std::string& what, const std::string& text) {
    return {"differs", what + ": " + text, what, true};
}

Result<ProviderList> npuAndCpu() {
    return makeProviders({{"npu", "cpu"},
                          {},
                          {{"npu.precision_mode", "force_fp32"},
                           {"npu.min_run_length", "1"},
                           {"cpu.threads", "1"}}});
}

/// The first finding of lint; empty: none.
std::string complaintAbout(const Model& model, const fs::path& folder) {
    const auto findings = lintContexts(model, folder);
    return !findings           ? findings.error().message()
           : findings->empty() ? std::string()
                               : findings->front().rule + ": " + findings->front().text.text();
}

/// The outputs of a model file for inputs given by name.
Result<std::vector<ModelData>> outputsOf(const fs::path& path, const Feeds& feeds) {
    const auto model = readModel(path);
    if (!model)
        return model.error();
    const auto providers = npuAndCpu();
    auto session = Session::create(*model, *providers);
    if (!session)
        return std::move(session).error();
    auto report = (*session)->run(feeds);
    if (!report)
        return std::move(report).error();
    return std::move(report->outputs);
}

/// Compares the outputs of a model file, from output `first` on, with the expected ones.
CaseResult compareFile(const std::string& what, const fs::path& path, const Feeds& feeds,
                       const std::vector<ModelData>& expected, std::size_t first) {
    const auto outputs = outputsOf(path, feeds);
    if (!outputs)
        return found(what, "does not run: " + outputs.error().message());
    if (outputs->size() < first + expected.size())
        return found(what, "it has too few outputs");
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (const std::string text = difference(expected[i], (*outputs)[first + i], {});
            !text.empty())
            return found(what, text);
    return {};
}

Feeds prefixed(const Feeds& feeds, const std::string& prefix) {
    Feeds named;
    for (const auto& [name, value] : feeds)
        named.emplace(prefix + name, value);
    return named;
}

CaseResult judgeMerge(const fs::path& context, const Feeds& feeds,
                      const std::vector<ModelData>& expected) {
    const auto model = readModel(context);
    MergeOptions options;
    options.output = context.parent_path() / "merged_ctx.onnx";
    const auto plan = planMerge({{context, *model, "a_"}, {context, *model, "b_"}}, options);
    if (!plan)
        return found("merge", plan.error().message());
    if (const auto written = writeMerge(*plan, options.output); !written)
        return found("merge", written.error().message());
    const auto merged = readModel(options.output);
    if (!merged)
        return found("merge", "cannot be read: " + merged.error().message());
    if (const std::string text = complaintAbout(*merged, context.parent_path()); !text.empty())
        return found("merge", text);
    Feeds both = prefixed(feeds, "a_");
    both.merge(prefixed(feeds, "b_"));
    for (const std::size_t first : {std::size_t{0}, expected.size()})
        if (CaseResult result = compareFile("merge", options.output, both, expected, first);
            !result.kind.empty())
            return result;
    return {};
}

} // namespace

CaseResult judgeContexts(const Model& model, const Feeds& feeds,
                         const std::vector<ModelData>& expected, const fs::path& folder) {
    const auto providers = npuAndCpu();
    const fs::path source = folder / "m.onnx";
    const auto input = prepareToCompile(source, model, *providers);
    if (!input)
        return found("compile", input.error().message());
    GenerateOptions options;
    options.embed = countNodes(model) % 2 == 0;
    const auto made =
        generateContext(input->model, input->partitioning, *providers, source, options);
    if (!made)
        return {}; // the device takes no node
    if (const auto written = writeContext(*made, options); !written)
        return found("compile", written.error().message());
    const auto read = readModel(made->output);
    if (!read)
        return found("compile", "cannot be read: " + read.error().message());
    if (const std::string text = complaintAbout(*read, folder); !text.empty())
        return found("compile", text);
    if (CaseResult result = compareFile("compile", made->output, feeds, expected, 0);
        !result.kind.empty())
        return result;
    return judgeMerge(made->output, feeds, expected);
}

CaseResult judgeWriting(const Model& model, const Feeds& feeds,
                        const std::vector<ModelData>& expected, const fs::path& folder) {
    WriteOptions outside;
    outside.data = DataPlacement::external;
    outside.threshold = 0;
    int number = 0;
    for (const WriteOptions& options : {WriteOptions(), outside}) {
        const fs::path path = folder / ("written" + std::to_string(number++) + ".onnx");
        if (const auto written = writeModel(model, path, options); !written)
            return found("write", written.error().message());
        const auto again = readModel(path);
        if (!again || countNodes(*again, true) != countNodes(model, true))
            return found("write", "it cannot be read, or has other nodes");
        if (CaseResult result = compareFile("write", path, feeds, expected, 0);
            !result.kind.empty())
            return result;
    }
    return {};
}

} // namespace partita::fuzz
