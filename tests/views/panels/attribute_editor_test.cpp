// Attributes and names in the inspector, edited by keys.

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QToolButton>
#include <fstream>

#include "core/data/npz.h"
#include "tests/support/gestures.h"
#include "tests/support/window.h"
#include "views/dialogs/tensor_dialog.h"
#include "views/graph/graph_editing.h"
#include "views/text/attribute_text.h"

namespace partita {
namespace {

constexpr const char* kModel = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[1,8,4,4] x) => (float[1,8,4,4] y) {
      [one] a = Softmax(x)
      [two] b = Softmax<axis = 1>(a)
      [pad] y = MaxPool<kernel_shape = [3, 3], pads = [1, 1, 1, 1]>(b) })";

class AttributeEdits : public test::Window {
protected:
    void openModel(const char* text = kModel) {
        std::ofstream(folder / "m.onnx", std::ios::binary) << test::bytesFromText(text);
        open(QString::fromStdString((folder / "m.onnx").string()));
        window.action("editMode")->trigger();
    }
    void choose(const char* name) {
        window.document().setCurrentNode(node(name));
        QCoreApplication::processEvents();
    }
    template <class T> T* editor(const char* name) {
        auto* found = window.panel("inspector")->findChild<T*>(QLatin1String(name));
        EXPECT_TRUE(found) << name;
        return found;
    }
    QLineEdit* field(const char* name) { return editor<QLineEdit>(name); }
    void write(QLineEdit* line, const QString& text) {
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
    }
    const Node& storedNode(const char* name) {
        return *window.document().storedModel().node(
            test::nodeNamed(window.document().storedModel(), name));
    }
    int steps() { return window.document().history().size(); }
    test::TemporaryFolder folder;
};

TEST_F(AttributeEdits, EnterCommitsAValueAndUndoBringsTheOldOneBack) {
    openModel();
    choose("two");
    write(field("attribute_axis"), QStringLiteral("2"));
    EXPECT_EQ(steps(), 0);
    QTest::keyClick(field("attribute_axis"), Qt::Key_Return);
    EXPECT_EQ(storedNode("two").intAttribute("axis", 0), 2);
    EXPECT_EQ(steps(), 1);
    window.action("undo")->trigger();
    EXPECT_EQ(storedNode("two").intAttribute("axis", 0), 1);
    QCoreApplication::processEvents();
    EXPECT_EQ(field("attribute_axis")->text(), QStringLiteral("1"));
}

