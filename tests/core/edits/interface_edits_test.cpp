#include "tests/core/edits/edit_checks.h"

#include <gmock/gmock.h>

#include "core/edits/edit_tools.h"

namespace partita {
namespace {

using namespace test;
using ::testing::HasSubstr;

const char* const kInterfaceNet = R"(<ir_version: 10, opset_import: ["" : 18]>
net (float[n, 4] x, float[2] unused) => (float[n, 4] y) <int64[2] shape = {1, -1}> {
  [relu] h = Relu(x)
  [neg] y = Neg(h)
})";

Model written(const Model& model) {
    auto read = readModel(bufferOf(*serializeModel(model)));
    EXPECT_TRUE(read) << read.error().message();
    return read ? *std::move(read) : Model();
}

TypePtr typeOf(DataType element, std::vector<std::int64_t> dims) {
    return Type::tensor(element, Tensor::fromBytes(element, std::move(dims), {}).shape());
}

TEST(InterfaceEdits, AddAndRemoveInputs) {
    const Model before = modelFromText(kInterfaceNet);
    const GraphId main = before.mainGraph();
    const Model more = edited(before, AddInput{main, "mask", typeOf(DataType::boolean, {4})});
    EXPECT_EQ(typeText(written(more), "mask"), "4 bool");
    EXPECT_EQ(checkerErrors(more), "");
    EXPECT_NE(refusal(before, AddInput{main, "x", typeOf(DataType::boolean, {4})}), "made");
    EXPECT_NE(refusal(before, AddInput{main, "m", nullptr}), "made");
    EXPECT_NE(refusal(before, AddInput{main, "m", typeOf(DataType::undefined, {4})}), "made");
    const Model fewer = edited(before, RemoveInput{valueNamed(before, "unused")});
    EXPECT_FALSE(valueNamed(fewer, "unused"));
    EXPECT_EQ(checkerErrors(fewer), "");
    EXPECT_THAT(refusal(before, RemoveInput{valueNamed(before, "x")}),
                HasSubstr("input 'x' is read by 'relu'"));
    EXPECT_NE(refusal(before, RemoveInput{valueNamed(before, "h")}), "made");
}

TEST(InterfaceEdits, AnInnerTensorBecomesAnOutputWithItsInferredType) {
    const Model before = modelFromText(kInterfaceNet);
    const Model after = edited(before, AddOutput{valueNamed(before, "h")});
    EXPECT_EQ(typeText(after, "h"), "n×4 fp32");
    EXPECT_EQ(checkerErrors(after), "");
    EXPECT_NE(refusal(after, AddOutput{valueNamed(after, "h")}), "made");
    const Model fewer = edited(after, RemoveOutput{output(after, 0)});
    EXPECT_EQ(fewer.graph(fewer.mainGraph())->outputs.size(), 1U);
    EXPECT_TRUE(fewer.node(nodeNamed(fewer, "neg"))); // it stays
    EXPECT_NE(refusal(after, RemoveOutput{output(after, 2)}), "made");
}

TEST(InterfaceEdits, ReorderTakesEachPlaceOnce) {
    const Model before = modelFromText(kInterfaceNet);
    const GraphId main = before.mainGraph();
    const Model after = edited(before, ReorderInterface{main, false, {1, 0}});
    const Model read = written(after);
    EXPECT_EQ(read.value(read.graph(read.mainGraph())->inputs[0])->name, "unused");
    for (const std::vector<std::size_t>& order :
         {std::vector<std::size_t>{0, 0}, {0}, {0, 2}, {0, 1}, {}})
        EXPECT_NE(refusal(before, ReorderInterface{main, false, order}), "made");
}

TEST(InterfaceEdits, AnotherTypeOfAnInputForgetsWhatWasComputedFromIt) {
    const Model before = edited(modelFromText(kInterfaceNet),
                                AddOutput{valueNamed(modelFromText(kInterfaceNet), "h")});
    const Model single = edited(before, RemoveOutput{output(before, 1)});
    const Edited edit =
        made(single, SetValueType{valueNamed(single, "x"), typeOf(DataType::float16, {8, 4})});
    EXPECT_EQ(edit.what.text(), "Set the type of x to 8×4 fp16, was n×4 fp32");
    EXPECT_EQ(typeText(single.with(edit.delta), "h"), "unknown");
    EXPECT_NE(
        refusal(single, SetValueType{valueNamed(single, "h"), typeOf(DataType::float16, {8, 4})}),
        "made");
}

TEST(InterfaceEdits, ASizeIsReplacedEverywhere) {
    const Model before = modelFromText(kInterfaceNet);
    const Model fixed = edited(before, SetDimension{"n", {3, "", ""}});
    EXPECT_EQ(typeText(fixed, "x"), "3×4 fp32");
    EXPECT_EQ(typeText(written(fixed), "y"), "3×4 fp32");
    EXPECT_EQ(typeText(edited(before, SetDimension{"n", {{}, "batch", ""}}), "y"), "batch×4 fp32");
    EXPECT_EQ(made(before, SetDimension{"n", {{}, "batch", ""}}).what.text(),
              "Set size n to batch");
    EXPECT_NE(refusal(before, SetDimension{"m", {3, "", ""}}), "made");
    EXPECT_NE(refusal(before, SetDimension{"n", {-3, "", ""}}), "made");
    EXPECT_NE(refusal(before, SetDimension{"n", {}}), "made");
}

TEST(InterfaceEdits, TwoSymbolsThatBecomeOneAreSaid) {
    const Model before = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
net (float[n, m] x) => (float[m, n, 2] y) { a = Transpose(x) b = Relu(a) y = Identity(b) })");
    EXPECT_EQ(symbolsOf(before), (std::vector<std::string>{"n", "m"}));
    const Edited one = made(before, SetDimension{"n", {{}, "m", ""}});
    EXPECT_EQ(one.what.text(), "Set size n to m, as other sizes are called");
    EXPECT_EQ(symbolsOf(before.with(one.delta)), (std::vector<std::string>{"m"}));
}

