// The list of inputs that an output may be connected to.

#include <QDialog>
#include <QListWidget>

#include "tests/support/dialogs.h"

namespace partita {
namespace {

using ConnectList = test::OperatedWindow;

TEST_F(ConnectList, HasOpenInputsFirst) {
    open(modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,64] x) => (float[1,64] y) {
          [one] a = Relu(x)  [two] b = Sigmoid(a)  [three] c = Tanh(a)  [four] y = Add(b, c) })"));
    window.action("editMode")->trigger();
    ASSERT_TRUE(window.document().edits().apply(Disconnect{{node("four"), {}, 0}}));
    ASSERT_TRUE(idle());
    clickNode("one");
    QTest::keyClick(&window.graph(), Qt::Key_C);
    auto* dialog = window.findChild<QDialog*>(QStringLiteral("connectionList"));
    ASSERT_TRUE(dialog);
    const auto* list = dialog->findChild<QListWidget*>();
    ASSERT_GT(list->count(), 1);
    const QString first = list->item(0)->text();
    EXPECT_TRUE(first.contains(QStringLiteral("'four'"))) << first.toStdString();
    EXPECT_FALSE(first.contains(QStringLiteral("replaces"))) << first.toStdString();
}

} // namespace
} // namespace partita
