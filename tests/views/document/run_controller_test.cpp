#include <QLabel>
#include <QTemporaryDir>
#include <cstdlib>

#include "core/onnx/write.h"
#include "tests/support/dialogs.h"
#include "tests/support/window.h"
#include "views/document/run_controller.h"

namespace partita {
namespace {

using test::kSample;

/// The window with a faulty runner, by the first letter of the fault: 'c'rash, 'l'oop …
class Runner : public test::Window {
protected:
    ~Runner() override { ::unsetenv("PARTITA_RUNNER_FAULT"); }
    void fail(const char* how) { ::setenv("PARTITA_RUNNER_FAULT", how, 1); }
    bool runIsDone() {
        return waitFor([&] { return !window.document().jobs().isRunning(); });
    }
};

TEST_F(Runner, AProviderThatCrashesIsAMessageAndTheWorkGoesOn) {
    open(kSample);
    QSignalSpy failed(&window.document(), &DocumentController::failed);
    fail("crash");
    window.document().runs().run({});
    ASSERT_TRUE(runIsDone());
    ASSERT_EQ(failed.count(), 1);
    EXPECT_NE(failed[0][0].value<Error>().message().find("has crashed"), std::string::npos);
    EXPECT_FALSE(window.document().runs().result());
    ::unsetenv("PARTITA_RUNNER_FAULT");
    window.document().runs().run({});
    ASSERT_TRUE(runIsDone());
    EXPECT_EQ(failed.count(), 1);
    ASSERT_TRUE(window.document().runs().result());
    EXPECT_FALSE(window.document().runs().result()->best.outputs.empty());
}

TEST_F(Runner, OnlyATimelineTakesTheHeightOfTheWindow) {
    open(kSample);
    const QWidget& panel = *window.panel("timeline");
    const auto press = [&] {
        QTest::keyClick(&window, Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        ASSERT_TRUE(runIsDone());
        QTest::qWait(1);
    };
    fail("crash");
    press();
    EXPECT_TRUE(panel.isVisible());
    EXPECT_LT(panel.height(), window.height() * 2 / 5) << "there is nothing to see";
    ::unsetenv("PARTITA_RUNNER_FAULT");
    press();
    EXPECT_TRUE(waitFor([&] { return panel.height() > window.height() * 2 / 5; }))
        << panel.height();
}

TEST_F(Runner, ThePanelsSayThatTheLastRunFailed) {
    open(kSample);
    const auto said = [&](const char* panel) { return test::labelsOf(*window.panel(panel)); };
    fail("crash");
    window.document().runs().run({});
    ASSERT_TRUE(runIsDone());
    EXPECT_TRUE(said("run").contains(QStringLiteral("The last run failed: ")));
    EXPECT_TRUE(said("run").contains(QStringLiteral("has crashed")));
    EXPECT_TRUE(said("timeline").contains(QStringLiteral("The last run failed")));
    ::unsetenv("PARTITA_RUNNER_FAULT");
    window.document().runs().run({});
    ASSERT_TRUE(runIsDone());
    EXPECT_FALSE(said("run").contains(QStringLiteral("failed")));
    fail("crash");
    window.document().runs().run({});
    ASSERT_TRUE(runIsDone());
    EXPECT_TRUE(said("run").contains(QStringLiteral("The last run failed: ")));
    EXPECT_TRUE(said("run").contains(QStringLiteral("An earlier run: <b>")));
}

TEST_F(Runner, AProviderThatDoesNotComeBackIsCancelled) {
    open(kSample);
    fail("loop");
    window.document().runs().run({});
    QTest::qWait(50);
    ASSERT_TRUE(window.document().jobs().isRunning());
    window.document().jobs().cancelAll();
    EXPECT_FALSE(window.document().jobs().isRunning());
}

TEST_F(Runner, TooLittleMemoryIsAMessage) {
    open(kSample);
    QSignalSpy failed(&window.document(), &DocumentController::failed);
    fail("memory");
    window.document().runs().run({});
    ASSERT_TRUE(runIsDone());
    ASSERT_EQ(failed.count(), 1);
    EXPECT_NE(failed[0][0].value<Error>().message().find("not enough memory"), std::string::npos);
}

TEST_F(Runner, WhatCannotBeComputedStaysAndTheRestIsSimplified) {
    const QTemporaryDir folder;
    const QString path = folder.path() + QStringLiteral("/constants.onnx");
    ASSERT_TRUE(writeModel(test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1] x) => (float[1] y) <float[1] w = {1}> {
          twice = Add(w, w)  same = Identity(x)  y = Mul(same, twice) })"),
                           path.toStdString()));
    open(path);
    QSignalSpy failed(&window.document(), &DocumentController::failed);
    fail("crash");
    window.document().simplifier().start();
    ASSERT_TRUE(runIsDone());
    ASSERT_EQ(failed.count(), 1);
    EXPECT_NE(failed[0][0].value<Error>().message().find("has crashed"), std::string::npos);
    ASSERT_TRUE(window.document().simplifier().history());
    EXPECT_EQ(countNodes(window.document().model()), 2U);
    ::unsetenv("PARTITA_RUNNER_FAULT");
    window.document().simplifier().start();
    ASSERT_TRUE(runIsDone());
    EXPECT_EQ(countNodes(window.document().model()), 1U);
}

