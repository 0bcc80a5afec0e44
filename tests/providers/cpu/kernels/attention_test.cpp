// Attention of ONNX against the reference, which follows its text, and against ONNX's own function.

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include <fmt/format.h>

#include "core/data/random_feeds.h"
#include "core/onnx/schema_functions.h"
#include "core/session/session.h"
#include "providers/registry.h"
#include "tests/support/agreement.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using agreement::Numbers;

/// Rows, keys that are not past, sizes of a key and of a value.
struct AttentionSizes {
    std::int64_t rows = 5, added = 7, size = 24, width = 16;
};

/// One case of attention: version, sizes, and what is applied to the scores.
struct Attention {
    int version;
    bool flat; ///< rank 3, heads side by side in the last axis
    std::int64_t heads, keyHeads, past;
    const char* mask; ///< its type and shape; empty: none
    bool causal = false;
    double softcap = 0;
    const char* attributes = ""; ///< further ones
    bool padded = false;         ///< the last keys of each batch entry are invalid
    AttentionSizes sizes = {};
};

void PrintTo(const Attention& a, std::ostream* out) {
    *out << "Attention-" << a.version << (a.flat ? " flat" : "") << " heads " << a.heads << "/"
         << a.keyHeads << " past " << a.past << " mask " << a.mask << " causal " << a.causal
         << " softcap " << a.softcap << " " << a.attributes << (a.padded ? " padded " : " ")
         << a.sizes.rows << " x " << a.sizes.added;
}

constexpr std::int64_t kBatch = 2;

/// The text of the graph, with T in place of its float type.
std::string textOf(const Attention& a) {
    const auto& [rows, added, size, width] = a.sizes;
    const auto operand = [&](const char* name, std::int64_t heads, std::int64_t length,
                             std::int64_t each) {
        return a.flat ? fmt::format("T[{},{},{}] {}", kBatch, length, heads * each, name)
                      : fmt::format("T[{},{},{},{}] {}", kBatch, heads, length, each, name);
    };
    std::string inputs = operand("q", a.heads, rows, size) + ", " +
                         operand("k", a.keyHeads, added, size) + ", " +
                         operand("v", a.keyHeads, added, width),
                call = "q, k, v, ", outputs = "T[a,b,c,d] y", results = "y";
    if (*a.mask) {
        inputs += fmt::format(", {} m", a.mask);
        call += "m";
    }
    if (a.past > 0) {
        inputs += fmt::format(", T[{0},{1},{2},{3}] pk, T[{0},{1},{2},{4}] pv", kBatch, a.keyHeads,
                              a.past, size, width);
        call += ", pk, pv";
        outputs += ", T[e,f,g,h] qk, T[e,f,g,i] qv";
        results += ", qk, qv";
    }
    if (a.padded) {
        inputs += fmt::format(", int64[{}] n", kBatch);
        call += a.past > 0 ? ", n" : ", , , n";
    }
    if (a.flat)
        outputs.replace(0, outputs.find(' '), "T[a,b,c]");
    return fmt::format(
        "<ir_version: 13, opset_import: [\"\" : {}]> g ({}) => ({}) {{ {} = Attention "
        "<is_causal = {}, softcap = {:.1f}{}{}> ({}) }}",
        a.version, inputs, outputs, results, a.causal ? 1 : 0, a.softcap,
        a.flat ? fmt::format(", q_num_heads = {}, kv_num_heads = {}", a.heads, a.keyHeads) : "",
        a.attributes, call);
}

Model modelOf(const Attention& a, const std::string& typeName) {
    std::string text = textOf(a);
    for (std::size_t at = 0; (at = text.find("T[", at)) != std::string::npos;)
        text.replace(at, 1, typeName);
    return test::modelFromText(text);
}

RunReport runWith(const char* provider, const Model& model, const Feeds& feeds) {
    auto session = Session::create(model, *makeProviders({{provider}, "", {}}));
    auto report = session ? (*session)->run(feeds) : std::move(session).error();
    EXPECT_TRUE(report) << report.error().message();
    return report ? *std::move(report) : RunReport();
}

