// Simplifying keeps what a model computes, its names and its metadata.

#include <gtest/gtest.h>
#include <memory>

#include <fmt/format.h>

#include "core/data/random_feeds.h"
#include "core/rewrite/pass_run.h"
#include "core/rewrite/pipeline.h"
#include "core/session/model_comparison.h"
#include "core/session/session.h"
#include "core/shapes/symbolic_shapes.h"
#include "providers/registry.h"
#include "tests/support/passes.h"

namespace partita {
namespace {

using namespace test;

TEST(Simplify, InitializersThatAreUnusedOrEqualGo) {
    const Model model =
        parse("g (float[2] x) => (float[2] y) <float[2] a = {1, 2}, float[2] b = {1, "
              "2}, float[2] c = {3, 4}> { p = Add(x, a) y = Mul(p, b) }");
    const auto result =
        apply(model, {"eliminate_unused_initializer", "eliminate_duplicate_initializer"});
    ASSERT_TRUE(result);
    std::size_t left = 0;
    result->model.values().forEach(
        [&](ValueId, const auto& value) { left += value->initializer != nullptr; });
    EXPECT_EQ(left, 1U);
    expectSame(model, result->model);
}

TEST(Simplify, OldModelsWithInitializersAmongTheInputsKeepTheirRealInputs) {
    const Model model = test::modelFromText(
        "<ir_version: 3, opset_import: [\"\" : 8]>\n"
        "g (float[2] x, float[2] w) => (float[2] y) <float[2] w = {1, 2}> { y = Add(x, w) }");
    const auto result = apply(model, {"fix_initializers"});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->model.graph(model.mainGraph())->inputs.size(), 1U);
    EXPECT_GE(result->model.info().irVersion, 4);
    expectSame(model, result->model);
}

TEST(Simplify, ARewriteCanBeSkippedAndAPipelineStopped) {
    const Model model = parse(
        "g (float[2] x) => (float[2] y) { a = Identity(x) [one] b = Identity(a) y = Relu(b) }");
    PassOptions options;
    options.decide = [](const Rewrite& rewrite, int, const Model&) {
        return rewrite.anchorName == "one" ? Decision::skip : Decision::keep;
    };
    const auto skipped = runPasses(model, {"eliminate_identity"}, 5, options);
    ASSERT_TRUE(skipped);
    EXPECT_EQ(operators(skipped->model), "Identity Relu");
    options.decide = [](const Rewrite&, int, const Model&) { return Decision::stop; };
    const auto stopped = runPasses(model, {"eliminate_identity"}, 5, options);
    ASSERT_TRUE(stopped);
    EXPECT_TRUE(stopped->stopped);
    EXPECT_EQ(operators(stopped->model), operators(model));
}

TEST(Simplify, MetadataOfMergedNodesIsMerged) {
    Model model =
        parse("g (float[1,1,2,2] x) => (float[1,1,2,2] y) <float[1,1,1,1] w = {1}, float b "
              "= {2}> { [c] a = Conv(x, w) [d] y = Add(a, b) }");
    ModelEditor editor(model);
    editor.changeNode(test::nodeNamed(model, "c"), [](Node& node) {
        node.annotations = std::make_shared<const Annotations>(Annotations{"first", {{"k", "1"}}});
    });
    editor.changeNode(test::nodeNamed(model, "d"), [](Node& node) {
        node.annotations =
            std::make_shared<const Annotations>(Annotations{"second", {{"k", "2"}, {"l", "3"}}});
    });
    const auto result = apply(editor.model(), {"fuse_add_bias_into_conv"});
    ASSERT_TRUE(result);
    const Node& conv = *result->model.node(test::nodeNamed(result->model, "c"));
    EXPECT_EQ(conv.annotations->docString, "first\nsecond");
    EXPECT_EQ(conv.annotations->metadata, (Metadata{{"k", "1"}, {"l", "3"}}));
    EXPECT_EQ(conv.origin->derivedFrom.size(), 2U);
}

TEST(Simplify, NumbersOfAFileDoNotMakeItCrashOrFillTheMemory) {
    for (const char* graph :
         {"g (float[2] x) => (float[2] y) <int64 a = {0}, int64 b = {100000000000}, int64 c = {1}> "
          "{ r = "
          "Range(a, b, c) k = Cast<to = 1>(r) s = ReduceSum(k) y = Add(x, s) }",
          "g (float[2] x) => (float[1] y) <int64[1] a = {-9223372036854775807}, int64[1] b = "
          "{9223372036854775807}, int64[1] c = {0}, int64[1] d = {9223372036854775807}> { s = "
          "Shape(x) "
          "r = Slice(s, a, b, c, d) y = Cast<to = 1>(r) }",
          "g (float[2] x) => (float[2] y) <float[2] a = {1, 2}, int64[2] b = {10000000000, "
          "10000000000}> "
          "{ p = Pad(a, b) s = ReduceSum(p) y = Add(x, s) }",
          "g (float[2] x) => (float[2] y) <float[1] a = {1}, int64[2] b = {1099511627776, "
          "1073741824}> { "
          "p = Expand(a, b) s = ReduceSum(p) y = Add(x, s) }",
          "g (float[1,1,4] x) => (float[1,1,4] y) <int64[6] p = {0, 0, 9223372036854775807, 0, 0, "
          "9223372036854775807}, float[1,1,1] w = {1}> { a = Pad(x, p) y = Conv(a, w) }",
          "g (float[2] x) => (float[2] y) <int64[1] a = {9223372036854775807}, int64[1] b = {0}> { "
          "p = "
          "Unsqueeze(x, a) q = Unsqueeze(p, b) y = Squeeze(q) }",
          "g (float[2] x) => (int64[0] y) <int64[0] a = {}, int64[1] b = {3}> { s = Add(a, b) e = "
          "Equal(s, b) c = Cast<to = 7>(e) y = Mul(s, c) }",
          "g (float[2,3] x) => (int64[1] y) <int64[2] a = {0, 0}, int64[2] b = {9, 9}, int64[0] c "
          "= {}> "
          "{ s = Shape(x) y = Slice(s, a, b, c, c) }"}) {
        const auto evaluator = makeConstantEvaluator();
        SimplifyOptions options;
        options.pass.evaluator = evaluator.get();
        const auto result = simplifyModel(parse(graph, 17), options);
        EXPECT_TRUE(result) << graph;
    }
}

TEST(Simplify, NumbersThatWrapAroundAreNotTakenForSizes) {
    const Model model = parse(
        "g (float[1] x) => (float[1] y) <uint8[1] a = {200}, uint8[1] b = {100}, int64[1] c = "
        "{4294967298}> { s = Add(a, b) k = Cast<to = 7>(s) d = Cast<to = 6>(c) e = Cast<to = "
        "7>(d) m = Add(k, e) f = Cast<to = 1>(m) y = Add(x, f) }");
    const auto result =
        apply(model, {"infer_shapes", "share_shape_arithmetic", "fold_constants"}, 5);
    ASSERT_TRUE(result);
    expectSame(model, result->model);
}

TEST(Simplify, ARankThatTheModelStatesWronglyIsCorrectedWithTheTargetShape) {
    const Model model = parse("g (float[n,6] x) => (float[a,b] y) <int64[1] i = {0}, int64[2] c = "
                              "{2, 3}> { s = Shape(x) k = Gather(s, i) t = Concat<axis = 0>(k, c) "
                              "y = Reshape(x, t) }");
    const auto result = apply(model, {"make_shapes_constant"});
    ASSERT_TRUE(result);
    const Shape& shape = *result->model.value(test::valueNamed(result->model, "y"))->type->shape;
    ASSERT_EQ(shape.size(), 3U);
    EXPECT_EQ(shape[1].value, 2);
    EXPECT_EQ(shape[2].value, 3);
}

TEST(Simplify, WhatAFunctionHoldsStaysInItsBodiesToo) {
    const Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18, "f" : 1]>
        g (float[2,3,4] x, bool c) => (float[a,b,d] y) {
          y = f.turn <p = [1,0,2], q = [0,2,1]> (x, c)
        }
        <domain: "f", opset_import: ["" : 18]> turn <p, q> (x, c) => (y) {
          y = If(c) <
            then_branch = t () => (u) { k = Transpose <perm: ints = @p> (x)
                                        u = Transpose <perm: ints = @q> (k) },
            else_branch = e () => (v) { m = Identity(x) v = Identity(m) }>
        })");
    const auto result = simplifyModel(model, {});
    ASSERT_TRUE(result) << result.error().message();
    EXPECT_EQ(countNodes(result->model, true), 1U);
    EXPECT_EQ(result->rewrites(), 0U);
    expectSame(model, result->model);
}

