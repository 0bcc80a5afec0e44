// Constants that are folded before nodes are placed.

#include <chrono>
#include <cstdlib>
#include <gtest/gtest.h>

#include "core/onnx/infer_shapes.h"
#include "core/session/placement.h"
#include "core/tasks/runs/runner.h"
#include "providers/fenced_constants.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

Model fencedModel(const std::string& body) {
    return *inferShapes(test::modelFromText("<ir_version: 9, opset_import: [\"\" : 18]>\n" + body));
}

TEST(FoldedConstants, OfAConstantThatIsReadLaterAreComputedAtOnce) {
    // The transposed tensor is too large to be computed at once, the sum of it is not.
    const Model large = fencedModel(R"(g (float[4] x) => (float[4] y) {
      n = Constant <value = int64[2] {150, 250}> ()
      w = ConstantOfShape <value = float[1] {2}> (n)
      [turn] t = Transpose(w)
      [sum] s = ReduceSum <keepdims = 0> (t)
      [use] y = Mul(x, s) })");
    const auto placed = placeModel(large, *makeProviders({}));
    ASSERT_TRUE(placed);
    EXPECT_TRUE(placed->ofSource.isFolded(test::nodeNamed(large, "sum")));
}

TEST(FencedConstants, AreFoldedAsInThisProcess) {
    const Model small = fencedModel(R"(g (float[4] x) => (float[4] y) {
      a = Constant <value = float[4] {1, 2, 3, 4}> ()
      [sum] s = Add(a, a)
      [use] y = Mul(x, s) })");
    const ProviderList providers = *makeProviders({});
    const auto here = placeModel(small, providers),
               fenced = placeModel(small, withFencedConstants(providers));
    ASSERT_TRUE(here && fenced);
    EXPECT_TRUE(fenced->ofSource.isFolded(test::nodeNamed(small, "sum")));
    EXPECT_EQ(fenced->ofSource.summary.folded, here->ofSource.summary.folded);
}

TEST(FencedConstants, ReachTheRunnerWhereTheyAreComputedThemselves) {
    const Model whole = fencedModel(R"(g (float[2] x) => (float[2] y) <float[2] w = {1, 2}> {
      [sum] s = Add(w, w)
      [use] y = Mul(x, s) })");
    ModelEditor editor(whole); // its file has no weights: numbers that are made stand in
    editor.changeValue(test::valueNamed(whole, "w"), [](Value& value) {
        auto empty = std::make_shared<Tensor>(*value.initializer);
        empty->payload = {};
        value.initializer = std::move(empty);
    });
    const auto fenced = placeModel(editor.model(), withFencedConstants(*makeProviders({})));
    ASSERT_TRUE(fenced);
    EXPECT_TRUE(fenced->ofSource.isFolded(test::nodeNamed(whole, "sum")));
}

TEST(FencedConstants, ThatTakeTooLongFailAndThoseAfterThemAtOnce) {
    const Model sum = fencedModel(R"(g (float[2] x) => (float[2] y) <float[2] w = {1, 2}> {
      [sum] s = Add(w, w)
      [use] y = Mul(x, s) })");
    const Node& node = *sum.node(test::nodeNamed(sum, "sum"));
    ::setenv("PARTITA_RUNNER_FAULT", "loop", 1);
    RunnerEvaluator evaluator({}, std::chrono::milliseconds(300));
    const auto first = evaluator.evaluate(sum, node, 1 << 20);
    ::unsetenv("PARTITA_RUNNER_FAULT");
    ASSERT_FALSE(first);
    EXPECT_EQ(first.error().what.text(), "it takes too long to compute");
    EXPECT_FALSE(evaluator.crash());
    const auto again = evaluator.evaluate(sum, node, 1 << 20);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().what.text(), "it takes too long to compute");
}

} // namespace
} // namespace partita
