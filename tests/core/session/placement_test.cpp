#include <algorithm>
#include <gtest/gtest.h>

#include "core/data/random_feeds.h"
#include "core/data/value_comparison.h"
#include "core/onnx/infer_shapes.h"
#include "core/rewrite/pass.h"
#include "core/session/placement.h"
#include "core/session/session.h"
#include "core/session/sized_model.h"
#include "core/session/triage.h"
#include "providers/registry.h"
#include "tests/support/models.h"
#include "tests/support/random_models.h"

namespace partita {
namespace {

using test::modelFromText;
using test::nodeNamed;

Model inferred(const std::string& graph) {
    return inferShapesOrWarn(modelFromText("<ir_version: 9, opset_import: [\"\" : 18]>\n" + graph));
}

Partitioning placedAt(const Model& model, OptimizationLevel level = OptimizationLevel::basic) {
    PartitionOptions options;
    options.level = level;
    auto placement = placeModel(model, *makeProviders({}), options);
    EXPECT_TRUE(placement) << placement.error().message();
    return placement ? std::move(placement->ofSource) : Partitioning();
}

std::string why(const Partitioning& placement, const Model& model, std::string_view node) {
    return placement.explain(nodeNamed(model, node)).text();
}

const char* const kExported = R"(g (float[2,4] x) => (float[2,3] y) <float[3,4] w = {
    1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0}> {
  [r] a = Relu(x)  [i] b = Identity(a)  [t] v = Transpose<perm = [1, 0]>(w)  [m] y = MatMul(b, v)
})";

TEST(Placement, WhatIsComputedFromConstantsIsFoldedAndCutsNothing) {
    const Model model = inferred(kExported);
    const Partitioning now = placedAt(model);
    EXPECT_EQ(now.summary.folded, 2U);
    EXPECT_EQ(now.summary.nodes, 2U);
    EXPECT_EQ(now.summary.boundaryTensors, 0U);
    EXPECT_EQ(now.partitions.size(), 1U);
    for (const char* name : {"i", "t"}) {
        EXPECT_TRUE(now.isFolded(nodeNamed(model, name)));
        EXPECT_EQ(now.verdicts(nodeNamed(model, name))[0].code, ReasonCode::folded);
    }
    EXPECT_EQ(why(now, model, "t"), "computed once from constants before nodes are placed");
    EXPECT_EQ(why(now, model, "i"), "Identity changes nothing here: dropped before nodes are "
                                    "placed");
    EXPECT_NE(now.headlineText().find(" · 2 folded"), std::string::npos) << now.headlineText();
}

TEST(Placement, WhatNothingReadsIsUnusedAndNotFolded) {
    const Model model = inferred(R"(g (float[2,4] x, float[2] w) => (float[2] y) {
      [r] a = Relu(x)  [dead] b = Neg(a)  [last] c = Identity(b)
      [sized] d = Abs(x)  [s] n = Shape(d)  [t] m = Cast<to = 1>(n)  [f] y = Add(m, w) })");
    const Partitioning now = placedAt(model);
    for (const char* name : {"r", "dead", "last"}) {
        EXPECT_TRUE(now.isUnused(nodeNamed(model, name))) << name;
        EXPECT_EQ(now.verdicts(nodeNamed(model, name))[0].code, ReasonCode::unused);
        EXPECT_EQ(why(now, model, name), "no node reads its results: dropped before nodes are "
                                         "placed");
    }
    // Its reader was folded: what is written reads it.
    EXPECT_TRUE(now.isFolded(nodeNamed(model, "sized")));
    EXPECT_FALSE(now.isUnused(nodeNamed(model, "sized")));
    EXPECT_EQ(now.summary.folded, 6U);
    EXPECT_EQ(now.summary.unused, 3U);
    EXPECT_NE(now.headlineText().find(" · 3 folded · 3 unused"), std::string::npos)
        << now.headlineText();
    EXPECT_EQ(goneWord(now.summary).text(), "folded or unused");
}

