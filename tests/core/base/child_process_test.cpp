#include <gtest/gtest.h>

#include <csignal>
#include <fstream>

#include <unistd.h>

#include "core/base/child_process.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using namespace std::chrono_literals;

using How = ChildEnd::How;

/// The end of a child that could be started.
ChildEnd endOf(ChildCommand command, ChildLimits limits = {.time = 10s}) {
    auto end = runChild(command, limits, {});
    EXPECT_TRUE(end) << end.error().message();
    return end ? *std::move(end) : ChildEnd{};
}

ChildCommand shell(std::string script) { return {.words = {"sh", "-c", std::move(script)}}; }

TEST(ChildProcess, GivesWhatItPrints) {
    const auto end = endOf({.words = {"cat"}, .input = "hello"});
    EXPECT_TRUE(end.wentWell());
    EXPECT_EQ(end.output, "hello");
}

TEST(ChildProcess, WhatItSaysOfErrorsIsOutputWhereThatIsWanted) {
    auto command = shell("echo bad >&2; exit 3");
    EXPECT_EQ(endOf(command).output, "");
    command.errorsToo = true;
    const auto end = endOf(command);
    EXPECT_EQ(end.output, "bad\n");
    EXPECT_EQ(end.number, 3);
    EXPECT_FALSE(end.wentWell());
}

TEST(ChildProcess, HasItsOwnVariablesBesideThoseOfThisProgram) {
    auto command = shell("echo $PARTITA_CHILD; test -n \"$PATH\"; env | grep -c ^HOME");
    command.variables = {"PARTITA_CHILD=here", "HOME=/nowhere"};
    const auto end = endOf(command);
    EXPECT_EQ(end.output, "here\n1\n");
    EXPECT_TRUE(end.wentWell());
}

TEST(ChildProcess, TheSignalThatEndedItIsTold) {
    const auto end = endOf(shell("echo last; kill -SEGV $$"));
    EXPECT_EQ(end.how, How::signalled);
    EXPECT_EQ(end.number, SIGSEGV);
    EXPECT_EQ(end.output, "last\n");
}

TEST(ChildProcess, OneThatDoesNotReadIsNoSignalForThisProgram) {
    EXPECT_TRUE(
        endOf({.words = {"true"}, .input = std::string(std::size_t{10} << 20, 'x')}).wentWell());
}

TEST(ChildProcess, OneThatIsNotThereIsAnError) {
    EXPECT_EQ(runChild({.words = {"/nowhere/program"}}, {.time = 10s}, {}).error().code, Errc::io);
}

TEST(ChildProcess, OneThatPrintsForEverIsEnded) {
    EXPECT_EQ(endOf({.words = {"yes"}}, {.time = 60s}).how, How::printedTooMuch);
}

TEST(ChildProcess, HasABoundOfMemory) {
    const auto end = endOf(shell("sleep 0.1; ulimit -v"), {.time = 10s, .memory = 2147483648});
    EXPECT_EQ(end.output, "2097152\n");
}

TEST(ChildProcess, OneThatClosesItsOutputAndLivesOnIsEndedInTime) {
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(endOf(shell("exec >&-; sleep 20"), {.time = 300ms}).how, How::outOfTime);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
    EXPECT_TRUE(endOf(shell("exec >&-; sleep 0.1"), {.time = 20s}).wentWell());
}

TEST(ChildProcess, WhatItLeavesRunningIsNotWaitedFor) {
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(endOf(shell("sleep 20 & echo done"), {.time = 15s}).output, "done\n");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
}

TEST(ChildProcess, WhatItStartedEndsWithIt) {
    const test::TemporaryFolder folder;
    const std::string file = (folder / "child").string();
    EXPECT_EQ(endOf(shell("sleep 1000 & echo $! > " + file + "; wait"), {.time = 300ms}).how,
              How::outOfTime);
    int process = 0;
    std::ifstream(file) >> process;
    ASSERT_GT(process, 0);
    std::string state;
    for (int i = 0; i < 100 && ::kill(process, 0) == 0; ++i) { // or not reaped by init yet
        std::ifstream status("/proc/" + std::to_string(process) + "/stat");
        std::string number, name;
        status >> number >> name >> state;
        if (state == "Z")
            return;
        ::usleep(10'000);
    }
    EXPECT_NE(::kill(process, 0), 0);
}

/// Whether the process has ended, or ends within a second.
bool ends(const std::string& file) {
    int process = 0;
    std::ifstream(file) >> process;
    EXPECT_GT(process, 0);
    for (int i = 0; i < 100; ++i) {
        std::ifstream status("/proc/" + std::to_string(process) + "/stat");
        std::string number, name, state;
        if (!(status >> number >> name >> state) || state == "Z")
            return true;
        ::usleep(10'000);
    }
    return false;
}

TEST(ChildProcess, WhatLeftItsGroupEndsByItsMark) {
    const test::TemporaryFolder folder;
    const std::string file = (folder / "child").string();
    const std::string leave = "setsid sh -c 'echo $$ > " + file + "; exec sleep 1000' & ";
    const std::string wait = "while [ ! -s " + file + " ]; do sleep 0.01; done";
    for (const std::string& rest : {wait + "; sleep 1000", wait, wait + "; kill -SEGV $$"}) {
        std::ofstream(file).close();
        auto command = shell(leave + rest);
        command.variables = {"PARTITA_MARK=" + file};
        command.mark = command.variables.front();
        endOf(command, {.time = 2s});
        EXPECT_TRUE(ends(file)) << rest;
    }
}

} // namespace
} // namespace partita
