// The commands of the window by their keys, and what the user sees then.

#include <QClipboard>
#include <QComboBox>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QToolButton>
#include <QTranslator>

#include "app/window/licences.h"
#include "app/window/parts/breadcrumb.h"
#include "app/window/parts/exports.h"
#include "core/onnx/write.h"
#include "tests/support/dialogs.h"
#include "tests/support/entry_text.h"
#include "tests/support/gestures.h"
#include "tests/support/keys.h"
#include "views/graph/before_view.h"
#include "views/text/qt_text.h"

namespace partita {
namespace {

using test::kCtrl, test::kCtrlAlt, test::kCtrlShift;

using test::Answers;
using test::kSample;

class CommandKeys : public test::OperatedWindow {
protected:
    void press(int key, Qt::KeyboardModifiers modifiers = {}) {
        window.activateWindow(); // after a dialog it becomes active a little later
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
        QTest::keyClick(&window, static_cast<Qt::Key>(key), modifiers);
    }
    void pressAndAnswer(int key, Qt::KeyboardModifiers modifiers,
                        std::vector<Answers::Step> steps) {
        const Answers answers(std::move(steps));
        press(key, modifiers);
    }
    std::vector<QWidget*> walk();
    /// Waits for the next scene.
    template <class F> void shown(F&& action) {
        QSignalSpy changed(&window.document(), &DocumentController::sceneChanged);
        action();
        ASSERT_TRUE(waitFor([&] { return changed.count() > 0; }) && idle());
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QApplication::processEvents();
    }
    std::string graphName() {
        return window.document().model().graphPath(window.document().scope());
    }
    void doubleClick(const char* name) {
        window.document().setCurrentNode(node(name));
        QTest::mouseDClick(&window.graph(), Qt::LeftButton, Qt::NoModifier,
                           window.graph().boxCenter(node(name)));
    }
    QString step(const char* title) { // of the way to the graph in view
        QString all;
        for (auto* button : window.breadcrumb().findChildren<QToolButton*>())
            if (button->isVisible())
                all += button->text() + QLatin1Char('|');
        return all.contains(QLatin1String(title)) ? all : all + QStringLiteral(" has none");
    }
    void drop(const QList<QUrl>& urls, bool wanted) {
        EXPECT_EQ(test::dropFiles(window, urls), wanted);
    }
};

TEST_F(CommandKeys, OpenAsksForAFileAndRemembersItsFolder) {
    const QString small = modelFile("small.onnx", R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x) => (float[2] y) { [one] y = Neg(x) })");
    pressAndAnswer(Qt::Key_O, kCtrl, {Answers::leave()});
    EXPECT_FALSE(window.document().hasDocument());
    shown([&] { pressAndAnswer(Qt::Key_O, kCtrl, {Answers::file(small)}); });
    ASSERT_TRUE(window.document().hasDocument());
    EXPECT_TRUE(node("one"));
    EXPECT_TRUE(window.windowTitle().startsWith(QStringLiteral("small.onnx")));
    QString folder;
    pressAndAnswer(Qt::Key_O, kCtrl, {[&](QWidget& dialog) {
                       folder = static_cast<QFileDialog&>(dialog).directory().absolutePath();
                       QTest::keyClick(&dialog, Qt::Key_Escape);
                   }});
    EXPECT_EQ(folder.toStdString(), files.path().string());
    press(Qt::Key_W, kCtrl);
    EXPECT_FALSE(window.document().hasDocument());
    EXPECT_EQ(window.windowTitle(), QStringLiteral("Partita"));
}

TEST_F(CommandKeys, TheSampleIsReadyToOpen) {
    shown([&] { window.action("sample")->trigger(); });
    EXPECT_EQ(window.document().scene().nodeBoxes, 61U);
    EXPECT_TRUE(window.windowTitle().startsWith(QStringLiteral("detector.onnx")));
}

TEST_F(CommandKeys, ThePairOfModelsIsReadyToCompileAndMerge) {
    shown([&] { window.action("exampleFeatures")->trigger(); });
    EXPECT_TRUE(window.windowTitle().startsWith(QStringLiteral("features.onnx")));
    press(Qt::Key_W, kCtrl);
    shown([&] { window.action("exampleClassifier")->trigger(); });
    EXPECT_TRUE(window.windowTitle().startsWith(QStringLiteral("classifier.onnx")));
}

TEST_F(CommandKeys, GoToCompletesTheNameOfANodeOrTakesItsNumber) {
    press(Qt::Key_G, kCtrl); // asks nothing without a model
    open(kSample);
    const auto type = [](const QString& text, Qt::Key then) {
        return [text, then](QWidget& dialog) {
            auto* line = dialog.findChild<QLineEdit*>();
            ASSERT_TRUE(line);
            QTest::keyClicks(line, text);
            QTest::keyClick(line, then);
        };
    };
    pressAndAnswer(Qt::Key_G, kCtrl, {type(QStringLiteral("stem/rel"), Qt::Key_Return)});
    EXPECT_EQ(window.document().currentNode(), node("stem/relu"));
    const QString number = QString::number(node("neck/norm").value);
    pressAndAnswer(Qt::Key_G, kCtrl, {type(number, Qt::Key_Return)});
    EXPECT_EQ(window.document().currentNode(), node("neck/norm"));
    pressAndAnswer(Qt::Key_G, kCtrl, {Answers::leave()});
    QString entry;
    pressAndAnswer(Qt::Key_G, kCtrl, {[&](QWidget& dialog) {
                       auto* line = dialog.findChild<QLineEdit*>();
                       QTest::keyClicks(line, QStringLiteral("nobody"));
                       const auto* list = dialog.findChild<QListWidget*>();
                       entry = list->item(0)->text();
                       QTest::keyClick(line, Qt::Key_Return); // chooses nothing
                       QTest::keyClick(&dialog, Qt::Key_Escape);
                   }});
    EXPECT_EQ(entry, QStringLiteral("There is no node \"nobody\""));
    EXPECT_EQ(window.document().currentNode(), node("neck/norm"));
    press(Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(window.document().currentNode(), node("stem/relu"));
    press(Qt::Key_Right, Qt::AltModifier);
    EXPECT_EQ(window.document().currentNode(), node("neck/norm"));
}

TEST_F(CommandKeys, FindGoesBackwards) {
    open(kSample);
    press(Qt::Key_F, kCtrl);
    auto* text = window.findBar().findChild<QLineEdit*>(QStringLiteral("findText"));
    QTest::keyClicks(text, QStringLiteral("stem"));
    ASSERT_GT(window.findBar().hits(), 2U);
    press(Qt::Key_F3);
    const NodeId first = window.document().currentNode();
    press(Qt::Key_F3);
    EXPECT_NE(window.document().currentNode(), first);
    press(Qt::Key_F3, Qt::ShiftModifier);
    EXPECT_EQ(window.document().currentNode(), first);
}

TEST_F(CommandKeys, TheViewIsZoomedByKeys) {
    open(kSample);
    press(Qt::Key_1, kCtrl);
    EXPECT_NEAR(window.graph().scale(), 1, 1e-9);
    press(Qt::Key_Plus, kCtrl);
    EXPECT_NEAR(window.graph().scale(), 1.25, 1e-9);
    press(Qt::Key_Minus, kCtrl);
    press(Qt::Key_Minus, kCtrl);
    EXPECT_NEAR(window.graph().scale(), 0.8, 1e-9);
    press(Qt::Key_0, kCtrl);
    EXPECT_LT(window.graph().scale(), 0.8); // all of it
    EXPECT_EQ(window.graph().nodesInView(), window.document().partitioning().summary.nodes);
}

TEST_F(CommandKeys, NamesAndShapesTakeTurns) {
    open(kSample);
    const bool names = window.action("names")->isChecked();
    if (!names)
        shown([&] { press(Qt::Key_U, kCtrl); });
    EXPECT_TRUE(window.action("names")->isChecked());
    shown([&] { press(Qt::Key_U, kCtrlShift); });
    EXPECT_TRUE(window.action("shapes")->isChecked());
    EXPECT_FALSE(window.action("names")->isChecked());
    shown([&] { press(Qt::Key_U, kCtrlShift); });
    EXPECT_FALSE(window.action("shapes")->isChecked());
}

TEST_F(CommandKeys, GraphvizLaysOutOrThePictureStaysAsItIs) {
    open(kSample);
    shown([&] { press(Qt::Key_G, kCtrlShift); });
    EXPECT_TRUE(window.action("graphviz")->isChecked());
    EXPECT_EQ(window.document().scene().nodeBoxes, 61U);
    shown([&] { press(Qt::Key_G, kCtrlShift); });
    EXPECT_FALSE(window.action("graphviz")->isChecked());
    EXPECT_EQ(window.document().scene().nodeBoxes, 61U);
}

TEST_F(CommandKeys, ThemeLanguageAndFullScreenAreSwitchedThereAndBack) {
    const bool dark = window.graph().theme().isDark;
    press(Qt::Key_D, kCtrlShift);
    EXPECT_EQ(window.graph().theme().isDark, !dark);
    EXPECT_EQ(window.action("theme")->isChecked(), !dark);
    press(Qt::Key_D, kCtrlShift);
    EXPECT_EQ(window.graph().theme().isDark, dark);
    const QString title = window.action("find")->text();
    press(Qt::Key_L, kCtrlShift);
    QCoreApplication::processEvents();
    EXPECT_NE(window.action("find")->text(), title);
    press(Qt::Key_L, kCtrlShift);
    QCoreApplication::processEvents();
    EXPECT_EQ(window.action("find")->text(), title);
    press(Qt::Key_F11);
    EXPECT_TRUE(window.isFullScreen());
    press(Qt::Key_F11);
    EXPECT_FALSE(window.isFullScreen());
}

/// The panes that F6 goes to, until it comes back to the graph.
std::vector<QWidget*> CommandKeys::walk() {
    window.activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&window));
    window.graph().setFocus();
    std::vector<QWidget*> seen;
    for (int i = 0; i < 30 && (seen.empty() || !window.graph().hasFocus()); ++i) {
        press(Qt::Key_F6);
        QWidget* pane = QApplication::focusWidget();
        while (pane && pane != &window.graph() && pane != &window.pair().before() &&
               !qobject_cast<Panel*>(pane))
            pane = pane->parentWidget();
        EXPECT_TRUE(pane) << "focus in no pane";
        if (!pane)
            break;
        EXPECT_TRUE(pane->isVisible());
        EXPECT_EQ(std::ranges::count(seen, pane), 0) << "twice before all others";
        seen.push_back(pane);
    }
    EXPECT_TRUE(window.graph().hasFocus());
    return seen;
}

