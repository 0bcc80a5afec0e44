// What ONNX's own library does for models: shapes, versions and checks.

#include <filesystem>
#include <gtest/gtest.h>
#include <set>

#include "core/onnx/check.h"
#include "core/onnx/convert_version.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::modelFromText;
using test::valueNamed;

TEST(Library, InfersShapesIntoBodiesAndKeepsWhatTheFileSays) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
g (bool c, float[n, 3] x) => (float[n, 4] y) <float[3, 4] w = {1,1,1,1,1,1,1,1,1,1,1,1}> {
  a = MatMul(x, w)
  y = If(c) < then_branch = t () => (float[n, 4] u) { b = Relu(a)  u = Neg(b) }, else_branch = e () => (float[n, 4] v) { v = Abs(a) } >
})");
    const auto inferred = inferShapes(model);
    ASSERT_TRUE(inferred) << inferred.error().message();
    EXPECT_EQ(inferred->value(valueNamed(*inferred, "a"))->type->text(), "n×4 fp32");
    EXPECT_EQ(inferred->value(valueNamed(*inferred, "b"))->type->text(), "n×4 fp32");
    EXPECT_EQ(inferred->value(valueNamed(*inferred, "x"))->type,
              model.value(valueNamed(model, "x"))->type);
}

TEST(Library, AnElementTypeIsTakenOverWithoutAShapeAndAnEmptyTypeIsNone) {
    const TypePtr open = Type::tensor(DataType::undefined, std::nullopt),
                  floats = Type::tensor(DataType::float32, std::nullopt);
    EXPECT_EQ(completedType(open, floats)->element, DataType::float32);
    EXPECT_EQ(completedType(floats, open), floats);
    EXPECT_EQ(completedType(nullptr, std::make_shared<const Type>()), nullptr);
}

TEST(Library, AReshapeOfAConstantThatNoRunAcceptsHasNoSizes) {
    const auto inferred = inferShapes(modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[A] z) <float[2] two = {1, 2}, int64[2] four = {2, 2}> {
            y = Reshape(two, four)
            z = Identity(x)
        })"));
    ASSERT_TRUE(inferred);
    EXPECT_EQ(inferred->value(valueNamed(*inferred, "y"))->type->text(), "? fp32");
}

TEST(Library, KnowsNoAxesFromTheEndBeforeOpset11AndIsNotAskedAboutThem) {
    const Model model = modelFromText("<ir_version: 6, opset_import: [\"\" : 8]>\n"
                                      "g (float[2] x) => (int64[n] y) {\n"
                                      "  a = Unsqueeze<axes = [-1]>(x) y = Shape(a) }");
    const auto inferred = inferShapes(model);
    ASSERT_TRUE(inferred) << inferred.error().message();
    EXPECT_FALSE(inferred->value(valueNamed(*inferred, "a"))->type);
}

TEST(Library, InfersFromInitializersThatAreNoInputsWhateverTheIrVersion) {
    for (const char* version : {"3", "4", "10"}) {
        const Model model = modelFromText("<ir_version: " + std::string(version) +
                                          R"(, opset_import: ["" : 17]>
g (float[1, 4] x) => (float[1, 4] y) <uint8[1, 4] q = {1, 2, 3, 4}, float s = {0.5}, uint8 z = {0}> {
  w = DequantizeLinear(q, s, z)
  y = Add(x, w)
})");
        const auto inferred = inferShapes(model);
        ASSERT_TRUE(inferred) << inferred.error().message();
        const auto& type = inferred->value(valueNamed(*inferred, "w"))->type;
        ASSERT_TRUE(type) << version;
        EXPECT_EQ(type->text(), "1×4 fp32") << version;
        EXPECT_EQ(inferred->info().irVersion, model.info().irVersion);
    }
}

TEST(Library, IsNotAskedForOpenShapesWhereThereAreNone) {
    const auto of = [](const char* result) {
        return modelFromText(std::string(R"(<ir_version: 9, opset_import: ["" : 18]>
            g (float[4] x) => ()") +
                             result + " y) { y = unknown.Op(x) }"); // no opset for it
    };
    EXPECT_FALSE(inferShapes(of("float[4]")));
    EXPECT_FALSE(inferOpenShapes(of("float[n]")));
    const Model known = of("float[4]");
    const auto same = inferOpenShapes(known);
    ASSERT_TRUE(same) << same.error().message();
    EXPECT_TRUE(diff(known, *same).empty());
}

TEST(Library, ConvertsTheOpsetAndSharesTheWeights) {
    const auto model =
        readModel(std::filesystem::path(PARTITA_SOURCE_DIR) / "resources/samples/detector.onnx");
    const auto converted = convertVersion(*model, 21);
    ASSERT_TRUE(converted) << converted.error().message();
    EXPECT_EQ(converted->info().opset(""), 21);
    const auto& before =
        model->value(valueNamed(*model, "stage3/block1/depthwise.weight"))->initializer;
    const auto& after =
        converted->value(valueNamed(*converted, "stage3/block1/depthwise.weight"))->initializer;
    EXPECT_EQ(elements(*before)->bytes().size(), elements(*after)->bytes().size());
    EXPECT_FALSE(convertVersion(*model, 99));
}

TEST(Library, EpContextIsAKnownOperator) {
    const Model model =
        modelFromText(R"(<ir_version: 10, opset_import: ["" : 18, "com.microsoft" : 1]>
g (float[2] x) => (float[2] y) { y = com.microsoft.EPContext <embed_mode = 0, ep_cache_context = "a.bin", source = "CANN"> (x) })");
    const auto findings = checkModel(model);
    ASSERT_TRUE(findings);
    for (const Finding& finding : *findings)
        ADD_FAILURE() << finding.text;
}

TEST(Library, FindingsNameTheRule) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 99]>
g (float[2] x) => (float[2] y) { [n] a = Relu(x) [n] y = Add(a, nothing) })");
    const auto findings = checkModel(model);
    ASSERT_TRUE(findings);
    std::set<std::string> rules;
    for (const Finding& finding : *findings)
        rules.insert(finding.rule);
    EXPECT_TRUE(rules.contains("unknown-opset"));
    EXPECT_TRUE(rules.contains("undefined-value"));
    EXPECT_TRUE(rules.contains("duplicate-node-name"));
}

TEST(Library, EveryRealModelIsInferredWithoutAnException) {
    for (const auto& path : test::realModels())
        if (std::filesystem::file_size(path) < (1U << 20)) {
            const auto model = readModel(path);
            const auto inferred = inferShapes(*model);
            if (inferred) {
                EXPECT_EQ(inferred->nodes().count(), model->nodes().count());
            }
        }
}

} // namespace
} // namespace partita
