// The panels of runs, of values, of the timeline, of providers and of what is selected.

#include <QComboBox>
#include <QListWidget>
#include <QPushButton>
#include <QTableView>
#include <QTextBlock>
#include <QTextBrowser>

#include "core/data/npz.h"
#include "core/ir/tensor.h"
#include "core/onnx/write.h"
#include "tests/support/dialogs.h"
#include "views/charts/timeline_view.h"
#include "views/panels/inspector_panel.h"
#include "views/panels/providers_panel.h"
#include "views/panels/timeline_panel.h"

namespace partita {
namespace {

using test::Answers;
using test::kSample;

class ValuePanels : public test::OperatedWindow {
protected:
    RunController& runs() { return window.document().runs(); }
    void click(const char* panel, const char* button) {
        in<QWidget>(panel);
        test::clickButton(*window.panel(panel), QString::fromUtf8(button));
    }
    void run() {
        QSignalSpy finished(&runs(), &RunController::finished);
        click("run", "Run");
        ASSERT_TRUE(waitFor([&] { return finished.count() > 0; }) && idle());
    }
    QString labels(const char* panel) { return test::labelsOf(*window.panel(panel)); }
    TimelineView& timeline() {
        return static_cast<TimelinePanel*>(window.panel("timeline"))->view();
    }
    QTextBrowser& details() { return *window.panel("timeline")->findChild<QTextBrowser*>(); }
    /// Clicks the first link of the details and returns what it leads to.
    int followLink() {
        for (QTextBlock block = details().document()->begin(); block.isValid();
             block = block.next())
            for (auto part = block.begin(); !part.atEnd(); ++part)
                if (part.fragment().charFormat().isAnchor()) {
                    QTextCursor cursor(details().document());
                    cursor.setPosition(part.fragment().position() + 1);
                    details().setTextCursor(cursor);
                    details().ensureCursorVisible();
                    const int task = part.fragment().charFormat().anchorHref().toInt();
                    QTest::mouseClick(details().viewport(), Qt::LeftButton, Qt::NoModifier,
                                      details().cursorRect(cursor).center());
                    return task;
                }
        ADD_FAILURE() << "no link";
        return -1;
    }
    /// Writes an .npz with an input x.
    QString npz(const std::vector<float>& values) {
        Tensor x =
            Tensor::of(DataType::float32, {static_cast<std::int64_t>(values.size())}, values);
        x.name = "x";
        EXPECT_TRUE(writeNpz(files / "x.npz", {x}));
        return pathOf("x.npz");
    }
    std::vector<double> firstOutput() {
        return *elementsAsDoubles(runs().result()->best.outputs[0].tensor);
    }
};

constexpr const char* kNegated = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[n] x) => (float[n] y) { [neg] y = Neg(x) })";

TEST_F(ValuePanels, TheLineAboveTheTimelineIsInTheLanguageOfTheWindow) {
    open(kSample);
    in<QWidget>("timeline");
    run();
    in<QWidget>("timeline");
    const auto summary = [&]() -> const QLabel* {
        for (const auto* label : window.panel("timeline")->findChildren<QLabel*>())
            if (label->text().contains(QStringLiteral("<b>")))
                return label;
        return nullptr;
    };
    ASSERT_TRUE(summary());
    EXPECT_TRUE(summary()->text().startsWith(QStringLiteral("Simulated: <b>")));
    EXPECT_TRUE(summary()->text().contains(QStringLiteral("</b> · cube ")));
    window.setLanguage(QStringLiteral("zh_CN"));
    QCoreApplication::processEvents();
    const QString text = summary()->text(), tip = summary()->toolTip();
    window.setLanguage(QStringLiteral("en"));
    for (const QString& each : {text, tip}) {
        EXPECT_TRUE(each.contains(QStringLiteral(" · 矩阵 "))) << each.toStdString();
        EXPECT_TRUE(each.contains(QStringLiteral(" · 峰值 "))) << each.toStdString();
        EXPECT_FALSE(each.contains(QStringLiteral("cube"))) << each.toStdString();
    }
}