TEST(Simplify, WhatABodyReturnsOfTheGraphAroundItStays) {
    const Model model = parse(R"(g (float[2] x, bool c) => (float[2] y) {
        a = Neg(x) b = Identity(a)
        y = If(c) <then_branch = t () => (float[2] b) { k = Neg(x) },
                   else_branch = e () => (float[2] u) { u = Abs(x) }> })");
    const auto result = simplifyModel(model, {});
    ASSERT_TRUE(result) << result.error().message();
    const ProviderList providers = makeJudges();
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
        const auto judge = ModelJudge::make(model, providers, *randomFeeds(model, seed));
        ASSERT_TRUE(judge) << judge.error().message();
        const auto difference = judge->judge(result->model, 0, 0);
        ASSERT_TRUE(difference) << difference.error().message();
        EXPECT_TRUE(difference->within) << difference->problem;
    }
}

TEST(Simplify, ASliceTakesThePlacesThatItsKernelTakes) {
    const Model model = parse(R"(g (int64[n] x, int64[1] from, int64[1] to, int64[1] step) =>
        (int64[m] y) { a = Constant <value_ints = [0]> () y = Slice(x, from, to, a, step) })");
    for (const ProviderList& providers : {*makeProviders({{"cpu"}, {}, {}}), makeJudges()}) {
        auto session = Session::create(model, providers);
        ASSERT_TRUE(session) << session.error().message();
        for (std::int64_t count = 0; count <= 4; ++count)
            for (std::int64_t start = -6; start <= 6; ++start)
                for (std::int64_t end = -6; end <= 6; ++end)
                    for (std::int64_t step = -6; step <= 6; ++step) {
                        if (step == 0)
                            continue;
                        const SliceRange range = SliceAxis{0, start, end, step}.range(count);
                        std::vector<std::int64_t> places, all;
                        for (std::int64_t at = range.begin;
                             step > 0 ? at < range.end : at > range.end; at += step)
                            places.push_back(at);
                        for (std::int64_t at = 0; at < count; ++at)
                            all.push_back(at);
                        const auto report = (*session)->run({{"x", Tensor::int64s(all)},
                                                             {"from", Tensor::int64s({start})},
                                                             {"to", Tensor::int64s({end})},
                                                             {"step", Tensor::int64s({step})}});
                        ASSERT_TRUE(report) << report.error().message();
                        ASSERT_EQ(*elementsAsInts(report->outputs[0].tensor), places)
                            << count << ": " << start << " " << end << " " << step;
                    }
    }
}

