#include <gtest/gtest.h>

#include "core/session/memory_plan.h"
#include "core/session/partitioner.h"
#include "tests/support/models.h"
#include "tests/support/taking_provider.h"

namespace partita {
namespace {

using test::modelFromText;
using test::nodeNamed;
using test::TakingProvider;

ProviderList list(std::initializer_list<ProviderPtr> providers) { return providers; }

const char* const kChain = R"(<ir_version: 9, opset_import: ["" : 18]>
c (float[1, 8] x) => (float[1, 8] y) {
  [r] a = Relu(x)  [s] b = Sigmoid(a)  [t] c = Tanh(b)  [u] y = Relu(c)
})";

Model typed(const Model& model) {
    ModelEditor editor(model);
    for (const char* name : {"a", "b", "c"})
        editor.changeValue(test::valueNamed(model, name), [](Value& value) {
            value.type = Type::tensor(DataType::float32, Shape{Dim{1, {}, {}}, Dim{8, {}, {}}});
        });
    return editor.model();
}

TEST(Partitioner, FirstComeFirstServed) {
    const Model model = typed(modelFromText(kChain));
    const auto placed = partitionModel(
        model, list({std::make_shared<TakingProvider>("one", std::set<std::string>{"Relu"}),
                     std::make_shared<TakingProvider>("two", std::set<std::string>{"*"})}));
    ASSERT_TRUE(placed);
    EXPECT_EQ(placed->providerOf(nodeNamed(model, "r")), 0U);
    EXPECT_EQ(placed->providerOf(nodeNamed(model, "s")), 1U);
    EXPECT_EQ(placed->verdicts(nodeNamed(model, "r"))[1].code, ReasonCode::takenByHigherPriority);
    EXPECT_EQ(placed->verdicts(nodeNamed(model, "s"))[0].code, ReasonCode::noKernel);
}

TEST(Partitioner, PartitionsAndBoundariesAreCounted) {
    const Model model = typed(modelFromText(kChain));
    const auto placed = partitionModel(
        model, list({std::make_shared<TakingProvider>("one", std::set<std::string>{"Relu"}),
                     std::make_shared<TakingProvider>("two", std::set<std::string>{"*"})}));
    ASSERT_EQ(placed->partitions.size(), 3U);
    EXPECT_EQ(placed->summary.boundaryTensors, 2U);
    EXPECT_EQ(placed->summary.boundaryBytes, 64U);
    EXPECT_EQ(placed->partitions[1].nodes.size(), 2U);
    EXPECT_EQ(placed->headlineText(),
              "one 2/4 nodes (50.0 %) · 2 partitions · 2 boundary tensors · 64 B per run");
}

TEST(Partitioner, AGroupThatLostANodeIsDroppedWhole) {
    const Model model = modelFromText(kChain);
    const auto placed = partitionModel(
        model, list({std::make_shared<TakingProvider>("one", std::set<std::string>{"Sigmoid"}),
                     std::make_shared<TakingProvider>(
                         "group", std::set<std::string>{"Sigmoid", "Tanh", "Relu"},
                         TakingProvider::Claims::oneGroup),
                     std::make_shared<TakingProvider>("rest", std::set<std::string>{"*"})}));
    EXPECT_EQ(placed->providerOf(nodeNamed(model, "t")), 2U);
    EXPECT_EQ(placed->verdicts(nodeNamed(model, "t"))[1].code, ReasonCode::lostGroup);
}

TEST(Partitioner, ANodeExcludedByTheUserGoesToTheNext) {
    const Model model = modelFromText(kChain);
    PartitionOptions options;
    options.excluded.emplace(nodeNamed(model, "r"), "one");
    const auto placed =
        partitionModel(model,
                       list({std::make_shared<TakingProvider>("one", std::set<std::string>{"*"}),
                             std::make_shared<TakingProvider>("two", std::set<std::string>{"*"})}),
                       options);
    EXPECT_EQ(placed->providerOf(nodeNamed(model, "r")), 1U);
    EXPECT_EQ(placed->verdicts(nodeNamed(model, "r"))[0].code, ReasonCode::excludedByUser);
}

TEST(Partitioner, WhatNobodyTakesIsCounted) {
    const Model model = modelFromText(kChain);
    const auto placed = partitionModel(
        model, list({std::make_shared<TakingProvider>("one", std::set<std::string>{"Relu"})}));
    EXPECT_EQ(placed->summary.unassigned, 2U);
    EXPECT_FALSE(placed->providerOf(nodeNamed(model, "s")));
}

TEST(Partitioner, BodiesArePlacedOnTheirOwnUnlessTheirNodeWasCompiled) {
    const char* const text = R"(<ir_version: 9, opset_import: ["" : 18]>
g (bool c, float[2] x) => (float[2] y) {
  [if] y = If(c) < then_branch = t () => (float[2] u) { u = Neg(x) }, else_branch = e () => (float[2] v) { v = Abs(x) } >
})";
    const Model model = modelFromText(text);
    const auto onItsOwn = partitionModel(
        model, list({std::make_shared<TakingProvider>("one", std::set<std::string>{"Neg"}),
                     std::make_shared<TakingProvider>("two", std::set<std::string>{"*"})}));
    EXPECT_EQ(onItsOwn->summary.nodes, 3U);
    EXPECT_EQ(onItsOwn->summary.byProvider, (std::vector<std::size_t>{1, 2}));
    const auto inside = partitionModel(
        model, list({std::make_shared<TakingProvider>("one", std::set<std::string>{"If"},
                                                      TakingProvider::Claims::oneGroup),
                     std::make_shared<TakingProvider>("two", std::set<std::string>{"*"})}));
    EXPECT_EQ(inside->summary.byProvider, (std::vector<std::size_t>{3, 0}));
    EXPECT_EQ(inside->partitions.size(), 1U);
}

