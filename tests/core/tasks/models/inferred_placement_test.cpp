// A model as its file has it is placed with the shapes that inference tells.

#include <gtest/gtest.h>

#include "core/tasks/models/inferred_placement.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// Relu on the device and Mish on the CPU; the shapes of results are not in the file.
const char* const kBoth = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[2, 3] x) => (float[a, b] y) { [n] p = Relu(x) [t] q = Mish(p) [m] y = Relu(q) })";

ProviderList bothProviders() {
    return *makeProviders({{}, "ascend310", {{"npu.min_run_length", "0"}}});
}

TEST(InferredPlacement, HasTheShapesThatTheFileDoesNotState) {
    const Model stored = test::modelFromText(kBoth);
    const auto placed = placeInferred(stored, bothProviders());
    ASSERT_TRUE(placed) << placed.error().message();
    const ValueId between = placed->model.node(test::nodeNamed(stored, "n"))->outputs.front();
    EXPECT_FALSE(stored.value(between)->type);
    ASSERT_TRUE(placed->model.value(between)->type);
    EXPECT_EQ(placed->model.value(between)->type->text(), "2×3 fp32");
    EXPECT_EQ(placed->placement.ofSource.partitions.size(), 3U);
}

TEST(InferredPlacement, ItsNumbersAreThoseOfThePlacement) {
    const Model stored = test::modelFromText(kBoth);
    const ProviderList providers = bothProviders();
    const auto placed = placeInferred(stored, providers);
    const auto numbers = placedNumbers(stored, providers);
    ASSERT_TRUE(placed && numbers);
    EXPECT_EQ(numbers->partitions, placed->placement.ofSource.summary.partitionsByProvider.front());
    EXPECT_EQ(numbers->placed, 3U);
    EXPECT_EQ(numbers->boundaryTensors, placed->placement.ofSource.summary.boundaryTensors);
    EXPECT_EQ(numbers->boundaryBytes, 2U * 2 * 3 * 4) << "p and q move, with the inferred sizes";
}

} // namespace
} // namespace partita
