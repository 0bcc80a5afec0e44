// The panel What if, operated by mouse and keys.

#include <QAction>
#include <QMenu>
#include <QToolButton>
#include <QTreeWidget>
#include <algorithm>

#include "app/window/window_commands.h"
#include "tests/support/dialogs.h"
#include "tests/support/scenario_window.h"
#include "views/panels/two_line_rows.h"

namespace partita {
namespace {

using test::Answers;
using test::kThreeAndSix;

using What = NodesChange::What;

class WhatIf : public test::ScenarioWindow {
protected:
    WhatIf() {
        open(modelFile("m.onnx", kThreeAndSix));
        list = in<QTreeWidget>("whatIf", "changeList");
    }
    const std::vector<ScenarioChange>& changes() { return scenarios().scenario().changes; }
    void addTwo() {
        placed([&] {
            scenarios().add({{RunLengthChange{"npu", 1}}, change(What::takeAnyway, "Mish")});
        });
        ASSERT_EQ(list->topLevelItemCount(), 2);
    }
    template <class W = QWidget> W* part(const char* name) {
        return window.panel("whatIf")->findChild<W*>(QLatin1String(name));
    }
    QTreeWidgetItem* item(int row) { return list->topLevelItem(row); }
    QString text(int row) { return item(row)->text(0); }
    QString step(int row) { return item(row)->data(0, TwoLineRows::figure).toString(); }
    QString second(int row) { return item(row)->data(0, TwoLineRows::second).toString(); }
    void clickBox(int row) {
        QStyleOptionViewItem option;
        option.initFrom(list);
        option.rect = list->visualItemRect(item(row));
        option.features = QStyleOptionViewItem::HasCheckIndicator;
        const QRect box =
            list->style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, list);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, box.center());
    }
    void click(const char* button) { QTest::mouseClick(part(button), Qt::LeftButton); }
    void selectRow(int row) {
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualItemRect(item(row)).center());
    }
    std::size_t onDevice() { return document().partitioning().summary.byProvider[0]; }
    QTreeWidget* list = nullptr;
};

TEST_F(WhatIf, WithoutChangesOneLineSaysWhatFillsIt) {
    auto* empty = part<QLabel>("noChanges");
    EXPECT_TRUE(empty->isVisible());
    EXPECT_FALSE(list->isVisible());
    EXPECT_FALSE(part("clearScenario")->isEnabled());
    EXPECT_FALSE(part("saveScenario")->isEnabled());
    addTwo();
    EXPECT_FALSE(empty->isVisible());
    EXPECT_TRUE(list->isVisible());
}

TEST_F(WhatIf, RowsSayWhatTheyDoAndTheirSteps) {
    addTwo();
    EXPECT_EQ(text(0), QStringLiteral("NPU: runs of 1 node or more"));
    EXPECT_EQ(text(1), QStringLiteral("Mish is taken by NPU anyway"));
    ASSERT_TRUE(waitFor([&] { return step(1) == QStringLiteral("2 → 1"); }));
    EXPECT_EQ(step(0), QStringLiteral("1 → 2"));
    EXPECT_TRUE(headline().contains(QStringLiteral("panel:boundaries")));
    const QString figures = part<QLabel>("scenarioFigures")->text();
    EXPECT_TRUE(figures.contains(QStringLiteral("NPU nodes"))) << figures.toStdString();
    EXPECT_TRUE(figures.contains(QStringLiteral("moved:")));
}

TEST_F(WhatIf, ATickByTheMouseSwitchesAChangeOffAndOn) {
    addTwo();
    placed([&] { clickBox(1); });
    EXPECT_FALSE(changes()[1].on);
    EXPECT_EQ(onDevice(), 9U);
    ASSERT_TRUE(waitFor([&] { return step(1) == QStringLiteral("2 → 1"); })); // on top
    placed([&] { clickBox(1); });
    EXPECT_TRUE(changes()[1].on);
    EXPECT_EQ(onDevice(), 10U);
    placed([&] { click("undoChange"); });
    EXPECT_FALSE(changes()[1].on);
    EXPECT_EQ(item(1)->checkState(0), Qt::Unchecked);
    placed([&] { click("redoChange"); });
    EXPECT_EQ(item(1)->checkState(0), Qt::Checked);
}

