#include "tests/fuzz/minimize_graph.h"

#include <gtest/gtest.h>

#include "core/onnx/write.h"
#include "tests/support/models.h"

namespace partita::fuzz {
namespace {

Model longModel() {
    return test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[n,4] x, float[4] z) => (float[n,4] f, float[4] u)
  <float[4] w = {1,2,3,4}> {
  a = Neg(x) b = Add(a, w) c = Relu(b) d = Tanh(c) e = Abs(d) f = Mul(e, w) t = Sign(z) u = Exp(t)
})");
}

std::size_t countOf(const Model& model, std::string_view op) {
    std::size_t count = 0;
    model.nodes().forEach([&](NodeId, const auto& node) { count += node->is(op); });
    return count;
}

TEST(GraphMinimizer, LeavesTheOneNodeThatIsWrong) {
    for (const char* op : {"Neg", "Tanh", "Mul", "Exp"}) {
        std::size_t tried = 0;
        const Model small = minimized(longModel(), [&](const Model& model) {
            ++tried;
            return countOf(model, op) == 1;
        });
        EXPECT_EQ(small.nodes().count(), 1U) << op;
        EXPECT_EQ(countOf(small, op), 1U) << op;
        EXPECT_EQ(small.graph(small.mainGraph())->inputs.size(), 1U) << op;
        EXPECT_EQ(small.graph(small.mainGraph())->outputs.size(), 1U) << op;
        EXPECT_LT(tried, 60U) << op; // each takes a process
        EXPECT_TRUE(serializeModel(small)) << op;
    }
}

TEST(GraphMinimizer, TakesOutWhatIsBetweenTwoNodes) {
    const Model small = minimized(longModel(), [](const Model& model) {
        return countOf(model, "Neg") == 1 && countOf(model, "Abs") == 1;
    });
    EXPECT_EQ(small.nodes().count(), 2U);
}

TEST(GraphMinimizer, KeepsTheModelWhereNoSmallerOneIsWrong) {
    const Model model = longModel();
    const Model small =
        minimized(model, [&](const Model& each) { return each.nodes().count() == 8; });
    EXPECT_EQ(small.nodes().count(), 8U);
    const Model untouched = minimized(model, [](const Model&) { return false; });
    EXPECT_TRUE(diff(model, untouched).empty());
}

} // namespace
} // namespace partita::fuzz
