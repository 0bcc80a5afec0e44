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

std::string refusal(const std::string& inputs,
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
    EXPECT_EQ(one->at("n").tensor.dims, Dims{4});
}

TEST(RandomFeeds, GigabytesAreRefusedBeforeTheyAreMade) {
    using ::testing::HasSubstr;
    EXPECT_THAT(refusal("int64[1000000000] x"), HasSubstr("input 'x'"));
    EXPECT_THAT(refusal("float[4294967296,4294967296] x"), HasSubstr("--inputs"));
    EXPECT_THAT(refusal("string[100000000] x"), HasSubstr("too large"));
    // One input would be accepted; both together are too large.
    EXPECT_THAT(refusal("uint8[700000000] x, uint8[700000000] y"), HasSubstr("too large"));
}

TEST(RandomFeeds, TheRemedyNamesTheSymbol) {
    EXPECT_EQ(refusal("float[n,3] x"), "");
    EXPECT_THAT(refusal("float[n,3] x", {{"n", 1'000'000'000'000}}),
                ::testing::HasSubstr("--dim n="));
}

} // namespace
} // namespace partita
