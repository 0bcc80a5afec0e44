#include <fstream>
#include <gtest/gtest.h>
#include <limits>

#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "core/session/session.h"
#include "providers/npu/api/npu_provider.h"
#include "providers/npu/compiler/device_arena.h"
#include "providers/npu/compiler/device_cost.h"
#include "providers/npu/profile/device_profile.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::modelFromText;
using test::nodeNamed;

Partitioning placed(const Model& model, const std::string& device,
                    std::vector<std::pair<std::string, std::string>> options = {}) {
    auto providers = makeProviders({{}, device, std::move(options)});
    EXPECT_TRUE(providers) << (providers ? "" : providers.error().message());
    auto inferred = inferShapes(model);
    auto result = partitionModel(inferred ? *inferred : model, *providers);
    EXPECT_TRUE(result);
    return *result;
}

const Verdict& npuVerdict(const Partitioning& partitioning, const Model& model,
                          std::string_view node) {
    return partitioning.verdicts(nodeNamed(model, node)).front();
}

const char* const kThreeAndSix = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1, 8] x) => (float[1, 8] y) {
  [a1] a = Relu(x) [a2] b = Relu(a) [a3] c = Relu(b)
  [cut] d = Mish(c)
  [b1] e = Relu(d) [b2] f = Relu(e) [b3] h = Relu(f) [b4] i = Relu(h) [b5] j = Relu(i) [b6] y = Relu(j)
})";

TEST(Npu, ARunMustBeLongerThanFive) {
    const Model model = modelFromText(kThreeAndSix);
    const auto result = placed(model, "ascend310");
    EXPECT_EQ(npuVerdict(result, model, "a1").code, ReasonCode::runTooShort);
    EXPECT_EQ(npuVerdict(result, model, "a1").evidence.text(),
              "run of 3 supported nodes, needs more than 5");
    EXPECT_EQ(result.providerOf(nodeNamed(model, "b3")), 0U);
    EXPECT_EQ(npuVerdict(result, model, "cut").evidence.text(), "ascend310 has no Mish");
    EXPECT_EQ(result.explain(nodeNamed(model, "cut")).text(), "Runs on CPU: ascend310 has no Mish");
}

TEST(Npu, TheRunLengthIsAnOption) {
    const Model model = modelFromText(kThreeAndSix);
    EXPECT_EQ(placed(model, "ascend310", {{"min_run_length", "0"}}).summary.byProvider,
              (std::vector<std::size_t>{9, 1}));
    EXPECT_EQ(placed(model, "ascend310", {{"npu.min_run_length", "7"}}).summary.byProvider,
              (std::vector<std::size_t>{0, 10}));
    EXPECT_FALSE(makeProviders({{}, "", {{"min_run_length", "-1"}}}));
    EXPECT_FALSE(makeProviders({{}, "", {{"nonsense", "1"}}}));
}

TEST(Npu, SingleOperatorModeHasVersionsTypesAndRanks) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1, 1, 4, 4, 4] x5, float[1, 1, 4, 4] x4, double[2] d, float[1, 1, 3, 3] w) => (float[1,1,3,3,3] p, float[1,1,2,2] q, double[2] e, float[1,1,3,3] m) {
  [pool5] p = AveragePool <kernel_shape = [2, 2, 2]> (x5)
  [conv] q = Conv (x4, w)
  [sqrt] e = Sqrt (d)
  [max] m = MaxPool <kernel_shape = [2, 2]> (x4)
})");
    const auto result = placed(model, "ascend310", {{"enable_cann_graph", "0"}});
    EXPECT_EQ(npuVerdict(result, model, "pool5").code, ReasonCode::rankUnsupported);
    EXPECT_EQ(npuVerdict(result, model, "pool5").evidence.text(), "rank 5: only 2D pooling");
    EXPECT_EQ(npuVerdict(result, model, "conv").code, ReasonCode::weightNotConstant);
    EXPECT_EQ(npuVerdict(result, model, "sqrt").code, ReasonCode::typeUnsupported);
    EXPECT_EQ(npuVerdict(result, model, "max").code, ReasonCode::opsetOutOfRange);
    EXPECT_EQ(npuVerdict(result, model, "max").evidence.text(),
              "opset 12 is above MaxPool 1–7 of ascend310");
    EXPECT_TRUE(npuVerdict(result, model, "max").place->starts_with("cann.json:"));
}

TEST(Npu, ANoteOnAnAttributeIsShown) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1, 2, 4, 4] x) => (float[1, 2, 5, 5] y) <float[2, 1, 2, 2] w> { [up] y = ConvTranspose <group = 2> (x, w) })");
    EXPECT_EQ(npuVerdict(placed(model, "npu"), model, "up").evidence.text(),
              "group is 2, npu takes ConvTranspose only with 1: group 1 only");
}

