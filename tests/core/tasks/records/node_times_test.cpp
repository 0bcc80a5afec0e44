#include <gtest/gtest.h>

#include <fstream>

#include "core/base/temporary_folder.h"
#include "core/tasks/records/measured_colouring.h"
#include "core/tasks/records/node_times.h"
#include "tests/support/models.h"

namespace partita {
namespace {

const char* const kTimedModel = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[2] x) => (float[2] y) { [p] t = Relu(x) [q] u = Tanh(t) [r] y = Exp(u) })";

std::filesystem::path written(const TemporaryFolder& folder, const char* name,
                              const std::string& text) {
    std::ofstream(folder.path() / name) << text;
    return folder.path() / name;
}

std::string run(const char* name, const char* op, int duration) {
    return std::string(R"({"cat":"Node","name":")") + name + R"(_kernel_time","dur":)" +
           std::to_string(duration) + R"(,"args":{"provider":"CPUExecutionProvider","op_name":")" +
           op + "\"}}";
}

TEST(NodeTimes, AProfileTellsTheTimesOfOneRun) {
    const Model model = test::modelFromText(kTimedModel);
    const auto folder = *TemporaryFolder::make();
    const std::string whole = R"({"cat":"Session","name":"model_run","dur":50})";
    const auto times = readNodeTimes(
        model, written(folder, "profile.json",
                       "[" + whole + "," + run("p", "Relu", 10) + "," + run("q", "Tanh", 4) + "," +
                           run("p", "Relu", 20) + "," + run("q", "Tanh", 4) + "," + whole + "]"));
    ASSERT_TRUE(times) << times.error().message();
    ASSERT_EQ(times->kernels.size(), 2U);
    EXPECT_DOUBLE_EQ(times->kernels[0].microseconds, 15);
    EXPECT_DOUBLE_EQ(times->kernels[1].microseconds, 4);
}

TEST(NodeTimes, ARunOfPartitaTellsItsMediansWithWhatWasFused) {
    const Model model = test::modelFromText(kTimedModel);
    const auto folder = *TemporaryFolder::make();
    const auto times = readNodeTimes(
        model, written(folder, "run.json",
                       R"({"latency_ms":{},"nodes":[{"name":"p","ms":0.5,"fused_with":["q", "?"]},
                           {"name":"nobody","ms":1}, {"name":"r","ms":1e308}, {"name":"r"}, 7]})"));
    ASSERT_TRUE(times) << times.error().message();
    ASSERT_EQ(times->kernels.size(), 1U);
    EXPECT_EQ(times->kernels[0].nodes.size(), 2U);
    EXPECT_DOUBLE_EQ(times->kernels[0].microseconds, 500);
}

TEST(NodeTimes, AFileWithoutTimesOfThisModelIsRefusedByName) {
    const Model model = test::modelFromText(kTimedModel);
    const auto folder = *TemporaryFolder::make();
    const auto none = readNodeTimes(
        model,
        written(folder, "placed.json",
                R"([{"ep_name":"CPUExecutionProvider","nodes":[{"name":"p","op_type":"Relu"}]}])"));
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message().find("placed.json"), std::string::npos);
    EXPECT_FALSE(readNodeTimes(model, written(folder, "half.json", "{\"latency_ms\": ")));
    EXPECT_FALSE(readNodeTimes(model, written(folder, "empty.json", "")));
}

TEST(NodeTimes, AChangeIsColouredFromTheMiddleOfTheScale) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    using By = NodeColouring::By;
    const auto made =
        NodeColouring::byAmount(By::difference, std::vector<double>{-500, 1000, 0, none, 1}, 1e3);
    EXPECT_DOUBLE_EQ(made.least, -1);
    EXPECT_DOUBLE_EQ(made.most, 1);
    EXPECT_FLOAT_EQ(made.heat[0], 0.25F);
    EXPECT_FLOAT_EQ(made.heat[1], 1);
    EXPECT_FLOAT_EQ(made.heat[2], 0.5F);
    EXPECT_LT(made.heat[3], 0);
    EXPECT_EQ(made.textOf(0), "-0.5 ms");
    EXPECT_EQ(made.textOf(1), "+1 ms");
    EXPECT_EQ(made.fill(0).role, Role::saved);
    EXPECT_EQ(made.fill(1).role, Role::heat);
    EXPECT_GT(made.prominence(0), made.prominence(2));
    const auto byRank = made.on(NodeColouring::Scale::rank);
    EXPECT_LT(byRank.heat[0], byRank.heat[2]);
    EXPECT_GT(byRank.heat[4], made.heat[4]);
    const auto byLogarithm = made.on(NodeColouring::Scale::logarithmic);
    EXPECT_EQ(byLogarithm.scale, NodeColouring::Scale::logarithmic);
    EXPECT_LT(byLogarithm.heat[0], 0.25F);
}

} // namespace
} // namespace partita
