// Edits of tensors, of the interface and of what is said about a model: by menus, forms and the
// inspector.

#include "views/document/tensor_actions.h"

#include <QComboBox>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>

#include "core/data/npz.h"
#include "core/edits/edit_tools.h"
#include "core/ir/constants.h"
#include "tests/support/edit_menus.h"
#include "tests/support/gestures.h"
#include "tests/support/keys.h"
#include "tests/support/lines.h"
#include "views/dialogs/annotation_fields.h"
#include "views/dialogs/tensor_dialog.h"
#include "views/dialogs/tensor_source.h"
#include "views/text/tensor_text.h"

namespace partita {
namespace {

constexpr const char* kWeighted = R"(<ir_version: 9, opset_import: ["" : 18, "my" : 1]>
g (float[n, 4] x, float[4] given) => (float[n, 4] y)
<float[4] w = {1, 2, 3, 4}, float[4] v = {1, 2, 3, 4}> {
  [add] a = Add(x, w) [mul] b = Mul(a, v) [plus] c = Add(b, given) [clip] d = Clip(c)
  [call] y = my.f(d) }
<opset_import: ["" : 18], domain: "my"> f (p) => (q) { [exp] q = Exp(p) }
)";

class TensorMenus : public test::EditMenus {
protected:
    void openWeighted() { openToEdit(kWeighted); }
    const Value& value(const char* name) {
        return *stored().value(test::valueNamed(stored(), name));
    }
    std::string typeOf(const char* name) { return value(name).type->text(); }
    std::vector<double> elementsOf(const char* name) {
        return *elementsAsDoubles(*value(name).initializer);
    }
    int steps() { return document().history().size(); }
    static QString noteOf(const EditForm& form) {
        return form.findChild<QLabel*>(QStringLiteral("note"))->text();
    }
    static QString ruleOf(const EditForm& form) {
        return form.findChild<QLabel*>(QStringLiteral("rule"))->text();
    }
    static void choose(EditForm& form, const char* name, const QString& text) {
        auto* choice = form.findChild<QComboBox*>(QLatin1String(name));
        choice->setFocus();
        QTest::keyClicks(choice, text); // a list takes the entry that begins so
        EXPECT_TRUE(choice->currentText().startsWith(text)) << choice->currentText().toStdString();
    }
    using EditMenus::choose;
    static void agree(EditForm& form) { QTest::mouseClick(form.agree(), Qt::LeftButton); }
};

TEST_F(TensorMenus, AnInitializerBecomesAConstantAndAnInputAndItselfAgain) {
    openWeighted();
    placed([&] { entry(tensor("w"), QStringLiteral("Make it a Constant node"))->trigger(); });
    EXPECT_FALSE(value("w").initializer);
    EXPECT_EQ(stored().node(stored().producer(value("w").id))->opType, "Constant");
    QAction* grey = entry(tensor("w"), QStringLiteral("Make it a Constant node"));
    EXPECT_FALSE(grey->isEnabled());
    EXPECT_TRUE(grey->text().contains(QStringLiteral("has that form already")));
    placed([&] { entry(tensor("w"), QStringLiteral("Make it an input"))->trigger(); });
    EXPECT_TRUE(stored().isGraphInput(value("w").id));
    EXPECT_EQ(steps(), 2);
    // An input has no elements: they are asked for.
    entry(tensor("w"), QStringLiteral("Make it an initializer…"))->trigger();
    EditForm* asked = form("elementsForm");
    choose(*asked, "source", QStringLiteral("Listed"));
    write(*asked, "list", QStringLiteral("5, 6, 7"));
    agree(*asked);
    EXPECT_TRUE(ruleOf(*asked).contains(QStringLiteral("3 values do not fill the shape")))
        << ruleOf(*asked).toStdString();
    write(*asked, "list", QStringLiteral("5, 6, 7, 8"));
    placed([&] { agree(*asked); });
    EXPECT_EQ(elementsOf("w"), (std::vector<double>{5, 6, 7, 8}));
    EXPECT_EQ(steps(), 3);
    while (window.action("undo")->isEnabled())
        window.action("undo")->trigger();
    EXPECT_EQ(elementsOf("w"), (std::vector<double>{1, 2, 3, 4}));
}

TEST_F(TensorMenus, WhatCannotBeDoneToATensorIsGreyAndSaysWhy) {
    openWeighted();
    const std::pair<const char*, const char*> expected[] = {
        {"Make it an input", "is computed by a node"},
        {"Make it an initializer", "is computed by a node"},
        {"Put into a data file", "it is no constant"},
        {"Convert the elements to", "it is no constant"}};
    for (const auto& [title, reason] : expected) {
        const QAction* grey = entry(tensor("a"), QLatin1String(title));
        EXPECT_FALSE(grey->isEnabled()) << title;
        EXPECT_TRUE(grey->text().contains(QLatin1String(reason))) << grey->text().toStdString();
    }
    const QString to = QStringLiteral("Convert the elements to");
    EXPECT_FALSE(entry(tensor("w"), QStringLiteral("float32"), to)->isEnabled());
    EXPECT_TRUE(entry(tensor("w"), QStringLiteral("int4"), to)->isEnabled());
    // Opset 18 has no Cast of int4.
    const QAction* back =
        entry(tensor("w"), QStringLiteral("int4"), QStringLiteral("Convert them"));
    EXPECT_FALSE(back->isEnabled());
    EXPECT_TRUE(back->text().contains(QStringLiteral("does not exist in opset 18")));
    EXPECT_FALSE(entry(tensor("w"), QStringLiteral("Put into the model file"))->isEnabled());
}

TEST_F(TensorMenus, TheConstantsOfSelectedNodesAreOneStep) {
    openWeighted();
    choose({"add", "mul"});
    placed([&] {
        entry(Item::ofSelection(), QStringLiteral("float16"), QStringLiteral("Convert them"))
            ->trigger();
    });
    EXPECT_EQ(value("w").initializer->type, DataType::float16);
    EXPECT_EQ(value("v").initializer->type, DataType::float16);
    EXPECT_EQ(steps(), 1);
    choose({"add", "mul"});
    placed([&] { window.action("undo")->trigger(); });
    choose({"add", "mul"});
    placed([&] { entry(Item::ofSelection(), QStringLiteral("Put into a data file"))->trigger(); });
    EXPECT_EQ(value("v").initializer->storage, Tensor::Storage::external);
    EXPECT_FALSE(entry(tensor("v"), QStringLiteral("Put into a data file"))->isEnabled());
}

TEST_F(TensorMenus, ANewInitializerIsWrittenByKeysAndReadByTheSelectedNode) {
    openWeighted();
    choose({"clip"});
    QTest::keyClick(&window, Qt::Key_I, test::kCtrlAlt);
    EditForm* asked = form("initializerForm");
    ASSERT_TRUE(asked);
    ASSERT_TRUE(asked->focusWidget());
    EXPECT_EQ(asked->focusWidget()->objectName(), QStringLiteral("name"));
    QTest::keyClick(asked->focusWidget(), Qt::Key_Tab);
    EXPECT_EQ(asked->focusWidget()->objectName(), QStringLiteral("type"));
    write(*asked, "name", QStringLiteral("least"));
    write(*asked, "shape", QStringLiteral("a"));
    choose(*asked, "source", QStringLiteral("Random"));
    write(*asked, "seed", QStringLiteral("7"));
    choose(*asked, "reader", QStringLiteral("input min"));
    QTest::keyClick(asked->findChild<QLineEdit*>(QStringLiteral("shape")), Qt::Key_Return);
    EXPECT_TRUE(ruleOf(*asked).contains(QStringLiteral("'a' is no shape of a constant")))
        << ruleOf(*asked).toStdString();
    auto* shape = asked->findChild<QLineEdit*>(QStringLiteral("shape"));
    shape->clear();
    placed([&] { QTest::keyClick(shape, Qt::Key_Return); });
    const Node& clip = *stored().node(test::nodeNamed(stored(), "clip"));
    ASSERT_EQ(clip.inputs.size(), 2U);
    EXPECT_EQ(stored().value(clip.inputs[1])->name, "least");
    const auto first = elementsOf("least");
    EXPECT_EQ(steps(), 1);
    EXPECT_TRUE(window.action("undo")->text().contains(QStringLiteral("Add initializer least")));
    placed([&] { window.action("undo")->trigger(); });
    EXPECT_FALSE(test::valueNamed(stored(), "least"));
    placed([&] { window.action("redo")->trigger(); });
    EXPECT_EQ(elementsOf("least"), first);
}

TEST_F(TensorMenus, TheListOfWhatFitsAnOpenInputOffersANewInitializer) {
    openWeighted();
    document().setCurrentNode(node("clip"));
    QApplication::processEvents();
    auto* add = window.panel("inspector")->findChild<QToolButton*>(QStringLiteral("connect_2"));
    ASSERT_TRUE(add);
    add->click();
    auto* list = window.findChild<QDialog*>(QStringLiteral("inputList"));
    ASSERT_TRUE(list);
    auto* rows = list->findChild<QListWidget*>();
    QListWidgetItem* last = rows->item(rows->count() - 1);
    EXPECT_EQ(last->text(), QStringLiteral("New initializer…"));
    rows->scrollToItem(last);
    QTest::mouseClick(rows->viewport(), Qt::LeftButton, Qt::NoModifier,
                      rows->visualItemRect(last).center());
    EditForm* asked = form("initializerForm");
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->findChild<QComboBox*>(QStringLiteral("reader"))->currentText(),
              QStringLiteral("input max of 'clip'"));
    asked->reject();
}