TEST(Simplify, ANumberThatMayBeNegativeIsNoSizeOfAReshape) {
    const Model model = parse(R"(g (float[2,3] x, float[k,3] z, float[n,m] w) =>
        (float[a,b] r, float[c,d] s, float[e,f] t) <int64[1] zero = {0}, int64[1] one = {1},
        int64[1] three = {3}> {
          h = Shape(z) size = Slice(h, zero, one) target = Concat <axis = 0> (size, three)
          r = Reshape(x, target)
          hw = Shape(w) rows = Slice(hw, zero, one) two = Add(one, one) columns = Slice(hw, one, two)
          less = Sub(rows, columns) signed = Concat <axis = 0> (less, three)
          s = Reshape(x, signed)
          own = Concat <axis = 0> (columns, rows) t = Reshape(w, own) })");
    const SymbolicShapes shapes(model);
    const auto first = [&](const char* name) {
        return (*shapes.shape(valueNamed(model, name)))[0];
    };
    const auto number = [&](const char* name) {
        return (*shapes.elements(valueNamed(model, name)))[0];
    };
    EXPECT_EQ(first("r"), number("size")) << "0 only where z is empty";
    EXPECT_NE(first("s"), number("less")) << "-1 leaves it open";
    EXPECT_EQ(first("t"), number("columns")) << "0 only where w is empty";
}

TEST(Simplify, SmallNumbersWrapSoThatTheyAreNoSizes) {
    const Model model = parse(R"(g (float[2] x) => (uint8[1] y) <int64[1] one = {1}> {
        a = ConstantOfShape <value = uint8[1] {200}> (one)
        b = ConstantOfShape <value = uint8[1] {100}> (one) y = Add(a, b) })");
    EXPECT_EQ(SymbolicShapes(model).elements(valueNamed(model, "y")), nullptr);
}

TEST(Simplify, ShapesGoByTheDefaultsOfTheirVersion) {
    // Version 1 of Concat joins along the second axis by default.
    const Model model =
        parse("g (float[1,2] x, float[1,2] z) => (float[2] y) { c = Concat(x, z) s = "
              "Shape(c) y = Cast <to = \"FLOAT\"> (s) }",
              3);
    const auto result =
        apply(model, {"infer_shapes", "share_shape_arithmetic", "fold_constants"}, 5);
    ASSERT_TRUE(result);
    expectSame(model, result->model);
}

