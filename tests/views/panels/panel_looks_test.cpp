// What panels say at a glance, how they behave in little room, and what they offer when a run fails.

#include <QCheckBox>
#include <QHeaderView>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSpinBox>
#include <QTableView>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>
#include <set>
#include <unistd.h>

#include "app/window/parts/dock_tabs.h"
#include "core/onnx/write.h"
#include "tests/support/dialogs.h"
#include "tests/support/gestures.h"
#include "views/charts/histogram_widget.h"
#include "views/panels/elided_label.h"
#include "views/panels/flow_layout.h"
#include "views/panels/providers_panel.h"
#include "views/panels/simplify_panel.h"
#include "views/text/size_text.h"

namespace partita {
namespace {

using test::kSample;

class PanelLooks : public test::OperatedWindow {
protected:
    SimplifyController& simplifier() { return window.document().simplifier(); }
    void simplify(const QString& path) {
        open(path);
        QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
        ASSERT_TRUE(waitFor([&] { return simplifier().history(); }) && idle());
    }
    bool isInFront(const char* panel) {
        QApplication::processEvents();
        return partita::isInFront(*window.dock(panel));
    }
    std::string option(const char* name) {
        for (const ProviderOption& each : window.document().providers()[0]->options())
            if (each.name == name)
                return each.value;
        return "none";
    }
};

TEST_F(PanelLooks, WhereThereIsOneOrderOfProvidersNothingLooksMovable) {
    open(kSample);
    auto* list = in<QListWidget>("providers", "providerList");
    ASSERT_EQ(list->count(), 2);
    for (int row = 0; row < 2; ++row)
        EXPECT_FALSE(list->item(row)->flags() & Qt::ItemIsDragEnabled) << row;
    EXPECT_EQ(list->dragDropMode(), QAbstractItemView::NoDragDrop);
    const QRect last = list->visualItemRect(list->item(1));
    EXPECT_TRUE(test::toolTipAt(*list->viewport(), last.center())
                    .contains(QStringLiteral("runs what no other provider takes")));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, {last.left() + 10, last.center().y()});
    ASSERT_TRUE(idle());
    EXPECT_EQ(list->item(1)->checkState(), Qt::Checked);
    EXPECT_EQ(window.document().providers().size(), 2U);
    EXPECT_TRUE(test::toolTipAt(*list->viewport(), list->visualItemRect(list->item(0)).center())
                    .contains(QStringLiteral("one order only")));
}

TEST(ProvidersList, WhereThereAreSeveralOrdersProvidersAreDragged) {
    DocumentController document(*makeProviders({{"npu", "reference", "cpu"}, {}, {}}));
    ProvidersPanel panel({document, &Theme::get(Theme::Kind::light)});
    panel.refresh();
    auto* list = panel.findChild<QListWidget*>(QStringLiteral("providerList"));
    EXPECT_EQ(list->dragDropMode(), QAbstractItemView::InternalMove);
    EXPECT_TRUE(list->item(0)->flags() & Qt::ItemIsDragEnabled);
    EXPECT_FALSE(list->item(2)->flags() & Qt::ItemIsDragEnabled);
    EXPECT_TRUE(list->toolTip().startsWith(QStringLiteral("Drag")));
}

TEST_F(PanelLooks, TheListOfProvidersTakesTheRoomOfItsRows) {
    open(kSample);
    auto* list = in<QListWidget>("providers", "providerList");
    EXPECT_LE(list->height() - list->visualItemRect(list->item(1)).bottom(), 6);
}

TEST_F(PanelLooks, AnOptionOfTwoStatesIsABoxToTick) {
    open(kSample);
    auto* box = in<QCheckBox>("providers", "option_dump_graphs");
    ASSERT_NE(box, nullptr);
    ASSERT_EQ(option("dump_graphs"), "0");
    EXPECT_FALSE(box->isChecked());
    QTest::mouseClick(box, Qt::LeftButton, {}, {8, box->height() / 2});
    EXPECT_TRUE(waitFor([&] { return option("dump_graphs") == "1"; }));
    ASSERT_TRUE(idle());
    EXPECT_TRUE(in<QCheckBox>("providers", "option_dump_graphs")->isChecked());
}

TEST_F(PanelLooks, ALimitIsWrittenAndReadAsPeopleWriteIt) {
    open(kSample);
    auto* edit = in<QLineEdit>("providers", "option_npu_mem_limit");
    EXPECT_EQ(edit->text(), QStringLiteral("no limit"));
    EXPECT_TRUE(edit->toolTip().contains(QStringLiteral("18446744073709551615")));
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, QStringLiteral("2 GiB"));
    QTest::keyClick(edit, Qt::Key_Return);
    EXPECT_TRUE(waitFor([&] { return option("npu_mem_limit") == "2147483648"; }));
    ASSERT_TRUE(idle());
    edit = in<QLineEdit>("providers", "option_npu_mem_limit");
    EXPECT_EQ(edit->text(), QStringLiteral("2 GiB"));
    edit->selectAll();
    QTest::keyClicks(edit, QStringLiteral("No Limit"));
    QTest::keyClick(edit, Qt::Key_Return);
    EXPECT_TRUE(waitFor([&] { return option("npu_mem_limit") == "18446744073709551615"; }));
    ASSERT_TRUE(idle());
}

