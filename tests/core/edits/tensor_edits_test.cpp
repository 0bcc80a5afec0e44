#include "tests/core/edits/edit_checks.h"

#include <gmock/gmock.h>

namespace partita {
namespace {

using namespace test;
using ::testing::HasSubstr;

const char* const kSum = R"(<ir_version: 9, opset_import: ["" : 18]>
sum (float[2, 2] x) => (float[2, 2] y)
<float[2] w = {1.5, 70000}, float[2] v = {1.5, 70000}, float[2] z = {1.5, 3}, int64[2] shape = {2, 2}> {
  [a] a = Add(x, w)
  [b] b = Add(a, v)
  [c] c = Add(b, z)
  [r] y = Reshape(c, shape)
})";

TensorPtr floats(std::vector<std::int64_t> dims, const std::vector<float>& values) {
    return std::make_shared<const Tensor>(Tensor::of(DataType::float32, std::move(dims), values));
}

std::vector<double> numbersOf(const Model& model, std::string_view name) {
    return *elementsAsDoubles(*model.value(valueNamed(model, name))->initializer);
}

TEST(SetTensor, ReplacesElementsAndKeepsNameAndReaders) {
    const Model before = modelFromText(kSum);
    const Edited edit = made(before, SetTensor{valueNamed(before, "w"), floats({2}, {4, 5})});
    EXPECT_EQ(edit.what.text(), "Replace the elements of w");
    const Model after = before.with(edit.delta);
    EXPECT_EQ(numbersOf(after, "w"), (std::vector<double>{4, 5}));
    EXPECT_EQ(nodesText(after), nodesText(before));
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(SetTensor, SaysAnotherFormAndForgetsTheTypesBehind) {
    const Model before = modelFromText(kSum);
    ModelEditor typed(before);
    typed.changeValue(valueNamed(before, "a"), [](Value& value) {
        value.type = Type::tensor(DataType::float32, Tensor::fromBytes({}, {2, 2}, {}).shape());
    });
    const Edited edit = made(typed.model(), SetTensor{valueNamed(before, "w"), floats({1}, {4})});
    EXPECT_EQ(edit.what.text(), "Replace w: 2 fp32 becomes 1 fp32");
    const Model after = typed.model().with(edit.delta);
    EXPECT_EQ(typeText(after, "a"), "unknown");
    EXPECT_EQ(typeText(after, "y"), "2×2 fp32"); // the model states it
}

TEST(SetTensor, ReplacesAnyFormOfConstant) {
    const Model before = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[2] x) => (float[2] y) { c = Constant <value_float = 2.0> () y = Mul(x, c) })");
    const Model after = edited(before, SetTensor{valueNamed(before, "c"), floats({2}, {4, 5})});
    const auto& node = after.node(after.producer(valueNamed(after, "c")));
    ASSERT_EQ(node->attributes->size(), 1U);
    EXPECT_EQ((*node->attributes)[0]->name, "value");
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(SetTensor, RefusesWhatIsComputedAndBytesThatDoNotFit) {
    const Model model = modelFromText(kSum);
    EXPECT_THAT(refusal(model, SetTensor{valueNamed(model, "a"), floats({1}, {1})}),
                HasSubstr("'a' is no constant"));
    EXPECT_NE(refusal(model, SetTensor{valueNamed(model, "w"), floats({3}, {1})}), "made");
    EXPECT_NE(refusal(model, SetTensor{valueNamed(model, "w"), nullptr}), "made");
    EXPECT_NE(refusal(model, SetTensor{ValueId{999}, floats({1}, {1})}), "made");
}

TEST(AddInitializer, NeedsAFreeNameAndANewIrVersion) {
    const Model before = modelFromText(kSum);
    const GraphId main = before.mainGraph();
    const Model after = edited(before, AddInitializer{main, "fresh", floats({1}, {3})});
    EXPECT_EQ(numbersOf(after, "fresh"), (std::vector<double>{3}));
    EXPECT_EQ(checkerErrors(after), "");
    EXPECT_THAT(refusal(before, AddInitializer{main, "w", floats({1}, {3})}),
                HasSubstr("there is a tensor 'w' already"));
    EXPECT_NE(refusal(before, AddInitializer{main, "", floats({1}, {3})}), "made");
    const Model old = modelFromText(R"(<ir_version: 3, opset_import: ["" : 8]>
g (float[1] x) => (float[1] y) { y = Relu(x) })");
    const Edited raised = made(old, AddInitializer{old.mainGraph(), "k", floats({1}, {3})});
    EXPECT_EQ(old.with(raised.delta).info().irVersion, 4);
    EXPECT_EQ(raised.what.text(), "Add initializer k; IR version 4 is needed");
}

TEST(ConvertElementType, SaysWhatIsClippedAndListsTheReadersAsProblems) {
    const Model before = modelFromText(kSum);
    const Edited edit =
        made(before, ConvertElementType{{valueNamed(before, "w")}, DataType::float16, false});
    EXPECT_EQ(edit.what.text(), "Convert w to float16; 1 element is out of range and was clipped");
    EXPECT_NE(checkerErrors(before.with(edit.delta)), "");
}

TEST(ConvertElementType, ReadersCanReadACastBack) {
    const Model before = modelFromText(kSum);
    const Model after = edited(
        before, ConvertElementType{
                    {valueNamed(before, "w"), valueNamed(before, "z")}, DataType::float16, true});
    EXPECT_THAT(nodesText(after), HasSubstr("Add(x, w_as_float32)"));
    EXPECT_EQ(after.value(valueNamed(after, "w"))->initializer->type, DataType::float16);
    EXPECT_EQ(checkerErrors(after), "");
    EXPECT_THAT(
        refusal(after, ConvertElementType{{valueNamed(after, "w")}, DataType::float16, true}),
        HasSubstr("float16 already"));
    EXPECT_THAT(
        refusal(before, ConvertElementType{{valueNamed(before, "w")}, DataType::int4, true}),
        HasSubstr("does not exist in opset 18"));
}

TEST(ConvertElementType, TheOutputOfAGraphKeepsItsNameAndType) {
    const Model before = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1] x) => (float[1] w, float[1] y) <float[1] w = {3}> { y = Add(x, w) })");
    const Model after =
        edited(before, ConvertElementType{{valueNamed(before, "w")}, DataType::float16, true});
    EXPECT_EQ(typeText(after, "w"), "1 fp32");
    EXPECT_EQ(nodesText(after), "Cast(w_float16); Add(x, w)");
    EXPECT_EQ(checkerErrors(after), "");
}