TEST_F(TensorMenus, AFileGivesTypeAndShape) {
    openWeighted();
    const Tensor held = Tensor::of<std::int64_t>(DataType::int64, {2, 1}, {4, 5});
    std::ofstream(files / "two.npy", std::ios::binary) << npyBytes(held);
    window.action("newInitializer")->trigger();
    EditForm* asked = form("initializerForm");
    choose(*asked, "source", QStringLiteral("From a file"));
    auto* file = asked->findChild<QLineEdit*>(QStringLiteral("file"));
    write(*asked, "file", QStringLiteral("none.npy")); // beside the model
    agree(*asked);
    EXPECT_TRUE(ruleOf(*asked).contains(QStringLiteral("none.npy")))
        << ruleOf(*asked).toStdString();
    write(*asked, "file", QStringLiteral("two.npy"));
    QTest::keyClick(file, Qt::Key_Tab);
    EXPECT_EQ(asked->findChild<QComboBox*>(QStringLiteral("type"))->currentText(),
              QStringLiteral("int64"));
    EXPECT_EQ(asked->findChild<QLineEdit*>(QStringLiteral("shape"))->text(),
              QStringLiteral("2, 1"));
    write(*asked, "name", QStringLiteral("two"));
    placed([&] { agree(*asked); });
    EXPECT_EQ(elementsOf("two"), (std::vector<double>{4, 5}));
}