Feeds feedsOf(const Attention& a, const Model& model) {
    Feeds given = *randomFeeds(model, 5);
    if (given.contains("n"))
        given["n"] = agreement::ints({kBatch}, {a.sizes.added - 1, 3});
    if (const auto mask = given.find("m");
        mask != given.end() && mask->second.tensor.type == DataType::float32) {
        std::vector<float> around; // 0
        const auto numbers = *elementsAsDoubles(mask->second.tensor);
        for (const double each : numbers)
            around.push_back(static_cast<float>(8 * each - 4));
        mask->second = agreement::floats(mask->second.tensor.dims, around);
    }
    return given;
}

class AttentionOfHalves : public testing::TestWithParam<std::tuple<DataType, Attention>> {
protected:
    static DataType type() { return std::get<0>(GetParam()); }
    static const Attention& attention() { return std::get<1>(GetParam()); }
    /// The distance of two neighbouring numbers of the type near `value`.
    static double unit(double value) {
        const bool half = type() == DataType::float16;
        const int exponent = value == 0 ? -1000 : std::ilogb(value);
        return std::ldexp(1.0, std::max(exponent, half ? -14 : -126) - (half ? 10 : 7));
    }
};

TEST_P(AttentionOfHalves, IsWithinOneUnitOfTheLastPlace) {
    const Model halves = modelOf(attention(), std::string(dataTypeName(type())));
    Feeds given = feedsOf(attention(), halves), exact;
    for (auto& [name, value] : given) {
        Tensor wide = value.tensor;
        if (wide.type == type())
            wide = agreement::doubles(wide.dims, *elementsAsDoubles(wide));
        exact[name] = ModelData(wide);
    }
    const RunReport got = runWith("cpu", halves, given),
                    wanted = runWith("reference", modelOf(attention(), "double"), exact);
    ASSERT_EQ(got.outputs.size(), wanted.outputs.size());
    for (std::size_t i = 0; i < wanted.outputs.size(); ++i) {
        EXPECT_EQ(got.outputs[i].tensor.dims, wanted.outputs[i].tensor.dims);
        const auto made = *elementsAsDoubles(got.outputs[i].tensor),
                   numbers = *elementsAsDoubles(wanted.outputs[i].tensor);
        ASSERT_EQ(made.size(), numbers.size());
        for (std::size_t n = 0; n < numbers.size(); ++n)
            ASSERT_NEAR(made[n], numbers[n], unit(numbers[n])) << "output " << i << ", " << n;
    }
}

class AttentionOfFloats : public testing::TestWithParam<Attention> {};

void expectNear(const RunReport& got, const RunReport& wanted) {
    ASSERT_EQ(got.outputs.size(), wanted.outputs.size());
    for (std::size_t i = 0; i < wanted.outputs.size(); ++i) {
        const Tensor &made = got.outputs[i].tensor, &expected = wanted.outputs[i].tensor;
        ASSERT_EQ(made.dims, expected.dims);
        const auto numbers = *elementsAsDoubles(made), exact = *elementsAsDoubles(expected);
        for (std::size_t n = 0; n < exact.size(); ++n)
            ASSERT_NEAR(numbers[n], exact[n], 2e-6) << "output " << i << ", " << n;
    }
}

TEST_P(AttentionOfFloats, IsWhatTheTextAndTheFunctionSay) {
    const Model model = modelOf(GetParam(), "float");
    const Feeds feeds = feedsOf(GetParam(), model);
    const RunReport got = runWith("cpu", model, feeds);
    expectNear(got, runWith("reference", model, feeds));
    const auto function = expandSchemaFunctions(model, [](const Model& each) {
        std::vector<NodeId> calls;
        for (const NodeId id : each.nodesOf(each.mainGraph()))
            if (each.node(id)->is("Attention"))
                calls.push_back(id);
        return calls;
    });
    ASSERT_TRUE(function) << function.error().message();
    expectNear(got, runWith("cpu", *function, feeds));
    EXPECT_EQ(got.timings.size(), 1U);
}

