// Changes of a scenario that convert the model: another opset, another element type.

#include <gtest/gtest.h>

#include "core/onnx/check.h"
#include "core/onnx/infer_shapes.h"
#include "core/session/session.h"
#include "core/tasks/runs/feeds.h"
#include "core/tasks/scenario/element_types.h"
#include "core/tasks/scenario/scenario.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::modelFromText;
using test::nodeNamed;
using test::valueNamed;

constexpr TypeChange kHalf{DataType::float32, DataType::float16};

AppliedScenario applied(const std::string& text, std::vector<ScenarioChange> changes) {
    return applyScenario(*inferShapes(modelFromText(text)), *makeProviders({{}, "npu", {}}), {},
                         {std::move(changes)});
}

std::string whyNot(const std::string& text, ScenarioChange change) {
    const auto result = applied(text, {std::move(change)});
    return result.notApplied.empty() ? "" : result.notApplied.front().why.text();
}

std::string typeOf(const Model& model, const char* name) {
    return model.value(valueNamed(model, name))->type->text();
}

/// The operators that read a tensor.
std::multiset<std::string> readersOf(const Model& model, ValueId value) {
    std::multiset<std::string> readers;
    for (const NodeId reader : model.consumers(value))
        readers.insert(reader ? model.node(reader)->opType.str() : "output");
    return readers;
}

const char* const kMlp = R"(<ir_version: 8, opset_import: ["" : 13]>
g (float[B, 4] x) => (float[B, 2] y) <float[4, 2] w = {1, 2, 3, 4, 5, 6, 7, 8}, float[2] c = {0.5, 1}> {
  [m] a = MatMul(x, w) [n] b = Add(a, c) [r] y = Relu(b)
})";

TEST(ModelChanges, TheOpsetIsThatOfTheConvertedModelAndIdsStay) {
    const Model before = *inferShapes(modelFromText(kMlp));
    const auto result = applied(kMlp, {{OpsetChange{17}}});
    EXPECT_TRUE(result.notApplied.empty());
    EXPECT_EQ(result.applied, 1U);
    EXPECT_EQ(result.model.info().opset(""), 17);
    EXPECT_EQ(nodeNamed(result.model, "n"), nodeNamed(before, "n"));
    EXPECT_EQ(typeOf(result.model, "b"), "B×2 fp32");
    EXPECT_TRUE(whyNot(kMlp, {OpsetChange{13}}).starts_with("the model is of opset 13 already"));
    EXPECT_NE(whyNot(kMlp, {OpsetChange{999}}).find("opset 999 does not exist"), std::string::npos);
}

TEST(ModelChanges, FloatsBecomeHalvesFromInputToOutput) {
    const auto result = applied(kMlp, {{kHalf}});
    EXPECT_TRUE(result.notApplied.empty());
    for (const char* name : {"x", "w", "c", "a", "b", "y"})
        EXPECT_NE(typeOf(result.model, name).find("fp16"), std::string::npos) << name;
    EXPECT_EQ(result.model.value(valueNamed(result.model, "w"))->initializer->byteSize(), 16U);
    EXPECT_EQ(result.model.nodes().count(), 3U);
    EXPECT_TRUE(isSound(*checkUnwritten(result.model)));
    EXPECT_EQ(whyNot(kMlp, {TypeChange{DataType::float64, DataType::float32}}),
              "no tensor of the model is float64");
}

TEST(ModelChanges, ACastStandsWhereAnOperatorTakesTheOldTypeOnly) {
    // The scales of Resize are always float32, and Range has no float16.
    const auto result = applied(R"(<ir_version: 8, opset_import: ["" : 17]>
g (float[1, 1, 4, 4] x, float t) => (float[1, 1, 8, 8] y, float[N] z)
<float[4] s = {1, 1, 2, 2}, float z0 = {0}, float d = {1}> {
  [r] y = Resize <mode = "nearest"> (x, , s) [q] z = Range(z0, t, d)
})",
                                {{kHalf}});
    const Model& model = result.model;
    EXPECT_TRUE(result.notApplied.empty());
    EXPECT_EQ(typeOf(model, "y"), "1×1×8×8 fp16");
    EXPECT_EQ(typeOf(model, "s"), "4 fp32");
    EXPECT_EQ(typeOf(model, "z0"), "scalar fp32")
        << "a constant that only such operators read stays";
    EXPECT_EQ(typeOf(model, "z"), "N fp16") << "an output keeps its name and is cast";
    EXPECT_EQ(readersOf(model, valueNamed(model, "t")), (std::multiset<std::string>{"Cast"}));
    EXPECT_TRUE(isSound(*checkUnwritten(model)));
}

TEST(ModelChanges, SizesAreStillCountedInTheOldType) {
    const auto result = applied(R"(<ir_version: 8, opset_import: ["" : 17]>
g (float[1, N] x) => (float[M, K] y) <float two = {2}> {
  [s] s = Shape(x) [c] f = Cast <to = 1> (s) [m] d = Mul(f, two) [b] i = Cast <to = 7> (d)
  [e] y = ConstantOfShape(i)
})",
                                {{kHalf}});
    EXPECT_EQ(typeOf(result.model, "f"), "2 fp32") << "float16 has no 2049";
    EXPECT_EQ(typeOf(result.model, "x"), "1×N fp16");
    const auto& filled = result.model.value(valueNamed(result.model, "y"))->type;
    EXPECT_EQ(filled->element, DataType::float16) << "it makes float32 unless it is told";
    EXPECT_EQ(readersOf(result.model, valueNamed(result.model, "x")),
              (std::multiset<std::string>{"Shape"}));
    EXPECT_TRUE(isSound(*checkUnwritten(result.model)));
}

