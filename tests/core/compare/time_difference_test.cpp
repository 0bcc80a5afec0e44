#include <gmock/gmock.h>

#include "core/compare/time_difference.h"
#include "core/report/time_difference_report.h"
#include "tests/core/compare/compared.h"

namespace partita {
namespace {

using test::compared;
using test::modelFromText;
using test::nodeNamed;

Model timedModel(const std::string& nodes) {
    return modelFromText("<ir_version: 9, opset_import: [\"\" : 18]>\n"
                         "g (float[2, 2] x, float[2, 2] w, float[2] b) => (float[2, 2] y) {" +
                         nodes + "}");
}

/// Times by names of nodes that ran as one, separated by "+".
NodeTimes timesOf(const Model& model,
                  const std::vector<std::pair<std::vector<const char*>, double>>& kernels) {
    NodeTimes times;
    for (const auto& [names, microseconds] : kernels) {
        times.kernels.push_back({{}, microseconds});
        for (const char* name : names)
            times.kernels.back().nodes.push_back(nodeNamed(model, name));
    }
    return times;
}

TEST(TimeDifferences, WhatChangedMostComesFirst) {
    const Model model = timedModel("[p] t = Relu(x) [q] u = Tanh(t) [r] y = Exp(u)");
    const auto found =
        compareTimes(compared(model, model), timesOf(model, {{{"p"}, 10}, {{"q"}, 5}, {{"r"}, 7}}),
                     timesOf(model, {{{"p"}, 11}, {{"q"}, 2}, {{"r"}, 7}}));
    ASSERT_EQ(found.nodes.size(), 3U);
    EXPECT_EQ(model.node(found.nodes[0].a.at(0))->name, "q");
    EXPECT_DOUBLE_EQ(found.nodes[0].change(), -3);
    EXPECT_EQ(model.node(found.nodes[1].b.at(0))->name, "p");
    EXPECT_DOUBLE_EQ(found.before, 22);
    EXPECT_DOUBLE_EQ(found.after, 20);
    EXPECT_EQ(found.untold, 0U);
}

TEST(TimeDifferences, AFusedKernelStandsBesideAllThatItReplaced) {
    const Model a = timedModel("[p] t = MatMul(x, w) [q] u = Add(t, b) [r] y = Relu(u)");
    const auto fusedKernel =
        compareTimes(compared(a, a), timesOf(a, {{{"p"}, 10}, {{"q"}, 4}, {{"r"}, 1}}),
                     timesOf(a, {{{"p", "q"}, 8}, {{"r"}, 1}}));
    ASSERT_EQ(fusedKernel.nodes.size(), 2U);
    EXPECT_EQ(fusedKernel.nodes[0].a.size(), 2U);
    EXPECT_DOUBLE_EQ(fusedKernel.nodes[0].before, 14);
    EXPECT_DOUBLE_EQ(fusedKernel.nodes[0].after, 8);
    ModelEditor editor(timedModel("[fused] u = Gemm(x, w, b) [r] y = Relu(u)"));
    editor.changeNode(nodeNamed(editor.model(), "fused"),
                      [](Node& node) { node.name = "p/MatMulAddFusion"; });
    const Model b = editor.model();
    const auto fusedNode =
        compareTimes(compared(a, b), timesOf(a, {{{"p"}, 10}, {{"q"}, 4}, {{"r"}, 1}}),
                     timesOf(b, {{{"p/MatMulAddFusion"}, 8}, {{"r"}, 1}}));
    ASSERT_EQ(fusedNode.nodes.size(), 2U);
    EXPECT_DOUBLE_EQ(fusedNode.nodes[0].change(), -6);
    EXPECT_EQ(timedNames({fusedNode, a, b}, fusedNode.nodes[0]), "p + q → p/MatMulAddFusion");
}

TEST(TimeDifferences, WhatOneSideHasNotTakesNoTimeThereAndWhatItDoesNotTellIsCounted) {
    const Model a = timedModel("[p] t = Relu(x) [q] y = Tanh(t)");
    const Model b = timedModel("[p] t = Relu(x) [new] u = Exp(t) [q] y = Tanh(u)");
    const auto found = compareTimes(compared(a, b), timesOf(a, {{{"p"}, 10}, {{"q"}, 5}}),
                                    timesOf(b, {{{"p"}, 10}, {{"new"}, 3}}));
    ASSERT_EQ(found.nodes.size(), 2U);
    EXPECT_TRUE(found.nodes[0].a.empty());
    EXPECT_DOUBLE_EQ(found.nodes[0].change(), 3);
    EXPECT_EQ(found.untold, 1U);
    EXPECT_DOUBLE_EQ(found.before, 10);
    EXPECT_THAT(timesText({found, a, b}, 9), testing::HasSubstr("of 1 node\n"));
}

} // namespace
} // namespace partita
