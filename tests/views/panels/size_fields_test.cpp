// The fields for the sizes of a model in the inspector.

#include "tests/support/dialogs.h"

namespace partita {
namespace {

class SizeFields : public test::OperatedWindow {
protected:
    void openModel() {
        open(modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
            g (float[batch,seq,4] x) => (float[batch,seq,4] y) { y = Relu(x) })"));
        window.activateWindow();
        window.action("editMode")->trigger();
        ASSERT_TRUE(idle());
    }
    QLineEdit* field(const char* name) {
        return window.panel("inspector")->findChild<QLineEdit*>(QLatin1String(name));
    }
    void enter(const char* name, const QString& text) {
        QLineEdit* line = field(name);
        ASSERT_TRUE(line) << name;
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
        ASSERT_TRUE(idle());
    }
    QString focused() {
        const QWidget* now = QApplication::focusWidget();
        return now ? now->objectName() : QString();
    }
};

TEST_F(SizeFields, EnterAppliesASizeAndGoesOnWithTheNext) {
    openModel();
    enter("size_batch", QStringLiteral("2"));
    EXPECT_FALSE(field("size_batch"));
    EXPECT_EQ(focused(), QStringLiteral("size_seq")) << "not in a name";
    enter("size_seq", QStringLiteral("n"));
    EXPECT_EQ(focused(), QStringLiteral("size_n")) << "it only has another name";
    enter("size_n", QStringLiteral("7"));
    EXPECT_FALSE(qobject_cast<QLineEdit*>(QApplication::focusWidget())) << "there is none left";
    EXPECT_EQ(window.document().history().size(), 3);
}

} // namespace
} // namespace partita
