#include <fstream>
#include <gtest/gtest.h>

#include "core/onnx/infer_shapes.h"
#include "core/onnx/write.h"
#include "core/tasks/models/document_state.h"
#include "core/tasks/scenario/scenario_steps.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// Three of Relu, Mish, seven of Relu, Mish, seven of Relu: two partitions of the device.
std::string modelText(const char* type = "float[1, 8]") {
    std::string text = "<ir_version: 9, opset_import: [\"\" : 18]>\ng (" + std::string(type) +
                       " x) => (" + type + " y) {\n";
    std::string last = "x";
    int count = 0;
    const auto add = [&](const char* op, bool isEnd = false) {
        const std::string made = isEnd ? "y" : "v" + std::to_string(++count);
        text += "[n" + std::to_string(count) + "] " + made + " = " + op + "(" + last + ")\n";
        last = made;
    };
    for (int i = 0; i < 3; ++i)
        add("Relu");
    add("Mish");
    for (int i = 0; i < 7; ++i)
        add("Relu");
    add("Mish");
    for (int i = 0; i < 7; ++i)
        add("Relu", i == 6);
    return text + "}";
}

const ScenarioChange kRuns{RunLengthChange{"npu", 1}};
const ScenarioChange kMish{NodesChange{NodesChange::What::takeAnyway, {"", "Mish", "", {}}, "npu"}};

struct Steps {
    Model model = *inferShapes(test::modelFromText(modelText()));
    ProviderList providers = *makeProviders({{}, "ascend310", {}});

    std::vector<ScenarioStep> of(std::vector<ScenarioChange> changes) {
        return *stepsOf(model, providers, {}, {std::move(changes)}, nullptr);
    }
};

TEST(ScenarioSteps, StepsOfTickedChangesAddUpInTheirOrder) {
    Steps steps;
    using List = std::vector<ScenarioStep>;
    EXPECT_EQ(steps.of({kRuns, kMish}), (List{{2, 3}, {3, 1}}));
    EXPECT_EQ(steps.of({kMish, kRuns}), (List{{2, 1}, {1, 1}}));
}

TEST(ScenarioSteps, AChangeThatIsOffShowsWhatItWouldDoOnTop) {
    Steps steps;
    ScenarioChange off = kMish;
    off.on = false;
    EXPECT_EQ(steps.of({off, kRuns}), (std::vector<ScenarioStep>{{3, 1}, {2, 3}}));
    EXPECT_TRUE(steps.of({}).empty());
}

TEST(ScenarioSteps, SizesAndLevelsAreStepsAsWell) {
    Steps steps;
    steps.model = *inferShapes(test::modelFromText(modelText("float[B, 8]")));
    const ScenarioChange size{SizeChange{"B", {1}}}, level{OptimizationChange{"disabled"}};
    const auto counted = steps.of({size, level});
    EXPECT_EQ(counted, (std::vector<ScenarioStep>{{2, 2}, {2, 2}}));
}

class ScenarioOfDocument : public testing::Test {
protected:
    std::shared_ptr<const DocumentState> make(Scenario scenario,
                                              std::shared_ptr<const DocumentState> base = nullptr) {
        DocumentRequest request;
        request.path = folder / "m.onnx";
        request.base = std::move(base);
        request.providers = providers;
        request.scenario = std::move(scenario);
        request.scene.textWidth = [](const std::string& text, bool) {
            return 6.0 * static_cast<double>(text.size());
        };
        auto made = makeDocumentState(request, {});
        EXPECT_TRUE(made);
        return *made;
    }
    void write(const std::string& bytes) {
        std::ofstream(folder / "m.onnx", std::ios::binary) << bytes;
    }
    test::TemporaryFolder folder;
    ProviderList providers = *makeProviders({{}, "ascend310", {}});
};

TEST_F(ScenarioOfDocument, TheStateWithoutTheScenarioIsKeptAndNotPlacedAgain) {
    write(test::bytesFromText(modelText()));
    const auto plain = make({});
    EXPECT_FALSE(plain->effect);
    const auto changed = make({{kMish}}, plain);
    ASSERT_TRUE(changed->effect);
    EXPECT_EQ(changed->partitioning->summary.partitionsByProvider[0], 1U);
    EXPECT_EQ(changed->effect->base->partitioning, plain->partitioning);
    EXPECT_EQ(changed->effect->difference.moved.size(), 5U);
    EXPECT_EQ(changed->optimized, plain->optimized);
    const auto more = make({{kMish, kRuns}}, changed);
    EXPECT_EQ(more->effect->base->partitioning, plain->partitioning);
    EXPECT_EQ(make({}, more)->partitioning, plain->partitioning);
}

