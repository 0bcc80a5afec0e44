#include <gtest/gtest.h>

#include "core/onnx/read.h"
#include "tests/core/compare/compared.h"

namespace partita {
namespace {

using Status = NodeDifference::Status;
using test::compared;
using test::kindsOf;
using test::modelFromText;
using test::nodeNamed;

const char* const kModelHead = "<ir_version: 9, opset_import: [\"\" : 18]>\n";

Model modelOf(const std::string& text) { return modelFromText(kModelHead + text); }

TEST(ModelDifferences, AnAttributeIsToldWithItsValues) {
    const Model a = modelOf("g (float[2] x) => (float[2] y) { [n] y = Elu<alpha = 1.0>(x) }");
    const Model b = modelOf("g (float[2] x) => (float[2] y) { [n] y = Elu<alpha = 2.0>(x) }");
    const auto found = compared(a, b);
    ASSERT_EQ(found.nodes.size(), 1U);
    const PropertyChange& change = found.nodes[0].changes.at(0);
    EXPECT_EQ(change.kind, DifferenceKind::attributes);
    EXPECT_EQ(change.what.text(), "alpha");
    EXPECT_EQ(change.from.text(), "1");
    EXPECT_EQ(change.to.text(), "2");
    EXPECT_FALSE(found.equal());
}

TEST(ModelDifferences, WhatOnlyOneModelHasIsToldWithoutAValue) {
    const Model a = modelOf("g (float[2] x) => (float[2] y) { [n] y = Elu(x) }");
    const Model b = modelOf("g (float[2] x) => (float[2] y) { [n] y = Elu<alpha = 2.0>(x) }");
    const auto found = compared(a, b);
    EXPECT_EQ(found.nodes.at(0).changes.at(0).from.text(), "");
    EXPECT_EQ(found.nodes.at(0).changes.at(0).to.text(), "2");
}

TEST(ModelDifferences, ANodeOnAnEdgeIsAddedAndItsReaderIsConnectedOtherwise) {
    const Model a = modelOf("g (float[2] x) => (float[2] y) { [p] t = Relu(x) [q] y = Tanh(t) }");
    const Model b = modelOf(
        "g (float[2] x) => (float[2] y) { [p] t = Relu(x) [new] u = Exp(t) [q] y = Tanh(u) }");
    const auto found = compared(a, b);
    ASSERT_EQ(found.nodes.size(), 2U);
    EXPECT_EQ(found.nodes[0].status, Status::added);
    EXPECT_EQ(b.node(found.nodes[0].b)->name, "new");
    EXPECT_EQ(found.nodes[1].status, Status::changed);
    EXPECT_EQ(found.nodes[1].changes.at(0).kind, DifferenceKind::inputs);
    EXPECT_EQ(found.nodes[1].changes.at(0).from.text(), "t");
    EXPECT_EQ(found.nodes[1].changes.at(0).to.text(), "u");
}

TEST(ModelDifferences, ANodeOfAnotherOperatorInTheSamePlaceIsChanged) {
    const Model a = modelOf("g (float[2] x) => (float[2] y) { t = Relu(x) y = Tanh(t) }");
    const Model b = modelOf("g (float[2] x) => (float[2] y) { t = Sigmoid(x) y = Tanh(t) }");
    const auto found = compared(a, b);
    ASSERT_EQ(found.nodes.size(), 1U);
    EXPECT_EQ(found.nodes[0].changes.at(0).kind, DifferenceKind::operators);
    EXPECT_EQ(found.nodes[0].changes.at(0).from.text(), "Relu");
    EXPECT_EQ(found.nodes[0].changes.at(0).to.text(), "Sigmoid");
}

TEST(ModelDifferences, AnotherOutputOfTheSameNodeIsAnotherInput) {
    const auto difference = [](const std::string& read) {
        return modelOf("g (float[4] x) => (float[2] y) <int64[2] k = {2, 2}> { [cut] s, t = Split "
                       "<axis = 0> (x, k) [n] y = Sub(" +
                       read + ") }");
    };
    const auto found = compared(difference("s, t"), difference("t, s"));
    ASSERT_EQ(found.nodes.size(), 1U);
    EXPECT_EQ(kindsOf(found), std::set<std::string>{"inputs"});
}

Model withWeight(const std::string& values) {
    return modelOf("g (float[2] x) => (float[2] y) <float[2] w = {" + values +
                   "}> { [n] y = Add(x, w) }");
}

TEST(ModelDifferences, ConstantsAreComparedWithinTheTolerances) {
    const Model a = withWeight("1, 2"), b = withWeight("1, 2.5");
    const auto found = compared(a, b);
    ASSERT_EQ(found.constants.size(), 1U);
    ASSERT_TRUE(found.constants[0].change.figures);
    EXPECT_EQ(found.constants[0].change.figures->absolute, 0.5);
    EXPECT_EQ(found.nodes.at(0).changes.at(0).kind, DifferenceKind::tensors);
    EXPECT_EQ(found.nodes.at(0).changes.at(0).what.text(), "input 1");
    CompareOptions options;
    options.atol = 0.5;
    EXPECT_TRUE(compared(a, b, options).equal());
    options.atol = 0.4;
    EXPECT_FALSE(compared(a, b, options).equal());
}

TEST(ModelDifferences, IgnoredKindsDoNotCount) {
    CompareOptions options;
    options.ignored = {DifferenceKind::tensors};
    EXPECT_TRUE(compared(withWeight("1, 2"), withWeight("1, 3"), options).equal());
}

TEST(ModelDifferences, AConstantNodeAndAnInitializerOfTheSameValueReadAlike) {
    const Model a = withWeight("1, 2");
    const Model b =
        modelOf("g (float[2] x) => (float[2] y) { w = Constant<value = float[2] {1, 2}>() "
                "[n] y = Add(x, w) }");
    const auto found = compared(a, b);
    ASSERT_EQ(found.nodes.size(), 1U); // the Constant node itself
    EXPECT_EQ(found.nodes[0].status, Status::added);
}

TEST(ModelDifferences, AnInitializerThatNobodyReadsIsFound) {
    const Model a = modelOf("g (float[2] x) => (float[2] y) <float[1] w = {1}> { y = Relu(x) }");
    const Model b = modelOf("g (float[2] x) => (float[2] y) <float[1] w = {2}> { y = Relu(x) }");
    const Model c = modelOf("g (float[2] x) => (float[2] y) { y = Relu(x) }");
    EXPECT_EQ(compared(a, b).constants.size(), 1U);
    EXPECT_EQ(compared(a, c).constants.size(), 1U);
    EXPECT_EQ(compared(c, a).constants.size(), 1U);
}

TEST(ModelDifferences, InputsOutputsAndOpsetsAreCompared) {
    const Model a = modelOf("g (float[n, 2] x) => (float[n, 2] y) { y = Relu(x) }");
    const Model b =
        modelFromText("<ir_version: 9, opset_import: [\"\" : 17]>\n"
                      "g (float[1, 2] x, float[2] z) => (float[1, 2] y) { y = Relu(x) }");
    const auto found = compared(a, b);
    std::map<std::string, std::pair<std::string, std::string>> facts;
    for (const ModelFactDifference& each : found.facts)
        facts[each.fact] = {each.change.from.text(), each.change.to.text()};
    EXPECT_EQ(facts["opset ai.onnx"], std::pair(std::string("18"), std::string("17")));
    EXPECT_TRUE(facts.contains("input z"));
    EXPECT_EQ(facts["input x"], std::pair(std::string("n×2 fp32"), std::string("1×2 fp32")));
    EXPECT_TRUE(facts.contains("output y"));
}

TEST(ModelDifferences, ASymbolOfAnotherNameIsTheSameSize) {
    const Model a = modelOf("g (float[n, 2] x) => (float[n, 2] y) { y = Relu(x) }");
    const Model b = modelOf("g (float[batch, 2] x) => (float[batch, 2] y) { y = Relu(x) }");
    EXPECT_EQ(kindsOf(compared(a, b)), std::set<std::string>{"name"});
    EXPECT_TRUE(compared(a, a).equal());
}

const char* const kBranches = R"(g (bool c, float[2] x) => (float[2] y) {
  [choice] y = If(c) <then_branch = t () => (float[2] p) { [inner] p = Relu(x) },
                      else_branch = e () => (float[2] q) { [other] q = %s(x) }>
})";