TEST(Placement, ANodeBetweenFoldedOnesMovesWhatItWouldMoveWithoutThem) {
    std::string text = "g (float[2,4] v0) => (float[2,4] y) {";
    for (int i = 0; i < 14; ++i)
        text += i == 7 ? " [i] a = Identity(v7) [m] b = Mish(a) [j] v8 = Identity(b)"
                       : " v" + std::to_string(i + 1) + " = Relu(v" + std::to_string(i) + ")";
    const Model model = inferred(text + " y = Relu(v14) }");
    const Partitioning now = placedAt(model);
    EXPECT_EQ(now.summary.folded, 2U);
    EXPECT_EQ(now.summary.boundaryBytes, 64U);
    const Triage judged = triage(model, now);
    const TriagedNode* mish = judged.find(nodeNamed(model, "m"));
    ASSERT_TRUE(mish);
    EXPECT_EQ(mish->alone.bytes, 64);
    EXPECT_EQ(mish->alone.partitions, 1);
}

TEST(Placement, ASessionCountsTheNodesOfTheModelAsWritten) {
    const Model model = inferred(R"(g (float[2,3,4] x) => (float[2,3,5] y)
        <float[4,5] w = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20},
         float[5] b = {1,2,3,4,5}> { [m] t = MatMul(x, w)  [a] y = Add(t, b) })");
    const ProviderList providers = *makeProviders({{}, {}, {{"min_run_length", "1"}}});
    const auto placement = placeModel(model, providers);
    const auto session = Session::create(model, providers);
    ASSERT_TRUE(placement && session);
    EXPECT_GT(placement->optimized->model.nodes().count(), model.nodes().count());
    EXPECT_EQ((*session)->partitioning().headlineText(), placement->ofSource.headlineText());
}

TEST(Placement, AModelAsWrittenKeepsEveryNode) {
    const Model model = inferred(kExported);
    const Partitioning now = placedAt(model, OptimizationLevel::disabled);
    EXPECT_EQ(now.summary.folded, 0U);
    EXPECT_EQ(now.summary.nodes, 4U);
    EXPECT_FALSE(now.isFolded(nodeNamed(model, "i")));
}

TEST(Placement, ExtendedAndAllPlaceLikeBasic) {
    const Model model = inferred(kExported);
    const std::string basic = placedAt(model).headlineText();
    EXPECT_EQ(placedAt(model, OptimizationLevel::extended).headlineText(), basic);
    EXPECT_EQ(placedAt(model, OptimizationLevel::all).headlineText(), basic);
}

TEST(Placement, NodesThatStayKeepTheirIdsAndTheSourceIsNotChanged) {
    const Model model = inferred(kExported);
    const auto placement = placeModel(model, *makeProviders({}));
    ASSERT_TRUE(placement);
    EXPECT_EQ(model.nodes().count(), 4U);
    const Model& run = placement->optimized->model;
    EXPECT_EQ(run.nodes().count(), 2U);
    for (const char* name : {"r", "m"})
        EXPECT_TRUE(run.node(nodeNamed(model, name)));
    for (const Partition& partition : placement->ofSource.partitions)
        for (const auto* list : {&partition.inputs, &partition.outputs})
            for (const ValueId value : *list)
                EXPECT_TRUE(model.value(value));
}

TEST(Placement, SizesBehindComputedConstantsAreKnownToFiguresOnly) {
    const Model model = inferred(R"(g (float[1,1,4,4] x) => (float[1,2,n,n] y)
      <float[8] p = {0, 0, 1, 1, 0, 0, 1, 1}, float[2,1,3,3] w = {1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9},
       float[2] b = {1, 2}, float[2] s = {1, 2}> {
      f = Floor(p)  i = Cast <to = 7> (f)  [p] r = Pad(x, i)  q = Relu(r)  [c] t = Conv(q, w)
      [n] y = BatchNormalization(t, s, b, b, s) })");
    const auto typeBy = [](const Model& of, const char* node) {
        return of.value(of.node(nodeNamed(of, node))->outputs[0])->type->text();
    };
    EXPECT_NE(typeBy(model, "p"), "1×1×6×6 fp32");
    const auto placement = placeModel(model, *makeProviders({}));
    ASSERT_TRUE(placement);
    ASSERT_FALSE(placement->optimized->model.node(nodeNamed(model, "n"))) << "not merged";
    const Model sized = sizedModel(model, *placement->optimized);
    EXPECT_EQ(typeBy(sized, "p"), "1×1×6×6 fp32");
    EXPECT_EQ(typeBy(sized, "c"), "1×2×4×4 fp32");
    EXPECT_EQ(sized.nodes().count(), model.nodes().count());
    PartitionOptions asWritten;
    asWritten.level = OptimizationLevel::disabled;
    const auto unchanged = placeModel(model, *makeProviders({}), asWritten);
    ASSERT_TRUE(unchanged);
    EXPECT_EQ(typeBy(sizedModel(model, *unchanged->optimized), "p"), typeBy(model, "p"));
}