TEST(ChangeTensorForm, GoesRoundFromInputToInitializerToConstantAndBack) {
    const Model input = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[2] x, float[k] w) => (float[2] y) { y = Add(x, w) })");
    const ValueId w = valueNamed(input, "w");
    EXPECT_NE(refusal(input, ChangeTensorForm{w, TensorForm::initializer, floats({1, 1}, {1})}),
              "made"); // another rank
    EXPECT_NE(refusal(input, ChangeTensorForm{w, TensorForm::initializer, nullptr}), "made");
    EXPECT_NE(refusal(input, ChangeTensorForm{w, TensorForm::input, nullptr}), "made");
    const Model initializer =
        edited(input, ChangeTensorForm{w, TensorForm::initializer, floats({2}, {1, 2})});
    EXPECT_EQ(initializer.graph(initializer.mainGraph())->inputs.size(), 1U);
    EXPECT_EQ(checkerErrors(initializer), "");
    const Model constant = edited(initializer, ChangeTensorForm{w, TensorForm::constant, nullptr});
    EXPECT_EQ(nodesText(constant), "Constant(); Add(x, w)");
    EXPECT_EQ(checkerErrors(constant), "");
    const Model back = edited(constant, ChangeTensorForm{w, TensorForm::initializer, nullptr});
    EXPECT_EQ(numbersOf(back, "w"), (std::vector<double>{1, 2}));
    const Model open = edited(back, ChangeTensorForm{w, TensorForm::input, nullptr});
    EXPECT_EQ(open.graph(open.mainGraph())->inputs.size(), 2U);
    EXPECT_EQ(typeText(open, "w"), "2 fp32");
    EXPECT_EQ(checkerErrors(open), "");
}

