#include <QLabel>
#include <cstdlib>

#include "core/onnx/write.h"
#include "tests/support/window.h"
#include "views/run_controller.h"

namespace partita {
namespace {

using test::kSample;

/// The window with the runner at fault: 'c'rashing or 'l'ooping.
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

TEST_F(Runner, AProviderThatDoesNotComeBackIsCancelled) {
    open(kSample);
    fail("loop");
    window.document().runs().run({});
    QTest::qWait(50);
    ASSERT_TRUE(window.document().jobs().isRunning());
    window.document().jobs().cancel();
    EXPECT_FALSE(window.document().jobs().isRunning());
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
