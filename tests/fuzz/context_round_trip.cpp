#include "tests/fuzz/context_round_trip.h"

#include <algorithm>

#include "core/epcontext/generate.h"
#include "core/onnx/read.h"
#include "core/rewrite/pipeline.h"

namespace partita::fuzz {

namespace {

namespace fs = std::filesystem;

/// Compiles a model into `folder` and judges what was written. `context` gets its path, and stays
/// empty where the device takes no node.
CaseResult judgeCompiling(const RunModel& source, bool embed, const fs::path& folder,
                          fs::path& context) {
    fs::create_directories(folder);
    const auto providers = npuAndCpu();
    const fs::path path = folder / "m.onnx";
    const auto input = prepareToCompile(path, source.model, *providers);
    if (!input)
        return found("compile", input.error().message());
    GenerateOptions options;
    options.embed = embed;
    const auto made = generateContext(input->model, input->partitioning, *providers, path, options);
    if (!made) // the device takes no node
        return refused("compile", made.error());
    if (const auto written = writeContext(*made, options); !written)
        return found("compile", written.error().message());
    context = made->output;
    return judgeWritten("compile", context, source.feeds, source.expected);
}

/// Moves the binary out of the model or into it, and back.
CaseResult judgeRepacking(const RunModel& source, bool embedded, fs::path context,
                          const fs::path& folder) {
    for (const char* name : {"there/p_ctx.onnx", "back/p_ctx.onnx"}) {
        embedded = !embedded;
        MergeOptions options;
        options.output = folder / name;
        options.single = true;
        options.embed = embedded;
        CaseResult result = judgeMerge("repack", {{context, source, ""}}, options, false);
        if (!result.kind.empty())
            return result;
        context = options.output;
        const auto packed = readModel(context);
        if (!packed || std::ranges::any_of(epContextsOf(*packed), [&](const EpContext& each) {
                return each.isEmbedded != embedded;
            }))
            return found("repack", "the binary is not where it was wanted");
    }
    return {};
}

CaseResult judgeMergeWithOther(const RunModel& source, const fs::path& context,
                               const OtherModel& other, Chance& chance, const fs::path& folder) {
    const auto second = other();
    if (!second)
        return {};
    fs::path compiled;
    CaseResult result = judgeCompiling(*second, chance.oneIn(2), folder / "second", compiled);
    if (!result.kind.empty() || compiled.empty())
        return result;
    MergeOptions options;
    options.output = folder / "two_ctx.onnx";
    const bool clashes = chance.oneIn(4); // and the merge finds other names itself
    return judgeMerge(
        "merge of two",
        {{context, source, clashes ? "" : "a_"}, {compiled, *second, clashes ? "" : "b_"}}, options,
        true);
}

} // namespace

CaseResult judgeContexts(const RunModel& source, const OtherModel& other, Chance& chance,
                         const fs::path& folder) {
    const bool embed = countNodes(source.model) % 2 == 0;
    const bool repacks = chance.oneIn(3), mergesTwo = chance.oneIn(3);
    fs::path context;
    CaseResult result = judgeCompiling(source, embed, folder, context);
    if (!result.kind.empty() || context.empty())
        return result;
    MergeOptions options;
    options.output = folder / "merged_ctx.onnx";
    result =
        judgeMerge("merge", {{context, source, "a_"}, {context, source, "b_"}}, options, false);
    if (result.kind.empty() && repacks)
        result = judgeRepacking(source, embed, context, folder);
    if (result.kind.empty() && mergesTwo)
        result = judgeMergeWithOther(source, context, other, chance, folder);
    return result;
}

} // namespace partita::fuzz
