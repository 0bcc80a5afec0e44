#include <gtest/gtest.h>

#include <limits>

#include "core/data/random_feeds.h"
#include "core/onnx/write.h"
#include "tests/fuzz/context_round_trip.h"
#include "tests/fuzz/model_round_trip.h"
#include "tests/fuzz/value_files.h"
#include "tests/fuzz/variants.h"
#include "tests/support/models.h"

namespace partita::fuzz {
namespace {

namespace fs = std::filesystem;

RunModel runModel(const std::string& graph, int opset = 18) {
    Model model = test::modelFromText(
        "<ir_version: 9, opset_import: [\"\" : " + std::to_string(opset) + "]> " + graph);
    Feeds feeds = *randomFeeds(model, 1);
    Outcome outcome = runVariant(allVariants().front(), model, feeds);
    EXPECT_TRUE(outcome.ok) << outcome.error.message();
    return {std::move(model), std::move(feeds), std::move(outcome.outputs)};
}

RunModel first() {
    return runModel(R"(g (float[2,4] x) => (float[2,4] y)
        <float[4,4] w = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}, float[4] b = {1,2,3,4}>
        { p = MatMul(x, w) q = Add(p, b) r = Relu(q) i = Identity(r) y = Tanh(i) })");
}

RunModel second() {
    return runModel("g (float[4] x) => (float[4] y, float[4] z) { y = Neg(x) z = Abs(y) }", 23);
}

/// Of as many cases as it takes for each operation to have its turn.
constexpr std::uint64_t kCases = 40;

TEST(RoundTrips, EveryOperationHasItsTurnAndAGoodModelHasNoFinding) {
    const RunModel model = first();
    std::set<std::string> seen;
    for (std::uint64_t seed = 0; seed < kCases; ++seed) {
        const test::TemporaryFolder folder;
        Chance chance(seed);
        const OtherModel other = [] { return std::optional(second()); };
        const CaseResult files = judgeModelFiles(model, other, chance, folder.path());
        EXPECT_EQ(files.kind, "") << seed << " " << files.text;
        const CaseResult contexts = judgeContexts(model, other, chance, folder.path());
        EXPECT_EQ(contexts.kind, "") << seed << " " << contexts.text;
        for (const auto& entry : fs::recursive_directory_iterator(folder.path()))
            seen.insert(fs::relative(entry.path(), folder.path()).string());
    }
    for (const char* file :
         {"written1.onnx", "convert/model.onnx", "extract/model.onnx", "simplify/model.onnx",
          "merge/merged/model.onnx", "values/values.npz", "values/values/output_0.pb", "m_ctx.onnx",
          "merged_ctx.onnx", "there/p_ctx.onnx", "back/p_ctx.onnx", "second/m_ctx.onnx",
          "two_ctx.onnx"})
        EXPECT_TRUE(seen.contains(file)) << file;
}

TEST(RoundTrips, AnotherNumberIsAFinding) {
    const test::TemporaryFolder folder;
    RunModel model = first();
    ASSERT_TRUE(writeModel(model.model, folder / "m.onnx"));
    const auto judge = [&] {
        return judgeWritten("write", folder / "m.onnx", model.feeds, model.expected,
                            brokenRules(model.model, folder.path()));
    };
    EXPECT_EQ(judge().text, "");
    model.expected[0] = Tensor::fromBytes(DataType::float32, {2, 4},
                                          Buffer::own(std::string(8 * sizeof(float), '\1')));
    EXPECT_EQ(judge().kind, "differs");
    model.expected.clear();
    EXPECT_EQ(judge().kind, "differs");
}

TEST(RoundTrips, AnErrorIsAFindingWhereItIsAFaultOfTheProgram) {
    const auto of = [](Errc code) {
        return refused("convert", {code, std::string("no"), {}, {}}).kind;
    };
    EXPECT_EQ(of(Errc::unsupported), "");
    EXPECT_EQ(of(Errc::nameClash), "");
    EXPECT_EQ(of(Errc::internal), "differs");
    EXPECT_EQ(of(Errc::io), "differs");
}

ModelData named(const std::string& name, Tensor tensor) {
    tensor.name = name;
    return tensor;
}

template <class T> Tensor tensorOf(DataType type, const std::vector<T>& numbers) {
    return Tensor::fromBytes(type, {static_cast<std::int64_t>(numbers.size())},
                             Buffer::copyOf(std::as_bytes(std::span(numbers))));
}

TEST(ValueFiles, AreReadAsTheyWereWritten) {
    const test::TemporaryFolder folder;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    Tensor texts;
    texts.type = DataType::string;
    texts.dims = {2};
    texts.storage = Tensor::Storage::strings;
    texts.strings = {"", "a"};
    const std::vector<ModelData> values = {
        named("f", tensorOf<float>(DataType::float32, {1, nan, -0.0F})),
        named("b", tensorOf<std::uint16_t>(DataType::bfloat16, {1, 2})), named("t", texts),
        named("none", tensorOf<std::int64_t>(DataType::int64, {}))};
    EXPECT_EQ(judgeValueFiles(values, {}, folder.path()).text, "");
}

TEST(ValueFiles, AnArrayThatIsLostIsAFinding) {
    const test::TemporaryFolder folder;
    const Tensor one = tensorOf<float>(DataType::float32, {1}),
                 two = tensorOf<float>(DataType::float32, {2});
    EXPECT_EQ(judgeValueFiles({named("a", one), named("a", two)}, {}, folder.path()).kind,
              "differs");
}

} // namespace
} // namespace partita::fuzz
