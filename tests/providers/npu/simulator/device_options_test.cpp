// What the options of the device change: precision, memory, sizes, dumps.

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>

#include "core/base/mapped_files.h"
#include "core/data/random_feeds.h"
#include "core/data/value_comparison.h"
#include "core/epcontext/formats/container.h"
#include "core/onnx/read.h"
#include "providers/npu/simulator/simulator.h"
#include "tests/support/models.h"
#include "tests/support/simulated.h"

namespace partita {
namespace {

using test::kChain;
using test::largestDifference;
using test::modelFromText;
using test::Simulated;
using test::taskNamed;

const char* const kLayer = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[32, 64] x, float[64, 64] w) => (float[32, 64] y) {
  [p] p = MatMul(x, w) [r] r = Relu(p) [a] a = Add(r, x) [s] y = Softmax(a)
})";

TEST(Simulator, PrecisionModesChangeTheArithmetic) {
    const Model model = modelFromText(kLayer);
    const auto with = [&](const char* mode) {
        return largestDifference({{"precision_mode", mode}}, model);
    };
    EXPECT_LT(with("must_keep_origin_dtype"), 1e-5);
    EXPECT_LT(with("force_fp32"), 1e-5);
    for (const char* mode : {"force_fp16", "allow_fp32_to_fp16", "allow_mix_precision"}) {
        EXPECT_GT(with(mode), 1e-5) << mode;
        EXPECT_LT(with(mode), 2e-2) << mode;
    }
    const double narrow = largestDifference({{"precision_mode_v2", "mixed_bfloat16"}}, model);
    EXPECT_GT(narrow, with("allow_mix_precision")) << "bfloat16 has fewer digits";
    EXPECT_LT(narrow, 2e-1);
}

TEST(Simulator, HalfPrecisionIsHalfTheMemoryTrafficAndTheFasterRate) {
    const Model model = modelFromText(kLayer);
    Simulated wide(model), narrow(model, {{"precision_mode", "force_fp16"}});
    const TimelineTask full = taskNamed(wide.timeline(), "a"),
                       half = taskNamed(narrow.timeline(), "a");
    EXPECT_EQ(full.type, "fp32");
    EXPECT_EQ(half.type, "fp16");
    EXPECT_LT(half.bytesRead, full.bytesRead);
    EXPECT_LT(taskNamed(narrow.timeline(), "p").cycles, taskNamed(wide.timeline(), "p").cycles / 2);
}

TEST(Simulator, ForcedFp32KeepsWhatTheModelWouldRound) {
    const Model sums = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float16[64] x) => (float[64] y) {
          a = Add(x, x) b = Mul(a, x) c = Exp(b) d = Neg(c) y = Cast<to=1>(d) })");
    // In fp16 each step rounds; with fp32 forced, only the value before the Cast is rounded.
    Simulated kept(sums), forced(sums, {{"precision_mode", "force_fp32"}});
    const auto feeds = *randomFeeds(sums, 3);
    const auto one = kept->run(feeds), two = forced->run(feeds);
    ASSERT_TRUE(one && two);
    EXPECT_GT(compareValues(one->outputs[0], two->outputs[0], 0, 0).maxAbsolute, 0);
    EXPECT_LT(compareValues(one->outputs[0], two->outputs[0], 0, 0).maxRelative, 1e-2);
}

TEST(Simulator, AnImplementationIsChosenForTheListedOperatorsOnly) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[8, 64] x) => (float[8, 64] y) { [a] a = Abs(x) [s] y = Softmax(a) })");
    const auto with = [&](const char* mode, const char* list) {
        return largestDifference({{"op_select_impl_mode", mode}, {"optypelist_for_implmode", list}},
                                 model);
    };
    EXPECT_GT(with("high_performance", "SoftmaxV2"), 1e-5);
    EXPECT_LT(with("high_performance", "LRN"), 1e-6);
    EXPECT_LT(with("high_precision", "SoftmaxV2"), 1e-6);
}

TEST(Simulator, OutOfMemorySaysWhichTensor) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[n] x) => (float[n] y) { [a] a = Relu(x) [b] y = Abs(a) })");
    Simulated run(model, {{"npu_mem_limit", "8192"}});
    Feeds small{
        {"x", ModelData(Tensor::of<float>(DataType::float32, {512}, std::vector<float>(512)))}};
    small.begin()->second.name = "x";
    EXPECT_TRUE(run->run(small));
    Feeds large{
        {"x", ModelData(Tensor::of<float>(DataType::float32, {2048}, std::vector<float>(2048)))}};
    const auto failed = run->run(large);
    ASSERT_FALSE(failed);
    EXPECT_NE(failed.error().message().find("out of memory"), std::string::npos);
    EXPECT_NE(failed.error().message().find("tensor 'a'"), std::string::npos)
        << failed.error().message();
}

TEST(Simulator, AGraphPreparedForSizesRefusesOthers) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[n, 4] x) => (float[n, 4] y) { [a] a = Relu(x) [b] y = Abs(a) })");
    Simulated run(model, {{"dynamic_batch_size", "1,4"}});
    const auto feeds = [](std::int64_t rows) {
        return Feeds{{"x", ModelData(Tensor::of<float>(
                               DataType::float32, {rows, 4},
                               std::vector<float>(static_cast<std::size_t>(rows * 4))))}};
    };
    EXPECT_TRUE(run->run(feeds(4)));
    const auto failed = run->run(feeds(3));
    ASSERT_FALSE(failed);
    EXPECT_NE(failed.error().message().find("prepared for 1,4, not for 3"), std::string::npos);
}

TEST(Simulator, TellsWhatEachStageDid) {
    Simulated run(modelFromText(kLayer), {{"precision_mode", "force_fp16"}});
    const auto stages = stageReports(*run);
    ASSERT_TRUE(stages);
    ASSERT_EQ(stages->size(), 4U);
    const auto says = [&](std::size_t stage, const char* line) {
        return std::ranges::find((*stages)[stage].lines, line) != (*stages)[stage].lines.end();
    };
    EXPECT_TRUE(says(0, "1 × activation: MatMul + Relu"));
    EXPECT_TRUE(says(1, "mode force_fp16"));
    EXPECT_TRUE(says(1, "1 × MatMul in float16"));
    EXPECT_EQ((*stages)[3].lines.size(), 1U) << "the memory of one partition";
}

TEST(Simulator, DumpsGraphsAndProgramsWhereItIsTold) {
    test::TemporaryFolder folder;
    const std::filesystem::path dumps = folder / "dumps";
    std::filesystem::create_directories(dumps);
    Simulated run(modelFromText(kChain), {{"dump_graphs", "1"}, {"dump_dir", dumps.string()}});
    ASSERT_EQ(run.error(), "");
    EXPECT_TRUE(readModel(dumps / "g_1.onnx"));
    const auto bytes = mapFile(dumps / "g_1.om");
    ASSERT_TRUE(bytes);
    EXPECT_TRUE(Container::open(*bytes)) << "the program as a container";
    Simulated nowhere(modelFromText(kChain), {{"dump_graphs", "1"}, {"dump_dir", "/none/there"}});
    EXPECT_NE(nowhere.error(), "");
}

} // namespace
} // namespace partita
