#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <random>

#include "core/base/mapped_files.h"
#include "core/epcontext/formats/context_tool.h"
#include "core/epcontext/formats/ovep_bin.h"
#include "core/epcontext/formats/qnn_binary.h"
#include "core/epcontext/lint/lint.h"
#include "core/epcontext/lint/lint_fix.h"
#include "core/epcontext/merge/merge.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "tests/support/merges.h"

namespace partita {
namespace {

namespace fs = std::filesystem;

using test::attribute;
using test::contextModel;
using test::kOpenVino;
using test::kQnn;
using test::ovepBinary;
using test::qnnBinary;
using Merge = test::MergedFiles;

TEST_F(Merge, PrefixesEverythingOfQnnModelsOfOneGraphAndKeepsBinariesApart) {
    // Two files with one name and different bytes are a common cause of wrong results.
    write("a/m_qnn.bin", qnnBinary({"QNN_1_0"}));
    write("b/m_qnn.bin", qnnBinary({"QNN_1_0"}) + "other weights");
    addModel("a/m_ctx.onnx", contextModel(kQnn, "QNN_1_0", "m_qnn.bin", "QNN_1_0"), "a_");
    addModel("b/m_ctx.onnx", contextModel(kQnn, "QNN_1_0", "m_qnn.bin", "QNN_1_0"), "b_");
    const Model model = merged();
    EXPECT_EQ(nodeNames(model), (std::vector<std::string>{"a_QNN_1_0", "b_QNN_1_0"}));
    const auto contexts = epContextsOf(model);
    ASSERT_EQ(contexts.size(), 2U);
    EXPECT_NE(contexts[0].path(), contexts[1].path());
    EXPECT_TRUE(test::valueNamed(model, "a_x"));
    EXPECT_TRUE(test::valueNamed(model, "b_y"));
    // Lint finds the other model's binary under the first model's name.
    fs::copy_file(folder / "b/m_qnn.bin", folder / "out" / contexts[0].path(),
                  fs::copy_options::overwrite_existing);
    const auto findings = lintContexts(model, folder / "out");
    ASSERT_EQ(findings->size(), 1U);
    EXPECT_EQ(findings->front().rule, "changed-binary");
}

TEST_F(Merge, RenamesGraphsInACopyOfABinaryOnlyWhenAsked) {
    const std::vector<std::string> graphs = {"QNN_12345_1_0", "QNN_12345_2_1"};
    for (const char* name : {"a", "b"}) {
        write(std::string(name) + "/m_qnn.bin", qnnBinary(graphs) + name);
        addModel(std::string(name) + "/m_ctx.onnx",
                 R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]>
                 g (float[1,4] x) => (float[1,4] y) <float[1,4] z> {
                   [QNN_12345_1_0] z = com.microsoft.EPContext<main_context = 1, embed_mode = 0,
                     ep_cache_context = "m_qnn.bin", source = "QNNExecutionProvider">(x)
                   [QNN_12345_2_1] y = com.microsoft.EPContext<main_context = 0, embed_mode = 0,
                     source = "QNNExecutionProvider">(z) })",
                 std::string(name) + "_");
    }
    EXPECT_NE(refusal().find("rename the graphs in a copy"), std::string::npos);
    options.rewriteBinaries = true;
    const Model model = merged();
    const auto names = nodeNames(model);
    ASSERT_EQ(names.size(), 4U);
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), 4U);
    for (const std::string& name : names)
        EXPECT_EQ(name.size(), graphs[0].size());
    // The sources are unchanged.
    EXPECT_EQ(qnnGraphNames(mapFile(folder / "b/m_qnn.bin")->bytes(), {}),
              std::set<std::string>(graphs.begin(), graphs.end()));
}

TEST_F(Merge, RefusesNamesThatQnnWouldMixUp) {
    write("a/a_qnn.bin", qnnBinary({"QNN_1_0"}));
    write("b/b_qnn.bin", qnnBinary({"QNN_2_0"}));
    addModel("a/a_ctx.onnx",
             R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]>
             g (float[1,4] x, float[1,4] ax) => (float[1,4] y) {
               [QNN_1_0] y = com.microsoft.EPContext<main_context = 1, embed_mode = 0,
                 ep_cache_context = "a_qnn.bin", source = "QNNExecutionProvider">(x, ax) })",
             "a");
    addModel("b/b_ctx.onnx", contextModel(kQnn, "QNN_2_0", "b_qnn.bin", "QNN_2_0"), "b");
    EXPECT_NE(refusal().find("mix them up"), std::string::npos);
}