TEST(Npu, ANodeOfConstantsSaysWhoRunsIt) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[2] x) => (float[2] y) <float[2] w = {1, 2}> { [c] k = Abs (w) [add] y = Add (x, k) })");
    const auto result = placed(model, "cann");
    const auto verdict = npuVerdict(result, model, "c");
    ASSERT_EQ(verdict.code, ReasonCode::constantNode);
    EXPECT_EQ(result.explain(nodeNamed(model, "c")).text(),
              "Runs on CPU: " + verdict.evidence.text());
}

TEST(Npu, DynamicShapesForeignDomainsAndOldOpsetsAreDeclined) {
    const Model dynamic = modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[n, 4] x) => (float[n, 4] y) { [r] y = Relu(x) })");
    EXPECT_EQ(npuVerdict(placed(dynamic, "npu"), dynamic, "r").evidence.text(),
              "dimension 0 of input X is dynamic (n)");
    const SharedText place = npuVerdict(placed(dynamic, "npu"), dynamic, "r").place;
    ASSERT_TRUE(place);
    EXPECT_TRUE(hasRuleAt(*loadDeviceProfile("npu"), *place)) << *place;
    const Model foreign = modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]> g (float[4] x) => (float[4] y) { [f] y = com.microsoft.FastGelu(x) })");
    EXPECT_EQ(npuVerdict(placed(foreign, "ascend910"), foreign, "f").code,
              ReasonCode::unknownDomain);
    const Model old = modelFromText(
        R"(<ir_version: 3, opset_import: ["" : 7]> g (float[4] x) => (float[4] y) { [r] y = Relu(x) })");
    const Verdict tooOld = npuVerdict(placed(old, "ascend310"), old, "r");
    EXPECT_EQ(tooOld.code, ReasonCode::opsetOutOfRange);
    EXPECT_TRUE(tooOld.place);
}

TEST(Npu, AnOperatorOfALaterOpsetIsDeclinedForThatReasonByAllProviders) {
    const Model model = modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 13]> g (float[4] x) => (float[4] y) {
             a = Relu(x) b = Relu(a) c = Relu(b) d = Relu(c) e = Relu(d) [h] y = HardSwish(e) })");
    const auto result = placed(model, "ascend310");
    for (const std::size_t provider : {0U, 1U}) {
        const Verdict& verdict = result.verdicts(nodeNamed(model, "h"))[provider];
        EXPECT_FALSE(verdict.claimed) << provider;
        EXPECT_EQ(verdict.code, ReasonCode::opsetOutOfRange) << provider;
        EXPECT_EQ(verdict.evidence.text(), "HardSwish comes with opset 14, the model has opset 13");
    }
    EXPECT_EQ(result.explain(nodeNamed(model, "h")).text(),
              "Nothing runs it: HardSwish comes with opset 14, the model has opset 13");
}

TEST(Npu, EpContextGoesToTheProviderThatMadeIt) {
    const char* const text = R"(<ir_version: 10, opset_import: ["" : 18, "com.microsoft" : 1]>
g (float[2] x) => (float[2] y) { [ctx] y = com.microsoft.EPContext <embed_mode = 0, ep_cache_context = "a.bin", source = "%s"> (x) })";
    std::string ours = text, qnn = text;
    ours.replace(ours.find("%s"), 2, "PartitaNpuExecutionProvider");
    qnn.replace(qnn.find("%s"), 2, "QNNExecutionProvider");
    const Model mine = modelFromText(ours), theirs = modelFromText(qnn);
    EXPECT_TRUE(
        npuVerdict(placed(mine, "ascend310", {{"min_run_length", "0"}}), mine, "ctx").claimed);
    EXPECT_EQ(npuVerdict(placed(theirs, "ascend310"), theirs, "ctx").code,
              ReasonCode::epContextSourceMismatch);
    const auto session = Session::create(theirs, *makeProviders({{"npu", "cpu"}, {}, {}}));
    ASSERT_FALSE(session);
    EXPECT_NE(
        session.error().what.text().find("generated by 'QNNExecutionProvider' is not compatible"),
        std::string::npos);
    EXPECT_NE(session.error().message().find("CPU"), std::string::npos) << "which there are";
}

TEST(Npu, ABodyWithSomethingUnsupportedKeepsItsNodeAway) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (bool c, float[2] x) => (float[2] y) { [if] y = If(c) < then_branch = t () => (float[2] u) { u = Mish(x) }, else_branch = e () => (float[2] v) { v = Abs(x) } > })");
    const auto result = placed(model, "ascend310", {{"min_run_length", "0"}});
    EXPECT_EQ(npuVerdict(result, model, "if").code, ReasonCode::controlFlow);
    EXPECT_NE(npuVerdict(result, model, "if").evidence.text().find("Mish"), std::string::npos);
}