TEST(ModelChanges, BodiesGiveWhatTheNodeAroundThemHas) {
    const auto result = applied(R"(<ir_version: 8, opset_import: ["" : 17]>
g (bool k, float[4] x, float t) => (float[4] y) <float one = {1}> {
  [if] y = If (k) <
    then_branch = a () => (float[4] p) { [neg] p = Neg(x) },
    else_branch = b () => (float[4] q) { [add] q = Add(x, one) }>
})",
                                {{kHalf}});
    EXPECT_TRUE(result.notApplied.empty());
    for (const char* name : {"x", "y", "p", "q", "one"})
        EXPECT_NE(typeOf(result.model, name).find("fp16"), std::string::npos) << name;
    EXPECT_TRUE(isSound(*checkUnwritten(result.model)));
}

TEST(ModelChanges, AConvertedModelComputesTheSameButForItsRounding) {
    const auto result = applied(kMlp, {{kHalf}, {SizeChange{"B", {1}}}, {OpsetChange{17}}});
    EXPECT_TRUE(result.notApplied.empty());
    EXPECT_EQ(typeOf(result.model, "y"), "1×2 fp16");
    const auto outputOf = [](const Model& model) {
        auto session = Session::create(model, *makeProviders({{"cpu"}, {}, {}}), {});
        EXPECT_TRUE(session);
        const auto report = (*session)->run(*feedsOf({}, model));
        EXPECT_TRUE(report) << (report ? "" : report.error().message());
        return *elementsAsDoubles(report->outputs[0].tensor);
    };
    const auto half = outputOf(result.model);
    ASSERT_EQ(half.size(), 2U);
    const auto whole = outputOf(applied(kMlp, {{SizeChange{"B", {1}}}}).model);
    for (std::size_t i = 0; i < half.size(); ++i)
        EXPECT_NEAR(half[i], whole[i], 0.05);
}

TEST(ModelChanges, WeightsThatAreNotThereDoNotStandInTheWay) {
    ModelEditor editor(*inferShapes(modelFromText(kMlp)));
    const ValueId weight = valueNamed(editor.model(), "w");
    editor.changeValue(weight, [](Value& value) {
        Tensor absent = *value.initializer;
        absent.payload = {};
        absent.storage = Tensor::Storage::raw;
        value.initializer = std::make_shared<const Tensor>(std::move(absent));
    });
    const auto result =
        applyScenario(editor.model(), *makeProviders({{}, "npu", {}}), {}, {{{kHalf}}});
    EXPECT_TRUE(result.notApplied.empty());
    EXPECT_EQ(typeOf(result.model, "y"), "B×2 fp16");
    EXPECT_FALSE(elements(*result.model.value(weight)->initializer));
}

TEST(ModelChanges, LargeWeightsAreConvertedWhenTheyAreRead) {
    const Model model = *inferShapes(test::weightModel(100'000));
    const auto result = applyScenario(model, *makeProviders({{}, "npu", {}}), {}, {{{kHalf}}});
    EXPECT_TRUE(result.notApplied.empty());
    TensorPtr weight;
    result.model.values().forEach([&](ValueId, const auto& value) {
        if (value->initializer)
            weight = value->initializer;
    });
    ASSERT_TRUE(weight);
    EXPECT_TRUE(weight->isComputed());
    EXPECT_EQ(weight->byteSize(), 200'000U);
    EXPECT_EQ((*elementsAsDoubles(*weight))[99'999], 1);
}

TEST(ModelChanges, OfTwoOpsetsTheLaterHolds) {
    const auto result = applied(kMlp, {{OpsetChange{17}}, {OpsetChange{15}}});
    EXPECT_EQ(result.model.info().opset(""), 15);
    ASSERT_EQ(result.notApplied.size(), 1U);
    EXPECT_EQ(result.notApplied[0].change, 0U);
}

TEST(ModelChanges, CallsOfFunctionsBecomeTheirNodesWhichHaveTheNewType) {
    const auto result = applied(R"(<ir_version: 8, opset_import: ["" : 17, "local" : 1]>
g (float[4] x) => (float[4] y) { [c] y = local.twice(x) }
<domain: "local", opset_import: ["" : 17]> twice (a) => (b) { s = Add(a, a) b = Relu(s) })",
                                {{kHalf}});
    EXPECT_TRUE(result.notApplied.empty());
    EXPECT_EQ(readersOf(result.model, valueNamed(result.model, "x")),
              (std::multiset<std::string>{"Add"}));
    result.model.values().forEach([](ValueId, const auto& value) {
        EXPECT_EQ(value->type->text(), "4 fp16") << value->name;
    });
    EXPECT_TRUE(isSound(*checkUnwritten(result.model)));
}

TEST(ModelChanges, WrongTypesOfAFileAreRefused) {
    for (const char* change :
         {R"({"type": "float32", "is": "float32"})", R"({"type": "float32", "is": "int8"})",
          R"({"type": "float32"})", R"({"opset": -1})", R"({"opset": "13"})"})
        EXPECT_FALSE(scenarioFromJson(R"({"partita_scenario": 1, "changes": [)" +
                                      std::string(change) + "]}"))
            << change;
}

} // namespace
} // namespace partita
