// Operators in old versions, operators run by their functions, and unsuitable data.

#include <gtest/gtest.h>

#include "core/data/tensor_files.h"
#include "core/data/value_comparison.h"
#include "core/onnx/value_proto.h"
#include "core/session/session.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

Tensor floatTensor(std::vector<std::int64_t> dims, std::vector<float> values) {
    return Tensor::of(DataType::float32, std::move(dims), values);
}

Result<RunReport> runText(const std::string& text, const Feeds& feeds) {
    auto session = Session::create(test::modelFromText(text), *makeProviders({}));
    if (!session)
        return std::move(session).error();
    return (*session)->run(feeds);
}

std::vector<double> numbers(const Result<RunReport>& report) {
    if (!report) {
        ADD_FAILURE() << report.error().message();
        return {};
    }
    return *elementsAsDoubles(report->outputs[0].tensor);
}

TEST(Operators, OldBinaryOperatorsBroadcastFromTheirAxis) {
    const auto report = runText(
        R"(<ir_version: 3, opset_import: ["" : 6]> g (float[2,2,2] a, float[2] b) => (float[2,2,2] y) {
          y = Add <broadcast = 1, axis = 1> (a, b) })",
        {{"a", floatTensor({2, 2, 2}, {0, 0, 0, 0, 0, 0, 0, 0})}, {"b", floatTensor({2}, {1, 2})}});
    EXPECT_EQ(numbers(report), (std::vector<double>{1, 1, 2, 2, 1, 1, 2, 2}));
}

TEST(Operators, TheOldSlopeOfPReluBelongsToTheChannels) {
    const auto report = runText(
        R"(<ir_version: 3, opset_import: ["" : 6]> g (float[1,2,2] x, float[2] s) => (float[1,2,2] y) {
          y = PRelu(x, s) })",
        {{"x", floatTensor({1, 2, 2}, {-1, 1, -1, 1})}, {"s", floatTensor({2}, {2, 3})}});
    EXPECT_EQ(numbers(report), (std::vector<double>{-2, 1, -3, 1}));
}

TEST(Operators, AnOldSlopeOfSeveralAxesEndsWhereTheInputEnds) {
    const auto report = runText(
        R"(<ir_version: 3, opset_import: ["" : 6]> g (float[1,2,2,2] x, float[2,1] s) => (float[1,2,2,2] y) {
          y = PRelu(x, s) })",
        {{"x", floatTensor({1, 2, 2, 2}, {-1, -1, -1, -1, -1, -1, -1, -1})},
         {"s", floatTensor({2, 1}, {2, 3})}});
    EXPECT_EQ(numbers(report), (std::vector<double>{-2, -2, -3, -3, -2, -2, -3, -3}));
}

TEST(Operators, PadMovesSingleElements) {
    const auto report = runText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2,2,1,1] x) => (float[2,2,1,2] y)
           <int64[8] p = {0, 0, 0, 1, 0, 0, 0, 0}> { y = Pad(x, p) })",
        {{"x", floatTensor({2, 2, 1, 1}, {1, 2, 3, 4})}});
    EXPECT_EQ(numbers(report), (std::vector<double>{0, 1, 0, 2, 0, 3, 0, 4}));
}

TEST(Operators, ThoseWithoutAKernelRunByTheFunctionThatDefinesThem) {
    // Swish has an attribute with a default. The nodes of its function have the call as origin.
    const Model model = test::modelFromText(
        R"(<ir_version: 10, opset_import: ["" : 24]> g (float[2] x) => (float[2] y) { [c] y = Swish(x) })");
    auto session = Session::create(model, *makeProviders({}));
    ASSERT_TRUE(session) << session.error().message();
    const auto report = (*session)->run({{"x", floatTensor({2}, {-1, 2})}});
    const auto values = numbers(report);
    EXPECT_NEAR(values[0], -0.26894, 1e-4);
    EXPECT_NEAR(values[1], 1.76159, 1e-4);
    for (const NodeTiming& timing : report->timings) {
        const auto& node = (*session)->model().node(timing.node);
        ASSERT_TRUE(node->origin);
        EXPECT_EQ(node->origin->derivedFrom.front(), test::nodeNamed(model, "c"));
    }
}

