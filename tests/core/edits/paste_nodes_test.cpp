#include "core/onnx/infer_shapes.h"
#include "tests/core/edits/edit_checks.h"

namespace partita {
namespace {

using namespace test;

const char* const kPastedBranches = R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2, 3] x) => (float[2, 3] y) <float[3] w = {1.0, 2.0, 3.0}> {
  [relu] h = Relu(x)
  [k] k = Constant <value_floats: floats = [1.0, 2.0, 3.0]> ()
  [add] s = Add(h, w)
  [mul] y = Mul(s, k)
})";

Edit paste(const Model& from, std::vector<NodeId> nodes, const Model& to, GraphId into = {}) {
    return PasteNodes{std::make_shared<const Model>(from), std::move(nodes),
                      into ? into : to.mainGraph()};
}

TEST(PasteNodes, InTheSameModelCopiesConstantsAndKeepsWhatIsRead) {
    const Model before = *inferShapes(modelFromText(kPastedBranches));
    const Edited edit =
        made(before, paste(before, {nodeNamed(before, "add"), nodeNamed(before, "mul")}, before));
    const Model after = before.with(edit.delta);
    EXPECT_EQ(nodesText(after), "Relu(x); Constant(); Add(h, w); Mul(s, k); Constant(); "
                                "Add(h, w_1); Mul(s_1, k_1)");
    EXPECT_EQ(after.value(valueNamed(after, "w_1"))->initializer->payload.bytes().data(),
              after.value(valueNamed(after, "w"))->initializer->payload.bytes().data());
    EXPECT_EQ(edit.nodes.size(), 3U); // with the Constant
    EXPECT_EQ(edit.what.text(), "Paste 2 nodes");
    EXPECT_EQ(typeText(after, "y_1"), "2×3 fp32");
    EXPECT_FALSE(after.isGraphOutput(valueNamed(after, "y_1")));
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(PasteNodes, FromAnEarlierStateReadWhatIsStillThere) {
    const Model earlier = *inferShapes(modelFromText(kPastedBranches));
    const NodeId add = nodeNamed(earlier, "add");
    const Model now = edited(earlier, DeleteNodes{{nodeNamed(earlier, "relu"), add}});
    const Model after = edited(now, paste(earlier, {add}, now));
    const Node& copy = *after.node(nodeNamed(after, "add"));
    EXPECT_FALSE(copy.inputs[0]); // what Relu made is gone
    EXPECT_TRUE(after.value(copy.inputs[1])->initializer);
}

TEST(PasteNodes, FromAnotherModelLeavesInputsOpenAndBringsFunctions) {
    const Model from = *inferShapes(modelFromText(kNested));
    const Model before = modelFromText(kPastedBranches);
    const Model after = edited(before, paste(from, {nodeNamed(from, "if")}, before));
    EXPECT_EQ(after.info().functions.size(), 1U);
    EXPECT_EQ(after.info().opset("my"), 1);
    const Node& copy = *after.node(nodeNamed(after, "if"));
    EXPECT_FALSE(copy.inputs[0]);
    ASSERT_EQ(copy.subgraphs().size(), 2U);
    EXPECT_EQ(after.graph(copy.subgraphs()[0])->parent, copy.id);
    EXPECT_EQ(nodesText(after, copy.subgraphs()[0]), "Add(-, w_1); Neg(b)");
    // A second copy needs no second function.
    const Model twice = edited(after, paste(from, {nodeNamed(from, "if")}, after));
    EXPECT_EQ(twice.info().functions.size(), 1U);
}

TEST(PasteNodes, AnotherFunctionOfTheSameNameGetsAnotherOne) {
    const char* const kOther = R"(<ir_version: 9, opset_import: ["" : 18, "my" : 1]>
m (float[2] x) => (float[2] y) { [call] y = my.f(x) }
<opset_import: ["" : 18], domain: "my"> f (p) => (q) { q = Tanh(p) }
)";
    const Model from = modelFromText(kOther), before = modelFromText(kNested);
    const Model after = edited(before, paste(from, {nodeNamed(from, "call")}, before));
    EXPECT_EQ(after.info().functions.size(), 2U);
    EXPECT_EQ(after.node(nodeNamed(after, "call"))->opType, "f_1");
}

TEST(PasteNodes, IntoABodySeesTheTensorsAroundIt) {
    const Model before = *inferShapes(modelFromText(kNested));
    const NodeId relu = before.producer(valueNamed(before, "a"));
    const GraphId body = before.node(nodeNamed(before, "if"))->subgraphs()[0];
    const Model after = edited(before, paste(before, {relu}, before, body));
    EXPECT_EQ(nodesText(after, body), "Add(a, w); Neg(b); Relu(x)");
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(PasteNodes, RefusesWhatTheModelCannotHold) {
    const Model before = modelFromText(kNested);
    const GraphId function = before.info().functions[0];
    const Model weights = modelFromText(kPastedBranches);
    EXPECT_EQ(refusal(before, paste(weights, {nodeNamed(weights, "add")}, before, function)),
              "a function cannot hold the initializer 'w': make it a Constant node first");
    EXPECT_THAT(refusal(before, paste(before, {before.producer(valueNamed(before, "v"))}, before,
                                      function)),
                testing::StartsWith("a model-local function calls itself"));
    const Model old = modelFromText(R"(<ir_version: 7, opset_import: ["" : 11]>
m (float[2, 3] x) => (float[2, 3] y) { [soft] y = Softmax(x) })");
    EXPECT_EQ(refusal(before, paste(old, {nodeNamed(old, "soft")}, before)),
              "Softmax is version 11 there and version 13 here (node 'soft'): convert one of the "
              "two to the opset of the other");
    EXPECT_EQ(refusal(before, PasteNodes{nullptr, {}, before.mainGraph()}),
              "there is nothing to paste");
    const NodeId inner = before.producer(valueNamed(before, "u"));
    const NodeId outer = before.producer(valueNamed(before, "a"));
    EXPECT_EQ(refusal(before, paste(before, {inner, outer}, before)),
              "the nodes are of several graphs: paste those of one graph at a time");
}

} // namespace
} // namespace partita