TEST_F(AttributeEdits, TheKeyOfUndoIsTheFieldsOnlyWhileItHasSomethingToUndo) {
    openModel();
    choose("two");
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    write(field("attribute_axis"), QStringLiteral("2"));
    QTest::keyClick(field("attribute_axis"), Qt::Key_Return);
    QCoreApplication::processEvents();
    write(field("attribute_axis"), QStringLiteral("3"));
    QTest::keyClick(field("attribute_axis"), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(field("attribute_axis")->text(), QStringLiteral("2"));
    EXPECT_EQ(storedNode("two").intAttribute("axis", 0), 2);
    QTest::keyClick(field("attribute_axis"), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(storedNode("two").intAttribute("axis", 0), 1);
    QCoreApplication::processEvents();
    QTest::keyClick(field("attribute_axis"), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(storedNode("two").intAttribute("axis", 0), 2);
}

TEST_F(AttributeEdits, WhatABinaryFixesIsOnlyShownWithTheReason) {
    openModel(R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]>
    g (float[1,4] x) => (float[1,4] y) {
      [ctx] y = com.microsoft.EPContext<main_context = 1, embed_mode = 0, notes = "n",
        ep_cache_context = "m.bin", partition_name = "p", source = "QNNExecutionProvider">(x) })");
    choose("ctx");
    for (const char* name : {"attribute_main_context", "attribute_embed_mode", "attribute_source",
                             "attribute_ep_cache_context"})
        EXPECT_TRUE(field(name)->isReadOnly()) << name;
    EXPECT_EQ(field("attribute_source")->toolTip(),
              QStringLiteral("source stays: only QNN loads what it compiled"));
    EXPECT_TRUE(field("nodeName")->isReadOnly());
    EXPECT_FALSE(
        window.panel("inspector")->findChild<QToolButton*>(QStringLiteral("reset_source")));
    QTest::keyClick(field("attribute_main_context"), Qt::Key_Up);
    EXPECT_EQ(field("attribute_main_context")->text(), QStringLiteral("1"));
    EXPECT_FALSE(field("attribute_notes")->isReadOnly());
    write(field("attribute_notes"), QStringLiteral("seen"));
    QTest::keyClick(field("attribute_notes"), Qt::Key_Return);
    EXPECT_EQ(steps(), 1);
}

TEST_F(AttributeEdits, EscapeBringsTheValueBack) {
    openModel();
    choose("two");
    write(field("attribute_axis"), QStringLiteral("2"));
    QTest::keyClick(field("attribute_axis"), Qt::Key_Escape);
    EXPECT_EQ(field("attribute_axis")->text(), QStringLiteral("1"));
    EXPECT_EQ(steps(), 0);
}

TEST_F(AttributeEdits, AWrongValueStaysInItsFieldWithTheRule) {
    openModel();
    choose("two");
    write(field("attribute_axis"), QStringLiteral("first"));
    QTest::keyClick(field("attribute_axis"), Qt::Key_Return);
    auto* rule = editor<QLabel>("attribute_axis_rule");
    EXPECT_TRUE(rule->isVisible());
    EXPECT_EQ(rule->text(), QStringLiteral("axis must be a whole number"));
    EXPECT_EQ(field("attribute_axis")->text(), QStringLiteral("first"));
    EXPECT_EQ(steps(), 0);
}

TEST_F(AttributeEdits, ADefaultIsSetAndResetAgain) {
    openModel();
    choose("one");
    EXPECT_EQ(field("attribute_axis")->text(), QStringLiteral("-1"));
    QTest::keyClick(field("attribute_axis"), Qt::Key_Up);
    QTest::keyClick(field("attribute_axis"), Qt::Key_Return);
    EXPECT_EQ(storedNode("one").intAttribute("axis", 9), 0);
    QCoreApplication::processEvents();
    QTest::mouseClick(editor<QToolButton>("reset_axis"), Qt::LeftButton);
    EXPECT_EQ(storedNode("one").attribute("axis"), nullptr);
    EXPECT_EQ(steps(), 2);
}

TEST_F(AttributeEdits, AnEnumerationIsAChoiceAndAListIsWritten) {
    openModel();
    choose("pad");
    auto* choice = editor<QComboBox>("attribute_auto_pad");
    EXPECT_EQ(choice->currentText(), QStringLiteral("NOTSET"));
    write(field("attribute_kernel_shape"), QStringLiteral("[2, 2]"));
    QTest::keyClick(field("attribute_kernel_shape"), Qt::Key_Return);
    EXPECT_EQ(storedNode("pad").intsAttribute("kernel_shape"), (std::vector<std::int64_t>{2, 2}));
}

TEST_F(AttributeEdits, ALetterGoesToTheElementTypesThatBeginWithIt) {
    openModel(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float16[2] y) { [cast] y = Cast<to = 1>(x) })");
    choose("cast");
    auto* choice = editor<QComboBox>("attribute_to");
    EXPECT_EQ(choice->currentText(), QStringLiteral("float32  1"));
    choice->setFocus();
    QTest::keyClick(choice, 'f');
    ASSERT_TRUE(choice->view()->isVisible());
    EXPECT_EQ(steps(), 0) << "only Enter takes a type";
    QTest::keyClicks(choice->view(), QStringLiteral("loat16"));
    QTest::keyClick(choice->view(), Qt::Key_Return);
    EXPECT_EQ(storedNode("cast").intAttribute("to", 0), 10);
    EXPECT_EQ(steps(), 1);
    QCoreApplication::processEvents();
    choice = editor<QComboBox>("attribute_to");
    QTest::keyClick(choice, 'i');
    QTest::keyClick(choice->view(), Qt::Key_Escape);
    EXPECT_EQ(steps(), 1);
    EXPECT_EQ(choice->currentText(), QStringLiteral("float16  10"));
}

TEST_F(AttributeEdits, TheWheelIsNeverAnEdit) {
    openModel();
    choose("pad");
    auto* choice = editor<QComboBox>("attribute_auto_pad");
    EXPECT_FALSE(choice->focusPolicy() & (Qt::WheelFocus & ~Qt::StrongFocus));
    for (const bool focused : {false, true}) {
        if (focused)
            choice->setFocus();
        test::turnWheel(*choice, choice->rect().center(), -1);
        ASSERT_EQ(steps(), 0) << focused;
    }
}

TEST_F(AttributeEdits, AnArrowOpensAChoiceAndOnlyEnterTakesARow) {
    openModel();
    choose("pad");
    auto* choice = editor<QComboBox>("attribute_auto_pad");
    choice->setFocus();
    for (const Qt::Key key :
         {Qt::Key_Down, Qt::Key_PageDown, Qt::Key_End, Qt::Key_Home, Qt::Key_PageUp, Qt::Key_Up}) {
        QTest::keyClick(choice, key);
        ASSERT_EQ(steps(), 0) << key;
        ASSERT_TRUE(choice->view()->isVisible()) << key;
        QTest::keyClick(choice->view(), Qt::Key_Escape);
        ASSERT_EQ(steps(), 0) << key;
    }
    test::takeNextRow(*choice);
    EXPECT_EQ(steps(), 1);
}

TEST_F(AttributeEdits, SeveralNodesShareOneEdit) {
    openModel();
    window.document().selectNodes({node("one"), node("two")});
    QCoreApplication::processEvents();
    EXPECT_EQ(field("attribute_axis")->placeholderText(), QStringLiteral("differs"));
    write(field("attribute_axis"), QStringLiteral("3"));
    QTest::keyClick(field("attribute_axis"), Qt::Key_Return);
    EXPECT_EQ(storedNode("one").intAttribute("axis", 9), 3);
    EXPECT_EQ(storedNode("two").intAttribute("axis", 9), 3);
    EXPECT_EQ(steps(), 1);
}

TEST_F(AttributeEdits, TheNameIsAField) {
    openModel();
    choose("two");
    write(field("nodeName"), QStringLiteral("soft"));
    QTest::keyClick(field("nodeName"), Qt::Key_Return);
    EXPECT_TRUE(test::nodeNamed(window.document().storedModel(), "soft"));
}

TEST_F(AttributeEdits, TheSizesOfAnInputAreReadWholeInASmallWindow) {
    window.resize(1024, 768);
    openModel();
    QCoreApplication::processEvents();
    const QLineEdit* sizes = field("sizes_x");
    EXPECT_EQ(sizes->text(), QStringLiteral("1, 8, 4, 4"));
    EXPECT_GT(sizes->width() - 2 * 8, sizes->fontMetrics().horizontalAdvance(sizes->text()));
    const auto* type = editor<QComboBox>("type_x");
    EXPECT_GT(type->width(), type->fontMetrics().horizontalAdvance(type->currentText()));
}

TEST_F(AttributeEdits, AWrongValueKeepsTheFocusWhenItsFieldIsLeft) {
    openModel();
    choose("two");
    write(field("attribute_axis"), QStringLiteral("first"));
    field("nodeName")->setFocus();
    QCoreApplication::processEvents();
    EXPECT_TRUE(field("attribute_axis")->hasFocus());
    EXPECT_EQ(steps(), 0);
}

TEST_F(AttributeEdits, InputsAndOutputsAreEditedOnThePageOfTheModel) {
    openModel();
    write(field("port_x"), QStringLiteral("image"));
    QTest::keyClick(field("port_x"), Qt::Key_Return);
    EXPECT_TRUE(test::valueNamed(window.document().storedModel(), "image"));
    QCoreApplication::processEvents();
    write(field("sizes_image"), QStringLiteral("n, 8, 4, 4"));
    QTest::keyClick(field("sizes_image"), Qt::Key_Return);
    const auto type = [&] {
        const Model& model = window.document().storedModel();
        return model.value(test::valueNamed(model, "image"))->type->text();
    };
    EXPECT_EQ(type(), "n×8×4×4 fp32");
    QCoreApplication::processEvents(); // the page is made anew
    QTest::mouseClick(editor<QToolButton>("addInput"), Qt::LeftButton);
    QCoreApplication::processEvents();
    EXPECT_TRUE(test::valueNamed(window.document().storedModel(), "input"));
    for (int i = 0; i < 3; ++i)
        window.action("undo")->trigger();
    EXPECT_TRUE(test::valueNamed(window.document().storedModel(), "x"));
    EXPECT_FALSE(test::valueNamed(window.document().storedModel(), "input"));
}

TEST_F(AttributeEdits, ASmallConstantIsEditedInPlace) {
    std::ofstream(folder / "c.onnx", std::ios::binary) << test::bytesFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[1,4] x) => (float[2,2] y)
           <int64[2] s = {2, 2}> { [r] y = Reshape(x, s) })");
    open(QString::fromStdString((folder / "c.onnx").string()));
    window.action("editMode")->trigger();
    choose("r");
    EXPECT_EQ(field("elements_s")->text(), QStringLiteral("2, 2"));
    write(field("elements_s"), QStringLiteral("4, one"));
    QTest::keyClick(field("elements_s"), Qt::Key_Return);
    EXPECT_EQ(steps(), 0);
    write(field("elements_s"), QStringLiteral("4, 1"));
    QTest::keyClick(field("elements_s"), Qt::Key_Return);
    EXPECT_EQ(steps(), 1);
    const Model& model = window.document().storedModel();
    const auto& value = model.value(test::valueNamed(model, "s"));
    ASSERT_TRUE(value && value->initializer);
    EXPECT_EQ(*elementsAsInts(*value->initializer), (std::vector<std::int64_t>{4, 1}));
}

