// What a run refuses has no shape, so that nothing is folded that would hide the error.

#include <gtest/gtest.h>

#include "core/rewrite/pipeline.h"
#include "core/session/session.h"
#include "core/shapes/symbolic_shapes.h"
#include "tests/support/passes.h"

namespace partita {
namespace {

struct NodesOfA {
    const char* text; ///< "(inputs) { nodes }", which make `a`
    int opset = 18;
};

/// The graph, and the shape of `a` as its output.
Model withShape(const NodesOfA& graph) {
    std::string text = graph.text;
    text.insert(text.find(')') + 1, " => (int64[r] y)");
    text.insert(text.rfind('}'), " y = Shape(a) ");
    return test::parse("g " + text, graph.opset);
}

const NodesOfA kRefused[] = {
    {"(float[2,3] x) { a = ArgMax <axis = 5> (x) }"},
    {"(float[2,3] x) { a = ArgMin <axis = -9> (x) }"},
    {"(float[2,3] x) { a = Softmax <axis = 7> (x) }"},
    {"(float[2,3] x) { a = LogSoftmax <axis = -3> (x) }"},
    {"(float[2,3] x) { a = Hardmax <axis = 3> (x) }", 11},
    {"(float x) { a = Softmax(x) }"},
    {"(float[2] x) { a = Softmax(x) }", 11},
    {"(float[2,3] x) { a = MeanVarianceNormalization <axes = [7]> (x) }"},
    {"(float[2,3] x, float[4] s) { a = BatchNormalization(x, s, s, s, s) }"},
    {"(float[2,3,4] x, float[4] s) { a = GroupNormalization <num_groups = 2> (x, s, s) }"},
    {"(float[2] x) { a = Trilu(x) }"},
    {"(float[2] x) { a = EyeLike(x) }"},
    {"(float[2,3] x, float[4,5] z) { a = Add(x, z) }"},
    {"(int64[2,3] x, int64[4,3] z) { a = Equal(x, z) }"},
    {"(bool[2] c, float[2,3] x, float[4,3] z) { a = Where(c, x, z) }"},
    {"(float[2,3] x, float[4,3] z) { a = Max(x, z) }"},
    {"(float[2,3] x, float[4,5] z) { a = MatMul(x, z) }"},
    {"(float[2,3] x, float[4] z) { a = MatMul(x, z) }"},
    {"(float[2,3] x, float z) { a = MatMul(x, z) }"},
    {"(float[5,2,3] x, float[4,3,2] z) { a = MatMul(x, z) }"},
    {"(float[2,3] x, float[4,5] z) { a = Gemm(x, z) }"},
    {"(float[2,3] x, float[3,2] z) { a = Gemm <transB = 1> (x, z) }"},
    {"(float[2,3] x, float[2,4] z) { a = Concat <axis = 0> (x, z) }"},
    {"(float[2,3] x, float[3] z) { a = Concat <axis = 0> (x, z) }"},
    {"(float[2,3] x) { a = Concat <axis = 2> (x, x) }"},
    {"(float[2,3] x) { a = Flatten <axis = 3> (x) }"},
    {"(float[2,3] x) { a = Flatten <axis = -3> (x) }"},
    {"(float[2,3] x) { a = Transpose <perm = [0, 0]> (x) }"},
    {"(float[2,3] x) { a = Transpose <perm = [2, 0]> (x) }"},
    {"(float[2,3] x) <int64[2] s = {4, 3}> { a = Expand(x, s) }"},
    {"(float[1,2,8,8] x, float[3,4] r, int64[3] b) { a = RoiAlign <output_height = -5> (x, r, b) "
     "}"},
    {"(float[1,4,5,5] x, float[4,2,3,3] w) { a = ConvTranspose <group = -1> (x, w) }"},
    {"(float[1,4,5,5] x, float[4,2,3,3] w) { a = ConvTranspose <group = 3> (x, w) }"},
    {"(float[2,3] x) <int64[1] s = {-3}> { a = Expand(x, s) }"},
    {"(float[2,3] x) <int64[1] s = {-1}> { a = ConstantOfShape(s) }"},
    {"(float[2,3] x) <int64[1] s = {0}> { a = Squeeze(x, s) }"},
    {"(float[2,1] x) <int64[1] s = {2}> { a = Squeeze(x, s) }"},
    {"(float[2,3] x) <int64[2] s = {0, 0}> { a = Unsqueeze(x, s) }"},
    {"(float[2,3] x) <int64[1] s = {3}> { a = Unsqueeze(x, s) }"},
    {"(float[2,3] x) <int64[2] s = {-1, 4}> { a = Reshape(x, s) }"},
    {"(float[2,3] x) <int64[2] s = {-3, -1}> { a = Reshape(x, s) }"},
    {"(float[2,3] x) <int64[3] s = {-1, -1, 6}> { a = Reshape(x, s) }"},
    {"(float[2,3] x) <int64[3] s = {1, 0, 0}> { a = Reshape(x, s) }"},
    {"(float[2,3] x) <int64[2] s = {0, 3}> { a = Reshape <allowzero = 1> (x, s) }"},
    {"(float[2,3] x) <int64[1] s = {7}> { a = ReduceSum(x, s) }"},
    {"(float[2,3] x) <int64[1] s = {1}> { a = Gather <axis = 4> (x, s) }"},
    {"(float[2,3] x) <int64[1] s = {0}, int64[1] e = {2}, int64[1] d = {5}> "
     "{ a = Slice(x, s, e, d) }"},
    {"(float[2,3] x) <int64[1] s = {0}, int64[1] e = {2}> { a = Slice(x, s, e, s, s) }"},
    {"(float[2,3] x) <int64[1] s = {0}, int64[2] e = {2, 2}> { a = Slice(x, s, e) }"},
    {"(float[2,3] x) <int64[2] s = {0, 0}, int64[2] d = {1, -1}> { a = Slice(x, s, s, d) }"},
    {"(float[2,3] x) <int64[2] s = {4, 3}> { a, b = Split(x, s) }"},
    {"(float[2,3] x) <int64[2] s = {-1, 3}> { a, b = Split(x, s) }"},
    {"(float[2,3] x) <int64[1] s = {2}> { a, b = Split(x, s) }"},
    {"(float[2,3] x) { a, b = Split <axis = 4, num_outputs = 2> (x) }"},
    {"(float[2,3] x, float[1,12,4] w, float[1,12,3] r) { a = LSTM <hidden_size = 3> (x, w, r) }"},
};

TEST(RefusedShapes, WhatEveryRunRefusesHasNone) {
    for (const NodesOfA& graph : kRefused) {
        SCOPED_TRACE(graph.text);
        const Model model = withShape(graph);
        const SymbolicShapes known(model);
        EXPECT_EQ(known.shape(test::valueNamed(model, "a")), nullptr);
        EXPECT_EQ(known.elements(test::valueNamed(model, "y")), nullptr);
        const auto session = Session::create(model, *makeProviders({{"cpu"}, {}, {}}));
        if (session) {
            EXPECT_FALSE((*session)->run(*randomFeeds(model, 1, {})));
        }
    }
}

TEST(RefusedShapes, ASimplifiedModelKeepsTheNode) {
    for (const NodesOfA& graph : kRefused) {
        SCOPED_TRACE(graph.text);
        const Model model = withShape(graph);
        const auto evaluator = makeConstantEvaluator();
        SimplifyOptions options;
        options.pass.evaluator = evaluator.get();
        const auto simplified = simplifyModel(model, options);
        ASSERT_TRUE(simplified) << simplified.error().message();
        EXPECT_EQ(test::operators(simplified->model), test::operators(model));
    }
}

TEST(RefusedShapes, WhatFitsHasItsShape) {
    const std::pair<NodesOfA, std::vector<std::int64_t>> cases[] = {
        {{"(float[2,3] x) { a = ArgMax <axis = -2, keepdims = 0> (x) }"}, {3}},
        {{"(float[2,3] x) { a = Softmax <axis = -2> (x) }"}, {2, 3}},
        {{"(float x) <int64[1] s = {0}> { a = ReduceSum(x, s) }"}, {}},
        {{"(float[2,3] x) { a = Flatten <axis = 2> (x) }"}, {6, 1}},
        {{"(float[2,3] x) { a = Flatten <axis = -1> (x) }"}, {2, 3}},
        {{"(float x) { a = Flatten <axis = 0> (x) }"}, {1, 1}},
        {{"(float[2,3] x) <int64[2] s = {-1, 0}> { a = Unsqueeze(x, s) }"}, {1, 2, 3, 1}},
        {{"(float[1,2,1] x) <int64[2] s = {-1, 0}> { a = Squeeze(x, s) }"}, {2}},
        {{"(float[2,3] x) <int64[2] s = {1, 0}, int64[2] e = {9, -1}, int64[2] d = {-1, 0}> "
          "{ a = Slice(x, s, e, d) }"},
         {1, 2}},
        {{"(float[2,3] x, float[3,4] z, float[4] c) { a = Gemm(x, z, c) }"}, {2, 4}},
        {{"(float[2,3] x) { a = Transpose <perm = [1, 0]> (x) }"}, {3, 2}},
        {{"(float[2,3] x) <int64[2] s = {1, 2}> { a, b = Split <axis = -1> (x, s) }"}, {2, 1}},
        // Before version 7 an attribute says where the second shape begins in the first one.
        {{"(float[2,3,4] x, float[3] z) { a = Add <broadcast = 1, axis = 1> (x, z) }", 6},
         {2, 3, 4}},
        // Until version 8 there may be a scale for each place.
        {{"(float[1,1,2] x, float[1,2] s) "
          "{ a = BatchNormalization <spatial = 0> (x, s, s, s, s) }",
          8},
         {1, 1, 2}},
    };
    for (const auto& [graph, dims] : cases) {
        SCOPED_TRACE(graph.text);
        const Model model = withShape(graph);
        const SymbolicShapes known(model);
        const SymbolicSizes* sizes = known.shape(test::valueNamed(model, "a"));
        ASSERT_TRUE(sizes);
        std::vector<std::int64_t> numbers;
        for (const SymbolicSize& size : *sizes)
            numbers.push_back(size.number().value_or(-1));
        EXPECT_EQ(numbers, dims);
    }
}

} // namespace
} // namespace partita
