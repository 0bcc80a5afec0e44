#include <gtest/gtest.h>

#include "core/session/session.h"
#include "providers/reference/regular_expression.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

Result<std::vector<bool>> matches(const std::string& pattern, std::vector<std::string> texts) {
    Model model = test::modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 20]> g (string[N] x) => (bool[N] y) {
           [match] y = RegexFullMatch <pattern = "p"> (x) })");
    ModelEditor editor(model);
    editor.setAttribute(test::nodeNamed(model, "match"), Attribute::string("pattern", pattern));
    auto session = Session::create(editor.model(), *makeProviders({{"cpu"}, {}, {}}));
    if (!session)
        return std::move(session).error();
    Tensor x;
    x.name = "x";
    x.type = DataType::string;
    x.dims = {static_cast<std::int64_t>(texts.size())};
    x.strings = std::move(texts);
    auto report = (*session)->run({{"x", x}});
    if (!report)
        return std::move(report).error();
    const std::vector<double> values = *elementsAsDoubles(report->outputs[0].tensor);
    return std::vector<bool>(values.begin(), values.end());
}

TEST(RegexFullMatch, MatchesTheWholeTextInRe2sSyntax) {
    const auto found = matches(R"((?i)www\.[\w.-]+\.\bcom\b)",
                               {"WWW.google.COM", "www.google.com/", "google.com"});
    ASSERT_TRUE(found) << found.error().message();
    EXPECT_EQ(*found, (std::vector<bool>{true, false, false}));
}

/// RE2 and the reference's own expressions know the same cases of every letter.
TEST(RegexFullMatch, FoldsCasesAsTheReferenceDoes) {
    std::vector<std::string> texts;
    for (char32_t letter = 1; letter < 0x1F000; ++letter)
        if (letter < 0xD800 || letter > 0xDFFF)
            texts.push_back(reference::encoded({letter}));
    for (const char* pattern : {"(?i)[k]", "(?i)s", "(?i)[^a-z]", "(?i)\\w", "(?i)\\W",
                                "(?i)[\\Wx]", "(?i)[[:^upper:]]", "(?i)é", "(?i)[à-þ]", "(?i)[α-ω]",
                                "(?i)[Ё-Я]", "(?i)ß", "(?i)[ά-ώ]", "(?i)[^а-я]", "(?i)µ"}) {
        const reference::RegularExpression expression(pattern);
        const auto found = matches(pattern, texts);
        ASSERT_TRUE(found) << found.error().message();
        for (std::size_t i = 0; i < texts.size(); ++i)
            ASSERT_EQ(expression.matches(texts[i]), (*found)[i]) << pattern << " " << texts[i];
    }
}

TEST(RegexFullMatch, TakesTextsAndPatternsThatARecursiveMatcherCannot) {
    const std::string text(1'000'000, 'a');
    EXPECT_EQ(*matches("(a|b)*", {text}), std::vector<bool>{true});
    EXPECT_EQ(*matches("(a*)*b", {std::string(5000, 'a')}), std::vector<bool>{false});
}

TEST(RegexFullMatch, APatternThatIsNoneIsAnError) {
    const auto found = matches("(unclosed", {"a"});
    ASSERT_FALSE(found);
    EXPECT_NE(found.error().message().find("pattern"), std::string::npos);
}

} // namespace
} // namespace partita