TEST_F(CommandKeys, F6WalksThroughThePanesAndComesBack) {
    open(kSample);
    EXPECT_GT(walk().size(), 3U);
}

TEST_F(CommandKeys, F6GoesFromTheGraphToThePlayerOfRewrites) {
    open(kSample);
    press(Qt::Key_S, kCtrlShift);
    ASSERT_TRUE(waitFor([&] { return window.document().simplifier().history(); }) && idle());
    const std::vector<QWidget*> panes = walk();
    ASSERT_FALSE(panes.empty());
    EXPECT_EQ(panes.front()->objectName(), QStringLiteral("rewriteStrip"));
}

TEST_F(CommandKeys, ThePanelsAreResetToWhereTheyWere) {
    window.dock("inspector")->hide();
    window.dock("nodes")->setFloating(true);
    window.action("resetLayout")->trigger();
    EXPECT_FALSE(window.dock("inspector")->isHidden());
    EXPECT_FALSE(window.dock("nodes")->isFloating());
}

TEST_F(CommandKeys, AboutNamesTheProgramAndItsVersion) {
    const Answers answers({[](QWidget& box) {
        const QString text = static_cast<QMessageBox&>(box).text();
        EXPECT_TRUE(text.contains(QRegularExpression(QStringLiteral("Partita \\d+\\.\\d"))));
        EXPECT_TRUE(text.contains(QStringLiteral("MIT licence")));
        Answers::message({}, QMessageBox::Ok)(box);
    }});
    window.action("about")->trigger();
}

