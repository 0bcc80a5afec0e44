// Colours by what the model says, and by values from a file.

#include <QComboBox>
#include <QHelpEvent>
#include <QMenuBar>
#include <QTableView>
#include <QToolButton>
#include <QToolTip>
#include <fstream>

#include "tests/support/dialogs.h"
#include "tests/support/gestures.h"

namespace partita {
namespace {

using test::Answers;

class NodeValuesWindow : public test::OperatedWindow {
protected:
    using By = NodeColouring::By;

    QString file(const char* name, const std::string& text) {
        std::ofstream(m_folder / name) << text;
        return QString::fromStdString((m_folder / name).string());
    }
    QString legend() {
        return test::labelsOf(*window.findChild<QWidget*>(QStringLiteral("legend")));
    }
    const NodeColouring& colours() { return window.graph().colouring(); }
    std::size_t box(const char* name) { return *window.document().scene().boxOf(node(name)); }
    void drop(const QString& path) {
        EXPECT_TRUE(test::dropFiles(window, {QUrl::fromLocalFile(path)}));
    }
    QString said() {
        return test::labelsOf(*window.findChild<QWidget*>(QStringLiteral("messageBar")));
    }
    QStringList heads() {
        QStringList titles;
        const auto* model = table()->model();
        for (int column = 0; column < model->columnCount(); ++column)
            titles += model->headerData(column, Qt::Horizontal).toString();
        return titles;
    }
    QTableView* table() { return window.panel("nodes")->findChild<QTableView*>(); }

private:
    test::TemporaryFolder m_folder;
};

TEST_F(NodeValuesWindow, TheBoxColoursByOperatorTypeAndMemory) {
    open(test::kSample);
    auto* chosen = window.findChild<QComboBox*>(QStringLiteral("colourBy"));
    const auto choose = [&](const char* entry) {
        QTest::qWait(QApplication::keyboardInputInterval() + 50); // what is typed is a new word
        chosen->setFocus();
        QTest::keyClick(chosen, Qt::Key_Home);
        QTest::keyClicks(chosen, QString::fromLatin1(entry));
        EXPECT_EQ(chosen->currentText(), QString::fromLatin1(entry));
    };
    choose("Operator");
    EXPECT_EQ(colours().by, By::key);
    EXPECT_EQ(colours().textOf(box("stem/conv")), "Conv");
    EXPECT_TRUE(legend().contains(QStringLiteral("Conv")));
    choose("Element type");
    EXPECT_TRUE(legend().contains(QStringLiteral("float32")));
    choose("Memory");
    EXPECT_EQ(colours().by, By::memory);
    EXPECT_TRUE(legend().contains(QStringLiteral("iB")));
    QTest::keyClick(chosen, Qt::Key_Home);
    EXPECT_FALSE(colours().isOn());
}

TEST_F(NodeValuesWindow, ValuesOfAFileAreColoursTipsAndAColumn) {
    open(test::kSample);
    const QString path = file("error.csv", "name,error\nstem/conv,0.25\nneck/norm,0.5\nnobody,1\n");
    {
        const Answers answers({Answers::file(path)});
        window.action("colourValues")->trigger();
    }
    EXPECT_TRUE(window.action("colourValues")->isChecked());
    ASSERT_EQ(colours().by, By::value);
    EXPECT_EQ(colours().amounts[box("neck/norm")], 0.5);
    EXPECT_TRUE(legend().contains(QStringLiteral("Colour: error")));
    EXPECT_TRUE(legend().contains(QStringLiteral("no value")));
    EXPECT_TRUE(said().contains(QStringLiteral("nodes with a value: 2"))) << said().toStdString();
    EXPECT_TRUE(said().contains(QStringLiteral("nobody")));
    const int column = heads().indexOf(QStringLiteral("error"));
    ASSERT_GE(column, 0) << heads().join(QLatin1Char(' ')).toStdString();
    QStringList values;
    for (int row = 0; row < table()->model()->rowCount(); ++row)
        values += table()->model()->index(row, column).data().toString();
    EXPECT_EQ(values.count(QStringLiteral("0.25")), 1);
    clickNode("neck/norm");
    const QPoint at = window.graph().boxCenter(node("neck/norm"));
    QHelpEvent ask(QEvent::ToolTip, at, window.graph().mapToGlobal(at));
    QApplication::sendEvent(&window.graph(), &ask);
    EXPECT_TRUE(QToolTip::text().contains(QStringLiteral("error: 0.5")))
        << QToolTip::text().toStdString();
    window.action("colourValues")->trigger();
    EXPECT_FALSE(colours().isOn());
}

TEST_F(NodeValuesWindow, OneOfSeveralColumnsIsAskedFor) {
    open(test::kSample);
    const QString path = file("two.csv", "name,ms,error\nstem/conv,3,0.25\n");
    const Answers answers({Answers::file(path), [](QWidget& dialog) {
                               auto* column = dialog.findChild<QComboBox*>();
                               ASSERT_TRUE(column);
                               QTest::keyClick(column, Qt::Key_Down);
                               QTest::keyClick(column, Qt::Key_Return);
                           }});
    window.action("colourValues")->trigger();
    EXPECT_TRUE(waitFor([&] { return colours().isOn(); }));
    EXPECT_EQ(colours().amounts[box("stem/conv")], 0.25);
}

TEST_F(NodeValuesWindow, ADroppedFileOfValuesColoursTheOpenModel) {
    open(test::kSample);
    drop(file("kinds.json", R"({"stem/conv": "first", "neck/norm": "last <b>"})"));
    ASSERT_EQ(colours().by, By::key);
    EXPECT_EQ(colours().textOf(box("neck/norm")), "last <b>");
    EXPECT_TRUE(legend().contains(QStringLiteral("last &lt;b&gt;")));
    EXPECT_EQ(window.document().state().path.filename(), "detector.onnx");
}

TEST_F(NodeValuesWindow, AFileThatCannotBeReadIsSaidAndChangesNothing) {
    open(test::kSample);
    drop(file("half.json", "{\"stem/conv\": "));
    EXPECT_FALSE(colours().isOn());
    EXPECT_FALSE(window.action("colourValues")->isChecked());
    EXPECT_TRUE(said().contains(QStringLiteral("half.json"))) << said().toStdString();
}

TEST_F(NodeValuesWindow, ValuesBelowZeroHaveNoLogarithmicScale) {
    open(test::kSample);
    drop(file("signed.json", R"({"stem/conv": -1, "neck/norm": 1})"));
    for (auto* button :
         window.findChild<QWidget*>(QStringLiteral("legend"))->findChildren<QToolButton*>())
        if (button->text() == QStringLiteral("logarithmic")) {
            EXPECT_FALSE(button->isEnabled());
        }
    EXPECT_TRUE(legend().contains(QStringLiteral("-1")));
}

TEST_F(NodeValuesWindow, ValuesGoWithTheirModel) {
    open(test::kSample);
    drop(file("error.json", R"({"stem/conv": 1})"));
    ASSERT_TRUE(colours().isOn());
    window.document().setExcluded(node("stem/conv"), "npu", true);
    ASSERT_TRUE(idle());
    EXPECT_TRUE(colours().isOn());
    window.document().scenarios().clear(); // leaving would ask whether to save it
    ASSERT_TRUE(idle());
    open(QStringLiteral(PARTITA_SOURCE_DIR "/resources/samples/classifier.onnx"));
    EXPECT_FALSE(colours().isOn());
    EXPECT_FALSE(window.action("colourValues")->isChecked());
    EXPECT_FALSE(heads().contains(QStringLiteral("error")));
}

} // namespace
} // namespace partita