TEST(SizeText, OnlyWholeSizesAreRewritten) {
    EXPECT_EQ(optionText("6"), QStringLiteral("6"));
    EXPECT_EQ(optionText("1048577"), QStringLiteral("1048577"));
    EXPECT_EQ(optionText("3145728"), QStringLiteral("3 MiB"));
    EXPECT_EQ(optionText("ascend310"), QStringLiteral("ascend310"));
    EXPECT_EQ(optionValue(QStringLiteral("512 KiB")), "524288");
    EXPECT_EQ(optionValue(QStringLiteral("1g")), "1073741824");
    EXPECT_EQ(optionValue(QStringLiteral("many")), "many");
    EXPECT_EQ(optionValue(QStringLiteral("99999999999 TiB")), "99999999999 TiB");
    EXPECT_EQ(optionValue(QStringLiteral(" 7 ")), " 7 ") << "a plain value is left as it is";
}

TEST_F(PanelLooks, TheValuesOfTheInspectorStandBelowEachOther) {
    open(kSample);
    ASSERT_TRUE(idle());
    const auto names = window.panel("inspector")->findChildren<QLabel*>(QStringLiteral("rowName"));
    ASSERT_GT(names.size(), 4);
    std::set<int> widths;
    for (const QLabel* name : names)
        widths.insert(name->width());
    EXPECT_EQ(widths.size(), 1U);
}

TEST_F(PanelLooks, TitlesSayHowManyThereAre) {
    const QString plain = window.dock("problems")->windowTitle();
    open(kSample);
    ASSERT_TRUE(waitFor([&] {
        return window.dock("problems")->windowTitle().startsWith(QStringLiteral("Problems  "));
    })) << window.dock("problems")->windowTitle().toStdString();
    EXPECT_EQ(plain, QStringLiteral("Problems"));
    const int parts = in<QTableView>("partitions")->model()->rowCount();
    EXPECT_GT(parts, 0);
    EXPECT_EQ(window.dock("partitions")->windowTitle(),
              QStringLiteral("Partitions  %1").arg(parts));
    // A tensor that stays on one device has a row, but is not counted.
    const auto counted = window.document().partitioning().summary.boundaryTensors;
    EXPECT_LT(counted, static_cast<std::size_t>(in<QTableView>("boundaries")->model()->rowCount()));
    EXPECT_EQ(window.dock("boundaries")->windowTitle(),
              QStringLiteral("Boundary tensors  %1").arg(counted));
    EXPECT_EQ(window.dock("partitions")->toggleViewAction()->text(), QStringLiteral("Partitions"));
    window.document().close();
    EXPECT_EQ(window.dock("partitions")->windowTitle(), QStringLiteral("Partitions"));
}

TEST_F(PanelLooks, TheBytesOfABoundaryStandBesideItsPartitions) {
    open(kSample);
    auto* table = in<QTableView>("boundaries");
    const int last = table->model()->columnCount() - 1;
    const QRect bytes = table->visualRect(table->model()->index(0, last)),
                to = table->visualRect(table->model()->index(0, last - 1));
    EXPECT_LE(bytes.left() - to.right(), 4);
    EXPECT_LT(bytes.width(), 260) << "of " << table->width();
    auto* nodes = in<QTableView>("nodes"); // a text at the end has the rest of the width
    const QRect why =
        nodes->visualRect(nodes->model()->index(0, nodes->model()->columnCount() - 1));
    EXPECT_GE(why.right(), nodes->viewport()->width() - 2);
}