TEST(Simplify, AnOutputOfWholeNumbersIsNoConstantBeforeOpsetNine) {
    const Model model = parse("g (float[1,2] x) => (int64[2] y) { y = Shape(x) }", 8);
    const auto result = apply(model, {"fold_constants", "infer_shapes"}, 5);
    ASSERT_TRUE(result);
    expectSame(model, result->model);
}

TEST(Simplify, SplitsAModelIntoWhatIsConstantAndWhatIsNot) {
    const Model model =
        parse("g (float[2] x) => (float[2] y) <float[2] c = {1, 2}> { a = Neg(c) y = "
              "Add(x, a) }");
    const auto init = apply(model, {"split_init"}), predict = apply(model, {"split_predict"});
    ASSERT_TRUE(init && predict);
    EXPECT_EQ(operators(init->model), "Neg");
    EXPECT_EQ(operators(predict->model), "Add");
    EXPECT_EQ(predict->model.graph(model.mainGraph())->inputs.size(), 2U);
}

TEST(Simplify, NamesInputsOutputsAndNodes) {
    const Model model = parse("g (int64[2] x) => (int64[2] y) { a = Neg(x) y = Neg(a) }");
    const auto result =
        apply(model, {"rename_input_output", "set_unique_name_for_nodes", "rewrite_input_dtype"});
    ASSERT_TRUE(result);
    const Graph& graph = *result->model.graph(model.mainGraph());
    EXPECT_EQ(result->model.value(graph.inputs[0])->name, "input_0");
    EXPECT_EQ(result->model.value(graph.outputs[0])->name, "output_0");
    EXPECT_EQ(result->model.value(graph.inputs[0])->type->element, DataType::int32);
    EXPECT_TRUE(test::nodeNamed(result->model, "Neg_1"));
    EXPECT_EQ(operators(result->model), "Cast Neg Neg");
}

TEST(Simplify, SaysWhatBodiesReadFromOutside) {
    const Model model =
        parse("g (float[2] x, bool c) => (float[2] y) { [if] y = If(c) <then_branch = t "
              "() => (float[2] u) { u = Neg(x) }, else_branch = e () => (float[2] v) { "
              "v = Abs(x) }> }");
    const auto result = apply(model, {"lift_lexical_references"});
    ASSERT_TRUE(result);
    const auto* names =
        result->model.node(test::nodeNamed(model, "if"))->attribute("__control_inputs");
    ASSERT_TRUE(names);
    EXPECT_EQ(std::get<std::vector<std::string>>(names->value), std::vector<std::string>{"x"});
    const Model returned =
        parse("g (float[2] x, bool c) => (float[2] y) { a = Neg(x) [if] y = If(c) <then_branch = t "
              "() => (float[2] a) { }, else_branch = e () => (float[2] v) { v = Abs(x) }> }");
    const auto lifted = apply(returned, {"lift_lexical_references"});
    ASSERT_TRUE(lifted);
    names = lifted->model.node(test::nodeNamed(returned, "if"))->attribute("__control_inputs");
    ASSERT_TRUE(names);
    EXPECT_EQ(std::get<std::vector<std::string>>(names->value),
              (std::vector<std::string>{"a", "x"}));
}

/// The same with all its floats in another type.
Model inType(const Model& model, DataType type) {
    ModelEditor editor(model);
    model.values().forEach([&](ValueId id, const auto& value) {
        editor.changeValue(id, [&](Value& changed) {
            if (changed.type)
                changed.type = Type::tensor(type, changed.type->shape);
            if (!value->initializer)
                return;
            auto tensor = Tensor::ofFloats(type, value->initializer->dims,
                                           *elementsAsDoubles(*value->initializer));
            tensor->name = value->name;
            changed.initializer = std::make_shared<const Tensor>(*std::move(tensor));
        });
    });
    return editor.model();
}

