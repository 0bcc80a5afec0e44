// With which edit a problem came.

#include <QPushButton>
#include <QTableView>

#include "tests/support/dialogs.h"

namespace partita {
namespace {

using ProblemsSince = test::OperatedWindow;

TEST_F(ProblemsSince, AProblemSaysSinceWhichEditItIsThere) {
    auto* table = in<QTableView>("problems");
    const auto since = [&] {
        QStringList all;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            all += table->model()->index(row, 1).data().toString() + QLatin1Char(' ') +
                   table->model()->index(row, 4).data().toString();
        return all;
    };
    const auto becomes = [&](const QStringList& expected) {
        EXPECT_TRUE(waitFor([&] { return since() == expected; }))
            << since().join(QLatin1Char('|')).toStdString();
    };
    open(modelFile("since.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) {
          [loose] z = Exp(x)  [one] a = Neg(x)  [two] y = Relu(a) })"));
    window.action("editMode")->trigger();
    becomes({QStringLiteral("unread-node opened")});
    EditController& edits = window.document().edits();
    ASSERT_TRUE(edits.apply(RenameNode{node("one"), "uno"}));
    ASSERT_TRUE(edits.apply(Disconnect{{node("two"), {}, 0}}));
    const QStringList after{QStringLiteral("open-input edit 2"),
                            QStringLiteral("unread-node opened"),
                            QStringLiteral("unread-node edit 2")};
    becomes(after);
    window.document().history().undo();
    becomes({QStringLiteral("unread-node opened")});
    window.document().history().redo();
    becomes(after);
    // Other edits in the place of the ones that were undone: the problem comes with the third one.
    window.document().history().goTo(0);
    becomes({QStringLiteral("unread-node opened")});
    ASSERT_TRUE(edits.apply(RenameNode{node("one"), "eins"}));
    const NodeId two = node("two");
    ASSERT_TRUE(edits.apply(RenameNode{two, "zwei"}));
    ASSERT_TRUE(edits.apply(Disconnect{{two, {}, 0}}));
    becomes({QStringLiteral("open-input edit 3"), QStringLiteral("unread-node opened"),
             QStringLiteral("unread-node edit 3")});
}

TEST_F(ProblemsSince, TheLastEditCanBeUndoneWhereItMadeTheProblem) {
    auto* table = in<QTableView>("problems");
    open(modelFile("last.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2, 3] x, float[3, 4] w) => (float[2, 4] y) {
          [one] a = MatMul(x, w)  [two] y = Relu(a) })"));
    window.action("editMode")->trigger();
    window.showPanel("problems");
    EditController& edits = window.document().edits();
    const auto rows = [&](int count) {
        EXPECT_TRUE(waitFor([&] { return table->model()->rowCount() == count; })) << count;
    };
    const auto undo = [&]() -> QPushButton* {
        const auto* fixes =
            window.panel("problems")->findChild<QWidget*>(QStringLiteral("problemFixes"));
        for (auto* button : fixes->findChildren<QPushButton*>())
            if (button->text().startsWith(QStringLiteral("Undo edit")))
                return button;
        return nullptr;
    };
    ASSERT_TRUE(edits.apply(RenameNode{node("two"), "zwei"}));
    const Model model = window.document().model();
    const auto& inputs = model.node(node("one"))->inputs;
    ASSERT_TRUE(edits.apply(SetValueType{inputs[0], model.value(inputs[1])->type}));
    rows(1);
    ASSERT_TRUE(waitFor([&] { return undo(); }));
    EXPECT_EQ(undo()->text(), QStringLiteral("Undo edit 2"));
    ASSERT_TRUE(edits.apply(RenameNode{node("zwei"), "drei"}));
    EXPECT_TRUE(waitFor([&] { return !undo(); })) << "another edit is the last one";
    window.document().history().undo();
    ASSERT_TRUE(waitFor([&] { return undo(); }));
    QTest::mouseClick(undo(), Qt::LeftButton);
    rows(0);
    EXPECT_EQ(window.document().history().index(), 1);
}

TEST_F(ProblemsSince, AProblemThatUndoBringsBackIsAsOldAsBefore) {
    auto* table = in<QTableView>("problems");
    open(modelFile("undo.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [one] a = Neg(x)  [two] y = Relu(a) })"));
    window.action("editMode")->trigger();
    EditController& edits = window.document().edits();
    const auto since = [&] {
        return table->model()->rowCount() == 0 ? QString()
                                               : table->model()->index(0, 4).data().toString();
    };
    const ValueId a = window.document().model().node(node("two"))->inputs[0];
    ASSERT_TRUE(edits.apply(Disconnect{{node("two"), {}, 0}}));
    EXPECT_TRUE(waitFor([&] { return since() == QStringLiteral("edit 1"); }));
    ASSERT_TRUE(edits.apply(RenameNode{node("one"), "uno"}));
    ASSERT_TRUE(idle());
    ASSERT_TRUE(edits.apply(Connect{a, {node("two"), {}, 0}}));
    EXPECT_TRUE(waitFor([&] { return table->model()->rowCount() == 0; }));
    window.document().history().undo();
    EXPECT_TRUE(waitFor([&] { return !since().isEmpty(); }));
    EXPECT_EQ(since(), QStringLiteral("edit 1"));
}

TEST_F(ProblemsSince, AProblemThatComesAgainCameWithTheLastEdit) {
    auto* table = in<QTableView>("problems");
    open(modelFile("again.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2, 2] x) => (float[2, 2] y) {
          [loose] z = Neg(x)  [far] y = Softmax<axis = 7>(x) })"));
    window.action("editMode")->trigger();
    const auto since = [&] {
        QString found;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            if (table->model()->index(row, 2).data().toString() == QStringLiteral("far"))
                found = table->model()->index(row, 4).data().toString();
        return found;
    };
    const auto looked = [&] {
        ASSERT_TRUE(idle());
        QTest::qWait(500); // ONNX's checker is asked after a pause
        ASSERT_TRUE(idle());
    };
    const auto setAxis = [&](std::int64_t axis) {
        ASSERT_TRUE(window.document().edits().apply(
            SetAttribute{{node("far")}, Attribute::make("axis", axis)}));
        looked();
    };
    looked();
    EXPECT_EQ(since(), QStringLiteral("opened"));
    setAxis(1); // the other problem stays
    EXPECT_EQ(since(), QString());
    EXPECT_EQ(table->model()->rowCount(), 1);
    setAxis(7);
    EXPECT_EQ(since(), QStringLiteral("edit 2"));
}

TEST_F(ProblemsSince, ASavedStateIsNotBlamedForItsOrderInMemory) {
    auto* table = in<QTableView>("problems");
    open(modelFile("order.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [one] a = Neg(x)  [two] y = Relu(a) })"));
    window.action("editMode")->trigger();
    EditController& edits = window.document().edits();
    const NodeId two = node("two");
    const ValueId a = window.document().model().node(two)->inputs[0];
    ASSERT_TRUE(edits.apply(InsertNode{
        window.document().model().mainGraph(), {"", "Exp", "", "new", {}}, {a}, {{two, {}, 0}}}));
    window.action("save")->trigger();
    ASSERT_TRUE(waitFor([&] { return !edits.isModified() && idle(); }));
    window.document().history().undo();
    window.document().history().redo();
    ASSERT_FALSE(edits.isModified());
    ASSERT_TRUE(idle());
    QTest::qWait(500); // ONNX's checker is asked after a pause
    ASSERT_TRUE(idle());
    EXPECT_EQ(table->model()->rowCount(), 0)
        << table->model()->index(0, 1).data().toString().toStdString();
}

} // namespace
} // namespace partita
