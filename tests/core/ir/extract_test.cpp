#include <gtest/gtest.h>

#include <set>

#include "core/ir/extract.h"
#include "core/onnx/check.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "tests/support/models.h"

namespace partita {
namespace {

std::vector<std::string> namesOf(const Model& model, const auto& values) {
    std::vector<std::string> names;
    for (const ValueId id : values)
        names.push_back(id ? model.value(id)->name : "");
    return names;
}

/// The part of a model between values, given by name.
Model partOf(const Model& model, const std::vector<std::string>& from,
             const std::vector<std::string>& to) {
    const auto named = [&](const std::vector<std::string>& names) {
        std::vector<ValueId> values;
        for (const std::string& name : names)
            values.push_back(test::valueNamed(model, name));
        return values;
    };
    auto part =
        extractSubgraph(model, model.mainGraph(), nodesBetween(model, named(from), named(to)),
                        named(from), named(to));
    EXPECT_TRUE(part) << part.error().message();
    return part ? *part : model;
}

/// Split makes one result that the part has for an input, and one that it needs.
const char* const kHalfNeeded = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[4] x) => (float[2] y, float[2] left_unread) {
      [cut] left, right = Split<num_outputs = 2>(x)
      left_unread = Neg(left)
      y = Mul(left_unread, right) })";

/// A value that two nodes or inputs make makes a model invalid.
void expectEachValueMadeOnce(const Model& part) {
    std::multiset<std::string> made;
    for (const std::string& name : namesOf(part, part.graph(part.mainGraph())->inputs))
        made.insert(name);
    part.nodes().forEach([&](NodeId, const auto& node) {
        for (const std::string& name : namesOf(part, node->outputs))
            made.insert(name);
    });
    for (const std::string& name : made)
        EXPECT_EQ(made.count(name), 1U) << name;
    const auto again = readModel(Buffer::own(*serializeModel(part)));
    ASSERT_TRUE(again) << again.error().message();
    const auto found = checkModel(*again);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->empty()) << found->front().text.text();
}

TEST(Extract, AResultThatIsAnInputIsMadeOnce) {
    const Model model = inferShapesOrWarn(test::modelFromText(kHalfNeeded));
    const Model part = partOf(model, {"x", "left"}, {"y"});
    EXPECT_EQ(namesOf(part, part.graph(part.mainGraph())->inputs),
              (std::vector<std::string>{"x", "left"}));
    // The node keeps both results, the one in the input's place under a name that is free.
    EXPECT_EQ(namesOf(part, part.node(test::nodeNamed(part, "cut"))->outputs),
              (std::vector<std::string>{"left_unread_unread", "right"}));
    expectEachValueMadeOnce(part);
}

TEST(Extract, NamesOfUnreadResultsDoNotMeet) {
    // "a" becomes "a_unread_unread", because "a_unread" is taken, and so must not "a_unread".
    const Model model = inferShapesOrWarn(test::modelFromText(R"(
        <ir_version: 9, opset_import: ["" : 18]>
        g (float[6] x) => (float[2] y) {
          [cut] a, a_unread, c = Split<num_outputs = 3>(x)
          p = Mul(a, a_unread)
          y = Mul(p, c) })"));
    const Model part = partOf(model, {"x", "a", "a_unread"}, {"y"});
    expectEachValueMadeOnce(part);
}

} // namespace
} // namespace partita
