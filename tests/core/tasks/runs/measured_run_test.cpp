#include <gtest/gtest.h>

#include "core/tasks/runs/measured_run.h"
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

/// How often a session runs, all runs included.
int runsOf(const RunRequest& request) {
    const Model model = modelOfAnySize();
    const ProviderList providers = *makeProviders({});
    const auto session = Session::create(model, providers, PartitionOptions::asWritten());
    int runs = 0;
    const auto run = runInSession(**session, model, providers, request, *feedsOf({}, model),
                                  NodesOf::model, {{}, [&](double) { ++runs; }});
    EXPECT_TRUE(run) << run.error().message();
    EXPECT_EQ((*run)->statistics.runs, static_cast<std::size_t>(request.repeat));
    return runs;
}

TEST(MeasuredRun, LeavesTheFirstOfSeveralRunsOutOfTheFiguresUnlessToldOtherwise) {
    RunRequest request;
    EXPECT_EQ(runsOf(request), 1);
    request.repeat = 3;
    EXPECT_EQ(runsOf(request), 4);
    request.warmup = 0;
    EXPECT_EQ(runsOf(request), 3);
    request.warmup = 2;
    EXPECT_EQ(runsOf(request), 5);
}

TEST(MeasuredRun, TellsTheNodesOfFunctionsByThemselvesWhereThoseOfTheSessionAreAskedFor) {
    const Model model = modelOfAnySize();
    const ProviderList providers = *makeProviders({});
    const auto session = Session::create(model, providers, PartitionOptions::asWritten());
    const auto productsOf = [&](NodesOf nodes, const Model& shown) {
        const auto run =
            runInSession(**session, model, providers, {}, *feedsOf({}, model), nodes, {});
        std::size_t products = 0;
        for (const KernelStatistics& kernel : (*run)->statistics.kernels)
            products += shown.node(kernel.node)->opType == "MatMul" ? 1 : 0;
        return products;
    };
    EXPECT_EQ(productsOf(NodesOf::session, (*session)->model()), 4U); // two of them in `square`
    EXPECT_EQ(productsOf(NodesOf::model, model), 2U);
}

TEST(MeasuredRun, MeasuresThePeakAndMakesATraceOnlyWhereTheyAreWished) {
    const Model model = modelOfAnySize();
    const ProviderList providers = *makeProviders({});
    RunRequest request;
    const auto run = [&] {
        return *runModel(model, providers, PartitionOptions::asWritten(), request,
                         *feedsOf({}, model), {});
    };
    EXPECT_TRUE(run()->peakFlops);
    EXPECT_FALSE(run()->trace.empty());
    request.peak = request.trace = false;
    EXPECT_FALSE(run()->peakFlops);
    EXPECT_TRUE(run()->trace.empty());
}

} // namespace
} // namespace partita
