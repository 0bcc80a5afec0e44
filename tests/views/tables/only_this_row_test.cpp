// Rows that lists select by themselves stay the only ones, whatever keys are held.

#include <QTableView>

#include "tests/support/dialogs.h"

namespace partita {
namespace {

class OnlyThisRow : public test::OperatedWindow {
protected:
    void SetUp() override {
        OperatedWindow::SetUp();
        open(modelFile("rows.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
            g (float[2] x) => (float[2] y) { [one] a = Neg(x)  [two] b = Relu(a)  [three] y = Exp(b) })"));
        window.action("editMode")->trigger();
    }
    /// As an undo by its keys, which the user still holds while the lists follow.
    void hold(Qt::Key key, Qt::KeyboardModifier modifier) {
        QTest::keyPress(window.windowHandle(), key, modifier);
        ASSERT_TRUE(QGuiApplication::keyboardModifiers() & modifier);
    }
    void TearDown() override {
        for (const auto key : {Qt::Key_Control, Qt::Key_Shift})
            QTest::keyRelease(window.windowHandle(), key, Qt::NoModifier);
        OperatedWindow::TearDown();
    }
    std::vector<int> selected(const char* panel) {
        const auto* table = window.panel(panel)->findChild<QTableView*>();
        std::vector<int> rows;
        for (const QModelIndex& row : table->selectionModel()->selectedRows())
            rows.push_back(row.row());
        return rows;
    }
};

TEST_F(OnlyThisRow, TheHistoryMarksTheStateInViewWhileCtrlIsHeld) {
    window.showPanel("history");
    EditController& edits = window.document().edits();
    ASSERT_TRUE(edits.apply(RenameNode{node("one"), "uno"}));
    ASSERT_TRUE(edits.apply(RenameNode{node("two"), "due"}));
    hold(Qt::Key_Control, Qt::ControlModifier);
    window.document().history().undo();
    EXPECT_EQ(selected("history"), std::vector{window.document().history().row()});
    window.document().history().redo();
    EXPECT_EQ(selected("history"), std::vector{window.document().history().row()});
}

TEST_F(OnlyThisRow, ATableKeepsTheRowOfTheNodeInViewWhileCtrlOrShiftIsHeld) {
    window.showPanel("nodes");
    for (const auto& [key, modifier] :
         {std::pair(Qt::Key_Control, Qt::ControlModifier), {Qt::Key_Shift, Qt::ShiftModifier}}) {
        window.document().setCurrentNode(node("two"));
        hold(key, modifier);
        window.document().setCurrentNode(node("three"));
        EXPECT_EQ(selected("nodes"), std::vector{2});
        Q_EMIT window.document().currentNodeChanged(node("three"), false);
        EXPECT_EQ(selected("nodes"), std::vector{2}) << "it was selected already";
        QTest::keyRelease(window.windowHandle(), key, Qt::NoModifier);
    }
}

} // namespace
} // namespace partita