TEST_F(TensorMenus, SharingSaysWhatItSavesBeforeAndAfter) {
    openWeighted();
    window.action("shareConstants")->trigger();
    EditForm* asked = form("shareForm");
    EXPECT_EQ(noteOf(*asked), QStringLiteral("Share equal initializers: 1 and 16 B less"));
    EXPECT_EQ(steps(), 0);
    placed([&] { agree(*asked); });
    EXPECT_FALSE(test::valueNamed(stored(), "v"));
    EXPECT_EQ(steps(), 1);
    window.action("shareConstants")->trigger();
    EXPECT_TRUE(said().contains(QStringLiteral("o two initializers of a graph are equal")))
        << said().toStdString();
}

TEST_F(TensorMenus, ConstantsOfAPatternAreCountedAndConverted) {
    openWeighted();
    window.action("convertConstants")->trigger();
    EditForm* asked = form("conversionForm");
    EXPECT_EQ(noteOf(*asked), QStringLiteral("2 constants · 32 B → 16 B"));
    write(*asked, "tensors", QStringLiteral("none*"));
    EXPECT_TRUE(noteOf(*asked).contains(QStringLiteral("'none*' means no tensor")));
    write(*asked, "tensors", QStringLiteral("w"));
    EXPECT_EQ(noteOf(*asked), QStringLiteral("1 constant · 16 B → 8 B"));
    choose(*asked, "type", QStringLiteral("bfloat16"));
    placed([&] { agree(*asked); });
    EXPECT_EQ(value("v").initializer->type, DataType::float32);
    EXPECT_EQ(steps(), 1);
    window.action("placeConstants")->trigger();
    asked = form("placeForm");
    write(*asked, "tensors", QStringLiteral("kind:initializer"));
    placed([&] { agree(*asked); });
    EXPECT_EQ(value("v").initializer->storage, Tensor::Storage::external);
}

