// Context models of the simulated NPU are written, loaded and run; hostile ones are refused.

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <memory>
#include <random>
#include <span>

#include "core/base/mapped_files.h"
#include "core/epcontext/formats/container.h"
#include "core/epcontext/lint/lint.h"
#include "core/epcontext/session_options.h"
#include "core/ir/extract.h"
#include "core/onnx/write.h"
#include "core/session/session.h"
#include "tests/support/contexts.h"

namespace partita {
namespace {

namespace fs = std::filesystem;
using test::Context;
using test::generate;
using test::npuAndCpu;
using test::splitModel;

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
    expectSame(splitModel(), context);
    // Weights that both parts use are stored once.
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
    expectSame(splitModel(), context);
}

TEST_F(Context, IsNotCompiledAgainAndNotWrittenIntoAFolder) {
    const Model context = *readModel(compile("a.onnx"));
    EXPECT_NE(generate(context, "a_ctx.onnx").error().message().find("compiled already"),
              std::string::npos);
    GenerateOptions options;
    options.output = folder.path();
    EXPECT_FALSE(generate(splitModel(), "a.onnx", options));
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

TEST(ContainerFormat, HoldsNoNotesOfTheExporter) {
    ModelEditor editor(splitModel());
    auto notes = std::make_shared<Annotations>();
    notes->metadata = {{"stack_trace", "/home/somebody/export.py"}};
    const Model before = editor.model();
    before.nodes().forEach([&](NodeId id, const auto&) {
        editor.changeNode(id, [&](Node& node) { node.annotations = notes; });
    });
    before.values().forEach([&](ValueId id, const auto&) {
        editor.changeValue(id, [&](Value& value) { value.annotations = notes; });
    });
    const auto written = writeContainer({{"one", editor.model(), ""}}, "1", "device");
    ASSERT_TRUE(written);
    std::string bytes;
    for (const Buffer& piece : written->pieces)
        bytes += piece.text();
    EXPECT_EQ(bytes.find("somebody"), std::string::npos);
    const auto container = Container::open(test::bufferOf(bytes));
    ASSERT_TRUE(container);
    EXPECT_TRUE(container->graph("one"));
}

TEST(ContainerFormat, TakesNoByteOnTrust) {
    const Model part = splitModel();
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
    const Model whole = splitModel();
    const std::vector<ValueId> inputs{test::valueNamed(whole, "q")},
        outputs{test::valueNamed(whole, "s")};
    const auto part = extractSubgraph(whole, whole.mainGraph(),
                                      nodesBetween(whole, inputs, outputs), inputs, outputs);
    ASSERT_TRUE(part) << part.error().message();
    EXPECT_EQ(part->nodes().count(), 3U); // Relu, Mish, MatMul
    EXPECT_TRUE(Session::create(*part, *makeProviders({{"cpu"}, {}, {}})));
    // The inputs of the part must be named.
    EXPECT_FALSE(extractSubgraph(
        whole, whole.mainGraph(),
        {test::valueNamed(whole, "s") ? whole.producer(outputs[0]) : NodeId{}}, {}, outputs));
}

TEST_F(Context, AModelFromMemoryNeedsAPathAndFindsItsWeightsAndBinaries) {
    // The weights are in another folder than the output.
    fs::create_directories(folder / "weights");
    WriteOptions outside;
    outside.data = DataPlacement::external;
    outside.threshold = 0;
    ASSERT_TRUE(writeModel(splitModel(), folder / "weights" / "m.onnx", outside));
    const Model fromMemory =
        *readModel(*mapFile(folder / "weights" / "m.onnx"), folder / "weights");
    const auto list = npuAndCpu();
    const auto partitioning = partitionModel(fromMemory, list);
    const auto nowhere = generateContext(fromMemory, *partitioning, list, {}, {});
    ASSERT_FALSE(nowhere);
    EXPECT_NE(nowhere.error().message().find("Both ep_context_path and model_path are empty."),
              std::string::npos);
    GenerateOptions options;
    options.output = folder / "out" / "m_ctx.onnx";
    options.externalInitializers = "rest.data";
    fs::create_directories(folder / "out");
    const auto made = generateContext(fromMemory, *partitioning, list, {}, options);
    ASSERT_TRUE(made) << made.error().message();
    ASSERT_TRUE(writeContext(*made, options));
    fs::remove_all(folder / "weights"); // nothing of the source is needed any more
    expectSame(splitModel(), *readModel(*mapFile(options.output), folder / "out"));
    EXPECT_FALSE(Session::create(*readModel(*mapFile(options.output)), list))
        << "without a folder nobody knows where the binary is";
}

TEST_F(Context, PartitionsInBodiesAreCompiledToo) {
    const Model loop = *inferShapes(test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[4] x, int64 n) => (float[4] y) <float[4] w = {1, 2, 3, 4}> {
          c = Constant<value_int=1>() t = Cast<to=9>(c)
          y = Loop(n, t, x) <body = b (int64 i, bool go, float[4] v) => (bool more, float[4] u) {
            more = Identity(go) p = Mul(v, w) q = Relu(p) u = Add(q, x) }> })"));
    const auto list = npuAndCpu();
    const auto made =
        generateContext(loop, *partitionModel(loop, list), list, folder / "l.onnx", {});
    ASSERT_TRUE(made) << made.error().message();
    ASSERT_TRUE(writeContext(*made, {}));
    bool inside = false;
    for (const EpContext& each : epContextsOf(made->model))
        inside = inside || made->model.node(each.node)->graph != made->model.mainGraph();
    EXPECT_TRUE(inside);
    auto host = Session::create(loop, {list.back()}),
         device = Session::create(*readModel(made->output), list);
    ASSERT_TRUE(device) << device.error().message();
    Feeds feeds = *randomFeeds(loop, 1);
    feeds.at("n") = ModelData(Tensor::int64s({3}));
    feeds.at("n").tensor.dims = {};
    feeds.at("n").name = "n";
    const auto expected = (*host)->run(feeds), found = (*device)->run(feeds);
    ASSERT_TRUE(expected) << expected.error().message();
    ASSERT_TRUE(found) << found.error().message();
    EXPECT_LT(compareValues(expected->outputs[0], found->outputs[0], 0, 0).maxRelative, 1e-6);
}

TEST(SessionOptions, AreThoseOfOnnxRuntime) {
    const std::pair<std::string, std::string> all[] = {
        {"ep.context_enable", "1"},
        {"ep.context_file_path", "out/a_ctx.onnx"},
        {"ep.context_embed_mode", "1"},
        {"ep.context_node_name_prefix", "p_"},
        {"session.model_external_initializers_file_folder_path", "weights"},
        {"ep.context_model_external_initializers_file_name", "a.data"},
        {"ep.share_ep_contexts", "1"},
        {"ep.stop_share_ep_contexts", "0"}};
    const auto options = readSessionOptions(all);
    ASSERT_TRUE(options) << options.error().message();
    EXPECT_TRUE(options->enable && options->share && !options->stopSharing);
    EXPECT_TRUE(options->generate.embed);
    EXPECT_EQ(options->generate.prefix, "p_");
    EXPECT_EQ(options->contextFolder(), "out");
    EXPECT_EQ(options->weightsFolder, "weights");
    const auto refused = [](const std::string& key, const std::string& value) {
        const std::pair<std::string, std::string> entry[] = {{key, value}};
        return !readSessionOptions(entry);
    };
    const auto isTaken = [&](const std::string& key, const std::string& value) {
        return !refused(key, value);
    };
    EXPECT_TRUE(isTaken("session.compile_only", "1")) << "without effect here, but ONNX Runtime's";
    EXPECT_TRUE(isTaken("session.nonsense", "1"))
        << "warned about, for it may be of another release";
    EXPECT_TRUE(isTaken("ep.nnapi.partitioning_stop_ops", "TopK")) << "of another provider";
    EXPECT_TRUE(isSessionKey("session.set_denormal_as_zero"));
    EXPECT_TRUE(isSessionKey("ep.context_file_path"));
    EXPECT_TRUE(isSessionKey("session.intra_op.allow_spinning"));
    EXPECT_FALSE(isSessionKey("session.intra_op_num_threads")) << "a member of SessionOptions";
    EXPECT_FALSE(isSessionKey("nonsense"));
    EXPECT_TRUE(refused("session.disable_model_compile", "maybe"));
    EXPECT_TRUE(refused("ep.context_enable", "yes"));
    EXPECT_TRUE(refused("ep.context_nonsense", "1"));
    EXPECT_TRUE(refused("ep.context_node_name_prefix", std::string(1025, 'x')));
    EXPECT_TRUE(refused("ep.context_model_external_initializers_file_name", "sub/a.data"));
    const std::pair<std::string, std::string> twice[] = {{"ep.context_enable", "1"},
                                                         {"ep.context_enable", "0"}};
    EXPECT_FALSE(readSessionOptions(twice));
}

TEST_F(Context, EveryCombinationOfOptionsGivesTheSameOutputs) {
    const auto list = npuAndCpu();
    for (int bits = 0; bits < 16; ++bits) {
        SCOPED_TRACE(bits);
        const fs::path place = folder / ("c" + std::to_string(bits));
        fs::create_directories(place / "out");
        ASSERT_TRUE(writeModel(splitModel(), place / "m.onnx"));
        GenerateOptions options;
        options.embed = bits & 1;
        options.prefix = bits & 2 ? "p_" : "";
        options.externalInitializers = bits & 4 ? "rest.data" : "";
        const bool memory = bits & 8;
        if (memory)
            options.output = place / "out" / "m_ctx.onnx";
        const Model source =
            memory ? *readModel(*mapFile(place / "m.onnx"), place) : *readModel(place / "m.onnx");
        const Model typed = *inferShapes(source);
        const auto made = generateContext(typed, *partitionModel(typed, list), list,
                                          memory ? fs::path() : place / "m.onnx", options);
        ASSERT_TRUE(made) << made.error().message();
        ASSERT_TRUE(writeContext(*made, options));
        fs::remove(place / "m.onnx");
        const Model written = *readModel(made->output);
        ASSERT_TRUE(written.info().annotations);
        EXPECT_EQ(written.info().annotations->metadata.front().first,
                  "ep_compatibility_info.PartitaNpuExecutionProvider");
        EXPECT_TRUE(lintContexts(written, made->output.parent_path())->empty());
        for (const EpContext& each : epContextsOf(written)) {
            EXPECT_EQ(each.isEmbedded, options.embed);
            EXPECT_EQ(each.name, each.partition);
            EXPECT_TRUE(each.name.starts_with(options.prefix));
        }
        expectSame(splitModel(), written);
    }
}

TEST_F(Context, WhatIsCastLikeAnotherValueIsAWeightBeforeTheDeviceIsAsked) {
    const Model exported = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,4] x) => (float[1,4] y) <double[4] c = {1.0, 2.0, 3.0, 4.0}> {
          d = CastLike(c, x) y = Add(x, d) })");
    const auto ready = prepareToCompile({}, exported, npuAndCpu());
    ASSERT_TRUE(ready);
    EXPECT_EQ(ready->model.nodes().count(), 1U);
    ASSERT_EQ(ready->partitioning.partitions.size(), 1U);
    EXPECT_TRUE(ready->partitioning.partitions[0].compiled);
}

