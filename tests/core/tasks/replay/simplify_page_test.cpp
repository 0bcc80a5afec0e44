// The page that plays a simplification.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/tasks/replay/simplify_page.h"
#include "providers/registry.h"
#include "tests/support/passes.h"

namespace partita::test {
namespace {

const char* const kTwoConvs =
    "g (float[1,1,2,2] x) => (float[1,1,2,2] y) <float[1,1,1,1] w = {1}, float b = {2}> "
    "{ i = Identity(x) a = Conv(i, w) c = Add(a, b) d = Conv(c, w) y = Add(d, b) }";

SimplifyReplay replayOf(const char* text, const std::vector<std::string>& passes) {
    const Model model = parse(text);
    auto result = apply(model, passes);
    EXPECT_TRUE(result);
    return SimplifyReplay(RewriteHistory(model, *std::move(result)));
}

std::string pageOf(SimplifyReplay& replay) {
    auto page = simplifyPage(replay, "a<b>.onnx", {});
    EXPECT_TRUE(page);
    return page ? *page : std::string();
}

nlohmann::json dataOf(const std::string& page) {
    const std::size_t begin = page.find("var D=") + 6;
    auto json = parseJson(std::string_view(page).substr(begin, page.find(";\n", begin) - begin));
    EXPECT_TRUE(json);
    return json ? *json : nlohmann::json();
}

TEST(SimplifyPage, PlaysEveryStepWithItsPassItsPictureAndItsNodes) {
    auto replay = replayOf(kTwoConvs, {"eliminate_identity", "fuse_add_bias_into_conv"});
    const std::string page = pageOf(replay);
    for (const char* text :
         {"a&lt;b&gt;.onnx: 5 → 2 nodes<", "3 rewrites in 1 round", "eliminate_identity",
          "fuse_add_bias_into_conv", ">Identity<", "aria-label=\"Step\""})
        EXPECT_NE(page.find(text), std::string::npos) << text;
    const auto data = dataOf(page);
    EXPECT_EQ(data["nodes"], nlohmann::json({5, 4, 3, 2}));
    ASSERT_EQ(data["passes"].size(), 2U);
    EXPECT_EQ(data["passes"][1]["n"], "fuse_add_bias_into_conv");
    EXPECT_EQ(data["passes"][1]["f"], 1);
    EXPECT_EQ(data["passes"][1]["c"], 2);
    EXPECT_NE(data["passes"][1]["b"], "");
    ASSERT_EQ(data["steps"].size(), 3U);
    for (const auto& step : data["steps"]) {
        EXPECT_GE(step[0].get<int>(), 0);
        EXPECT_FALSE(step[3].empty()) << "it is nowhere in the whole graph";
    }
    std::string shapes;
    for (const auto& shape : data["shapes"])
        shapes += shape.get<std::string>();
    for (const char* text : {">−<", ">Δ<", ">Conv<", "line-through"})
        EXPECT_NE(shapes.find(text), std::string::npos) << text;
}

TEST(SimplifyPage, LoadsNothingAndIsTheSameEachTime) {
    auto first = replayOf(kTwoConvs, {"eliminate_identity", "fuse_add_bias_into_conv"});
    auto second = replayOf(kTwoConvs, {"eliminate_identity", "fuse_add_bias_into_conv"});
    const std::string page = pageOf(first);
    EXPECT_EQ(page, pageOf(second));
    EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
    for (const char* text : {"http://", "https://", "src=", "@import", "url("})
        EXPECT_EQ(page.find(text), std::string::npos) << text;
    EXPECT_NE(page.find("prefers-color-scheme:dark"), std::string::npos);
}

TEST(SimplifyPage, KeepsWhatPicturesShareOnce) {
    // Twenty equal pairs: each further one costs less than a tenth of what the first costs.
    const auto chain = [](int pairs) {
        std::string text = "g (float[1,1,2,2] x) => (float[1,1,2,2] y) <float[1,1,1,1] w = {1}, "
                           "float b = {2}> { v0 = Relu(x) ";
        for (int i = 0; i < pairs; ++i)
            text += "a" + std::to_string(i) + " = Conv(v" + std::to_string(i) + ", w) v" +
                    std::to_string(i + 1) + " = Add(a" + std::to_string(i) + ", b) ";
        return text + "y = Relu(v" + std::to_string(pairs) + ") }";
    };
    auto few = replayOf(chain(20).c_str(), {"fuse_add_bias_into_conv"}),
         many = replayOf(chain(40).c_str(), {"fuse_add_bias_into_conv"});
    const auto small = dataOf(pageOf(few)), large = dataOf(pageOf(many));
    EXPECT_EQ(large["steps"].size(), 40U);
    EXPECT_LE(large["pictures"].size(), small["pictures"].size() + 2);
    EXPECT_LT(large["shapes"].size(), small["shapes"].size() + 60);
}

TEST(SimplifyPage, SaysWhatAStepWithoutNodesChanged) {
    auto replay = replayOf("g (float[2] x) => (float[2] y) <float[2] w = {1, 2}> { y = Relu(x) }",
                           {"eliminate_unused_initializer"});
    const auto data = dataOf(pageOf(replay));
    ASSERT_EQ(data["steps"].size(), 1U);
    EXPECT_EQ(data["steps"][0][0], -1);
    EXPECT_EQ(data["steps"][0][2], "No node changes · 1 tensor gone.");
}

TEST(SimplifyPage, HasNoPlayerWhereNothingChanged) {
    auto replay = replayOf("g (float[2] x) => (float[2] y) { y = Relu(x) }", {"nop"});
    const std::string page = pageOf(replay);
    EXPECT_NE(page.find("Nothing to show: no pass changed this model."), std::string::npos);
    EXPECT_EQ(page.find("<script"), std::string::npos);
}

TEST(SimplifyPage, ShowsThePartitionsOfThePlacedStates) {
    auto replay = replayOf(kTwoConvs, {"eliminate_identity", "fuse_add_bias_into_conv"});
    const auto providers = makeProviders({});
    ASSERT_TRUE(providers);
    ASSERT_TRUE(replay.place(*providers, {}, {}));
    const auto data = dataOf(pageOf(replay));
    EXPECT_EQ(data["places"].size(), 4U);
    EXPECT_FALSE(data["device"].get<std::string>().empty());
    EXPECT_TRUE(replay.figuresAt(2).partitions.has_value());
}

TEST(SimplifyPage, AStateHasNoFiguresWhileOneBeforeItIsStillToBePlaced) {
    auto replay = replayOf(kTwoConvs, {"eliminate_identity", "fuse_add_bias_into_conv"});
    const auto providers = makeProviders({});
    ASSERT_TRUE(providers);
    ASSERT_TRUE(replay.placeState(0, *providers, {}, {}));
    EXPECT_TRUE(replay.figuresAt(0).partitions.has_value());
    EXPECT_FALSE(replay.figuresAt(replay.size()).partitions.has_value())
        << "those of the start are not those of the end";
    ASSERT_TRUE(replay.place(*providers, {}, {}));
    EXPECT_TRUE(replay.figuresAt(replay.size()).partitions.has_value());
}

} // namespace
} // namespace partita::test
