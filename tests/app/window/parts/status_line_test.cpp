// What the status bar tells of the document, and how it gives way in a narrow window.

#include <QLabel>
#include <QThread>

#include "app/window/parts/dock_tabs.h"
#include "app/window/parts/status_line.h"
#include "app/window/parts/status_parts.h"
#include "core/onnx/write.h"
#include "tests/support/dialogs.h"
#include "views/text/qt_text.h"

namespace partita {
namespace {

class StatusBar : public test::OperatedWindow {
protected:
    QStringList shown() {
        QStringList texts;
        for (const auto* label : window.statusBar()->findChildren<QLabel*>())
            if (label->isVisible() && !label->text().isEmpty())
                texts += label->text();
        return texts;
    }
    QLabel* label(const QString& start) {
        for (auto* each : window.statusBar()->findChildren<QLabel*>())
            if (each->isVisible() && each->text().startsWith(start))
                return each;
        return nullptr;
    }
};

TEST_F(StatusBar, TellsTheParametersWhetherItIsSavedAndTheDevice) {
    open(test::kSample);
    window.resize(1600, 900);
    EXPECT_TRUE(waitFor([&] { return shown().contains(QStringLiteral("Saved")); }));
    EXPECT_TRUE(label(QStringLiteral("Device: "))) << shown().join(QLatin1Char('|')).toStdString();
    EXPECT_TRUE(shown().filter(QStringLiteral(" parameters, ")).size() == 1);
    EXPECT_TRUE(label(QStringLiteral("Opened in ")));
    window.document().setProviders(*makeProviders({{}, "ascend910", {}}));
    ASSERT_TRUE(idle());
    EXPECT_TRUE(waitFor([&] { return label(QStringLiteral("Device: ascend910")) != nullptr; }));
    window.document().setCurrentNode(node("stem/conv"));
    EXPECT_TRUE(label(QStringLiteral("selected: stem/conv")));
}

TEST_F(StatusBar, ManySelectedNodesAreCountedAsElsewhere) {
    const test::TemporaryFolder folder;
    const auto path = folder / "large.onnx";
    ASSERT_TRUE(writeModel(test::largeModel(1200), path, {}));
    open(QString::fromStdString(path.string()));
    window.resize(1600, 900);
    const Model& model = window.document().model();
    const std::vector<NodeId> all = model.topologicalOrder(model.mainGraph());
    ASSERT_GT(all.size(), 1000U);
    window.document().selectNodes(all);
    const QString count = countText(all.size());
    ASSERT_EQ(count.size(), 5) << count.toStdString();
    EXPECT_TRUE(waitFor([&] { return label(count + QStringLiteral(" selected: ")) != nullptr; }))
        << shown().join(QLatin1Char('|')).toStdString();
}

TEST_F(StatusBar, SaysWhatIsNotSavedAndLeadsToTheHistory) {
    open(test::kSample);
    window.action("editMode")->trigger();
    window.document().setCurrentNode(node("stem/conv"));
    window.action("deleteSelection")->trigger();
    ASSERT_TRUE(idle());
    QLabel* state = nullptr;
    ASSERT_TRUE(waitFor([&] { return (state = label(QStringLiteral("Not saved"))) != nullptr; }));
    QTest::mouseClick(state, Qt::LeftButton);
    EXPECT_TRUE(isInFront(*window.dock("history")));
    window.action("undo")->trigger();
    ASSERT_TRUE(idle());
    EXPECT_TRUE(waitFor([&] { return label(QStringLiteral("Saved")) != nullptr; }));
}

TEST_F(StatusBar, SaysHowLongALongJobWillTake) {
    using std::chrono::milliseconds;
    EXPECT_TRUE(StatusLine::timeLeft(milliseconds(1000), 0.5).isEmpty()) << "it is too early";
    EXPECT_TRUE(StatusLine::timeLeft(milliseconds(9000), 0.001).isEmpty());
    EXPECT_EQ(StatusLine::timeLeft(milliseconds(9000), 0.5), QStringLiteral("about 10 s left"));
    EXPECT_EQ(StatusLine::timeLeft(milliseconds(60000), 0.25), QStringLiteral("about 3 min left"));
    window.document().jobs()[Lane::work].start<int>(
        QStringLiteral("Thinking"),
        [](const Progress& progress) -> Result<int> {
            while (!progress.cancelled()) {
                progress.at(0.5);
                QThread::msleep(20);
            }
            return 1;
        },
        [](const Result<int>&) {});
    EXPECT_TRUE(waitFor([&] {
        return label(QStringLiteral("Thinking… about 5 s left")) != nullptr;
    })) << shown().join(QLatin1Char('|')).toStdString();
    window.document().jobs()[Lane::work].cancel();
}

TEST_F(StatusBar, TheTimeLeftCountsFromTheBeginningOfTheJobThatIsShown) {
    JobLanes& jobs = window.document().jobs();
    const auto stays = [](const Progress& progress) -> Result<int> {
        while (!progress.cancelled()) {
            progress.at(0.1);
            QThread::msleep(20);
        }
        return 1;
    };
    const auto ignore = [](const Result<int>&) {};
    jobs[Lane::work].start<int>(QStringLiteral("Thinking"), stays, ignore);
    // One tenth after more than two seconds: about 20 s are left.
    ASSERT_TRUE(waitFor([&] { return label(QStringLiteral("Thinking… about ")) != nullptr; }));
    const auto secondsLeft = [&] {
        const QLabel* shown = label(QStringLiteral("Thinking… about "));
        return shown ? shown->text().section(QLatin1Char(' '), 2, 2).toInt() : 0;
    };
    EXPECT_GE(secondsLeft(), 18);
    // A shorter job is shown for a moment, and says nothing of the time of the first.
    jobs[Lane::save].start<int>(QStringLiteral("Writing"), stays, ignore);
    ASSERT_TRUE(waitFor([&] { return label(QStringLiteral("Writing…")) != nullptr; }));
    EXPECT_EQ(label(QStringLiteral("Writing…"))->text(), QStringLiteral("Writing…"));
    QElapsedTimer since;
    since.start();
    jobs[Lane::save].cancel();
    ASSERT_TRUE(waitFor([&] { return secondsLeft() > 0; }));
    EXPECT_LT(since.elapsed(), 1500) << "it did not begin anew";
    EXPECT_GE(secondsLeft(), 18);
    jobs[Lane::work].cancel();
}

TEST_F(StatusBar, AMergeIsNoMissingModel) {
    EXPECT_EQ(shown(), QStringList{QStringLiteral("No model")});
    window.startMerge({});
    EXPECT_EQ(shown(), QStringList{QStringLiteral("Merge of context models")});
}

TEST_F(StatusBar, ANarrowWindowKeepsWhatSaysMost) {
    open(test::kSample);
    window.document().setCurrentNode(node("stem/conv"));
    window.resize(1024, 768);
    ASSERT_TRUE(
        waitFor([&] { return window.width() == 1024 && !label(QStringLiteral("Opened")); }));
    EXPECT_TRUE(label(QStringLiteral("Saved")) && label(QStringLiteral("Device")));
    EXPECT_TRUE(shown().front().contains(QStringLiteral("nodes placed")));
    EXPECT_TRUE(label(QStringLiteral("selected")));
}

TEST(StatusParts, TheLeastImportantOnesGoFirstAndTheLastOneIsCut) {
    StatusParts parts;
    parts.setParts({{QStringLiteral("first of all")},
                    {QStringLiteral("a number"), {}, 2},
                    {QStringLiteral("a name that may be long"), {}, 1}});
    parts.show();
    const auto shown = [&](int width) {
        parts.resize(width, 24);
        QStringList texts;
        for (const auto* each : parts.findChildren<QLabel*>())
            if (!each->isHidden())
                texts += each->text().left(7);
        return texts.join(QLatin1Char('|'));
    };
    const int all = parts.sizeHint().width();
    EXPECT_EQ(shown(all), QStringLiteral("first o|a numbe|a name "));
    EXPECT_EQ(shown(all - 60), QStringLiteral("first o|a name "));
    EXPECT_EQ(shown(60), QStringLiteral("first o"));
    for (const auto* each : parts.findChildren<QLabel*>())
        EXPECT_TRUE(each->isHidden() || each->geometry().right() <= 60);
}

} // namespace
} // namespace partita