TEST_F(CommandKeys, TheLicencesHaveTheirNamesInChinese) {
    QTranslator translator;
    ASSERT_TRUE(translator.load(QStringLiteral(":/partita_zh_CN.qm")));
    QCoreApplication::installTranslator(&translator);
    showLicences(&window);
    auto* dialog = window.findChild<QDialog*>(QStringLiteral("licences"));
    ASSERT_TRUE(dialog);
    const auto* which = dialog->findChild<QComboBox*>(QStringLiteral("licenceOf"));
    EXPECT_GE(which->findText(QStringLiteral("oneDNN 中的第三方代码")), 0);
    EXPECT_GE(which->findText(QStringLiteral("Partita 及编译在其中的代码")), 0);
    dialog->close();
    QCoreApplication::removeTranslator(&translator);
}

TEST_F(CommandKeys, AboutLeadsToTheLicencesOfTheLibraries) {
    const Answers answers(
        {[](QWidget& box) {
             for (QAbstractButton* each : static_cast<QMessageBox&>(box).buttons())
                 if (each->text() == QStringLiteral("Licences"))
                     QTest::mouseClick(each, Qt::LeftButton);
         },
         [](QWidget& dialog) {
             auto* which = dialog.findChild<QComboBox*>(QStringLiteral("licenceOf"));
             const auto* text = dialog.findChild<QPlainTextEdit*>(QStringLiteral("licenceText"));
             ASSERT_TRUE(which && text);
             for (const auto& [library, words] :
                  {std::pair("Partita", "Permission is hereby granted"),
                   {"ONNX", "Apache License"},
                   {"oneDNN", "Apache License"}}) {
                 which->setCurrentText(QLatin1String(library));
                 EXPECT_TRUE(text->toPlainText().contains(QLatin1String(words))) << library;
             }
             // Debian's packages bring the texts of what is linked.
             for (const auto& [library, package] : {std::pair("RE2", "libre2-dev"),
                                                    {"libzip", "libzip-dev"},
                                                    {"xxHash", "libxxhash-dev"},
                                                    {"libjpeg", "libjpeg62-turbo-dev"},
                                                    {"libpng", "libpng-dev"},
                                                    {"libtiff", "libtiff-dev"},
                                                    {"OpenJPEG", "libopenjp2-7-dev"},
                                                    {"WebP", "libwebp-dev"},
                                                    {"Cairo", "libcairo2-dev"}}) {
                 const auto terms =
                     QStringLiteral("/usr/share/doc/%1/copyright").arg(QLatin1String(package));
                 if (QFile::exists(terms)) {
                     EXPECT_GE(which->findText(QLatin1String(library)), 0) << library;
                 }
             }
             dialog.close();
         }});
    window.action("about")->trigger();
    EXPECT_TRUE(waitFor([] { return !QApplication::activeModalWidget(); }));
}

