// Names that ONNX Runtime's rewrites give to nodes: which nodes of the model they are.

#include "core/tasks/records/measured_placement.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/models.h"

namespace partita {
namespace {

using nlohmann::json;

/// A node without a name is "" or "OPERATOR NUMBER" in the text of a model.
Model named(const char* text, const std::map<std::string, std::string>& nameOfOutput) {
    const Model model = test::modelFromText(text);
    ModelEditor editor(model);
    model.nodes().forEach([&](NodeId id, const auto& node) {
        const auto at = nameOfOutput.find(model.value(node->outputs[0])->name);
        editor.changeNode(
            id, [&](Node& changed) { changed.name = at == nameOfOutput.end() ? "" : at->second; });
    });
    return editor.model();
}

/// The provider of each node of the record, by the first output of the model's node.
std::map<std::string, std::string> placesOf(const Model& model, const MeasuredPlacement& measured) {
    std::map<std::string, std::string> places;
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (const auto& place = measured.place(id))
            places[model.value(node->outputs[0])->name] = measured.providers[place->provider];
    });
    return places;
}

struct Ran {
    const char *name, *op, *provider = "CPU";
};

RecordedPlacement assignmentOf(const std::vector<Ran>& nodes) {
    json parts = json::array();
    for (const Ran& each : nodes)
        parts.push_back(
            {{"ep_name", each.provider}, {"nodes", {{{"name", each.name}, {"op_type", each.op}}}}});
    auto record = recordFromJson(parts.dump());
    EXPECT_TRUE(record);
    return *std::move(record);
}

RecordedPlacement profileOfNodes(const std::vector<Ran>& nodes) {
    json events = json::array();
    for (const Ran& each : nodes)
        events.push_back({{"cat", "Node"},
                          {"name", std::string(each.name) + "_kernel_time"},
                          {"dur", 1},
                          {"args", {{"provider", each.provider}, {"op_name", each.op}}}});
    auto record = recordFromJson(events.dump());
    EXPECT_TRUE(record);
    return *std::move(record);
}

MeasuredPlacement matchedTo(const Model& model, const RecordedPlacement& record) {
    auto measured = matchPlacement(model, record);
    EXPECT_TRUE(measured) << measured.error().message();
    return measured ? *std::move(measured) : MeasuredPlacement{};
}

std::vector<std::string> reasonsOf(const MeasuredPlacement& measured) {
    std::vector<std::string> reasons;
    for (const auto& each : measured.unmatched)
        reasons.push_back(each.why.text());
    return reasons;
}

using Places = std::map<std::string, std::string>;

TEST(MeasuredPlacement, NodesInAnotherLayoutAreFoundByTheNameBeforeTheirNumber) {
    const Model model = named(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,3,8,8] x) => (float[1,3,1,1] y)
        { a = MaxPool <kernel_shape = [2, 2]> (x) b = Relu(a) y = GlobalAveragePool(b) })",
                              {{"a", "pool"}, {"b", "relu_token_3"}, {"y", "mean"}});
    auto record = assignmentOf({{"Transpose", "Transpose", "QNN"},
                                {"pool_token_5", "MaxPool", "QNN"},
                                {"relu_token_3", "Relu", "QNN"},
                                {"mean_token_x", "GlobalAveragePool", "QNN"},
                                {"mean_token_9", "Relu", "QNN"},
                                {"Transpose_token_21", "Transpose", "QNN"}});
    record.parts[1].nodes[0].domain = "com.ms.internal.nhwc";
    record.model = recordedModel(model); // of another one, half of its names would be strange
    const auto measured = matchedTo(model, record);
    EXPECT_EQ(placesOf(model, measured), (Places{{"a", "QNN"}, {"b", "QNN"}}));
    EXPECT_EQ(reasonsOf(measured),
              (std::vector<std::string>{
                  "ONNX Runtime inserted it", "the model has no node of this name",
                  "ONNX Runtime inserted it", "the model's node of this name is not Relu"}));
}

TEST(RecordedNames, WhatONNXRuntimeInsertedIsNoNodeThatTheModelLacks) {
    const Model model = named(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2,8] x) => (float[2,8] y) { a = HardSwish(x) y = Reshape<allowzero = 0>(a, x) })",
                              {{"a", "act"}, {"y", "shape"}});
    const auto measured =
        matchedTo(model, assignmentOf({{"act", "HardSwish"},
                                       {"gemm_input_reshape", "Reshape"},
                                       {"gemm_output_reshape_token_1012", "Reshape"},
                                       {"gemm_output_reshape_token_11_new_reshape", "Reshape"},
                                       {"Squeeze_token_155", "Squeeze"},
                                       {"ReorderOutput_token_5", "ReorderOutput"},
                                       {"anything", "ReorderInput"},
                                       {"Gelu_token_3", "Gelu"},
                                       {"_inlfunc_F_mul", "Mul"},
                                       {"_if_then_branch_Abs", "Abs"},
                                       {"shape_new_reshape", "Reshape", "QNN"},
                                       {"", "Exp"}}));
    EXPECT_EQ(placesOf(model, measured), (Places{{"a", "CPU"}, {"y", "QNN"}}));
    EXPECT_EQ(measured.doubts, 0U);
    const std::string inserted = "ONNX Runtime inserted it";
    EXPECT_EQ(reasonsOf(measured),
              (std::vector<std::string>{
                  inserted, inserted, inserted, inserted, inserted, inserted,
                  "ONNX Runtime made it of other nodes; its name does not tell of which",
                  "ONNX Runtime replaced the call of a function by its nodes",
                  "ONNX Runtime took it out of a branch that always runs",
                  "it has no name, as the nodes by which ONNX Runtime replaces a function"}));
}

