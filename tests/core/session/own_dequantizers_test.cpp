// Each reader of a DequantizeLinear has one of its own, as in a session of ONNX Runtime.

#include <gtest/gtest.h>
#include <set>

#include "core/onnx/infer_shapes.h"
#include "core/session/own_dequantizers.h"
#include "core/session/placement.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::modelFromText;
using test::nodeNamed;

Model quantized(const std::string& interface, const std::string& steps) {
    return inferShapesOrWarn(modelFromText("<ir_version: 9, opset_import: [\"\" : 17]> g (" +
                                           interface + ") <float s = {0.5}, uint8 z = {0}> {" +
                                           steps + "}"));
}

/// The operators of the main graph, each with what it reads.
std::set<std::string> steps(const Model& model) {
    std::set<std::string> found;
    for (const NodeId id : model.nodesOf(model.mainGraph())) {
        const Node& node = *model.node(id);
        std::string text = node.name + " ";
        for (const ValueId input : node.inputs)
            text += model.value(input)->name + " ";
        found.insert(text + "> " + model.value(node.outputs[0])->name);
    }
    return found;
}

// Each case was asked of ONNX Runtime 1.32.
TEST(OwnDequantizers, AreMadeForEveryReaderButTheFirst) {
    const struct {
        const char *interface, *steps;
        std::set<std::string> expected;
    } cases[] = {
        {"uint8[1, 4] q) => (float[1, 4] a, float[1, 4] b",
         "[d] d = DequantizeLinear(q, s, z) [a] a = Relu(d) [b] b = Neg(d)",
         {"d q s z > d", "d/duplicated q s z > d/duplicated", "a d > a", "b d/duplicated > b"}},
        {"uint8[1, 4] q) => (float[1, 4] a",
         "[d] d = DequantizeLinear(q, s, z) [a] a = Add(d, d)",
         {"d q s z > d", "d/duplicated q s z > d/duplicated", "a d d/duplicated > a"}},
        {"uint8[1, 4] q) => (float[1, 4] a, float[1, 4] d",
         "[d] d = DequantizeLinear(q, s, z) [a] a = Relu(d)",
         {"d q s z > d", "d/duplicated q s z > d/duplicated", "a d/duplicated > a"}},
        {"uint8[1, 4] q, bool c) => (float[1, 4] y, float[1, 4] b",
         "[d] d = DequantizeLinear(q, s, z) [b] b = Neg(d) [y] y = If(c) <then_branch = t () => "
         "(float[1, 4] u) { u = Relu(d) }, else_branch = e () => (float[1, 4] v) { v = Abs(d) }>",
         {"d q s z > d", "d/duplicated q s z > d/duplicated", "b d/duplicated > b", "y c > y"}},
        {"uint8[1, 4] q) => (float[1, 4] a",
         "[d] d = DequantizeLinear(q, s, z) [a] a = Relu(d)",
         {"d q s z > d", "a d > a"}},
        {"float[1, 4] x) => (float[1, 4] a, float[1, 4] b",
         "[n] n = Neg(x) [a] a = Relu(n) [b] b = Abs(n)",
         {"n x > n", "a n > a", "b n > b"}},
    };
    for (const auto& each : cases) {
        const Model model = quantized(each.interface, each.steps);
        const auto own = ownDequantizers(model);
        EXPECT_EQ(steps(own.model), each.expected) << each.steps;
        for (const auto& copy : own.copies) {
            EXPECT_EQ(copy.of, nodeNamed(model, "d"));
            EXPECT_EQ(own.model.node(copy.copy)->origin->derivedFrom, std::vector{copy.of});
        }
        EXPECT_EQ(own.copies.size() + model.nodes().count(), own.model.nodes().count());
    }
}

/// Relu and Neg are on the device, each behind a DequantizeLinear on the CPU.
const char* const kShared = "[d] d = DequantizeLinear(q, s, z) [a] a = Relu(d) [b] b = Neg(d) "
                            "[c] c = Relu(b)";
const char* const kInterface = "uint8[1, 4] q) => (float[1, 4] a, float[1, 4] c";

PartitionOptions levelled(OptimizationLevel level) {
    PartitionOptions options;
    options.level = level;
    return options;
}

ProviderList device() {
    return *makeProviders({{"npu", "cpu"}, "npu", {{"npu.min_run_length", "1"}}});
}

TEST(OwnDequantizers, EndAPartitionOnEveryLevelAndAreCountedWithTheNodeThatTheyRepeat) {
    const Model model = quantized(kInterface, kShared);
    for (const auto level : {OptimizationLevel::disabled, OptimizationLevel::basic}) {
        const auto placed = placeModel(model, device(), levelled(level));
        ASSERT_TRUE(placed) << placed.error().message();
        EXPECT_EQ(placed->optimized->copies.size(), 1U);
        EXPECT_EQ(placed->optimized->model.nodes().count(), 5U);
        EXPECT_EQ(placed->ofSource.partitions.size(), 4U);
        EXPECT_EQ(placed->ofSource.summary.nodes, 4U);
        EXPECT_EQ(placed->ofSource.summary.folded, 0U);
        const auto again = placeModel(model, device(), levelled(level), {}, placed->optimized);
        ASSERT_TRUE(again);
        EXPECT_EQ(again->optimized, placed->optimized);
    }
}

TEST(OwnDequantizers, AreNotMadeWhereTheyWouldEndNothing) {
    const Model model = quantized(kInterface, kShared);
    const auto alone = placeModel(model, *makeProviders({{"cpu"}, "", {}}));
    ASSERT_TRUE(alone);
    EXPECT_TRUE(alone->optimized->copies.empty());
    PartitionOptions options;
    for (const char* name : {"a", "b", "c"})
        options.excluded.insert({nodeNamed(model, name), "npu"});
    const auto together = placeModel(model, device(), options);
    ASSERT_TRUE(together);
    EXPECT_TRUE(together->optimized->copies.empty());
    EXPECT_EQ(together->ofSource.partitions.size(), 1U);
}

TEST(OwnDequantizers, ArePlacedAsTheUserWishesForTheNodeThatTheyRepeat) {
    const Model model = quantized(kInterface, kShared);
    const NodeId d = nodeNamed(model, "d");
    PartitionOptions options = levelled(OptimizationLevel::disabled);
    const auto providerOfCopy = [&] {
        const auto placed = placeModel(model, device(), options);
        EXPECT_TRUE(placed) << placed.error().message();
        return placed->partitioning.providerOf(placed->optimized->copies.at(0).copy);
    };
    EXPECT_EQ(providerOfCopy(), 1U);
    options.takenAnyway.insert({d, "npu"});
    EXPECT_EQ(providerOfCopy(), 0U);
    options.excluded.insert({d, "npu"});
    EXPECT_EQ(providerOfCopy(), 1U);
    options.excluded.clear();
    options.pinned.insert({d, "cpu"});
    EXPECT_EQ(providerOfCopy(), 1U);
}

} // namespace
} // namespace partita
