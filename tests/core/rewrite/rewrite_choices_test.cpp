// What a recipe gets to leave rewrites out, and where a rewrite is seen.

#include <gtest/gtest.h>

#include "core/rewrite/rewrite_choices.h"
#include "core/rewrite/seen_rewrite.h"
#include "tests/support/passes.h"

namespace partita {
namespace {

using namespace test;

/// Three Identity nodes in a row, all of which one pass takes out in one round.
Model identityChain() {
    return parse("g (float[2] x) => (float[2] y) { [one] a = Identity(x) [two] b = Identity(a) "
                 "[three] c = Identity(b) [last] y = Relu(c) }");
}

RewriteHistory historyOf(const Model& model, const std::vector<std::string>& passes) {
    return {model, *apply(model, passes)};
}

/// The operators of what a recipe of the same passes without some rewrites makes.
std::string without(const Model& model, const std::vector<std::string>& passes,
                    std::vector<Recipe::Skip> skips) {
    Recipe recipe;
    recipe.passes = passes;
    recipe.skips = std::move(skips);
    const auto made = applyRecipe(model, recipe, {});
    return made ? operators(made->model) : made.error().message();
}

TEST(RewriteChoices, ARewriteAloneIsLeftOut) {
    const Model model = identityChain();
    const RewriteHistory history = historyOf(model, {"eliminate_identity"});
    ASSERT_EQ(history.size(), 3U);
    for (std::size_t step = 0; step < 3; ++step)
        EXPECT_EQ(without(model, {"eliminate_identity"}, {skipOf(history, step)}), "Identity Relu")
            << step;
}

TEST(RewriteChoices, FromARewriteOnItsPassMakesNone) {
    const Model model = identityChain();
    RewriteHistory history = historyOf(model, {"eliminate_identity"});
    ASSERT_EQ(history.size(), 3U);
    for (std::size_t step = 0; step < 3; ++step)
        EXPECT_EQ(without(model, {"eliminate_identity"}, skipsFrom(history, step)),
                  operators(history.at(step)))
            << step;
    EXPECT_EQ(skipsFrom(history, 1).back(), (Recipe::Skip{"eliminate_identity", "*", 0, 2}));
}

TEST(RewriteChoices, TheRecipeOfAnUndoMakesTheModelWithoutTheRewriteAndWhatBuildsOnIt) {
    const Model model = parse(
        "g (float[1,2,4,4] x) => (float[1,2,4,4] y, float[1,2,4,4] z) <float[2,2,1,1] w = {1, 2, "
        "3, 4}, float b = {2}> { [i] i = Identity(x) [a] a = Conv(i, w) [y] y = Add(a, b) [j] j = "
        "Identity(x) [z] z = Relu(j) }");
    const std::vector<std::string> passes{"eliminate_identity", "fuse_add_bias_into_conv"};
    const RewriteHistory history = historyOf(model, passes);
    ASSERT_EQ(history.size(), 3U);
    ASSERT_EQ(skipsOfUndo(history, 0).size(), 2U) << "the fusion reads what the Identity gave";
    EXPECT_EQ(skipsOfUndo(history, 1).size(), 1U);
    for (std::size_t step = 0; step < 3; ++step)
        EXPECT_EQ(without(model, passes, skipsOfUndo(history, step)),
                  operators(history.without(step).result().model))
            << step;
}

TEST(SeenRewrite, IsTheLastThatChangesMoreThanConstants) {
    const Model model = parse("g (float[2] x) => (float[2] y) <float[2] w = {1, 2}> { [one] a = "
                              "Identity(x) [last] y = Relu(a) }");
    RewriteHistory history =
        historyOf(model, {"eliminate_identity", "eliminate_unused_initializer"});
    ASSERT_EQ(history.size(), 2U);
    EXPECT_EQ(lastSeenRewrite(history, 0, 2), std::optional<std::size_t>(0));
    EXPECT_EQ(lastSeenRewrite(history, 1, 2), std::nullopt);
    EXPECT_EQ(lastSeenRewrite(history, 0, 0), std::nullopt);
}

TEST(SeenRewrite, IsLookedAtWhereItIsAndAtANodeThatIsLeft) {
    const Model model = identityChain();
    RewriteHistory history = historyOf(model, {"eliminate_identity"});
    const Model before = history.at(0), after = history.at(1);
    const Rewrite& rewrite = history.rewrite(0);
    const GraphId graph = graphOfRewrite(rewrite, before, after);
    EXPECT_EQ(graph, model.mainGraph());
    const NodeId node = nodeOfRewrite(rewrite, after, graph);
    ASSERT_TRUE(after.node(node));
    EXPECT_EQ(after.node(node)->name, "two") << "it reads what the Identity read";
}

} // namespace
} // namespace partita
