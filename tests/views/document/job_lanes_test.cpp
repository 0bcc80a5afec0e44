// Pictures and work of a document have separate lanes; documents share no options; every window
// shows the log of all documents.

#include <QComboBox>
#include <QPlainTextEdit>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <cstdlib>

#include "core/base/log.h"
#include "tests/support/window.h"

namespace partita {
namespace {

using test::kSample;

class Lanes : public test::Window {
protected:
    ~Lanes() override { ::unsetenv("PARTITA_RUNNER_FAULT"); }
    DocumentController& document() { return window.document(); }
    JobRunner& lane(Lane lane) { return document().jobs()[lane]; }
    /// Starts a run that does not end by itself.
    void runForever() {
        open(kSample);
        ::setenv("PARTITA_RUNNER_FAULT", "loop", 1);
        document().runs().run({});
        QTest::qWait(50);
        ASSERT_TRUE(lane(Lane::work).isRunning());
    }
    void showNames() {
        QSignalSpy painted(&document(), &DocumentController::sceneChanged);
        QTest::keyClick(&window, Qt::Key_U, Qt::ControlModifier);
        ASSERT_TRUE(waitFor([&] { return painted.count() > 0; }));
    }
    QString status() {
        QString text;
        for (const auto* label : window.statusBar()->findChildren<QLabel*>())
            text += label->text();
        return text;
    }
};

TEST_F(Lanes, ARunGoesOnWhileThePictureChanges) {
    open(kSample);
    QSignalSpy painted(&document(), &DocumentController::sceneChanged);
    document().runs().run({});
    QTest::keyClick(&window, Qt::Key_U, Qt::ControlModifier);
    ASSERT_TRUE(lane(Lane::work).isRunning());
    ASSERT_TRUE(waitFor([&] { return document().runs().result() && painted.count() > 0; }));
    EXPECT_FALSE(document().runs().result()->best.outputs.empty());
}

TEST_F(Lanes, ARunKeepsTheProvidersThatItBeganWith) {
    open(kSample);
    QSignalSpy placed(&document(), &DocumentController::partitioningChanged);
    document().runs().run({});
    document().setProviders(*withOption(document().providers(), "device", "npu"));
    ASSERT_TRUE(waitFor([&] { return document().runs().result() && placed.count() > 0; }));
    const auto& timeline = document().runs().result()->timeline;
    ASSERT_TRUE(timeline);
    ASSERT_FALSE(timeline->streams.empty());
    EXPECT_EQ(timeline->streams[0].device, "ascend310");
    EXPECT_EQ(document().partitioning().summary.byProvider[0], 59U);
}

TEST_F(Lanes, AnOptionBelongsToTheWindowThatItIsChosenIn) {
    const ProviderList shared = *makeProviders({});
    MainWindow first(shared, makeJudges()), second(shared, makeJudges());
    auto* device = first.panel("providers")->findChild<QComboBox*>(QStringLiteral("option_device"));
    ASSERT_TRUE(device);
    device->setCurrentText(QStringLiteral("npu"));
    Q_EMIT device->activated(device->currentIndex());
    EXPECT_TRUE(waitFor([&] { return first.document().providers()[0]->info().device == "npu"; }));
    EXPECT_EQ(second.document().providers()[0]->info().device, "ascend310");
}

TEST_F(Lanes, ASimplificationGoesOnWhileThePictureChanges) {
    open(kSample);
    document().simplifier().start();
    QTest::keyClick(&window, Qt::Key_U, Qt::ControlModifier);
    ASSERT_TRUE(lane(Lane::work).isRunning());
    EXPECT_TRUE(waitFor([&] { return document().simplifier().history() != nullptr; }));
}

TEST_F(Lanes, APictureThatTakesThePlaceOfAnotherDoesNotLoseItsPlacement) {
    open(kSample);
    document().setExcluded(node("stem/conv"), "npu", true);
    document().setLabels(true, false);
    ASSERT_TRUE(waitFor([&] { return !document().jobs().isRunning(); }));
    EXPECT_EQ(document().partitioning().summary.byProvider[1], 2U);
}

TEST_F(Lanes, APictureThatTakesThePlaceOfAnotherDoesNotLoseItsModel) {
    open(kSample);
    document().simplifier().start();
    ASSERT_TRUE(waitFor([&] { return !document().jobs().isRunning(); }));
    const std::size_t simplified = countNodes(document().model());
    document().simplifier().goTo(0);
    document().setLabels(true, false);
    ASSERT_TRUE(waitFor([&] { return !document().jobs().isRunning(); }));
    EXPECT_GT(countNodes(document().model()), simplified);
}

TEST_F(Lanes, AFileThatIsBeingOpenedIsOpenedThoughThePictureChanges) {
    open(kSample);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("other.onnx"));
    ASSERT_TRUE(QFile::copy(kSample, path));
    window.open(path);
    document().setLabels(true, false);
    ASSERT_TRUE(waitFor([&] { return !document().jobs().isRunning(); }));
    EXPECT_EQ(document().state().path.filename(), "other.onnx");
}

TEST_F(Lanes, TheStatusLineTellsOfTheRunAndCancelsIt) {
    runForever();
    auto* cancel = window.findChild<QToolButton*>(QStringLiteral("cancelButton"));
    ASSERT_TRUE(waitFor([&] { return cancel->isVisible(); }));
    showNames();
    EXPECT_TRUE(cancel->isVisible());
    EXPECT_TRUE(status().contains(QStringLiteral("Running…"))) << status().toStdString();
    cancel->click();
    EXPECT_FALSE(lane(Lane::work).isRunning());
    EXPECT_FALSE(cancel->isVisible());
    EXPECT_TRUE(status().contains(QStringLiteral("59 nodes"))) << status().toStdString();
}

TEST_F(Lanes, TheCommandCancelsTheRunAndNotThePicture) {
    runForever();
    document().setLabels(true, false);
    ASSERT_TRUE(lane(Lane::picture).isRunning());
    QTest::keyClick(&window, Qt::Key_Period, Qt::ControlModifier);
    EXPECT_FALSE(lane(Lane::work).isRunning());
    EXPECT_TRUE(lane(Lane::picture).isRunning());
}

TEST_F(Lanes, ARunOfAModelThatIsNotShownAnyMoreIsCancelled) {
    open(kSample);
    document().simplifier().start();
    ASSERT_TRUE(waitFor([&] { return !document().jobs().isRunning(); }));
    ::setenv("PARTITA_RUNNER_FAULT", "loop", 1);
    document().runs().run({});
    ASSERT_TRUE(lane(Lane::work).isRunning());
    document().simplifier().goTo(0);
    EXPECT_FALSE(lane(Lane::work).isRunning());
    document().runs().run({});
    document().reload();
    EXPECT_TRUE(waitFor([&] { return !document().jobs().isRunning(); }));
}

TEST_F(Lanes, TheLogGoesToEveryWindowAndNamesTheDocument) {
    MainWindow second(*makeProviders({}), makeJudges());
    open(kSample);
    const auto textOf = [](MainWindow& each) {
        return each.panel("log")->findChild<QPlainTextEdit*>()->toPlainText();
    };
    for (MainWindow* each : {&window, &second})
        EXPECT_TRUE(waitFor([&] {
            return textOf(*each).contains(QStringLiteral("detector.onnx: opened"));
        })) << textOf(*each).toStdString();
    second.open(QStringLiteral("/nowhere/missing.onnx"));
    EXPECT_TRUE(waitFor([&] {
        return textOf(window).contains(QStringLiteral("error: missing.onnx: "));
    })) << textOf(window).toStdString();
}

TEST_F(Lanes, TheLogSpeaksTheLanguageOfTheWindow) {
    window.setLanguage(QStringLiteral("zh_CN"));
    open(kSample);
    const auto* text = window.panel("log")->findChild<QPlainTextEdit*>();
    EXPECT_TRUE(waitFor([&] {
        return text->toPlainText().contains(QStringLiteral("信息: detector.onnx: 已打开"));
    })) << text->toPlainText().toStdString();
    window.setLanguage(QStringLiteral("en"));
}

TEST(Log, ListenersComeAndGoAndHearWhatALineIsAbout) {
    std::vector<std::string> first, second;
    const auto hear = [](std::vector<std::string>& lines) {
        return [&lines](const LogLine& line) {
            lines.push_back(std::string(line.about) + ": " + line.text.text());
        };
    };
    const LogListener one(hear(first));
    {
        const LogListener two(hear(second));
        const LogSubject outer("a.onnx");
        log(LogLevel::warning, Message("first"));
        const LogSubject inner("b.onnx");
        log(LogLevel::warning, Message("second"));
    }
    log(LogLevel::warning, Message("third"));
    EXPECT_EQ(second, (std::vector<std::string>{"a.onnx: first", "b.onnx: second"}));
    EXPECT_EQ(first, (std::vector<std::string>{"a.onnx: first", "b.onnx: second", ": third"}));
}

} // namespace
} // namespace partita