TEST_F(Context, AConstantWithoutAnOutputIsNoPartOfIt) {
    for (const bool isEmptyName : {false, true}) {
        ModelEditor editor(splitModel());
        Node constant;
        constant.graph = editor.model().mainGraph();
        constant.opType = "Constant";
        constant.attributes =
            std::make_shared<const Attributes>(Attributes{Attribute::make("value_float", 1.0F)});
        if (isEmptyName)
            constant.outputs.push_back({});
        editor.addNode(std::move(constant));
        ASSERT_TRUE(writeModel(editor.model(), folder / "c.onnx"));
        const auto list = npuAndCpu();
        const auto ready = prepareToCompile(folder / "c.onnx", *readModel(folder / "c.onnx"), list);
        ASSERT_TRUE(ready) << ready.error().message();
        GenerateOptions options;
        const auto made =
            generateContext(ready->model, ready->partitioning, list, folder / "c.onnx", options);
        ASSERT_TRUE(made) << made.error().message();
        ASSERT_TRUE(writeContext(*made, options));
        const Model written = *readModel(made->output);
        EXPECT_TRUE(lintContexts(written, folder.path())->empty());
        expectSame(splitModel(), written);
    }
}

TEST_F(Context, AWeightWithoutItsElementsIsNotCompiled) {
    const Model whole = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,4] x) => (float[1,4] y) <float[4] w = {1.0, 2.0, 3.0, 4.0}> {
          y = Add(x, w) })");
    ModelEditor editor(whole);
    editor.changeValue(test::valueNamed(whole, "w"), [](Value& value) {
        Tensor empty = *value.initializer;
        empty.storage = Tensor::Storage::raw;
        empty.payload = {};
        value.initializer = std::make_shared<const Tensor>(empty);
    });
    const auto ready = prepareToCompile({}, editor.model(), npuAndCpu());
    ASSERT_FALSE(ready);
    EXPECT_EQ(ready.error().message(), "tensor 'w' holds 0 bytes, its shape needs 16");
}

