// The reference on data movement and generation, texts, signals, control flow and classic models:
// results worked out by hand from the operators' texts, and what must be refused.

#include <gtest/gtest.h>

#include <cmath>

#include "core/data/random_feeds.h"
#include "core/data/tensor_files.h"
#include "core/provider/node_failure.h"
#include "core/session/session.h"
#include "providers/reference/reference_provider.h"
#include "providers/reference/regular_expression.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

Tensor floats(std::vector<std::int64_t> dims, std::vector<float> values) {
    return Tensor::of(DataType::float32, std::move(dims), values);
}

Tensor integers(std::vector<std::int64_t> dims, std::vector<std::int64_t> values) {
    return Tensor::of(DataType::int64, std::move(dims), values);
}

Result<RunReport> judge(const std::string& text, const Feeds& feeds) {
    auto session =
        Session::create(test::modelFromText(text), {std::make_shared<ReferenceProvider>()});
    if (!session)
        return std::move(session).error();
    return (*session)->run(feeds);
}

std::vector<double> numbers(const Result<RunReport>& report, std::size_t output = 0) {
    if (!report) {
        ADD_FAILURE() << report.error().message();
        return {};
    }
    return *elementsAsDoubles(report->outputs.at(output).tensor);
}

std::string refusal(const Result<RunReport>& report) {
    return report ? "it ran" : report.error().message();
}

using Numbers = std::vector<double>;

TEST(ReferenceData, AnOpenSizeOfReshapeIsWhatIsLeft) {
    const std::string model = R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2,3] x, int64[n] s) => (float[a,b] y) { y = Reshape(x, s) })";
    const Tensor x = floats({2, 3}, {1, 2, 3, 4, 5, 6});
    const auto report = judge(model, {{"x", x}, {"s", integers({2}, {-1, 2})}});
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(report->outputs[0].tensor.dims, (std::vector<std::int64_t>{3, 2}));
    EXPECT_NE(
        refusal(judge(model, {{"x", x}, {"s", integers({2}, {-1, 4})}})).find("not divisible"),
        std::string::npos);
    EXPECT_NE(refusal(judge(model, {{"x", x}, {"s", integers({2}, {-1, -1})}})).find("only one -1"),
              std::string::npos);
}

TEST(ReferenceData, AnIndexOutsideIsRefusedAndANegativeOneCountsFromTheEnd) {
    const std::string model = R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[3] x, int64[n] i) => (float[n] y) { y = Gather(x, i) })";
    const Tensor x = floats({3}, {1, 2, 3});
    EXPECT_EQ(numbers(judge(model, {{"x", x}, {"i", integers({2}, {-1, 0})}})), (Numbers{3, 1}));
    for (const std::int64_t wrong : {std::int64_t{3}, std::int64_t{-4}})
        EXPECT_NE(
            refusal(judge(model, {{"x", x}, {"i", integers({1}, {wrong})}})).find("out of range"),
            std::string::npos);
}

TEST(ReferenceData, SliceStepsBackwardsToTheFirstElement) {
    const std::string model = R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[4] x, int64[1] s, int64[1] e, int64[1] a, int64[1] t) => (float[n] y) {
          y = Slice(x, s, e, a, t) })";
    const auto slice = [&](std::int64_t start, std::int64_t end, std::int64_t step) {
        return numbers(judge(model, {{"x", floats({4}, {0, 1, 2, 3})},
                                     {"s", integers({1}, {start})},
                                     {"e", integers({1}, {end})},
                                     {"a", integers({1}, {-1})},
                                     {"t", integers({1}, {step})}}));
    };
    EXPECT_EQ(slice(100, INT64_MIN, -2), (Numbers{3, 1}));
    EXPECT_EQ(slice(-3, INT64_MAX, 1), (Numbers{1, 2, 3}));
    EXPECT_EQ(slice(0, 4, INT64_MAX), (Numbers{0}));
    EXPECT_EQ(slice(3, INT64_MIN, INT64_MIN), (Numbers{3}));
    EXPECT_EQ(slice(2, 2, 1), Numbers{});
}

