// The scenario of the open document: steps that can be undone, sizes, exclusions, files.

#include <QAction>

#include "core/onnx/infer_shapes.h"
#include "tests/support/dialogs.h"
#include "tests/support/scenario_window.h"
#include "views/document/links.h"

namespace partita {
namespace {

using test::kThreeAndSix;

constexpr const char* kOpen = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[B,S,4] x, float[B,4] m) => (float[B,S,4] y) { [one] a = Relu(x)  [two] y = Neg(a) })";

using What = NodesChange::What;

class Scenarios : public test::ScenarioWindow {
protected:
    std::size_t onDevice() { return document().partitioning().summary.byProvider[0]; }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers) {
        QTest::keyClick(&window, key, modifiers);
    }
};

TEST_F(Scenarios, AChangeIsPlacedUndoneAndDoneAgainByKeys) {
    open(modelFile("m.onnx", kThreeAndSix));
    const std::size_t before = onDevice();
    placed([&] { scenarios().add({change(What::takeAnyway, "Mish")}); });
    EXPECT_EQ(onDevice(), 10U);
    ASSERT_TRUE(scenarios().difference());
    EXPECT_EQ(scenarios().difference()->moved.size(), 10U - before);
    EXPECT_EQ(scenarios().base()->partitioning->summary.byProvider[0], before);
    EXPECT_TRUE(window.action("undo")->text().contains(QStringLiteral("Mish is taken")));
    placed([&] { press(Qt::Key_Z, Qt::ControlModifier); });
    EXPECT_EQ(onDevice(), before);
    EXPECT_FALSE(scenarios().difference());
    EXPECT_TRUE(scenarios().scenario().changes.empty());
    EXPECT_FALSE(window.action("undo")->isEnabled());
    placed([&] { press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier); });
    EXPECT_EQ(onDevice(), 10U);
}

TEST_F(Scenarios, NodesThatAreExcludedByHandAreChangesOfTheScenario) {
    open(modelFile("m.onnx", kThreeAndSix));
    placed([&] { document().setExcluded(node("b6"), "npu", true); });
    ASSERT_EQ(scenarios().scenario().changes.size(), 1U);
    EXPECT_EQ(scenarios().textOf(scenarios().scenario().changes[0]).text(),
              "Exclude 'b6' from NPU");
    EXPECT_EQ(document().partitionOptions().excluded.size(), 1U);
    placed([&] { document().setExcluded(node("b6"), "npu", false); });
    EXPECT_TRUE(scenarios().scenario().changes.empty());
    placed([&] { scenarios().add({change(What::exclude, "Relu")}); });
    EXPECT_EQ(onDevice(), 0U);
    placed([&] { document().setExcluded(node("b6"), "npu", false); });
    ASSERT_EQ(scenarios().scenario().changes.size(), 1U); // it was about others as well
    EXPECT_FALSE(scenarios().scenario().changes[0].on);
}

TEST_F(Scenarios, OneOfTwoNodesWithOneNameIsExcluded) {
    open(modelFile("twins.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y, float[2] z) { [twin] y = Relu(x) [twin] z = Neg(x) })"));
    const auto twins = document().model().nodes();
    NodeId first;
    twins.forEach([&](NodeId id, const auto& each) {
        if (each->is("Relu"))
            first = id;
    });
    placed([&] { document().setExcluded(first, "npu", true); });
    ASSERT_EQ(document().partitionOptions().excluded.size(), 1U);
    EXPECT_EQ(document().partitionOptions().excluded.begin()->first, first);
}

TEST_F(Scenarios, SizesAreUndoneAndComeBack) {
    open(modelFile("open.onnx", kOpen));
    const auto type = [&] {
        return document().model().value(test::valueNamed(document().model(), "y"))->type->text();
    };
    placed([&] { document().setFixedSizes({{"B", {3}}}); });
    placed([&] { document().setFixedSizes({{"B", {3}}, {"S", {5}}}); });
    EXPECT_EQ(type(), "3×5×4 fp32");
    placed([&] { press(Qt::Key_Z, Qt::ControlModifier); });
    EXPECT_EQ(type(), "3×S×4 fp32");
    placed([&] { scenarios().setOn(0, false); });
    EXPECT_EQ(type(), "B×S×4 fp32");
    EXPECT_TRUE(document().fixedSizes().empty());
}

