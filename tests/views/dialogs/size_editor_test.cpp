// Sizes of inputs that are fixed where they are seen, operated by mouse and keys.

#include <QPushButton>
#include <QScreen>
#include <QSpinBox>
#include <QTextBrowser>

#include "core/onnx/infer_shapes.h"
#include "tests/support/dialogs.h"
#include "views/dialogs/size_editor.h"

namespace partita {
namespace {

constexpr const char* kOpen = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[B,S,4] x, float[B,4] m) => (float[B,S,4] y) { [one] a = Relu(x)  [two] y = Neg(a) })";

class Sizes : public test::OperatedWindow {
protected:
    DocumentController& document() { return window.document(); }
    SizeEditor* editor() { return window.findChild<SizeEditor*>(); }
    QSpinBox* field(const char* name) {
        for (auto* box : editor()->findChildren<QSpinBox*>())
            if (box->accessibleName() == QLatin1String(name))
                return box;
        return nullptr;
    }
    /// The type of a value as it is in the document.
    std::string typeOf(const char* name) {
        return document().model().value(test::valueNamed(document().model(), name))->type->text();
    }
    /// Clicks the shape on the box of the first input.
    void clickInput() {
        auto& graph = window.graph();
        const auto& boxes = document().scene().boxes;
        std::size_t box = 0;
        while (boxes[box].kind != SceneBox::Kind::input)
            ++box;
        const QRectF rect = graph.painter().boxRect(box);
        QTest::mouseClick(&graph, Qt::LeftButton, {},
                          graph.toDevice().map(rect.center() + QPointF(0, 9)).toPoint());
    }
    template <class F> void changed(F&& act) {
        QSignalSpy shown(&document(), &DocumentController::sceneChanged);
        act();
        ASSERT_TRUE(waitFor([&] { return shown.count() > 0; }));
    }
};

TEST_F(Sizes, AClickOnTheShapeOfAnInputFixesItsSizesAndIdsStay) {
    open(modelFile("open.onnx", kOpen));
    const NodeId two = node("two");
    clickInput();
    ASSERT_TRUE(editor());
    ASSERT_TRUE(field("B") && field("S"));
    EXPECT_TRUE(field("B")->hasFocus());
    QTest::keyClicks(field("B"), QStringLiteral("2"));
    QTest::keyClick(field("B"), Qt::Key_Tab);
    QTest::keyClicks(field("S"), QStringLiteral("16"));
    changed([&] { QTest::keyClick(field("S"), Qt::Key_Return); });
    EXPECT_EQ(typeOf("x"), "2×16×4 fp32");
    EXPECT_EQ(typeOf("m"), "2×4 fp32"); // the same size by its name
    EXPECT_EQ(typeOf("a"), "2×16×4 fp32");
    EXPECT_EQ(node("two"), two);
    EXPECT_EQ(document().fixedSizes().size(), 2U);
    bool said = false;
    for (const auto* label : window.findChildren<QLabel*>())
        said = said || label->text().contains(QStringLiteral("2 sizes fixed"));
    EXPECT_TRUE(said);
}

TEST_F(Sizes, OneSizeMayStayOpenAndAllAreClearedAgain) {
    open(modelFile("open.onnx", kOpen));
    changed([&] { document().setFixedSizes({{"B", {3}}}); });
    EXPECT_EQ(typeOf("x"), "3×S×4 fp32");
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::AltModifier);
    ASSERT_TRUE(editor());
    EXPECT_EQ(field("B")->value(), 3);
    EXPECT_EQ(field("S")->value(), 0);
    changed([&] { test::clickButton(*editor(), QStringLiteral("As in the file")); });
    EXPECT_EQ(typeOf("x"), "B×S×4 fp32");
    EXPECT_TRUE(document().fixedSizes().empty());
}

TEST_F(Sizes, SizesWithoutNamesAreFixedTogether) {
    open(modelFile("open.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[?,?,4] x) => (float[?,?,4] y) { [one] y = Relu(x) })"));
    clickInput();
    ASSERT_TRUE(field("x[0]") && field("x[1]"));
    QTest::keyClicks(field("x[1]"), QStringLiteral("8"));
    QTest::keyClick(field("x[1]"), Qt::Key_Return);
    ASSERT_TRUE(editor()); // it says what is missing
    EXPECT_TRUE(test::labelsOf(*editor()).contains(QStringLiteral("fill in all of them")));
    QTest::keyClicks(field("x[0]"), QStringLiteral("1"));
    changed([&] { QTest::keyClick(field("x[0]"), Qt::Key_Return); });
    EXPECT_EQ(typeOf("y"), "1×8×4 fp32");
}

TEST_F(Sizes, EscapeAndOtherModelsLeaveTheSizesAsTheyAre) {
    open(modelFile("open.onnx", kOpen));
    clickInput();
    ASSERT_TRUE(editor());
    QTest::keyClicks(field("B"), QStringLiteral("2"));
    QTest::keyClick(editor(), Qt::Key_Escape);
    EXPECT_TRUE(document().fixedSizes().empty());
    changed([&] { document().setFixedSizes({{"B", {3}}}); });
    const test::Answers answers( // the size is a change of a scenario that is not saved
        {test::Answers::message(QStringLiteral("open.onnx"), QMessageBox::Discard)});
    open(test::kSample);
    EXPECT_TRUE(document().fixedSizes().empty());
    window.action("sizes")->trigger();
    ASSERT_TRUE(waitFor([&] { return editor() != nullptr; }));
    EXPECT_TRUE(
        test::labelsOf(*editor()).contains(QStringLiteral("All sizes of the inputs are known")));
}

TEST_F(Sizes, ASizeThatTheModelDoesNotHaveIsRefused) {
    open(modelFile("open.onnx", kOpen));
    document().setFixedSizes({{"nothing", {1}}});
    EXPECT_TRUE(said().contains(QStringLiteral("nothing"))) << said().toStdString();
    EXPECT_TRUE(document().fixedSizes().empty());
}

TEST_F(Sizes, ByTheKeysTheEditorOpensBelowTheInputAndNotAtThePointer) {
    open(modelFile("open.onnx", kOpen));
    GraphView& graph = window.graph();
    std::size_t box = 0;
    while (document().scene().boxes[box].kind != SceneBox::Kind::input)
        ++box;
    const QRect input = graph.toDevice().mapRect(graph.painter().boxRect(box)).toAlignedRect();
    QCursor::setPos(window.mapToGlobal(QPoint(3, 3)));
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::AltModifier);
    ASSERT_TRUE(editor());
    // As near as the screen has room for it.
    const QPoint wanted = graph.mapToGlobal(input.bottomLeft()), place = editor()->pos();
    const int right = editor()->screen()->availableGeometry().right() - editor()->width();
    EXPECT_LE(std::abs(place.y() - wanted.y()), 16);
    EXPECT_LE(std::abs(place.x() - std::min(wanted.x(), right)), 16);
    EXPECT_GT(place.y(), QCursor::pos().y() + 100);
    EXPECT_TRUE(field("B")->hasFocus()) << "the first open size of that input";
}

} // namespace
} // namespace partita