TEST(ReferenceData, ReflectedPadsGoToAndFroAsOftenAsTheyMust) {
    const std::string model = R"(<ir_version: 9, opset_import: ["" : 19]>
        g (float[3] x, int64[2] p) => (float[n] y) { y = Pad <mode = "reflect"> (x, p) })";
    const Tensor x = floats({3}, {1, 2, 3});
    EXPECT_EQ(numbers(judge(model, {{"x", x}, {"p", integers({2}, {5, 1})}})),
              (Numbers{2, 1, 2, 3, 2, 1, 2, 3, 2}));
    EXPECT_EQ(numbers(judge(model, {{"x", x}, {"p", integers({2}, {-1, -1})}})), (Numbers{2}));
    EXPECT_EQ(
        refusal(judge(model, {{"x", x}, {"p", integers({2}, {INT64_MAX, 1})}})).find("it ran"),
        std::string::npos);
}

TEST(ReferenceData, UpdatesAreReducedInTurn) {
    const std::string model = R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[3] x, int64[3] i, float[3] u) => (float[3] y) {
          y = ScatterElements <reduction = "mul"> (x, i, u) })";
    EXPECT_EQ(numbers(judge(model, {{"x", floats({3}, {1, 2, 3})},
                                    {"i", integers({3}, {1, -1, 1})},
                                    {"u", floats({3}, {5, 7, 2})}})),
              (Numbers{1, 20, 21}));
}

TEST(ReferenceData, ARangeThatWouldNotEndIsRefused) {
    const std::string model = R"(<ir_version: 9, opset_import: ["" : 18]>
        g (int64 a, int64 b, int64 d) => (int64[n] y) { y = Range(a, b, d) })";
    const auto range = [&](std::int64_t a, std::int64_t b, std::int64_t d) {
        return judge(
            model, {{"a", integers({}, {a})}, {"b", integers({}, {b})}, {"d", integers({}, {d})}});
    };
    EXPECT_EQ(numbers(range(10, 4, -2)), (Numbers{10, 8, 6}));
    EXPECT_EQ(numbers(range(0, -1, 1)), Numbers{});
    EXPECT_NE(refusal(range(0, 1, 0)).find("delta is 0"), std::string::npos);
    EXPECT_NE(refusal(range(INT64_MIN, INT64_MAX, 1)).find("too long"), std::string::npos);
}

TEST(ReferenceData, ALoopThatNeverRunsCollectsNothing) {
    const std::string model = R"(<ir_version: 9, opset_import: ["" : 18]>
        g (int64 m, float s) => (float t, float[n] all) {
          t, all = Loop <body = b (int64 i, bool c, float v) => (bool d, float w, float o) {
            d = Identity(c) w = Identity(v) o = Identity(v) }> (m, , s) })";
    const auto report = judge(model, {{"m", integers({}, {0})}, {"s", floats({}, {3})}});
    EXPECT_EQ(numbers(report), Numbers{3});
    EXPECT_EQ(numbers(report, 1), Numbers{});
    EXPECT_EQ(numbers(judge(model, {{"m", integers({}, {2})}, {"s", floats({}, {3})}}), 1),
              (Numbers{3, 3}));
}

TEST(ReferenceData, AnOldScanStopsWhereEachSequenceEnds) {
    const auto report = judge(R"(<ir_version: 9, opset_import: ["" : 8]>
        g (int64[2] l, float[2,1] s, float[2,3,1] x) => (float[2,1] t, float[2,3,1] y) {
          t, y = Scan <num_scan_inputs = 1, body = b (float[1] v, float[1] e) => (float[1] w, float[1] o) {
            w = Identity(e) o = Identity(e) }> (l, s, x) })",
                              {{"l", integers({2}, {1, 3})},
                               {"s", floats({2, 1}, {0, 0})},
                               {"x", floats({2, 3, 1}, {1, 2, 3, 4, 5, 6})}});
    EXPECT_EQ(numbers(report), (Numbers{1, 6}));
    EXPECT_EQ(numbers(report, 1), (Numbers{1, 0, 0, 4, 5, 6}));
}