TEST(InterfaceEdits, TheBatchSizeIsFollowedByConstantShapes) {
    const Model before = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
net (float[1, 2, 6] x, float[2, 1] state) => (float[1, 12] y, float[1, 3, 4] z)
<int64[2] flat = {1, 12}, int64[3] open = {1, 3, -1}> {
  a = Relu(x)
  y = Reshape(a, flat)
  b = Reshape(a, flat)
  z = Reshape(b, open)
})");
    const Edited eight = made(before, SetBatch{{8, "", ""}});
    EXPECT_EQ(eight.what.text(),
              "Set the batch size to 8; the shapes of 3 Reshapes follow; another "
              "first size has state");
    const Model after = before.with(eight.delta);
    EXPECT_EQ(typeText(after, "x"), "8×2×6 fp32");
    EXPECT_EQ(typeText(after, "y"), "8×12 fp32");
    EXPECT_EQ(typeText(after, "state"), "2×1 fp32");
    EXPECT_EQ(checkerErrors(after), "");
    const Model open = edited(before, SetBatch{{{}, "batch", ""}});
    EXPECT_EQ(typeText(open, "z"), "batch×3×4 fp32");
    EXPECT_EQ(checkerErrors(open), "");
    EXPECT_EQ(typeText(edited(open, SetBatch{{2, "", ""}}), "y"), "2×12 fp32");
    EXPECT_NE(refusal(after, SetBatch{{8, "", ""}}), "made");
}

TEST(InterfaceEdits, AnotherOpsetKeepsIdsNamesAndDocumentation) {
    const Model old = modelFromText(R"(<ir_version: 7, opset_import: ["" : 11]>
net (float[2, 3] x) => (float[2, 1] y) {
  [mean] m = ReduceMean <axes = [1]> (x)
  [squeeze] s = Squeeze <axes = [1]> (m)
  [unsqueeze] y = Unsqueeze <axes = [1]> (s)
})");
    const Model before =
        edited(old, SetDocumentation{{nodeNamed(old, "mean"), {}, {}}, "the mean of a row"});
    const Model after = edited(before, ConvertOpset{"", 18});
    EXPECT_EQ(after.info().opset(""), 18);
    EXPECT_EQ(nodeNamed(after, "squeeze"), nodeNamed(before, "squeeze"));
    EXPECT_EQ(valueNamed(after, "s"), valueNamed(before, "s"));
    EXPECT_EQ(after.node(nodeNamed(after, "mean"))->annotations->docString, "the mean of a row");
    EXPECT_EQ(after.node(nodeNamed(after, "squeeze"))->inputs.size(), 2U);
    EXPECT_EQ(checkerErrors(after), "");
    EXPECT_NE(refusal(before, ConvertOpset{"", 0}), "made");
    EXPECT_NE(refusal(before, ConvertOpset{"", 11}), "made");
    EXPECT_NE(refusal(before, ConvertOpset{"com.microsoft", 2}), "made");
}

