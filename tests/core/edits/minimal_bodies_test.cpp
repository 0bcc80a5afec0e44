// New nodes that hold graphs.

#include "core/onnx/infer_shapes.h"
#include "tests/core/edits/edit_checks.h"

namespace partita {
namespace {

using namespace test;

const char* const kBodyNet = R"(<ir_version: 9, opset_import: ["" : 18]>
net (float[3, 4] x, bool c) => (float[3, 4] y) {
  [one] a = Relu(x)
  [two] y = Tanh(a)
})";

InsertNode inserted(const Model& model, const char* op, std::vector<ValueId> inputs,
                    std::vector<Slot> readers = {}) {
    return {model.mainGraph(), {"", op, "", "", {}, 0}, std::move(inputs), std::move(readers)};
}

std::string bodyText(const Model& model, const char* node, std::string_view attribute) {
    const Node& holder = *model.node(nodeNamed(model, node));
    return nodesText(model, std::get<GraphId>(holder.attribute(attribute)->value));
}

TEST(MinimalBodies, AnIfPassesOnWhatItsReadersRead) {
    const Model before = modelFromText(kBodyNet);
    const Model after = edited(before, inserted(before, "If", {valueNamed(before, "c")},
                                                readersOf(before, valueNamed(before, "a"))));
    EXPECT_EQ(nodesText(after), "Relu(x); If(c); Tanh(If_output_0)");
    EXPECT_EQ(bodyText(after, "If", "then_branch"), "Identity(a)");
    EXPECT_EQ(bodyText(after, "If", "else_branch"), "Identity(a)");
    EXPECT_EQ(checkerErrors(after), "");
    EXPECT_TRUE(inferShapes(after));
}

TEST(MinimalBodies, AFreeIfReturnsNumbers) {
    const Model before = modelFromText(kBodyNet);
    const Model after = edited(before, inserted(before, "If", {valueNamed(before, "c")}));
    EXPECT_EQ(bodyText(after, "If", "then_branch"), "Constant()");
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(MinimalBodies, ALoopHandsOnWhatItCarriesOnce) {
    const Model before = *inferShapes(modelFromText(kBodyNet));
    const Model after = edited(before, inserted(before, "Loop", {{}, {}, valueNamed(before, "a")},
                                                readersOf(before, valueNamed(before, "a"))));
    EXPECT_EQ(nodesText(after), "Relu(x); Loop(Loop_M, -, a); Tanh(Loop_output_0)");
    const auto& turns = after.value(valueNamed(after, "Loop_M"))->initializer;
    ASSERT_TRUE(turns);
    EXPECT_EQ(*elementsAsInts(*turns), std::vector<std::int64_t>{1});
    EXPECT_EQ(checkerErrors(after), "");
    EXPECT_EQ(typeText(after, "Loop_output_0"), "3×4 fp32");
}

TEST(MinimalBodies, ALoopThatCarriesNothingCounts) {
    const Model before = modelFromText(kBodyNet);
    const Model after = edited(before, inserted(before, "Loop", {}));
    EXPECT_EQ(checkerErrors(after), "");
    EXPECT_TRUE(inferShapes(after));
}

TEST(MinimalBodies, AScanGoesAlongTheFirstDimension) {
    const Model before = modelFromText(kBodyNet);
    const Model after = edited(before, inserted(before, "Scan", {valueNamed(before, "a")},
                                                readersOf(before, valueNamed(before, "a"))));
    EXPECT_EQ(after.node(nodeNamed(after, "Scan"))->intAttribute("num_scan_inputs", 0), 1);
    EXPECT_EQ(checkerErrors(after), "");
    EXPECT_TRUE(inferShapes(after));
    EXPECT_EQ(refusal(before, inserted(before, "Scan", {valueNamed(before, "c")})),
              "'c' has no dimension that a Scan could go along");
}

TEST(MinimalBodies, StandInFunctionsToo) {
    const Model before = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18, "my" : 1]>
net (float[3] x) => (float[3] y) { y = my.twice(x) }
<domain: "my", opset_import: ["" : 18]> twice (p) => (q) { q = Add(p, p) })");
    const GraphId function = before.info().functions.front();
    InsertNode edit = inserted(before, "Loop", {{}, {}, before.graph(function)->inputs.front()});
    edit.graph = function;
    EXPECT_EQ(checkerErrors(edited(before, edit)), "");
}

TEST(MinimalBodies, HaveAsManyOutputsAsTheirNode) {
    const Model before = modelFromText(kBodyNet);
    InsertNode edit = inserted(before, "If", {valueNamed(before, "c")});
    edit.node.outputs = 3;
    const Model after = edited(before, edit);
    EXPECT_EQ(after.node(nodeNamed(after, "If"))->outputs.size(), 3U);
    EXPECT_EQ(checkerErrors(after), "");
    edit = inserted(before, "Scan", {valueNamed(before, "a")});
    edit.node.outputs = 2;
    EXPECT_EQ(refusal(before, edit), "a new Scan with these inputs has 1 outputs");
}

} // namespace
} // namespace partita
