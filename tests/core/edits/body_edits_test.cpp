#include "tests/core/edits/edit_checks.h"

#include <gmock/gmock.h>

namespace partita {
namespace {

using namespace test;
using ::testing::HasSubstr;

const char* const kBranches = R"(<ir_version: 9, opset_import: ["" : 18]>
g (bool c, float[1] x) => (float[1] y) {
  [if] h = If (c) <then_branch = t () => (float[1] p) { [neg] p = Neg(x) },
                   else_branch = e () => (float[1] q) { [abs] q = Abs(x) }>
  [relu] y = Relu(h)
})";

GraphId bodyOf(const Model& model, const char* node) {
    return model.node(nodeNamed(model, node))->graph;
}

TEST(BodyEdits, ANewNodeDoesNotReadWhatItsBodyComputes) {
    const Model model = modelFromText(kBranches);
    InsertNode edit;
    edit.graph = bodyOf(model, "neg");
    edit.node.opType = "Identity";
    edit.inputs = {valueNamed(model, "h")};
    EXPECT_THAT(refusal(model, edit), HasSubstr("would make a cycle"));
    edit.inputs = {valueNamed(model, "x")};
    EXPECT_EQ(refusal(model, edit), "made");
}

TEST(BodyEdits, AnOpenOutputOfABodyGetsANameOfItsOwn) {
    const Model model = modelFromText(kBranches);
    const GraphId body = bodyOf(model, "neg");
    const Model after = edited(model, Disconnect{{{}, body, 0}});
    const ValueId output = after.graph(body)->outputs[0];
    EXPECT_NE(after.value(output)->name, "p");
    EXPECT_FALSE(after.producer(output));
    EXPECT_EQ(after.producer(valueNamed(after, "p")), nodeNamed(after, "neg"));
}

TEST(OutputTypes, AnOutputOfTheModelKeepsAnElementType) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[2] x) => (float[2] y) <float[2] a, float[2] b> {
  [cast] a = Cast <to = 1> (x)
  [abs] b = Abs(a)
  [neg] y = Neg(b)
})");
    const Model after = edited(
        model, SetAttribute{{nodeNamed(model, "cast")}, Attribute::make("to", std::int64_t{10})});
    EXPECT_EQ(typeText(after, "a"), "2 fp16");
    EXPECT_EQ(typeText(after, "b"), "unknown");
    EXPECT_EQ(typeText(after, "y"), "? fp32"); // without a type the file would be no model
}

} // namespace
} // namespace partita