TEST_F(WhatIf, KeysTickMoveAndRemoveTheCurrentRow) {
    addTwo();
    selectRow(0);
    placed([&] { QTest::keyClick(list, Qt::Key_Space); });
    EXPECT_FALSE(changes()[0].on);
    placed([&] { QTest::keyClick(list, Qt::Key_Down, Qt::AltModifier); });
    EXPECT_EQ(text(1), QStringLiteral("NPU: runs of 1 node or more"));
    EXPECT_EQ(list->indexOfTopLevelItem(list->currentItem()), 1);
    placed([&] { QTest::keyClick(list, Qt::Key_Delete); });
    ASSERT_EQ(list->topLevelItemCount(), 1);
    EXPECT_EQ(text(0), QStringLiteral("Mish is taken by NPU anyway"));
    placed([&] { click("undoChange"); });
    EXPECT_EQ(list->topLevelItemCount(), 2);
}

TEST_F(WhatIf, ARowIsDraggedToAnotherPlace) {
    addTwo();
    placed([&] { list->insertTopLevelItem(1, list->takeTopLevelItem(0)); }); // as a drop does it
    EXPECT_TRUE(std::holds_alternative<NodesChange>(changes()[0].action));
    EXPECT_EQ(text(0), QStringLiteral("Mish is taken by NPU anyway"));
    EXPECT_EQ(list->topLevelItemCount(), 2);
    ASSERT_TRUE(waitFor([&] { return step(0) == QStringLiteral("1 → 1"); }));
}

TEST_F(WhatIf, ClearIsOneStep) {
    addTwo();
    placed([&] { click("clearScenario"); });
    EXPECT_EQ(list->topLevelItemCount(), 0);
    EXPECT_TRUE(part("noChanges")->isVisible());
    placed([&] { click("undoChange"); });
    EXPECT_EQ(list->topLevelItemCount(), 2);
}

TEST_F(WhatIf, ASavedScenarioOpensForAnotherModelWithWhatDoesNotMatchOff) {
    addTwo();
    {
        const Answers answers({Answers::file(pathOf("s.json"))});
        click("saveScenario");
    }
    EXPECT_TRUE(said().contains(QStringLiteral("s.json"))) << said().toStdString();
    open(modelFile("other.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [one] y = Neg(x) })"));
    placed([&] {
        const Answers answers({Answers::file(pathOf("s.json"))});
        click("openScenario");
    });
    ASSERT_EQ(list->topLevelItemCount(), 2);
    EXPECT_EQ(item(0)->checkState(0), Qt::Checked);
    EXPECT_EQ(item(1)->checkState(0), Qt::Unchecked);
    EXPECT_EQ(second(1), QStringLiteral("the model has no Mish"));
    EXPECT_EQ(onDevice(), 1U);
}

TEST_F(WhatIf, HalfAFileIsToldAndTheScenarioStays) {
    addTwo();
    std::ofstream(files / "half.json") << R"({"changes": [{"order": ["npu")";
    {
        const Answers answers({Answers::file(pathOf("half.json"))});
        click("openScenario");
    }
    EXPECT_TRUE(said().contains(QStringLiteral("half.json"))) << said().toStdString();
    EXPECT_EQ(list->topLevelItemCount(), 2);
}

TEST_F(WhatIf, APinThatIsNotKeptIsSaidInItsRow) {
    placed([&] { scenarios().add({change(What::pin, "", "cut")}); });
    EXPECT_EQ(item(0)->checkState(0), Qt::Unchecked);
    EXPECT_TRUE(second(0).startsWith(QStringLiteral("Pinned: cut does not run on")))
        << second(0).toStdString();
}

TEST_F(WhatIf, TheMenuSaysWhyAChangeCanDoNothing) {
    auto* menu = part<QToolButton>("addChange")->menu();
    Q_EMIT menu->aboutToShow();
    QStringList off;
    for (const QAction* action : menu->actions())
        if (!action->isEnabled() && !action->isSeparator())
            off += test::entryText(*action);
    EXPECT_TRUE(off.contains(QStringLiteral("Order: only one device takes nodes")))
        << off.join(QLatin1Char('\n')).toStdString();
    EXPECT_TRUE(off.contains(QStringLiteral("Exclude (select nodes first)")));
    EXPECT_TRUE(off.contains(QStringLiteral("Sizes: every input has a fixed shape")));
}