TEST_F(AttributeEdits, ATensorIsEditedInATableAndFromAFile) {
    std::ofstream(folder / "c.onnx", std::ios::binary) << test::bytesFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2,2] x) => (float[2,2] y)
           <float[2,2] w = {1, 2, 3, 4}> { [a] y = Add(x, w) })");
    open(QString::fromStdString((folder / "c.onnx").string()));
    window.action("editMode")->trigger();
    choose("a");
    const auto dialog = [&] {
        QTest::mouseClick(editor<QPushButton>("table_w"), Qt::LeftButton);
        return window.findChild<TensorDialog*>();
    };
    TensorDialog* shown = dialog();
    ASSERT_TRUE(shown);
    auto* table = shown->findChild<QTableWidget*>();
    EXPECT_EQ(table->rowCount(), 2);
    table->item(1, 0)->setText(QStringLiteral("x"));
    shown->accept();
    EXPECT_EQ(steps(), 0); // no number
    table->item(1, 0)->setText(QStringLiteral("7.5"));
    shown->accept();
    const auto elements = [&] {
        const Model& model = window.document().storedModel();
        return *elementsAsDoubles(*model.value(test::valueNamed(model, "w"))->initializer);
    };
    EXPECT_EQ(elements(), (std::vector<double>{1, 2, 7.5, 4}));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCoreApplication::processEvents();
    const auto file = folder / "w.npy";
    std::ofstream(file, std::ios::binary)
        << npyBytes(Tensor::of(DataType::float32, {2, 2}, std::vector<float>{5, 6, 7, 8}));
    shown = dialog();
    ASSERT_TRUE(shown);
    shown->takeFile(QString::fromStdString(file.string()));
    shown->accept();
    EXPECT_EQ(elements(), (std::vector<double>{5, 6, 7, 8}));
    EXPECT_EQ(steps(), 2);
}