TEST_F(Context, AWrittenOverBinaryHasAnotherNameThanTheOneInUse) {
    (void)compile("a.onnx");
    const fs::path path = compile("a.onnx");
    EXPECT_EQ(epContextsOf(*readModel(path)).front().path(), "a_npu_2.bin");
    (void)compile("a.onnx");
    EXPECT_EQ(epContextsOf(*readModel(path)).front().path(), "a_npu.bin") << "nobody names it now";
}

TEST_F(Context, WhatIsWrittenHasATypeAtEveryBoundary) {
    // The shape is known only after constant folding; the domain "own" is unknown.
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18, "own" : 1]>
        g (float[1,4] x) => (float[N,M] y) {
          s = Constant<value_ints = [2, 2]>() h = Constant<value_ints = [1, 1]>() t = Div(s, h)
          r = Reshape(x, t) a = Relu(r) m = own.Unknown(a) q = Neg(m) p = Abs(q)
          k = own.Unknown(p) y = Relu(k) })");
    const auto list = npuAndCpu();
    const auto ready = prepareToCompile(folder / "a.onnx", model, list);
    ASSERT_TRUE(ready) << ready.error().message();
    const auto made =
        generateContext(ready->model, ready->partitioning, list, folder / "a.onnx", {});
    ASSERT_TRUE(made) << made.error().message();
    ASSERT_TRUE(writeContext(*made, {}));
    const auto findings = lintContexts(*readModel(made->output), folder.path());
    EXPECT_TRUE(findings->empty()) << findings->front().text;
    EXPECT_TRUE(made->model.producer(test::valueNamed(made->model, "p")))
        << "what nobody knows the type of stays";
}