TEST(ChangeTensorForm, AnInputWithADefaultBecomesEither) {
    const Model before = modelFromText(R"(<ir_version: 3, opset_import: ["" : 8]>
g (float[1] x, float[1] w) => (float[1] y) <float[1] w = {3}> { y = Add(x, w) })");
    const ValueId w = valueNamed(before, "w");
    const Model plain = edited(before, ChangeTensorForm{w, TensorForm::initializer, nullptr});
    EXPECT_EQ(plain.graph(plain.mainGraph())->inputs.size(), 1U);
    EXPECT_EQ(plain.info().irVersion, 4);
    const Model fed = edited(before, ChangeTensorForm{w, TensorForm::input, nullptr});
    EXPECT_FALSE(fed.value(w)->initializer);
    EXPECT_EQ(fed.info().irVersion, 3);
    EXPECT_EQ(checkerErrors(fed), "");
}

TEST(PlaceTensors, SurvivesSavingInBothDirections) {
    const TemporaryFolder folder;
    const Model before = modelFromText(kSum);
    const Model outside = edited(before, PlaceTensors{{valueNamed(before, "w")}, true});
    EXPECT_EQ(numbersOf(outside, "w"), numbersOf(before, "w"));
    ASSERT_TRUE(writeModel(outside, folder / "m.onnx"));
    const auto read = readModel(folder / "m.onnx");
    ASSERT_TRUE(read) << read.error().message();
    const auto& w = read->value(valueNamed(*read, "w"))->initializer;
    EXPECT_EQ(w->storage, Tensor::Storage::external);
    EXPECT_EQ(w->external->location, "m.onnx.data");
    EXPECT_EQ(numbersOf(*read, "w"), numbersOf(before, "w"));
    EXPECT_NE(read->value(valueNamed(*read, "v"))->initializer->storage, Tensor::Storage::external);
    const Model inside = edited(*read, PlaceTensors{{valueNamed(*read, "w")}, false});
    ASSERT_TRUE(writeModel(inside, folder / "n.onnx"));
    EXPECT_FALSE(std::filesystem::exists(folder / "n.onnx.data"));
    EXPECT_EQ(numbersOf(*readModel(folder / "n.onnx"), "w"), numbersOf(before, "w"));
    EXPECT_NE(refusal(inside, PlaceTensors{{valueNamed(inside, "w")}, false}), "made");
    // What waits for a data file is inside of bytes without one.
    EXPECT_EQ(numbersOf(*readModel(bufferOf(*serializeModel(outside))), "w"),
              numbersOf(before, "w"));
}

TEST(RenameTensor, GoesThroughBodiesAndTheFile) {
    const Model before = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (bool c, float[1] x) => (float[1] y) {
  h = Relu(x)
  y = If (c) <then_branch = t () => (float[1] p) { p = Neg(h) }, else_branch = e () => (float[1] q) { q = Abs(h) }>
})");
    const Model renamed = edited(before, RenameTensor{valueNamed(before, "h"), "hidden"});
    const auto written = readModel(bufferOf(*serializeModel(renamed)));
    ASSERT_TRUE(written) << written.error().message();
    EXPECT_EQ(checkerErrors(*written), "");
    EXPECT_FALSE(valueNamed(*written, "h"));
    EXPECT_EQ(written->consumers(valueNamed(*written, "hidden")).size(), 2U);
    EXPECT_THAT(refusal(before, RenameTensor{valueNamed(before, "h"), "p"}),
                HasSubstr("there is a tensor 'p' already")); // a body would read its own
    EXPECT_THAT(refusal(before, RenameTensor{valueNamed(before, "p"), "x"}), HasSubstr("already"));
    // Branches do not see each other.
    EXPECT_EQ(refusal(before, RenameTensor{valueNamed(before, "p"), "q"}), "made");
    const Edited input = made(before, RenameTensor{valueNamed(before, "x"), "image"});
    EXPECT_EQ(input.what.text(), "Rename input x to image");
}

TEST(ShareEqualTensors, KeepsOneOfEqualInitializers) {
    const Model before = modelFromText(kSum);
    const Edited edit = made(before, ShareEqualTensors{});
    EXPECT_EQ(edit.what.text(), "Share equal initializers: 1 and 8 B less");
    const Model after = before.with(edit.delta);
    EXPECT_FALSE(valueNamed(after, "v"));
    EXPECT_EQ(after.consumers(valueNamed(after, "w")).size(), 2U);
    EXPECT_NE(refusal(after, ShareEqualTensors{}), "made");
}

} // namespace
} // namespace partita