TEST_F(ValuePanels, TheTimelineIsExportedAndSaysWhatATaskWaitsFor) {
    open(kSample);
    in<QWidget>("timeline");
    EXPECT_TRUE(labels("timeline").contains(QStringLiteral("Not run yet")));
    run();
    in<QWidget>("timeline");
    {
        const Answers answers({Answers::file(pathOf("timeline"))});
        click("timeline", "Export trace…");
    }
    EXPECT_NE(bytesOf("timeline.json").find("\"traceEvents\""), std::string::npos);
    EXPECT_NE(bytesOf("timeline.json").find("stem/conv"), std::string::npos);
    {
        const Answers answers({Answers::file(pathOf("no/where.json"))});
        click("timeline", "Export trace…");
    }
    EXPECT_TRUE(said().contains(QStringLiteral("where.json"))) << said().toStdString();
    {
        const Answers answers({Answers::leave()});
        click("timeline", "Export trace…");
    }
    window.document().setCurrentNode(node("neck/norm"));
    EXPECT_TRUE(details().toPlainText().contains(QStringLiteral("ascend310 has no")))
        << details().toPlainText().toStdString();
    window.document().setCurrentNode(node("stem/conv"));
    EXPECT_TRUE(details().toPlainText().contains(QStringLiteral("stem/conv")));
    EXPECT_TRUE(details().toPlainText().contains(QStringLiteral("Held up by ")));
    const int other = followLink();
    ASSERT_GE(other, 0);
    EXPECT_EQ(timeline().selected(), other);
    const TimelineTask& task = timeline().timeline()->tasks[static_cast<std::size_t>(other)];
    EXPECT_TRUE(details().toPlainText().contains(QString::fromStdString(task.name)));
    if (task.node) {
        EXPECT_EQ(window.document().currentNode(), task.node);
    }
    click("timeline", "Fit"); // the details of the task have taken room
    const QRectF before = timeline().rectOf(other);
    timeline().zoomBy(8, before.center().x());
    EXPECT_GT(timeline().rectOf(other).width(), before.width());
    click("timeline", "Fit");
    EXPECT_NEAR(timeline().rectOf(other).width(), before.width(), 1e-6);
    window.document().setCurrentNode({});
    EXPECT_TRUE(labels("timeline").contains(QStringLiteral("Click a task")));
}

TEST_F(ValuePanels, WithoutADeviceThereIsNoTimeline) {
    window.document().setProviders(*makeProviders({{"cpu"}, {}, {}}));
    open(modelFile("m.onnx", kNegated));
    run();
    in<QWidget>("timeline");
    EXPECT_TRUE(labels("timeline").contains(QStringLiteral("Nothing ran on a simulated device")));
    EXPECT_FALSE(timeline().timeline());
}

TEST_F(ValuePanels, ARunTakesItsInputsFromTheFileThatIsChosen) {
    open(modelFile("m.onnx", kNegated));
    {
        const Answers answers({Answers::file(npz({5, -7}))});
        click("run", "Browse…");
    }
    run();
    ASSERT_TRUE(runs().result());
    EXPECT_EQ(firstOutput(), (std::vector<double>{-5, 7}));
    EXPECT_TRUE(labels("run").contains(QStringLiteral("· y 2"))) << labels("run").toStdString();
    {
        const Answers answers({Answers::leave()}); // the file stays
        click("run", "Browse…");
    }
    QFile::remove(pathOf("x.npz"));
    click("run", "Run");
    ASSERT_TRUE(idle());
    EXPECT_TRUE(said().contains(QStringLiteral("x.npz"))) << said().toStdString();
}