TEST(Partitioner, ConstantNodesAreNotPlaced) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[2] x) => (float[2] y) { [k] c = Constant <value_floats = [1.0, 2.0]> ()  y = Add(x, c) })");
    const auto placed = partitionModel(
        model, list({std::make_shared<TakingProvider>("one", std::set<std::string>{"*"})}));
    EXPECT_EQ(placed->summary.nodes, 1U);
    EXPECT_EQ(placed->summary.constants, 1U);
    EXPECT_EQ(placed->verdicts(nodeNamed(model, "k"))[0].code, ReasonCode::constantNode);
}

TEST(MemoryPlan, LiveBuffersNeverShareAByte) {
    constexpr unsigned kSeed = 11;
    SCOPED_TRACE("seed " + std::to_string(kSeed));
    unsigned state = kSeed;
    const auto random = [&state](unsigned below) {
        return (state = state * 1664525U + 1013904223U) / 65536U % below;
    };
    std::vector<Lifetime> lives;
    for (std::size_t i = 0; i < 400; ++i) {
        const std::size_t first = random(300);
        lives.push_back({first, first + random(20), random(5000)});
    }
    const MemoryPlan plan = planMemory(lives);
    std::uint64_t largest = 0;
    for (std::size_t step = 0; step < 320; ++step) {
        std::uint64_t live = 0;
        for (const auto& life : lives)
            live += life.first <= step && step <= life.last ? life.bytes : 0;
        largest = std::max(largest, live);
    }
    for (std::size_t a = 0; a < lives.size(); ++a) {
        EXPECT_LE(plan.offsets[a] + lives[a].bytes, plan.arenaBytes);
        for (std::size_t b = a + 1; b < lives.size(); ++b) {
            const bool together =
                lives[a].first <= lives[b].last && lives[b].first <= lives[a].last;
            const bool apart = plan.offsets[a] + lives[a].bytes <= plan.offsets[b] ||
                               plan.offsets[b] + lives[b].bytes <= plan.offsets[a];
            EXPECT_TRUE(!together || apart) << a << " and " << b;
        }
    }
    EXPECT_LE(plan.arenaBytes, largest * 2);
}

} // namespace
} // namespace partita
