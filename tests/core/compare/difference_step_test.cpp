#include <gtest/gtest.h>

#include <random>

#include "core/compare/difference_step.h"
#include "tests/core/compare/compared.h"
#include "tests/support/random_models.h"

namespace partita {
namespace {

using test::compared;
using test::modelFromText;
using test::nodeNamed;

const char* const kStepHead = "<ir_version: 9, opset_import: [\"\" : 18]>\n";

TEST(DifferenceStep, MarksTheDifferencesAndNothingElse) {
    const Model a = modelFromText(std::string(kStepHead) +
                                  "g (float[2] x) => (float[2] y) { [p] t = Relu(x) [q] u = Exp(t) "
                                  "[r] v = Elu<alpha = 1.0>(u) [s] y = Tanh(v) }");
    const Model b =
        modelFromText(std::string(kStepHead) +
                      "g (float[2] x) => (float[2] y) { [new] w = Neg(x) [p] t = Relu(w) "
                      "[r] v = Elu<alpha = 2.0>(t) [s] y = Tanh(v) }");
    const auto found = compared(a, b);
    const DifferenceStep step = stepOf(a, b, found);
    std::set<NodeId> removed, added, changed;
    for (const auto& change : step.delta.nodes)
        (!change.after ? removed : !change.before ? added : changed).insert(change.id);
    EXPECT_EQ(added, std::set{nodeNamed(b, "new")});
    EXPECT_EQ(changed, (std::set{nodeNamed(b, "p"), nodeNamed(b, "r")}));
    ASSERT_EQ(removed.size(), 1U);
    EXPECT_EQ(*removed.begin(), step.removed.at(nodeNamed(a, "q")));
    const Model before = b.with(step.delta.inverse());
    EXPECT_EQ(before.node(*removed.begin())->name, "q");
    EXPECT_TRUE(diff(before.with(step.delta), b).empty());
}

TEST(DifferenceStep, InputsAndOutputsHaveTheirTypesBeforeIt) {
    const auto model = [](const char* shape) {
        return modelFromText(std::string(kStepHead) + "g (float" + shape + " x) => (float" + shape +
                             " y) { [p] t = Relu(x) [s] y = Tanh(t) }");
    };
    const Model a = model("[4, 8]"), b = model("[1, 8]");
    const DifferenceStep step = stepOf(a, b, compared(a, b));
    const Model before = b.with(step.delta.inverse());
    const Graph& graph = *before.graph(before.mainGraph());
    EXPECT_EQ(before.value(graph.inputs[0])->type->text(), "4×8 fp32");
    EXPECT_EQ(before.value(graph.outputs[0])->type->text(), "4×8 fp32");
    EXPECT_TRUE(stepOf(a, a, compared(a, a)).delta.empty());
}

TEST(DifferenceStep, TheModelBeforeItEqualsTheOtherModel) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        std::mt19937_64 one(seed), two(seed / 2);
        const Model a = modelFromText(test::randomGraphText(one)),
                    b = modelFromText(test::randomGraphText(two));
        const auto found = compared(a, b);
        const DifferenceStep step = stepOf(a, b, found);
        const Model before = b.with(step.delta.inverse());
        std::multiset<std::string> wanted, seen;
        a.nodes().forEach([&](NodeId, const auto& node) {
            if (a.graph(node->graph)->parent == NodeId{})
                wanted.insert(node->opType.str() + std::to_string(node->inputs.size()));
        });
        before.nodes().forEach([&](NodeId, const auto& node) {
            if (before.graph(node->graph)->parent == NodeId{})
                seen.insert(node->opType.str() + std::to_string(node->inputs.size()));
        });
        EXPECT_EQ(seen, wanted) << "seed " << seed;
    }
}

} // namespace
} // namespace partita