TEST(Placement, ASizeThatOnePlaceTellsIsThatOfItsSymbolEverywhere) {
    // The Gemm that is placed takes matrices: what it is made of keeps the symbol of the Reshape.
    const Model model = inferred(R"(g (float[4,6,4] x) => (float[k,3,5] y)
      <float[1] h = {8}, int64[2] o = {3, 4}, float[4,5] w = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20},
       float[5] b = {1,2,3,4,5}> {
      f = Floor(h)  i = Cast <to = 7> (f)  s = Concat <axis = 0> (i, o)
      [r] q = Reshape(x, s)  [m] t = MatMul(q, w)  [a] u = Add(t, b)  y = Relu(u) })");
    const auto typeBy = [](const Model& of, const char* node) {
        return of.value(of.node(nodeNamed(of, node))->outputs[0])->type->text();
    };
    EXPECT_NE(typeBy(model, "m"), "8×3×5 fp32");
    const auto placement = placeModel(model, *makeProviders({}));
    ASSERT_TRUE(placement);
    ASSERT_TRUE(placement->optimized->model.node(nodeNamed(model, "m"))->is("Gemm"));
    const Model sized = sizedModel(model, *placement->optimized);
    for (const char* node : {"m", "a"})
        EXPECT_EQ(typeBy(sized, node), "8×3×5 fp32") << node;
}

TEST(Placement, ManyBlocksMayNeedTheSizesOfTheOneBeforeThem) {
    constexpr int kBlocks = 50; // more than there are inferences
    std::string steps = "two = Constant<value = int64[2] {2, 2}>() x0 = Relu(x) ";
    for (int i = 0; i < kBlocks; ++i) {
        const std::string n = std::to_string(i);
        steps += "s" + n + " = Shape(x" + n + ") e" + n + " = Equal(s" + n + ", two) t" + n +
                 " = Where(e" + n + ", two, s" + n + ") r" + n + " = Reshape(x" + n + ", t" + n +
                 ") [b" + n + "] x" + std::to_string(i + 1) + " = Sigmoid(r" + n + ") ";
    }
    const Model model = inferred("g (float[3,4] x) => (float[n] y) { " + steps +
                                 "y = Flatten<axis = 0>(x" + std::to_string(kBlocks) + ") }");
    const auto optimized = optimizeModel(model, OptimizationLevel::basic,
                                         evaluatorOf(*makeProviders({})), FoldConstants::whenRead);
    ASSERT_TRUE(optimized);
    const auto& last = optimized->model.node(nodeNamed(model, "b" + std::to_string(kBlocks - 1)));
    ASSERT_TRUE(last);
    EXPECT_EQ(optimized->model.value(last->outputs[0])->type->text(), "3×4 fp32");
}

TEST(Placement, WhatIsMergedSaysIntoWhat) {
    const Model model = inferred(R"(g (float[2,4] x, float[4,3] w) => (float[2,3] y)
      <float[3] b = {1.0, 2.0, 3.0}> { [m] p = MatMul(x, w)  [a] q = Add(p, b)  [r] y = Relu(q) })");
    const Partitioning now = placedAt(model);
    EXPECT_EQ(why(now, model, "a"), "merged into m before nodes are placed");
    EXPECT_TRUE(now.partition(nodeNamed(model, "m")));
    EXPECT_EQ(now.summary.nodes, 2U);
}

