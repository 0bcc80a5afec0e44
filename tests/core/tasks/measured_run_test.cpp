#include <gtest/gtest.h>

#include "core/tasks/measured_run.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// A product in a function, one behind a Reshape to a computed shape, and one in a body.
Model modelOfAnySize() {
    return test::modelFromText(R"(
        <ir_version: 9, opset_import: ["" : 18, "f" : 1]>
        g (float[B,S,8] x, bool c, float[8,4] w, float[8,2] v) => (float[B,S,4] y, z) {
          [direct] y = MatMul(x, w)
          [called] p = f.square(x)
          [shape] s = Shape(x)
          [flat] r = Reshape(p, s)
          [behind] q = MatMul(r, v)
          [choice] z = If (c) <then_branch = t () => (a) { [inner] a = MatMul(x, w) },
                               else_branch = e () => (b) { b = Identity(q) }>
        }
        <domain: "f", opset_import: ["" : 18]>
        square (v) => (w) { n = Transpose<perm = [0, 2, 1]>(v) m = MatMul(n, v) w = MatMul(v, m) })");
}

RunResultPtr runOfSizes(const Model& model, std::int64_t batch, std::int64_t length) {
    RunRequest request;
    request.feeds.sizes = {{"B", batch}, {"S", length}};
    auto run = runModel(model, *makeProviders({}), PartitionOptions::asWritten(), request,
                        *feedsOf(request.feeds, model), {});
    EXPECT_TRUE(run) << run.error().message();
    return run ? *run : nullptr;
}

std::optional<double> flopsOf(const Model& model, const RunResult& run, const char* name) {
    for (const KernelStatistics& kernel : run.statistics.kernels)
        if (model.node(kernel.node)->name == name)
            return kernel.flops;
    return std::nullopt;
}

TEST(MeasuredRun, CountsWorkWithTheSizesOfTheRun) {
    const Model model = modelOfAnySize();
    const auto run = runOfSizes(model, 3, 5);
    ASSERT_TRUE(run);
    EXPECT_EQ(flopsOf(model, *run, "direct"), 2. * 3 * 5 * 8 * 4);
    EXPECT_EQ(flopsOf(model, *run, "behind"), 2. * 3 * 5 * 8 * 2);
    const auto larger = runOfSizes(model, 6, 5);
    ASSERT_TRUE(larger);
    EXPECT_EQ(flopsOf(model, *larger, "direct"), 2. * 6 * 5 * 8 * 4);
}

} // namespace
} // namespace partita