TEST_F(Merge, JoinsOpenVinosContainersAndKeepsTheNamesThatBlobsKnow) {
    write("a/a.bin", ovepBinary({{"part", "blob of a"}}));
    write("b/b.bin", ovepBinary({{"part", "blob of b"}}));
    addModel("a/a_ctx.onnx", contextModel(kOpenVino, "n", "a.bin", "part", "p", "q"), "a_");
    addModel("b/b_ctx.onnx", contextModel(kOpenVino, "n", "b.bin", "part", "r", "s"), "b_");
    const Model model = merged();
    EXPECT_EQ(nodeNames(model), (std::vector<std::string>{"a_n", "b_n"}));
    const auto contexts = epContextsOf(model);
    EXPECT_EQ(contexts[0].path(), contexts[1].path());
    EXPECT_EQ(contexts[1].partition, "b_part");
    for (const char* name : {"p", "q", "r", "s"})
        EXPECT_TRUE(test::valueNamed(model, name)) << name;
    const auto bin = readOvepBin(*mapFile(folder / "out" / contexts[0].path()));
    ASSERT_TRUE(bin);
    ASSERT_EQ(bin->blobs.size(), 2U);
    for (const OvepBlob& blob : bin->blobs)
        EXPECT_EQ(blob.data.text(), blob.name == "part" ? "blob of a" : "blob of b");
}

TEST_F(Merge, RefusesTwoTensorsOfOneNameThatBlobsKnow) {
    write("a/a.bin", ovepBinary({{"one", "a"}}));
    write("b/b.bin", ovepBinary({{"two", "b"}}));
    addModel("a/a_ctx.onnx", contextModel(kOpenVino, "n", "a.bin", "one"), "a_");
    addModel("b/b_ctx.onnx", contextModel(kOpenVino, "n", "b.bin", "two"), "b_");
    EXPECT_NE(refusal().find("the binaries know it by that name"), std::string::npos);
}

TEST_F(Merge, ConnectsOutputsToInputs) {
    write("a/a.bin", ovepBinary({{"one", "a"}}));
    write("b/b_qnn.bin", qnnBinary({"QNN_1_0"}));
    addModel("a/a_ctx.onnx", contextModel(kOpenVino, "n", "a.bin", "one", "p", "q"), "a_");
    addModel("b/b_ctx.onnx", contextModel(kQnn, "QNN_1_0", "b_qnn.bin", "QNN_1_0"), "b_");
    options.connections = {{"2.x", "a.q"}};
    const Model chain = merged();
    ASSERT_EQ(chain.graph(chain.mainGraph())->inputs.size(), 1U);
    EXPECT_EQ(chain.node(test::nodeNamed(chain, "b_QNN_1_0"))->inputs[0],
              test::valueNamed(chain, "q"));
    // In the other direction the blob's own name must stay, so a Concat of one tensor produces it.
    fs::remove_all(folder / "out");
    options.connections = {{"1.p", "2.y"}};
    const Model back = merged();
    const Node& shim = *back.node(back.producer(test::valueNamed(back, "p")));
    EXPECT_EQ(shim.opType, "Concat");
    EXPECT_EQ(shim.inputs[0], test::valueNamed(back, "b_y"));
    // Refused: connections in both directions, of types that do not fit, and of unknown values.
    options.connections = {{"1.p", "2.y"}, {"2.x", "1.q"}};
    EXPECT_NE(refusal().find("cycle"), std::string::npos);
    options.connections = {{"1.nothing", "2.y"}};
    EXPECT_NE(refusal().find("no model has the input"), std::string::npos);
    addModel(
        "c/c_ctx.onnx",
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2,4] x) => (float[2,4] z) { z = Relu(x) })",
        "c_");
    options.connections = {{"3.x", "2.y"}};
    EXPECT_NE(refusal().find("does not fit"), std::string::npos);
}

