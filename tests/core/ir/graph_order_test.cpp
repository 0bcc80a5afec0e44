#include "core/ir/graph_order.h"

#include <gtest/gtest.h>

#include "tests/support/models.h"

namespace partita {
namespace {

/// A node with a body in a body comes before the nodes whose results only the inner body reads.
const char* const kNested = R"(
<ir_version: 8, opset_import: ["" : 18]> g (bool c, float[2] x) => (float[2] y) {
  [outer] y = If (c) <
    then_branch = t () => (float[2] a) {
      [inner] a = If (c) <
        then_branch = u () => (float[2] d) { [d] d = Add (late, later) },
        else_branch = v () => (float[2] e) { [e] e = Neg (own) }> [own] own = Abs (x) },
    else_branch = w () => (float[2] f) { [f] f = Identity (late) }>
  [late] late = Neg (x) [later] later = Neg (late) })";

TEST(GraphOrder, WhatBodiesReadAtAnyDepthComesBeforeTheirNode) {
    const Model model = test::modelFromText(kNested);
    GraphOrder order(model);
    const auto id = [&](const char* name) { return test::nodeNamed(model, name); };
    EXPECT_EQ(order.topological(model.mainGraph()),
              (std::vector{id("late"), id("later"), id("outer")}));
    const GraphId then = model.node(id("inner"))->graph;
    EXPECT_EQ(order.topological(then), (std::vector{id("own"), id("inner")}));
    EXPECT_EQ(order.dependencies(id("outer")), (std::vector{id("late"), id("later"), id("late")}))
        << "each as often as it is read";
    EXPECT_EQ(order.dependencies(id("inner")), std::vector{id("own")});
    EXPECT_TRUE(order.holdsBodies(id("outer")) && order.holdsBodies(id("inner")));
    EXPECT_FALSE(order.holdsBodies(id("d")) || order.holdsBodies(id("late")));
}

} // namespace
} // namespace partita