TEST_F(ValuePanels, AfterARunOnAFileTheSizesAreThoseOfTheFile) {
    open(modelFile("m.onnx", kNegated));
    auto* sizes = in<QLineEdit>("run", "symbolSizes");
    QTest::keyClicks(sizes, QStringLiteral("n=3"));
    {
        const Answers answers({Answers::file(npz({5, -7}))});
        click("run", "Browse…");
    }
    run();
    EXPECT_EQ(sizes->text(), QStringLiteral("n=2"));
    sizes->selectAll(); // what is typed later stays
    QTest::keyClicks(sizes, QStringLiteral("n=4"));
    window.panel("run")->refresh();
    EXPECT_EQ(sizes->text(), QStringLiteral("n=4"));
}

TEST_F(ValuePanels, TheSizesOfASymbolAreForRandomInputs) {
    open(modelFile("m.onnx", kNegated));
    auto* sizes = in<QLineEdit>("run", "symbolSizes");
    ASSERT_TRUE(sizes->isVisible());
    EXPECT_EQ(sizes->placeholderText(), QStringLiteral("n=1"));
    QTest::keyClicks(sizes, QStringLiteral("n=3"));
    QSignalSpy finished(&runs(), &RunController::finished);
    QTest::keyClick(sizes, Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return finished.count() > 0; }));
    EXPECT_EQ(firstOutput().size(), 3U);
    for (const auto& [wrong, told] : {std::pair{"n=x", "'n=x' is no name and size"},
                                      std::pair{"N=4", "No input of the model has a size 'N'"}}) {
        sizes->selectAll();
        QTest::keyClicks(sizes, QLatin1String(wrong));
        QTest::keyClick(sizes, Qt::Key_Return);
        ASSERT_TRUE(waitFor([&] { return said().contains(QLatin1String(told)); }))
            << said().toStdString();
        ASSERT_TRUE(idle());
        EXPECT_EQ(firstOutput().size(), 3U) << "those of the run before";
        EXPECT_FALSE(said().contains(QStringLiteral("taken as 1"))) << said().toStdString();
    }
    open(modelFile("other.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[k] x) => (float[k] y) { y = Neg(x) })"));
    EXPECT_EQ(sizes->text(), QString()) << "those of another model";
    run();
    EXPECT_EQ(firstOutput().size(), 1U);
    open(kSample);
    EXPECT_FALSE(sizes->isVisible()) << "all its sizes are known";
}

TEST_F(ValuePanels, ASizeThatTheScenarioFixesIsNotAskedFor) {
    open(modelFile("m.onnx", kNegated));
    auto* sizes = in<QLineEdit>("run", "symbolSizes");
    ASSERT_TRUE(sizes->isVisible());
    window.document().scenarios().setFixedSizes({{"n", {5}}});
    EXPECT_TRUE(waitFor([&] { return !sizes->isVisible(); }));
    ASSERT_TRUE(idle());
    window.document().scenarios().setFixedSizes({});
    EXPECT_TRUE(waitFor([&] { return sizes->isVisible(); }));
    ASSERT_TRUE(idle());
}

TEST_F(ValuePanels, TheProfileOfARunIsExported) {
    open(modelFile("m.onnx", kNegated));
    run();
    {
        const Answers answers({Answers::file(pathOf("profile"))});
        click("run", "Export profile…");
    }
    EXPECT_EQ(bytesOf("profile.json"), runs().result()->trace);
    EXPECT_NE(bytesOf("profile.json").find("\"neg\""), std::string::npos)
        << bytesOf("profile.json");
    {
        const Answers answers({Answers::file(pathOf("no/where.json"))});
        click("run", "Export profile…");
    }
    EXPECT_TRUE(said().contains(QStringLiteral("where.json")));
    const Answers answers({Answers::leave()});
    click("run", "Export profile…");
}