TEST(InterfaceEdits, FunctionsFollowToAnotherOpsetWhereTheirOperatorsMeanTheSame) {
    const auto model = [](const char* op) {
        return written(modelFromText(std::string(
                                         R"(<ir_version: 10, opset_import: ["" : 18, "my" : 1]>
g (float[1] x) => (float[1] y) { y = my.f(x) }
<domain: "my", opset_import: ["" : 18]>
f (a) => (b) { b = )") + op + "(a) }"));
    };
    const Model after = written(edited(model("Sin"), ConvertOpset{"", 21}));
    EXPECT_EQ(after.graph(after.info().functions[0])->function->opsets[0].version, 21);
    EXPECT_EQ(checkerErrors(after), "");
    EXPECT_THAT(refusal(model("Identity"), ConvertOpset{"", 21}),
                HasSubstr("is another one in opset 21"));
}

TEST(InterfaceEdits, TextsOfEveryPartAreWritten) {
    Model model = modelFromText(kInterfaceNet);
    const std::vector<Annotated> parts = {{},
                                          {nodeNamed(model, "relu"), {}, {}},
                                          {{}, valueNamed(model, "x"), {}},
                                          {{}, valueNamed(model, "shape"), {}},
                                          {{}, {}, model.mainGraph()}};
    for (const Annotated& part : parts) {
        model = edited(model, SetDocumentation{part, "said"});
        model = edited(model, SetMetadata{part, "key", "value", false});
    }
    model = edited(model, SetProducer{"me", "2", std::nullopt, 7});
    const Model read = written(model);
    const std::vector<AnnotationsPtr> found = {
        read.info().annotations, read.node(nodeNamed(read, "relu"))->annotations,
        read.value(valueNamed(read, "x"))->annotations,
        read.value(valueNamed(read, "shape"))->initializer->annotations,
        read.graph(read.mainGraph())->annotations};
    for (const AnnotationsPtr& each : found) {
        ASSERT_TRUE(each);
        EXPECT_EQ(each->docString, "said");
        EXPECT_EQ(each->metadata, (Metadata{{"key", "value"}}));
    }
    EXPECT_EQ(read.info().producerName + read.info().producerVersion, "me2");
    EXPECT_EQ(read.info().modelVersion, 7);
    const Model bare = edited(model, SetMetadata{{}, "key", "", true});
    EXPECT_TRUE(bare.info().annotations->metadata.empty());
    EXPECT_NE(refusal(bare, SetMetadata{{}, "key", "", true}), "made");
    EXPECT_THAT(refusal(model, SetDocumentation{{{}, valueNamed(model, "h"), {}}, "x"}),
                HasSubstr("no place"));
}

TEST(InterfaceEdits, TextsOfAFunctionAreWritten) {
    const Model before = modelFromText(R"(<ir_version: 10, opset_import: ["" : 18, "my" : 1]>
g (float[1] x) => (float[1] y) { y = my.twice(x) }
<domain: "my", opset_import: ["" : 18]>
twice (a) => (b) { b = Add(a, a) })");
    const Model read = written(before); // with a source, so that its bytes are kept
    const Model after =
        edited(read, SetDocumentation{{{}, {}, read.info().functions[0]}, "two times"});
    const Model again = written(after);
    const auto& annotations = again.graph(again.info().functions[0])->annotations;
    ASSERT_TRUE(annotations);
    EXPECT_EQ(annotations->docString, "two times");
}

} // namespace
} // namespace partita
