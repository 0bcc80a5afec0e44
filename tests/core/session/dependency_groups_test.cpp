#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <random>

#include "core/session/partitioner.h"
#include "tests/support/models.h"
#include "tests/support/taking_provider.h"

namespace partita {
namespace {

using test::modelFromText;
using test::nodeNamed;
using test::TakingProvider;

ProviderPtr provider(const char* id, std::set<std::string> ops, bool compiles) {
    return std::make_shared<TakingProvider>(id, std::move(ops),
                                            compiles ? TakingProvider::Claims::compiledRuns
                                                     : TakingProvider::Claims::runs);
}

Partitioning placedBy(const Model& model, const ProviderList& providers, Grouping grouping) {
    PartitionOptions options;
    options.grouping = grouping;
    auto result = partitionModel(model, providers, options);
    EXPECT_TRUE(result);
    return *std::move(result);
}

/// Whether partitions depend on each other in a cycle.
bool hasCycle(const Model& model, const Partitioning& placedBy) {
    std::vector<std::set<std::uint32_t>> needs(placedBy.partitions.size() + 1);
    model.nodes().forEach([&](NodeId id, const auto& node) {
        for (const ValueId input : node->inputs) {
            const NodeId producer = model.producer(input);
            const std::uint32_t from = producer ? placedBy.partitionOf[producer.value] : 0;
            if (from && from != placedBy.partitionOf[id.value])
                needs[placedBy.partitionOf[id.value]].insert(from);
        }
    });
    std::vector<int> state(needs.size());
    const std::function<bool(std::uint32_t)> visit = [&](std::uint32_t at) {
        if (state[at] == 1)
            return true;
        if (state[at] == 2)
            return false;
        state[at] = 1;
        const bool found = std::ranges::any_of(needs[at], visit);
        state[at] = 2;
        return found;
    };
    for (std::uint32_t at = 1; at < needs.size(); ++at)
        if (visit(at))
            return true;
    return false;
}

/// A graph of additions, multiplications and subtractions of earlier values.
Model randomGraph(std::mt19937_64& random, std::size_t nodes) {
    constexpr const char* kOperators[] = {"Add", "Mul", "Sub"};
    std::string text =
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[2] v0, float[2] v1) => (float[2] v" +
        std::to_string(nodes + 1) + ") {\n";
    for (std::size_t i = 2; i < nodes + 2; ++i) {
        const auto earlier = [&] {
            const std::size_t reach = std::min<std::size_t>(i, 12);
            return "v" + std::to_string(i - 1 - random() % reach);
        };
        text += "[n" + std::to_string(i) + "] v" + std::to_string(i) + " = " +
                kOperators[random() % 3] + "(" + earlier() + ", " + earlier() + ")\n";
    }
    return modelFromText(text + "}");
}

// Two chains in the order of a depth-first export: a1 m1 a2 | a3 m2 a4, joined by the last Add.
const char* const kTwoChains = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[2] x) => (float[2] y) {
  [a1] a = Add(x, x) [m1] b = Mul(a, a) [a2] c = Add(b, b)
  [a3] d = Add(x, x) [m2] e = Mul(d, d) [a4] f = Add(e, e)
  [end] y = Add(c, f)
})";

TEST(DependencyGroups, NodesOfOneProviderJoinAcrossOthersThatTheyDoNotNeed) {
    const Model model = modelFromText(kTwoChains);
    const ProviderList providers{provider("adds", {"Add"}, true), provider("rest", {"*"}, false)};
    const Partitioning before = placedBy(model, providers, Grouping::topological);
    EXPECT_EQ(before.partitions.size(), 5U);
    const Partitioning after = placedBy(model, providers, Grouping::dependency);
    EXPECT_EQ(after.partitions.size(), 3U);
    EXPECT_EQ(after.partition(nodeNamed(model, "a1")), after.partition(nodeNamed(model, "a3")));
    EXPECT_EQ(after.partition(nodeNamed(model, "m1")), after.partition(nodeNamed(model, "m2")));
    EXPECT_FALSE(hasCycle(model, after));
}

TEST(DependencyGroups, PartitionsOfRandomGraphsNeverWaitForThemselves) {
    constexpr unsigned kSeed = 31;
    SCOPED_TRACE("seed " + std::to_string(kSeed));
    std::mt19937_64 random(kSeed);
    std::size_t fewer = 0;
    for (int round = 0; round < 40; ++round) {
        const Model model = randomGraph(random, 40);
        for (const bool compiles : {false, true}) {
            const ProviderList two{provider("adds", {"Add"}, compiles),
                                   provider("rest", {"*"}, false)};
            const ProviderList three{provider("adds", {"Add"}, true),
                                     provider("products", {"Mul"}, compiles),
                                     provider("rest", {"*"}, false)};
            for (const ProviderList& providers : {two, three})
                for (const Grouping grouping : {Grouping::topological, Grouping::dependency}) {
                    const Partitioning result = placedBy(model, providers, grouping);
                    EXPECT_FALSE(hasCycle(model, result)) << "round " << round;
                    EXPECT_EQ(result.summary.nodes, 40U);
                    EXPECT_EQ(result.summary.unassigned, 0U);
                }
            const std::size_t before =
                                  placedBy(model, two, Grouping::topological).partitions.size(),
                              after = placedBy(model, two, Grouping::dependency).partitions.size();
            EXPECT_LE(after, before) << "round " << round;
            fewer += after < before;
        }
    }
    EXPECT_GT(fewer, 0U);
}

TEST(DependencyGroups, PartitionsAreInAnOrderInWhichTheyCanRun) {
    std::mt19937_64 random(7);
    for (int round = 0; round < 20; ++round) {
        const Model model = randomGraph(random, 30);
        const Partitioning result =
            placedBy(model, {provider("adds", {"Add"}, true), provider("rest", {"*"}, false)},
                     Grouping::dependency);
        std::set<ValueId> made;
        for (const ValueId input : model.graph(model.mainGraph())->inputs)
            made.insert(input);
        for (const Partition& partition : result.partitions)
            for (const NodeId id : partition.nodes) {
                for (const ValueId input : model.node(id)->inputs)
                    EXPECT_TRUE(made.contains(input));
                for (const ValueId output : model.node(id)->outputs)
                    made.insert(output);
            }
    }
}

} // namespace
} // namespace partita