TEST_F(ValuePanels, AValueIsSavedInTheFormOfItsEnding) {
    open(modelFile("m.onnx", kNegated));
    {
        const Answers answers({Answers::file(npz({1, 2, 3}))});
        click("run", "Browse…");
    }
    run();
    for (const char* name : {"saved.npy", "saved.npz", "saved.pb", "no/where.npy"}) {
        const Answers answers({Answers::file(pathOf(name))});
        click("tensor", "Save…");
    }
    EXPECT_TRUE(said().contains(QStringLiteral("where.npy"))) << said().toStdString();
    const std::vector<double> wanted{-1, -2, -3};
    const std::string npy = bytesOf("saved.npy");
    const auto array = readNpy(Bytes(reinterpret_cast<const std::byte*>(npy.data()), npy.size()));
    ASSERT_TRUE(array) << array.error().message();
    EXPECT_EQ(*elementsAsDoubles(*array), wanted);
    const auto archive = readNpz(files / "saved.npz");
    ASSERT_TRUE(archive && archive->contains("y"));
    EXPECT_EQ(*elementsAsDoubles(archive->at("y")), wanted);
    EXPECT_FALSE(bytesOf("saved.pb").empty());
    const Answers answers({Answers::leave()});
    click("tensor", "Save…");
}

TEST_F(ValuePanels, TheItemsOfASequenceAreLookedAtOneByOne) {
    open(modelFile("m.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (seq(float[2]) y) { a = Neg(x) y = SequenceConstruct(x, a) })"));
    {
        const Answers answers({Answers::file(npz({1, 2}))});
        click("run", "Browse…");
    }
    run();
    auto* values = in<QComboBox>("tensor", "tensorValue");
    ASSERT_EQ(values->currentText(), QStringLiteral("← y"));
    QComboBox* items = nullptr;
    for (auto* box : window.panel("tensor")->findChildren<QComboBox*>())
        items = box != values && box->isVisible() ? box : items;
    ASSERT_TRUE(items);
    ASSERT_EQ(items->count(), 2);
    EXPECT_EQ(items->itemText(1), QStringLiteral("item 1"));
    auto* table = window.panel("tensor")->findChild<QTableView*>();
    const auto cell = [&] { return table->model()->index(1, 0).data().toString(); };
    EXPECT_EQ(cell(), QStringLiteral("2"));
    QTest::keyClick(items, Qt::Key_Down);
    EXPECT_EQ(cell(), QStringLiteral("-2"));
}

TEST_F(ValuePanels, AnOptionOfAProviderIsWrittenOrRefused) {
    open(kSample);
    const auto option = [&] { return in<QLineEdit>("providers", "option_min_run_length"); };
    const auto value = [&] {
        for (const ProviderOption& each : window.document().providers()[0]->options())
            if (each.name == "min_run_length")
                return each.value;
        return std::string("none");
    };
    const auto write = [&](const char* text) {
        QLineEdit* edit = option();
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, QString::fromLatin1(text));
        QTest::keyClick(edit, Qt::Key_Return);
        ASSERT_TRUE(idle());
        QApplication::processEvents();
    };
    const QString before = option()->text();
    write("7");
    ASSERT_TRUE(waitFor([&] { return value() == "7"; }) && idle());
    write("many");
    EXPECT_TRUE(waitFor([&] { return said().contains(QStringLiteral("many")); }));
    EXPECT_EQ(value(), "7");
    EXPECT_EQ(option()->text(), QStringLiteral("7"));
    write(before.toLatin1().constData());
    EXPECT_TRUE(waitFor([&] { return value() == before.toStdString(); }));
    ASSERT_TRUE(idle());
}

TEST_F(ValuePanels, ADeviceIsReadFromAFile) {
    open(kSample);
    const auto devices = [&] { return in<QComboBox>("providers", "option_device"); };
    const auto fromFile = [&](Answers::Step step) {
        QComboBox* box = devices();
        const QString last = box->itemText(box->count() - 1);
        ASSERT_EQ(last, QStringLiteral("From a file…"));
        const Answers answers({std::move(step)});
        box->setCurrentIndex(box->count() - 1);
        Q_EMIT box->activated(box->currentIndex());
        QTest::qWait(100);
        ASSERT_TRUE(waitFor([] { return !QApplication::activeModalWidget(); }) && idle());
    };
    const QString before = devices()->currentText();
    fromFile(Answers::leave());
    EXPECT_EQ(devices()->currentText(), before);
    const QString mine = pathOf("mine.json");
    ASSERT_TRUE(
        QFile::copy(QStringLiteral(PARTITA_SOURCE_DIR "/resources/devices/npu.json"), mine));
    fromFile(Answers::file(mine));
    EXPECT_EQ(devices()->currentText(), mine);
    EXPECT_TRUE(waitFor([&] { return headline().contains(QStringLiteral("59/59")); }))
        << headline().toStdString();
}

