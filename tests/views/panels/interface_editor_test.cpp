// The page of the model in the inspector: its interface, opsets and producer, edited by keys and mouse.

#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include "tests/support/dialogs.h"

namespace partita {
namespace {

class ModelPage : public test::OperatedWindow {
protected:
    void SetUp() override {
        test::OperatedWindow::SetUp();
        open(modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
            g (float[n,8] x, float[n,8] z) => (float[n,8] y, float[n,8] w) {
              [one] y = Add(x, z)
              [two] w = Relu(y) })"));
        window.action("editMode")->trigger();
    }
    /// The page is made anew after each edit.
    template <class T> T* onPage(const char* name) {
        QCoreApplication::processEvents();
        auto* found = window.panel("inspector")->findChild<T*>(QLatin1String(name));
        EXPECT_TRUE(found) << name;
        return found;
    }
    void enter(const char* field, const char* text) {
        auto* line = onPage<QLineEdit>(field);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, QLatin1String(text));
        QTest::keyClick(line, Qt::Key_Return);
    }
    void press(const char* button) {
        QTest::mouseClick(onPage<QToolButton>(button), Qt::LeftButton);
    }
    const Model& stored() { return window.document().storedModel(); }
    std::vector<std::string> names(const std::vector<ValueId>& values) {
        std::vector<std::string> all;
        for (const ValueId id : values)
            all.emplace_back(stored().value(id)->name);
        return all;
    }
    const Graph& mainGraph() { return *stored().graph(stored().mainGraph()); }
};

TEST_F(ModelPage, AnOpsetIsConvertedAndATextThatIsNoNumberStaysWithTheRule) {
    enter("opset_ai.onnx", "newest");
    EXPECT_EQ(stored().info().opsets.front().version, 18);
    EXPECT_TRUE(onPage<QLabel>("opset_ai.onnx_rule")
                    ->text()
                    .startsWith(QStringLiteral("'newest' is no whole number")));
    EXPECT_EQ(onPage<QLineEdit>("opset_ai.onnx")->text(), QStringLiteral("newest"));
    enter("opset_ai.onnx", "21");
    EXPECT_EQ(stored().info().opsets.front().version, 21);
    window.action("undo")->trigger();
    EXPECT_EQ(stored().info().opsets.front().version, 18);
}

TEST_F(ModelPage, AnArrowCountsTheOpsetUp) {
    auto* field = onPage<QLineEdit>("opset_ai.onnx");
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Up);
    EXPECT_EQ(field->text(), QStringLiteral("19"));
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_EQ(stored().info().opsets.front().version, 19);
}

TEST_F(ModelPage, ProducerAndVersionsAreWrittenIntoTheModel) {
    enter("producer", "a tool");
    enter("producerVersion", "2.1");
    enter("domain", "org.example");
    enter("modelVersion", "7");
    EXPECT_EQ(stored().info().producerName, "a tool");
    EXPECT_EQ(stored().info().producerVersion, "2.1");
    EXPECT_EQ(stored().info().domain, "org.example");
    EXPECT_EQ(stored().info().modelVersion, 7);
    enter("modelVersion", "seven");
    EXPECT_EQ(stored().info().modelVersion, 7);
}

TEST_F(ModelPage, InputsChangePlacesAndAnOutputGoes) {
    const ValueId z = test::valueNamed(stored(), "z");
    press(("up_" + std::to_string(z.value)).c_str());
    EXPECT_EQ(names(mainGraph().inputs), (std::vector<std::string>{"z", "x"}));
    press("remove_w");
    EXPECT_EQ(names(mainGraph().outputs), (std::vector<std::string>{"y"}));
    window.action("undo")->trigger();
    window.action("undo")->trigger();
    EXPECT_EQ(names(mainGraph().inputs), (std::vector<std::string>{"x", "z"}));
    EXPECT_EQ(names(mainGraph().outputs), (std::vector<std::string>{"y", "w"}));
}

TEST_F(ModelPage, ASymbolBecomesANumberInAllTensors) {
    enter("size_n", "4");
    for (const char* name : {"x", "z", "y", "w"})
        EXPECT_EQ(stored().value(test::valueNamed(stored(), name))->type->text(), "4×8 fp32");
}

} // namespace
} // namespace partita