constexpr const char* kQuantized = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (uint8[1,3,8,8] x) => (uint8[1,3,8,8] y, float[1,3,8,8] z)
    <float s = {0.5}, uint8 o = {0}, float[3,3,1,1] w = {}> {
      d = DequantizeLinear(x, s, o)
      c = Conv(d, w)
      q = QuantizeLinear(c, s, o)
      e = DequantizeLinear(q, s, o)
      r = Relu(e)
      y = QuantizeLinear(r, s, o)
      z = Neg(e) })";
const std::map<std::string, std::string> kQuantizedNames{
    {"d", "dx"}, {"c", "conv"}, {"q", "qc"}, {"e", "dc"}, {"r", "relu"}, {"y", "qy"}, {"z", "neg"}};

TEST(RecordedNames, ACopyOfADequantizeLinearIsThatNode) {
    const Model model = named(kQuantized, kQuantizedNames);
    const auto measured =
        matchedTo(model, assignmentOf({{"dc", "DequantizeLinear", "QNN"},
                                       {"dc/duplicated", "DequantizeLinear", "QNN"},
                                       {"conv", "Conv", "QNN"}}));
    EXPECT_TRUE(measured.unmatched.empty());
    EXPECT_EQ(placesOf(model, measured), (Places{{"e", "QNN"}, {"c", "QNN"}}));

    const auto alone = matchedTo(
        model, assignmentOf({{"dc/duplicated_token_1", "DequantizeLinear"}, {"conv", "Conv"}}));
    EXPECT_EQ(placesOf(model, alone), (Places{{"e", "CPU"}, {"c", "CPU"}}));

    const auto apart = matchedTo(model, assignmentOf({{"dc", "DequantizeLinear", "QNN"},
                                                      {"dc/duplicated", "DequantizeLinear"}}));
    EXPECT_EQ(placesOf(model, apart), (Places{{"e", "QNN"}}));
    EXPECT_EQ(reasonsOf(apart),
              (std::vector<std::string>{"ONNX Runtime copied 'dc' for another reader"}));
}

TEST(RecordedNames, AQuantizedKernelIsItsNodeWithTheQuantizationAroundIt) {
    const Model model = named(kQuantized, kQuantizedNames);
    const auto measured = matchedTo(
        model, profileOfNodes({{"conv", "QLinearConv"}, {"neg", "Neg"}, {"relu", "Relu"}}));
    EXPECT_EQ(placesOf(model, measured),
              (Places{{"d", "CPU"}, {"c", "CPU"}, {"q", "CPU"}, {"r", "CPU"}, {"z", "CPU"}}));
    EXPECT_TRUE(measured.unmatched.empty());
    EXPECT_EQ(measured.doubts, 0U);
    EXPECT_FALSE(matchPlacement(model, profileOfNodes({{"conv", "QLinearAdd"}})));
}

TEST(RecordedNames, ANodeInBlockedLayoutIsFoundByTheValueThatItGives) {
    const Model model = named(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1,8,8,8] x) => (float[1,8,8,8] y)
        <float[8,8,1,1] w = {}, float[8] b = {}> {
          c = Conv(x, w)
          n = BatchNormalization(c, b, b, b, b)
          r = Relu(n)
          d = Conv(r, w)
          s = Add(d, r)
          y = MaxPool<kernel_shape = [1, 1]>(s) })",
                              {});
    const auto measured = matchedTo(model, profileOfNodes({{"ReorderInput", "ReorderInput"},
                                                           {"r_nchwc", "Conv"},
                                                           {"s_nchwc_token_4", "Conv", "X"},
                                                           {"y_nchwc", "MaxPool"},
                                                           {"ReorderOutput", "ReorderOutput"}}));
    EXPECT_EQ(
        placesOf(model, measured),
        (Places{{"c", "CPU"}, {"n", "CPU"}, {"r", "CPU"}, {"d", "X"}, {"s", "X"}, {"y", "CPU"}}));
    EXPECT_EQ(reasonsOf(measured), std::vector<std::string>(2, "ONNX Runtime inserted it"));
}

TEST(RecordedNames, NamesThatWereMadeSeveralTimesAreFollowed) {
    const Model model = named(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[8,8] x) => (float[8,8] y) { a = MatMul(x, x) b = Add(a, x) y = Relu(b) })",
                              {{"a", "mm"}, {"b", "add"}, {"y", "act"}});
    const auto measured = matchedTo(
        model, profileOfNodes({{"mm/MatmulTransposeFusion//MatMulScaleFusion/", "FusedMatMul"}}));
    EXPECT_EQ(placesOf(model, measured), (Places{{"a", "CPU"}}));
    const auto fused =
        matchedTo(model, profileOfNodes({{"fused mm/MatMulAddFusion", "FusedGemm"}}));
    EXPECT_EQ(placesOf(model, fused), (Places{{"a", "CPU"}, {"b", "CPU"}, {"y", "CPU"}}));
    std::string deep = "mm";
    for (int i = 0; i < 100'000; ++i)
        deep = "fused " + deep;
    EXPECT_FALSE(matchPlacement(model, profileOfNodes({{deep.c_str(), "Conv"}})));
}

} // namespace
} // namespace partita