TEST(ProvidersPanel, AltAndAnArrowMoveAProviderAboveTheLast) {
    DocumentController document(*makeProviders({{"npu", "reference", "cpu"}, {}, {}}));
    ProvidersPanel panel({document, &Theme::get(Theme::Kind::light)});
    panel.refresh();
    panel.show();
    auto* list = panel.findChild<QListWidget*>(QStringLiteral("providerList"));
    const auto ids = [&] {
        std::string all;
        for (const auto& provider : document.providers())
            all += provider->info().id + " ";
        return all;
    };
    ASSERT_EQ(ids(), "npu reference cpu ");
    list->setCurrentRow(0);
    QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
    EXPECT_EQ(ids(), "npu reference cpu ");
    QTest::keyClick(list, Qt::Key_Down, Qt::AltModifier);
    EXPECT_EQ(ids(), "reference npu cpu ");
    EXPECT_EQ(list->currentRow(), 1) << "what was moved stays chosen";
    QApplication::processEvents();
    EXPECT_TRUE(test::labelsOf(panel).contains(
        QString::fromStdString("Options of " + document.providers()[1]->info().displayName)));
    QTest::keyClick(list, Qt::Key_Down, Qt::AltModifier);
    EXPECT_EQ(ids(), "reference npu cpu ") << "the last one stays last";
    QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
    EXPECT_EQ(ids(), "npu reference cpu ");
    // Without a model, too, a box takes a provider out.
    const QRect row = list->visualItemRect(list->item(1));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::NoModifier,
                      {row.left() + 10, row.center().y()});
    EXPECT_EQ(ids(), "npu cpu ");
    EXPECT_EQ(list->item(1)->checkState(), Qt::Unchecked);
}

TEST_F(ValuePanels, TheInspectorShowsWhatIsWrittenDownAboutANode) {
    Model model = test::modelFromText(R"(<ir_version: 10, opset_import: ["" : 18]>
        g (float[n,2] x) => (float[n,2] y) <float[2,2] w = {1,2,3,4}, float m = {6}> {
          [product] p = MatMul(x, w) [limit] y = Clip(p, , m) })");
    ModelEditor editor(model);
    editor.changeNode(test::nodeNamed(model, "limit"), [](Node& each) {
        each.annotations = std::make_shared<const Annotations>(
            Annotations{"why <this> is here", {{"made by", "a converter"}}});
    });
    editor.changeInfo([](ModelInfo& info) {
        info.annotations = std::make_shared<const Annotations>(
            Annotations{"the whole story", {{"licence", "free"}}});
    });
    ASSERT_TRUE(writeModel(editor.model(), files / "m.onnx"));
    open(pathOf("m.onnx"));
    in<QWidget>("inspector");
    for (const char* part : {"the whole story", "licence", "free", "depends on the input's shape"})
        EXPECT_TRUE(inspectorText().contains(QLatin1String(part))) << part << "\n"
                                                                   << inspectorText().toStdString();
    window.document().setCurrentNode(node("limit"));
    for (const char* part : {"why &lt;this&gt; is here", "made by", "a converter", "omitted"})
        EXPECT_TRUE(inspectorText().contains(QLatin1String(part))) << part << "\n"
                                                                   << inspectorText().toStdString();
    window.document().setCurrentNode(node("product"));
    EXPECT_FALSE(inspectorText().contains(QStringLiteral("omitted")));
    EXPECT_TRUE(inspectorText().contains(QStringLiteral("2×2 fp32")))
        << inspectorText().toStdString();
}

} // namespace
} // namespace partita
