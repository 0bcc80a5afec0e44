// Context models of our own NPU: written, loaded, run, and never trusted.

#include <fstream>
#include <gtest/gtest.h>
#include <random>

#include "core/base/mapped_files.h"
#include "core/epcontext/container.h"
#include "core/epcontext/generate.h"
#include "core/epcontext/lint.h"
#include "core/epcontext/merge.h"
#include "core/ir/extract.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "core/runtime/model_comparison.h"
#include "core/runtime/random_feeds.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

namespace fs = std::filesystem;

/// Two runs for the NPU with a node between them that it does not take.
Model model() {
    return *inferShapes(test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1,4] x) => (float[1,4] y)
  <float[4,4] w = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}, float[4] b = {1,2,3,4}> {
  p = MatMul(x, w) q = Add(p, b) r = Relu(q) t = Mish(r) s = MatMul(t, w) u = Add(s, b)
  y = Relu(u) })"));
}

ProviderList providers(const std::string& device = "ascend310") {
    return *makeProviders({{"npu", "cpu"}, device, {{"min_run_length", "1"}}});
}

Result<GeneratedContext> generate(const Model& model, const fs::path& path,
                                  GenerateOptions options = {}) {
    const auto list = providers();
    const auto partitioning = partitionModel(model, list);
    return generateContext(model, *partitioning, list, path, options);
}

class Context : public testing::Test {
protected:
    /// Compiles and writes; the path of the context model.
    fs::path compile(const std::string& name, GenerateOptions options = {}) {
        const fs::path path = folder / name;
        fs::create_directories(path.parent_path());
        auto made = generate(model(), path, options);
        EXPECT_TRUE(made) << made.error().message();
        EXPECT_TRUE(writeContext(*made, options));
        return made->output;
    }
    static void expectSame(const Model& original, const Model& other) {
        const auto judge = ModelJudge::make(original, *makeProviders({{"cpu"}, {}, {}}),
                                            *randomFeeds(original, 1));
        ASSERT_TRUE(judge);
        const auto loaded = ModelJudge::make(other, providers(), *randomFeeds(original, 1));
        ASSERT_TRUE(loaded) << loaded.error().message();
        const auto difference = loaded->judge(other, 1e-6, 1e-6);
        ASSERT_TRUE(difference) << difference.error().message();
        auto session = Session::create(other, providers());
        auto reference = Session::create(original, *makeProviders({{"cpu"}, {}, {}}));
        const auto feeds = *randomFeeds(original, 1);
        const auto a = (*session)->run(feeds), b = (*reference)->run(feeds);
        ASSERT_TRUE(a && b);
        EXPECT_TRUE(compareValues(b->outputs[0], a->outputs[0], 1e-5, 1e-6).within);
    }
    static std::string loadingFails(const fs::path& path, const std::string& device = "ascend310") {
        const auto read = readModel(path);
        EXPECT_TRUE(read);
        const auto session = Session::create(*read, providers(device));
        EXPECT_FALSE(session);
        return session ? std::string() : session.error().message();
    }
    test::TemporaryFolder folder;
};

TEST_F(Context, IsWrittenBesideItsBinaryAndRunsAsTheModelDoes) {
    const fs::path path = compile("a.onnx");
    EXPECT_EQ(path.filename(), "a_ctx.onnx");
    EXPECT_TRUE(fs::exists(folder / "a_npu.bin"));
    const Model context = *readModel(path);
    const auto nodes = epContextsOf(context);
    ASSERT_EQ(nodes.size(), 2U);
    EXPECT_EQ(nodes[0].source, kPartitaSource);
    EXPECT_EQ(nodes[0].path(), "a_npu.bin");
    EXPECT_TRUE(nodes[0].isMain);
    EXPECT_FALSE(nodes[1].isMain);
    EXPECT_EQ(nodes[0].name, nodes[0].partition);
    EXPECT_TRUE(lintContexts(context, folder.path())->empty());
    expectSame(model(), context);
    // Weights that both parts use are there once.
    const auto container = Container::open(*mapFile(folder / "a_npu.bin"));
    ASSERT_TRUE(container);
    EXPECT_EQ(container->info().tensors, 1U);
    EXPECT_EQ(container->info().graphs.size(), 2U);
}

TEST_F(Context, MayHoldItsBinaryAndHaveAPrefix) {
    GenerateOptions options;
    options.embed = true;
    options.prefix = "left_";
    options.output = folder / "b_out.onnx";
    const Model context = *readModel(compile("b.onnx", options));
    const auto nodes = epContextsOf(context);
    EXPECT_TRUE(nodes[0].isEmbedded);
    EXPECT_TRUE(nodes[0].name.starts_with("left_"));
    EXPECT_TRUE(nodes[0].partition.starts_with("left_"));
    expectSame(model(), context);
}

TEST_F(Context, IsNotCompiledAgainAndNotWrittenIntoAFolder) {
    const Model context = *readModel(compile("a.onnx"));
    EXPECT_NE(generate(context, "a_ctx.onnx").error().message().find("compiled already"),
              std::string::npos);
    GenerateOptions options;
    options.output = folder.path();
    EXPECT_FALSE(generate(model(), "a.onnx", options));
    const Model none = *inferShapes(test::modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (float[2] y) { y = Mish(x) })"));
    EXPECT_NE(generate(none, "a.onnx").error().message().find("unable to compile any nodes"),
              std::string::npos);
}