TEST_F(Scenarios, TheRewritesOfTheSimplifierAreMadeAgainForOtherSizes) {
    open(modelFile("shape.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[B,4] x) => (float[B,4] y, int64[2] z) { [one] a = Identity(x) [two] y = Relu(a) [three] s = Shape(x) [four] z = Neg(s) })"));
    placed([&] { document().setFixedSizes({{"B", {2}}}); });
    document().simplifier().start();
    ASSERT_TRUE(waitFor([&] { return document().simplifier().history() != nullptr; }));
    ASSERT_TRUE(idle());
    EXPECT_FALSE(document().model().node(node("three"))); // the size made it a constant
    EXPECT_EQ(document().fixedSizes().size(), 1U);
    EXPECT_TRUE(scenarios().notApplied().empty());
    const auto simplified = [&] {
        return document().simplifier().history() && !document().jobs().isRunning();
    };
    placed([&] { document().setFixedSizes({}); });
    ASSERT_TRUE(waitFor(simplified));
    EXPECT_TRUE(document().fixedSizes().empty());
    EXPECT_FALSE(node("one")) << "the rewrites that do not need the size are there";
    EXPECT_TRUE(node("three")) << "the size is open again";
    placed([&] { document().history().undo(); }); // the sizes, not the rewrites before them
    ASSERT_TRUE(waitFor(simplified));
    EXPECT_FALSE(node("three"));
    document().simplifier().leaveOutPass("eliminate_identity");
    ASSERT_TRUE(idle());
    ASSERT_TRUE(node("one"));
    placed([&] { document().history().redo(); }); // asks nothing, because nothing is lost
    ASSERT_TRUE(waitFor(simplified));
    EXPECT_TRUE(node("one")) << "the choice holds for the other sizes, too";
    EXPECT_TRUE(document().simplifier().hasUnsavedChoices());
    document().simplifier().choicesAreSaved();
}

TEST_F(Scenarios, SeveralNodesAreExcludedByOneChangeAndAllowedOneByOne) {
    open(modelFile("m.onnx", kThreeAndSix));
    placed([&] { document().setExcluded({node("b1"), node("b2"), node("b3")}, "npu", true); });
    ASSERT_EQ(scenarios().scenario().changes.size(), 1U);
    EXPECT_EQ(scenarios().textOf(scenarios().scenario().changes[0]).text(),
              "Exclude 3 nodes from NPU");
    EXPECT_EQ(document().partitionOptions().excluded.size(), 3U);
    placed([&] { document().setExcluded(node("b2"), "npu", false); });
    EXPECT_EQ(document().partitionOptions().excluded.size(), 2U);
    EXPECT_EQ(scenarios().textOf(scenarios().scenario().changes[0]).text(),
              "Exclude 2 nodes from NPU");
    placed([&] { document().setExcluded({node("b1"), node("b3")}, "npu", false); });
    EXPECT_TRUE(scenarios().scenario().changes.empty());
    placed([&] { document().history().undo(); });
    EXPECT_EQ(document().partitionOptions().excluded.size(), 2U);
}

TEST_F(Scenarios, AnOpenedFileSaysHowManyChangesDoNotFit) {
    open(modelFile("m.onnx", kThreeAndSix));
    std::ofstream(files / "other.json")
        << R"({"partita_scenario": 1, "changes": [{"exclude": {"node": "nobody"}, "provider": "npu"},
        {"rule_off": "nothing.json:1", "provider": "npu"},
        {"run_length": 1, "provider": "npu"}, {"run_length": 2, "provider": "npu"}]})";
    placed([&] { scenarios().open(pathOf("other.json").toStdString()); });
    EXPECT_TRUE(said().contains(QStringLiteral("1 of 4 changes applied"))) << said().toStdString();
    ASSERT_EQ(scenarios().notApplied().size(), 3U);
    EXPECT_EQ(scenarios().notApplied()[2].why.text(), "change 4 sets the same again");
    EXPECT_FALSE(scenarios().isUnsaved()) << "the file is as it was";
    EXPECT_EQ(document().providers()[0]->options().empty(), false);
}

