#include "core/base/escaped_text.h"

#include <gtest/gtest.h>

#include "core/base/line_text.h"

namespace partita {
namespace {

TEST(VisibleText, WhatATerminalObeysIsWrittenAsInJson) {
    EXPECT_EQ(visibleText("plain 中文 é …"), "plain 中文 é …");
    EXPECT_EQ(visibleText("\x1b[31mred\a\x7f"), "\\u001b[31mred\\u0007\\u007f");
    EXPECT_EQ(visibleText("a\nb\tc\rd"), "a\\nb\\tc\\rd");
    EXPECT_EQ(visibleText(std::string_view("a\0b", 3)), "a\\u0000b");
    EXPECT_EQ(visibleText("\u009b1m"), "\\u009b1m"); // the same as ESC [
    EXPECT_EQ(visibleText("a\u202eb\u2066c\u2028d"), "a\\u202eb\\u2066c\\u2028d");
}

TEST(VisibleText, EndsOfLinesStayWhereALineIsPrinted) {
    EXPECT_EQ(visibleText("a\tb\n\x1b\r", LineEnds::kept), "a\tb\n\\u001b\\r");
}

TEST(VisibleText, WhatIsNoUtf8IsReplaced) {
    const std::string mark = "\xEF\xBF\xBD";
    EXPECT_EQ(visibleText("a\x9b"
                          "b\xff"),
              "a" + mark + "b" + mark);                         // C1 in 8 bits
    EXPECT_EQ(visibleText("\xc0\x9b"), mark + mark);            // ESC [ in two bytes too many
    EXPECT_EQ(visibleText("\xed\xa0\x80"), mark + mark + mark); // half a pair
    EXPECT_EQ(visibleText("\xe4\xb8"), mark + mark);            // cut off
    EXPECT_EQ(visibleText("\xf4\x90\x80\x80"), mark + mark + mark + mark);
    EXPECT_EQ(visibleText("\U0001F600"), "\U0001F600");
}

TEST(LastLines, ALongLineKeepsItsBeginningAndItsEnd) {
    EXPECT_EQ(lastLines("first\n\x1b[31msecond\x1b[m\n\n"), "first | second");
    const std::string said =
        lastLines("what failed " + std::string(5000, '.') + " [ERROR] the reason");
    EXPECT_TRUE(said.starts_with("what failed ....")) << said;
    EXPECT_TRUE(said.ends_with(".... [ERROR] the reason")) << said;
    EXPECT_NE(said.find(" … "), std::string::npos);
    EXPECT_LT(said.size(), 900U);
    std::string wide; // no character is cut in two
    for (int i = 0; i < 1000; ++i)
        wide += "中";
    EXPECT_EQ(lastLines(wide).find("\xEF\xBF\xBD"), std::string::npos);
    EXPECT_EQ(lastLines("a" + wide + "b").find("\xEF\xBF\xBD"), std::string::npos);
}

TEST(LineText, OnlyTheFormatEndsALine) {
    const std::string name = "a\n  forged \x1b[2J";
    EXPECT_EQ(lineText("{} {:>3} {:.1f} {:<4}|\n", name, 7, 0.5, "x\t"),
              "a\\n  forged \\u001b[2J   7 0.5 x\\t |\n");
}

} // namespace
} // namespace partita
