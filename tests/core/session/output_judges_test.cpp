#include <gtest/gtest.h>

#include "core/session/output_judges.h"
#include "providers/registry.h"
#include "tests/support/agreement.h"
#include "tests/support/models.h"

namespace partita {
namespace {

std::vector<std::string> idsOf(const OutputJudges& judges) {
    std::vector<std::string> ids;
    for (const ProviderPtr& provider : judges.providers)
        ids.push_back(provider->info().id);
    return ids;
}

using Ids = std::vector<std::string>;

/// 2·N³ operations.
Model product() {
    return test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[N,N] x) => (float[N,N] y) { y = MatMul(x, x) })");
}

/// Inputs of a size; whose elements nobody reads.
Feeds squareOf(std::int64_t size) {
    Feeds feeds;
    feeds["x"].name = "x";
    feeds["x"].tensor.type = DataType::float32;
    feeds["x"].tensor.dims = {size, size};
    return feeds;
}

TEST(OutputJudges, TheReferenceJudgesUnlessItWouldTakeMinutes) {
    EXPECT_EQ(idsOf(judgesOf(product(), makeJudges(), squareOf(64), {})),
              (Ids{"reference", "cpu"}));
    const OutputJudges large = judgesOf(product(), makeJudges(), squareOf(8192), {});
    EXPECT_TRUE(large.isCpu);
    EXPECT_EQ(idsOf(large), Ids{"cpu"});
}

TEST(OutputJudges, CountsSizesThatOnlyInferenceKnows) {
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[8192,8192] x) => (y) { a = Neg(x) b = Abs(a) y = MatMul(a, b) })");
    EXPECT_TRUE(isLongForReference(model));
}

TEST(OutputJudges, TheReferenceRunsWhatNoDeviceTakes) {
    const ProviderList devices = *makeProviders({{"npu", "cpu"}, {}, {}});
    const OutputJudges small = withJudges(devices, makeJudges(), product(), {});
    EXPECT_EQ(idsOf(small), (Ids{"npu", "reference", "cpu"}));
    EXPECT_FALSE(small.isCpu);
    EXPECT_EQ(idsOf(withJudges(devices, {}, product(), {})), (Ids{"npu", "cpu"}));
    const Model large = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[8192,8192] x) => (y) { y = MatMul(x, x) })");
    const OutputJudges long_ = withJudges(devices, makeJudges(), large, {});
    EXPECT_EQ(idsOf(long_), (Ids{"npu", "cpu"}));
    EXPECT_TRUE(long_.isCpu);
}

TEST(OutputJudges, AWrongOutputIsFound) {
    const Model model = product();
    const Feeds feeds = {{"x", ModelData(agreement::floats({2, 2}, {1, 2, 3, 4}))}};
    std::vector<ModelData> outputs = {ModelData(agreement::floats({2, 2}, {7, 10, 15, 23}))};
    outputs.front().name = "y";
    const auto judged = judgeOutputs(model, feeds, outputs, makeJudges(), {}, thisProcess());
    ASSERT_TRUE(judged) << judged.error().message();
    ASSERT_EQ(judged->outputs.size(), 1U);
    EXPECT_EQ(judged->outputs[0].difference.figures.absolute, 1);
}

} // namespace
} // namespace partita