TEST_F(Scenarios, TenThousandChangesAreAppliedAndTheirStepsAreNotCounted) {
    open(modelFile("m.onnx", kThreeAndSix));
    std::ofstream out(files / "many.json");
    out << R"({"partita_scenario": 1, "changes": [)";
    for (int i = 0; i < 10'000; ++i)
        out << (i ? "," : "") << R"({"exclude": {"node": "gone)" << i
            << R"("}, "provider": "npu"})";
    out << "]}";
    out.close();
    placed([&] { scenarios().open(pathOf("many.json").toStdString()); });
    EXPECT_EQ(scenarios().notApplied().size(), 10'000U);
    EXPECT_FALSE(scenarios().isCounted());
    EXPECT_TRUE(scenarios().steps().empty());
    EXPECT_TRUE(said().contains(QStringLiteral("0 of 10000 changes applied")))
        << said().toStdString();
}

TEST_F(Scenarios, WhatCannotBeAppliedIsSwitchedOffAndSaysWhy) {
    open(modelFile("m.onnx", kThreeAndSix));
    placed([&] {
        scenarios().add({change(What::exclude, "Conv"), change(What::pin, "", "cut"),
                         change(What::takeAnyway, "Mish", "")});
    });
    const auto& changes = scenarios().scenario().changes;
    EXPECT_FALSE(changes[0].on);
    ASSERT_GE(scenarios().notApplied().size(), 1U);
    EXPECT_EQ(scenarios().notApplied()[0].why.text(), "the model has no Conv");
    EXPECT_TRUE(changes[2].on);
    placed([&] { scenarios().set({}, Message("away")); });
    EXPECT_TRUE(scenarios().notApplied().empty());
    placed([&] { document().history().undo(); });
    EXPECT_FALSE(scenarios().scenario().changes[0].on);
    EXPECT_EQ(scenarios().notApplied()[0].change, 0U);
}

TEST_F(Scenarios, APinThatItsDeviceDeclinesGoesBackToOff) {
    open(modelFile("m.onnx", kThreeAndSix));
    placed([&] { scenarios().add({change(What::pin, "", "cut")}); });
    EXPECT_FALSE(scenarios().scenario().changes[0].on);
    ASSERT_EQ(scenarios().notApplied().size(), 1U);
    EXPECT_EQ(scenarios().notApplied()[0].why.text(),
              "Pinned: cut does not run on NPU · ascend310: ascend310 has no Mish");
}

TEST_F(Scenarios, TheOrderOfTheListDecidesTheStepsAndIsUndone) {
    open(modelFile("m.onnx", kThreeAndSix));
    placed([&] {
        scenarios().add({{RunLengthChange{"npu", 1}}, change(What::takeAnyway, "Mish")});
    });
    const auto steps = [&] {
        EXPECT_TRUE(waitFor([&] { return scenarios().steps().size() == 2; }));
        return scenarios().steps();
    };
    EXPECT_EQ(steps(), (std::vector<ScenarioStep>{{1, 2}, {2, 1}}));
    placed([&] { scenarios().move(1, 0); });
    EXPECT_EQ(steps(), (std::vector<ScenarioStep>{{1, 1}, {1, 1}}));
    placed([&] { document().history().undo(); });
    EXPECT_EQ(steps(), (std::vector<ScenarioStep>{{1, 2}, {2, 1}}));
}

TEST_F(Scenarios, StepsAreCountedWhereEverythingIsOff) {
    open(modelFile("m.onnx", kThreeAndSix));
    placed([&] {
        scenarios().add({{RunLengthChange{"npu", 1}}, change(What::takeAnyway, "Mish")});
    });
    placed([&] { scenarios().setOn(0, false); });
    placed([&] { scenarios().setOn(1, false); });
    scenarios().remove(0);
    ASSERT_TRUE(waitFor([&] { return scenarios().steps().size() == 1; }));
    EXPECT_EQ(scenarios().steps()[0], (ScenarioStep{1, 1}));
    EXPECT_FALSE(scenarios().difference());
}

