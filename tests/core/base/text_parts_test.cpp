#include <gtest/gtest.h>

#include "core/base/text_parts.h"

namespace partita {
namespace {

using Parts = std::vector<std::string>;
using Pair = std::pair<std::string, std::string>;

TEST(TextParts, AreOneMoreThanTheSeparators) {
    EXPECT_EQ(splitText("", ','), Parts{""});
    EXPECT_EQ(splitText("a", ','), Parts{"a"});
    EXPECT_EQ(splitText("a,,b,", ','), (Parts{"a", "", "b", ""}));
}

TEST(TextParts, ThatTogetherAreAKnownNameAreOneName) {
    const auto names = [](const char* text) {
        return splitNames(text, [](const std::string& name) {
            return name == "a,b" || name == "a,b,c" || name == "b";
        });
    };
    EXPECT_EQ(names("b"), Parts{"b"});
    EXPECT_EQ(names("a,b"), Parts{"a,b"});
    EXPECT_EQ(names("a,b,c,b"), (Parts{"a,b,c", "b"}));
    EXPECT_EQ(names("x,a,b,x"), (Parts{"x", "a,b", "x"}));
    EXPECT_EQ(names(""), Parts{""});
}

TEST(TextParts, OfAPairAreApartAtTheFirstSeparator) {
    EXPECT_EQ(splitPair("key=a=b"), Pair("key", "a=b"));
    EXPECT_EQ(splitPair("key="), Pair("key", ""));
    EXPECT_EQ(splitPair("key"), std::nullopt);
    EXPECT_EQ(splitPair("=value"), std::nullopt);
}

} // namespace
} // namespace partita