TEST_F(PanelLooks, AClickOnANodeBringsTheInspectorAndSoDoesAnotherModel) {
    simplify(kSample);
    ASSERT_TRUE(isInFront("numbers"));
    QTest::mouseClick(window.findChild<QToolButton*>(QStringLiteral("previousRewrite")),
                      Qt::LeftButton);
    ASSERT_TRUE(idle());
    EXPECT_TRUE(isInFront("numbers")) << "a step is not a question about a node";
    window.graph().setFocus();
    QTest::keyClick(&window.graph(), Qt::Key_Tab);
    EXPECT_TRUE(isInFront("inspector"));
    window.dock("numbers")->raise();
    ASSERT_TRUE(isInFront("numbers"));
    open(kSample);
    EXPECT_TRUE(isInFront("inspector"));
    window.dock("inspector")->close();
    clickNode("stem/conv");
    EXPECT_TRUE(window.dock("inspector")->isHidden()) << "what was closed stays closed";
}

TEST_F(PanelLooks, SpaceCommaAndFullStopStepOnTheCanvas) {
    simplify(kSample);
    auto* play = window.findChild<QToolButton*>(QStringLiteral("playRewrites"));
    const QString name = play->accessibleName();
    EXPECT_EQ(name, QStringLiteral("Play"));
    window.graph().setFocus();
    const std::size_t all = simplifier().position();
    ASSERT_GT(all, 1U);
    QTest::keyClick(&window.graph(), Qt::Key_Comma);
    ASSERT_TRUE(waitFor([&] { return simplifier().position() == all - 1; }) && idle());
    QTest::keyClick(&window.graph(), Qt::Key_Period);
    ASSERT_TRUE(waitFor([&] { return simplifier().position() == all; }) && idle());
    QTest::keyClick(&window.graph(), Qt::Key_Space);
    EXPECT_TRUE(simplifier().isPlaying());
    EXPECT_EQ(play->accessibleName(), QStringLiteral("Pause"));
    EXPECT_TRUE(play->isChecked());
    QTest::keyClick(&window.graph(), Qt::Key_Space);
    EXPECT_FALSE(simplifier().isPlaying());
    EXPECT_EQ(play->accessibleName(), name);
    ASSERT_TRUE(idle());
}

TEST_F(PanelLooks, NumbersBeginWithPartitionsAndFoldWhatDidNotChange) {
    simplify(kSample);
    auto* table = in<QTreeWidget>("numbers", "numbers");
    ASSERT_TRUE(waitFor([&] { return table->topLevelItemCount() > 2; }));
    EXPECT_EQ(table->topLevelItem(0)->text(0), QStringLiteral("Partitions"));
    QTreeWidgetItem* operators = table->topLevelItem(2);
    QTreeWidgetItem* folded = operators->child(operators->childCount() - 1);
    ASSERT_TRUE(folded->text(0).endsWith(QStringLiteral("unchanged")));
    EXPECT_FALSE(folded->isExpanded());
    EXPECT_GT(folded->childCount(), 1);
    for (int row = 0; row < folded->childCount(); ++row)
        EXPECT_EQ(folded->child(row)->text(1), folded->child(row)->text(2));
    for (int row = 0; row + 1 < operators->childCount(); ++row)
        EXPECT_NE(operators->child(row)->text(1), operators->child(row)->text(2));
    table->scrollToItem(folded);
    table->setCurrentItem(folded);
    QTest::keyClick(table, Qt::Key_Right);
    ASSERT_TRUE(folded->isExpanded());
    simplifier().goTo(1);
    ASSERT_TRUE(idle());
    operators = table->topLevelItem(2);
    EXPECT_TRUE(operators->child(operators->childCount() - 1)->isExpanded()) << "stays open";
}

TEST_F(PanelLooks, FewerPlacedOrFoldedNodesAreNoGainByThemselves) {
    simplify(modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2,3] x) => (float[2,3] y) {
          s = Shape(x) r = Reshape(x, s) t = Neg(r) y = Abs(t) })"));
    auto* table = in<QTreeWidget>("numbers", "numbers");
    ASSERT_TRUE(waitFor([&] { return table->topLevelItemCount() > 1; }));
    const QTreeWidgetItem* ofModel = table->topLevelItem(1)->child(0);
    ASSERT_TRUE(ofModel->text(3).startsWith(QString::fromUtf8("−")));
    const QColor gain = ofModel->foreground(3).color();
    int fewer = 0;
    for (int row = 0; row < table->topLevelItem(0)->childCount(); ++row) {
        const QTreeWidgetItem* each = table->topLevelItem(0)->child(row);
        if (!each->text(0).endsWith(QStringLiteral("nodes")) ||
            !each->text(3).startsWith(QString::fromUtf8("−")))
            continue;
        ++fewer;
        EXPECT_NE(each->foreground(3).color(), gain) << each->text(0).toStdString();
    }
    EXPECT_GT(fewer, 0);
}