TEST_F(Context, TheFilesThatWillBeWrittenAreKnownBefore) {
    const fs::path path = compile("a.onnx");
    GenerateOptions options;
    options.externalInitializers = "w.data";
    const auto files = contextFiles({path}, npuAndCpu(), options);
    EXPECT_EQ(files, (std::vector<fs::path>{path, folder / "a_npu_2.bin", folder / "w.data"}));
    options.externalInitializers = "a_npu.bin";
    const auto made = generate(splitModel(), folder / "n.onnx", options);
    ASSERT_TRUE(made);
    options.externalInitializers = made->files.front().name;
    EXPECT_FALSE(writeContext(*made, options)) << "the weights would be written over the binary";
    GenerateOptions careful;
    careful.replace = Replace::no;
    EXPECT_FALSE(writeContext(*generate(splitModel(), folder / "a.onnx"), careful));
    GenerateOptions elsewhere;
    elsewhere.output = folder / "new" / "sub" / "a_ctx.onnx";
    EXPECT_TRUE(writeContext(*generate(splitModel(), folder / "a.onnx", elsewhere), elsewhere));
    EXPECT_TRUE(fs::exists(folder / "new" / "sub" / "a_npu.bin"));
}

/// Loads PARTITA_FUZZ_CASES damaged models and runs those that load.
TEST_F(Context, HostileContextModelsAreRefusedOrRun) {
    const char* wanted = std::getenv("PARTITA_FUZZ_CASES");
    const int cases = wanted ? std::atoi(wanted) : 400;
    const char* seedText = std::getenv("PARTITA_FUZZ_SEED");
    const unsigned seed = seedText ? static_cast<unsigned>(std::atoi(seedText)) : 20261122;
    std::cout << "seed " << seed << '\n';
    std::mt19937 random(seed);
    GenerateOptions inside;
    inside.embed = true;
    const auto bytesOf = [](const fs::path& path) {
        std::ifstream file(path, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    const std::string embedded = bytesOf(compile("e.onnx", inside));
    const std::string outer = bytesOf(compile("o.onnx")), binary = bytesOf(folder / "o_npu.bin");
    const auto list = npuAndCpu();
    const auto feeds = *randomFeeds(splitModel(), 1);
    const auto damaged = [&](std::string bytes) {
        const auto at = [&](std::size_t size) { return random() % std::max<std::size_t>(1, size); };
        for (auto times = 1 + random() % 3; times; --times)
            switch (random() % 5) {
            case 0: bytes[at(bytes.size())] ^= static_cast<char>(1 << (random() % 8)); break;
            case 1: bytes.resize(at(bytes.size()) + 1); break;
            case 2: { // a hostile number
                const std::uint64_t numbers[] = {0, ~std::uint64_t{0}, std::uint64_t{1} << 63,
                                                 bytes.size(), 0x7FFFFFFFFFFFFFFF};
                const std::size_t place = at(bytes.size());
                std::memcpy(bytes.data() + place, &numbers[random() % 5],
                            std::min<std::size_t>(8, bytes.size() - place));
                break;
            }
            case 3: bytes.insert(at(bytes.size()), bytes.substr(at(bytes.size()), 16)); break;
            default: bytes.erase(at(bytes.size()), 1 + random() % 8);
            }
        return bytes;
    };
    /// Corrects the checksum of the index, because an index with a wrong one is not read.
    const auto sealed = [](std::string bytes) {
        if (bytes.size() < 64)
            return bytes;
        std::uint64_t words[4];
        std::memcpy(words, bytes.data() + 16, sizeof words);
        words[0] = bytes.size();
        if (words[1] <= bytes.size() && words[2] <= bytes.size() - words[1])
            words[3] = checksumOf(std::as_bytes(std::span(bytes).subspan(words[1], words[2])));
        std::memcpy(bytes.data() + 16, words, sizeof words);
        return bytes;
    };
    int loaded = 0;
    for (int i = 0; i < cases; ++i) {
        const int kind = i % 3;
        const fs::path path = folder / (kind == 0 ? "fe.onnx" : "fo.onnx");
        if (kind == 0) {
            std::ofstream(path, std::ios::binary) << damaged(embedded);
        } else {
            std::ofstream(path, std::ios::binary) << (kind == 1 ? damaged(outer) : outer);
            std::ofstream(folder / "o_npu.bin", std::ios::binary)
                << (kind == 2 ? sealed(damaged(binary)) : binary);
        }
        const auto read = readModel(path);
        if (!read)
            continue;
        (void)lintContexts(*read, folder.path());
        auto session = Session::create(*read, list);
        if (!session)
            continue;
        ++loaded;
        (void)(*session)->run(feeds);
    }
    EXPECT_LT(loaded, cases);
}

} // namespace
} // namespace partita
