#include "core/edits/fitting_slots.h"
#include "core/onnx/infer_shapes.h"
#include "tests/core/edits/edit_checks.h"

namespace partita {
namespace {

using namespace test;

const char* const kDiamond = R"(<ir_version: 9, opset_import: ["" : 18]>
d (float[2] x, int64[2] i) => (float[2] y) <float[2] a, float[2] b, float[2] c> {
  [a] a = Relu(x)
  [b] b = Sigmoid(a)
  [c] c = Tanh(a)
  [d] y = Add(b, c)
})";

TEST(Connect, ReplacesWhatASlotReads) {
    const Model before = modelFromText(kDiamond);
    const Edited edit = made(before, Connect{valueNamed(before, "a"), input(before, "d", 1)});
    const Model after = before.with(edit.delta);
    EXPECT_EQ(valueAt(after, input(after, "d", 1)), valueNamed(after, "a"));
    EXPECT_EQ(edit.what.text(), "Connect a to input B of 'd'");
    EXPECT_EQ(edit.where.text(), "d");
    EXPECT_TRUE(nodeNamed(after, "c")); // stays, as a node that nothing reads
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(Connect, RefusesTypesCyclesAndSlotsThatDoNotExist) {
    const Model model = modelFromText(kDiamond);
    const auto to = [&](const char* value, Slot slot) {
        return refusal(model, Connect{valueNamed(model, value), slot});
    };
    EXPECT_EQ(to("i", input(model, "d", 1)),
              "'i' is int64, input B of Add is float32 as 'b' is (input B of 'd')");
    EXPECT_EQ(to("i", input(model, "b", 0)),
              "'i' is int64, input X of Sigmoid takes T (float32, float16, float64, bfloat16) "
              "(input X of 'b')");
    EXPECT_EQ(to("y", input(model, "a", 0)), "would make a cycle: a → b → d → a (input X of 'a')");
    EXPECT_EQ(to("a", input(model, "a", 0)), "would make a cycle: a → a (input X of 'a')");
    EXPECT_EQ(to("x", input(model, "a", 1)), "Relu takes no further input (node 'a')");
    EXPECT_EQ(to("x", input(model, "a", 0)), "input X of 'a' reads 'x' already");
    EXPECT_EQ(to("x", output(model, 1)), "the graph has no output 1");
    EXPECT_EQ(refusal(model, Connect{ValueId{77}, input(model, "a", 0)}),
              "the model has no tensor #77: take it from the model as it is now");
    EXPECT_EQ(refusal(model, Connect{valueNamed(model, "x"), {NodeId{77}, {}, 0}}),
              "the model has no node #77: take it from the model as it is now");
}

TEST(Connect, ALongCycleIsNamedByItsEnds) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2] x) => (float[2] y) {
  [n0] a = Relu(x) [n1] b = Relu(a) [n2] c = Relu(b) [n3] d = Relu(c) [n4] e = Relu(d)
  [n5] y = Relu(e)
})");
    EXPECT_EQ(refusal(model, Connect{valueNamed(model, "y"), input(model, "n0", 0)}),
              "would make a cycle: n0 → n1 → … → n5 → n0 (input X of 'n0')");
}

TEST(Connect, AddsInputsWhereTheOperatorTakesMore) {
    const Model before = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2] x, float z) => (float[4] y, float[2] v) {
  [cat] y = Concat <axis = 0> (x, x)
  [clip] v = Clip(x)
})");
    const Model more = edited(before, Connect{valueNamed(before, "v"), input(before, "cat", 2)});
    EXPECT_EQ(more.node(nodeNamed(more, "cat"))->inputs.size(), 3U);
    EXPECT_EQ(typeText(more, "y"), "6 fp32");
    const Model high = edited(before, Connect{valueNamed(before, "z"), input(before, "clip", 2)});
    EXPECT_EQ(nodesText(high), "Concat(x, x); Clip(x, -, z)");
    EXPECT_EQ(checkerErrors(high), "");
}

