// Where a pass would change what a model computes, or make it invalid, it declines.

#include <gtest/gtest.h>

#include "core/rewrite/recipe.h"
#include "core/session/session.h"
#include "tests/support/passes.h"

namespace partita {
namespace {

using namespace test;

std::string left(const Model& model, const std::vector<std::string>& passes) {
    const auto result = apply(model, passes);
    EXPECT_TRUE(result) << result.error().message();
    return result ? operators(result->model) : std::string();
}

TEST(Soundness, AnIfWhoseBranchReturnsTooLittleStays) {
    const Model model = parse(
        "g (float[2] x) => (float[2] y, float[2] z) <bool c = {1}> { a, b = If(c) <then_branch = t "
        "() => (float[2] u) { u = Neg(x) }, else_branch = e () => (float[2] v, float[2] w) { v = "
        "Abs(x) w = Neg(x) }> y = Relu(a) z = Relu(b) }");
    const auto result = apply(model, {"eliminate_if_with_const_cond"});
    ASSERT_TRUE(result) << result.error().message();
    EXPECT_EQ(operators(result->model), "If Relu Relu");
    ASSERT_EQ(result->traces[0].notes.size(), 1U);
}

TEST(Soundness, AnIfWhoseBranchReturnsTooLittleIsNotDecidedByItsRank) {
    const std::string head = "g (float[n,2] x, bool c) => (float[1,n,2] y) <float[1,8,2] w, "
                             "float[1,8,2] r> { ",
                      tail = " y1, y = LSTM<hidden_size = 2>(s, w, r) }",
                      less = "<then_branch = t () => (float[n,2] u) { u = Neg(x) }, else_branch = "
                             "e () => (float[n,2] v, float[1,n,2] z) { v = Neg(x) z = Abs(x) }>";
    EXPECT_EQ(left(parse(head + "a, b = If(c) " + less + " s = Relu(b)" + tail),
                   {"eliminate_impossible_branch"}),
              "If Relu LSTM");
    ModelEditor inner(
        parse(head + "s = If(c) <then_branch = tt () => (float[n,2] f) { d, f = If(c) " + less +
              " }, else_branch = ee () => (float[n,2] h) { h = Abs(x) }>" + tail));
    inner.changeValue(valueNamed(inner.model(), "f"), [](Value& value) { value.type = nullptr; });
    inner.changeValue(valueNamed(inner.model(), "h"), [](Value& value) { value.type = nullptr; });
    EXPECT_EQ(left(inner.model(), {"eliminate_impossible_branch"}), "If LSTM");
}

TEST(Soundness, OutputsThatABranchPassesOnHaveNodesAndNames) {
    const Model model = parse(
        "g (float[2] x) => (float[2] y, float[2] z) <bool c = {1}> { [chosen] y, z = If(c) "
        "<then_branch = t () => (float[2] u, float[2] u) { u = Neg(x) }, else_branch = e () => "
        "(float[2] v, float[2] w) { v = Abs(x) w = Neg(x) }> }");
    const auto result = apply(model, {"eliminate_if_with_const_cond"});
    ASSERT_TRUE(result) << result.error().message();
    EXPECT_EQ(operators(result->model), "Neg Identity Identity");
    EXPECT_TRUE(test::nodeNamed(result->model, "chosen"));
    EXPECT_EQ(sharedNames(result->model), 0U);
    expectSame(model, result->model);
}

TEST(Soundness, ConstantsOfAnOldModelRaiseItsVersion) {
    const Model model = test::modelFromText(
        "<ir_version: 3, opset_import: [\"\" : 8]>\n"
        "g (float[2] x) => (float[2] y) { c = Constant<value = float[2] {1, 2}>() y = Add(x, c) }");
    const auto result = apply(model, {"extract_constant_to_initializer"});
    ASSERT_TRUE(result) << result.error().message();
    EXPECT_EQ(countNodes(result->model, true), 1U);
    EXPECT_GE(result->model.info().irVersion, 4);
    expectSame(model, result->model);
}

TEST(Soundness, TheShapeOfAnInitializerIsKnownWithoutInference) {
    Model model =
        parse("g (float[n,3] x) => (float[n,2] y) <float[3,2] w = {1, 2, 3, 4, 5, 6}, float[2] b = "
              "{1, 2}> { a = MatMul(x, w) y = Add(a, b) }");
    ModelEditor editor(model);
    for (const char* name : {"w", "b"})
        editor.changeValue(valueNamed(model, name), [](Value& value) { value.type = nullptr; });
    EXPECT_EQ(left(editor.model(), {"fuse_matmul_add_bias_into_gemm"}), "Gemm");
}

/// The index of the larger of two numbers after `function`, before and after simplifying.
std::vector<std::int64_t> largest(const std::string& function, const std::vector<float>& numbers,
                                  int opset) {
    const Model model =
        parse("g (float[2] x) => (int64[1] y) { a = " + function + "(x) y = ArgMax<axis = 0>(a) }",
              opset);
    const auto simplified = apply(model, {"eliminate_nop_monotone_argmax"});
    EXPECT_TRUE(simplified);
    std::vector<std::int64_t> found;
    for (const Model* each : {&model, &simplified->model}) {
        auto session = Session::create(*each, makeJudges());
        EXPECT_TRUE(session);
        const std::vector<double> wide(numbers.begin(), numbers.end());
        const auto report =
            (*session)->run({{"x", *Tensor::ofFloats(DataType::float32, {2}, wide)}});
        EXPECT_TRUE(report);
        found.push_back((*elementsAsInts(report->outputs[0].tensor))[0]);
    }
    return found;
}

TEST(Soundness, ExpBeforeArgMaxStaysWhereItMayReachInfinityOrZero) {
    EXPECT_EQ(largest("Exp", {100, 200}, 18), (std::vector<std::int64_t>{0, 0}));
    EXPECT_EQ(largest("Exp", {-300, -200}, 18), (std::vector<std::int64_t>{0, 0}));
    EXPECT_EQ(largest("Softmax<axis = 0>", {100, 200}, 18), (std::vector<std::int64_t>{1, 1}));
}

TEST(Soundness, ARankThatIsNotKnownStopsOnlyWhatNeedsIt) {
    const auto unknown = [](const std::string& nodes, int opset) {
        return parse("g (float[2,3] x, int64[k] s) => (int64[m] y) { r = Reshape(x, s) " + nodes +
                         " f = Reshape(b, s) y = Cast<to = 7>(f) }",
                     opset);
    };
    EXPECT_EQ(
        left(unknown("a = Transpose(r) b = Transpose(a)", 18), {"fuse_consecutive_transposes"}),
        "Reshape Reshape Cast");
    EXPECT_EQ(left(unknown("a = Transpose<perm = [1, 0]>(r) b = Transpose(a)", 18),
                   {"fuse_consecutive_transposes"}),
              "Reshape Transpose Transpose Reshape Cast");
    const auto argmax = [&](const char* softmax, const char* search, int opset) {
        return left(unknown("a = " + std::string(softmax) + "(r) b = " + search + "(a)", opset),
                    {"eliminate_nop_monotone_argmax"});
    };
    EXPECT_EQ(argmax("Softmax<axis = 1>", "ArgMax<axis = 1>", 13), "Reshape ArgMax Reshape Cast");
    EXPECT_EQ(argmax("Softmax<axis = -1>", "ArgMax<axis = -1>", 11), "Reshape ArgMax Reshape Cast");
    EXPECT_EQ(argmax("Softmax<axis = 1>", "ArgMax<axis = -1>", 13),
              "Reshape Softmax ArgMax Reshape Cast");
    EXPECT_EQ(argmax("Softmax<axis = 1>", "ArgMax<axis = 1>", 11),
              "Reshape Softmax ArgMax Reshape Cast");
}

TEST(Soundness, APaddingOfMinusInfinityStaysWhereAWindowMayHoldNothingElse) {
    const auto model = [](const char* size, const char* pool) {
        return parse(std::string("g (float[1,1,") + size +
                     "] x) => (float[1,1,l] y) <int64[6] p = {0, 0, 1, 0, 0, 1}, float v = {-inf}> "
                     "{ a = Pad(x, p, v) y = MaxPool<kernel_shape = [" +
                     pool + "]>(a) }");
    };
    for (const auto& [size, pool, after] : {std::tuple{"1", "2], dilations = [1", "MaxPool"},
                                            std::tuple{"1", "2], dilations = [2", "Pad MaxPool"},
                                            std::tuple{"n", "2], dilations = [2", "Pad MaxPool"},
                                            std::tuple{"2", "2], dilations = [2", "MaxPool"}}) {
        const Model before = model(size, pool);
        const auto result = apply(before, {"fuse_pad_into_pool"});
        ASSERT_TRUE(result) << result.error().message();
        EXPECT_EQ(operators(result->model), after) << size << ", " << pool;
    }
}

TEST(Soundness, NodesThatReadEachOtherManyTimesAreNotFollowedForEver) {
    std::string nodes = "a = Relu(x) ";
    for (char name = 'b'; name < 'g'; ++name) {
        nodes += std::string(1, name) + " = Sum(";
        for (int i = 0; i < 60; ++i)
            nodes += (i ? ", " : "") + std::string(1, static_cast<char>(name - 1));
        nodes += ") ";
    }
    const Model before =
        parse("g (float[1,1,4] x) => (float[1,1,l] y) <int64[6] p = {0, 0, 1, 0, 0, 1}> { " +
              nodes + "q = Pad(f, p) y = MaxPool<kernel_shape = [2]>(q) }");
    const auto result = apply(before, {"fuse_pad_into_pool"});
    ASSERT_TRUE(result) << result.error().message();
    EXPECT_EQ(operators(result->model), "Relu Sum Sum Sum Sum Sum Pad MaxPool");
}

TEST(Soundness, WhatIsDeclinedIsNotedWithItsReason) {
    const auto reason = [](const std::string& graph, const char* pass) {
        const auto result = apply(parse(graph), {pass});
        EXPECT_TRUE(result) << result.error().message();
        const auto& notes = result->traces.at(0).notes;
        return notes.empty() ? std::string() : notes[0].why.text();
    };
    EXPECT_EQ(reason("g (float[1,1,4,4] x) => (float[1,1,3,3] y) <int64[8] p = {0, 0, 0, 0, 0, 0, "
                     "1, 1}> { a = Pad(x, p) y = AveragePool<kernel_shape = [2, 2], strides = [2, "
                     "2], ceil_mode = 1>(a) }",
                     "fuse_pad_into_pool"),
              "it rounds its size up, which pads of its own may change");
    EXPECT_EQ(reason("g (float[n,6] x, int64[1] k) => (float[a,b,c] y) <int64[2] c = {3, -1}> { s "
                     "= Concat<axis = 0>(k, c) y = Reshape(x, s) }",
                     "fuse_concat_into_reshape"),
              "the constant part of the shape holds −1 already");
    EXPECT_NE(reason("g (float[1,2,4,4] x, float[1,3,1,1] z) => (float[1,3,4,4] y) <float[3,2,1,1] "
                     "w = {1, 2, 3, 4, 5, 6}> { a = Conv(x, w) y = Add(z, a) }",
                     "fuse_add_bias_into_conv"),
              "");
    EXPECT_NE(reason("g (float[2,3] x) => (float[1,2] y) <float[3,2] w = {1, 2, 3, 4, 5, 6}, "
                     "int64[1] a = {1}, int64[1] b = {2}, int64[1] c = {0}> { s = Slice(x, a, b, "
                     "c) y = MatMul(s, w) }",
                     "adjust_slice_and_matmul"),
              "");
    for (const auto& [op, pass] : {std::pair{"Conv", "fuse_bn_into_conv"},
                                   std::pair{"ConvTranspose", "fuse_affine_into_product"}}) {
        const auto normalized = [op = op](const char* weight, const char* variance) {
            return std::string("g (float[1,1,2] x) => (float[1,1,2] y) <float[1,1,1] w = {") +
                   weight + "}, float[1] s = {1e30}, float[1] b = {0}, float[1] m = {0}, " +
                   "float[1] v = {" + variance + "}> { a = " + op +
                   "(x, w) y = BatchNormalization(a, s, b, m, v) }";
        };
        EXPECT_EQ(reason(normalized("1.0", "-1.0"), pass), "a channel's variance is negative or 0");
        EXPECT_EQ(reason(normalized("1e30", "1.0"), pass),
                  "the new weights do not fit into float32");
    }
}

TEST(Soundness, ChannelsAreThoseOfTheResultWhereTheWeightsHaveNoKnownShape) {
    const Model model =
        parse("g (float[1,2,4,4] x, float[m,2,1,1] v, float[1,3,1,1] b) => (float[1,3,4,4] y) "
              "<float[1,3,4,4] a> { w = Neg(v) a = Conv(x, w) y = Add(a, b) }");
    EXPECT_EQ(left(model, {"fuse_computed_bias_into_conv"}), "Neg Squeeze Conv");
    const Model unknown =
        parse("g (float[1,2,4,4] x, float[m,2,1,1] v, float[1,3,1,1] b) => (float[1,3,4,4] y) { w "
              "= Neg(v) a = Conv(x, w) y = Add(a, b) }");
    EXPECT_EQ(left(unknown, {"fuse_computed_bias_into_conv"}), "Neg Conv Add");
}

TEST(Soundness, NothingIsNoElement) {
    EXPECT_EQ(left(parse("g (float[2] x) => (float[2] y, bool h) { h = OptionalHasElement() y = "
                         "Relu(x) }"),
                   {"eliminate_sequence_construct"}),
              "Relu");
}

TEST(Soundness, PadsReplaceAutoPad) {
    const Model model = parse(
        "g (float[1,1,3,3] x) => (float[1,1,4,5] y) <int64[8] p = {0, 0, 1, 1, 0, 0, 0, 1}, "
        "float[1,1,1,1] w = {2}> { a = Pad(x, p) [c] y = Conv<auto_pad = \"NOTSET\">(a, w) }");
    const auto result = apply(model, {"fuse_pad_into_conv"});
    ASSERT_TRUE(result) << result.error().message();
    const auto& conv = result->model.node(test::nodeNamed(result->model, "c"));
    EXPECT_FALSE(conv->attribute("auto_pad"));
    EXPECT_EQ(conv->intsAttribute("pads").size(), 4U);
    expectSame(model, result->model);
}

TEST(Soundness, AConstantThatTheGraphReturnsNeedsNoNode) {
    const Model model =
        parse("g (float[2] x) => (float[2] y, float[2] k, int64[1] s) <float[2] c = "
              "{1, 2}> { y = Relu(x) k = Neg(c) s = Shape(x) }");
    const auto result =
        apply(model, {"eliminate_shape_op", "fold_constants", "extract_constant_to_initializer"});
    ASSERT_TRUE(result) << result.error().message();
    EXPECT_EQ(countNodes(result->model, true), 1U);
    expectSame(model, result->model);
}

TEST(Soundness, NodesWithoutNamesGiveNewConstantsPlainNames) {
    const Model model = parse(
        "g (float[4,5] x) => (float[2,3] y) <int64[1] a = {1}, int64[1] b = {3}, int64[1] c = {0}, "
        "int64[1] d = {0}, int64[1] e = {5}, int64[1] f = {1}, int64[1] h = {2}> { s = Slice(x, a, "
        "b, c) y = Slice(s, d, e, f, h) }");
    const auto result = apply(model, {"fuse_consecutive_slices"});
    ASSERT_TRUE(result) << result.error().message();
    ASSERT_EQ(operators(result->model), "Slice");
    result->model.values().forEach([](ValueId, const auto& value) {
        EXPECT_EQ(value->name.find_first_of(" #"), std::string::npos) << value->name;
    });
}

TEST(Soundness, AnUnusedDefaultOfAnInputStaysWhereCallersMaySetIt) {
    const Model model =
        parse("g (float[2] x, float[2] c = {1, 2}) => (float[2] y) { y = Relu(x) }");
    for (const bool isMutable : {false, true}) {
        Recipe recipe;
        recipe.mutableInitializers = isMutable;
        recipe.passes = {"eliminate_unused_initializer"};
        const auto result = applyRecipe(model, recipe, {});
        ASSERT_TRUE(result) << result.error().message();
        EXPECT_EQ(result->model.graph(model.mainGraph())->inputs.size(), isMutable ? 2U : 1U);
    }
}

TEST(Soundness, InitializersThatAreTrainedFurtherKeepTheirNumbers) {
    const Model model =
        parse("g (float[1,2,4,4] x) => (float[1,2,4,4] y) <float[2,2,1,1] w = {1, 2, 3, 4}, "
              "float[2] s = {1, 1}, float[2] t = {1, 1}, float[2] m = {0.3, 0.4}, float[2] v = "
              "{1.5, 0.5}> { k = Constant<value_float = 2.0>() l = Neg(k) a = Conv(x, w) b = "
              "BatchNormalization(a, s, t, m, v) y = Mul(b, l) }");
    Recipe recipe;
    recipe.tunableInitializers = true;
    const auto evaluator = makeConstantEvaluator();
    PassOptions options;
    options.evaluator = evaluator.get();
    const auto result = applyRecipe(model, recipe, options);
    ASSERT_TRUE(result) << result.error().message();
    EXPECT_EQ(operators(result->model), "Conv BatchNormalization Mul");
    for (const char* name : {"w", "s", "t", "m", "v"})
        EXPECT_EQ(result->model.value(valueNamed(result->model, name))->initializer,
                  model.value(valueNamed(model, name))->initializer);
    recipe.tunableInitializers = false;
    const auto fused = applyRecipe(model, recipe, options);
    ASSERT_TRUE(fused);
    EXPECT_EQ(operators(fused->model), "Conv");
}

TEST(Soundness, WhatIsSplitOffHasTypesAndIsReturnedAsBefore) {
    Model model = parse("g (float[2] x) => (float[2] y, float[2] a, float[2] x) <float[2] c = {1, "
                        "2}> { a = Neg(c) b = Abs(a) y = Add(x, b) }");
    ModelEditor editor(model);
    editor.changeValue(valueNamed(model, "b"), [](Value& value) { value.type = nullptr; });
    const auto init = apply(editor.model(), {"split_init"}),
               predict = apply(editor.model(), {"split_predict"});
    ASSERT_TRUE(init && predict);
    const auto names = [](const Model& in, const std::vector<ValueId>& values) {
        std::string text;
        for (const ValueId id : values) {
            EXPECT_TRUE(in.value(id)->type) << in.value(id)->name;
            text += in.value(id)->name + " ";
        }
        return text;
    };
    const Graph &first = *init->model.graph(model.mainGraph()),
                &second = *predict->model.graph(model.mainGraph());
    EXPECT_EQ(names(init->model, first.inputs), "");
    EXPECT_EQ(names(init->model, first.outputs), "a b ");
    EXPECT_EQ(names(predict->model, second.inputs), "x a b ");
    EXPECT_EQ(names(predict->model, second.outputs), "y a x ");
    for (const auto* part : {&init->model, &predict->model}) {
        const auto findings = checkModel(*part);
        ASSERT_TRUE(findings);
        for (const Finding& finding : *findings)
            EXPECT_NE(finding.severity, Finding::Severity::error) << finding.text;
    }
}

TEST(Soundness, WeightsThatANodeMakesGrowTheFileOnlyByWhatTheySave) {
    const auto model = [](int channels, const char* behind) {
        const std::string count = std::to_string(channels);
        return parse(
            "g (float[1," + count + ",2,2] x) => (float[1," + count + ",2,2] y) <int64[4] s = {" +
            count + ", " + count +
            ", 1, 1}, float f = {2}, float b = {1}> { w = ConstantOfShape<value = float[1] "
            "{0.5}>(s) a = Conv(x, w) " +
            behind + " }");
    };
    const std::vector<std::string> passes{"fold_constants"};
    EXPECT_EQ(left(model(1024, "y = Relu(a)"), passes), "Conv Relu") << "4 MiB for one node";
    EXPECT_EQ(left(model(1100, "y = Relu(a)"), passes), "ConstantOfShape Conv Relu");
    EXPECT_EQ(left(model(1100, "y = Mul(a, f)"), passes), "Conv Mul") << "the Mul goes, too";
    EXPECT_EQ(left(model(1500, "y = Mul(a, f)"), passes), "ConstantOfShape Conv Mul");
    EXPECT_EQ(left(model(1500, "m = Mul(a, f) n = Mul(m, f) y = Add(b, n)"), passes),
              "Conv Mul Mul Add");
    const Model viewed = parse(
        "g (float[1,1000] x) => (float[1,1000] y) <int64[3] s = {1, 1000, 1000}, int64[2] t = "
        "{1000, 1000}> { w = ConstantOfShape(s) v = Reshape(w, t) y = MatMul(x, v) }");
    EXPECT_EQ(left(viewed, passes), "MatMul") << "the view goes, too";
}

TEST(Soundness, SmallWeightsThatNodesMakeLeaveTheirRoomToLargerOnes) {
    const auto model = [](int channels, int more) {
        const std::string count = std::to_string(channels), larger = std::to_string(more);
        return parse("g (float[1," + count + ",2,2] x) => (float[1," + larger +
                     ",2,2] y) <int64[4] s = {8, " + count + ", 1, 1}, int64[4] t = {" + larger +
                     ", 8, 1, 1}> { v = ConstantOfShape(t) w = ConstantOfShape(s) a = Conv(x, w) "
                     "y = Conv(a, v) }");
    };
    const std::vector<std::string> passes{"fold_constants"};
    EXPECT_EQ(left(model(16, 200'000), passes), "Conv Conv") << "6.4 MB, 8 MiB for both";
    EXPECT_EQ(left(model(200'000, 16), passes), "Conv Conv");
    EXPECT_EQ(left(model(16, 300'000), passes), "ConstantOfShape Conv Conv");
    EXPECT_EQ(left(model(200'000, 200'000), passes), "ConstantOfShape ConstantOfShape Conv Conv");
}

TEST(Soundness, NodesThatARunRefusesForTheirAxesStay) {
    const struct {
        const char *pass, *graph, *stays;
    } cases[] = {
        {"eliminate_nop_split",
         "g (float[2,3] x) => (float[2,3] y) "
         "{ a = Split<axis = 5, num_outputs = 1>(x) y = Relu(a) }",
         "Split Relu"},
        {"eliminate_nop_split",
         "g (float[2,3] x) => (float[2,3] y) <int64[2] s = {2, 3}> "
         "{ a = Split<axis = 0>(x, s) y = Relu(a) }",
         "Split Relu"},
        {"eliminate_nop_transpose",
         "g (float[2,3] x) => (float[m] y) { a = Transpose<perm = [0]>(x) y = Relu(a) }",
         "Transpose Relu"},
        {"fuse_consecutive_reduce_unsqueeze",
         "g (float[2,3] x) => (float[2,1,1] y) <int64[2] a = {1, 1}> "
         "{ r = ReduceSum<keepdims = 0>(x, a) y = Unsqueeze(r, a) }",
         "ReduceSum Unsqueeze"},
        {"fuse_consecutive_concats",
         "g (float[2,3] x) => (float[m,n] y) "
         "{ a = Concat<axis = 7>(x, x) y = Concat<axis = 7>(x, a) }",
         "Concat Concat"},
        {"fuse_consecutive_squeeze_unsqueeze",
         "g (float[2,3] x) => (float[2,3] y) <int64[1] a = {9}> "
         "{ u = Unsqueeze(x, a) s = Squeeze(u, a) y = Relu(s) }",
         "Unsqueeze Squeeze Relu"},
        {"eliminate_shape_gather",
         "g (float[2,3] x) => (int64[1] y) <int64[1] i = {0}> "
         "{ s = Shape(x) y = Gather<axis = -5>(s, i) }",
         "Shape Gather"},
    };
    for (const auto& each : cases)
        EXPECT_EQ(left(parse(each.graph), {each.pass}), each.stays) << each.graph;
}

TEST(Soundness, AScalarThatIgnoresItsAxesStaysAScalarBeforeUnsqueeze) {
    const Model model = parse("g (float x) => (float[1] y) <int64[1] a = {0}> "
                              "{ r = ReduceSum<keepdims = 0>(x, a) y = Unsqueeze(r, a) }");
    EXPECT_EQ(left(model, {"fuse_consecutive_reduce_unsqueeze"}), "ReduceSum Unsqueeze");
}

TEST(Soundness, WhatIsFoldedIsNotStoredBesideItsResultWithoutOptimizationEither) {
    const Model model = parse("g (float[2,3] x) => (float[2,3] y) <float[3,2] w = {1, 2, 3, 4, 5, "
                              "6}> { t = Transpose(w) i = Identity(x) y = Add(i, t) }");
    const auto evaluator = makeConstantEvaluator();
    SimplifyOptions options;
    options.pass.evaluator = evaluator.get();
    options.optimize = false;
    const auto result = simplifyModel(model, options);
    ASSERT_TRUE(result) << result.error().message();
    EXPECT_EQ(operators(result->model), "Identity Add");
    std::size_t initializers = 0;
    result->model.values().forEach(
        [&](ValueId, const auto& value) { initializers += value->initializer != nullptr; });
    EXPECT_EQ(initializers, 1U);
}

TEST(Soundness, WeightsThatNoNodeReadsAreFoldedAsWell) {
    const Model model = parse("g () => (float[3] y) <int64[1] s = {3}> { y = ConstantOfShape(s) }");
    EXPECT_EQ(left(model, {"fold_constants"}), "");
}

} // namespace
} // namespace partita