TEST_F(PanelLooks, WorkThatWasNotKnownIsNotWorkThatWasAdded) {
    simplify(modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18, "Foreign" : 1]>
        g (float[2,3,4] x) => (float[2,3,5] y)
          <int64[3] s = {2, 3, 4}, float[4,5] w = {1,2,3,4,5,1,2,3,4,5,1,2,3,4,5,1,2,3,4,5}> {
          [a] t = Identity(s) [b] u = Expand(x, t) [c] v = Foreign.Unknown(u)
          [product] y = MatMul(v, w) })"));
    auto* table = in<QTreeWidget>("numbers", "numbers");
    ASSERT_TRUE(waitFor([&] { return table->topLevelItemCount() > 1; }));
    QTreeWidgetItem* work = nullptr;
    for (int row = 0; row < table->topLevelItem(1)->childCount(); ++row)
        if (table->topLevelItem(1)->child(row)->text(0).startsWith(QStringLiteral("work")))
            work = table->topLevelItem(1)->child(row);
    ASSERT_TRUE(work);
    EXPECT_EQ(work->text(1), QStringLiteral("–")); // some hundred operations say nothing
    EXPECT_TRUE(work->toolTip(1).contains(QStringLiteral("unknown shape")));
}

TEST_F(PanelLooks, ARunThatFailsForAGuessedSizeOffersTheSizes) {
    open(modelFile("pool.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,1,height,width] x) => (float[1,1,h,w] y) {
          [pool] y = MaxPool <kernel_shape = [3, 3]> (x) })"));
    QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return !said().isEmpty(); }));
    EXPECT_TRUE(said().contains(QStringLiteral("height, width taken as 1")))
        << said().toStdString();
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    window.dock("log")->raise();
    auto* offer = window.findChild<QToolButton*>(QStringLiteral("messageAction"));
    ASSERT_TRUE(offer->isVisible());
    QTest::mouseClick(offer, Qt::LeftButton);
    EXPECT_TRUE(isInFront("run"));
    auto* sizes = window.panel("run")->findChild<QLineEdit*>(QStringLiteral("symbolSizes"));
    EXPECT_TRUE(sizes->hasFocus());
    EXPECT_EQ(sizes->text(), QStringLiteral("height=1, width=1"));
    QTest::keyClicks(sizes, QStringLiteral("8")); // over the first number
    sizes->end(false);
    QTest::keyClick(sizes, Qt::Key_Backspace);
    QTest::keyClicks(sizes, QStringLiteral("6"));
    QTest::keyClick(sizes, Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return window.document().runs().result() != nullptr; }))
        << said().toStdString();
    EXPECT_EQ(shapeText(window.document().runs().result()->best.outputs[0].tensor.shape()),
              "1×1×6×4");
    EXPECT_FALSE(offer->isVisible());
}

TEST_F(PanelLooks, EqualOutputsAreCountedNotListed) {
    std::string outputs, nodes;
    for (int i = 0; i < 12; ++i) {
        const std::string name = "output_with_a_long_name_" + std::to_string(i);
        outputs += (i ? ", float[2] " : "float[2] ") + name;
        nodes += name + " = Neg(x) ";
    }
    open(modelFile("m.onnx", "<ir_version: 9, opset_import: [\"\" : 18]> g (float[2] x) => (" +
                                 outputs + ") { " + nodes + "}"));
    QTest::mouseClick(in<QCheckBox>("run", "compareOutputs"), Qt::LeftButton, {}, {8, 8});
    const int least = window.minimumSizeHint().width();
    QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().runs().judged().has_value(); }));
    const QString text = test::labelsOf(*window.panel("run"));
    EXPECT_TRUE(
        text.contains(QRegularExpression(QStringLiteral("12 output\\S* equal to the reference's"))))
        << text.toStdString();
    EXPECT_FALSE(text.contains(QStringLiteral("by 0")));
    QApplication::processEvents();
    EXPECT_LE(window.minimumSizeHint().width(), least);
}

