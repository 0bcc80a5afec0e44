#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/data/random_feeds.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// A model with inputs of these types.
Model taking(const std::string& inputs) {
    return test::modelFromText("<ir_version: 9, opset_import: [\"\" : 18]>\ng (" + inputs +
                               ") => (float out) { out = Constant <value_float = 1.0> () }");
}

std::string feedsRefusal(const std::string& inputs,
                         const std::map<std::string, std::int64_t>& sizes = {}) {
    const auto feeds = randomFeeds(taking(inputs), 0, sizes);
    return feeds ? "" : feeds.error().message();
}

TEST(RandomFeeds, TheSameSeedGivesTheSameNumbers) {
    const Model model = taking("float[2,3] x, int64[4] n");
    const auto one = randomFeeds(model, 7), two = randomFeeds(model, 7),
               other = randomFeeds(model, 8);
    ASSERT_TRUE(one && two && other);
    EXPECT_EQ(elements(one->at("x").tensor)->text(), elements(two->at("x").tensor)->text());
    EXPECT_NE(elements(one->at("x").tensor)->text(), elements(other->at("x").tensor)->text());
    EXPECT_EQ(one->at("n").tensor.dims, std::vector<std::int64_t>{4});
}

TEST(RandomFeeds, EveryTypeGetsNumbersOfItsRange) {
    for (const char* type :
         {"float", "double", "float16", "bfloat16", "int64", "uint64", "int32", "uint32", "int16",
          "uint16", "int8", "uint8", "bool", "complex64", "complex128", "float8e4m3fn",
          "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz"}) {
        SCOPED_TRACE(type);
        const auto feeds = randomFeeds(taking(std::string(type) + "[6,7] x"), 3);
        ASSERT_TRUE(feeds) << feeds.error().message();
        const Tensor& tensor = feeds->at("x").tensor;
        EXPECT_EQ(tensor.dims, (std::vector<std::int64_t>{6, 7}));
        const auto numbers = elementsAsDoubles(tensor);
        ASSERT_TRUE(numbers);
        for (const double number : *numbers) {
            EXPECT_GE(number, 0);
            EXPECT_LT(number, 100);
        }
        EXPECT_NE(*std::ranges::min_element(*numbers), *std::ranges::max_element(*numbers));
    }
    const auto words = randomFeeds(taking("string[5] x"), 3);
    ASSERT_TRUE(words);
    EXPECT_EQ(words->at("x").tensor.strings.size(), 5U);
    const auto packed = randomFeeds(taking("int4[5] x, uint4[3] y"), 3);
    ASSERT_TRUE(packed) << packed.error().message();
    EXPECT_EQ(elements(packed->at("x").tensor)->size(), 3U);
}

TEST(RandomFeeds, AnInputWithoutATensorOfKnownRankIsRefusedByName) {
    using ::testing::HasSubstr;
    EXPECT_THAT(feedsRefusal("seq(float[2]) s"), HasSubstr("input 's'"));
    EXPECT_THAT(feedsRefusal("float[] n"), HasSubstr("known rank"));
    EXPECT_THAT(feedsRefusal("float u"), ::testing::IsEmpty());
}

TEST(RandomFeeds, GigabytesAreRefusedBeforeTheyAreMade) {
    using ::testing::HasSubstr;
    EXPECT_THAT(feedsRefusal("int64[1000000000] x"), HasSubstr("input 'x'"));
    EXPECT_THAT(feedsRefusal("float[4294967296,4294967296] x"), HasSubstr("--inputs"));
    EXPECT_THAT(feedsRefusal("string[100000000] x"), HasSubstr("too large"));
    // One input would be accepted; both together are too large.
    EXPECT_THAT(feedsRefusal("uint8[700000000] x, uint8[700000000] y"), HasSubstr("too large"));
}

TEST(RandomFeeds, TheRemedyNamesTheSymbol) {
    EXPECT_EQ(feedsRefusal("float[n,3] x"), "");
    EXPECT_THAT(feedsRefusal("float[n,3] x", {{"n", 1'000'000'000'000}}),
                ::testing::HasSubstr("--dim n="));
}

} // namespace
} // namespace partita