TEST_F(WhatIf, AChangeIsAddedFromTheMenu) {
    placed([&] {
        const Answers answers({Answers::entry(QStringLiteral("Run length")),
                               Answers::entry(QStringLiteral("NPU: runs of 1 node or more"))});
        click("addChange");
    });
    ASSERT_EQ(list->topLevelItemCount(), 1);
    EXPECT_EQ(onDevice(), 9U);
}

TEST_F(WhatIf, TheMenuOfANodeTakesItsOperatorAnyway) {
    window.document().setCurrentNode(node("cut"));
    placed([&] {
        const Answers answers({Answers::entry(QStringLiteral("Take anyway")),
                               Answers::entry(QStringLiteral("Mish is taken by NPU anyway"))});
        test::askForMenu(&window.graph(), window.graph().boxCenter(node("cut")));
    });
    EXPECT_EQ(onDevice(), 10U);
    EXPECT_EQ(text(0), QStringLiteral("Mish is taken by NPU anyway"));
}

TEST_F(WhatIf, ARowOfSeveralNodesOpensToThemAndSelectsThem) {
    document().setSelection({node("b1"), node("b2"), node("cut")});
    placed([&] {
        const Answers answers({Answers::entry(QStringLiteral("Exclude")),
                               Answers::entry(QStringLiteral("Exclude 3 nodes from NPU"))});
        click("addChange");
    });
    ASSERT_EQ(list->topLevelItemCount(), 1);
    EXPECT_EQ(text(0), QStringLiteral("Exclude 3 nodes from NPU"));
    selectRow(0);
    QTest::keyClick(list, Qt::Key_Right);
    ASSERT_EQ(item(0)->childCount(), 3);
    EXPECT_EQ(item(0)->child(2)->text(0), QStringLiteral("cut"));
    list->scrollToItem(item(0)->child(2));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualItemRect(item(0)->child(2)).center());
    EXPECT_EQ(document().currentNode(), node("cut"));
    list->scrollToItem(item(0));
    selectRow(0);
    placed([&] { QTest::keyClick(list, Qt::Key_Space); });
    EXPECT_TRUE(item(0)->isExpanded()) << "a tick leaves the row open";
    EXPECT_TRUE(document().partitionOptions().excluded.empty());
    scenarios().save(pathOf("three.json").toStdString());
    EXPECT_NE(bytesOf("three.json").find("\"nodes\": [\n          \"b1\""), std::string::npos)
        << bytesOf("three.json");
}

TEST_F(WhatIf, ButtonsThatCanDoNothingSayWhy) {
    EXPECT_EQ(part("clearScenario")->toolTip(), QStringLiteral("Clear the list: it is empty"));
    EXPECT_EQ(part("saveScenario")->toolTip(),
              QStringLiteral("Save the scenario: it has no changes"));
    EXPECT_EQ(part("undoChange")->toolTip(), QStringLiteral("Undo: there is nothing to undo"));
    addTwo();
    EXPECT_EQ(part("clearScenario")->toolTip(), QStringLiteral("Clear the list"));
    scenarios().clear();
    ASSERT_TRUE(idle());
    window.closeDocument();
    EXPECT_FALSE(part("addChange")->isEnabled());
    EXPECT_TRUE(part("addChange")->toolTip().contains(QStringLiteral("no model")));
}

TEST_F(WhatIf, AnUnsavedScenarioIsNotLostWithoutAQuestion) {
    addTwo();
    {
        const Answers answers(
            {Answers::message(QStringLiteral("scenario of m.onnx"), QMessageBox::Cancel)});
        window.closeDocument();
    }
    ASSERT_TRUE(document().hasDocument());
    {
        const Answers answers(
            {Answers::message(QStringLiteral("scenario of m.onnx"), QMessageBox::Save),
             Answers::file(pathOf("kept.json"))});
        window.closeDocument();
    }
    EXPECT_FALSE(document().hasDocument());
    EXPECT_NE(bytesOf("kept.json").find("\"take_anyway\""), std::string::npos);
}