TEST(Operators, WhatIsComputedFromConstantsIsComputedBeforeTheFirstRun) {
    const Model model = test::modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[1,2] x) => (float[1,2] y) <float[2,2] w = {1,2,3,4}> {
          [t] wt = Transpose(w)  [m] y = MatMul(x, wt) })");
    auto session = Session::create(model, *makeProviders({}));
    ASSERT_TRUE(session) << session.error().message();
    for (const float factor : {1.0F, 2.0F, 3.0F}) {
        const auto report = (*session)->run({{"x", floatTensor({1, 2}, {factor, 0})}});
        EXPECT_EQ(numbers(report), (std::vector<double>{factor, 3.0 * factor}));
        EXPECT_EQ(report->timings.size(), 1U);
    }
}

TEST(Operators, HalvesAreComputedInFloatAndStayHalves) {
    const std::vector<std::uint16_t> ones(4, 0x3C00); // 1.0
    const auto report =
        runText(R"(<ir_version: 9, opset_import: ["" : 18]> g (float16[2,2] x) => (float16[2,2] y) {
          z = MatMul(x, x)  y = Softmax(z) })",
                {{"x", Tensor::of(DataType::float16, {2, 2}, ones)}});
    EXPECT_EQ(numbers(report), (std::vector<double>{0.5, 0.5, 0.5, 0.5}));
    EXPECT_EQ(report->outputs[0].tensor.type, DataType::float16);
}

TEST(Operators, SequencesGoInAndOutThroughFiles) {
    const test::TemporaryFolder folder;
    const ModelData given = ModelData::sequence(
        {ModelData(floatTensor({2}, {1, 2})), ModelData(floatTensor({1}, {3}))});
    ASSERT_TRUE(writeValueDirectory(folder.path(), "input", {given, ModelData::nothing()}));
    const auto tensor = Type::tensor(DataType::float32, std::nullopt);
    Type sequence, optional;
    sequence.kind = Type::Kind::sequence;
    sequence.nested = tensor;
    optional.kind = Type::Kind::optional;
    optional.nested = tensor;
    const auto read = readValueDirectory(
        folder.path(), "input",
        {std::make_shared<const Type>(sequence), std::make_shared<const Type>(optional)});
    ASSERT_TRUE(read) << read.error().message();
    ASSERT_EQ(read->size(), 2U);
    EXPECT_TRUE(compareValues(given, (*read)[0], 0, 0).within);
    EXPECT_TRUE((*read)[1].none);
    const auto report = runText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (seq(float[n]) s) => (float[m] y, int64 c) {
          y = ConcatFromSequence <axis = 0> (s)  c = SequenceLength(s) })",
        {{"s", (*read)[0]}});
    EXPECT_EQ(numbers(report), (std::vector<double>{1, 2, 3}));
}

/// A node and data that does not fit it, which must give a clear error and no crash.
struct Misfit {
    const char* name;
    const char* graph;
    Feeds feeds;
    const char* says;
};

class DataThatDoesNotFit : public testing::TestWithParam<Misfit> {};

TEST_P(DataThatDoesNotFit, IsAnErrorThatNamesTheNode) {
    const auto report =
        runText(std::string("<ir_version: 10, opset_import: [\"\" : 22]> g ") + GetParam().graph,
                GetParam().feeds);
    ASSERT_FALSE(report);
    EXPECT_NE(report.error().message().find(GetParam().says), std::string::npos)
        << report.error().message();
    EXPECT_NE(report.error().message().find("node 'n'"), std::string::npos)
        << report.error().message();
}