const Attention kAttentions[] = {
    {23, false, 4, 4, 0, "T[5,7]"},
    {23, false, 4, 2, 3, "T[5,10]", true},
    {23, false, 2, 1, 0, "T[5,7]", true, 1.5},
    {23, true, 4, 4, 0, ""},
    {23, true, 4, 2, 3, "bool[5,10]", true},
    {23, true, 4, 1, 3, "T[2,1,5,10]", false, 2, ", scale = 0.3"},
    {24, false, 4, 4, 0, "bool[2,4,5,7]"},
    {24, false, 4, 2, 3, "T[2,1,5,10]", true, 1.5},
    {24, false, 4, 2, 0, "", true, 0, "", true},
    {24, true, 4, 2, 0, "T[5,7]", false, 0, "", true},
    {24, true, 4, 4, 3, "bool[2,1,5,10]", true},
    {25, false, 4, 2, 0, "T[5,7]", false, 0, ", left_window_size = 1"},
    {25, false, 4, 4, 3, "bool[5,10]", false, 1.5, ", left_window_size = 2, right_window_size = 1"},
    {25, true, 4, 1, 3, "T[5,10]", true, 0, ", left_window_size = 3"},
    {25, true, 4, 2, 0, "", true, 2, ", right_window_size = 2", true},
};

// Several blocks of rows and of keys, one row, sizes that fill vectors and that do not.
const Attention kBlocks[] = {
    {23, false, 2, 2, 0, "", false, 0, "", false, {101, 600, 5, 17}},
    {23, false, 2, 1, 0, "", true, 0, "", false, {101, 600, 16, 16}},
    {23, false, 2, 1, 530, "", true, 0, "", false, {101, 70, 3, 32}},
    {23, false, 4, 2, 0, "float[2,4,60,75]", true, 0, "", false, {60, 75, 16, 5}},
    {23, true, 2, 2, 0, "bool[60,540]", false, 0, "", false, {60, 540, 4, 16}},
    {23, true, 4, 2, 9, "float[1,4,1,40]", false, 0, "", false, {50, 31, 16, 16}},
    {23, true, 4, 1, 0, "float[2,1,50,1]", true, 0.5, "", false, {50, 31, 8, 8}},
    {23, false, 3, 3, 40, "", true, 0, "", false, {1, 1, 32, 16}},
    {23, false, 6, 2, 40, "", true, 0, "", false, {1, 1, 32, 16}},
    {23, true, 8, 1, 600, "float[2,8,1,601]", true, 0, "", false, {1, 1, 32, 16}},
    {24, true, 8, 2, 20, "bool[2,8,1,15]", false, 2, "", false, {1, 3, 20, 12}},
    {23, false, 2, 2, 0, "float[2,2,3,20]", false, 0, "", false, {3, 20, 40, 48}},
    {24, false, 4, 2, 0, "float[1,50]", true, 0, "", false, {60, 75, 16, 16}},
    {24, false, 4, 2, 0, "bool[4,60,50]", true, 0, "", true, {60, 75, 16, 16}},
    {24, false, 4, 4, 0, "", true, 0, "", true, {3, 20, 16, 16}},
    {24, false, 2, 2, 0, "", false, 0, "", false, {50, 1, 16, 1}},
    {23, false, 2, 2, 0, "", false, 0, ", scale = 0.0", false, {5, 7, 1, 1}},
    {25, false, 2, 1, 0, "", true, 0, ", left_window_size = -1", false, {49, 49, 16, 16}},
    {25, false, 2, 1, 560, "", true, 0, ", left_window_size = 20", false, {101, 101, 16, 16}},
    {25, false, 4, 2, 40, "", true, 0, ", left_window_size = 9", false, {1, 1, 16, 16}},
    {25,
     true,
     4,
     4,
     0,
     "bool[60,75]",
     false,
     0,
     ", left_window_size = 3, right_window_size = 2",
     false,
     {60, 75, 16, 16}},
    {25,
     false,
     4,
     4,
     0,
     "",
     false,
     0,
     ", left_window_size = 9223372036854775807, right_window_size = 9223372036854775807",
     true,
     {60, 75, 16, 16}},
};

INSTANTIATE_TEST_SUITE_P(Attention, AttentionOfHalves,
                         testing::Combine(testing::Values(DataType::float16, DataType::bfloat16),
                                          testing::ValuesIn(kAttentions)));
INSTANTIATE_TEST_SUITE_P(Attention, AttentionOfFloats, testing::ValuesIn([] {
                             std::vector<Attention> all(std::begin(kAttentions),
                                                        std::end(kAttentions));
                             all.insert(all.end(), std::begin(kBlocks), std::end(kBlocks));
                             return all;
                         }()));