TEST_F(Context, IsRefusedForAnotherDeviceADamagedOrALostBinary) {
    const fs::path path = compile("a.onnx"), binary = folder / "a_npu.bin";
    EXPECT_NE(loadingFails(path, "ascend910").find("INVALID_GRAPH"), std::string::npos);
    const std::string whole(mapFile(binary)->text());
    for (const std::size_t at : {std::size_t{8}, std::size_t{70}, whole.size() - 3}) {
        std::string broken = whole;
        broken[at] = static_cast<char>(broken[at] ^ 1);
        ASSERT_TRUE(writeFile(binary, std::string_view(broken)));
        EXPECT_NE(loadingFails(path).find("INVALID_GRAPH"), std::string::npos) << at;
    }
    fs::remove(binary);
    EXPECT_NE(loadingFails(path).find("INVALID_GRAPH"), std::string::npos);
}

TEST_F(Context, IsMergedWithOthersAndWithItself) {
    const fs::path path = compile("a.onnx");
    MergeOptions options;
    options.output = folder / "m/merged.onnx";
    fs::create_directories(folder / "m");
    options.connections = {{"2.x", "1.y"}};
    const auto plan =
        planMerge({{path, *readModel(path), "one_"}, {path, *readModel(path), "two_"}}, options);
    ASSERT_TRUE(plan) << plan.error().message();
    ASSERT_EQ(plan->files.size(), 1U); // equal binaries are there once
    ASSERT_TRUE(writeMerge(*plan, options.output));
    const Model merged = *readModel(options.output);
    EXPECT_TRUE(lintContexts(merged, folder / "m")->empty());
    auto session = Session::create(merged, providers());
    ASSERT_TRUE(session) << session.error().message();
    auto reference = Session::create(model(), *makeProviders({{"cpu"}, {}, {}}));
    Feeds feeds = *randomFeeds(model(), 3);
    const auto both = (*session)->run({{"one_x", feeds["x"]}});
    const auto first = (*reference)->run(feeds);
    ASSERT_TRUE(both && first);
    DataValue between = first->outputs[0];
    const auto second = (*reference)->run({{"x", between}});
    EXPECT_TRUE(compareValues(second->outputs[0], both->outputs[1], 1e-5, 1e-6).within);
}

TEST_F(Context, SharesOneBinaryAmongModels) {
    const auto list = providers();
    const Model one = model();
    ModelEditor editor(one); // another model with the same weights
    editor.changeNode(one.producer(test::valueNamed(one, "r")),
                      [](Node& node) { node.opType = "Abs"; });
    const Model two = editor.model();
    const auto made = generateShared({{folder / "one.onnx", one, *partitionModel(one, list)},
                                      {folder / "two.onnx", two, *partitionModel(two, list)}},
                                     list, folder / "out", {});
    ASSERT_TRUE(made) << made.error().message();
    ASSERT_EQ(made->size(), 2U);
    EXPECT_EQ(made->front().files.front().name, "one_npu.bin");
    EXPECT_TRUE(made->back().files.empty());
    EXPECT_GE(made->front().savedBytes, 3 * 64U); // four parts read one matrix
    fs::create_directories(folder / "out");
    for (const GeneratedContext& context : *made)
        ASSERT_TRUE(writeContext(context, {}));
    expectSame(one, *readModel(folder / "out/one_ctx.onnx"));
    expectSame(two, *readModel(folder / "out/two_ctx.onnx"));
    GenerateOptions embed;
    embed.embed = true;
    EXPECT_FALSE(generateShared({}, list, folder / "out", embed));
}

TEST(ContainerFormat, TakesNoByteOnTrust) {
    const Model part = model();
    const auto written = writeContainer({{"one", part, ""}, {"two", part, ""}}, "1", "device");
    ASSERT_TRUE(written);
    EXPECT_GT(written->savedBytes, 0U);
    std::string bytes;
    for (const Buffer& piece : written->pieces)
        bytes += piece.text();
    const auto container = Container::open(test::bufferOf(bytes), "1", "device");
    ASSERT_TRUE(container) << container.error().message();
    const auto graph = container->graph("two");
    ASSERT_TRUE(graph);
    EXPECT_EQ(graph->nodes().count(), part.nodes().count());
    EXPECT_FALSE(container->graph("three"));
    EXPECT_FALSE(Container::open(test::bufferOf(bytes), "2", "device"));
    std::mt19937_64 random(7);
    for (int i = 0; i < 20000; ++i) {
        std::string broken = random() % 3 ? bytes : bytes.substr(0, random() % bytes.size());
        for (std::size_t flips = random() % 5; flips > 0 && !broken.empty(); --flips)
            broken[random() % broken.size()] = static_cast<char>(random());
        const auto opened = Container::open(test::bufferOf(broken));
        if (opened)
            for (const auto& entry : opened->info().graphs)
                (void)opened->graph(entry.name);
    }
}

TEST(Extract, TakesWhatLiesBetweenTensors) {
    const Model whole = model();
    const std::vector<ValueId> inputs{test::valueNamed(whole, "q")},
        outputs{test::valueNamed(whole, "s")};
    const auto part = extractSubgraph(whole, whole.mainGraph(),
                                      nodesBetween(whole, inputs, outputs), inputs, outputs);
    ASSERT_TRUE(part) << part.error().message();
    EXPECT_EQ(part->nodes().count(), 3U); // Relu, Mish, MatMul
    EXPECT_TRUE(Session::create(*part, *makeProviders({{"cpu"}, {}, {}})));
    // What is cut off must be named.
    EXPECT_FALSE(extractSubgraph(
        whole, whole.mainGraph(),
        {test::valueNamed(whole, "s") ? whole.producer(outputs[0]) : NodeId{}}, {}, outputs));
}

} // namespace
} // namespace partita
