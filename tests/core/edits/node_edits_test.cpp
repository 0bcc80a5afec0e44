#include "core/onnx/infer_shapes.h"
#include "tests/core/edits/edit_checks.h"

namespace partita {
namespace {

using namespace test;

const char* const kChain = R"(<ir_version: 9, opset_import: ["" : 18]>
chain (float[2, 3] x) => (float[2, 3] y) <float[3] w = {1.0, 2.0, 3.0}, float[2, 3] h, float[2, 3] s> {
  [relu] h = Relu(x)
  [add] s = Add(h, w)
  [neg] y = Neg(s)
})";

InsertNode insert(const Model& model, const char* opType, std::vector<ValueId> inputs,
                  std::vector<Slot> readers = {}) {
    return {model.mainGraph(), {"", opType, "", "", {}, 0}, std::move(inputs), std::move(readers)};
}

TEST(InsertNode, StandsOnAnEdgeAndPassesItsTypeOn) {
    const Model before = modelFromText(kChain);
    const Edited edit = made(
        before, insert(before, "Sigmoid", {valueNamed(before, "h")}, {input(before, "add", 0)}));
    const Model after = before.with(edit.delta);
    EXPECT_EQ(nodesText(after), "Relu(x); Sigmoid(h); Add(Sigmoid_Y, w); Neg(s)");
    EXPECT_EQ(typeText(after, "Sigmoid_Y"), "2×3 fp32");
    EXPECT_EQ(typeText(after, "s"), "2×3 fp32"); // nothing changed for what follows
    ASSERT_EQ(edit.nodes.size(), 1U);
    EXPECT_EQ(after.node(edit.nodes[0])->name, "Sigmoid");
    EXPECT_EQ(edit.what.text(), "Insert Sigmoid");
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(InsertNode, InFrontOfAnOutputKeepsTheNameOfTheOutput) {
    const Model before = modelFromText(kChain);
    const Model after =
        edited(before, insert(before, "Abs", {valueNamed(before, "y")}, {output(before, 0)}));
    EXPECT_EQ(nodesText(after), "Relu(x); Add(h, w); Neg(s); Abs(y_1)");
    EXPECT_EQ(after.value(after.graph(after.mainGraph())->outputs[0])->name, "y");
    EXPECT_EQ(after.producer(valueNamed(after, "y")), nodeNamed(after, "Abs"));
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(InsertNode, WithoutReadersIsFreeAndItsNeededInputsAreOpen) {
    const Model before = modelFromText(kChain);
    const Model after = edited(before, insert(before, "Conv", {}));
    const Node& conv = *after.node(nodeNamed(after, "Conv"));
    EXPECT_EQ(conv.inputs.size(), 2U); // X and W; B is optional
    EXPECT_FALSE(conv.inputs[0]);
    EXPECT_EQ(conv.outputs.size(), 1U);
}

TEST(InsertNode, DropsShapesThatNoLongerHoldBehindIt) {
    const Model before = modelFromText(kChain);
    NewNode transpose{"", "Transpose", "", "", {}, 0};
    const Model after = edited(before, InsertNode{before.mainGraph(),
                                                  transpose,
                                                  {valueNamed(before, "h")},
                                                  {input(before, "add", 0)}});
    EXPECT_EQ(typeText(after, "Transpose_transposed"), "3×2 fp32");
    EXPECT_EQ(typeText(after, "s"),
              "? fp32"); // 3×2 and 3 do not broadcast: a problem, not a refusal
    EXPECT_EQ(typeText(after, "y"), "?×? fp32");
}

/// Sizes that a file got from ONNX's inference, and one that only the file says.
const char* const kInferred = R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[n, 2, unk__0, unk__1] x) => (float[n, places] y)
  <float[n, 2, unk__0, unk__1] a, float[n, 2, unk__2, unk__3] b> {
  [one] a = Relu(x)
  [two] b = MaxPool <kernel_shape = [2, 2]> (a)
  [three] y = Flatten(b)
})";

TEST(InsertNode, KeepsNamesOfSizesThatAFileSays) {
    const Model before = modelFromText(kInferred);
    const Model after = edited(
        before, insert(before, "Sigmoid", {valueNamed(before, "a")}, {input(before, "two", 0)}));
    EXPECT_EQ(typeText(after, "Sigmoid_Y"), "n×2×unk__0×unk__1 fp32");
    EXPECT_EQ(typeText(after, "b"), "n×2×unk__2×unk__3 fp32");
    EXPECT_EQ(typeText(after, "y"), "n×places fp32");
    // What inference would have to make up is not said.
    const Model shrunk = edited(before, insert(before, "GlobalMaxPool", {valueNamed(before, "a")},
                                               {input(before, "two", 0)}));
    EXPECT_EQ(typeText(shrunk, "y"), "?×? fp32");
}

TEST(BypassNodes, KeepsNamesOfSizesThatAFileSays) {
    const Model before = modelFromText(kInferred);
    const Model after = edited(before, BypassNodes{{nodeNamed(before, "one")}});
    EXPECT_EQ(nodesText(after), "MaxPool(x); Flatten(b)");
    EXPECT_EQ(typeText(after, "y"), "n×places fp32");
}

TEST(InsertNode, IsRefusedWhereTheTypeDoesNotFit) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (int64[2] x) => (int64[2] y) { [id] y = Identity(x) })");
    EXPECT_EQ(refusal(model, insert(model, "Sigmoid", {valueNamed(model, "x")})),
              "'x' is int64, input X of Sigmoid takes T (float32, float16, float64, bfloat16)");
    const Edit cast = InsertNode{model.mainGraph(),
                                 {"", "Cast", "", "", {Attribute::make("to", std::int64_t{1})}, 0},
                                 {valueNamed(model, "x")},
                                 {}};
    EXPECT_EQ(typeText(edited(model, cast), "Cast_output"), "2 fp32");
}