TEST(DeviceProfile, EveryBuiltInOneLoads) {
    const auto names = deviceNames();
    EXPECT_EQ(names, (std::vector<std::string>{"ascend310", "ascend910", "npu", "openvino-cpu",
                                               "qnn-htp"}));
    for (const auto& name : names) {
        const auto profile = loadDeviceProfile(name);
        ASSERT_TRUE(profile) << profile.error().message();
        if (name == "qnn-htp" ||
            name == "openvino-cpu") // a provider teaches what it takes, and no speed
            continue;
        EXPECT_GT(profile->speed.cubeFlops, 0);
        EXPECT_GT(profile->memoryBytes, 0U);
    }
    EXPECT_GT(loadDeviceProfile("qnn-htp")->graph.size(), 100U);
    EXPECT_GT(loadDeviceProfile("openvino-cpu")->graph.size(), 100U);
    EXPECT_EQ(loadDeviceProfile("ascend310")->graph.size(), 135U);
    EXPECT_EQ(loadDeviceProfile("ascend310")->singleOperator.size(), 31U);
}

TEST(DeviceProfile, MistakesAreNamedWithLineAndKey) {
    const std::pair<const char*, const char*> cases[] = {
        {"{\n \"name\": \"x\",\n \"graph\": {\n  \"Conv\": [{ \"versions\": [3, 1] }]\n }\n}",
         "p.json:4, key \"graph/Conv/0/versions\""},
        {"{\n \"name\": 5\n}", "p.json:2, key \"name\""},
        {"{\n \"name\": \"x\",\n \"colour\": 1\n}", "p.json:3, key \"colour\""},
        {"{\n \"name\": \"x\",\n \"types\": [\"float32\",\n  \"float5\"]\n}",
         "p.json:4, key \"types/1\""},
        {"{\n \"name\": \"x\"\n", "p.json:3"},
        {"{ \"name\": \"x\" }", "key \"graph\""},
        {"{\n \"extends\": \"nobody\"\n}", "p.json:2, key \"extends\""},
        {"[1]", "p.json:1"},
        {"{\n\"name\": \"x\", \"graph\": {\"A\": [{\n\"constraints\": [{ \"attribute\": \"group\" "
         "}] }]}}",
         "p.json:3"},
    };
    for (const auto& [text, place] : cases) {
        const auto profile = parseDeviceProfile(text, "p.json");
        ASSERT_FALSE(profile) << text;
        EXPECT_NE(profile.error().message().find(place), std::string::npos)
            << profile.error().message();
    }
}

TEST(DeviceProfile, AUsersFileWorksLikeABuiltInOne) {
    const test::TemporaryFolder folder;
    std::ofstream(folder / "mine.json")
        << R"({ "name": "mine", "extends": "npu", "minRunLength": 1, "graph": { "Mish": [{ "versions": [18] }] } })";
    const Model model = modelFromText(kThreeAndSix);
    EXPECT_EQ(placed(model, (folder / "mine.json").string()).summary.byProvider,
              (std::vector<std::size_t>{10, 0}));
}

TEST(Npu, WhatANodeReadsTwiceStaysInMemoryForTheNextReader) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[128, 128] x) => (float[128, 128] y) {
          [a] a = Relu(x) [b] b = Mul(a, a) [c] y = Add(b, a) })"); // 64 KiB each
    const auto result =
        placed(model, "ascend310", {{"npu_mem_limit", "150000"}, {"min_run_length", "1"}});
    EXPECT_EQ(result.providerOf(nodeNamed(model, "b")), 0U);
    EXPECT_EQ(npuVerdict(result, model, "c").code, ReasonCode::memoryLimit);
}

TEST(DeviceProfile, MayHaveMoreDevicesThanANumberOf32BitsCounts) {
    const test::TemporaryFolder folder;
    const std::string path = (folder / "many.json").string();
    std::ofstream(path) << R"({ "name": "many", "extends": "npu", "devices": 4294967297 })";
    EXPECT_TRUE(makeProviders({{}, path, {{"device_id", "1"}}}));
}

TEST(DeviceArena, NoSizeOverflowsWhereAllOfTheNumbersAreAllowed) {
    constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();
    for (const auto strategy :
         {ArenaExtendStrategy::nextPowerOfTwo, ArenaExtendStrategy::sameAsRequested}) {
        DeviceArena arena(kAll, strategy);
        for (const std::uint64_t bytes : {kAll, kAll - 100, (std::uint64_t{1} << 63) + 1})
            EXPECT_FALSE(arena.allocate(bytes)) << bytes;
        EXPECT_EQ(arena.inUse(), 0U);
        EXPECT_TRUE(arena.allocate(1000));
    }
}

TEST(DeviceCost, ADeviceWithoutRoomForATileReadsItsOperandsAgain) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[64, 64] x, float[64, 64] w) => (float[64, 64] y) { y = MatMul(x, w) })");
    const auto bytesRead = [&](std::uint64_t onChip) {
        DeviceProfile profile = *loadDeviceProfile("ascend310");
        profile.onChipBytes = onChip;
        const DeviceTask task{{model.nodesOf(model.mainGraph())[0]}, {}};
        return costOf(model, task, {}, profile).bytesRead;
    };
    EXPECT_GT(bytesRead(16), bytesRead(std::uint64_t{1} << 30));
    EXPECT_GE(bytesRead(16), bytesRead(8192));
}

} // namespace
} // namespace partita