const Misfit kMisfits[] = {
    {"TopKBeyondTheAxis",
     "(float[n] x, int64[1] k) => (float[m] y, int64[m] i) { [n] y, i = TopK(x, k) }",
     {{"x", floatTensor({2}, {1, 2})}, {"k", Tensor::int64s({3})}},
     "K is not between"},
    {"ScatterOutside",
     "(float[n] x, int64[1] i, float[1] u) => (float[n] y) { [n] y = ScatterElements(x, i, u) }",
     {{"x", floatTensor({2}, {1, 2})}, {"i", Tensor::int64s({5})}, {"u", floatTensor({1}, {9})}},
     "an index is out of range"},
    {"ScatterBeyondAnotherAxis",
     "(float[n,m] x, int64[a,b] i, float[c,d] u) => (float[e,f] y) { [n] y = ScatterElements(x, i, "
     "u) }",
     {{"x", floatTensor({1, 2}, {1, 2})},
      {"i", Tensor::of<std::int64_t>(DataType::int64, {1, 3}, {0, 0, 0})},
      {"u", floatTensor({1, 3}, {7, 8, 9})}},
     "the indices are larger than the data"},
    {"OneHotOfNegativeDepth",
     "(int64[1] i, int64[1] d, float[2] v) => (float[1, m] y) { [n] y = OneHot(i, d, v) }",
     {{"i", Tensor::int64s({0})}, {"d", Tensor::int64s({-4})}, {"v", floatTensor({2}, {0, 1})}},
     "a size is negative"},
    {"GridOfAnotherRank",
     "(float[a,b,c,d] x, float[e,f,g,h] z) => (float[i,j,k,l] y) { [n] y = GridSample(x, z) }",
     {{"x", floatTensor({1, 1, 2, 2}, {1, 2, 3, 4})}, {"z", floatTensor({1, 1, 1, 3}, {0, 0, 0})}},
     "the grid does not fit"},
    {"RecurrentWeightsOfAnotherSize",
     "(float[a,b,c] x, float[d,e,f] w, float[g,h,i] r) => (float[j,k,l,m] y) { [n] y = GRU "
     "<hidden_size = 2> (x, w, r) }",
     {{"x", floatTensor({1, 1, 2}, {1, 2})},
      {"w", floatTensor({1, 3, 2}, {1, 2, 3, 4, 5, 6})},
      {"r", floatTensor({1, 6, 2}, std::vector<float>(12, 1))}},
     "do not fit"},
    {"UnpoolingOutside",
     "(float[a,b,c] x, int64[d,e,f] i) => (float[g,h,k] y) { [n] y = MaxUnpool <kernel_shape = "
     "[2], "
     "strides = [2]> (x, i) }",
     {{"x", floatTensor({1, 1, 1}, {1})},
      {"i", Tensor::of(DataType::int64, {1, 1, 1}, std::vector<std::int64_t>{77})}},
     "outside"},
    {"EinsumOfAnotherRank",
     "(float[a,b] x) => (float[c] y) { [n] y = Einsum <equation = \"ijk->k\"> (x) }",
     {{"x", floatTensor({1, 2}, {1, 2})}},
     "does not fit its input"},
    {"SequencePositionOutside",
     "(float[a] x, int64 p) => (float[b] y) { s = SequenceConstruct(x)  [n] y = SequenceAt(s, p) }",
     {{"x", floatTensor({1}, {1})},
      {"p", Tensor::of(DataType::int64, {}, std::vector<std::int64_t>{4})}},
     "outside of the sequence"},
    {"SplitSizesThatDoNotAddUp",
     "(float[a] x, int64[b] z) => (seq(float[c]) y) { [n] y = SplitToSequence(x, z) }",
     {{"x", floatTensor({3}, {1, 2, 3})}, {"z", Tensor::int64s({1, 5})}},
     "do not fit the axis"},
    {"DftOfAnImpossibleLength",
     "(float[a,b,c] x, int64 l) => (float[d,e,f] y) { [n] y = DFT(x, l) }",
     {{"x", floatTensor({1, 2, 1}, {1, 2})},
      {"l", Tensor::of(DataType::int64, {}, std::vector<std::int64_t>{1LL << 40})}},
     "dft_length is out of range"},
    {"DequantizeWithTooFewScales",
     "(uint8[a,b] x, float[c] s) => (float[d,e] y) { [n] y = DequantizeLinear <axis = 1> (x, s) }",
     {{"x", Tensor::of(DataType::uint8, {1, 3}, std::vector<std::uint8_t>{1, 2, 3})},
      {"s", floatTensor({2}, {1, 2})}},
     "the scale does not fit"},
};

INSTANTIATE_TEST_SUITE_P(Misfits, DataThatDoesNotFit, testing::ValuesIn(kMisfits),
                         [](const auto& each) { return std::string(each.param.name); });

} // namespace
} // namespace partita
