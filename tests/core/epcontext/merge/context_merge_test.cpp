// Context models of the simulated NPU are merged, renamed, packed in other ways and split.

#include <algorithm>

#include "core/base/mapped_files.h"
#include "core/epcontext/formats/container.h"
#include "core/epcontext/formats/context_content.h"
#include "core/epcontext/lint/lint.h"
#include "core/epcontext/merge/merge_check.h"
#include "core/session/session.h"
#include "tests/support/contexts.h"

namespace partita {
namespace {

namespace fs = std::filesystem;
using test::Context;
using test::npuAndCpu;
using test::splitModel;

TEST_F(Context, IsMergedWithOthersAndWithItself) {
    const fs::path path = compile("a.onnx");
    MergeOptions options;
    options.output = folder / "m/merged.onnx";
    fs::create_directories(folder / "m");
    options.connections = {{"2.x", "1.y"}};
    const auto plan =
        planMerge({{path, *readModel(path), "one_"}, {path, *readModel(path), "two_"}}, options);
    ASSERT_TRUE(plan) << plan.error().message();
    ASSERT_EQ(plan->files.size(), 1U); // equal binaries are written once
    ASSERT_TRUE(writeMerge(*plan, options.output));
    const Model merged = *readModel(options.output);
    EXPECT_TRUE(lintContexts(merged, folder / "m")->empty());
    auto session = Session::create(merged, npuAndCpu());
    ASSERT_TRUE(session) << session.error().message();
    auto reference = Session::create(splitModel(), *makeProviders({{"cpu"}, {}, {}}));
    Feeds feeds = *randomFeeds(splitModel(), 3);
    const auto both = (*session)->run({{"one_x", feeds["x"]}});
    const auto first = (*reference)->run(feeds);
    ASSERT_TRUE(both && first);
    ModelData between = first->outputs[0];
    const auto second = (*reference)->run({{"x", between}});
    EXPECT_TRUE(compareValues(second->outputs[0], both->outputs[1], 1e-5, 1e-6).within);
}

TEST_F(Context, IsRepackedUnderOtherNamesAndInAnotherForm) {
    const fs::path path = compile("a.onnx");
    const auto repack = [&](const fs::path& from, const fs::path& to, MergeOptions options,
                            const std::string& prefix = {}) {
        options.output = to;
        options.single = true;
        const auto plan = planMerge({{from, *readModel(from), prefix}}, options);
        ASSERT_TRUE(plan) << plan.error().message();
        ASSERT_TRUE(writeMerge(*plan, to));
        EXPECT_TRUE(lintContexts(*readModel(to), to.parent_path())->empty());
    };
    MergeOptions inside, outside;
    inside.embed = true;
    outside.embed = false;
    fs::create_directories(folder / "b");
    repack(path, folder / "b" / "inside.onnx", inside);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder / "b"), {}), 1);
    expectSame(splitModel(), *readModel(folder / "b" / "inside.onnx"));
    repack(folder / "b" / "inside.onnx", folder / "b" / "outside.onnx", outside, "p_");
    const Model back = *readModel(folder / "b" / "outside.onnx");
    EXPECT_FALSE(epContextsOf(back).front().isEmbedded);
    EXPECT_TRUE(test::valueNamed(back, "p_y"));
    EXPECT_TRUE(Session::create(back, npuAndCpu()));
    // A single model is no merge unless the options ask for it.
    EXPECT_FALSE(planMerge({{path, *readModel(path), {}}}, {}));
}

TEST_F(Context, ABinaryThatIsNotTheModelsOwnIsNotCopied) {
    const fs::path path = compile("a.onnx"), binary = folder / "a_npu.bin";
    const std::string whole(mapFile(binary)->text());
    std::string changed = whole;
    changed[70] = static_cast<char>(changed[70] ^ 1);
    const Model other = *inferShapes(test::modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[1,4] x) => (float[1,4] y) {
           a = Abs(x) y = Neg(a) })"));
    const auto made = test::generate(other, folder / "b.onnx");
    ASSERT_TRUE(made && writeContext(*made, {}));
    const std::vector<std::pair<std::string, const char*>> cases = {
        {"garbage", "damaged-binary"},
        {changed, "damaged-binary"},
        {std::string(mapFile(folder / "b_npu.bin")->text()), "graph-missing"}};
    for (const auto& [bytes, rule] : cases) {
        ASSERT_TRUE(writeFile(binary, std::string_view(bytes)));
        const auto findings = lintContexts(*readModel(path), folder.path());
        ASSERT_TRUE(findings && !findings->empty()) << rule;
        EXPECT_EQ(findings->front().rule, rule) << findings->front().text;
        MergeOptions options;
        options.output = folder / "r.onnx";
        options.single = true;
        const auto plan = planMerge({{path, *readModel(path), {}}}, options);
        ASSERT_FALSE(plan);
        EXPECT_EQ(plan.error().code, Errc::invalidModel) << plan.error().message();
    }
    ASSERT_TRUE(writeFile(binary, std::string_view(whole)));
    EXPECT_TRUE(lintContexts(*readModel(path), folder.path())->empty());
    EXPECT_EQ(lintContexts(*readModel(path), folder.path(), {}, "ascend910")->front().rule,
              "hardware-differs");
}

