#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/json.h"

namespace partita {
namespace {

TEST(Json, ReadsADocument) {
    const auto read = parseJson(R"({"a": [1, 2.5, "x", null, true]})");
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ((*read)["a"].size(), 5U);
}

TEST(Json, SaysWhereItIsWrong) {
    const auto read = parseJson("{\n  \"a\": 1,\n}");
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().message(), ::testing::HasSubstr("line 3"));
    EXPECT_FALSE(parseJson(""));
    EXPECT_FALSE(parseJson("1 2"));
}

TEST(Json, TakesAHundredLevelsAndNoMore) {
    const auto nested = [](std::size_t levels) {
        return parseJson(std::string(levels, '[') + std::string(levels, ']'));
    };
    EXPECT_TRUE(nested(100));
    EXPECT_FALSE(nested(101));
    const auto deep = parseJson(std::string(1 << 20, '['));
    ASSERT_FALSE(deep);
    EXPECT_THAT(deep.error().message(), ::testing::HasSubstr("deeper than 100 levels"));
    std::string objects;
    for (int i = 0; i < 1000; ++i)
        objects += "{\"a\":";
    EXPECT_THAT(parseJson(objects).error().message(), ::testing::HasSubstr("deeper"));
}

TEST(Json, BsonIsBoundedInTheSameWay) {
    const auto bytes = [](const std::vector<std::uint8_t>& document) {
        return parseBson(std::as_bytes(std::span(document)));
    };
    const nlohmann::json flat = {{"a", 1}, {"b", {{"c", "d"}}}};
    EXPECT_EQ(*bytes(nlohmann::json::to_bson(flat)), flat);
    std::vector<std::uint8_t> deep; // each level: a size, then a document as entry ""
    for (int level = 0; level < 200'000; ++level)
        deep.insert(deep.end(), {0xFF, 0xFF, 0xFF, 0x7F, 3, 0});
    const auto read = bytes(deep);
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().message(), ::testing::HasSubstr("deeper"));
    EXPECT_FALSE(bytes({}));
}

} // namespace
} // namespace partita