TEST_F(AttributeEdits, AnOpenInputIsAProblemWithAButtonThatFixesIt) {
    openModel();
    window.showPanel("problems");
    choose("one");
    window.graph().setFocus();
    window.action("deleteSelection")->trigger();
    auto* fixes = window.panel("problems")->findChild<QWidget*>(QStringLiteral("problemFixes"));
    ASSERT_TRUE(waitFor([&] {
        return headline().contains(QStringLiteral("problem")) && fixes->isVisible();
    })) << headline().toStdString();
    EXPECT_TRUE(headline().contains(QStringLiteral("3 as opened"))) << headline().toStdString();
    // What may come after the problems: a placement, and that no node is chosen.
    Q_EMIT window.document().partitioningChanged();
    EXPECT_TRUE(fixes->isVisible());
    Q_EMIT window.document().currentNodeChanged({}, false);
    EXPECT_TRUE(fixes->isVisible());
    const auto buttons = fixes->findChildren<QPushButton*>();
    ASSERT_FALSE(buttons.isEmpty());
    const auto& canvas = *window.graph().findChild<GraphEditing*>();
    QEvent enters(QEvent::Enter), leaves(QEvent::Leave);
    QApplication::sendEvent(buttons.first(), &enters);
    EXPECT_TRUE(canvas.isPreviewing()) << "what it would do is shown on the graph";
    QApplication::sendEvent(buttons.first(), &leaves);
    EXPECT_FALSE(canvas.isPreviewing());
    EXPECT_EQ(steps(), 1);
    QTest::mouseClick(buttons.first(), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return steps() == 2; }));
    ASSERT_TRUE(waitFor([&] { return !headline().contains(QStringLiteral("problem")); }))
        << headline().toStdString();
}

