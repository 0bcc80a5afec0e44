#include <gtest/gtest.h>

#include <csignal>
#include <fstream>

#include <unistd.h>

#include "core/base/child_process.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using namespace std::chrono_literals;

TEST(ChildProcess, GivesWhatItPrints) {
    const auto output = runChild({"cat"}, "hello", 10s, {});
    ASSERT_TRUE(output) << output.error().message();
    EXPECT_EQ(*output, "hello");
}

TEST(ChildProcess, OneThatDoesNotReadIsNoSignalForThisProgram) {
    EXPECT_TRUE(runChild({"true"}, std::string(std::size_t{10} << 20, 'x'), 10s, {}));
}

TEST(ChildProcess, OneThatPrintsForEverIsEnded) {
    const auto output = runChild({"yes"}, "", 60s, {});
    ASSERT_FALSE(output);
    EXPECT_EQ(output.error().code, Errc::unsupported);
}

TEST(ChildProcess, HasABoundOfMemory) {
    const auto output = runChild({"sh", "-c", "sleep 0.1; ulimit -v"}, "", 10s, {});
    ASSERT_TRUE(output);
    EXPECT_EQ(*output, "2097152\n");
}

TEST(ChildProcess, OneThatClosesItsOutputAndLivesOnIsEndedInTime) {
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_FALSE(runChild({"sh", "-c", "exec >&-; sleep 20"}, "", 300ms, {}));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
    EXPECT_TRUE(runChild({"sh", "-c", "exec >&-; sleep 0.1"}, "", 20s, {}));
}

TEST(ChildProcess, WhatItStartedEndsWithIt) {
    const test::TemporaryFolder folder;
    const std::string file = (folder / "child").string();
    ASSERT_FALSE(
        runChild({"sh", "-c", "sleep 1000 & echo $! > " + file + "; wait"}, "", 300ms, {}));
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

} // namespace
} // namespace partita