TEST(Attention, SizesNeedNotBeKnownBeforeTheRun) {
    const auto check = [](int opset, const std::string& inputs, const std::string& attributes) {
        SCOPED_TRACE(inputs + attributes);
        const std::string graph =
            "(" + inputs + ") => (float[] y) { y = Attention" + attributes + " (q, k, v) }";
        const Model model = test::modelFromText(
            "<ir_version: 11, opset_import: [\"\" : " + std::to_string(opset) + "]> g " + graph);
        const Feeds feeds = *randomFeeds(model, 2, {{"n", 2}});
        const auto y = agreement::outputsOf(graph, feeds, opset);
        EXPECT_EQ(y.size(), 1U);
        EXPECT_EQ(runWith("cpu", model, feeds).timings.size(), 1U);
    };
    const char *heads = "float[n,4,5,8] q, float[n,4,7,8] k, float[n,4,7,6] v",
               *flat = "float[n,5,32] q, float[n,7,32] k, float[n,7,24] v";
    for (const int opset : {23, 24, 25}) {
        check(opset, heads, "");
        check(opset, heads, "<scale = 0.3, is_causal = 1, softcap = 0.0>");
        check(opset, flat, "<q_num_heads = 4, kv_num_heads = 4>");
        check(opset, flat, "<q_num_heads = 4, kv_num_heads = 4, scale = 2.0>");
        check(opset, "float[n,4,5,8] q, float[n,2,7,8] k, float[n,2,7,6] v", "");
        check(opset, "float[n,4,5,m] q, float[n,4,7,m] k, float[n,4,7,6] v", "");
        check(opset, "float[a,b,c] q, float[d,e,f] k, float[d,e,f] v",
              "<q_num_heads = 1, kv_num_heads = 1>");
    }
}

TEST(Attention, QueriesKeysAndValuesOfUnknownRanksMayHaveAnAxisOfHeads) {
    const Feeds feeds{{"q", agreement::floats({1, 1, 1, 2}, {1, 2})}};
    for (const char* attributes : {"", "<q_num_heads = 1, kv_num_heads = 1>"})
        EXPECT_EQ(agreement::numbersOf("(float[] q) => (float[] y) { y = Attention " +
                                           std::string(attributes) + " (q, q, q) }",
                                       feeds, 23),
                  (Numbers{1, 2}));
}

/// Y of an Attention of one head with two queries and two keys, whose values are 1 and 2.
Numbers rowsOf(const std::string& inputs, const std::string& call, Feeds feeds, int opset) {
    feeds["q"] = agreement::floats({1, 1, 2, 1}, {1, 1});
    feeds["v"] = agreement::floats({1, 1, 2, 1}, {1, 2});
    return agreement::numbersOf("(float[1,1,2,1] q, float[1,1,2,1] v" + inputs +
                                    ") => (float[] y) { y = Attention" + call + " }",
                                feeds, opset);
}

TEST(Attention, ARowThatSeesNoKeyIsZero) {
    const float none = -std::numeric_limits<float>::infinity();
    const Tensor shown =
                     Tensor::of(DataType::boolean, {2, 2}, std::vector<std::uint8_t>{0, 0, 0, 1}),
                 added = agreement::floats({2, 2}, {none, none, none, 0});
    for (const int opset : {23, 24, 25}) {
        EXPECT_EQ(rowsOf(", bool[2,2] m", "(q, q, v, m)", {{"m", shown}}, opset), (Numbers{0, 2}));
        EXPECT_EQ(rowsOf(", float[2,2] m", "(q, q, v, m)", {{"m", added}}, opset), (Numbers{0, 2}));
        // The mask leaves the first row the second key alone, which comes later.
        EXPECT_EQ(rowsOf(", float[2,2] m", "<is_causal = 1>(q, q, v, m)",
                         {{"m", agreement::floats({2, 2}, {none, 5, none, 0})}}, opset),
                  (Numbers{0, 2}));
    }
    // Of two queries and one key, the first comes before the key.
    EXPECT_EQ(rowsOf(", int64[1] n", "<is_causal = 1>(q, q, v, , , , n)",
                     {{"n", agreement::ints({1}, {1})}}, 24),
              (Numbers{0, 1}));
    for (const std::int64_t length :
         {std::int64_t{0}, std::int64_t{-1}, std::numeric_limits<std::int64_t>::min()})
        EXPECT_EQ(rowsOf(", int64[1] n", "(q, q, v, , , , n)",
                         {{"n", agreement::ints({1}, {length})}}, 24),
                  (Numbers{0, 0}));
    EXPECT_EQ(rowsOf(", int64[1] n", "<is_causal = 1>(q, q, v, , , , n)",
                     {{"n", agreement::ints({1}, {std::numeric_limits<std::int64_t>::max()})}}, 24),
              (Numbers{1.5, 1.5}));
}