TEST(Connect, AnOutputOfTheGraphKeepsItsName) {
    const Model before = modelFromText(kDiamond);
    const Model after = edited(before, Connect{valueNamed(before, "b"), output(before, 0)});
    EXPECT_EQ(after.value(after.graph(after.mainGraph())->outputs[0])->name, "y");
    EXPECT_EQ(after.producer(valueNamed(after, "y")), nodeNamed(after, "b"));
    EXPECT_EQ(nodesText(after), "Relu(x); Sigmoid(a); Tanh(a); Add(y, c)");
    EXPECT_EQ(checkerErrors(after), "");
    EXPECT_EQ(refusal(before, Connect{valueNamed(before, "x"), output(before, 0)}),
              "'x' is an input of the graph; put an Identity between them (output y)");
}

TEST(Connect, ABodyReadsTensorsFromOutsideButNotTheOtherWay) {
    const Model before = *inferShapes(modelFromText(kNested));
    const NodeId neg = before.producer(valueNamed(before, "u"));
    const Model after = edited(before, Connect{valueNamed(before, "x"), {neg, {}, 0}});
    EXPECT_EQ(nodesText(after, after.node(neg)->graph), "Add(a, w); Neg(x)");
    EXPECT_EQ(checkerErrors(after), "");
    EXPECT_EQ(refusal(before, Connect{valueNamed(before, "y"), {neg, {}, 0}}),
              "would make a cycle: if → if (input X of 'Neg #" + std::to_string(neg.value) + "')");
    const NodeId relu = before.producer(valueNamed(before, "a"));
    EXPECT_THAT(refusal(before, Connect{valueNamed(before, "b"), {relu, {}, 0}}),
                testing::StartsWith("'b' is in another graph, main / if.then_branch"));
    const Slot returned{{}, before.node(neg)->graph, 0};
    const Model captured = edited(before, Connect{valueNamed(before, "a"), returned});
    EXPECT_EQ(captured.graph(returned.graph)->outputs[0], valueNamed(before, "a"));
    EXPECT_EQ(captured.value(valueNamed(before, "a"))->name, "a"); // a body's outputs have places
}

TEST(Connect, ForgetsShapesThatFollowedFromTheOldTensor) {
    const Model before = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2, 3] x, float[5, 7] z) => (float[2, 3] y) <float[2, 3] a, float[2, 3] b> {
  [a] a = Relu(x)
  [b] b = Neg(a)
  [c] y = Exp(b)
})");
    const Model after = edited(before, Connect{valueNamed(before, "z"), input(before, "a", 0)});
    EXPECT_EQ(typeText(after, "a"), "5×7 fp32");
    EXPECT_EQ(typeText(after, "b"), "? fp32");
    EXPECT_EQ(typeText(after, "y"), "? fp32");
    const auto inferred = inferShapes(after);
    ASSERT_TRUE(inferred);
    EXPECT_EQ(typeText(*inferred, "y"), "5×7 fp32");
}

TEST(Connect, AnInitializerThatNothingReadsAnyMoreGoes) {
    const Model before = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2] x) => (float[2] y, float[2] z) <float[2] w = {1.0, 2.0}, float[2] v = {1.0, 2.0}> {
  [one] y = Add(x, w)
  [two] s = Mul(x, v)
  [three] z = Mul(s, v)
})");
    EXPECT_FALSE(
        valueNamed(edited(before, Connect{valueNamed(before, "x"), input(before, "one", 1)}), "w"));
    EXPECT_TRUE(
        valueNamed(edited(before, Connect{valueNamed(before, "x"), input(before, "two", 1)}), "v"));
}

TEST(Disconnect, OmitsRemovesOrOpensASlot) {
    const Model before = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2] x, float l, float h) => (float[6] y, float[2] v) {
  [clip] v = Clip(x, l, h)
  [cat] y = Concat <axis = 0> (x, v, x)
})");
    EXPECT_EQ(nodesText(edited(before, Disconnect{input(before, "cat", 1)})),
              "Clip(x, l, h); Concat(x, x)");
    EXPECT_EQ(nodesText(edited(before, Disconnect{input(before, "clip", 1)})),
              "Clip(x, -, h); Concat(x, v, x)");
    const Model shorter = edited(before, Disconnect{input(before, "clip", 2)});
    EXPECT_EQ(nodesText(shorter), "Clip(x, l); Concat(x, v, x)");
    EXPECT_EQ(nodesText(edited(shorter, Disconnect{input(shorter, "clip", 1)})),
              "Clip(x); Concat(x, v, x)");
    const Model open = edited(before, Disconnect{input(before, "clip", 0)});
    EXPECT_EQ(nodesText(open), "Clip(-, l, h); Concat(x, v, x)");
    EXPECT_EQ(refusal(open, Disconnect{input(open, "clip", 0)}),
              "input input of 'clip' reads nothing");
}

