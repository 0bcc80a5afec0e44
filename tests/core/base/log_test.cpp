#include <gtest/gtest.h>
#include <thread>
#include <vector>

#include "core/base/held_log.h"

namespace partita {
namespace {

TEST(Log, LinesThatAreHeldBackAreNotSentAndThoseOfOtherThreadsAre) {
    std::vector<std::string> heard;
    const LogListener listener([&](const LogLine& line) { heard.push_back(line.text.text()); });
    HeldLines outer, inner;
    {
        const LogHolder holdsAll(outer);
        log(LogLevel::warning, PARTITA_TEXT("one"));
        {
            const LogHolder holdsSome(inner);
            log(LogLevel::error, PARTITA_TEXT("two"));
        }
        std::thread([] { log(LogLevel::warning, PARTITA_TEXT("three")); }).join();
    }
    log(LogLevel::warning, PARTITA_TEXT("four"));
    EXPECT_EQ(heard, (std::vector<std::string>{"three", "four"}));
    ASSERT_EQ(outer.size(), 1U);
    EXPECT_EQ(outer[0].second.text(), "one");
    ASSERT_EQ(inner.size(), 1U);
    EXPECT_EQ(inner[0].first, LogLevel::error);
    EXPECT_EQ(inner[0].second.text(), "two");
}

} // namespace
} // namespace partita
