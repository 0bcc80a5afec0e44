// What inputs hold that no .npz file gives.

#include <fstream>
#include <gtest/gtest.h>

#include "core/ir/tensor.h"
#include "core/tasks/runs/feeds.h"
#include "tests/support/models.h"

namespace partita {
namespace {

Model fedModel() {
    return test::modelFromText(
        "<ir_version: 9, opset_import: [\"\" : 18]>\n"
        "g (float[n,2] x, int32[3] i, bool b) => (float[n,2] y) { y = Relu(x) }");
}

std::vector<double> numbersOf(const Feeds& feeds, const std::string& name) {
    const auto numbers = elementsAsDoubles(feeds.at(name).tensor);
    EXPECT_TRUE(numbers) << name;
    return numbers ? *numbers : std::vector<double>();
}

TEST(Feeds, AreFilledAsWished) {
    FeedSource source;
    source.shapes = {{"x", {2, 2}}};
    for (const auto& [name, floats, integers] :
         {std::tuple{"ones", std::vector<double>{1, 1, 1, 1}, std::vector<double>{1, 1, 1}},
          std::tuple{"zeros", std::vector<double>{0, 0, 0, 0}, std::vector<double>{0, 0, 0}},
          std::tuple{"arange", std::vector<double>{0, 1, 2, 3}, std::vector<double>{0, 1, 2}}}) {
        source.fill = *feedFillNamed(name);
        const auto feeds = feedsOf(source, fedModel());
        ASSERT_TRUE(feeds) << feeds.error().message();
        EXPECT_EQ(numbersOf(*feeds, "x"), floats) << name;
        EXPECT_EQ(numbersOf(*feeds, "i"), integers) << name;
        EXPECT_EQ(feeds->at("x").tensor.type, DataType::float32);
        EXPECT_EQ(feeds->at("b").tensor.type, DataType::boolean);
    }
    EXPECT_FALSE(feedFillNamed("ashes"));
}

TEST(Feeds, AreRefusedForASizeThatNoInputLeavesOpen) {
    FeedSource source;
    source.sizes = {{"n", 3}};
    ASSERT_TRUE(feedsOf(source, fedModel()));
    source.sizes = {{"m", 3}};
    const auto misspelled = feedsOf(source, fedModel());
    ASSERT_FALSE(misspelled);
    EXPECT_EQ(misspelled.error().message(),
              "no input of the model has a size 'm': choose one of: n");
    EXPECT_FALSE(
        feedsOf(source, test::modelFromText("<ir_version: 9, opset_import: [\"\" : 18]>\n"
                                            "g (float[2] x) => (float[2] y) { y = Relu(x) }")));
}

TEST(Feeds, TakeTheBytesOfAFileThatFitsTheInput) {
    const std::string path = testing::TempDir() + "/partita_feed.bin";
    const float numbers[] = {1.5F, -2, 3, 4};
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(numbers), sizeof numbers);
    FeedSource source;
    source.shapes = {{"x", {2, 2}}};
    source.rawFiles = {{"x", path}};
    const auto feeds = feedsOf(source, fedModel());
    ASSERT_TRUE(feeds) << feeds.error().message();
    EXPECT_EQ(numbersOf(*feeds, "x"), (std::vector<double>{1.5, -2, 3, 4}));
    source.shapes = {{"x", {3, 2}}};
    EXPECT_FALSE(feedsOf(source, fedModel()));
    source.shapes = {{"x", {2, 2}}};
    source.rawFiles = {{"nothing", path}};
    EXPECT_FALSE(feedsOf(source, fedModel()));
    source.rawFiles = {{"x", path + ".none"}};
    EXPECT_FALSE(feedsOf(source, fedModel()));
}

} // namespace
} // namespace partita