TEST_F(TensorMenus, SizesAreRenamedAndFixedEverywhere) {
    openWeighted();
    entry(tensor("x"), QStringLiteral("Rename or fix a size"))->trigger();
    EditForm* asked = form("sizeForm");
    EXPECT_EQ(asked->findChild<QComboBox*>(QStringLiteral("size"))->currentText(),
              QStringLiteral("n, everywhere"));
    QTest::keyClicks(asked->findChild<QLineEdit*>(QStringLiteral("value")),
                     QStringLiteral("batch"));
    placed([&] { agree(*asked); });
    EXPECT_EQ(typeOf("y"), "batch×4 fp32");
    entry(tensor("x"), QStringLiteral("Rename or fix a size"))->trigger();
    asked = form("sizeForm");
    choose(*asked, "size", QStringLiteral("dimension 1 of x"));
    write(*asked, "value", QStringLiteral("-4"));
    agree(*asked);
    EXPECT_TRUE(ruleOf(*asked).contains(QStringLiteral("'-4' is no size")));
    write(*asked, "value", QStringLiteral("width"));
    placed([&] { agree(*asked); });
    EXPECT_EQ(typeOf("x"), "batch×width fp32");
    // An inner tensor has a size of its own only by its symbol.
    EXPECT_TRUE(entry(tensor("a"), QStringLiteral("Rename or fix a size"))->isEnabled());
    window.action("renameSize")->trigger();
    asked = form("sizeForm");
    choose(*asked, "size", QStringLiteral("batch size"));
    write(*asked, "value", QStringLiteral("1"));
    placed([&] { agree(*asked); });
    EXPECT_EQ(typeOf("y"), "1×4 fp32");
    EXPECT_EQ(steps(), 3);
}

TEST_F(TensorMenus, SymbolsAreFieldsOfTheInspector) {
    openWeighted();
    QApplication::processEvents();
    QWidget& inspector = *window.panel("inspector");
    write(inspector, "size_n", QStringLiteral("2"));
    auto* field = inspector.findChild<QLineEdit*>(QStringLiteral("size_n"));
    placed([&] { QTest::keyClick(field, Qt::Key_Return); });
    EXPECT_EQ(typeOf("x"), "2×4 fp32");
    EXPECT_FALSE(inspector.findChild<QLineEdit*>(QStringLiteral("size_n")));
    write(inspector, "modelVersion", QStringLiteral("new"));
    QTest::keyClick(inspector.findChild<QLineEdit*>(QStringLiteral("modelVersion")),
                    Qt::Key_Return);
    EXPECT_TRUE(inspectorText().contains(QStringLiteral("'new' is no whole number")));
    write(inspector, "modelVersion", QStringLiteral("12"));
    QTest::keyClick(inspector.findChild<QLineEdit*>(QStringLiteral("modelVersion")),
                    Qt::Key_Return);
    EXPECT_EQ(stored().info().modelVersion, 12);
}

TEST_F(TensorMenus, TheProducerIsAskedForInAForm) {
    openWeighted();
    window.action("producer")->trigger();
    EditForm* asked = form("producerForm");
    write(*asked, "producer", QStringLiteral("me"));
    write(*asked, "producerVersion", QStringLiteral("1.2"));
    write(*asked, "domain", QStringLiteral("org.me"));
    write(*asked, "modelVersion", QStringLiteral("3"));
    placed([&] { agree(*asked); });
    const ModelInfo& info = stored().info();
    EXPECT_EQ(info.producerName + info.producerVersion + info.domain, "me1.2org.me");
    EXPECT_EQ(info.modelVersion, 3);
    EXPECT_EQ(steps(), 1);
}

TEST_F(TensorMenus, ASeedThatIsNoNumberIsSaidInWords) {
    EditForm fields(QStringLiteral("fields"), {}, window.graph().theme(), nullptr);
    const TensorSource source(fields, {TensorSource::Kind::random}, {});
    fields.findChild<QLineEdit*>(QStringLiteral("seed"))->setText(QStringLiteral("abc"));
    const auto made = source.tensor({DataType::float32, std::vector<std::int64_t>{2}});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().what.text(), "\"abc\" is no number");
}

TEST_F(TensorMenus, WordsThatNobodyChangedStayAndNoneIsLost) {
    Annotations now;
    now.docString = "one\r\ntwo";
    AnnotationFields fields(now, nullptr);
    EXPECT_TRUE(fields.edits({})->empty());
    fields.findChild<QPlainTextEdit*>()->setPlainText(QStringLiteral("three"));
    EXPECT_EQ(fields.edits({})->size(), 1U);
    auto* entries = fields.findChild<QTableWidget*>();
    for (const int row : {0, 1}) {
        entries->setRowCount(row + 1);
        entries->setItem(row, 0, new QTableWidgetItem(QStringLiteral("key")));
    }
    EXPECT_FALSE(fields.edits({})) << "one of the two values would be lost";
}