TEST(Placement, AnIfIsNotRefusedForWhatIsFoldedInItsBody) {
    const Model model = inferred(R"(g (bool c, float[4] x) => (float[1,4] y) {
      [if] y = If(c) < then_branch = t () => (float[1,4] u) {
          [k] axes = Constant<value_ints = [0]>() [n] a = Neg(axes) [o] u = Unsqueeze(x, a) },
        else_branch = e () => (float[1,4] v) {
          [l] more = Constant<value_ints = [0]>() v = Unsqueeze(x, more) } > })");
    const Partitioning now = placedAt(model);
    EXPECT_TRUE(now.isFolded(nodeNamed(model, "n")));
    const Partitioning written = placedAt(model, OptimizationLevel::disabled);
    EXPECT_FALSE(written.isFolded(nodeNamed(model, "n")));
    EXPECT_EQ(now.summary.nodes + 1, written.summary.nodes);
}

TEST(Placement, ALargeConstantIsComputedWhenItIsRead) {
    const Model fed = inferred(R"(g (float[1,256] x, float[256,256] w) => (float[1,256] y) {
      [t] v = Transpose<perm = [1, 0]>(w)  [m] y = MatMul(x, v) })");
    ModelEditor editor(fed);
    const ValueId w = test::valueNamed(fed, "w");
    editor.changeGraph(fed.mainGraph(), [&](Graph& graph) { std::erase(graph.inputs, w); });
    std::vector<float> weights(256 * 256);
    weights[1] = 2;
    editor.changeValue(w, [&](Value& value) {
        value.initializer =
            std::make_shared<const Tensor>(Tensor::of(DataType::float32, {256, 256}, weights));
    });
    const Model model = editor.model();
    const auto placement = placeModel(model, *makeProviders({}));
    ASSERT_TRUE(placement);
    const Model& placedAt = placement->optimized->model;
    const auto& turned = placedAt.value(test::valueNamed(placedAt, "v"));
    ASSERT_TRUE(turned->initializer);
    EXPECT_TRUE(turned->initializer->isComputed());
    const auto bytes = elements(*turned->initializer);
    ASSERT_TRUE(bytes) << bytes.error().message();
    EXPECT_EQ(numberAt(DataType::float32, bytes->bytes(), 256), 2.0);
}

TEST(Placement, WhatCannotBeComputedIsNotFolded) {
    const Model model = inferred(R"(g (float[1] x) => (float[1] y, float[N] z, float[M] r) {
      [big] n = Constant<value_ints = [4000000000000]>()
      [c] z = ConstantOfShape<value = float {2.0}>(n)
      [k] i = Constant<value_ints = [7]>()
      [g] o = Gather(i, i)  [u] f = Cast<to = 1>(o)
      [b] lo = Constant<value_float = 0.0>() [e] hi = Constant<value_float = 1e9>()
      [d] by = Constant<value_float = 1.0>() [range] r = Range(lo, hi, by)
      [a] y = Add(x, f) })");
    const Partitioning now = placedAt(model);
    for (const char* name : {"c", "g", "range"})
        EXPECT_FALSE(now.isFolded(nodeNamed(model, name))) << name;
}

TEST(Placement, RandomNumbersAreNotFolded) {
    const Model model = inferred(R"(g (float[2] x) => (float[2] y) {
      [n] r = RandomNormal<shape = [2]>()  y = Add(x, r) })");
    EXPECT_FALSE(placedAt(model).isFolded(nodeNamed(model, "n")));
}

TEST(Placement, EveryNodeIsInOneStateAndTheCountsAddUp) {
    std::mt19937_64 random(7);
    for (int i = 0; i < 60; ++i) {
        const std::string text = test::randomGraphText(random, true);
        SCOPED_TRACE(text);
        const Model model = inferred(text);
        const Partitioning now = placedAt(model);
        std::size_t folded = 0, constants = 0, run = 0;
        model.nodes().forEach([&](NodeId id, const auto& node) {
            const bool isFolded = now.isFolded(id), isPlaced = now.partition(id);
            folded += isFolded;
            run += isPlaced;
            constants += node->is("Constant");
            EXPECT_EQ(isFolded + isPlaced + node->is("Constant"), 1) << node->label();
        });
        EXPECT_EQ(folded, now.summary.folded);
        EXPECT_EQ(run, now.summary.nodes);
        EXPECT_EQ(constants, now.summary.constants);
        for (const BoundaryTensor& boundary : now.boundaries)
            EXPECT_TRUE(model.value(boundary.value));
    }
}