TEST_F(Scenarios, AScenarioIsSavedAndReadAgain) {
    open(modelFile("m.onnx", kThreeAndSix));
    placed([&] { scenarios().add({change(What::takeAnyway, "Mish")}); });
    EXPECT_TRUE(scenarios().isUnsaved());
    EXPECT_TRUE(window.isWindowModified());
    scenarios().save(pathOf("s.json").toStdString());
    EXPECT_FALSE(scenarios().isUnsaved());
    EXPECT_TRUE(said().contains(QStringLiteral("s.json"))) << said().toStdString();
    placed([&] { scenarios().clear(); });
    placed([&] { scenarios().open(pathOf("s.json").toStdString()); });
    EXPECT_EQ(onDevice(), 10U);
    EXPECT_FALSE(scenarios().isUnsaved());
}

TEST_F(Scenarios, HalfAFileChangesNothingAndSaysWhere) {
    open(modelFile("m.onnx", kThreeAndSix));
    placed([&] { scenarios().add({change(What::takeAnyway, "Mish")}); });
    std::ofstream(files / "half.json") << R"({"changes": [{"order": ["npu")";
    scenarios().open(pathOf("half.json").toStdString());
    EXPECT_TRUE(said().contains(QStringLiteral("half.json"))) << said().toStdString();
    EXPECT_EQ(scenarios().scenario().changes.size(), 1U);
    EXPECT_EQ(onDevice(), 10U);
}

TEST_F(Scenarios, AnotherModelHasNoScenario) {
    open(modelFile("m.onnx", kThreeAndSix));
    placed([&] { scenarios().add({change(What::takeAnyway, "Mish")}); });
    document().open(modelFile("open.onnx", kOpen).toStdString());
    ASSERT_TRUE(idle());
    EXPECT_TRUE(scenarios().scenario().changes.empty());
    EXPECT_FALSE(document().history().size());
    EXPECT_FALSE(scenarios().difference());
}

TEST_F(Scenarios, TheChosenProvidersStayWhatTheUserChose) {
    open(modelFile("m.onnx", kThreeAndSix));
    const auto chosen = document().chosenProviders();
    placed([&] { scenarios().add({{OptionChange{"npu", "device", "ascend910"}}}); });
    EXPECT_EQ(document().chosenProviders(), chosen);
    EXPECT_EQ(document().providers()[0]->info().device, "ascend910");
    placed([&] { document().history().undo(); });
    EXPECT_EQ(document().providers(), chosen);
}

TEST_F(Scenarios, TheLinkToMovedNodesSelectsThem) {
    open(modelFile("m.onnx", kThreeAndSix));
    placed([&] { scenarios().add({change(What::takeAnyway, "Mish")}); });
    EXPECT_TRUE(headline().contains(QStringLiteral("4 nodes moved"))) << headline().toStdString();
    EXPECT_TRUE(headline().contains(QStringLiteral("1 → 0 boundary tensors")))
        << headline().toStdString();
    follow(document(), linkToMoved());
    EXPECT_EQ(document().selection().size(), scenarios().difference()->moved.size());
}

TEST_F(Scenarios, AChangeToNothingIsToldOnce) {
    open(modelFile("m.onnx", kThreeAndSix));
    placed([&] { scenarios().add({change(What::takeAnyway, "Mish")}); });
    EXPECT_TRUE(headline().contains(QStringLiteral("1 → 0 boundary tensors")));
    EXPECT_FALSE(headline().contains(QStringLiteral("−1"))) << headline().toStdString();
    placed([&] { document().history().undo(); });
    window.resize(3000, 900); // the differences need room
    placed([&] { scenarios().add({{RunLengthChange{"npu", 1}}}); });
    EXPECT_TRUE(headline().contains(QStringLiteral("1 → 2 partitions")));
    EXPECT_TRUE(headline().contains(QStringLiteral("<b>+1</b>"))) << headline().toStdString();
}

} // namespace
} // namespace partita