TEST_F(Merge, SharesInputsAndEqualWeightsAndConvertsOlderOpsets) {
    for (const auto& [name, opset, weight] :
         {std::tuple{"a", 18, "1"}, {"b", 17, "1"}, {"c", 18, "2"}}) {
        const std::string graph = std::string("QNN_") + std::to_string(name[0]) + "_1_0";
        write(std::string(name) + "/" + name + "_qnn.bin", qnnBinary({graph}));
        addModel(std::string(name) + "/" + name + "_ctx.onnx",
                 "<ir_version: 9, opset_import: [\"\" : " + std::to_string(opset) +
                     ", \"com.microsoft\" : 1]> g (float[1,4] x) => (float[1,4] y) <float w = {" +
                     weight + "}, float[1,4] z> { z = Mul(x, w) [" + graph +
                     "] y = com.microsoft.EPContext<main_context = 1, embed_mode = 0" +
                     attribute("ep_cache_context", std::string(name) + "_qnn.bin") +
                     attribute("source", kQnn) + ">(z) }",
                 std::string(name) + "_");
    }
    options.sharedInputs = {"x"};
    const Model model = merged();
    EXPECT_EQ(model.graph(model.mainGraph())->inputs.size(), 1U);
    EXPECT_EQ(model.info().opset(""), 18);
    std::size_t weights = 0;
    model.values().forEach([&](ValueId, const auto& value) { weights += value->isConstant(); });
    EXPECT_EQ(weights, 2U);
}

TEST_F(Merge, WritesAllFilesOrNone) {
    write("a/a_qnn.bin", qnnBinary({"QNN_1_0"}));
    write("b/b_qnn.bin", qnnBinary({"QNN_2_0"}));
    addModel("a/a_ctx.onnx", contextModel(kQnn, "QNN_1_0", "a_qnn.bin", "QNN_1_0"), "a_");
    addModel("b/b_ctx.onnx", contextModel(kQnn, "QNN_2_0", "b_qnn.bin", "QNN_2_0"), "b_");
    // An existing file with the name of a binary is not touched.
    write("out/merged_a_qnn.bin", "something else");
    auto made = plan();
    ASSERT_TRUE(made);
    EXPECT_EQ(made->files[0].name, "merged_a_qnn_2.bin");
    fs::create_directories(folder / "out/merged.onnx"); // a folder where the model should go
    EXPECT_FALSE(writeMerge(*made, options.output));
    std::set<std::string> left;
    for (const auto& entry : fs::directory_iterator(folder / "out"))
        left.insert(entry.path().filename().string());
    EXPECT_EQ(left, (std::set<std::string>{"merged_a_qnn.bin", "merged.onnx"}));
}

TEST_F(Merge, TenModelsOfAnyFileNamesGoIntoOne) {
    for (int i = 0; i < 10; ++i) {
        const std::string graph = "QNN_" + std::to_string(100 + i) + "_1_0",
                          name = "模型 " + std::to_string(i);
        write("m/sub folder/" + name + "_qnn.bin", qnnBinary({graph}));
        addModel("m/" + name + "_ctx.onnx",
                 contextModel(kQnn, graph, "sub folder/" + name + "_qnn.bin", graph),
                 "m" + std::to_string(i) + "_");
    }
    EXPECT_EQ(nodeNames(merged()).size(), 10U);
}

TEST(ContextFile, StaysInTheModelsFolder) {
    const test::TemporaryFolder folder;
    fs::create_directories(folder / "model/sub folder");
    const auto put = [&](const std::string& name) {
        ASSERT_TRUE(writeFile(folder / name, std::string_view("bytes")));
    };
    put("model/二.bin");
    put("model/sub folder/a.bin");
    put("outside.bin");
    fs::create_symlink(folder / "outside.bin", folder / "model/link.bin");
    fs::create_symlink(folder / "model/二.bin", folder / "model/inside.bin");
    for (const char* good : {"二.bin", "sub folder/a.bin", "./二.bin", "inside.bin"})
        EXPECT_TRUE(contextFile(good, folder / "model")) << good;
    for (const std::string& bad :
         {std::string(), std::string("/etc/passwd"), std::string("../outside.bin"),
          std::string("sub folder/../二.bin"), std::string("..\\outside.bin"),
          std::string("C:\\a.bin"), std::string("link.bin"), std::string("sub folder"),
          std::string("missing.bin"), std::string("二.bin\0", 6)})
        EXPECT_FALSE(contextFile(bad, folder / "model")) << bad;
}

