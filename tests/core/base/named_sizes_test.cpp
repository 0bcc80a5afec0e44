#include "core/base/named_sizes.h"

#include <gtest/gtest.h>

namespace partita {
namespace {

using Texts = std::vector<std::string>;

TEST(NamedSizes, AreANameAndASizeEach) {
    const auto sizes = namedSizes(Texts{"batch=4", " length = 128 "}, 1);
    ASSERT_TRUE(sizes) << sizes.error().message();
    EXPECT_EQ(*sizes, (std::map<std::string, std::int64_t>{{"batch", 4}, {"length", 128}}));
    EXPECT_TRUE(namedSizes(Texts{"batch=0"}, 0));
}

TEST(NamedSizes, AnythingElseIsRefusedByItsText) {
    for (const char* wrong : {"", "batch", "=4", " =4", "batch=", "batch=four", "batch=4.5",
                              "batch=-1", "batch=0", "batch=99999999999999999999"}) {
        const auto sizes = namedSizes(Texts{wrong}, 1);
        ASSERT_FALSE(sizes) << wrong;
        EXPECT_NE(sizes.error().message().find(std::string("'") + wrong + "'"), std::string::npos);
    }
}

TEST(NamedSizes, ANameHasOneSize) {
    const auto sizes = namedSizes(Texts{"batch=4", "batch=8"}, 1);
    ASSERT_FALSE(sizes);
    EXPECT_NE(sizes.error().message().find("'batch' has two sizes"), std::string::npos);
}

TEST(Sizes, OfAShapeAreNumbersFrom0On) {
    EXPECT_EQ(sizesIn("1,3, 224,0"), (std::vector<std::int64_t>{1, 3, 224, 0}));
    for (const char* wrong : {"", "1,", ",1", "1,-1", "1,x", "1;2", "99999999999999999999"})
        EXPECT_FALSE(sizesIn(wrong)) << wrong;
}

} // namespace
} // namespace partita
