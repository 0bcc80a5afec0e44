// Several documents in one window: what opens where, what closes, and what a tab says.

#include <QClipboard>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QSettings>

#include "app/window/parts/document_bar.h"
#include "app/window/parts/empty_state.h"
#include "app/window/parts/overlays.h"
#include "app/window/tabbed_window.h"
#include "app/window/window_commands.h"
#include "tests/support/dialogs.h"
#include "tests/support/gestures.h"
#include "tests/support/in_front.h"
#include "tests/support/keys.h"

namespace partita {
namespace {

using test::kCtrl, test::kCtrlShift;

using test::Answers;
using test::kSample;

class Tabs : public testing::Test {
protected:
    Tabs() : window(*makeProviders({}), makeJudges()) { test::showInFront(window, 1400, 900); }
    ~Tabs() override {
        for (TabbedWindow* each : TabbedWindow::all())
            for (int tab = 0; tab < each->count(); ++tab)
                each->page(tab).document().close();
        for (TabbedWindow* each : TabbedWindow::all())
            if (each != &window)
                delete each;
    }
    template <class F> static bool waitFor(F&& condition) {
        return QTest::qWaitFor(std::forward<F>(condition), 20'000);
    }
    MainWindow& page() { return window.current(); }
    DocumentBar& bar() { return window.bar(); }
    /// Writes a model of one node, and returns its path.
    QString model(const char* name, const char* op = "Neg") {
        std::ofstream(files / name, std::ios::binary)
            << test::bytesFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
            g (float[2] x) => (float[2] y) { [one] y = )" +
                                   std::string(op) + "(x) }");
        return QString::fromStdString((files / name).string());
    }
    MainWindow& open(const QString& path) {
        MainWindow& opened = window.open(path);
        EXPECT_TRUE(waitFor([&] {
            return opened.document().hasDocument() && !opened.document().jobs().isRunning();
        }));
        QApplication::processEvents();
        return opened;
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers) {
        window.activateWindow(); // a dialog was active before
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
        QTest::keyClick(&window, key, modifiers);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    void click(int tab, Qt::MouseButton button = Qt::LeftButton) {
        QTest::mouseClick(&bar(), button, {}, bar().tabRect(tab).center());
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    QStringList tabs() {
        QStringList texts;
        for (int tab = 0; tab < bar().count(); ++tab)
            texts += bar().tabText(tab);
        return texts;
    }
    static std::string nameOf(MainWindow& page) {
        return page.document().hasDocument() ? page.document().state().path.filename().string()
                                             : std::string();
    }
    static QString said(MainWindow& page) {
        const auto* bar = page.findChild<QWidget*>(QStringLiteral("messageBar"));
        return bar->isVisible() ? bar->findChild<QLabel*>()->text() : QString();
    }
    /// Makes a change that is not saved.
    static void change(MainWindow& page) {
        page.document().setExcluded(test::nodeNamed(page.document().model(), "one"), "npu", true);
        EXPECT_TRUE(waitFor([&] { return !page.document().jobs().isRunning(); }));
    }
    static void drop(QWidget& on, const QList<QUrl>& urls) {
        QMimeData data;
        data.setUrls(urls);
        QDragEnterEvent enter({9, 9}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&on, &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDropEvent event({9, 9}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&on, &event);
    }
    test::TemporaryFolder files;
    TabbedWindow window;
};

TEST_F(Tabs, ADocumentOpensOnTheStartPageAndTheNextOneInATab) {
    EXPECT_EQ(window.windowTitle(), QStringLiteral("Partita"));
    EXPECT_FALSE(bar().isVisible());
    MainWindow& first = open(model("a.onnx"));
    EXPECT_EQ(window.count(), 1);
    EXPECT_FALSE(bar().isVisible());
    EXPECT_TRUE(window.windowTitle().startsWith(QStringLiteral("a.onnx")));
    {
        const Answers answers({Answers::file(model("b.onnx"))});
        press(Qt::Key_O, kCtrl);
    }
    ASSERT_EQ(window.count(), 2);
    EXPECT_NE(&page(), &first);
    ASSERT_TRUE(waitFor([&] { return nameOf(page()) == "b.onnx"; }));
    EXPECT_EQ(nameOf(first), "a.onnx");
    EXPECT_EQ(tabs(), QStringList({QStringLiteral("a.onnx"), QStringLiteral("b.onnx")}));
    EXPECT_EQ(bar().tabToolTip(1), page().path());
    EXPECT_TRUE(window.windowTitle().startsWith(QStringLiteral("b.onnx")));
    // The tabs lie between the tool bar and the summary of the page in front.
    ASSERT_TRUE(bar().isVisible());
    const auto topOf = [&](const char* name) {
        return page().findChild<QWidget*>(QString::fromLatin1(name))->mapTo(&window, {0, 0}).y();
    };
    EXPECT_GT(bar().y(), topOf("toolBar"));
    EXPECT_EQ(bar().geometry().bottom() + 1, topOf("summaryLine"));
    EXPECT_EQ(bar().width(), window.width());
}

TEST_F(Tabs, AFileThatIsOpenComesToTheFront) {
    MainWindow& first = open(model("a.onnx"));
    MainWindow& second = open(model("b.onnx"));
    EXPECT_EQ(&window.open(QString::fromStdString((files / "." / "a.onnx").string())), &first);
    EXPECT_EQ(&page(), &first);
    EXPECT_EQ(window.count(), 2);
    EXPECT_FALSE(first.document().jobs().isRunning());
    EXPECT_FALSE(second.isVisible());
    // The same holds for one that is still opening.
    MainWindow& third = window.open(model("c.onnx"));
    EXPECT_EQ(&window.open(model("c.onnx")), &third);
    EXPECT_EQ(window.count(), 3);
}

TEST_F(Tabs, KeysGoToTheNextAndThePreviousTab) {
    press(Qt::Key_Tab, kCtrl); // there is no other
    for (const char* name : {"a.onnx", "b.onnx", "c.onnx"})
        open(model(name));
    EXPECT_EQ(nameOf(page()), "c.onnx");
    press(Qt::Key_Tab, kCtrl);
    EXPECT_EQ(nameOf(page()), "a.onnx");
    press(Qt::Key_PageDown, kCtrl);
    EXPECT_EQ(nameOf(page()), "b.onnx");
    press(Qt::Key_Backtab, kCtrlShift);
    EXPECT_EQ(nameOf(page()), "a.onnx");
    press(Qt::Key_PageUp, kCtrl);
    EXPECT_EQ(nameOf(page()), "c.onnx");
}

TEST_F(Tabs, APageKeepsWhatItHasWhileAnotherIsInFront) {
    MainWindow& first = open(kSample);
    first.graph().zoomTo100();
    first.document().setCurrentNode(test::nodeNamed(first.document().model(), "neck/norm"));
    QTest::keyClick(&window, Qt::Key_F, kCtrl);
    first.dock("log")->raise();
    const QRectF view = first.graph().visibleScene();
    MainWindow& second = open(model("b.onnx"));
    EXPECT_FALSE(second.document().currentNode());
    EXPECT_FALSE(second.findBar().isVisible());
    EXPECT_FALSE(first.isVisible());
    click(0);
    EXPECT_EQ(&page(), &first);
    EXPECT_TRUE(first.findBar().isVisible());
    EXPECT_EQ(first.document().currentNode(),
              test::nodeNamed(first.document().model(), "neck/norm"));
    EXPECT_NEAR(first.graph().visibleScene().left(), view.left(), 1);
    EXPECT_TRUE(isInFront(*first.dock("log")));
}

TEST_F(Tabs, KeysActOnThePageInFrontOnly) {
    MainWindow& first = open(model("a.onnx"));
    MainWindow& second = open(model("b.onnx"));
    press(Qt::Key_U, kCtrlShift);
    EXPECT_TRUE(second.action("shapes")->isChecked());
    EXPECT_FALSE(first.action("shapes")->isChecked());
    press(Qt::Key_Tab, kCtrl);
    press(Qt::Key_L, kCtrl);
    EXPECT_TRUE(first.action("collapse")->isChecked());
    EXPECT_FALSE(second.action("collapse")->isChecked());
    press(Qt::Key_F11, {});
    EXPECT_TRUE(window.isFullScreen());
    press(Qt::Key_F11, {});
    EXPECT_FALSE(window.isFullScreen());
}

TEST_F(Tabs, ATabIsClosedByItsButtonByAMiddleClickAndByKeys) {
    for (const char* name : {"a.onnx", "b.onnx", "c.onnx", "d.onnx"})
        open(model(name));
    const QPointer<MainWindow> gone = &window.page(0);
    click(0, Qt::MiddleButton);
    EXPECT_TRUE(gone.isNull());
    EXPECT_EQ(tabs().join(QLatin1Char(' ')), QStringLiteral("b.onnx c.onnx d.onnx"));
    EXPECT_EQ(nameOf(page()), "d.onnx");
    QTest::mouseClick(bar().tabButton(1, QTabBar::RightSide), Qt::LeftButton);
    EXPECT_EQ(tabs().join(QLatin1Char(' ')), QStringLiteral("b.onnx d.onnx"));
    press(Qt::Key_W, kCtrl);
    EXPECT_EQ(nameOf(page()), "b.onnx");
    EXPECT_FALSE(bar().isVisible());
    EXPECT_EQ(page().tabPlace().height() * page().tabPlace().isVisible(), 0);
    press(Qt::Key_W, kCtrl); // the last one leaves the start page
    EXPECT_EQ(window.count(), 1);
    EXPECT_FALSE(page().document().hasDocument());
    EXPECT_EQ(window.windowTitle(), QStringLiteral("Partita"));
    EXPECT_TRUE(window.isVisible());
}

TEST_F(Tabs, UnsavedWorkIsMarkedAndAskedForWhereItIs) {
    MainWindow& first = open(model("a.onnx"));
    change(first);
    MainWindow& second = open(model("b.onnx")); // nothing is asked: the first one stays
    EXPECT_EQ(tabs().join(QLatin1Char(' ')), QStringLiteral("a.onnx ● b.onnx"));
    EXPECT_FALSE(window.isWindowModified());
    {
        const Answers answers({Answers::message(QStringLiteral("a.onnx"), QMessageBox::Cancel)});
        click(0, Qt::MiddleButton);
    }
    EXPECT_EQ(&page(), &first); // it was asked for in sight
    EXPECT_TRUE(window.isWindowModified());
    EXPECT_EQ(window.count(), 2);
    const Answers answers({Answers::message(QStringLiteral("a.onnx"), QMessageBox::Discard)});
    press(Qt::Key_W, kCtrl);
    EXPECT_EQ(&page(), &second);
    EXPECT_EQ(window.count(), 1);
}

TEST_F(Tabs, QuitAsksForEachDocumentAndLosesNothingWhereOneIsKept) {
    MainWindow& first = open(model("a.onnx"));
    change(first);
    MainWindow& second = open(model("b.onnx"));
    change(second);
    open(model("c.onnx"));
    {
        const Answers answers({Answers::message(QStringLiteral("a.onnx"), QMessageBox::Discard),
                               Answers::message(QStringLiteral("b.onnx"), QMessageBox::Cancel)});
        press(Qt::Key_Q, kCtrl);
    }
    EXPECT_TRUE(window.isVisible());
    EXPECT_EQ(window.count(), 3);
    EXPECT_TRUE(first.document().scenarios().isUnsaved());
    EXPECT_TRUE(second.document().scenarios().isUnsaved());
    EXPECT_EQ(&page(), &second);
    const Answers answers({Answers::message(QStringLiteral("a.onnx"), QMessageBox::Discard),
                           Answers::message(QStringLiteral("b.onnx"), QMessageBox::Discard)});
    press(Qt::Key_Q, kCtrl);
    EXPECT_FALSE(window.isVisible());
}

TEST_F(Tabs, TabsAreDraggedIntoAnotherOrder) {
    for (const char* name : {"a.onnx", "b.onnx", "c.onnx"})
        open(model(name));
    const QPoint from = bar().tabRect(0).center(), to = bar().tabRect(2).center();
    QTest::mousePress(&bar(), Qt::LeftButton, {}, from);
    for (int step = 1; step <= 10; ++step)
        test::moveMouse(bar(), from + (to - from) * step / 10, Qt::LeftButton);
    QTest::mouseRelease(&bar(), Qt::LeftButton, {}, to);
    EXPECT_EQ(tabs().join(QLatin1Char(' ')), QStringLiteral("b.onnx c.onnx a.onnx"));
    EXPECT_EQ(nameOf(page()), "a.onnx");
    click(0);
    EXPECT_EQ(nameOf(page()), "b.onnx");
}

TEST_F(Tabs, TheMenuOfATabClosesTheOthersAndCopiesThePath) {
    for (const char* name : {"a.onnx", "b.onnx", "c.onnx"})
        open(model(name));
    const QString path = window.page(1).path();
    const QStringList entries =
        test::menuAt(bar(), bar().tabRect(1).center(), QStringLiteral("Copy the path"));
    EXPECT_EQ(QApplication::clipboard()->text(), path);
    EXPECT_TRUE(entries.contains(QStringLiteral("Close")));
    test::menuAt(bar(), bar().tabRect(1).center(), QStringLiteral("Close the others"));
    EXPECT_EQ(window.count(), 1);
    EXPECT_EQ(nameOf(page()), "b.onnx");
}

TEST_F(Tabs, ATabMovesToAWindowOfItsOwnWithItsWork) {
    open(model("a.onnx"));
    MainWindow& moved = open(model("b.onnx"));
    change(moved);
    test::menuAt(bar(), bar().tabRect(1).center(), QStringLiteral("Show in a new window"));
    EXPECT_EQ(window.count(), 1);
    TabbedWindow* other = TabbedWindow::of(moved);
    ASSERT_TRUE(other && other != &window);
    EXPECT_EQ(other->count(), 1);
    EXPECT_TRUE(moved.isVisible());
    EXPECT_TRUE(moved.document().scenarios().isUnsaved());
    EXPECT_TRUE(other->windowTitle().startsWith(QStringLiteral("b.onnx")));
    EXPECT_TRUE(other->isWindowModified());
    // Its keys belong to its window now, and the question comes there.
    const Answers answers({Answers::message(QStringLiteral("b.onnx"), QMessageBox::Cancel)});
    EXPECT_FALSE(other->close());
    EXPECT_TRUE(other->isVisible());
}

TEST_F(Tabs, ANewWindowHasTheStartPage) {
    open(model("a.onnx"));
    press(Qt::Key_N, kCtrlShift);
    ASSERT_EQ(TabbedWindow::all().size(), 2);
    for (TabbedWindow* each : TabbedWindow::all())
        if (each != &window) {
            EXPECT_TRUE(each->isVisible());
            EXPECT_FALSE(each->current().document().hasDocument());
        }
    EXPECT_EQ(window.count(), 1);
}

TEST_F(Tabs, AFileThatCannotBeReadLeavesNoTab) {
    MainWindow& first = open(model("a.onnx"));
    std::ofstream(files / "bad.onnx") << "this is not a model";
    window.open(QString::fromStdString((files / "bad.onnx").string()));
    ASSERT_EQ(window.count(), 2);
    ASSERT_TRUE(waitFor([&] { return window.count() == 1; }));
    EXPECT_EQ(&page(), &first);
    EXPECT_TRUE(said(first).contains(QStringLiteral("bad.onnx"))) << said(first).toStdString();
    EXPECT_EQ(nameOf(first), "a.onnx");
}

TEST_F(Tabs, OpeningThatIsCancelledLeavesNoTab) {
    MainWindow& first = open(model("a.onnx"));
    MainWindow& second = window.open(kSample);
    ASSERT_EQ(&page(), &second);
    EXPECT_FALSE(second.overlays().emptyState().isVisible()); // the start page is for an empty one
    press(Qt::Key_Period, kCtrl);
    ASSERT_TRUE(waitFor([&] { return window.count() == 1; }));
    EXPECT_EQ(&page(), &first);
}

TEST_F(Tabs, AWorkGoesOnBehindAnotherTabAndItsTabShowsIt) {
    MainWindow& first = open(kSample);
    open(model("b.onnx"));
    EXPECT_TRUE(bar().tabIcon(0).isNull());
    runModel(first);
    ASSERT_TRUE(first.document().jobs().isRunning());
    EXPECT_FALSE(bar().tabIcon(0).isNull());
    EXPECT_TRUE(bar().tabToolTip(0).startsWith(first.path() + QLatin1Char('\n')));
    EXPECT_TRUE(bar().tabToolTip(0).endsWith(QStringLiteral(" %")));
    click(0); // in front, the page shows it itself
    EXPECT_TRUE(bar().tabIcon(0).isNull());
    click(1);
    ASSERT_TRUE(waitFor([&] { return first.document().runs().result() != nullptr; }));
    EXPECT_TRUE(bar().tabIcon(0).isNull());
    EXPECT_EQ(bar().tabToolTip(0), first.path());
}

TEST_F(Tabs, ThemeAndLanguageAreThoseOfAllPages) {
    MainWindow& first = open(model("a.onnx"));
    MainWindow& second = open(model("b.onnx"));
    const bool dark = second.graph().theme().isDark;
    const QString find = first.action("find")->text();
    press(Qt::Key_D, kCtrlShift);
    press(Qt::Key_L, kCtrlShift);
    QApplication::processEvents();
    EXPECT_EQ(second.graph().theme().isDark, !dark);
    EXPECT_NE(second.action("find")->text(), find);
    click(0);
    EXPECT_EQ(first.graph().theme().isDark, !dark);
    EXPECT_EQ(first.action("theme")->isChecked(), !dark);
    EXPECT_EQ(first.action("find")->text(), second.action("find")->text());
    // The language does not go with the page that it was chosen in.
    click(1, Qt::MiddleButton);
    QApplication::processEvents();
    EXPECT_NE(first.action("find")->text(), find);
    press(Qt::Key_L, kCtrlShift);
    press(Qt::Key_D, kCtrlShift);
    QApplication::processEvents();
    EXPECT_EQ(first.action("find")->text(), find);
    EXPECT_EQ(first.graph().theme().isDark, dark);
}

TEST_F(Tabs, ANewTabBeginsAsTheOneInFrontIs) {
    MainWindow& first = open(model("a.onnx"));
    auto* device = first.panel("providers")->findChild<QComboBox*>(QStringLiteral("option_device"));
    device->setCurrentText(QStringLiteral("npu"));
    Q_EMIT device->activated(device->currentIndex());
    first.dock("partitions")->hide();
    press(Qt::Key_U, kCtrl);
    ASSERT_TRUE(waitFor([&] { return !first.document().jobs().isRunning(); }));
    MainWindow& second = open(model("b.onnx"));
    EXPECT_EQ(second.document().providers()[0]->info().device, "npu");
    EXPECT_TRUE(second.dock("partitions")->isHidden());
    EXPECT_FALSE(second.dock("inspector")->isHidden());
    EXPECT_TRUE(second.action("names")->isChecked());
    EXPECT_NEAR(second.dock("inspector")->width(), first.dock("inspector")->width(), 2);
}

TEST_F(Tabs, FloatingPanelsGoWithTheirPage) {
    MainWindow& first = open(model("a.onnx"));
    first.dock("nodes")->setFloating(true);
    ASSERT_TRUE(first.dock("nodes")->isVisible());
    open(model("b.onnx"));
    EXPECT_FALSE(first.dock("nodes")->isVisible());
    click(0);
    EXPECT_TRUE(first.dock("nodes")->isVisible());
    EXPECT_TRUE(first.dock("nodes")->isFloating());
}

TEST_F(Tabs, AHeightThatIsLentToAPanelIsGivenBackAfterALookAtAnotherTab) {
    MainWindow& first = open(kSample);
    open(model("b.onnx"));
    click(0);
    QTest::qWait(300);
    const int before = first.dock("fallback")->height();
    press(Qt::Key_T, kCtrlShift);
    ASSERT_TRUE(waitFor([&] { return first.document().runs().result() != nullptr; }));
    ASSERT_TRUE(waitFor([&] { return first.dock("timeline")->height() > before + 50; }));
    click(1);
    QTest::qWait(100);
    click(0);
    QTest::qWait(300);
    EXPECT_GT(first.dock("timeline")->height(), before + 50);
    first.dock("fallback")->raise();
    EXPECT_TRUE(waitFor([&] { return std::abs(first.dock("fallback")->height() - before) < 4; }))
        << first.dock("fallback")->height() << " was " << before;
}

TEST_F(Tabs, FilesOfOneNameAreToldApartByTheirFolders) {
    std::filesystem::create_directory(files / "left");
    std::filesystem::create_directory(files / "right");
    open(model("left/m.onnx"));
    open(model("right/m.onnx"));
    EXPECT_EQ(tabs(),
              QStringList({QStringLiteral("m.onnx — left"), QStringLiteral("m.onnx — right")}));
    open(model("a&b.onnx"));
    EXPECT_EQ(bar().tabText(2), QStringLiteral("a&&b.onnx")); // no shortcut
}

TEST_F(Tabs, ManyTabsDoNotMakeTheWindowWider) {
    for (int i = 0; i < 9; ++i)
        open(model(("a_rather_long_name_of_a_model_" + std::to_string(i) + ".onnx").c_str()));
    window.resize(1024, 768);
    QApplication::processEvents();
    EXPECT_LE(window.width(), 1024);
    EXPECT_LE(window.minimumSizeHint().width(), 800);
    EXPECT_EQ(bar().width(), window.width());
    for (int tab = 0; tab < bar().count(); ++tab)
        EXPECT_GE(bar().tabRect(tab).width(), 100); // enough of the name is left
    // The tab in front is in sight.
    EXPECT_TRUE(bar().rect().contains(bar().tabRect(bar().currentIndex()).center()));
    press(Qt::Key_Tab, kCtrl);
    EXPECT_TRUE(bar().rect().contains(bar().tabRect(0).center()));
}

TEST_F(Tabs, WhatIsDroppedOpensInTabs) {
    const auto url = [&](const char* name) { return QUrl::fromLocalFile(model(name)); };
    drop(page(), {url("a.onnx")});
    ASSERT_TRUE(waitFor([&] { return nameOf(page()) == "a.onnx"; }));
    drop(window, {url("b.onnx")}); // beside the page: on the tabs
    ASSERT_TRUE(waitFor([&] { return nameOf(page()) == "b.onnx"; }));
    EXPECT_EQ(window.count(), 2);
    drop(page(), {url("c.onnx"), url("d.onnx"), url("e.onnx")});
    EXPECT_EQ(window.count(), 5);
    EXPECT_TRUE(waitFor([&] { return nameOf(page()) == "e.onnx"; }));
    // Two are compared, if the user wants it, in a tab of the second one.
    drop(page(), {url("a.onnx"), url("f.onnx")});
    QMessageBox* box = nullptr;
    ASSERT_TRUE(waitFor([&] { return (box = window.findChild<QMessageBox*>()) != nullptr; }));
    test::clickButton(*box, QStringLiteral("Compare"));
    EXPECT_EQ(window.count(), 6);
    EXPECT_TRUE(
        waitFor([&] { return nameOf(page()) == "f.onnx" && page().document().state().beside; }));
}

TEST_F(Tabs, TheWindowKeepsItsPlaceAndThePanelsOfThePageInFront) {
    MainWindow& first = open(model("a.onnx"));
    open(model("b.onnx"));
    first.dock("partitions")->hide(); // behind
    page().dock("log")->hide();
    window.resize(780, 560); // a place that the screen has
    window.close();
    const TabbedWindow next(*makeProviders({}));
    EXPECT_EQ(next.size(), window.size());
    EXPECT_TRUE(next.current().dock("log")->isHidden());
    EXPECT_FALSE(next.current().dock("partitions")->isHidden());
}

TEST_F(Tabs, AFileFromTheDesktopOpensATabInTheWindowThatWasUsedLast) {
    open(model("first.onnx"));
    TabbedWindow& other = window.openWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&other));
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    openInFront({model("second.onnx"), model("third.onnx")});
    ASSERT_TRUE(waitFor([&] { return page().path().endsWith(QStringLiteral("third.onnx")); }));
    EXPECT_EQ(window.count(), 3);
}

} // namespace
} // namespace partita