TEST(ModelDifferences, BodiesAreCompared) {
    std::string text = kBranches, changed = kBranches;
    text.replace(text.find("%s"), 2, "Neg");
    changed.replace(changed.find("%s"), 2, "Exp");
    const Model a = modelOf(text), b = modelOf(changed);
    EXPECT_TRUE(compared(a, a).equal());
    const auto found = compared(a, b);
    ASSERT_EQ(found.nodes.size(), 1U);
    EXPECT_EQ(found.nodes[0].a, nodeNamed(a, "other"));
    EXPECT_EQ(found.nodes[0].changes.at(0).kind, DifferenceKind::operators);
}

TEST(ModelDifferences, FunctionsAreCompared) {
    const auto model = [](const std::string& op) {
        return modelFromText("<ir_version: 9, opset_import: [\"\" : 18, \"my\" : 1]>\n"
                             "g (float[2] x) => (float[2] y) { [call] y = my.f(x) }\n"
                             "<domain: \"my\", opset_import: [\"\" : 18]>\n"
                             "f (a) => (b) { [inside] b = " +
                             op + "(a) }");
    };
    const Model a = model("Relu"), b = model("Tanh");
    EXPECT_TRUE(compared(a, model("Relu")).equal());
    const auto found = compared(a, b);
    ASSERT_EQ(found.nodes.size(), 1U);
    EXPECT_EQ(a.node(found.nodes[0].a)->name, "inside");
}

