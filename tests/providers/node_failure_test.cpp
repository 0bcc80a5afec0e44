// What a node says when its data is wrong.

#include <gtest/gtest.h>

#include "core/provider/node_failure.h"
#include "core/session/session.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// The messages inside `message`, itself among them.
void collect(const Message& message, std::vector<std::string>& formats) {
    formats.emplace_back(message.format());
    for (const Message::Argument& argument : message.arguments())
        if (const auto* inner = std::get_if<Message>(&argument))
            collect(*inner, formats);
}

class NodeFailureOf : public testing::TestWithParam<const char*> {};

TEST_P(NodeFailureOf, ProviderIsAMessageThatCanBeTranslated) {
    const Model model = test::modelFromText(
        "<ir_version: 10, opset_import: [\"\" : 22]> g (float[4] x, int64[1] i) => (float[1] y)"
        " { y = Gather (x, i) }");
    auto session = Session::create(model, *makeProviders({{GetParam()}, {}, {}}));
    ASSERT_TRUE(session) << session.error().message();
    const auto report =
        (*session)->run({{"x", Tensor::of(DataType::float32, {4}, std::vector<float>{1, 2, 3, 4})},
                         {"i", Tensor::of(DataType::int64, {1}, std::vector<std::int64_t>{7})}});
    ASSERT_FALSE(report);
    std::vector<std::string> formats;
    collect(report.error().what, formats);
    EXPECT_EQ(formats, (std::vector<std::string>{"{0}: {1}", "an index is out of range"}));
    EXPECT_EQ(report.error().what.text(), "Gather: an index is out of range");
}

INSTANTIATE_TEST_SUITE_P(Every, NodeFailureOf, testing::Values("cpu", "reference"),
                         [](const auto& each) { return std::string(each.param); });

TEST(NodeFailure, SaysWhatOtherExceptionsSayAsTheyAre) {
    EXPECT_EQ(messageOf(std::runtime_error("no {0}")).text(), "no {0}");
    EXPECT_THROW(require(false, "an index is out of range"), NodeFailure);
    EXPECT_NO_THROW(require(true, "an index is out of range"));
}

} // namespace
} // namespace partita