TEST_F(Context, ItsBinaryShowsGraphsWithTheirInputsAndOutputs) {
    const fs::path path = compile("a.onnx");
    const auto all = epContextsOf(*readModel(path));
    ASSERT_EQ(all.size(), 2U);
    for (const EpContext& each : all) { // the second one is not the main node
        const auto graphs = contextContent(each, all, folder.path(), 1 << 20);
        ASSERT_TRUE(graphs) << graphs.error().message();
        ASSERT_EQ(graphs->size(), 2U);
        EXPECT_EQ(std::ranges::count_if(*graphs, &ContextGraph::isNodes), 1);
        const auto own = std::ranges::find_if(*graphs, &ContextGraph::isNodes);
        EXPECT_EQ(own->name, each.partition);
        EXPECT_EQ(own->inputs.size(), 1U);
        EXPECT_TRUE(own->inputs[0].ends_with("1×4 fp32")) << own->inputs[0];
        EXPECT_GT(own->nodes, 0U);
    }
    EXPECT_FALSE(contextContent(all[0], all, folder.path(), 10)) << "too large";
    fs::remove(folder / "a_npu.bin");
    EXPECT_FALSE(contextContent(all[0], all, folder.path(), 1 << 20));
}

TEST_F(Context, CompiledNodesAreCountedWithTheNodesInside) {
    const fs::path path = compile("a.onnx");
    const Model model = *readModel(path);
    const CompiledNodes count = compiledNodesOf(model, folder.path(), 1 << 20);
    EXPECT_EQ(count.compiled, 2U);
    EXPECT_EQ(count.inside, 6U); // all but Mish
    EXPECT_EQ(count.text().text(), "2 compiled (6 nodes inside)");
    // Nothing is guessed where the binary cannot be read.
    EXPECT_EQ(compiledNodesOf(model, folder.path(), 10).text().text(), "2 compiled");
    fs::remove(folder / "a_npu.bin");
    EXPECT_EQ(compiledNodesOf(model, folder.path(), 1 << 20).text().text(), "2 compiled");
    EXPECT_TRUE(compiledNodesOf(splitModel(), folder.path(), 1 << 20).text().empty());
}

TEST_F(Context, ANodeOfAnotherProviderSaysWhoWouldRunIt) {
    const Model model = test::modelFromText(R"(<ir_version: 9,
        opset_import: ["" : 18, "com.microsoft" : 1]> g (float[1,4] x) => (float[1,4] y) { [c]
        y = com.microsoft.EPContext<source = "QNNExecutionProvider">(x) })");
    const std::string why =
        partitionModel(model, npuAndCpu())->explain(test::nodeNamed(model, "c")).text();
    EXPECT_EQ(why.find("Its own provider would run it, which is not here: compiled for "
                       "QNNExecutionProvider"),
              0U)
        << why;
}

TEST_F(Context, WritingOneModelAgainLeavesWhatWasMergedBesideItWhole) {
    const fs::path a = compile("a.onnx"), b = compile("b.onnx");
    MergeOptions options;
    options.output = folder / "m_ctx.onnx";
    const auto plan = planMerge({{a, *readModel(a), "a_"}, {b, *readModel(b), "b_"}}, options);
    ASSERT_TRUE(plan && writeMerge(*plan, options.output)) << plan.error().message();
    const Model other = *inferShapes(test::modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[1,4] x) => (float[1,4] y) {
           a = Abs(x) y = Neg(a) })"));
    for (int i = 0; i < 4; ++i) {
        const auto made = i % 2 ? test::generate(other, folder / "a.onnx")
                                : test::generate(splitModel(), folder / "a.onnx");
        ASSERT_TRUE(made && writeContext(*made, {}));
        for (const fs::path& each : {options.output, a, b}) {
            EXPECT_TRUE(lintContexts(*readModel(each), folder.path())->empty()) << each << i;
            EXPECT_TRUE(Session::create(*readModel(each), npuAndCpu())) << each << i;
        }
    }
}