TEST(OvepBin, IsReadBackAndNeverTrusted) {
    const std::string bytes = ovepBinary(
        {{"one", std::string(100, 'a')}, {"two", std::string(70000, 'b')}, {"empty", ""}});
    const auto bin = readOvepBin(test::bufferOf(bytes));
    ASSERT_TRUE(bin) << bin.error().message();
    ASSERT_EQ(bin->blobs.size(), 3U);
    for (const OvepBlob& blob : bin->blobs)
        EXPECT_EQ((blob.data.bytes().data() - bin->blobs[0].data.bytes().data()) % 65536, 0);
    for (const auto& [name, size] : {std::pair{"empty", 0U}, {"one", 100U}, {"two", 70000U}})
        EXPECT_EQ(std::ranges::find(bin->blobs, name, &OvepBlob::name)->data.size(), size);
    EXPECT_EQ(bin->producer, "test");
    // Flipped bits and lost ends give an error or a result, but no crash.
    std::mt19937_64 random(1);
    const std::string head = bytes.substr(0, 400);
    for (int i = 0; i < 20000; ++i) {
        std::string broken = random() % 4 ? head : bytes.substr(0, random() % 70000);
        for (std::size_t flips = 1 + random() % 8; flips > 0 && !broken.empty(); --flips)
            broken[random() % std::min<std::size_t>(broken.size(), 400)] =
                static_cast<char>(random());
        const auto read = readOvepBin(test::bufferOf(broken));
        for (const OvepBlob& blob : read ? read->blobs : std::vector<OvepBlob>())
            EXPECT_LE(blob.data.size(), broken.size());
    }
}

TEST(ContextTool, IsCalledWithOptionsThatQnnKnows) {
    EXPECT_TRUE(isContextToolProvider("qnn"));
    EXPECT_FALSE(isContextToolProvider("npu"));
    const auto line =
        contextToolCommand("qnn", {"soc_model=60", "backend_type=htp", "vtcm_mb=0"},
                           {"ep.context_node_name_prefix=_part1"}, {"a.onnx", "the model's.onnx"});
    ASSERT_TRUE(line) << line.error().message();
    EXPECT_EQ(*line, "ep_weight_sharing_ctx_gen -e qnn -i 'backend_type|htp soc_model|60 vtcm_mb|0'"
                     " -C 'ep.context_node_name_prefix|_part1' 'a.onnx,the model'\\''s.onnx'");
    const auto problem = [](std::vector<std::string> options,
                            std::vector<std::string> session = {}) {
        const auto made = contextToolCommand("qnn", options, session, {"a.onnx"});
        return made ? "" : made.error().what.text();
    };
    EXPECT_EQ(problem({"soc=60"}), "QNN has no option 'soc'");
    EXPECT_EQ(problem({"htp_arch=70"}), "'70' is no value of QNN's option 'htp_arch'");
    EXPECT_EQ(problem({"vtcm_mb=-1"}), "'-1' is no value of QNN's option 'vtcm_mb'");
    EXPECT_EQ(problem({"soc_model"}), "'soc_model' is not key|value");
    EXPECT_EQ(problem({"soc_model=1", "soc_model=2"}), "'soc_model' is given twice");
    EXPECT_EQ(problem({"backend_type=cpu", "backend_path=x.so"}),
              "backend_type and backend_path say the same thing twice");
    EXPECT_NE(problem({}, {"ep.context_file_path=x.onnx"}), "");
    EXPECT_TRUE(contextToolCommand("openvino", {"device_type=NPU"}, {}, {"a.onnx"}));
}