TEST_F(Runner, AComparisonThatCrashesIsAMessageAndTheNextOneIsFine) {
    open(kSample);
    SimplifyController& simplifier = window.document().simplifier();
    simplifier.start();
    ASSERT_TRUE(runIsDone());
    ASSERT_TRUE(simplifier.history());
    const std::size_t position = simplifier.position();
    QSignalSpy failed(&window.document(), &DocumentController::failed);
    fail("crash");
    simplifier.check();
    ASSERT_TRUE(runIsDone());
    EXPECT_EQ(failed.count(), 1);
    simplifier.findDifference();
    ASSERT_TRUE(runIsDone());
    EXPECT_EQ(failed.count(), 2);
    EXPECT_FALSE(simplifier.difference());
    EXPECT_EQ(simplifier.position(), position);
    ::unsetenv("PARTITA_RUNNER_FAULT");
    simplifier.check();
    ASSERT_TRUE(runIsDone());
    ASSERT_TRUE(simplifier.difference());
    EXPECT_TRUE(simplifier.difference()->within);
    EXPECT_FALSE(simplifier.isJudgedOnCpu());
}

TEST_F(Runner, AComparisonThatDoesNotComeBackIsCancelled) {
    open(kSample);
    SimplifyController& simplifier = window.document().simplifier();
    simplifier.start();
    ASSERT_TRUE(runIsDone());
    fail("loop");
    simplifier.check();
    QTest::qWait(50);
    ASSERT_TRUE(window.document().jobs().isRunning());
    window.document().jobs().cancelAll();
    EXPECT_FALSE(window.document().jobs().isRunning());
    EXPECT_TRUE(simplifier.history());
}

TEST_F(Runner, SaysThatTheCpuComparedAModelThatIsTooLongForTheReference) {
    const QTemporaryDir folder;
    const QString path = folder.path() + QStringLiteral("/long.onnx");
    // 8192³ multiplications, in a branch that is never taken.
    ASSERT_TRUE(writeModel(test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1] x) => (float[1] y) {
          more = Greater(x, x)
          same = Identity(x)
          y = If (more) <
            then_branch = t () => (p) {
              size = Constant<value_ints = [8192, 8192]>()
              a = Expand(same, size)  b = MatMul(a, a)  p = ReduceMax<keepdims = 0>(b) },
            else_branch = e () => (q) { q = Neg(same) }> })"),
                           path.toStdString()));
    open(path);
    SimplifyController& simplifier = window.document().simplifier();
    simplifier.start();
    ASSERT_TRUE(runIsDone());
    simplifier.check();
    ASSERT_TRUE(runIsDone());
    ASSERT_TRUE(simplifier.difference());
    EXPECT_TRUE(simplifier.isJudgedOnCpu());
    QString said;
    for (const auto* label : window.panel("simplify")->findChildren<QLabel*>())
        said += label->text();
    EXPECT_TRUE(said.contains(QStringLiteral("compared on the CPU"))) << said.toStdString();
}

TEST_F(Runner, TimesBelongToTheNodesOfTheEditedModelThatTheWindowShows) {
    open(kSample);
    const NodeId norm = node("neck/norm");
    window.document().runs().run({});
    ASSERT_TRUE(runIsDone());
    ASSERT_TRUE(window.document().runs().result());
    const auto& timings = window.document().runs().result()->best.timings;
    EXPECT_FALSE(timings.empty());
    bool found = false;
    for (const NodeTiming& timing : timings) {
        ASSERT_TRUE(window.document().model().node(timing.node));
        found = found || timing.node == norm;
    }
    EXPECT_TRUE(found);
}

} // namespace
} // namespace partita