TEST(Placement, ARunGivesTheSameOnEveryLevel) {
    std::mt19937_64 random(11);
    for (int i = 0; i < 40; ++i) {
        const std::string text = test::randomGraphText(random, true);
        SCOPED_TRACE(text);
        const Model model = inferred(text);
        const auto feeds = randomFeeds(model, 3, {{"n", 2}});
        ASSERT_TRUE(feeds);
        const auto run = [&](const PartitionOptions& options) {
            auto session = Session::create(model, *makeProviders({{"cpu"}, {}, {}}), options);
            EXPECT_TRUE(session) << session.error().message();
            return session ? (*session)->run(*feeds) : Result<RunReport>(session.error());
        };
        const auto written = run(PartitionOptions::asWritten()), basic = run({});
        ASSERT_EQ(static_cast<bool>(written), static_cast<bool>(basic));
        if (!written)
            continue;
        ASSERT_EQ(written->outputs.size(), basic->outputs.size());
        for (std::size_t o = 0; o < written->outputs.size(); ++o)
            EXPECT_TRUE(
                compareValues(written->outputs[o], basic->outputs[o], 1e-4, 1e-6, Scale::tensor)
                    .within)
                << written->outputs[o].name;
    }
}

TEST(Placement, AValueOfAFoldedNodeCanStillBeAskedFor) {
    const Model model = inferred(kExported);
    const auto more = withOutputs(model, {"b", "v"});
    ASSERT_TRUE(more);
    auto session = Session::create(*more, *makeProviders({}));
    ASSERT_TRUE(session) << session.error().message();
    const auto report = (*session)->run(*randomFeeds(*more, 1));
    ASSERT_TRUE(report) << report.error().message();
    ASSERT_EQ(report->outputs.size(), 3U);
    EXPECT_EQ(report->outputs[2].name, "v");
    EXPECT_EQ((*elementsAsDoubles(report->outputs[2].tensor))[1], 5.0);
}

/// The operators of the model that is placed, sorted.
std::string placedOperators(const Placement& placement) {
    std::vector<std::string> names;
    placement.optimized->model.nodes().forEach(
        [&](NodeId, const auto& node) { names.push_back(node->opType); });
    std::ranges::sort(names);
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : " ") + name;
    return text;
}

/// The outputs of a run as written and of one as placed are the same.
void expectSameRuns(const Model& model, const ProviderList& providers) {
    const auto feeds = randomFeeds(model, 5, {{"n", 2}});
    ASSERT_TRUE(feeds);
    auto written = Session::create(model, providers, PartitionOptions::asWritten());
    auto placedAt = Session::create(model, providers);
    ASSERT_TRUE(written) << written.error().message();
    ASSERT_TRUE(placedAt) << placedAt.error().message();
    const auto a = (*written)->run(*feeds), b = (*placedAt)->run(*feeds);
    ASSERT_TRUE(a && b);
    for (std::size_t i = 0; i < a->outputs.size(); ++i)
        EXPECT_TRUE(compareValues(a->outputs[i], b->outputs[i], 1e-4, 1e-6, Scale::tensor).within);
}

TEST(Placement, ABatchNormalizationIsFoldedIntoItsConv) {
    const Model model = inferred(R"(g (float[1,1,3,3] x) => (float[1,2,3,3] y)
      <float[2,1,1,1] w = {1.0, 2.0}, float[2] s = {1.0, 3.0}, float[2] b = {0.5, 0.0},
       float[2] m = {0.0, 1.0}, float[2] v = {1.0, 4.0}> {
      [conv] c = Conv(x, w)  [norm] y = BatchNormalization(c, s, b, m, v) })");
    const auto placement = placeModel(model, *makeProviders({}));
    ASSERT_TRUE(placement);
    EXPECT_EQ(placedOperators(*placement), "Conv");
    EXPECT_EQ(why(placement->ofSource, model, "norm"), "merged into conv before nodes are placed");
    expectSameRuns(model, *makeProviders({}));
}