TEST_F(CommandKeys, QuitClosesTheWindow) {
    press(Qt::Key_Q, kCtrl);
    EXPECT_FALSE(window.isVisible());
}

TEST_F(CommandKeys, RunNeedsAModel) {
    QSignalSpy finished(&window.document().runs(), &RunController::finished);
    press(Qt::Key_R, kCtrl);
    EXPECT_TRUE(idle());
    EXPECT_FALSE(window.document().runs().result());
    open(kSample);
    press(Qt::Key_R, kCtrl);
    ASSERT_TRUE(waitFor([&] { return window.document().runs().result() != nullptr; }));
    EXPECT_TRUE(window.panel("run")->isVisible());
}

TEST_F(CommandKeys, TheStepsOfTheSimplifierAreExportedAsAnAnimation) {
    open(kSample);
    window.action("exportAnimation")->trigger();
    EXPECT_TRUE(said().contains(QStringLiteral("simplify the model first")))
        << said().toStdString();
    press(Qt::Key_S, kCtrlShift);
    ASSERT_TRUE(waitFor([&] { return window.document().simplifier().history(); }) && idle());
    {
        const Answers answers({Answers::file(pathOf("steps"))});
        window.action("exportAnimation")->trigger();
    }
    ASSERT_TRUE(idle()); // a worker draws it
    const std::string bytes = bytesOf("steps.webp");
    ASSERT_GT(bytes.size(), 100U);
    EXPECT_EQ(bytes.substr(8, 4), "WEBP");
    EXPECT_NE(bytes.find("ANMF"), std::string::npos) << "it has no frames";
}

