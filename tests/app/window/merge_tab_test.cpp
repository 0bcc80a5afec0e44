// A merge as a tab beside models.

#include <QLabel>
#include <QTreeWidget>

#include "app/window/tabbed_window.h"
#include "tests/support/contexts.h"
#include "tests/support/dialogs.h"
#include "tests/support/in_front.h"
#include "views/merge/merge_page.h"
#include "views/text/qt_text.h"

namespace partita {
namespace {

using test::Answers;

class MergeTab : public testing::Test {
protected:
    MergeTab() { test::showInFront(window, 1400, 900); }
    [[nodiscard]] QString small(const std::string& name) const {
        const auto made = test::generate(
            *inferShapes(test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
                g (float[1,4] x) => (float[1,4] y) { t = Relu(x) y = Abs(t) })")),
            folder / (name + ".onnx"));
        EXPECT_TRUE(made && writeContext(*made, {}));
        return toQString(made->output.string());
    }
    static bool waitFor(const std::function<bool()>& condition) {
        return QTest::qWaitFor(condition, 20000);
    }
    test::TemporaryFolder folder;
    TabbedWindow window{*makeProviders({}), makeJudges()};
};

TEST_F(MergeTab, StandsBesideTheModelsAndOpensWhatWasWritten) {
    MainWindow& model = window.open(small("a"));
    ASSERT_TRUE(waitFor([&] { return model.document().hasDocument(); }));
    QTest::keyClick(&model, Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_EQ(window.count(), 2);
    MainWindow& page = window.current();
    ASSERT_TRUE(page.merge());
    EXPECT_EQ(page.name(), QStringLiteral("Merge"));
    page.merge()->merge().addModels({small("b")});
    ASSERT_TRUE(waitFor([&] { return page.merge()->merge().mayWrite(); }));
    EXPECT_EQ(page.merge()->merge().choices().inputs.size(), 2U) << "with the open model";
    EXPECT_TRUE(window.isWindowModified());
    page.merge()->write();
    ASSERT_TRUE(waitFor([&] { return window.count() == 3; }));
    MainWindow& written = window.current();
    ASSERT_TRUE(waitFor([&] { return written.document().hasDocument(); }));
    EXPECT_EQ(written.document().model().nodes().count(), 2U);
    const auto* said = written.findChild<QWidget*>(QStringLiteral("messageBar"));
    ASSERT_TRUE(said);
    EXPECT_TRUE(waitFor([&] { return said->isVisible(); })) << "how the merge went";
    EXPECT_TRUE(said->findChild<QLabel*>()->text().startsWith(QStringLiteral("Written")))
        << said->findChild<QLabel*>()->text().toStdString();
    EXPECT_FALSE(page.isWindowModified()) << "what is written is not lost";
    EXPECT_TRUE(window.closePage(page));
    EXPECT_EQ(window.count(), 2);
}

TEST_F(MergeTab, AResultThatIsOpenAlreadyTakesTheChosenDevice) {
    const auto deviceOf = [](MainWindow& page) {
        return page.document().chosenProviders().front()->info().device;
    };
    MainWindow& page = window.openMerge({small("a"), small("b")});
    ASSERT_TRUE(waitFor([&] { return page.merge()->merge().mayWrite(); }));
    page.merge()->write();
    ASSERT_TRUE(waitFor([&] { return window.count() == 2; }));
    MainWindow& result = window.current();
    ASSERT_TRUE(waitFor([&] { return result.document().hasDocument(); }));
    ASSERT_EQ(deviceOf(result), "ascend310");
    page.merge()->merge().change([](MergeChoices& next) { next.inputs[0].prefix = "other_"; });
    page.merge()->merge().useDevice("npu");
    ASSERT_TRUE(waitFor([&] { return page.merge()->merge().mayWrite(); }));
    {
        const Answers answers({Answers::message(QStringLiteral("Replace it?"), QMessageBox::Yes)});
        page.merge()->write();
    }
    EXPECT_TRUE(waitFor([&] { return deviceOf(result) == "npu"; }));
    EXPECT_EQ(deviceOf(page), "ascend310") << "pages that are opened later take after it";
    EXPECT_TRUE(waitFor([&] {
        return result.document().state().stamp == stampOf(result.document().state().path);
    })) << "it shows what was written";
    const auto& said = *result.findChild<QWidget*>(QStringLiteral("messageBar"));
    const auto idle = [&] { return !result.document().jobs().isRunning(); };
    ASSERT_TRUE(waitFor(idle));
    QTest::qWait(600); // the watch waits for 250 ms
    EXPECT_TRUE(said.isVisible() &&
                said.findChild<QLabel*>()->text().startsWith(QStringLiteral("Written")))
        << said.findChild<QLabel*>()->text().toStdString();
    bool isOpened = false;
    QObject::connect(&result.document(), &DocumentController::documentChanged, &result,
                     [&] { isOpened = true; });
    result.document().reload();
    ASSERT_TRUE(waitFor([&] { return isOpened && idle(); }));
    EXPECT_FALSE(said.isVisible()) << "the verdict was said once";
}

TEST_F(MergeTab, ModelsItOpensWithHaveRoomForTheirRows) {
    QStringList models;
    for (const char* name : {"a", "b", "c", "d", "e", "f"})
        models += small(name);
    window.openMerge(models);
    const auto* table =
        window.current().merge()->findChild<QTreeWidget*>(QStringLiteral("mergeSources"));
    ASSERT_TRUE(table);
    ASSERT_TRUE(waitFor([&] { return window.current().merge()->merge().mayWrite(); }));
    ASSERT_EQ(table->topLevelItemCount(), 6);
    const QRect last = table->visualItemRect(table->topLevelItem(5));
    EXPECT_TRUE(QTest::qWaitFor([&] { return table->viewport()->height() >= 6 * last.height(); }))
        << table->viewport()->height() << ' ' << last.height();
}

TEST_F(MergeTab, TakesTheStartPageAndGivesItBack) {
    window.openMerge({small("a"), small("b")});
    ASSERT_EQ(window.count(), 1);
    MainWindow& page = window.current();
    ASSERT_TRUE(page.merge());
    ASSERT_TRUE(waitFor([&] { return page.merge()->merge().plan() != nullptr; }));
    EXPECT_FALSE(page.graph().isVisible());
    {
        const Answers answers(
            {Answers::message(QStringLiteral("neither written nor saved"), QMessageBox::Cancel)});
        EXPECT_FALSE(window.closePage(page));
    }
    EXPECT_TRUE(page.merge());
    {
        const Answers answers(
            {Answers::message(QStringLiteral("neither written nor saved"), QMessageBox::Discard)});
        test::clickButton(*page.merge(), QStringLiteral("Close"));
    }
    EXPECT_FALSE(page.merge());
    EXPECT_TRUE(page.graph().isVisible());
    EXPECT_TRUE(page.isStart());
    MainWindow& model = window.open(small("c"));
    EXPECT_EQ(&model, &page) << "a model takes the start page";
}

TEST_F(MergeTab, UndoOfTheWindowTakesBackStepsOfTheMerge) {
    window.openMerge({});
    MainWindow& page = window.current();
    EXPECT_FALSE(page.action("undo")->isEnabled());
    page.merge()->merge().addModels({small("a")});
    page.merge()->merge().addModels({small("b")});
    page.merge()->merge().change(
        [](MergeChoices& next) { next.options.connections.emplace_back("2.x", "1.y"); });
    EXPECT_EQ(page.action("undo")->text(), QStringLiteral("Undo: Connect a.y → b.x"));
    page.action("undo")->trigger();
    EXPECT_TRUE(page.merge()->merge().choices().options.connections.empty());
    EXPECT_EQ(page.action("redo")->text(), QStringLiteral("Redo: Connect a.y → b.x"));
    EXPECT_EQ(page.action("undo")->text(), QStringLiteral("Undo: Add b_ctx.onnx"));
    page.action("redo")->trigger();
    EXPECT_EQ(page.merge()->merge().choices().options.connections.size(), 1U);
    page.becomeStart();
    EXPECT_FALSE(page.action("undo")->isEnabled()) << "there is no document";
}

TEST_F(MergeTab, AModelOpensBesideAMerge) {
    window.openMerge({});
    window.open(small("a"));
    EXPECT_EQ(window.count(), 2);
}

} // namespace
} // namespace partita