TEST(Simplify, ComputesNoConstantThatItsTypeCannotHold) {
    const auto left = [](const std::string& graph, const char* pass, DataType type) {
        const auto result = apply(inType(parse(graph), type), {pass});
        EXPECT_TRUE(result) << result.error().message();
        return result ? operators(result->model) : std::string();
    };
    const auto scales = [&](const char* c, const char* d, DataType type) {
        return left(fmt::format("g (float[2] x) => (float[2] y) <float c = {{{}}}, float[2] d = "
                                "{{1, {}}}> {{ a = Mul(x, c) y = Mul(d, a) }}",
                                c, d),
                    "fuse_consecutive_scales", type);
    };
    const auto batch = [&](const char* w, const char* s, DataType type) {
        return left(
            fmt::format("g (float[1,1,4,4] x) => (float[1,1,4,4] y) <float[1,1,1,1] w = "
                        "{{{}}}, float[1] s = {{{}}}, float[1] t = {{0}}, float[1] v = "
                        "{{1}}> {{ a = Conv(x, w) y = BatchNormalization<epsilon = 0.0>(a, s, t, "
                        "t, v) }}",
                        w, s),
            "fuse_bn_into_conv", type);
    };
    for (const DataType type :
         {DataType::float16, DataType::bfloat16, DataType::float32, DataType::float64}) {
        EXPECT_EQ(scales("2", "3", type), "Mul");
        EXPECT_EQ(scales("0", "3", type), "Mul");
        EXPECT_EQ(batch("2", "3", type), "Conv");
        EXPECT_EQ(batch("0", "3", type), "Conv");
    }
    EXPECT_EQ(scales("300", "300", DataType::float16), "Mul Mul");
    EXPECT_EQ(scales("0.0001", "0.0001", DataType::float16), "Mul Mul");
    EXPECT_EQ(scales("300", "300", DataType::bfloat16), "Mul");
    EXPECT_EQ(scales("1e30", "1e30", DataType::bfloat16), "Mul Mul");
    EXPECT_EQ(scales("1e-30", "1e-30", DataType::bfloat16), "Mul Mul");
    EXPECT_EQ(scales("1e30", "1e30", DataType::float32), "Mul Mul");
    EXPECT_EQ(scales("1e30", "1e30", DataType::float64), "Mul");
    EXPECT_EQ(batch("300", "300", DataType::float16), "Conv BatchNormalization");
    EXPECT_EQ(batch("0.0001", "0.0001", DataType::float16), "Conv BatchNormalization");
    EXPECT_EQ(batch("1e30", "1e30", DataType::float32), "Conv BatchNormalization");
    EXPECT_EQ(batch("1e-30", "1e-30", DataType::float32), "Conv BatchNormalization");
    EXPECT_EQ(left("g (float[2,2] x) => (float[2,2] y) <float c = {1e30}, float[2,2] w = {1, 2, 3, "
                   "1e30}> { a = Mul(x, c) y = MatMul(a, w) }",
                   "fuse_scale_into_weights", DataType::float32),
              "Mul MatMul");
}

TEST(Simplify, AWeightThatBecomesSmallBesideOthersStopsNoFusion) {
    const Model model = parse(
        "g (float[1,2,4,4] x) => (float[1,1,4,4] y) <float[1,2,1,1] w = {1, 2e-38}, float[1] s = "
        "{0.01}, float[1] t = {0}, float[1] v = {1}> { a = Conv(x, w) y = BatchNormalization(a, s, "
        "t, t, v) }");
    const auto result = apply(model, {"fuse_bn_into_conv"});
    ASSERT_TRUE(result);
    EXPECT_EQ(operators(result->model), "Conv");
}

TEST(Simplify, SplitsAlongAnAxisThatItsVersionCanName) {
    for (const int opset : {9, 10, 11}) {
        const Model model = parse(
            "g (float[5,2,2] x) => (float[5,2,2] q, float[5,2,1] k, float[5,2,2] v) <float[2,2] a "
            "= {1, 2, 3, 4}, float[2,1] b = {5, 6}, float[2,2] c = {7, 8, 9, 10}> { q = MatMul(x, "
            "a) k = MatMul(x, b) v = MatMul(x, c) }",
            opset);
        const auto result = apply(model, {"fuse_qkv"});
        ASSERT_TRUE(result);
        ASSERT_EQ(operators(result->model), "MatMul Split");
        expectSame(model, result->model);
        result->model.nodes().forEach([&](NodeId, const auto& node) {
            if (node->is("Split")) {
                EXPECT_EQ(node->intAttribute("axis", 0), opset < 11 ? 2 : -1);
            }
        });
    }
}

TEST(Simplify, AnInitializerThatAnAnnotationNamesIsNotMergedAway) {
    const Model model = parse("g (float[2] x) => (float[2] y) <float a = {2}, float b = {2}> { "
                              "c = Add(x, a) y = Mul(c, b) }");
    ModelEditor editor(model);
    editor.changeGraph(model.mainGraph(), [&](Graph& graph) {
        graph.quantization = {{valueNamed(model, "c"), {{"SCALE_TENSOR", valueNamed(model, "b")}}}};
    });
    const auto result = apply(editor.model(), {"eliminate_duplicate_initializer"});
    ASSERT_TRUE(result) << result.error().message();
    EXPECT_EQ(result->rewrites(), 0U);
    const auto without = apply(model, {"eliminate_duplicate_initializer"});
    ASSERT_TRUE(without) << without.error().message();
    EXPECT_EQ(without->rewrites(), 1U);
}

} // namespace
} // namespace partita