TEST(Attention, ARowWhoseKeysAreAllFarBelowTheOthersSeesThemAlike) {
    const float low = std::numeric_limits<float>::lowest();
    EXPECT_EQ(rowsOf(", float[2,2] m", "(q, q, v, m)",
                     {{"m", agreement::floats({2, 2}, {low, low, 0, low})}}, 23),
              (Numbers{1.5, 1}));
}

TEST(Attention, AScoreThatIsNoNumberMakesItsRowNoNumberWhereItsKeyIsSeen) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto report =
        agreement::runOn("cpu",
                         "(float[1,1,3,1] q, float[1,1,3,1] k, float[1,1,3,1] v) => (float[] y) "
                         "{ y = Attention <is_causal = 1> (q, k, v) }",
                         {{"q", agreement::floats({1, 1, 3, 1}, {1, 1, 1})},
                          {"k", agreement::floats({1, 1, 3, 1}, {1, nan, 1})},
                          {"v", agreement::floats({1, 1, 3, 1}, {1, 2, 3})}},
                         23);
    ASSERT_TRUE(report) << report.error().message();
    const auto y = *elementsAsDoubles(report->outputs[0].tensor);
    EXPECT_EQ(y[0], 1);
    EXPECT_TRUE(std::isnan(y[1]) && std::isnan(y[2]));
}

TEST(Attention, ANegativeScaleHasNoRoot) {
    const auto y = rowsOf("", "<scale = -1.0>(q, q, v)", {}, 23);
    EXPECT_TRUE(y.size() == 2 && std::isnan(y[0]) && std::isnan(y[1]));
}

TEST(Attention, NoKeysGiveZeros) {
    const Feeds feeds{{"q", agreement::floats({1, 1, 2, 1}, {1, 1})},
                      {"k", agreement::floats({1, 1, 0, 1}, {})}};
    EXPECT_EQ(agreement::numbersOf("(float[1,1,2,1] q, float[1,1,n,1] k) => (float[] y) "
                                   "{ y = Attention(q, k, k) }",
                                   feeds, 23),
              (Numbers{0, 0}));
}

TEST(Attention, SizesThatAreKnownOnlyInTheRunAreChecked) {
    using agreement::floats;
    struct Refused {
        const char *inputs, *call;
        Feeds feeds; ///< beside q [1, 1, 3, 2]
        const char* says;
        int opset = 24;
    };
    const Refused kCalls[] = {
        {"float[] x",
         "(x, x, x)",
         {{"x", floats({1, 1, 2}, {1, 2})}},
         "Q, K and V must have 4 axes, or 3 with the last a multiple of the number of heads"},
        {"float[] k",
         "(q, k, k)",
         {{"k", floats({1, 1, 2, 1}, {1, 2})}},
         "Q, K and V do not match"},
        {"float[] v",
         "(q, q, v)",
         {{"v", floats({1, 1, 2, 2}, {1, 2, 3, 4})}},
         "Q, K and V do not match"},
        {"float[] m",
         "(q, q, q, m)",
         {{"m", floats({1, 4}, {1, 2, 3, 4})}},
         "the mask does not match the scores"},
        {"float[] m",
         "(q, q, q, m)",
         {{"m", floats({1, 2}, {1, 2})}},
         "the mask does not match the scores",
         23},
        {"float[] m",
         "(q, q, q, m)",
         {{"m", floats({2, 3}, {1, 2, 3, 4, 5, 6})}},
         "the mask does not match the scores"},
        {"float[] m",
         "(q, q, q, m)",
         {{"m", floats({1, 1, 1, 1, 1}, {1})}},
         "the mask has more than four dimensions"},
        {"float[] p",
         "(q, q, q, , p, p)",
         {{"p", floats({1, 1, 2, 1}, {1, 2})}},
         "past_key or past_value does not match K or V"},
        {"float[] p, float[] r",
         "(q, q, q, , p, r)",
         {{"p", floats({1, 1, 1, 2}, {1, 2})}, {"r", floats({1, 1, 2, 2}, {1, 2, 3, 4})}},
         "past_key or past_value does not match K or V"},
        {"int64[] n",
         "(q, q, q, , , , n)",
         {{"n", agreement::ints({2}, {1, 1})}},
         "nonpad_kv_seqlen has another length than there are batches"},
    };
    for (const Refused& each : kCalls) {
        SCOPED_TRACE(std::string(each.inputs) + each.call);
        Feeds feeds = each.feeds;
        feeds["q"] = floats({1, 1, 3, 2}, {1, 2, 3, 4, 5, 6});
        const auto report =
            agreement::runOn("cpu",
                             std::string("(float[] q, ") + each.inputs +
                                 ") => (float[] y) { y = Attention" + each.call + " }",
                             feeds, each.opset);
        ASSERT_FALSE(report);
        EXPECT_NE(report.error().message().find(each.says), std::string::npos)
            << report.error().message();
    }
}