TEST_F(TensorMenus, EveryPartIsDescribedAsOneStep) {
    openWeighted();
    const auto describe = [&](const char* text, bool hasEntry) {
        EditForm* asked = form("annotationForm");
        auto* words = asked->findChild<QPlainTextEdit*>(QStringLiteral("documentation"));
        words->setFocus();
        QTest::keyClick(words, Qt::Key_A, test::kCtrl);
        QTest::keyClicks(words, QLatin1String(text));
        if (hasEntry) {
            QTest::mouseClick(asked->findChild<QPushButton*>(QStringLiteral("addEntry")),
                              Qt::LeftButton);
            auto* table = asked->findChild<QTableWidget*>(QStringLiteral("metadata"));
            auto* editor = table->findChild<QLineEdit*>();
            ASSERT_TRUE(editor);
            QTest::keyClicks(editor, QStringLiteral("origin"));
            QTest::keyClick(editor, Qt::Key_Return);
            QApplication::processEvents(); // the table takes it a moment later
            table->item(table->rowCount() - 1, 1)->setText(QStringLiteral("here"));
        }
        placed([&] { agree(*asked); });
    };
    const auto said = [&](const Annotated& part) {
        const auto now = annotationsOf(stored(), part);
        return now && *now ? (*now)->docString : std::string();
    };
    entry(itemOf("add"), QStringLiteral("Documentation and metadata"))->trigger();
    describe("adds", true);
    EXPECT_EQ(said({node("add"), {}, {}}), "adds");
    EXPECT_EQ((*annotationsOf(stored(), {node("add"), {}, {}}))->metadata,
              (Metadata{{"origin", "here"}}));
    EXPECT_EQ(steps(), 1); // both together
    EXPECT_TRUE(inspectorText().contains(QStringLiteral("adds")));
    entry(tensor("w"), QStringLiteral("Documentation and metadata"))->trigger();
    describe("weights", false);
    EXPECT_EQ(said({{}, value("w").id, {}}), "weights");
    window.action("describeModel")->trigger();
    describe("the whole", true);
    EXPECT_EQ(said({}), "the whole");
    window.action("describeGraph")->trigger();
    describe("its graph", false);
    EXPECT_EQ(said({{}, {}, stored().mainGraph()}), "its graph");
    const GraphId function = functionOf(stored(), *stored().node(node("call")));
    document().setScope(function);
    ASSERT_TRUE(idle());
    window.action("describeGraph")->trigger();
    describe("a function", false);
    EXPECT_EQ(said({{}, {}, function}), "a function");
    EXPECT_EQ(steps(), 5);
    placed([&] { window.action("undo")->trigger(); });
    EXPECT_EQ(said({{}, {}, function}), "");
}

TEST_F(TensorMenus, ThePageOfATensorHasItsFormTypeAndPlace) {
    openWeighted();
    tensor("w");
    QApplication::processEvents();
    QWidget& inspector = *window.panel("inspector");
    const auto box = [&](const char* name) {
        return inspector.findChild<QComboBox*>(QLatin1String(name));
    };
    ASSERT_TRUE(box("tensorForm"));
    EXPECT_EQ(box("tensorForm")->currentText(), QStringLiteral("initializer"));
    placed([&] { test::takeNextRow(*box("storedType")); });
    EXPECT_EQ(value("w").initializer->type, DataType::float16);
    EXPECT_EQ(count("Cast"), 1U); // its reader reads what it read
    QApplication::processEvents();
    ASSERT_TRUE(box("storage")); // the page is still that of the tensor, not of the Cast
    test::takeNextRow(*box("storage"));
    EXPECT_EQ(value("w").initializer->storage, Tensor::Storage::external);
    QApplication::processEvents();
    write(inspector, "tensorName", QStringLiteral("weight"));
    QTest::keyClick(inspector.findChild<QLineEdit*>(QStringLiteral("tensorName")), Qt::Key_Return);
    EXPECT_TRUE(test::valueNamed(stored(), "weight"));
    EXPECT_EQ(steps(), 3);
    tensor("a");
    QApplication::processEvents();
    EXPECT_FALSE(box("tensorForm")); // a node computes it
}