TEST(ReferenceData, ASequenceHasNoItemBehindItsLast) {
    const std::string model = R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1] a, float[2] b, int64 i) => (float[n] y) {
          s = SequenceConstruct(a, b) y = SequenceAt(s, i) })";
    const auto at = [&](std::int64_t i) {
        return judge(
            model, {{"a", floats({1}, {1})}, {"b", floats({2}, {2, 3})}, {"i", integers({}, {i})}});
    };
    EXPECT_EQ(numbers(at(-1)), (Numbers{2, 3}));
    EXPECT_NE(refusal(at(2)).find("out of range"), std::string::npos);
}

TEST(ReferenceData, ALinearResizeKeepsTheEdges) {
    const auto report = judge(R"(<ir_version: 9, opset_import: ["" : 19]>
        g (float[2] x) => (float[4] y) <int64[1] sizes = {4}> { y = Resize <mode = "linear"> (x, , , sizes) })",
                              {{"x", floats({2}, {0, 4})}});
    EXPECT_EQ(numbers(report), (Numbers{0, 1, 3, 4}));
}

TEST(ReferenceData, AHalfSpectrumGivesItsSignalBack) {
    const auto report = judge(
        R"(<ir_version: 9, opset_import: ["" : 20]>
        g (float[4,1] x, int64 n, int64 a) => (float[3,2] f, float[4,1] y) {
          f = DFT <onesided = 1> (x, n, a) y = DFT <onesided = 1, inverse = 1> (f, n, a) })",
        {{"x", floats({4, 1}, {1, 2, 3, 5})}, {"n", integers({}, {4})}, {"a", integers({}, {0})}});
    const Numbers spectrum{11, 0, -2, 3, -3, 0}, signal{1, 2, 3, 5};
    for (std::size_t i = 0; i < spectrum.size(); ++i)
        EXPECT_NEAR(numbers(report)[i], spectrum[i], 1e-6);
    for (std::size_t i = 0; i < signal.size(); ++i)
        EXPECT_NEAR(numbers(report, 1)[i], signal[i], 1e-6);
}

TEST(ReferenceData, ATreeSendsMissingValuesWhereItSays) {
    const std::string model = R"(<ir_version: 9, opset_import: ["" : 18, "ai.onnx.ml" : 3]>
        g (float[n,1] x) => (float[n,1] y) {
          y = ai.onnx.ml.TreeEnsembleRegressor <n_targets = 1, nodes_treeids = [0, 0, 0],
            nodes_nodeids = [0, 1, 2], nodes_featureids = [0, 0, 0], nodes_values = [1.5, 0.0, 0.0],
            nodes_modes = ["BRANCH_LT", "LEAF", "LEAF"], nodes_truenodeids = [1, 0, 0],
            nodes_falsenodeids = [2, 0, 0], nodes_missing_value_tracks_true = [1, 0, 0],
            target_treeids = [0, 0], target_nodeids = [1, 2], target_ids = [0, 0],
            target_weights = [10.0, 20.0]> (x) })";
    EXPECT_EQ(numbers(judge(model, {{"x", floats({3, 1}, {1, 1.5F, std::nanf("")})}})),
              (Numbers{10, 20, 10}));
}

TEST(ReferenceData, ATreeThatLeadsBackToItselfIsRefused) {
    const std::string model = R"(<ir_version: 9, opset_import: ["" : 18, "ai.onnx.ml" : 3]>
        g (float[n,1] x) => (float[n,1] y) {
          y = ai.onnx.ml.TreeEnsembleRegressor <n_targets = 1, nodes_treeids = [0],
            nodes_nodeids = [0], nodes_featureids = [0], nodes_values = [1.5],
            nodes_modes = ["BRANCH_LT"], nodes_truenodeids = [0], nodes_falsenodeids = [0],
            target_treeids = [0], target_nodeids = [0], target_ids = [0],
            target_weights = [1.0]> (x) })";
    EXPECT_NE(refusal(judge(model, {{"x", floats({1, 1}, {1})}})).find("a cycle"),
              std::string::npos);
}

