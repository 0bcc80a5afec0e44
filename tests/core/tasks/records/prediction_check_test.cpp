// A measured placement laid over the predicted one.

#include "core/tasks/records/prediction_check.h"

#include <gtest/gtest.h>

#include "tests/support/models.h"

namespace partita {
namespace {

using Kind = PredictionCheck::Kind;

Model checkedSample() {
    Model model = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2,8] x) => (float[2,8] y)
        <float[8,8] w = {}> {
          a = MatMul(x, w)
          b = Relu(a)
          c = Neg(b)
          d = Abs(c)
          y = Tanh(d) })");
    ModelEditor editor(model);
    model.nodes().forEach([&](NodeId id, const auto& node) {
        editor.changeNode(
            id, [&](Node& changed) { changed.name = model.value(node->outputs[0])->name; });
    });
    return editor.model();
}

NodeId nodeCalled(const Model& model, const char* name) { return test::nodeNamed(model, name); }

/// "npu" runs the first three nodes, "cpu" the next one, the last one is folded.
Partitioning predicted(const Model& model) {
    Partitioning placed;
    placed.providers = {"npu", "cpu"};
    placed.providerNames = {{"NPU", "ascend310"}, {"CPU", ""}};
    placed.partitionOf.resize(model.nodes().keyEnd());
    placed.verdictListOf.resize(model.nodes().keyEnd());
    placed.verdictLists.push_back({Verdict{}});
    placed.verdictLists.back().front().code = ReasonCode::folded;
    Partition npu, cpu;
    npu.index = 1;
    cpu.index = 2;
    cpu.provider = 1;
    for (const char* name : {"a", "b", "c"})
        placed.partitionOf[nodeCalled(model, name).value] = 1;
    placed.partitionOf[nodeCalled(model, "d").value] = 2;
    placed.verdictListOf[nodeCalled(model, "y").value] = 1;
    placed.partitions = {npu, cpu};
    return placed;
}

MeasuredPlacement measured(const Model& model, const std::string& parts) {
    const auto record = recordFromJson(parts);
    EXPECT_TRUE(record);
    auto placement = matchPlacement(model, *record);
    EXPECT_TRUE(placement);
    return *std::move(placement);
}

constexpr const char* kRecord =
    R"({"onnxruntime": "1.32.0", "subgraphs": [
        {"ep_name": "QNNExecutionProvider", "nodes": [
            {"name": "a", "op_type": "MatMul"}, {"name": "d", "op_type": "Abs"},
            {"name": "y", "op_type": "Tanh"}]},
        {"ep_name": "CPUExecutionProvider", "nodes": [{"name": "c", "op_type": "Neg"}]}]})";

TEST(PredictionCheck, ComparesTheCpuWithTheCpuAndDevicesWithDevices) {
    const Model model = checkedSample();
    const auto placement = measured(model, kRecord);
    const auto check = checkPrediction(model, predicted(model), placement);
    EXPECT_EQ(check.kind(nodeCalled(model, "a")), Kind::agrees);
    EXPECT_EQ(check.kind(nodeCalled(model, "b")), Kind::untold);
    EXPECT_EQ(check.kind(nodeCalled(model, "c")), Kind::differs);
    EXPECT_EQ(check.kind(nodeCalled(model, "d")), Kind::differs);
    EXPECT_EQ(check.kind(nodeCalled(model, "y")), Kind::folded);
    EXPECT_EQ(check.kind(NodeId{}), Kind::none);
    EXPECT_EQ(check.headline().text(), "2 of 3 nodes differ");
    EXPECT_EQ(correspondence(predicted(model), placement).text(),
              "compared: NPU · ascend310 with QNNExecutionProvider, CPU with "
              "CPUExecutionProvider");
    EXPECT_EQ(predictedLabel(predicted(model)).text(),
              "predicted (NPU · ascend310, Partita " PARTITA_VERSION ")");
    Partitioning learned = predicted(model);
    learned.learnedFrom = {"onnxruntime-qnn 2.7.0", ""};
    EXPECT_EQ(predictedLabel(learned).text(),
              "predicted (NPU · ascend310, learned from onnxruntime-qnn 2.7.0, "
              "Partita " PARTITA_VERSION ")");
    EXPECT_EQ(whyOf(check, predicted(model), nodeCalled(model, "b")).text(),
              "the record does not tell of it");
}

TEST(PredictionCheck, FollowsNodesByTheirIds) {
    const Model model = checkedSample();
    const auto placement = measured(model, kRecord);
    ModelEditor editor(model);
    editor.changeNode(nodeCalled(model, "d"), [](Node& node) { node.name = "another"; });
    Node added = *model.node(nodeCalled(model, "c"));
    added.name = "new";
    Value spare = *model.value(added.outputs[0]);
    spare.name = "spare";
    added.outputs = {editor.addValue(std::move(spare))};
    const NodeId fresh = editor.addNode(std::move(added));
    const Model edited = editor.model();
    Partitioning placed = predicted(model);
    placed.partitionOf.resize(edited.nodes().keyEnd());
    const auto check = checkPrediction(edited, placed, placement);
    EXPECT_EQ(check.kind(nodeCalled(edited, "another")), Kind::differs);
    EXPECT_EQ(check.kind(fresh), Kind::added);
    EXPECT_EQ(check.added, 1U);
    EXPECT_EQ(check.gone, 0U);
    EXPECT_EQ(whyOf(check, placed, fresh).text(), "not in the file as it was opened");
}

TEST(PredictionCheck, CountsNodesThatAreGone) {
    const Model model = checkedSample();
    const auto placement = measured(model, kRecord);
    const Model other = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2,8] x) => (float[2,8] y) { y = Neg(x) })");
    const auto check = checkPrediction(other, Partitioning{}, placement);
    EXPECT_EQ(check.gone, 3U); // all that are placed but the first
}

TEST(PredictionCheck, WhatAContextModelDidNotCompileIsNotTheDevice) {
    EXPECT_TRUE(isCpuOfRecord("CPUExecutionProvider"));
    EXPECT_TRUE(isCpuOfRecord(kNotCompiled));
    EXPECT_FALSE(isCpuOfRecord("QNNExecutionProvider"));
}

} // namespace
} // namespace partita