TEST_F(ScenarioOfDocument, FixedSizesAreInTheModelWithItsIdsAndInferredOnce) {
    write(test::bytesFromText(modelText("float[B, 8]")));
    const auto plain = make({});
    const ScenarioChange size{SizeChange{"B", {2}}}, unknown{SizeChange{"nothing", {2}}};
    const auto sized = make({{size, unknown}}, plain);
    EXPECT_EQ(sized->effect->inModel, std::vector{size});
    ASSERT_EQ(sized->effect->notApplied.size(), 1U);
    EXPECT_EQ(sized->effect->notApplied[0].change, 1U);
    EXPECT_EQ(sized->model.value(test::valueNamed(sized->model, "y"))->type->text(), "2×8 fp32");
    EXPECT_EQ(sized->original.value(test::valueNamed(sized->original, "x"))->type->text(),
              "2×8 fp32");
    EXPECT_EQ(test::nodeNamed(sized->model, "n4"), test::nodeNamed(plain->model, "n4"));
    const auto more = make({{size, kMish}}, sized);
    EXPECT_EQ(more->optimized, sized->optimized);
    EXPECT_EQ(make({}, more)->model.value(test::valueNamed(plain->model, "y"))->type->text(),
              "B×8 fp32");
}

TEST_F(ScenarioOfDocument, AConvertedModelKeepsItsIdsAndIsConvertedOnce) {
    write(test::bytesFromText(modelText("float[B, 8]")));
    const auto plain = make({});
    const ScenarioChange half{TypeChange{DataType::float32, DataType::float16}},
        size{SizeChange{"B", {2}}};
    const auto converted = make({{half, size}}, plain);
    ASSERT_TRUE(converted->effect->notApplied.empty());
    EXPECT_EQ(converted->effect->inModel, (std::vector{half, size}));
    const auto typeIn = [](const Model& model, const char* name) {
        return model.value(test::valueNamed(model, name))->type->text();
    };
    EXPECT_EQ(typeIn(converted->model, "y"), "2×8 fp16");
    EXPECT_EQ(typeIn(converted->original, "x"), "2×8 fp16") << "the simplifier starts there";
    EXPECT_FALSE(converted->original.value(test::valueNamed(converted->original, "v1"))->type)
        << "what was inferred is not stated";
    EXPECT_EQ(test::nodeNamed(converted->model, "n4"), test::nodeNamed(plain->model, "n4"));
    const auto more = make({{half, size, kMish}}, converted);
    EXPECT_EQ(more->optimized, converted->optimized);
    EXPECT_EQ(typeIn(make({}, more)->model, "y"), "B×8 fp32");
}

TEST_F(ScenarioOfDocument, NodesThatAConversionMakesDidNotMove) {
    // Softmax of opset 12 flattens what is behind its axis: the converter adds nodes for that.
    write(test::bytesFromText(R"(<ir_version: 7, opset_import: ["" : 12]>
g (float[2, 3, 4] x) => (float[2, 3, 4] y) { [a] a = Neg(x) [s] b = Softmax <axis = 1> (a) [c] y = Neg(b) })"));
    const auto plain = make({});
    const auto converted = make({{{OpsetChange{13}}}}, plain);
    ASSERT_TRUE(converted->effect->notApplied.empty());
    ASSERT_GT(converted->model.nodes().count(), plain->model.nodes().count());
    for (const auto& moved : converted->effect->difference.moved)
        EXPECT_TRUE(plain->model.node(moved.node)) << moved.node.value;
}

TEST_F(ScenarioOfDocument, APinThatIsNotKeptIsNamedAndWhollyRefused) {
    write(test::bytesFromText(modelText()));
    const auto pinned =
        make({{{NodesChange{NodesChange::What::pin, {"", "Mish", "", {}}, "npu"}}}}, make({}));
    ASSERT_EQ(pinned->effect->notApplied.size(), 2U);
    EXPECT_FALSE(pinned->effect->notApplied[0].partly);
    const auto some =
        make({{{NodesChange{NodesChange::What::pin, {"", "Relu", "", {}}, "npu"}}}}, make({}));
    EXPECT_TRUE(some->effect->notApplied.empty());
}

TEST_F(ScenarioOfDocument, ALargeGraphIsRecolouredInItsPlaces) {
    write(*serializeModel(test::largeModel(1800)));
    const auto plain = make({});
    const auto changed =
        make({{{NodesChange{NodesChange::What::exclude, {"", "Softmax", "", {}}, "npu"}}}}, plain);
    ASSERT_FALSE(changed->effect->difference.empty());
    ASSERT_EQ(changed->scene->boxes.size(), plain->scene->boxes.size());
    EXPECT_EQ(changed->scene->layout.centers, plain->scene->layout.centers);
    bool recoloured = false;
    for (std::size_t i = 0; i < plain->scene->boxes.size(); ++i)
        recoloured =
            recoloured || changed->scene->boxes[i].provider != plain->scene->boxes[i].provider;
    EXPECT_TRUE(recoloured);
}

} // namespace
} // namespace partita
