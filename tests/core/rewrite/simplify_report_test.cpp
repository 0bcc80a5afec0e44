// The report of a simplification and the page of each pass.

#include <gtest/gtest.h>

#include "core/report/pass_page.h"
#include "core/report/simplify_report.h"
#include "core/rewrite/rewrite_history.h"
#include "providers/registry.h"
#include "tests/support/passes.h"

namespace partita {
namespace {

using namespace test;

TEST(SimplifyReport, HasAPictureOfEveryPassBeforeAndAfter) {
    const Model model =
        parse("g (float[1,1,2,2] x) => (float[1,1,2,2] y) <float[1,1,1,1] w = {1}, float b "
              "= {2}> { i = Identity(x) a = Conv(i, w) y = Add(a, b) }");
    auto result = apply(model, {"eliminate_identity", "fuse_add_bias_into_conv"});
    ASSERT_TRUE(result);
    RewriteHistory history(model, *std::move(result));
    const std::string html = simplifyHtml(history, "a<b>.onnx");
    std::size_t pictures = 0;
    for (auto at = html.find("<svg"); at != std::string::npos; at = html.find("<svg", at + 1))
        ++pictures;
    EXPECT_EQ(pictures, 4U);
    for (const char* text :
         {"a&lt;b&gt;.onnx: 3 → 1 node<", "2 rewrites in 1 round", "1 rewrite ·",
          "eliminate_identity", ">−<", ">Identity<", "fuse_add_bias_into_conv", ">Δ<", ">Conv<"})
        EXPECT_NE(html.find(text), std::string::npos) << text;
    EXPECT_EQ(html.find("<script"), std::string::npos);
}

TEST(PassPage, EveryPassSaysWhatItDoesAndShowsIt) {
    const auto evaluator = makeConstantEvaluator();
    PassOptions options;
    options.evaluator = evaluator.get();
    for (const PassInfo& info : passCatalogue()) {
        SCOPED_TRACE(info.name);
        const auto page = passPage(info, options);
        ASSERT_TRUE(page) << page.error().message();
        EXPECT_FALSE(page->summary.empty());
        if (info.name != "nop") {
            ASSERT_GE(page->entries.size(), 2U);
            EXPECT_EQ(page->entries[0].first, "Before");
        }
        if (info.name != "nop") {
            ASSERT_FALSE(page->examples.empty());
            EXPECT_TRUE(page->examples[0].fires);
            EXPECT_FALSE(page->examples[0].afterSvg.empty());
        }
    }
    const auto page = passPage(*findPass("fuse_bn_into_conv"), options);
    const std::string html = passPagesHtml({*page}), text = passPageText(*page);
    for (const char* part :
         {"<svg", ">Δ<", ">−<", ">BatchNormalization<", "line-through", "stays as it is"})
        EXPECT_NE(html.find(part), std::string::npos) << part;
    EXPECT_NE(text.find("with bias: Conv, BatchNormalization → Conv"), std::string::npos) << text;
}

} // namespace
} // namespace partita
