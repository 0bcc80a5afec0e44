#include <gtest/gtest.h>

#include <fmt/format.h>

#include "core/ir/extract.h"
#include "core/ir/function_calls.h"
#include "core/ir/inline_functions.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// A chain of `count` functions. `body` makes the body of a function from the name of the next one;
/// the body of the last function is an operator.
template <class Body> Model chain(int count, Body&& body) {
    std::string text = R"(<ir_version: 10, opset_import: ["" : 17, "f" : 1]>
        g (float[2] x) => (float[2] y) { y = f.step0(x) })";
    for (int i = 0; i < count; ++i)
        text +=
            fmt::format("<domain: \"f\", opset_import: [\"\" : 17, \"f\" : 1]> step{} (x) => (y)"
                        " {{ {} }}\n",
                        i, i + 1 < count ? body(fmt::format("f.step{}", i + 1)) : "y = Neg(x)");
    return test::modelFromText(text);
}

std::string once(const std::string& next) { return fmt::format("t = Abs(x) y = {}(t)", next); }
std::string twice(const std::string& next) { return fmt::format("t = {0}(x) y = {0}(t)", next); }
std::string inABody(const std::string& next) {
    return fmt::format("c = Constant<value_int = 1>() d = Cast<to = 9>(c) y = If (d) <"
                       "then_branch = a () => (p) {{ p = {0}(x) }},"
                       "else_branch = b () => (q) {{ q = {0}(x) }}>",
                       next);
}

TEST(FunctionCalls, TenThousandFunctionsThatCallEachOtherInAChainAreInlined) {
    const Model model = chain(10'000, once);
    const auto size = inlinedSize(model);
    ASSERT_TRUE(size) << size.error().message();
    EXPECT_EQ(size->nodes, 10'000U);
    const auto inlined = inlineFunctions(model);
    ASSERT_TRUE(inlined) << inlined.error().message();
    EXPECT_EQ(inlined->nodes().count(), 10'000U);
    inlined->values().forEach(
        [](ValueId, const auto& value) { EXPECT_LT(value->name.size(), 1000U); });
    inlined->nodes().forEach([](NodeId, const auto& node) { EXPECT_LT(node->name.size(), 1000U); });
}

TEST(FunctionCalls, FunctionsThatDoubleAreRefusedBeforeAnythingGrows) {
    for (const int depth : {31, 60, 100}) {
        const Model model = chain(depth, twice);
        const auto size = inlinedSize(model);
        ASSERT_TRUE(size);
        EXPECT_EQ(size->nodes, depth > 64 ? std::numeric_limits<std::uint64_t>::max()
                                          : std::uint64_t{1} << (depth - 1));
        const auto inlined = inlineFunctions(model);
        ASSERT_FALSE(inlined);
        EXPECT_EQ(inlined.error().code, Errc::unsupported);
        EXPECT_NE(inlined.error().message().find("unfold to more than"), std::string::npos);
    }
}

TEST(FunctionCalls, WhatIsCountedIsWhatInliningMakes) {
    for (const Model& model : {chain(8, twice), chain(3, inABody), chain(1, once)}) {
        const auto size = inlinedSize(model);
        ASSERT_TRUE(size);
        const auto inlined = inlineFunctions(model);
        ASSERT_TRUE(inlined) << inlined.error().message();
        EXPECT_EQ(inlined->nodes().count(), size->nodes);
    }
    EXPECT_EQ(inlinedSize(chain(3, inABody))->nesting, 2U);
}

TEST(FunctionCalls, BodiesInFunctionsInBodiesNestNoDeeperThanAFileMay) {
    const auto oneBranch = [](const std::string& next) {
        return fmt::format("c = Constant<value_int = 1>() d = Cast<to = 9>(c) y = If (d) <"
                           "then_branch = a () => (p) {{ p = {0}(x) }},"
                           "else_branch = b () => (q) {{ q = Neg(x) }}>",
                           next);
    };
    EXPECT_TRUE(inlineFunctions(chain(60, oneBranch)));
    const auto tooDeep = inlineFunctions(chain(70, oneBranch));
    ASSERT_FALSE(tooDeep);
    EXPECT_NE(tooDeep.error().message().find("nest more than 64 levels"), std::string::npos);
}

TEST(FunctionCalls, AFunctionThatCallsItselfIsRefusedWhereItIsCalled) {
    const Model model = test::modelFromText(R"(<ir_version: 10, opset_import: ["" : 17, "f" : 1]>
        g (float[2] x) => (float[2] y) { y = f.a(x) }
        <domain: "f", opset_import: ["" : 17, "f" : 1]> a (x) => (y) { y = f.b(x) }
        <domain: "f", opset_import: ["" : 17, "f" : 1]> b (x) => (y) { y = f.a(x) })");
    const auto inlined = inlineFunctions(model);
    ASSERT_FALSE(inlined);
    EXPECT_NE(inlined.error().message().find("calls itself"), std::string::npos);
}

TEST(FunctionCalls, AnOutputThatTheCallLeavesOutIsStillReadInside) {
    const Model model = test::modelFromText(R"(<ir_version: 10, opset_import: ["" : 17, "f" : 1]>
        g (float[2] x) => (float[2] y) { , y = f.a(x) }
        <domain: "f", opset_import: ["" : 17]> a (x) => (r, y) { r = Relu(x) y = Neg(r) })");
    const auto inlined = inlineFunctions(model);
    ASSERT_TRUE(inlined) << inlined.error().message();
    const auto nodes = inlined->nodesOf(inlined->mainGraph());
    ASSERT_EQ(nodes.size(), 2U);
    const auto negation = inlined->node(nodes[1]);
    EXPECT_EQ(negation->opType, "Neg");
    EXPECT_EQ(inlined->producer(negation->inputs[0]), nodes[0]);
}

TEST(FunctionCalls, APartOfAModelKeepsTheFunctionsThatItCalls) {
    for (const Model& model : {chain(3, twice), chain(3, inABody)}) {
        const std::vector<ValueId> inputs = model.graph(model.mainGraph())->inputs,
                                   outputs = model.graph(model.mainGraph())->outputs;
        const auto part = extractSubgraph(model, model.mainGraph(),
                                          nodesBetween(model, inputs, outputs), inputs, outputs);
        ASSERT_TRUE(part) << part.error().message();
        EXPECT_EQ(part->info().functions.size(), 3U);
        EXPECT_EQ(inlinedSize(*part)->nodes, inlinedSize(model)->nodes);
        const auto inlined = inlineFunctions(*part);
        ASSERT_TRUE(inlined) << inlined.error().message();
        EXPECT_EQ(inlined->nodes().count(), inlinedSize(model)->nodes);
    }
    const Model plain = test::modelFromText(R"(<ir_version: 10, opset_import: ["" : 17, "f" : 1]>
        g (float[2] x) => (float[2] y) { a = Neg(x) y = f.f(a) }
        <domain: "f", opset_import: ["" : 17]> f (p) => (q) { q = Abs(p) })");
    const std::vector<ValueId> from{test::valueNamed(plain, "x")}, to{test::valueNamed(plain, "a")};
    const auto part =
        extractSubgraph(plain, plain.mainGraph(), nodesBetween(plain, from, to), from, to);
    ASSERT_TRUE(part);
    EXPECT_TRUE(part->info().functions.empty()) << "it is not called";
}

} // namespace
} // namespace partita
