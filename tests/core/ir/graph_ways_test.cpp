#include "core/ir/graph_ways.h"

#include <gtest/gtest.h>

#include "tests/support/models.h"

namespace partita {
namespace {

using Names = std::vector<std::string>;

class Ways : public testing::Test {
protected:
    void read(const std::string& text) { model = test::modelFromText(text); }
    NodeId node(const char* name) { return test::nodeNamed(model, name); }
    Names names(const std::vector<NodeId>& nodes) {
        Names all;
        for (const NodeId each : nodes)
            all.push_back(model.node(each)->name);
        return all;
    }
    Model model;
};

// a → b → c → e and a → d → e; f reads only the input.
constexpr const char* kTwoWays = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[2] x) => (float[2] y, float[2] z) {
      [a] ta = Relu(x)  [b] tb = Neg(ta)  [c] tc = Abs(tb)  [d] td = Exp(ta)
      [e] y = Add(tc, td)  [f] z = Tanh(x) })";

class WaysOfTwo : public Ways {
protected:
    WaysOfTwo() { read(kTwoWays); }
};

TEST_F(WaysOfTwo, TheShortestWayGoesWithTheData) {
    EXPECT_EQ(names(shortestWay(model, node("a"), node("e"))), (Names{"a", "d", "e"}));
    EXPECT_EQ(names(shortestWay(model, node("e"), node("a"))), (Names{"a", "d", "e"}));
    EXPECT_EQ(names(shortestWay(model, node("b"), node("b"))), Names{"b"});
}

TEST_F(WaysOfTwo, AllWaysHoldTheNodesOfEachOfThem) {
    EXPECT_EQ(names(allWays(model, node("a"), node("e"))), (Names{"a", "b", "c", "d", "e"}));
    EXPECT_EQ(names(allWays(model, node("c"), node("b"))), (Names{"b", "c"}));
}

TEST_F(WaysOfTwo, NodesThatDoNotFeedEachOtherHaveNoWay) {
    EXPECT_TRUE(shortestWay(model, node("b"), node("d")).empty());
    EXPECT_TRUE(allWays(model, node("a"), node("f")).empty());
    EXPECT_TRUE(shortestWay(model, node("a"), NodeId{999}).empty());
    EXPECT_TRUE(shortestWay(model, NodeId{}, node("a")).empty());
}

TEST_F(WaysOfTwo, PredecessorsAndSuccessorsIncludeTheNodesTheyBeginAt) {
    EXPECT_EQ(names(reachableFrom(model, {node("c")}, Way::back)), (Names{"a", "b", "c"}));
    EXPECT_EQ(names(reachableFrom(model, {node("d")}, Way::forth)), (Names{"d", "e"}));
    EXPECT_EQ(names(reachableFrom(model, {node("b"), node("f")}, Way::back)),
              (Names{"a", "b", "f"}));
}

TEST_F(WaysOfTwo, ABorderIsNotPassed) {
    const auto within = [&](NodeId id) { return id != node("b"); };
    EXPECT_EQ(names(reachableFrom(model, {node("e")}, Way::back, within)),
              (Names{"a", "c", "d", "e"}));
    EXPECT_EQ(names(reachableFrom(model, {node("c")}, Way::back, within)), Names{"c"});
}

TEST_F(Ways, LeadThroughBodies) {
    read(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (int64 n, bool c, float[2] x) => (float[2] y) {
          [first] a = Relu(x)  [other] o = Exp(x)
          [loop] b = Loop(n, c, a) <body = b (int64 i, bool k, float[2] p) => (bool l, float[2] q)
            { [same] l = Identity(k)  [neg] m = Neg(p)  [sum] q = Add(m, o) }>
          [last] y = Abs(b) })");
    EXPECT_EQ(names(shortestWay(model, node("first"), node("last"))),
              (Names{"first", "loop", "last"}));
    EXPECT_EQ(names(shortestWay(model, node("first"), node("neg"))),
              (Names{"first", "loop", "neg"}));
    EXPECT_EQ(names(shortestWay(model, node("other"), node("last"))), // captured by the body
              (Names{"other", "sum", "loop", "last"}));
    const auto all = reachableFrom(model, {node("last")}, Way::back);
    EXPECT_EQ(all.size(), 7U);
}

TEST_F(Ways, WhatOnlyUnreadNodesReadIsUnread) {
    read(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x, bool c) => (float[2] y) {
          [a] ta = Relu(x)  [b] tb = Neg(ta)  [twice] tt = Mul(tb, tb)  [y] y = Abs(ta)
          [if] i = If(c) <
            then_branch = t () => (float[2] u) { [inner] u = Exp(tt) },
            else_branch = e () => (float[2] v) { v = Exp(tt) } > })");
    std::vector<NodeId> unread;
    const std::vector<bool> all = unreadNodes(model);
    model.nodes().forEach([&](NodeId id, const auto& each) {
        if (all[id.value] && !each->name.empty())
            unread.push_back(id);
    });
    EXPECT_EQ(names(unread), (Names{"b", "twice", "if", "inner"}));
}

} // namespace
} // namespace partita