TEST_F(CommandKeys, PicturesAndReportsAreExported) {
    for (const auto& [key, modifiers] :
         {std::pair{Qt::Key_E, kCtrlShift}, {Qt::Key_R, kCtrlAlt}}) // nothing is asked
        press(key, modifiers);
    open(kSample);
    pressAndAnswer(Qt::Key_E, kCtrlShift, {Answers::file(pathOf("g"))});
    EXPECT_EQ(bytesOf("g.png").substr(1, 3), "PNG");
    pressAndAnswer(Qt::Key_E, kCtrlAlt, {Answers::file(pathOf("g"))});
    EXPECT_NE(bytesOf("g.svg").find("LayerNormalization"), std::string::npos);
    pressAndAnswer(Qt::Key_P, kCtrlAlt, {Answers::file(pathOf("g"))});
    EXPECT_EQ(bytesOf("g.pdf").substr(0, 4), "%PDF");
    for (const char* name : {"r.html", "r.md", "r.json", "r.csv"}) {
        pressAndAnswer(Qt::Key_R, kCtrlAlt, {Answers::file(pathOf(name))});
        ASSERT_TRUE(idle()); // a worker writes it
    }
    EXPECT_NE(bytesOf("r.html").find("<html"), std::string::npos);
    EXPECT_NE(bytesOf("r.md").find("| `neck/norm` |"), std::string::npos);
    EXPECT_EQ(bytesOf("r.json").front(), '{');
    EXPECT_NE(bytesOf("r.json").find("\"neck/norm\""), std::string::npos);
    EXPECT_EQ(std::ranges::count(bytesOf("r.csv"), '\n'),
              static_cast<std::ptrdiff_t>(window.document().model().nodes().count()) + 1);
    pressAndAnswer(Qt::Key_E, kCtrlShift, {Answers::leave()});
    pressAndAnswer(Qt::Key_R, kCtrlAlt, {Answers::leave()});
    EXPECT_TRUE(said().contains(QStringLiteral("r.csv"))) << said().toStdString(); // the last one
    pressAndAnswer(Qt::Key_E, kCtrlAlt, {Answers::file(pathOf("no/where.svg"))});
    EXPECT_TRUE(said().contains(QStringLiteral("where.svg"))) << said().toStdString();
    window.findChild<QWidget*>(QStringLiteral("messageBar"))->hide();
    pressAndAnswer(Qt::Key_R, kCtrlAlt, {Answers::file(pathOf("no/where.csv"))});
    ASSERT_TRUE(idle());
    EXPECT_TRUE(said().contains(QStringLiteral("where.csv"))) << said().toStdString();
}

TEST_F(CommandKeys, AFileThatIsDroppedIsOpened) {
    shown([&] { drop({QUrl::fromLocalFile(kSample)}, true); });
    EXPECT_EQ(window.document().scene().nodeBoxes, 61U);
    drop({QUrl(QStringLiteral("https://example.org/m.onnx"))}, false);
    drop({}, false);
}

TEST_F(CommandKeys, AFileThatIsGoneIsANoteAndThePictureStays) {
    const QString path = pathOf("m.onnx");
    ASSERT_TRUE(QFile::copy(kSample, path));
    open(path);
    ASSERT_TRUE(QFile::remove(path));
    ASSERT_TRUE(waitFor([&] { return !said().isEmpty(); }));
    EXPECT_EQ(said(), QStringLiteral("m.onnx is gone from the disk. What you see is how it was."));
    EXPECT_EQ(window.document().scene().nodeBoxes, 61U);
}