TEST_F(WhatIf, AScenarioIsAppliedToADocumentThatIsStillOpening) {
    addTwo();
    scenarios().save(pathOf("s.json").toStdString());
    window.closeDocument();
    window.open(pathOf("m.onnx"));
    openScenario(window, pathOf("s.json"));
    ASSERT_TRUE(waitFor([&] { return document().hasDocument() && onDevice() == 10U; }));
    EXPECT_FALSE(scenarios().isUnsaved());
}

TEST_F(WhatIf, AnotherTypeIsAChangeOfTheModelInView) {
    const auto typeOf = [&](const Model& model, const char* name) {
        return model.value(test::valueNamed(model, name))->type->text();
    };
    placed([&] {
        const Answers answers({Answers::entry(QStringLiteral("Element types")),
                               Answers::entry(QStringLiteral("All float32 as float16"))});
        click("addChange");
    });
    ASSERT_EQ(list->topLevelItemCount(), 1);
    EXPECT_EQ(text(0), QStringLiteral("All float32 as float16"));
    EXPECT_EQ(second(0), QStringLiteral("Element types"));
    EXPECT_EQ(typeOf(document().model(), "y"), "1×8 fp16");
    EXPECT_EQ(typeOf(document().storedModel(), "y"), "1×8 fp32") << "what is saved stays";
    ASSERT_TRUE(waitFor([&] { return !step(0).isEmpty(); }));
    placed([&] { clickBox(0); });
    EXPECT_EQ(typeOf(document().model(), "y"), "1×8 fp32");
    placed([&] { click("undoChange"); });
    EXPECT_EQ(typeOf(document().model(), "y"), "1×8 fp16");
}

TEST_F(WhatIf, AnotherOpsetIsConvertedAndRefusedWhereItIsTheSame) {
    placed([&] {
        const Answers answers({Answers::entry(QStringLiteral("Opset")),
                               Answers::entry(QStringLiteral("Convert to opset 20"))});
        click("addChange");
    });
    EXPECT_EQ(document().model().info().opset(""), 20);
    EXPECT_EQ(document().storedModel().info().opset(""), 18);
    const auto isSaid = [&] { // it is not the model of the file that is seen
        const auto labels =
            window.findChild<QWidget*>(QStringLiteral("summaryLine"))->findChildren<QLabel*>();
        return std::ranges::any_of(labels, [](const QLabel* label) {
            return label->text().contains(QStringLiteral("Convert to opset 20"));
        });
    };
    EXPECT_TRUE(isSaid());
    placed([&] { scenarios().remove(0); });
    EXPECT_FALSE(isSaid());
    EXPECT_EQ(document().model().info().opset(""), 18);
    placed([&] { scenarios().add({{OpsetChange{18}}}); });
    EXPECT_FALSE(changes()[0].on);
    EXPECT_TRUE(second(0).startsWith(QStringLiteral("the model is of opset 18 already")));
}

TEST_F(WhatIf, AnEditChangesTheFileAndTheConvertedModelFollows) {
    placed([&] { scenarios().add({{TypeChange{DataType::float32, DataType::float16}}}); });
    const NodeId first = node("a1");
    placed([&] { EXPECT_TRUE(document().edits().apply(RenameNode{first, "head"})); });
    EXPECT_EQ(document().model().node(first)->name, "head");
    EXPECT_EQ(document().storedModel().node(first)->name, "head");
    const auto elementIn = [&](const Model& model) {
        return model.value(test::valueNamed(model, "y"))->type->element;
    };
    EXPECT_EQ(elementIn(document().model()), DataType::float16);
    EXPECT_EQ(elementIn(document().storedModel()), DataType::float32);
}

TEST_F(WhatIf, RewritesAreMadeAgainOfTheConvertedModel) {
    window.document().simplifier().start({});
    ASSERT_TRUE(waitFor([&] { return document().simplifier().history() != nullptr; }));
    ASSERT_TRUE(idle());
    scenarios().add({{TypeChange{DataType::float32, DataType::float16}}});
    ASSERT_TRUE(waitFor([&] {
        const auto& value = document().model().value(test::valueNamed(document().model(), "y"));
        return value && value->type->element == DataType::float16 &&
               !document().jobs().isRunning() && document().simplifier().history();
    }));
    const Model& start = document().simplifier().history()->start();
    EXPECT_EQ(start.value(test::valueNamed(start, "x"))->type->element, DataType::float16);
}

} // namespace
} // namespace partita
