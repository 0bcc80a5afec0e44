// Context models that share a binary, and sessions of a group that open it once.

#include <atomic>
#include <filesystem>
#include <gtest/gtest.h>
#include <memory>
#include <thread>

#include "core/base/mapped_files.h"
#include "core/epcontext/formats/container.h"
#include "core/ir/model_union.h"
#include "core/onnx/write.h"
#include "core/session/session.h"
#include "providers/npu/api/context_workspace.h"
#include "providers/npu/api/npu_provider.h"
#include "tests/support/contexts.h"

namespace partita {
namespace {

namespace fs = std::filesystem;
using test::Context;
using test::generate;
using test::npuAndCpu;
using test::splitModel;

TEST_F(Context, SharesOneBinaryAmongModels) {
    const auto list = npuAndCpu();
    const Model one = splitModel();
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

/// A session of a group; each session has its own provider, and all share the workspace.
Result<std::unique_ptr<Session>> joined(const fs::path& path,
                                        const std::shared_ptr<ContextWorkspace>& workspace) {
    const auto npu = (*NpuProvider::create("ascend310"))->withContexts(workspace);
    return Session::create(*readModel(path), {npu, npuAndCpu().back()});
}

TEST_F(Context, AGroupOfSessionsOpensItsBinaryOnceAndEachTakesItsGraphs) {
    const auto list = npuAndCpu();
    const Model one = splitModel();
    ModelEditor editor(one);
    editor.changeNode(one.nodesOf(one.mainGraph()).back(), [](Node& node) { node.opType = "Abs"; });
    const Model two = editor.model();
    const auto made = generateShared({{folder / "one.onnx", one, *partitionModel(one, list)},
                                      {folder / "two.onnx", two, *partitionModel(two, list)}},
                                     list, {}, {});
    ASSERT_TRUE(made) << made.error().message();
    ASSERT_TRUE(writeContexts(*made, {}));
    const fs::path a = folder / "one_ctx.onnx", b = folder / "two_ctx.onnx";

    const auto workspace = std::make_shared<ContextWorkspace>();
    auto first = joined(a, workspace);
    ASSERT_TRUE(first) << first.error().message();
    EXPECT_EQ(workspace->loads(), 1U);
    EXPECT_GT(workspace->graphsLeft(), 0U);
    fs::remove(folder / "one_npu.bin"); // the second does not load it
    auto second = joined(b, workspace);
    ASSERT_TRUE(second) << second.error().message();
    EXPECT_EQ(workspace->loads(), 1U);
    EXPECT_EQ(workspace->graphsLeft(), 0U);
    first->reset(); // not in reverse order; the second session lives on
    const auto feeds = *randomFeeds(two, 1);
    auto expected = Session::create(two, {npuAndCpu().back()});
    const auto found = (*second)->run(feeds);
    ASSERT_TRUE(found);
    EXPECT_LT(
        compareValues((*expected)->run(feeds)->outputs[0], found->outputs[0], 0, 0).maxRelative,
        1e-5);
}

TEST_F(Context, AGraphThatAnotherSessionOfTheGroupTookIsAClearError) {
    const fs::path path = compile("a.onnx");
    const auto container = std::make_shared<ContextWorkspace>();
    // The binary has two graphs. It stays loaded until both are taken; each is taken once.
    const auto take = [&](const std::string& graph) {
        return container->take("key", graph, [&]() -> Result<ContextWorkspace::ContainerPtr> {
            return std::make_shared<const Container>(
                *Container::open(*mapFile(folder / "a_npu.bin")));
        });
    };
    const auto contexts = epContextsOf(*readModel(path));
    EXPECT_TRUE(take(contexts[0].partition));
    const auto again = take(contexts[0].partition);
    ASSERT_FALSE(again);
    EXPECT_NE(again.error().message().find("INVALID_GRAPH: another session"), std::string::npos);
    EXPECT_TRUE(take(contexts[1].partition));
    EXPECT_EQ(container->graphsLeft(), 0U) << "an empty workspace: the next session is the first";
    EXPECT_TRUE(take(contexts[0].partition));
}

TEST_F(Context, SessionsOfAGroupMayBeMadeAndRunInThreads) {
    const fs::path path = compile("a.onnx");
    const auto feeds = *randomFeeds(splitModel(), 1);
    std::vector<std::thread> threads;
    std::atomic<int> good = 0;
    const auto workspace = std::make_shared<ContextWorkspace>();
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] { // may fail while others hold its graphs
            const auto session = joined(path, workspace);
            if (session && (*session)->run(feeds))
                ++good;
        });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_GE(good, 1);
}

TEST_F(Context, TwoModelsOfOneNameDoNotBecomeOneFile) {
    const auto list = npuAndCpu();
    std::vector<GenerateInput> inputs;
    for (const char* place : {"one", "two"})
        inputs.push_back(*prepareToCompile(folder / place / "m.onnx", splitModel(), list,
                                           PartitionOptions::asWritten()));
    EXPECT_FALSE(generateShared(inputs, list, folder.path(), {}));
    EXPECT_TRUE(generateShared({inputs[0]}, list, folder.path(), {}));
    // Nor may two models in one folder write the same file of weights.
    inputs[1].path = folder / "one" / "n.onnx";
    GenerateOptions external;
    external.externalInitializers = "w.data";
    EXPECT_FALSE(generateShared(inputs, list, folder.path(), external));
    EXPECT_TRUE(generateShared(inputs, list, folder.path(), {}));
}

TEST_F(Context, AModelWithTwoBinariesLoadsInAGroup) {
    ModelEditor editor(splitModel());
    editor.changeNode(editor.model().nodesOf(editor.model().mainGraph()).back(),
                      [](Node& node) { node.opType = "Abs"; });
    const Model two = editor.model();
    const fs::path a = compile("a.onnx");
    auto made = generate(two, folder / "b.onnx");
    ASSERT_TRUE(made && writeContext(*made, {}));
    const Model models[] = {*readModel(a), *readModel(made->output)};
    ModelUnion both(models[0].info(), "both");
    for (const std::string prefix : {"a_", "b_"}) {
        const auto named = [&](const auto& each) { return prefix + each.name; };
        const Model& from = models[prefix == "b_"];
        const auto copied = both.add(from, {named, named, named});
        both.editor().changeGraph(both.mainGraph(), [&](Graph& graph) {
            const Graph& main = *from.graph(from.mainGraph());
            for (const ValueId input : main.inputs)
                graph.inputs.push_back(copied.values.at(input));
            for (const ValueId output : main.outputs)
                graph.outputs.push_back(copied.values.at(output));
        });
    }
    ASSERT_TRUE(writeModel(both.editor().model(), folder / "both.onnx"));
    const auto session = joined(folder / "both.onnx", std::make_shared<ContextWorkspace>());
    ASSERT_TRUE(session) << session.error().message();
    EXPECT_TRUE((*session)->run(*randomFeeds(both.editor().model(), 1)));
}

TEST_F(Context, ModelsOfDifferentFoldersNeedOneFolderToShareABinary) {
    const auto list = npuAndCpu();
    std::vector<GenerateInput> inputs;
    for (const char* path : {"one/a.onnx", "two/b.onnx"})
        inputs.push_back(
            *prepareToCompile(folder / path, splitModel(), list, PartitionOptions::asWritten()));
    const auto apart = generateShared(inputs, list, {}, {});
    ASSERT_FALSE(apart);
    EXPECT_EQ(apart.error().code, Errc::usage);
    EXPECT_TRUE(generateShared(inputs, list, folder / "out", {}));
}

} // namespace
} // namespace partita