TEST(Attention, ThreadsDoNotChangeWhichKeysABlockLeavesOut) {
    const Model model = test::modelFromText(
        "<ir_version: 11, opset_import: [\"\" : 23]> g (float[1,1,96,8] q, float[1,1,96,8] v) => "
        "(float[1,1,96,8] y) { y = Attention <is_causal = 1> (q, q, v) }");
    Feeds feeds = *randomFeeds(model, 4);
    std::vector<float> values(96 * 8, 1);
    values.back() = std::numeric_limits<float>::infinity(); // 0 times it is NaN
    feeds["v"] = agreement::floats({1, 1, 96, 8}, values);
    std::string first;
    for (const char* threads : {"1", "2", "3"}) {
        auto session =
            Session::create(model, *makeProviders({{"cpu"}, "", {{"threads", threads}}}));
        ASSERT_TRUE(session);
        const auto report = (*session)->run(feeds);
        ASSERT_TRUE(report);
        const std::string bytes(elements(report->outputs[0].tensor)->text());
        first = first.empty() ? bytes : first;
        EXPECT_EQ(bytes, first) << threads;
    }
}

TEST(Attention, FurtherOutputsAreThereBeforeTheTransposeOfTheFirst) {
    const std::string graph =
        "(float[1,2,3,8] q, float[1,2,4,8] k, float[1,2,5,8] p) => (float[1,3,2,8] y, "
        "float[1,2,9,8] r) { d, a, b = Attention (q, k, k, , p, p) r = Relu(a) "
        "y = Transpose <perm = [0,2,1,3]> (d) }";
    const Model model =
        test::modelFromText("<ir_version: 11, opset_import: [\"\" : 23]> g " + graph);
    EXPECT_EQ(agreement::outputsOf(graph, *randomFeeds(model, 3), 23).size(), 2U);
}

TEST(Attention, TransposesBeforeAndBehindAreReadAndWrittenInPlace) {
    const std::string graph =
        "(float[2,5,4,8] q, float[2,7,2,8] k, float[2,7,2,6] v) => (float[2,5,4,6] y) { "
        "a = Transpose <perm = [0,2,1,3]> (q) b = Transpose <perm = [0,2,1,3]> (k) "
        "c = Transpose <perm = [0,2,1,3]> (v) d = Attention <is_causal = 1> (a, b, c) "
        "y = Transpose <perm = [0,2,1,3]> (d) }";
    const Model model =
        test::modelFromText("<ir_version: 11, opset_import: [\"\" : 23]> g " + graph);
    const Feeds feeds = *randomFeeds(model, 3);
    EXPECT_EQ(agreement::outputsOf(graph, feeds, 23).size(), 1U);
    EXPECT_EQ(runWith("cpu", model, feeds).timings.size(), 4U); // the last one is no step
}

} // namespace
} // namespace partita
