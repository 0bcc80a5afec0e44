// Sizes of the model's outputs in the file of an edited model.

#include "core/edits/output_types.h"
#include "tests/core/edits/edit_checks.h"

namespace partita::test {
namespace {

/// Rows of three numbers for each place of a pooled picture; the inner types are those that ONNX's
/// inference writes into a file. `sizes`: of the picture; `rows`: what the file says of the output.
Model pooled(const std::string& sizes, const std::string& rows) {
    const std::string text = R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[)" + sizes + R"(] x) => (float[)" +
                             rows + R"(] y)
  <int64[3] target = {0, -1, 3}> {
  [pool] a = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (x)
  [turn] t = Transpose <perm = [0, 2, 3, 1]> (a)
  [flat] y = Reshape(t, target)
})";
    const auto read = readModel(bufferOf(*serializeModel(modelFromText(text.c_str()))));
    return read ? *read : Model();
}

Model withStrides(const Model& model, std::vector<std::int64_t> strides) {
    return edited(model, SetAttribute{{nodeNamed(model, "pool")},
                                      Attribute::make("strides", std::move(strides))});
}

/// What the file says of the output when the strides are others: "before, in the file".
std::string outputText(const std::string& sizes, const std::string& rows) {
    const Model after = withStrides(pooled(sizes, rows), {1, 1});
    return typeText(after, "y") + ", " + typeText(edits::withOutputSizes(after), "y");
}

TEST(OutputSizes, ThatAnEditForgetsAreInferredForTheFile) {
    EXPECT_EQ(outputText("batch, 3, height, width", "batch, places, 3"),
              "?×?×? fp32, batch×?×3 fp32");
    EXPECT_EQ(outputText("1, 3, 8, 8", "1, 16, 3"), "?×?×? fp32, 1×49×3 fp32");
    EXPECT_EQ(outputText("batch, 3, 8, 8", "batch, 16, 3"), "?×?×? fp32, batch×49×3 fp32");
}

/// As exporters write a head of a detector: the target of the Reshape is computed from the picture.
TEST(OutputSizes, AreProvenWhereInferenceLosesThem) {
    const Model model = *readModel(
        bufferOf(*serializeModel(modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[batch, 3, height, width] x) => (float[batch, places, 3] y)
  <int64 zero = {0}, int64[2] rest = {-1, 3}, int64[1] at = {0}> {
  [pool] a = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (x)
  [turn] t = Transpose <perm = [0, 2, 3, 1]> (a)
  [sizes] s = Shape(t)
  [first] f = Gather(s, zero)
  [listed] l = Unsqueeze(f, at)
  [target] target = Concat <axis = 0> (l, rest)
  [flat] y = Reshape(t, target)
})"))));
    const Model after = withStrides(model, {1, 1});
    EXPECT_EQ(typeText(after, "y"), "?×?×? fp32");
    EXPECT_EQ(typeText(edits::withOutputSizes(after), "y"), "batch×?×3 fp32");
}

TEST(OutputSizes, KeepASymbolOfAnInputThatLooksMadeUp) {
    EXPECT_EQ(outputText("unk__0, 3, unk__1, unk__2", "unk__0, unk__3, 3"),
              "?×?×? fp32, unk__0×?×3 fp32");
}

TEST(OutputSizes, ThatTheFileOrTheUserLeavesOpenStayOpen) {
    const Model model = pooled("batch, 3, height, width", "?, ?, ?");
    EXPECT_EQ(typeText(edits::withOutputSizes(model), "y"), "?×?×? fp32");
    const Model named = pooled("batch, 3, height, width", "batch, places, 3");
    const Model retyped = edited(
        named, SetValueType{valueNamed(named, "y"),
                            Type::tensor(DataType::float32, Shape{Dim{}, Dim{}, Dim{3, {}, {}}})});
    EXPECT_EQ(typeText(edits::withOutputSizes(retyped), "y"), "?×?×3 fp32");
    EXPECT_TRUE(diff(named, edits::withOutputSizes(named)).empty());
}

TEST(OutputSizes, OfAModelThatInferenceRefusesStayOpen) {
    const Model after = withStrides(pooled("batch, 3, 8, 8", "batch, 16, 3"), {1, 1});
    const Model broken =
        edited(after, SetTensor{valueNamed(after, "target"),
                                std::make_shared<Tensor>(Tensor::of(
                                    DataType::int64, {2}, std::vector<std::int64_t>{-1, 3}))});
    ASSERT_EQ(typeText(broken, "y"), "?×?×? fp32");
    EXPECT_EQ(typeText(edits::withOutputSizes(broken), "y"), "?×?×? fp32")
        << "the Reshape gives two dimensions";
}

} // namespace
} // namespace partita::test