TEST_F(Context, OnePartitionComesOutWithItsBinary) {
    const fs::path path = compile("a.onnx");
    const Model whole = *readModel(path);
    const auto contexts = epContextsOf(whole);
    ASSERT_EQ(contexts.size(), 2U);
    ASSERT_FALSE(contexts[1].isMain);
    const auto one = onePartition({path, whole, {}}, contexts[1].partition);
    ASSERT_TRUE(one) << one.error().message();
    MergeOptions options;
    options.output = folder / "c" / "one.onnx";
    options.single = true;
    fs::create_directories(folder / "c");
    const auto plan = planMerge({*one}, options);
    ASSERT_TRUE(plan) << plan.error().message();
    ASSERT_TRUE(writeMerge(*plan, options.output));
    const auto binary = Container::open(*mapFile(folder / "c" / plan->files.front().name));
    ASSERT_TRUE(binary);
    EXPECT_EQ(binary->info().graphs.size(), 1U) << "the other graph stays behind";
    const Model part = *readModel(options.output);
    auto session = Session::create(part, npuAndCpu());
    ASSERT_TRUE(session) << session.error().message();
    EXPECT_TRUE((*session)->run(*randomFeeds(part, 1)));
    EXPECT_FALSE(onePartition({path, whole, {}}, "none of them"));
}

TEST_F(Context, OutputsOfAMergeComeInTheOrderThatIsWanted) {
    const fs::path a = compile("a.onnx"), b = compile("sub/b.onnx");
    MergeOptions options;
    options.output = folder / "m_ctx.onnx";
    options.outputOrder = {"b_y"};
    const auto plan = planMerge({{a, *readModel(a), "a_"}, {b, *readModel(b), "b_"}}, options);
    ASSERT_TRUE(plan) << plan.error().message();
    const auto& outputs = plan->model.graph(plan->model.mainGraph())->outputs;
    EXPECT_EQ(plan->model.value(outputs[0])->name, "b_y");
    EXPECT_EQ(plan->model.value(outputs[1])->name, "a_y");
    options.outputOrder = {"nobody"};
    EXPECT_FALSE(planMerge({{a, *readModel(a), "a_"}, {b, *readModel(b), "b_"}}, options));
}

TEST_F(Context, AMergedModelGivesWhatItsSourcesGive) {
    std::vector<MergeInput> inputs;
    for (const std::string name : {"a", "b"}) {
        const fs::path path = compile(name + ".onnx");
        inputs.push_back({path, *readModel(path), name + "_"});
    }
    // Both models have 1×4 inputs and outputs, so that one can read the other.
    MergeOptions options;
    options.output = folder / "merged_ctx.onnx";
    options.connections = {{"2.x", "1.y"}};
    const auto plan = planMerge(inputs, options);
    ASSERT_TRUE(plan) << plan.error().message();
    ASSERT_TRUE(writeMerge(*plan, options.output));
    EXPECT_TRUE(lintMerge(*readModel(options.output), options.output, plan->broken));
    const auto compared = compareWithSources(options.output, *plan, inputs, npuAndCpu(), {}, 1);
    ASSERT_TRUE(compared) << compared.error().message();
    ASSERT_EQ(compared->outputs.size(), 2U);
    for (const MergedOutput& each : compared->outputs) {
        EXPECT_EQ(each.difference.name, "y");
        EXPECT_TRUE(each.difference.difference.within);
    }
    // Only the source that computes something else is reported.
    inputs[1].model = *inferShapes(test::modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[1,4] x) => (float[1,4] y) {
           y = Neg(x) })"));
    const auto other = compareWithSources(options.output, *plan, inputs, npuAndCpu(), {}, 1);
    ASSERT_TRUE(other) << other.error().message();
    EXPECT_TRUE(other->outputs[0].difference.difference.within);
    EXPECT_FALSE(other->outputs[1].difference.difference.within);
    // A device that cannot load the model is an error.
    EXPECT_FALSE(compareWithSources(options.output, *plan, inputs, npuAndCpu("ascend910"), {}, 1));
}

} // namespace
} // namespace partita