TEST(ContextTool, TakesAPluginThatIsDescribedCompletely) {
    const auto call = [](const std::string& description) {
        return pluginToolCommand("my plugin.json", description, {"a=1"}, {}, {"a.onnx", "b.onnx"});
    };
    const std::string library =
        R"("ep_library_registration_name": "x", "ep_library_path": "libx.so")";
    const auto line = call("{" + library + R"(, "selected_ep_device_indices": [0]})");
    ASSERT_TRUE(line) << line.error().message();
    EXPECT_EQ(*line, "ep_weight_sharing_ctx_gen -p 'my plugin.json' -i 'a|1' a.onnx,b.onnx");
    for (const std::string& bad :
         {std::string("{"), std::string("[]"), std::string(R"({"selected_ep_name": "x"})"),
          "{" + library + "}",
          "{" + library + R"(, "selected_ep_name": "x", "selected_ep_device_indices": [0]})",
          "{" + library + R"(, "selected_ep_name": "x", "default_ep_options": 3})"})
        EXPECT_FALSE(call(bad)) << bad;
    EXPECT_TRUE(call("{" + library + R"(, "selected_ep_name": "x", "default_ep_options": {}})"));
}

TEST(QnnBinary, IsRenamedInWholeWordsOnly) {
    const std::string bytes = qnnBinary({"QNN_77_1_0", "QNN_77_1_01"});
    const auto names = qnnGraphNames(test::bufferOf(bytes).bytes(), {});
    EXPECT_EQ(names, (std::set<std::string>{"QNN_77_1_0", "QNN_77_1_01"}));
    const auto renamed =
        renameQnnGraphs(test::bufferOf(bytes).bytes(), {{"QNN_77_1_0", "QNN_88_1_0"}});
    ASSERT_TRUE(renamed);
    EXPECT_EQ(qnnGraphNames(test::bufferOf(*renamed).bytes(), {}),
              (std::set<std::string>{"QNN_88_1_0", "QNN_77_1_01"}));
    for (const char* bad : {"QNN_888_1_0", "QNN_77_1_01"})
        EXPECT_FALSE(renameQnnGraphs(test::bufferOf(bytes).bytes(), {{"QNN_77_1_0", bad}}));
    EXPECT_FALSE(renameQnnGraphs(test::bufferOf(bytes).bytes(), {{"QNN_99_1_0", "QNN_98_1_0"}}));
}

struct LintCase {
    const char *rule, *node; ///< attributes and inputs of an EPContext node that makes y
};

class Lint : public testing::TestWithParam<LintCase> {};

TEST_P(Lint, SaysWhatIsWrong) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(writeFile(folder / "q.bin", std::string_view(qnnBinary({"QNN_1_0", "QNN_1_1"}))));
    ASSERT_TRUE(writeFile(folder / "o.bin", std::string_view(ovepBinary({{"part", "blob"}}))));
    ASSERT_TRUE(writeFile(folder / "p.bin", std::string_view(ovepBinary({{"more", "blob"}}))));
    ASSERT_TRUE(writeFile(folder / "empty.bin", std::string_view("")));
    const Model model = test::modelFromText(
        std::string("<ir_version: 9, opset_import: [\"\" : 18, \"com.microsoft\" : 1]> g (float[1] "
                    "x) => (float[1] y) { ") +
        GetParam().node + " }");
    const auto findings = lintContexts(model, folder.path());
    ASSERT_TRUE(findings);
    EXPECT_TRUE(std::ranges::any_of(
        *findings, [](const Finding& each) { return each.rule == GetParam().rule; }))
        << (findings->empty() ? "nothing"
                              : findings->front().rule + ": " + findings->front().text.text());
}