TEST_F(CommandKeys, ABodyIsChosenFromAMenuAndLeftByTheWayToIt) {
    open(modelFile("nested.onnx", R"(<ir_version: 9, opset_import: ["" : 18, "my" : 1]>
        g (bool c, float[2] x) => (float[2] y, float[2] z) {
          [call] z = my.f(x)
          [choice] y = If(c) <
            then_branch = t () => (float[2] u) { [inner] u = Neg(x) },
            else_branch = e () => (float[2] v) { [other] v = Abs(x) }> }
        <opset_import: ["" : 18], domain: "my"> f (p) => (q) { [exp] r = Exp(p) q = Log(r) })"));
    EXPECT_FALSE(window.breadcrumb().isVisible());
    EXPECT_FALSE(window.action("up")->isEnabled());
    {
        const Answers answers({Answers::entry(QStringLiteral("else_branch"))});
        shown([&] { doubleClick("choice"); });
    }
    EXPECT_EQ(graphName(), "main / choice.else_branch");
    EXPECT_EQ(step("choice.else_branch"), QStringLiteral("main|choice.else_branch|"));
    shown([&] { press(Qt::Key_Up, Qt::AltModifier); });
    EXPECT_EQ(graphName(), "main");
    EXPECT_FALSE(window.breadcrumb().isVisible());
    // A function is the only body of its call: nothing is asked.
    shown([&] { doubleClick("call"); });
    EXPECT_EQ(graphName(), "function my::f");
    EXPECT_EQ(step("my::f"), QStringLiteral("main|function my::f|"));
    shown([&] { test::clickButton(window.breadcrumb(), QStringLiteral("main")); });
    EXPECT_EQ(graphName(), "main");
    window.document().close();
    window.breadcrumb().goUp();
    EXPECT_FALSE(window.breadcrumb().isVisible());
}

TEST_F(CommandKeys, ANodeIsKeptFromAProviderByItsMenuAndGivenBack) {
    open(kSample);
    const auto onCpu = [&] { return window.document().partitioning().summary.byProvider[1]; };
    ASSERT_EQ(onCpu(), 1U);
    QString entry;
    for (const std::uint32_t wanted : {2U, 1U}) {
        window.document().setCurrentNode(node("stem/conv"));
        const Answers answers({[&](QWidget& menu) {
            const auto actions = static_cast<QMenu&>(menu).actions();
            for (const QAction* action : actions)
                if (test::entryText(*action).startsWith(QStringLiteral("Must not run on NPU"))) {
                    EXPECT_EQ(action->isChecked(), wanted == 1U);
                    entry = test::entryText(*action);
                }
            Answers::entry(entry)(menu);
        }});
        test::askForMenu(&window.graph(), window.graph().boxCenter(node("stem/conv")));
        EXPECT_TRUE(waitFor([&] { return onCpu() == wanted; })) << onCpu();
        ASSERT_TRUE(idle());
    }
    const Answers answers({Answers::entry(QStringLiteral("Copy name"))});
    test::askForMenu(&window.graph(), window.graph().boxCenter(node("stem/conv")));
    EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("stem/conv"));
}

TEST_F(CommandKeys, AGroupIsOpenedAndClosedByItsMenu) {
    ASSERT_TRUE(writeModel(test::largeModel(2000), files / "large.onnx"));
    open(pathOf("large.onnx"));
    if (!window.document().isCollapsed())
        shown([&] { press(Qt::Key_L, kCtrl); });
    const auto boxes = [&] { return window.document().scene().boxes.size(); };
    NodeId first;
    for (const SceneBox& box : window.document().scene().boxes)
        if (!first && box.kind == SceneBox::Kind::group)
            first = box.node;
    ASSERT_TRUE(first);
    const auto choose = [&](const char* entry) {
        const GraphView& graph = window.graph();
        window.graph().centerOn(
            graph.painter().boxRect(*window.document().scene().boxOf(first)).center());
        const Answers answers({Answers::entry(QString::fromLatin1(entry))});
        test::askForMenu(&window.graph(), graph.boxCenter(first));
    };
    const auto isGroup = [&] {
        const GraphScene& scene = window.document().scene();
        return scene.boxes[*scene.boxOf(first)].kind == SceneBox::Kind::group;
    };
    std::vector<std::size_t> counts;
    while (isGroup() && counts.size() < 10) { // a group may hold groups
        counts.push_back(boxes());
        shown([&] { choose("Open this group"); });
        ASSERT_GT(boxes(), counts.back());
    }
    ASSERT_FALSE(isGroup() || counts.empty());
    shown([&] { choose("Close its group"); });
    EXPECT_EQ(boxes(), counts.back());
    EXPECT_TRUE(isGroup());
}

} // namespace
} // namespace partita