TEST_F(TensorMenus, ElementsAreFilledWithNumbersOfASeed) {
    openWeighted();
    tensor("w");
    QApplication::processEvents();
    auto* table = window.panel("inspector")->findChild<QPushButton*>(QStringLiteral("table_w"));
    ASSERT_TRUE(table);
    QTest::mouseClick(table, Qt::LeftButton);
    auto* dialog = window.findChild<TensorDialog*>();
    ASSERT_TRUE(dialog);
    QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("fill")), Qt::LeftButton);
    auto* fill = dialog->findChild<EditForm*>(QStringLiteral("fillForm"));
    ASSERT_TRUE(fill);
    write(*fill, "seed", QStringLiteral("3"));
    write(*fill, "low", QStringLiteral("5"));
    agree(*fill);
    EXPECT_TRUE(ruleOf(*fill).contains(QStringLiteral("\"low\" is above \"high\"")));
    write(*fill, "high", QStringLiteral("6"));
    agree(*fill);
    placed([&] { dialog->accept(); });
    for (const double element : elementsOf("w"))
        EXPECT_TRUE(element >= 5 && element < 6) << element;
}

TEST_F(TensorMenus, TheMenusOfTheCanvasHaveThemWhileTheUserEdits) {
    openWeighted();
    const QString tensorMenu = QStringLiteral("The tensor");
    EXPECT_TRUE(
        test::menuAt(window.graph(), test::lineOf(window.graph(), "a")).contains(tensorMenu));
    EXPECT_TRUE(test::menuAt(window.graph(), {5, 5}, {}, QContextMenuEvent::Keyboard)
                    .contains(tensorMenu)); // by the key, of what is selected
    clickNode("add");
    EXPECT_TRUE(test::menuAt(window.graph(), window.graph().boxCenter(node("add")))
                    .contains(QStringLiteral("Its constants")));
    window.action("editMode")->trigger();
    EXPECT_FALSE(
        test::menuAt(window.graph(), test::lineOf(window.graph(), "a")).contains(tensorMenu));
}

TEST_F(TensorMenus, TheNameOfATensorInTheInspectorHasItsMenu) {
    openWeighted();
    document().setCurrentNode(node("add"));
    QApplication::processEvents();
    for (auto* text : window.panel("inspector")->findChildren<QTextBrowser*>()) {
        if (!text->toPlainText().startsWith(QStringLiteral("B")))
            continue; // the second input of Add
        QPoint at(0, 8);
        while (at.x() < text->width() && !text->anchorAt(at).startsWith(QStringLiteral("tensor")))
            at.rx() += 2;
        const auto texts = test::menuAt(*text->viewport(), at);
        EXPECT_TRUE(texts.contains(QStringLiteral("The tensor")));
        EXPECT_EQ(document().currentTensor(), value("w").id);
        return;
    }
    ADD_FAILURE();
}

TEST_F(TensorMenus, AScriptIsPlayedAsOneStepAfterItsLinesWereSeen) {
    openWeighted();
    const auto play = [&](const char* text) {
        std::ofstream(files / "s.json") << text;
        test::Answers answers({test::Answers::file(pathOf("s.json"))});
        window.action("playScript")->trigger();
    };
    play(R"({"version": 1, "edits": [{"op": "rename_node", "node": "add", "name": "sum"},
      {"op": "delete_nodes", "nodes": "none"}]})");
    auto* dialog = window.findChild<QDialog*>(QStringLiteral("scriptDialog"));
    ASSERT_TRUE(dialog);
    auto* lines = dialog->findChild<QTreeWidget*>();
    ASSERT_EQ(lines->topLevelItemCount(), 2);
    EXPECT_EQ(lines->topLevelItem(0)->text(0), QStringLiteral("✓"));
    EXPECT_EQ(lines->topLevelItem(1)->text(0), QStringLiteral("✕"));
    auto* button = dialog->findChild<QPushButton*>(QStringLiteral("playScript"));
    EXPECT_FALSE(button->isEnabled());
    QTest::mouseClick(dialog->findChild<QAbstractButton*>(QStringLiteral("partly")), Qt::LeftButton,
                      Qt::NoModifier, {8, 8});
    ASSERT_TRUE(button->isEnabled());
    placed([&] { QTest::mouseClick(button, Qt::LeftButton); });
    EXPECT_TRUE(test::nodeNamed(stored(), "sum"));
    EXPECT_EQ(steps(), 1);
    EXPECT_EQ(document().edits().script("").lines.size(), 1U); // it can be repeated
    play("{");
    EXPECT_TRUE(said().contains(QStringLiteral("s.json"))) << said().toStdString();
}

} // namespace
} // namespace partita