TEST(AttributeText, AFieldHoldsEveryKindOfValueAndReadsItBack) {
    QString rule;
    const auto again = [&](const AttributePtr& attribute) {
        const auto read =
            attributeFrom(attribute->name, attribute->typeNumber(), fieldText(*attribute), rule);
        return read && sameAttributes({read}, {attribute});
    };
    EXPECT_TRUE(again(Attribute::make("a", 0.1F)));
    EXPECT_TRUE(again(Attribute::make("a", std::int64_t{-7})));
    EXPECT_TRUE(again(Attribute::string("a", "x, y")));
    EXPECT_TRUE(again(Attribute::make("a", std::vector{0.5F, 1e-7F})));
    EXPECT_TRUE(again(Attribute::make("a", std::vector<std::int64_t>{})));
    EXPECT_TRUE(again(Attribute::make("a", std::vector<std::string>{"p, q", "\"r\""})));
    EXPECT_FALSE(attributeFrom("a", 7, QStringLiteral("1, b"), rule));
    EXPECT_EQ(rule, QStringLiteral("a must be whole numbers, as in 2, 3"));
}

TEST_F(AttributeEdits, AnOmittedInputIsConnectedByAList) {
    openModel(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[4] x) => (float[4] y) <float low = {0}, float[4] wide = {1, 2, 3, 4}> {
          [clip] a = Clip(x) [wide] y = Sum(a) })");
    choose("clip");
    auto* list = [&]() -> QDialog* {
        QTest::mouseClick(editor<QToolButton>("connect_1"), Qt::LeftButton);
        return window.findChild<QDialog*>(QStringLiteral("inputList"));
    }();
    ASSERT_TRUE(list);
    QTest::keyClicks(list->findChild<QLineEdit*>(), QStringLiteral("low"));
    QTest::keyClick(list->findChild<QLineEdit*>(), Qt::Key_Return);
    const auto named = [&](const char* name) {
        return test::valueNamed(window.document().storedModel(), name);
    };
    EXPECT_EQ(storedNode("clip").inputs[1], named("low"));
    ASSERT_TRUE(waitFor([&] { return !window.document().jobs()[Lane::picture].isRunning(); }));
    choose("wide"); // any number of inputs
    QTest::mouseClick(editor<QToolButton>("connect_1"), Qt::LeftButton);
    list = window.findChild<QDialog*>(QStringLiteral("inputList"));
    ASSERT_TRUE(list);
    QTest::keyClicks(list->findChild<QLineEdit*>(), QStringLiteral("wide"));
    QTest::keyClick(list->findChild<QLineEdit*>(), Qt::Key_Return);
    EXPECT_EQ(storedNode("wide").inputs.size(), 2U);
}

TEST_F(AttributeEdits, GraphsAreNotChangedByOpeningTheModelAndHaveRoom) {
    openModel(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (bool c, float[2] x) => (float[2] y) {
          [if] y = If(c) <then_branch = t () => (float[2] u) { u = Neg(x) },
                          else_branch = e () => (float[2] v) { v = Exp(x) }> })");
    choose("if");
    const auto marks = [&] {
        QStringList found;
        for (const QLabel* label : editor<QWidget>("attributeEditor")->findChildren<QLabel*>())
            if (label->text() == QStringLiteral("Δ"))
                found += label->text();
        return found.size();
    };
    EXPECT_EQ(marks(), 0);
    EXPECT_LT(editor<QWidget>("attributeEditor")->minimumSizeHint().width(), 270);
    const GraphId body = storedNode("if").subgraphs()[0];
    auto* open = editor<QToolButton>("open_then_branch");
    EXPECT_LT(open->x(), open->parentWidget()->width() / 2) << "it begins where fields do";
    QTest::mouseClick(open, Qt::LeftButton);
    EXPECT_TRUE(waitFor([&] { return window.document().scope() == body; }));
}