TEST(Placement, AProductOfThreeAxesAndItsSumBecomeGemmBetweenReshapes) {
    const Model model = inferred(R"(g (float[2,5,3] x) => (float[2,5,4] y)
      <float[3,4] w = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 1.0, 2.0, 3.0},
       float[4] b = {1.0, 2.0, 3.0, 4.0}> {
      [r] a = Relu(x)  [product] p = MatMul(a, w)  [sum] y = Add(p, b) })");
    const auto placement = placeModel(model, *makeProviders({}));
    ASSERT_TRUE(placement);
    EXPECT_EQ(placedOperators(*placement), "Gemm Relu Reshape Reshape");
    // The made Reshape is a part of the product; every node of the file has its place.
    EXPECT_EQ(placement->ofSource.summary.nodes, 3U);
    EXPECT_EQ(placement->ofSource.summary.folded, 0U);
    for (const char* name : {"r", "product", "sum"})
        EXPECT_TRUE(placement->ofSource.partition(nodeNamed(model, name))) << name;
    expectSameRuns(model, *makeProviders({}));
}

TEST(Placement, TheProductsOfAttentionBesideANormalizationStay) {
    const Model model = inferred(R"(g (float[1,2,2] x) => (float[1,2,2] y, float[1,2,2] other)
      <float[2,2] w = {1.0, 2.0, 3.0, 4.0}, float[2,2] wk = {2.0, 2.0, 3.0, 4.0},
       float[2,2] wv = {3.0, 2.0, 3.0, 4.0}, float[2] b = {1.0, 2.0}> {
      n = LayerNormalization(x, b, b)
      mq = MatMul(n, w) q = Add(mq, b)  mk = MatMul(n, wk) k = Add(b, mk)
      kt = Transpose<perm = [0, 2, 1]>(k)  mv = MatMul(n, wv) v = Sub(mv, b)
      scores = MatMul(q, kt)  mixed = MatMul(scores, v)
      mo = MatMul(mixed, w) o = Add(mo, b)  y = Add(n, o)
      plain = MatMul(x, w)  other = Add(plain, b) })");
    const auto placement = placeModel(model, *makeProviders({}));
    ASSERT_TRUE(placement);
    // Only the product beside attention, which reads no normalization, is rewritten.
    const std::string operators = placedOperators(*placement);
    EXPECT_EQ(std::ranges::count(operators, 'G'), 1) << operators;
    EXPECT_NE(operators.find("Reshape Reshape"), std::string::npos) << operators;
}

TEST(Placement, AFunctionThatNoDeviceTakesBecomesItsNodes) {
    const Model model = inferred(R"(g (float[4] x) => (float[4] y) {
      [r] a = Relu(x)  b = Tanh(a)  [swish] s = HardSwish(b)  c = Exp(s)  d = Sigmoid(c)
      [n] y = Neg(d) })");
    const auto cpu = makeProviders({{"cpu"}, {}, {}});
    const auto alone = placeModel(model, *cpu);
    ASSERT_TRUE(alone);
    EXPECT_EQ(placedOperators(*alone), "Exp HardSigmoid Mul Neg Relu Sigmoid Tanh");
    EXPECT_EQ(alone->ofSource.summary.nodes, 6U);
    EXPECT_EQ(alone->ofSource.summary.folded, 0U);
    EXPECT_TRUE(alone->ofSource.partition(nodeNamed(model, "swish")));
    expectSameRuns(model, *cpu);
    // A device that has the operator takes it whole, also after a placement without the device.
    const auto both = placeModel(model, *makeProviders({}), {}, {}, alone->optimized);
    ASSERT_TRUE(both);
    EXPECT_EQ(placedOperators(*both), "Exp HardSwish Neg Relu Sigmoid Tanh");
    EXPECT_EQ(both->ofSource.summary.byProvider[0], 6U);
}

TEST(Placement, AFunctionWhoseInputsOnlyARunCanCheckStaysOneNode) {
    const auto operators = [](const std::string& sizeOfB) {
        const Model model =
            modelFromText(R"(<ir_version: 14, opset_import: ["" : 28]> g (float[4] a, float[)" +
                          sizeOfB + "] b) => (float[4] y) { y = SwiGLU(a, b) }");
        const auto placement = placeModel(model, *makeProviders({{"cpu"}, {}, {}}));
        return placement ? placedOperators(*placement) : placement.error().message();
    };
    EXPECT_EQ(operators("4"), "Mul Swish");
    EXPECT_EQ(operators("n"), "SwiGLU"); // whose function would broadcast them
}