const LintCase kLintCases[] = {
    {"no-context", "y = Relu(x)"},
    {"no-source", "[n] y = com.microsoft.EPContext<ep_cache_context = \"b\">(x)"},
    {"no-payload", "[n] y = com.microsoft.EPContext<source = \"QNN\">(x)"},
    {"binary-path", "[n] y = com.microsoft.EPContext<source = \"QNN\", embed_mode = 0, "
                    "ep_cache_context = \"../q.bin\">(x)"},
    {"empty-binary", "[n] y = com.microsoft.EPContext<source = \"QNN\", embed_mode = 0, "
                     "ep_cache_context = \"empty.bin\">(x)"},
    {"no-primary", "[n] y = com.microsoft.EPContext<source = \"QNN\", main_context = 0>(x)"},
    {"graph-missing", "[n] y = com.microsoft.EPContext<source = \"QNN\", embed_mode = 0, "
                      "ep_cache_context = \"q.bin\">(x)"},
    {"untyped-output", "[QNN_1_0] z = com.microsoft.EPContext<source = \"QNN\", embed_mode = 0, "
                       "ep_cache_context = \"q.bin\">(x) y = Relu(z)"},
    {"duplicate-node-name", "[QNN_1_0] z = Relu(x) [QNN_1_0] y = com.microsoft.EPContext<source = "
                            "\"QNN\", embed_mode = 0, ep_cache_context = \"q.bin\">(z)"},
    {"blob-missing", "[n] y = com.microsoft.EPContext<source = \"OpenVINOExecutionProvider\", "
                     "embed_mode = 0, ep_cache_context = \"o.bin\", partition_name = \"no\">(x)"},
    {"openvino-two-binaries",
     "[n] z = com.microsoft.EPContext<source = \"OpenVINOExecutionProvider\", embed_mode = 0, "
     "ep_cache_context = \"o.bin\", partition_name = \"part\">(x) [m] y = "
     "com.microsoft.EPContext<source = \"OpenVINOExecutionProvider\", embed_mode = 0, "
     "ep_cache_context = \"p.bin\", partition_name = \"more\">(z)"},
    {"sdk-differs", "[n] z = com.microsoft.EPContext<source = \"v\", ep_cache_context = \"b\", "
                    "ep_sdk_version = \"1\">(x) [m] y = com.microsoft.EPContext<source = \"v\", "
                    "ep_cache_context = \"b\", ep_sdk_version = \"2\">(z)"},
};

INSTANTIATE_TEST_SUITE_P(All, Lint, testing::ValuesIn(kLintCases), [](const auto& tested) {
    std::string name = tested.param.rule;
    std::ranges::replace(name, '-', '_');
    return name;
});

TEST(LintTypes, PartitasOwnNpuNeedsTheElementTypeOnly) {
    const auto untyped = [](const std::string& source) {
        const auto findings = lintContexts(
            test::modelFromText("<ir_version: 9, opset_import: [\"\" : 18, \"com.microsoft\" : 1]> "
                                "g (float[1] x) => (float[1] y) <float[] z> { "
                                "[n] z = com.microsoft.EPContext<source = \"" +
                                source + "\", ep_cache_context = \"b\">(x) y = Relu(z) }"),
            std::filesystem::path());
        EXPECT_TRUE(findings);
        return findings && std::ranges::any_of(*findings, [](const Finding& each) {
                   return each.rule == std::string_view("untyped-output");
               });
    };
    EXPECT_TRUE(untyped("QNN"));
    EXPECT_FALSE(untyped(std::string(kPartitaSource)));
}

TEST(LintFix, PutsRightWhatIsSafeAndLeavesTheRest) {
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1] x) => (float[1] y) {
          [same] a = Relu(x) [same] b = Abs(a) [kept] y = Neg(b) })");
    const std::vector<Finding> findings = {
        {Finding::Severity::warning, "no-import", {}, {}},
        {Finding::Severity::error,
         "duplicate-node-name",
         test::valueNamed(model, "b") ? model.producer(test::valueNamed(model, "b")) : NodeId{},
         {}},
        {Finding::Severity::error, "binary-path", {}, {}}};
    EXPECT_EQ(fixFor(model, findings[0]).text(), "import com.microsoft 1");
    EXPECT_EQ(fixFor(model, findings[1]).text(), "call it 'same_2'");
    EXPECT_EQ(fixFor(model, findings[2]).text(), "");
    const Model fixed = fixFindings(model, findings);
    EXPECT_EQ(fixed.info().opset("com.microsoft"), 1);
    EXPECT_EQ(fixed.node(findings[1].node)->name, "same_2");
    EXPECT_TRUE(fixFindings(fixed, {findings[2]}).info().opset("com.microsoft"));
}

} // namespace
} // namespace partita