TEST(InsertNode, IsRefusedForOperatorsThatTheOpsetDoesNotHave) {
    const Model model = modelFromText(kChain);
    EXPECT_EQ(refusal(model, insert(model, "Gelu", {})),
              "there is no operator Gelu in opset 18: convert the model to opset 20 or newer");
    EXPECT_EQ(refusal(model, insert(model, "Rleu", {})),
              "there is no operator Rleu in opset 18: take one of the opset");
    EXPECT_EQ(refusal(model, insert(model, "", {})), "no operator is named");
    EXPECT_EQ(refusal(model, insert(model, "SequenceMap", {})),
              "SequenceMap needs a graph as its attribute body: paste a copy of such a node");
}

TEST(InsertNode, HasAsManyOutputsAsAreAskedFor) {
    const Model before = modelFromText(kChain);
    const auto split = [&](std::size_t outputs) {
        return InsertNode{
            before.mainGraph(), {"", "Split", "", "", {}, outputs}, {valueNamed(before, "h")}, {}};
    };
    const Model after = edited(before, split(3));
    EXPECT_EQ(after.node(nodeNamed(after, "Split"))->outputs.size(), 3U);
    EXPECT_EQ(refusal(before, split(4'000'000'000)), "Split has no further output");
}

TEST(InsertNode, ImportsADomainThatItNeeds) {
    const Model before = modelFromText(kChain);
    const Edit edit = InsertNode{before.mainGraph(),
                                 {"com.microsoft", "Gelu", "", "", {}, 0},
                                 {valueNamed(before, "h")},
                                 {input(before, "add", 0)}};
    const Model after = edited(before, edit);
    EXPECT_EQ(after.info().opset("com.microsoft"), 1);
    EXPECT_EQ(typeText(after, "Gelu_Y"), "2×3 fp32");
}

TEST(InsertNode, IsRefusedWhereItWouldMakeACycle) {
    const Model model = modelFromText(kChain);
    EXPECT_EQ(
        refusal(model, insert(model, "Tanh", {valueNamed(model, "s")}, {input(model, "relu", 0)})),
        "would make a cycle: relu → add → Tanh → relu (input X of 'relu')");
}

TEST(InsertNode, InABodyMayReadTensorsFromOutside) {
    const Model before = *inferShapes(modelFromText(kNested));
    const NodeId branch = before.producer(valueNamed(before, "u"));
    const GraphId body = before.node(branch)->graph;
    const Edit edit = InsertNode{body,
                                 {"", "Mul", "", "", {}, 0},
                                 {valueNamed(before, "b"), valueNamed(before, "a")},
                                 {{branch, {}, 0}}};
    const Model after = edited(before, edit);
    EXPECT_EQ(nodesText(after, body), "Add(a, w); Mul(b, a); Neg(Mul_C)");
    EXPECT_EQ(checkerErrors(after), "");
    const Edit outer =
        InsertNode{before.mainGraph(), {"", "Neg", "", "", {}, 0}, {valueNamed(before, "b")}, {}};
    EXPECT_EQ(refusal(before, outer),
              "'b' is in another graph, main / if.then_branch, which this one does not see");
    const Edit cyclic = InsertNode{body, {"", "Neg", "", "", {}, 0}, {valueNamed(before, "y")}, {}};
    EXPECT_EQ(refusal(before, cyclic), "would make a cycle: if → if");
}

TEST(InsertNode, CallsAFunctionOfTheModel) {
    const Model before = *inferShapes(modelFromText(kNested));
    const Edit edit =
        InsertNode{before.mainGraph(), {"my", "f", "", "", {}, 0}, {valueNamed(before, "a")}, {}};
    const Model after = edited(before, edit);
    EXPECT_EQ(typeText(after, "f_output_0"), "2 fp32");
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(DeleteNodes, OmitsOptionalInputsAndLeavesNeededOnesOpen) {
    const Model before = *inferShapes(modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2, 3] x) => (float[2, 3] y, float[4, 3] z) <float[3] w = {1.0, 2.0, 3.0}> {
  [c] c = Relu(w)
  [clip] a = Clip(x, low)
  [low] low = ReduceMax <keepdims = 0> (x)
  [add] y = Add(a, c)
  [cat] z = Concat <axis = 0> (a, y)
})"));
    Model after = edited(before, DeleteNodes{{nodeNamed(before, "low")}});
    EXPECT_EQ(after.node(nodeNamed(after, "clip"))->inputs.size(), 1U);
    EXPECT_EQ(checkerErrors(after), "");
    after = edited(after, DeleteNodes{{nodeNamed(after, "c")}});
    EXPECT_EQ(nodesText(after), "Clip(x); Add(a, -); Concat(a, y)");
    EXPECT_FALSE(valueNamed(after, "w")); // only the deleted node read it
    after = edited(after, DeleteNodes{{nodeNamed(after, "clip")}});
    EXPECT_EQ(nodesText(after), "Add(-, -); Concat(y)"); // one of many inputs goes
}

TEST(DeleteNodes, KeepsAnOutputOfTheGraphAndSharedConstants) {
    const Model before = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[3] x) => (float[3] y, float[3] z) <float[3] w = {1.0, 2.0, 3.0}> {
  [one] y = Add(x, w)
  [other] z = Mul(x, w)
})");
    const Model after = edited(before, DeleteNodes{{nodeNamed(before, "one")}});
    EXPECT_TRUE(valueNamed(after, "w"));
    EXPECT_TRUE(after.isGraphOutput(valueNamed(after, "y")));
    EXPECT_FALSE(after.producer(valueNamed(after, "y")));
    const Model none =
        edited(before, DeleteNodes{{nodeNamed(before, "one"), nodeNamed(before, "other")}});
    EXPECT_FALSE(valueNamed(none, "w"));
}

