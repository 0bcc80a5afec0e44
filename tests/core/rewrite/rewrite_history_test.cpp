// The history of a simplification goes to any state and undoes single rewrites.

#include <gtest/gtest.h>

#include "core/rewrite/node_sources.h"
#include "tests/support/passes.h"

namespace partita {
namespace {

using namespace test;

TEST(RewriteHistory, GoesToAnyStateAndFindsTheFirstBadOne) {
    const Model model =
        parse("g (float[2] x) => (float[2] y) { a = Identity(x) b = Identity(a) c = "
              "Identity(b) y = Relu(c) }");
    auto result = apply(model, {"eliminate_identity"});
    ASSERT_TRUE(result);
    RewriteHistory history(model, *std::move(result));
    ASSERT_EQ(history.size(), 3U);
    EXPECT_EQ(operators(history.at(3)), "Relu");
    EXPECT_EQ(operators(history.at(1)), "Identity Identity Relu");
    EXPECT_TRUE(diff(history.at(0), model).empty());
    EXPECT_EQ(history.dependents(0), (std::vector<std::size_t>{1, 2}));
    EXPECT_TRUE(history.dependents(2).empty());
    const auto few = [](const Model& at) -> Result<bool> { return countNodes(at) > 2; };
    const auto found = bisect(history, few);
    ASSERT_TRUE(found);
    EXPECT_EQ(**found, 1U); // after two of three, two nodes are left
    const auto none = bisect(history, [](const Model&) -> Result<bool> { return true; });
    EXPECT_FALSE(*none);
}

TEST(RewriteHistory, UndoesARewriteInTheMiddleWithWhatBuildsOnIt) {
    const Model model = parse(
        "g (float[1,2,4,4] x) => (float[1,2,4,4] y, float[1,2,4,4] z) <float[2,2,1,1] w = {1, 2, "
        "3, 4}, float b = {2}> { i = Identity(x) a = Conv(i, w) y = Add(a, b) j = Identity(x) z = "
        "Relu(j) }");
    auto result = apply(model, {"eliminate_identity", "fuse_add_bias_into_conv"});
    ASSERT_TRUE(result);
    const RewriteHistory history(model, *std::move(result));
    ASSERT_EQ(history.size(), 3U);
    // The Conv reads the result of the first Identity and was changed later.
    EXPECT_EQ(history.dependents(0), std::vector<std::size_t>{2});
    EXPECT_TRUE(history.dependents(1).empty());
    const RewriteHistory one = history.without(1), two = history.without(0);
    EXPECT_EQ(one.size(), 2U);
    EXPECT_EQ(operators(one.result().model), "Conv Identity Relu");
    EXPECT_EQ(two.size(), 1U);
    EXPECT_EQ(operators(two.result().model), "Identity Conv Add Relu");
    for (const RewriteHistory* each : {&one, &two})
        expectSame(model, each->result().model);
}

TEST(RewriteHistory, UndoesWhatReadsWhatWouldBeGone) {
    const Model model =
        parse("g (float[2] x) => (float[1,1,2] y, float[1,1,2] z) <int64[1] a = {0}> { s = "
              "Unsqueeze(x, a) y = Unsqueeze(s, a) t = Unsqueeze(x, a) z = Unsqueeze(t, a) }");
    // The constant of the second fusion equals that of the first and is removed.
    auto result = apply(model, {"fuse_consecutive_unsqueezes", "eliminate_duplicate_initializer"});
    ASSERT_TRUE(result);
    const RewriteHistory history(model, *std::move(result));
    ASSERT_EQ(history.size(), 3U);
    EXPECT_EQ(history.dependents(0), std::vector<std::size_t>{2});
    expectSame(model, history.without(0).result().model);
}

TEST(RewriteHistory, TellsWhatANodeWasMadeOf) {
    const Model model = parse(
        "g (float[1,2,4,4] x) => (float[1,2,4,4] y) <float[2,2,1,1] w = {1, 2, 3, 4}, float b = "
        "{2}> { i = Identity(x) a = Conv(i, w) d = Add(a, b) y = Relu(d) }");
    auto result = apply(model, {"eliminate_identity", "fuse_add_bias_into_conv"});
    ASSERT_TRUE(result);
    const RewriteHistory history(model, *std::move(result));
    const auto sourcesOfFirst = [&](const char* op) {
        std::string text;
        history.result().model.nodes().forEach([&](NodeId id, const auto& node) {
            if (!node->is(op))
                return;
            const NodeSources sources = sourcesOf(history, id);
            text = sources.pass + ":";
            for (const NodeId source : sources.nodes)
                text += " " + history.start().node(source)->opType.str();
        });
        return text;
    };
    EXPECT_EQ(sourcesOfFirst("Conv"), "fuse_add_bias_into_conv: Conv Add");
    EXPECT_EQ(sourcesOfFirst("Relu"), ": Relu") << "it is as it was";
}

} // namespace
} // namespace partita