TEST(Disconnect, AnOutputOfTheGraphStaysAndNothingMakesIt) {
    const Model before = modelFromText(kDiamond);
    const Model after = edited(before, Disconnect{output(before, 0)});
    const ValueId open = after.graph(after.mainGraph())->outputs[0];
    EXPECT_EQ(after.value(open)->name, "y");
    EXPECT_FALSE(after.producer(open));
    EXPECT_EQ(typeText(after, "y"), "2 fp32");
    EXPECT_EQ(after.value(after.node(nodeNamed(after, "d"))->outputs[0])->name, "y_1");
    // What is connected there again takes the name back.
    const Model again = edited(after, Connect{valueNamed(after, "y_1"), output(after, 0)});
    EXPECT_EQ(again.producer(valueNamed(again, "y")), nodeNamed(again, "d"));
    EXPECT_FALSE(again.value(open));
    EXPECT_EQ(checkerErrors(again), "");
}

TEST(RerouteReaders, MovesAllOfThemOrNone) {
    const Model before = *inferShapes(modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2] x, double[2] u) => (float[2] y, float[2] z) {
  [a] a = Relu(x)
  [b] b = Neg(x)
  [mul] y = Mul(a, a)
  [exp] z = Exp(a)
})"));
    const Model after =
        edited(before, RerouteReaders{valueNamed(before, "a"), valueNamed(before, "b")});
    EXPECT_EQ(nodesText(after), "Relu(x); Neg(x); Mul(b, b); Exp(b)");
    EXPECT_EQ(checkerErrors(after), "");
    // Both inputs of the product change, so their types need not be the old one.
    const Model wide =
        edited(before, RerouteReaders{valueNamed(before, "a"), valueNamed(before, "u")});
    EXPECT_EQ(typeText(wide, "y"), "2 fp64");
    EXPECT_THAT(refusal(before, RerouteReaders{valueNamed(before, "x"), valueNamed(before, "a")}),
                testing::StartsWith("would make a cycle: a → a"));
    EXPECT_EQ(refusal(before, RerouteReaders{valueNamed(before, "u"), valueNamed(before, "a")}),
              "nothing reads 'u'");
}

TEST(FittingSlots, AreThoseThatTakeTheTypeAndMakeNoCycle) {
    const Model model = modelFromText(kDiamond);
    const auto text = [&](const char* from) {
        std::string list;
        for (const FittingSlot& each : SlotFinder(model, valueNamed(model, from)).all())
            list += slotText(model, each.slot).text() + " (" +
                    (each.replaces ? model.value(each.replaces)->name : "-") + "); ";
        return list;
    };
    EXPECT_EQ(text("b"), "input input of 'c' (a); input B of 'd' (c); output y (y); ");
    EXPECT_EQ(text("y"), "");
    EXPECT_EQ(text("i"), "input X of 'a' (x); "); // Relu takes integers, too
}

TEST(FittingSlots, IncludeThoseOfBodiesAndAddedInputs) {
    const Model model = *inferShapes(modelFromText(kNested));
    std::set<std::string> found;
    for (const FittingSlot& each : SlotFinder(model, valueNamed(model, "x")).all())
        found.insert(slotText(model, each.slot).text());
    const NodeId neg = model.producer(valueNamed(model, "u"));
    EXPECT_TRUE(found.contains("input X of 'Neg #" + std::to_string(neg.value) + "'"));
    EXPECT_TRUE(found.contains("output u"));
    const NodeId exp = model.producer(valueNamed(model, "r"));
    EXPECT_FALSE(found.contains("input input of 'Exp #" + std::to_string(exp.value) + "'"));
    for (const FittingSlot& each : SlotFinder(model, valueNamed(model, "x")).all())
        EXPECT_TRUE(applyEdit(model, Connect{valueNamed(model, "x"), each.slot}))
            << slotText(model, each.slot).text();
}

} // namespace
} // namespace partita