TEST(DeleteNodes, TakesBodiesAlongAndConstantsThatTheseCaptured) {
    const Model before = modelFromText(kNested);
    const Edited edit = made(before, DeleteNodes{{nodeNamed(before, "if")}});
    const Model after = before.with(edit.delta);
    EXPECT_EQ(nodesText(after), "Relu(x)");
    EXPECT_EQ(after.graphs().count(), 2U); // the main graph and the function
    EXPECT_FALSE(valueNamed(after, "w"));
    EXPECT_TRUE(after.isGraphOutput(valueNamed(after, "y")));
    EXPECT_EQ(edit.what.text(), "Delete If");
}

TEST(DeleteNodes, OfBodyAndItsHolderAtOnceIsOneDeletion) {
    const Model before = modelFromText(kNested);
    const NodeId inner = before.producer(valueNamed(before, "u"));
    const Model after = edited(before, DeleteNodes{{nodeNamed(before, "if"), inner}});
    EXPECT_EQ(nodesText(after), "Relu(x)");
}

TEST(DeleteNodes, IsRefusedForNodesThatAreNotThere) {
    const Model model = modelFromText(kChain);
    EXPECT_EQ(refusal(model, DeleteNodes{{NodeId{99}}}),
              "the model has no node #99: take it from the model as it is now");
    EXPECT_EQ(refusal(model, DeleteNodes{}), "no node is named");
}