TEST(Placement, AFunctionThatIsExcludedFromTheDeviceStaysOneNode) {
    const Model model = inferred(R"(g (float[4] x) => (float[4] y) {
      [r] a = Relu(x)  b = Tanh(a)  [swish] s = HardSwish(b)  c = Exp(s)  d = Sigmoid(c)
      [n] y = Neg(d) })");
    PartitionOptions options;
    options.excluded = {{nodeNamed(model, "swish"), "npu"}};
    const auto placement = placeModel(model, *makeProviders({}), options);
    ASSERT_TRUE(placement);
    EXPECT_EQ(placedOperators(*placement), "Exp HardSwish Neg Relu Sigmoid Tanh");
    EXPECT_EQ(placement->ofSource.providerOf(nodeNamed(model, "swish")), 1U);
}

TEST(Placement, BeforeIr4EveryInitializerIsConstant) {
    const std::string graph = R"(opset_import: ["" : 8]>
      g (float[2,2] x, float[2,2] w) => (float[2,2] y) <float[2,2] w = {1.0, 2.0, 3.0, 4.0}> {
      [t] v = Transpose<perm = [1, 0]>(w)  [a] y = Add(x, v) })";
    const Model old = inferShapesOrWarn(modelFromText("<ir_version: 3, " + graph));
    EXPECT_TRUE(placedAt(old).isFolded(nodeNamed(old, "t")));
    const Model newer = inferShapesOrWarn(modelFromText("<ir_version: 4, " + graph));
    EXPECT_FALSE(placedAt(newer).isFolded(nodeNamed(newer, "t")));
}

TEST(Placement, ANeutralOperandStaysWhereAGraphReturnsTheResult) {
    const Model model = inferred(R"(g (float[2] x) => (float[2] y) <float c = {0.0}> {
      [r] a = Relu(x)  [inside] b = Add(a, c)  [n] d = Neg(b)  [last] y = Add(d, c) })");
    const Partitioning now = placedAt(model);
    EXPECT_TRUE(now.isFolded(nodeNamed(model, "inside")));
    EXPECT_FALSE(now.isFolded(nodeNamed(model, "last")));
}

TEST(Placement, NodesThatReadEqualNumbersAreOne) {
    const Model model = inferred(R"(g (float[2] x) => (float[2] y) {
      c = Constant<value_float = 2.0>()  d = Constant<value_float = 2.0>()
      e = Constant<value_float = 3.0>()
      [a] p = Mul(x, c)  [b] q = Mul(x, d)  [o] r = Mul(x, e)  s = Sum(p, q, r) y = Relu(s) })");
    const Partitioning now = placedAt(model);
    EXPECT_TRUE(now.isFolded(nodeNamed(model, "b")));
    EXPECT_FALSE(now.isFolded(nodeNamed(model, "o")));
}

TEST(Placement, MaxPoolTakesOverOnlyAPaddingWithMinusInfinityAsOnnxRuntimeDoes) {
    const auto isFolded = [](const char* number, const char* axes = "") {
        const Model model = inferred(
            std::string("g (float[1,1,4,4] x) => (float[1,1,3,3] y) <int64[8] p = {0, 0, 1, 1, 0, "
                        "0, 1, 1}, int64[4] k = {0, 1, 2, 3}, float v = {") +
            number + "}> { r = Relu(x) [p] a = Pad(r, p, v" + axes +
            ") y = MaxPool<kernel_shape = [2, 2], strides = [2, 2]>(a) }");
        return placedAt(model).isFolded(nodeNamed(model, "p"));
    };
    EXPECT_FALSE(isFolded("0"));
    EXPECT_TRUE(isFolded("-inf"));
    EXPECT_FALSE(isFolded("-inf", ", k")) << "it reads no list of axes";
}

TEST(OptimizationLevels, HaveOnnxRuntimesNamesAndNumbers) {
    EXPECT_EQ(levelNamed("disabled"), OptimizationLevel::disabled);
    EXPECT_EQ(levelNamed("99"), OptimizationLevel::all);
    EXPECT_EQ(levelNamed("2"), OptimizationLevel::extended);
    EXPECT_EQ(levelNamed("3"), std::nullopt);
    EXPECT_EQ(levelName(OptimizationLevel::basic), "basic");
    for (const std::string& pass : passesOf(OptimizationLevel::basic))
        EXPECT_TRUE(findPass(pass)) << pass;
}

} // namespace
} // namespace partita
