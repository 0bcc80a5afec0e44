// Rare cases, in which the kernels and the reference must give the same results.

#include "tests/support/agreement.h"

namespace partita {
namespace {

using namespace agreement;

TEST(RareCases, EachSequenceOfAScanHasItsOwnLength) {
    const auto outputs = outputsOf(
        "(int64[3] l, float[3,2] i, float[3,3,2] x) => (float[3,2] o, float[3,3,2] z) { o, z = "
        "Scan <num_scan_inputs = 1, directions = [1], body = b (float[2] a, float[2] c) => "
        "(float[2] d, float[2] e) { d = Add(a, c) e = Identity(d) }> (l, i, x) }",
        {{"l", ints({3}, {1, 2, 0})},
         {"i", floats({3, 2}, {1, 1, 1, 1, 1, 1})},
         {"x", floats({3, 3, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9})}},
        8);
    ASSERT_EQ(outputs.size(), 2U);
    EXPECT_EQ(*elementsAsDoubles(outputs[0].tensor), (Numbers{1, 2, 15, 17, 1, 1}));
    EXPECT_EQ(*elementsAsDoubles(outputs[1].tensor),
              (Numbers{1, 2, 0, 0, 0, 0, 9, 10, 15, 17, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(RareCases, AScanOverNothingGivesEmptyTensorsOfTheDeclaredShape) {
    const auto outputs = outputsOf(
        "(float[2] i, float[n,2] x) => (float[2] o, float[a,n] z) { o, z = Scan <num_scan_inputs "
        "= 1, scan_output_axes = [1], body = b (float[2] a, float[2] c) => (float[2] d, float[2] "
        "e) { d = Add(a, c) e = Mul(a, c) }> (i, x) }",
        {{"i", floats({2}, {1, 2})}, {"x", floats({0, 2}, {})}});
    ASSERT_EQ(outputs.size(), 2U);
    EXPECT_EQ(*elementsAsDoubles(outputs[0].tensor), (Numbers{1, 2}));
    EXPECT_EQ(outputs[1].tensor.dims, (Dims{2, 0}));
}

TEST(RareCases, TheMaskOfAnOldDropoutIsOfTheDatasType) {
    const auto outputs = outputsOf("(float[2] x) => (float[2] y, float[2] m) { y, m = Dropout(x) }",
                                   {{"x", floats({2}, {3, 4})}}, 7);
    ASSERT_EQ(outputs.size(), 2U);
    EXPECT_EQ(*elementsAsDoubles(outputs[1].tensor), (Numbers{1, 1}));
}

TEST(RareCases, OnlyOneKeepsReducedAxes) {
    for (const char* node : {"ReduceSum <keepdims = 2> (x)", "ReduceMax <keepdims = 2> (x)",
                             "ReduceLogSum <keepdims = 2> (x)"})
        EXPECT_EQ(outputsOf(std::string("(float[2,1] x) => (float y) { y = ") + node + " }",
                            {{"x", floats({2, 1}, {1, 2})}})
                      .at(0)
                      .tensor.dims,
                  Dims())
            << node;
    EXPECT_EQ(outputsOf("(float[2,1] x) => (int64[1] y) { y = ArgMax <keepdims = 2> (x) }",
                        {{"x", floats({2, 1}, {1, 2})}})
                  .at(0)
                  .tensor.dims,
              Dims{1});
}

TEST(RareCases, MeanVarianceNormalizationOfDoublesIsOfDoubles) {
    const auto made =
        numbersOf("(double[1,1,1,2] x) => (double[1,1,1,2] y) { y = MeanVarianceNormalization "
                  "<axes = [3]> (x) }",
                  {{"x", doubles({1, 1, 1, 2}, {0, 1e-6})}});
    ASSERT_EQ(made.size(), 2U);
    EXPECT_NEAR(made[1], 0.5e-6 / (0.5e-6 + 1e-9), 1e-7);
    EXPECT_EQ(made[0], -made[1]);
}

TEST(RareCases, OldBatchNormalizationsTrainWhereTheirMomentsAreWanted) {
    const Feeds feeds{{"x", floats({1, 2, 2}, {0, 1, 2, 3})}, {"p", floats({2}, {1, 2})}};
    const std::string head = "(float[1,2,2] x, float[2] p) => (float[1,2,2] y, float[2] m";
    const auto all = outputsOf(head + ", float[2] v, float[2] sm, float[2] sv) { y, m, v, sm, sv = "
                                      "BatchNormalization(x, p, p, p, p) }",
                               feeds, 12);
    ASSERT_EQ(all.size(), 5U);
    EXPECT_NEAR(elementsAsDoubles(all[0].tensor)->at(1), 1.99998, 1e-5);
    EXPECT_NEAR(elementsAsDoubles(all[1].tensor)->at(0), 0.95, 1e-6);
    EXPECT_NEAR(elementsAsDoubles(all[3].tensor)->at(1), 2.5, 1e-6);
    EXPECT_NEAR(elementsAsDoubles(all[4].tensor)->at(1), 0.25, 1e-6);
    EXPECT_EQ(
        outputsOf(head + ") { y, , , m = BatchNormalization(x, p, p, p, p) }", feeds, 12).size(),
        2U);
}

TEST(RareCases, AnOutputThatTheModelOnlyNamesMayBeOfAnyType) {
    const std::string graph = "(uint8[0,1,1,1] x, float s) => (y) { y = Flatten(x) }";
    for (const std::vector<std::string>& providers :
         {std::vector<std::string>{"cpu"}, {"npu", "cpu"}}) {
        auto session = Session::create(
            test::modelFromText("<ir_version: 8, opset_import: [\"\" : 15]> g " + graph),
            *makeProviders({providers, {}, {}}));
        ASSERT_TRUE(session) << session.error().message();
        const auto report = (*session)->run(
            {{"x", Tensor::of(DataType::uint8, {0, 1, 1, 1}, std::vector<std::uint8_t>())},
             {"s", floats({}, {1})}});
        ASSERT_TRUE(report) << report.error().message();
        EXPECT_EQ(report->outputs[0].tensor.type, DataType::uint8);
    }
    EXPECT_EQ(numbersOf("(float[2] x) => (y) { y = ai.onnx.ml.Scaler <offset = [1.0], scale = "
                        "[2.0]> (x) }",
                        {{"x", floats({2}, {1, 2})}}),
              (Numbers{0, 2}));
}

TEST(RareCases, AScalarHasNoAxesToFindItsZerosOn) {
    for (const float value : {0.0F, 3.0F})
        EXPECT_EQ(outputsOf("(float x) => (int64[a,b] y) { y = NonZero(x) }",
                            {{"x", floats({}, {value})}})
                      .at(0)
                      .tensor.dims,
                  (Dims{0, value != 0 ? 1 : 0}));
}

TEST(RareCases, TransformsOfAPrimeLengthTakeNoSquareOfIt) {
    std::vector<double> signal(2 * 211);
    for (std::size_t i = 0; i < signal.size(); ++i)
        signal[i] = std::sin(static_cast<double>(i * i % 97));
    const std::string head = "(double[1,211,2] x) => (double[a,b,c] y) ";
    const Feeds feeds{{"x", doubles({1, 211, 2}, signal)}};
    EXPECT_EQ(numbersOf(head + "{ y = DFT(x) }", feeds).size(), signal.size());
    const auto back = numbersOf(head + "{ z = DFT(x) y = DFT <inverse = 1> (z) }", feeds);
    ASSERT_EQ(back.size(), signal.size());
    for (std::size_t i = 0; i < signal.size(); ++i)
        EXPECT_NEAR(back[i], signal[i], 1e-13);
    const auto longest =
        runOn("cpu", "(float[1,1,1] x, int64 n) => (float[a,b,c] y) { y = DFT(x, n) }",
              {{"x", floats({1, 1, 1}, {1})}, {"n", ints({}, {100'003})}}, 22);
    ASSERT_TRUE(longest) << longest.error().message(); // the O(n²) DFT would take minutes
    EXPECT_NEAR(elementsAsDoubles(longest->outputs[0].tensor)->back() + 1, 1, 1e-6);
    const auto refused =
        runOn("cpu", "(float[1,1,1] x, int64 n) => (float[a,b,c] y) { y = DFT(x, n) }",
              {{"x", floats({1, 1, 1}, {1})}, {"n", ints({}, {2'147'483'647})}}, 22);
    EXPECT_FALSE(refused);
}

TEST(RareCases, AnOutputOfAnotherTypeThanTheModelDeclaresIsAnError) {
    for (const std::vector<std::string>& providers :
         {std::vector<std::string>{"cpu"}, {"reference"}, {"npu", "cpu"}}) {
        const auto run = [&](const std::string& graph, Feeds feeds) {
            auto session = Session::create(
                test::modelFromText("<ir_version: 10, opset_import: [\"\" : 22]> g " + graph),
                *makeProviders({providers, {}, {}}));
            const auto report = session ? (*session)->run(feeds) : std::move(session).error();
            EXPECT_FALSE(report) << providers[0];
            return report ? std::string() : report.error().message();
        };
        const Tensor x = floats({2}, {1, 2});
        EXPECT_NE(run("(float[2] x) => (int8[2] y) { y = Relu(x) }", {{"x", x}})
                      .find("output 0 (Y) is int8, an input of its type T is float32"),
                  std::string::npos);
        // Of what a branch makes, the schema does not tell the type.
        const std::string message =
            run("(float[2] x, bool c) => (int8[2] y) { y = If <then_branch = t () => (a) "
                "{ a = Relu(x) }, else_branch = e () => (b) { b = Abs(x) }> (c) }",
                {{"x", x}, {"c", Tensor::of(DataType::boolean, {}, std::vector<std::uint8_t>{1})}});
        for (const char* part : {"is float32, the model wants int8", "output 'y'", "correct"})
            EXPECT_NE(message.find(part), std::string::npos) << message;
    }
}

TEST(RareCases, QueriesThatSeeNoKeyGetZeros) {
    EXPECT_EQ(numbersOf("(float[1,1,2,1] q, float[1,1,2,1] k, bool[2,2] m) => (float[a,b,c,d] y) { "
                        "y = Attention(q, k, k, m) }",
                        {{"q", floats({1, 1, 2, 1}, {1, 2})},
                         {"k", floats({1, 1, 2, 1}, {3, 4})},
                         {"m", Tensor::of(DataType::boolean, {2, 2},
                                          std::vector<std::uint8_t>{0, 0, 1, 0})}},
                        23),
              (Numbers{0, 3}));
}

TEST(RareCases, CeluGoesByItsText) {
    const auto made = numbersOf("(float[2] x) => (float[2] y) { y = Celu <alpha = -0.5> (x) }",
                                {{"x", floats({2}, {1, -1})}});
    ASSERT_EQ(made.size(), 2U);
    EXPECT_EQ(made[0], 1);
    EXPECT_NEAR(made[1], -0.5 * (std::exp(2.0) - 1), 1e-5);
}

TEST(RareCases, AFlagIsZeroOrOne) {
    for (const char* provider : {"cpu", "reference"}) {
        const auto report =
            runOn(provider, "(float[2] x) => (float[2] y) { y = Mod <fmod = 2> (x, x) }",
                  {{"x", floats({2}, {1, 2})}}, 22);
        ASSERT_FALSE(report);
        EXPECT_NE(report.error().message().find("fmod must be 0 or 1"), std::string::npos);
    }
}

TEST(RareCases, BatchNormalizationTakesMomentsOfAnotherType) {
    const Feeds feeds{{"x", floats({2, 2}, {0, 1, 2, 3})}, {"p", floats({2}, {1, 2})}};
    for (const std::string type : {"16", "10", "1"})    // FLOAT16, BFLOAT16, FLOAT
        for (const std::string moments : {"1", "11"}) { // FLOAT, DOUBLE
            const auto made = outputsOf(
                "(float[2,2] x, float[2] p) => (float[2,2] z, m, v) { a = Cast <to = " + type +
                    "> (x) b = Cast <to = " + moments +
                    "> (p) y, m, v = BatchNormalization <training_mode = 1> (a, p, p, b, b) "
                    "z = Cast <to = 1> (y) }",
                feeds);
            ASSERT_EQ(made.size(), 3U);
            EXPECT_EQ(made[1].tensor.type, moments == "1" ? DataType::float32 : DataType::float64);
            EXPECT_NEAR(elementsAsDoubles(made[1].tensor)->at(1), 0.9 * 2 + 0.1 * 2, 1e-6);
        }
}

TEST(RareCases, OldBatchNormalizationsMayHaveAChannelForEachPlace) {
    const Feeds feeds{{"x", floats({1, 2, 2}, {0, 1, 2, 3})}, {"p", floats({4}, {1, 2, 3, 4})}};
    EXPECT_EQ(outputsOf("(float[1,2,2] x, float[4] p) => (float[1,2,2] y) { y = "
                        "BatchNormalization <spatial = 0> (x, p, p, p, p) }",
                        feeds, 8)
                  .size(),
              1U);
    EXPECT_EQ(outputsOf("(float[3] x, float[1] p) => (float[3] y) { y = "
                        "BatchNormalization (x, p, p, p, p) }",
                        {{"x", floats({3}, {0, 1, 2})}, {"p", floats({1}, {2})}})
                  .size(),
              1U);
}

TEST(RareCases, ZeroPointsLieAlongRowsOrColumns) {
    const auto run = [](const char* provider, const std::string& b, const std::string& zero) {
        return runOn(provider,
                     "() => (int32[] y) <uint8[2,3] a = {1,2,3,4,5,6}, uint8[" + b +
                         "] b = {1,2,3,4,5,6}, uint8[" + zero +
                         "] z = {1,2}, uint8 none = {0}> { y = MatMulInteger(a, b, none, z) }",
                     {}, 21);
    };
    for (const char* provider : {"cpu", "reference"}) {
        for (const char* zero : {"2", "1,2"}) {
            const auto made = run(provider, "3,2", zero);
            ASSERT_TRUE(made) << made.error().message();
            EXPECT_EQ(*elementsAsDoubles(made->outputs[0].tensor), (Numbers{16, 16, 34, 34}));
        }
        EXPECT_FALSE(run(provider, "3,2", "2,1"));
        EXPECT_FALSE(run(provider, "1,3,2", "2,1"));
    }
}

TEST(RareCases, RecurrenceGoesOnWithoutFeatures) {
    for (const auto& [op, gates] : {std::pair{"RNN", 1}, {"GRU", 3}, {"LSTM", 4}})
        for (const char* type : {"float", "double"}) {
            const std::string t = type, g = std::to_string(gates);
            EXPECT_NE(
                numbersOf("(" + t + "[2,1,0] x) => (" + t + "[] y, " + t + "[] h) <" + t + "[2," +
                              g + ",0] w = {}> { c = Constant <value = " + t +
                              "[1] {0.5}> () n = Constant <value_ints = [2," + g +
                              ",1]> () r = Expand(c, n) m = Constant <value_ints = [2," +
                              std::to_string(2 * gates) + "]> () b = Expand(c, m) y, h = " + op +
                              " <hidden_size = 1, direction = \"bidirectional\"> (x, w, r, b) }",
                          {{"x", t == "float" ? floats({2, 1, 0}, {}) : doubles({2, 1, 0}, {})}})
                    .at(0),
                0);
        }
}

TEST(RareCases, AnAttributeNamesATypeThatTheOutputCanBe) {
    const auto report = runOn(
        "cpu", "(float[2] x, float s) => (y) { y = QuantizeLinear <output_dtype = 15> (x, s) }",
        {{"x", floats({2}, {1, 2})}, {"s", floats({}, {1})}}, 22);
    ASSERT_FALSE(report);
    EXPECT_NE(report.error().message().find("output_dtype names a type that the output cannot be"),
              std::string::npos);
}

TEST(RareCases, AFunctionsReshapeKeepsAxesOfNothing) {
    // float64 is normalized by ONNX's function, which reshapes the result to the input's shape.
    const auto made = outputsOf("(double[0,0,4] x, double[4] s) => (double[] y, float[] m) "
                                "{ y, m = LayerNormalization(x, s) }",
                                {{"x", doubles({0, 0, 4}, {})}, {"s", doubles({4}, {1, 1, 1, 1})}});
    ASSERT_EQ(made.size(), 2U);
    EXPECT_EQ(made[0].tensor.dims, (std::vector<std::int64_t>{0, 0, 4}));
    EXPECT_EQ(made[1].tensor.dims, (std::vector<std::int64_t>{0, 0, 1}));
}

TEST(RareCases, AnOldSlopeOfFullRankIsRepeatedLikeAnyOther) {
    EXPECT_EQ(
        numbersOf("(float[2,2,1] x, float[2,1,1] s) => (float[2,2,1] y) { y = PRelu(x, s) }",
                  {{"x", floats({2, 2, 1}, {-1, -1, -1, -1})}, {"s", floats({2, 1, 1}, {2, 3})}},
                  6),
        (Numbers{-2, -2, -3, -3}));
}

TEST(RareCases, TheTypeOfAnOutputIsKnownWhereItsShapeIsNot) {
    // Inference fails where auto_pad and output_padding contradict each other.
    auto session = Session::create(
        test::modelFromText("<ir_version: 10, opset_import: [\"\" : 22]> g (float16[1,1,3,3] x, "
                            "float16[1,1,1,1] w) => (float16[] y) { c = ConvTranspose <auto_pad = "
                            "\"SAME_UPPER\", output_padding = [1,1], strides = [2,2]> (x, w) "
                            "y = Relu(c) }"),
        *makeProviders({{"npu", "cpu"}, {}, {{"npu.min_run_length", "1"}}}));
    ASSERT_TRUE(session) << session.error().message();
    const auto report = (*session)->run(
        {{"x", *Tensor::ofFloats(DataType::float16, {1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9})},
         {"w", *Tensor::ofFloats(DataType::float16, {1, 1, 1, 1}, {1})}});
    ASSERT_TRUE(report) << report.error().message();
    EXPECT_EQ(report->outputs[0].tensor.type, DataType::float16);
}

TEST(RareCases, BackwardsFromBeforeTheFirstElementItIsTheFirst) {
    const Feeds x{{"x", floats({1}, {5})}, {"i", ints({1}, {-2})}, {"a", ints({1}, {0})}};
    EXPECT_EQ(numbersOf("(float[1] x, int64[1] i, int64[1] a) => (float[] y) "
                        "{ y = Slice(x, i, i, a, i) }",
                        x),
              Numbers{5});
    EXPECT_TRUE(numbersOf("(float[0] x, int64[1] i, int64[1] a) => (float[] y) "
                          "{ y = Slice(x, i, i, a, i) }",
                          {{"x", floats({0}, {})}, {"i", ints({1}, {-2})}, {"a", ints({1}, {0})}})
                    .empty());
}

TEST(RareCases, AZeroPointOfAnotherShapeIsRefused) {
    for (const char* provider : {"cpu", "reference"})
        EXPECT_FALSE(
            runOn(provider,
                  "() => (y) <uint8[1] a = {1}, uint8[2,1] z = {1, 2}, uint8 n = {0}, float s "
                  "= {1}> { y = QLinearMatMul(a, s, n, a, s, n, s, z) }",
                  {}, 21));
}

TEST(RareCases, AnAttentionWithAnAxisOfHeadsKeepsIt) {
    const auto made =
        outputsOf("(float[1,1,1,2] x) => (float[] y) { y = Attention <q_num_heads = 1, "
                  "kv_num_heads = 1> (x, x, x) }",
                  {{"x", floats({1, 1, 1, 2}, {1, 2})}}, 24);
    ASSERT_EQ(made.size(), 1U);
    EXPECT_EQ(made[0].tensor.dims, (std::vector<std::int64_t>{1, 1, 1, 2}));
}

TEST(RareCases, AMaskOfIntegersIsAddedBesideTheCausalOne) {
    const Feeds feeds{{"q", floats({1, 1, 2, 1}, {1, 1})},
                      {"k", floats({1, 1, 2, 1}, {3, 4})},
                      {"m", Tensor::of(DataType::int64, {2, 1}, std::vector<std::int64_t>{-2, 0})}};
    const std::string graph = "(float[1,1,2,1] q, float[1,1,2,1] k, int64[2,1] m) => (float[] y) "
                              "{ y = Attention <is_causal = 1> (q, k, k, m) }";
    EXPECT_EQ(numbersOf(graph, feeds, 23).at(0), 3); // the first query sees the first key alone
}

TEST(RareCases, ThePaddingOfSameGoesBeforePadsOfZero) {
    for (const std::string op : {"LpPool", "MaxPool", "AveragePool"})
        for (const char* provider : {"cpu", "reference"}) {
            const auto report = runOn(provider,
                                      "(float[1,1,5] x) => (int64[3] y) { p = " + op +
                                          " <kernel_shape = [3], strides = [2], pads = [0, 0], "
                                          "auto_pad = \"SAME_LOWER\"> (x) y = Shape(p) }",
                                      {{"x", floats({1, 1, 5}, {1, 2, 3, 4, 5})}}, 22);
            ASSERT_TRUE(report) << report.error().message();
            EXPECT_EQ(*elementsAsDoubles(report->outputs.at(0).tensor), (Numbers{1, 1, 3})) << op;
        }
}

TEST(RareCases, TheLargestOfARegionPassesOverNaN) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(numbersOf("(float[1,1,2,2] x, float[1,5] r) => (float[1,1,1,1] y) "
                        "{ y = MaxRoiPool <pooled_shape = [1, 1]> (x, r) }",
                        {{"x", floats({1, 1, 2, 2}, {nan, 7, 3, nan})},
                         {"r", floats({1, 5}, {0, 0, 0, 1, 1})}}),
              (Numbers{7}));
}

TEST(RareCases, AMaskOfOneKeyHidesTheOthersSinceOpset24) {
    const Feeds feeds{{"q", floats({1, 1, 1, 2}, {1, 1})},
                      {"k", floats({1, 1, 2, 2}, {1, 2, 1, 4})},
                      {"m", floats({1, 1}, {0})}};
    const std::string graph = "(float[1,1,1,2] q, float[1,1,2,2] k, float[1,1] m) => (float[] y) "
                              "{ y = Attention(q, k, k, m) }";
    EXPECT_EQ(numbersOf(graph, feeds, 24), (Numbers{1, 2}));
    EXPECT_GT(numbersOf(graph, feeds, 23).at(1), 2);
}

} // namespace
} // namespace partita
