// The page of each pass.

#include <gtest/gtest.h>

#include "core/report/pass_page.h"
#include "providers/registry.h"
#include "tests/support/passes.h"

namespace partita {
namespace {

using namespace test;

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
            EXPECT_FALSE(page->examples[0].pictures.after.shapes.empty());
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