TEST(ReferenceData, TheLastOfEqualKeysCountsForALabel) {
    const std::string model = R"(<ir_version: 9, opset_import: ["" : 18, "ai.onnx.ml" : 4]>
        g (int64[3] x) => (float[3] y) {
          y = ai.onnx.ml.LabelEncoder <keys_int64s = [1, 2, 1], values_floats = [0.5, 0.25, 2.0],
            default_float = -1.0> (x) })";
    EXPECT_EQ(numbers(judge(model, {{"x", integers({3}, {1, 2, 3})}})), (Numbers{2, 0.25, -1}));
}

TEST(ReferenceData, RegularExpressionsMatchWholeTexts) {
    using reference::RegularExpression;
    const auto matches = [](const char* pattern, const char* text) {
        return RegularExpression(pattern).matches(text);
    };
    EXPECT_TRUE(matches("a|bc*", "bccc"));
    EXPECT_FALSE(matches("a|bc*", "abccc"));
    EXPECT_TRUE(matches("(?i)[^\\d_]{2,3}", "Zé"));
    EXPECT_FALSE(matches("[^\\d_]{2,3}", "Z1"));
    EXPECT_TRUE(matches("(?P<name>\\w+)@[[:alpha:].]+", "a_1@b.c"));
    EXPECT_TRUE(matches("^\\bx.\\b$", "xé") == false); // \b knows ASCII letters only
    EXPECT_TRUE(matches("", ""));
    EXPECT_TRUE(matches("(a*)*(a*)*b", (std::string(2000, 'a') + "b").c_str())); // in linear time
    EXPECT_TRUE(matches("\\Qab\\E+c", "abbbc"));
    EXPECT_FALSE(matches("\\Qab\\E+c", "ababc"));
    EXPECT_TRUE(matches("a\\Q\\E+", "aaa"));
    EXPECT_TRUE(matches("\\Q|*(\\E", "|*("));
    EXPECT_THROW(RegularExpression("\\Q\\E+"), NodeFailure);
    for (const char* wrong : {"(", ")", "[z-a]", "*", "a**", "\\1", "(?=a)", "a{1001}", "[", "\\"})
        EXPECT_THROW(RegularExpression{wrong}, NodeFailure) << wrong;
}

TEST(ReferenceData, ASumOfAbsoluteValuesOrSquaresWraps) {
    const std::int64_t least = std::numeric_limits<std::int64_t>::min();
    const std::string model = R"(<ir_version: 9, opset_import: ["" : 18]>
        g (int64[2] x) => (int64[1] y, int64[1] z) { y = ReduceL1(x) z = ReduceSumSquare(x) })";
    const auto report = judge(model, {{"x", integers({2}, {least, 3})}});
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(*elementsAsInts(report->outputs[0].tensor), std::vector<std::int64_t>{least + 3});
    EXPECT_EQ(*elementsAsInts(report->outputs[1].tensor), std::vector<std::int64_t>{9});
}

TEST(ReferenceData, ADirectionThatOnnxDoesNotHaveIsAnError) {
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,1,1] x, float[1,1,1] w, float[1,1,1] r) => (float[1,1,1,1] y) {
          y = RNN <hidden_size = 1, direction = "sideways"> (x, w, r) })");
    for (const ProviderList& providers : {*makeProviders({{"cpu"}, {}, {}}), makeJudges()}) {
        const auto session = Session::create(model, providers);
        EXPECT_FALSE(session && (*session)->run(*randomFeeds(model, 1)));
    }
}

TEST(ReferenceData, TextsChangeTheirCaseByUnicode) {
    Tensor x;
    x.type = DataType::string;
    x.dims = {3};
    x.storage = Tensor::Storage::strings;
    x.strings = {"Éa", "the", "ß"};
    const auto report = judge(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (string[3] x) => (string[n] y) {
          y = StringNormalizer <case_change_action = "LOWER", stopwords = ["THE"]> (x) })",
                              {{"x", x}});
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(report->outputs[0].tensor.strings, (std::vector<std::string>{"éa", "ß"}));
}

} // namespace
} // namespace partita