TEST_F(AttributeEdits, SizesThatTheFileLeavesOpenAreSaidBesideIt) {
    openModel(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,4] x) => (float[?,?] y) { [relu] y = Relu(x) })");
    window.document().setCurrentNode({});
    QCoreApplication::processEvents();
    EXPECT_EQ(field("sizes_y")->text(), QStringLiteral("?, ?"));
    EXPECT_TRUE(editor<QLabel>("known_y")->text().endsWith(QStringLiteral("1, 4")));
    EXPECT_FALSE(window.panel("inspector")->findChild<QLabel*>(QStringLiteral("known_x")));
}

TEST_F(AttributeEdits, AnUnknownOperatorTakesAttributesOfAnyName) {
    openModel(R"(<ir_version: 9, opset_import: ["" : 18, "acme" : 1]>
        g (float[4] x) => (float[4] y) { [own] y = acme.Fast(x) })");
    choose("own");
    field("newAttributeName")->setText(QStringLiteral("level"));
    editor<QComboBox>("newAttributeType")->setCurrentText(QStringLiteral("int"));
    write(field("newAttributeValue"), QStringLiteral("seven"));
    QTest::mouseClick(editor<QToolButton>("newAttribute"), Qt::LeftButton);
    EXPECT_EQ(steps(), 0) << "seven is no whole number";
    write(field("newAttributeValue"), QStringLiteral("7"));
    QTest::mouseClick(editor<QToolButton>("newAttribute"), Qt::LeftButton);
    EXPECT_EQ(storedNode("own").intAttribute("level", 0), 7);
    QCoreApplication::processEvents();
    EXPECT_EQ(field("attribute_level")->text(), QStringLiteral("7"));
}

TEST_F(AttributeEdits, InANarrowPanelNamesGiveWayToValues) {
    openModel(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,1,2,2] x) => (float[1,1,4,4] y) <float[4] s = {1, 1, 2, 2}> {
          [grow] y = Resize<coordinate_transformation_mode = "asymmetric">(x, , s) })");
    window.resize(1024, 768);
    window.resizeDocks({window.dock("inspector")}, {250}, Qt::Horizontal);
    choose("grow");
    QTest::qWait(50);
    auto* mode = editor<QComboBox>("attribute_coordinate_transformation_mode");
    EXPECT_GE(mode->width(), 90);
    EXPECT_GE(field("attribute_cubic_coeff_a")->width(), 90);
    auto* back = editor<QToolButton>("reset_coordinate_transformation_mode");
    EXPECT_LE(back->mapTo(window.panel("inspector"), QPoint(back->width(), 0)).x(),
              window.panel("inspector")->width());
    const auto labels = window.panel("inspector")->findChildren<QLabel*>();
    EXPECT_TRUE(std::ranges::any_of(labels, [](const QLabel* each) {
        return each->toolTip().startsWith(QLatin1String("coordinate_transformation_mode"));
    })) << "the tool tip has the name that has no room";
}

TEST_F(AttributeEdits, ATensorIsEditedInTheTable) {
    openModel(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (int64[1] s) => (float[n] y) {
          [fill] y = ConstantOfShape<value = float[1] {2.5}>(s) })");
    choose("fill");
    QTest::mouseClick(editor<QPushButton>("attribute_value"), Qt::LeftButton);
    auto* dialog = window.findChild<TensorDialog*>();
    ASSERT_TRUE(dialog);
    auto* table = dialog->findChild<QTableWidget*>();
    EXPECT_EQ(table->item(0, 0)->text(), QStringLiteral("2.5"));
    table->item(0, 0)->setText(QStringLiteral("3"));
    dialog->accept();
    const auto* value = storedNode("fill").attribute("value");
    ASSERT_TRUE(value);
    EXPECT_EQ(*elementsAsDoubles(*std::get<TensorPtr>(value->value)), std::vector<double>{3});
    window.action("undo")->trigger();
    EXPECT_EQ(
        *elementsAsDoubles(*std::get<TensorPtr>(storedNode("fill").attribute("value")->value)),
        std::vector<double>{2.5});
}

} // namespace
} // namespace partita