/// A placement that gives each node, in order, the provider of its letter: "nnc".
Partitioning placed(const Model& model, const std::string& letters) {
    Partitioning made;
    made.providers = {"npu", "cpu"};
    made.providerNames = {{"NPU", ""}, {"CPU", ""}};
    made.partitionOf.resize(model.nodes().keyEnd());
    made.summary.byProvider.resize(2);
    std::size_t next = 0;
    model.nodes().forEach([&](NodeId id, const auto&) {
        const std::uint32_t provider = letters[next] == 'c';
        if (next == 0 || letters[next] != letters[next - 1])
            made.partitions.push_back({static_cast<std::uint32_t>(made.partitions.size() + 1),
                                       provider,
                                       {},
                                       false,
                                       {},
                                       {},
                                       {}});
        made.partitions.back().nodes.push_back(id);
        made.partitionOf[id.value] = made.partitions.back().index;
        ++made.summary.byProvider[provider];
        ++next;
    });
    made.summary.nodes = next;
    return made;
}

TEST(ModelDifferences, SidesAndMergedPartitionsAreCompared) {
    const Model model = modelOf("g (float[2] x) => (float[2] y) { [p] a = Relu(x) [q] b = Tanh(a) "
                                "[r] y = Exp(b) }");
    const Partitioning before = placed(model, "ncn"), after = placed(model, "nnn");
    CompareOptions options;
    options.sameDocument = true;
    const auto found = *compareModels({model, &before}, {model, &after}, options);
    ASSERT_EQ(found.nodes.size(), 1U);
    EXPECT_EQ(found.nodes[0].changes.at(0).kind, DifferenceKind::side);
    EXPECT_EQ(found.nodes[0].changes.at(0).from.text(), "cpu");
    EXPECT_EQ(found.nodes[0].changes.at(0).to.text(), "npu");
    ASSERT_EQ(found.partitions.size(), 1U);
    EXPECT_EQ(found.partitions[0].a, (std::vector<std::uint32_t>{1, 2, 3}));
    EXPECT_EQ(found.partitions[0].b, (std::vector<std::uint32_t>{1}));
    ASSERT_TRUE(found.before && found.after);
    EXPECT_EQ(found.before->partitions, 3U);
    EXPECT_EQ(found.after->byProvider, (std::vector<std::size_t>{3, 0}));
    EXPECT_TRUE(compareModels({model, &before}, {model, &before}, options)->equal());
}

TEST(ModelDifferences, ANewNumberOfAPartitionIsNoDifference) {
    const Model a = modelOf("g (float[2] x) => (float[2] y) { [q] b = Tanh(x) [r] y = Exp(b) }");
    const Model b = modelOf("g (float[2] x) => (float[2] y) { [p] a = Relu(x) [q] b = Tanh(a) "
                            "[r] y = Exp(b) }");
    const Partitioning before = placed(a, "nn"), after = placed(b, "cnn");
    const auto found = *compareModels({a, &before}, {b, &after});
    EXPECT_TRUE(found.partitions.empty());
    EXPECT_FALSE(kindsOf(found).contains("side"));
}

TEST(ModelDifferences, EqualDifferencesOfOneOperatorAreOneGroup) {
    std::string a = "g (float[2] x) => (float[2] y) { [n0] v0 = Relu(x)", b = a;
    for (int i = 1; i <= 20; ++i) {
        const std::string line = " [n" + std::to_string(i) + "] v" + std::to_string(i) +
                                 " = Elu<alpha = X>(v" + std::to_string(i - 1) + ")";
        a += line;
        b += line;
    }
    const auto filled = [](std::string text, const std::string& value) {
        for (auto at = text.find('X'); at != std::string::npos; at = text.find('X'))
            text.replace(at, 1, value);
        return text + " [last] y = Tanh(v20) }";
    };
    const Model left = modelOf(filled(a, "1.0")), right = modelOf(filled(b, "3.0"));
    const auto found = compared(left, right);
    const auto groups = groupDifferences(found, left, right);
    ASSERT_EQ(groups.size(), 1U);
    EXPECT_EQ(groups[0].members.size(), 20U);
    EXPECT_EQ(groups[0].opType, "Elu");
    EXPECT_EQ(groups[0].cause.text(), "attribute alpha: 1 → 3");
}

TEST(ModelDifferences, AComparisonCanBeCancelled) {
    const Model model = test::largeModel(500);
    std::stop_source stop;
    stop.request_stop();
    const auto found = compareModels({model}, {model}, {}, {stop.get_token(), {}});
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, Errc::cancelled);
}

} // namespace
} // namespace partita
