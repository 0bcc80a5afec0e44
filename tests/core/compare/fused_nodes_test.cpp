// Which nodes of an optimized model were made from which nodes of its source.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/compare/compared.h"

namespace partita {
namespace {

using test::compared;
using test::modelFromText;
using test::nodeNamed;
using Status = NodeDifference::Status;

const char* const kFusedHead =
    "<ir_version: 9, opset_import: [\"\" : 18, \"com.microsoft\" : 1]>\n";

/// The model with names that the text form cannot write.
Model withNames(const Model& model, const std::map<std::string, std::string>& names) {
    ModelEditor editor(model);
    for (const auto& [from, to] : names)
        editor.changeNode(nodeNamed(model, from), [&](Node& node) { node.name = to; });
    return editor.model();
}

std::set<std::string> labels(const Model& model, const std::vector<NodeId>& nodes) {
    std::set<std::string> found;
    for (const NodeId id : nodes)
        found.insert(model.node(id)->label());
    return found;
}

const NodeDifference& differenceOfA(const ModelDifferences& found, NodeId a) {
    return *std::ranges::find(found.nodes, a, &NodeDifference::a);
}

Model product() {
    return modelFromText(std::string(kFusedHead) +
                         "g (float[1, 2, 2] x) => (float[1, 2, 2] y) "
                         "<float[2, 2] w = {1, 2, 3, 4}, float[2] b = {1, 2}> {"
                         "[pre] p = Relu(x) [fc_MatMul] t = MatMul(p, w) [fc_Add] s = Add(b, t) "
                         "[post] y = Tanh(s) }");
}

/// The product as ONNX Runtime writes it: a Gemm between two Reshapes.
Model fusedProduct(const std::string& value, const std::string& gemm) {
    return withNames(
        modelFromText(
            std::string(kFusedHead) +
            "g (float[1, 2, 2] x) => (float[1, 2, 2] y) "
            "<float[2, 2] w = {1, 2, 3, 4}, float[2] b = {1, 2}, int64[2] flat = {-1, 2}, "
            "int64[3] back = {1, 2, 2}> {"
            "[pre] p = Relu(x) [r1] f = Reshape(p, flat) [gemm] m = Gemm(f, w, b) [r2] " +
            value + " = Reshape(m, back) [post] y = Tanh(" + value + ") }"),
        {{"gemm", gemm}});
}

TEST(FusedNodes, AGemmBetweenTwoReshapesIsMadeFromTheProductAndTheSum) {
    const Model a = product();
    // Its name says so; without names, its place between matched nodes does.
    for (const Model& b :
         {fusedProduct("s", "fc_MatMul/MatMulAddFusion"), test::renamed(fusedProduct("s", "z"))}) {
        const auto found = compared(a, b);
        const NodeId gemm = [&] {
            NodeId at;
            b.nodes().forEach([&](NodeId id, const auto& node) {
                if (node->opType == "Gemm")
                    at = id;
            });
            return at;
        }();
        ASSERT_EQ(found.matching.cameFromA.count(gemm), 1U);
        EXPECT_EQ(labels(a, found.matching.cameFromA.at(gemm)),
                  (std::set<std::string>{"fc_MatMul", "fc_Add"}));
        EXPECT_EQ(found.count(Status::removed), 2U);
        EXPECT_EQ(found.count(Status::added), 3U);
        const auto& became = found.matching.becameInB.at(nodeNamed(a, "fc_MatMul"));
        EXPECT_EQ(became.size(), 3U);
    }
}

TEST(FusedNodes, ThePartIsShownAsTheNodeThatIsNamedAfterIt) {
    const Model a = product(), b = fusedProduct("s", "fc_MatMul/MatMulAddFusion/");
    const auto found = compared(a, b);
    const auto& became = found.matching.becameInB.at(nodeNamed(a, "fc_Add"));
    EXPECT_EQ(b.node(became.front())->opType, "Gemm");
}

TEST(FusedNodes, ANodeNamedAfterAPartIsMadeFromItWhereNothingElseTells) {
    const Model a =
        modelFromText(std::string(kFusedHead) + "g (float[2] x) => (float[2] y) { [p] t = Exp(x) "
                                                "[q] u = Sin(t) [r] y = Tanh(u) }");
    const Model b =
        withNames(modelFromText(std::string(kFusedHead) + "g (float[2] x) => (float[2] z) { "
                                                          "[f] v = Cos(x) [k] z = Selu(v) }"),
                  {{"f", "p/SomethingFusion"}});
    const auto found = compared(a, b);
    const auto at = found.matching.becameInB.find(nodeNamed(a, "p"));
    ASSERT_NE(at, found.matching.becameInB.end());
    EXPECT_EQ(labels(b, at->second), std::set<std::string>{"p/SomethingFusion"});
    EXPECT_FALSE(found.matching.partnerOfA(nodeNamed(a, "p")));
}

const char* const kConvs =
    "g (float[1, 2, 4, 4] x) => (float[1, 2, 4, 4] y) <float[2, 2, 1, 1] w = {1, 2, 3, 4}> {";

TEST(FusedNodes, TheSameOperatorNamedAfterAValueIsTheSameNode) {
    const Model a = modelFromText(std::string(kFusedHead) + kConvs +
                                  "[c0] v0 = Conv(x, w) [a0] r0 = Relu(v0) [c1] v1 = Conv(r0, w) "
                                  "[a1] r1 = Relu(v1) [end] y = Tanh(r1) }");
    const Model b =
        modelFromText(std::string(kFusedHead) + kConvs +
                      "[v0_nchwc] t0 = com.microsoft.Conv<activation = \"Relu\">(x, w) "
                      "[v1_nchwc] t1 = com.microsoft.Conv<activation = \"Relu\">(t0, w) "
                      "[Out_token_4] r1 = com.microsoft.ReorderOutput(t1) [end] y = Tanh(r1) }");
    const auto found = compared(a, b);
    for (const char* name : {"c0", "c1"})
        EXPECT_EQ(found.matching.partnerOfA(nodeNamed(a, name)),
                  nodeNamed(b, name == std::string("c0") ? "v0_nchwc" : "v1_nchwc"));
    // An activation between two of them was merged into the first.
    EXPECT_EQ(labels(b, differenceOfA(found, nodeNamed(a, "a0")).related),
              std::set<std::string>{"v0_nchwc"});
}

TEST(FusedNodes, ANodeNamedAfterItsActivationIsTheNodeBeforeIt) {
    const Model a = modelFromText(std::string(kFusedHead) + kConvs +
                                  "[c0] v0 = Conv(x, w) [a0] r0 = Relu(v0) [c1] v1 = Conv(r0, w) "
                                  "[end] y = Tanh(v1) }");
    const Model b = modelFromText(std::string(kFusedHead) + kConvs +
                                  "[r0_nchwc] t0 = com.microsoft.Conv<activation = \"Relu\">(x, w) "
                                  "[c1] v1 = Conv(t0, w) [end] y = Tanh(v1) }");
    const auto found = compared(a, b);
    EXPECT_EQ(found.matching.partnerOfA(nodeNamed(a, "c0")), nodeNamed(b, "r0_nchwc"));
    EXPECT_EQ(labels(b, differenceOfA(found, nodeNamed(a, "a0")).related),
              std::set<std::string>{"r0_nchwc"});
}

TEST(FusedNodes, ANodeThatWasTakenOutIsNotSaidToBeMergedIntoAnUnchangedOne) {
    const Model a = modelFromText(std::string(kFusedHead) + "g (float[2] x) => (float[2] y) { "
                                                            "[p] t = Exp(x) [q] u = Identity(t) "
                                                            "[r] y = Tanh(u) }");
    const Model b = modelFromText(std::string(kFusedHead) + "g (float[2] x) => (float[2] y) { "
                                                            "[p] t = Exp(x) [r] y = Tanh(t) }");
    const auto found = compared(a, b);
    EXPECT_TRUE(differenceOfA(found, nodeNamed(a, "q")).related.empty());
}

TEST(FusedNodes, ANumberIsNoSuffix) {
    const Model a =
        modelFromText(std::string(kFusedHead) + "g (float[2] x) => (float[2] y) { [n] t = Exp(x) "
                                                "[r] y = Tanh(t) }");
    const Model b = modelFromText(std::string(kFusedHead) +
                                  "g (float[2] x) => (float[2] z) { [n_1] z = Selu(x) }");
    EXPECT_TRUE(compared(a, b).matching.becameInB.empty());
}

} // namespace
} // namespace partita