TEST_F(PanelLooks, CancellingTheComparisonKeepsTheRun) {
    // About 10¹⁰ operations: a moment for the CPU, many seconds for the reference.
    open(modelFile("slow.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1500,1500] x) => (float[1500,1500] y) { y = MatMul(x, x) })"));
    in<QWidget>("run");
    for (auto* spin : window.panel("run")->findChildren<QSpinBox*>())
        if (spin->minimum() == 1)
            spin->setValue(1);
    QTest::mouseClick(in<QCheckBox>("run", "compareOutputs"), Qt::LeftButton, Qt::NoModifier,
                      QPoint(8, 8));
    QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().runs().isJudging(); }));
    auto* kernels = window.panel("run")->findChild<QTableView*>();
    kernels->selectRow(0);
    ASSERT_TRUE(kernels->currentIndex().isValid());
    auto* cancel = window.findChild<QToolButton*>(QStringLiteral("cancelButton"));
    ASSERT_TRUE(waitFor([&] { return cancel->isVisible(); }));
    QTest::mouseClick(cancel, Qt::LeftButton);
    EXPECT_FALSE(window.document().runs().isJudging());
    EXPECT_NE(window.document().runs().result(), nullptr);
    EXPECT_FALSE(test::labelsOf(*window.panel("run")).contains(QStringLiteral("comparing")));
    EXPECT_FALSE(window.document().runs().judged());
    EXPECT_TRUE(kernels->currentIndex().isValid()) << "only the line above the table changes";
}

TEST_F(PanelLooks, ANarrowRunPanelPutsItsFieldsInSeveralLines) {
    open(kSample);
    in<QWidget>("run");
    EXPECT_LT(window.panel("run")->minimumSizeHint().width(), 420);
    QWidget panel;
    auto* flow = new FlowLayout;
    panel.setLayout(flow);
    for (int i = 0; i < 6; ++i)
        flow->addWidget(new QPushButton(QStringLiteral("button %1").arg(i)));
    auto* wide = new QLineEdit;
    flow->addWidget(wide);
    panel.resize(1200, 60);
    panel.show();
    QApplication::processEvents();
    const int line = wide->geometry().bottom();
    EXPECT_EQ(wide->geometry().right(), 1199) << "takes the rest of the line";
    EXPECT_GT(flow->heightForWidth(260), 2 * flow->heightForWidth(1200));
    panel.resize(260, 200);
    QApplication::processEvents();
    EXPECT_GT(wide->geometry().top(), line);
    EXPECT_LE(wide->geometry().right(), 259);
    delete flow->takeAt(0);
    EXPECT_EQ(flow->count(), 6);
    EXPECT_EQ(flow->takeAt(9), nullptr);
}

TEST_F(PanelLooks, AProviderThatComesLaterDoesNotDecline) {
    open(kSample);
    clickNode("stem/conv");
    in<QWidget>("inspector");
    EXPECT_TRUE(inspectorText().contains(QStringLiteral("comes later")));
    EXPECT_FALSE(inspectorText().contains(QStringLiteral("declines")));
    clickNode("neck/norm");
    EXPECT_TRUE(inspectorText().contains(QStringLiteral("declines")));
}

TEST_F(PanelLooks, WeightsOfAFileThatWasCutOffHaveNoHistogram) {
    ASSERT_TRUE(writeModel(test::weightModel(1000), files / "m.onnx"));
    open(pathOf("m.onnx"));
    const auto weighted = [&] {
        NodeId found;
        window.document().model().nodes().forEach([&](NodeId id, const auto& node) {
            for (const ValueId input : node->inputs)
                if (const auto& value = window.document().model().value(input);
                    !found && value && value->initializer && value->initializer->count() > 4)
                    found = id;
        });
        return found;
    };
    ASSERT_TRUE(weighted());
    window.document().setCurrentNode(weighted());
    in<QWidget>("inspector");
    EXPECT_TRUE(window.panel("inspector")->findChild<HistogramWidget*>());
    ASSERT_EQ(::truncate((files / "m.onnx").c_str(), 100), 0);
    window.document().setCurrentNode({});
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    window.document().setCurrentNode(weighted());
    EXPECT_TRUE(waitFor([&] {
        return inspectorText().contains(QStringLiteral("another program has written"));
    })) << inspectorText().toStdString();
}

TEST_F(PanelLooks, TheTimelineHasTheWholeWidthUntilATaskIsChosen) {
    open(kSample);
    QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return window.document().runs().result() != nullptr; }));
    in<QWidget>("timeline");
    auto* details = window.panel("timeline")->findChild<QTextBrowser*>();
    EXPECT_FALSE(details->isVisible());
    EXPECT_TRUE(test::labelsOf(*window.panel("timeline")).contains(QStringLiteral("Click a task")));
    clickNode("stem/conv");
    EXPECT_TRUE(details->isVisible());
    EXPECT_FALSE(
        test::labelsOf(*window.panel("timeline")).contains(QStringLiteral("Click a task")));
}

} // namespace
} // namespace partita