TEST(BypassNodes, JoinsReadersWithTheInputOfTheSameType) {
    const Model before = modelFromText(kChain);
    const Model after = edited(before, BypassNodes{{nodeNamed(before, "add")}});
    EXPECT_EQ(nodesText(after), "Relu(x); Neg(h)");
    EXPECT_FALSE(valueNamed(after, "w"));
    EXPECT_EQ(checkerErrors(after), "");
    const Model last =
        edited(before, BypassNodes{{nodeNamed(before, "add"), nodeNamed(before, "neg")}});
    EXPECT_EQ(nodesText(last), "Relu(x)");
    EXPECT_EQ(last.producer(valueNamed(last, "y")), nodeNamed(last, "relu"));
    EXPECT_EQ(checkerErrors(last), "");
}

TEST(BypassNodes, SaysWhyItCannot) {
    const Model model = *inferShapes(modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2, 3] x) => (float[3, 2] y, float[2, 3] z, float[2, 1] v) {
  [t] t = Transpose(x)
  [relu] y = Relu(t)
  [only] z = Neg(x)
  [top] v, i = TopK <axis = 1> (x, k)
  [k] k = Constant <value_ints: ints = [1]> ()
  [used] j = Neg(i)
})"));
    EXPECT_EQ(refusal(model, BypassNodes{{nodeNamed(model, "t")}}),
              "no input has the type of its output, 3×2 fp32 (node 't')");
    EXPECT_EQ(
        refusal(model, BypassNodes{{nodeNamed(model, "only")}}),
        "output z cannot read 'x': 'x' is an input of the graph; put an Identity between them "
        "(node 'only')");
    EXPECT_EQ(refusal(model, BypassNodes{{nodeNamed(model, "top")}}),
              "its output 'i' is read, too (node 'top')");
}

TEST(ReplaceOperator, CarriesInputsAndAttributesOver) {
    const Model before = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[1, 3, 8, 8] x) => (float[1, 3, 4, 4] y) {
  [pool] y = MaxPool <kernel_shape = [2, 2], strides = [2, 2], storage_order = 0> (x)
})");
    const NodeId pool = nodeNamed(before, "pool");
    const Model after = edited(before, ReplaceOperator{pool, "", "AveragePool", ""});
    const Node& node = *after.node(pool);
    EXPECT_EQ(node.opType, "AveragePool");
    EXPECT_EQ(node.intsAttribute("kernel_shape"), (std::vector<std::int64_t>{2, 2}));
    EXPECT_FALSE(node.attribute("storage_order")); // an average has no such thing
    EXPECT_EQ(typeText(after, "y"), "1×3×4×4 fp32");
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(ReplaceOperator, OpensWhatTheNewOperatorNeedsAndDropsWhatItHasNot) {
    const Model before = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2, 3] x) => (float[2, 3] y) <float low = {0.0}, float high = {6.0}> {
  [clip] y = Clip(x, low, high)
})");
    const NodeId clip = nodeNamed(before, "clip");
    const Model relu = edited(before, ReplaceOperator{clip, "", "Relu", ""});
    EXPECT_EQ(nodesText(relu), "Relu(x)");
    EXPECT_FALSE(valueNamed(relu, "low"));
    const Model prelu = edited(relu, ReplaceOperator{clip, "", "PRelu", ""});
    EXPECT_EQ(nodesText(prelu), "PRelu(x, -)");
    EXPECT_EQ(refusal(before, ReplaceOperator{clip, "", "Or", ""}),
              "'x' is float32, input A of Or takes T (bool) (node 'clip')");
}

TEST(ReplaceOperator, RemovesTheBodiesOfTheOldOne) {
    const Model before = modelFromText(kNested);
    const NodeId node = nodeNamed(before, "if");
    const Model after = edited(before, ReplaceOperator{node, "", "Not", ""});
    EXPECT_EQ(nodesText(after), "Relu(x); Not(c)");
    EXPECT_EQ(after.graphs().count(), 2U);
    EXPECT_EQ(typeText(after, "y"), "scalar bool");
}

TEST(RenameNode, NeedsANameThatIsFree) {
    const Model before = modelFromText(kChain);
    const Model after = edited(before, RenameNode{nodeNamed(before, "add"), "bias"});
    EXPECT_TRUE(nodeNamed(after, "bias"));
    EXPECT_EQ(refusal(before, RenameNode{nodeNamed(before, "add"), "neg"}),
              "another node is named 'neg' (node 'add'): take another name");
}

} // namespace
} // namespace partita
