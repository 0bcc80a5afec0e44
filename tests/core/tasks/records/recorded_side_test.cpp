// A record of a runtime as one side of a comparison.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/onnx/infer_shapes.h"
#include "core/report/difference_report.h"
#include "core/tasks/compared_sides.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const char* const kModel = R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[1, 8] x) => (float[1, 8] y) {
  [a1] a = Relu(x) [a2] b = Relu(a) [a3] c = Relu(b) [a4] d = Relu(c)
  [cut] e = Mish(d)
  [b1] f = Relu(e) [b2] g = Relu(f) [b3] h = Relu(g) [b4] y = Relu(h)
})";

ComparisonSide side(ProviderChoice choice = {{}, "ascend310", {{"min_run_length", "1"}}}) {
    ComparisonSide made;
    made.stored = test::modelFromText(kModel);
    made.model = *inferShapes(made.stored);
    made.providers = *makeProviders(choice);
    return made;
}

/// A record of parts: a provider, and its nodes with "name operator" each.
using Part = std::pair<const char*, std::vector<std::pair<const char*, const char*>>>;
std::shared_ptr<const MeasuredPlacement> record(const Model& model,
                                                const std::vector<Part>& parts) {
    RecordedPlacement recorded;
    recorded.version = "1.32.0";
    for (const auto& [provider, nodes] : parts) {
        RecordedPart& part = recorded.parts.emplace_back();
        part.provider = provider;
        for (const auto& [name, op] : nodes)
            part.nodes.push_back({name, op, {}, {}});
    }
    auto matched = matchPlacement(model, recorded);
    EXPECT_TRUE(matched) << matched.error().message();
    return std::make_shared<const MeasuredPlacement>(*std::move(matched));
}

const Part kFirst{"QNNExecutionProvider",
                  {{"a1", "Relu"}, {"a2", "Relu"}, {"a3", "Relu"}, {"a4", "Relu"}}};
const Part kLast{"QNNExecutionProvider",
                 {{"b1", "Relu"}, {"b2", "Relu"}, {"b3", "Relu"}, {"b4", "Relu"}}};
const Part kCutPart{"CPUExecutionProvider", {{"cut", "Mish"}}};

std::shared_ptr<const SideComparison> against(const std::vector<Part>& parts,
                                              const ComparisonSide& plain = side()) {
    ComparisonSide other = plain;
    other.measured = record(plain.stored, parts);
    auto a = placeSide(plain), b = placeSide(other);
    EXPECT_TRUE(a && b);
    auto made = compareDocument(*a, *b, true, true);
    EXPECT_TRUE(made);
    return *made;
}

std::vector<std::string> moved(const SideComparison& made) {
    std::vector<std::string> list;
    for (const NodeDifference& each : made.differences.nodes)
        list.push_back(made.a.model.node(each.a)->name + ": " + each.changes.front().from.text() +
                       " to " + each.changes.front().to.text());
    return list;
}

TEST(RecordedSide, WhatRanAsPredictedDiffersInNothing) {
    const auto made = against({kFirst, kCutPart, kLast});
    EXPECT_TRUE(made->differences.equal());
    EXPECT_EQ(made->differences.after->partitions, 3U);
    EXPECT_EQ(made->differences.after->label().text(),
              "measured (ONNX Runtime 1.32.0, QNNExecutionProvider, CPUExecutionProvider)");
    EXPECT_TRUE(made->differences.before->label().text().starts_with("predicted ("));
}

TEST(RecordedSide, TellsTheNodesThatRanElsewhere) {
    const auto made = against({{"QNNExecutionProvider", {{"a1", "Relu"}, {"a2", "Relu"}}},
                               {"CPUExecutionProvider", {{"a3", "Relu"}, {"a4", "Relu"}}},
                               {"QNNExecutionProvider", {{"cut", "Mish"}}},
                               kLast});
    EXPECT_THAT(moved(*made), ElementsAre("a3: npu to cpu", "a4: npu to cpu", "cut: cpu to npu"));
    const Partitioning& placed = *made->b.placement;
    EXPECT_EQ(placed.explain(test::nodeNamed(made->b.model, "a3")).text(),
              "Runs on CPUExecutionProvider: the record has it on CPUExecutionProvider");
    EXPECT_EQ(placed.summary.byProvider, (std::vector<std::size_t>{7, 2}));
    EXPECT_EQ(made->beside->step.moved.size(), 3U);
}

TEST(RecordedSide, WhatTheRecordDoesNotTellIsWhereItIsPredicted) {
    const auto made = against({kFirst});
    EXPECT_THAT(moved(*made), IsEmpty());
    EXPECT_EQ(made->b.measured->untold.size(), 5U);
    EXPECT_EQ(made->b.placement->explain(test::nodeNamed(made->b.model, "b2")).text(),
              "Runs on QNNExecutionProvider: the record does not tell of it: placed as predicted");
}

TEST(RecordedSide, WithoutADeviceThatPredictsTheRecordHasOneMore) {
    ComparisonSide cpu = side({{"cpu"}, {}, {}});
    const auto made = against({kFirst, kCutPart}, cpu);
    EXPECT_THAT(moved(*made),
                ElementsAre("a1: cpu to QNNExecutionProvider", "a2: cpu to QNNExecutionProvider",
                            "a3: cpu to QNNExecutionProvider", "a4: cpu to QNNExecutionProvider"));
}

TEST(RecordedSide, TwoRecordsDifferByTheNamesOfTheirProviders) {
    const auto placedBy = [](const std::vector<Part>& parts) {
        ComparisonSide made = side();
        made.measured = record(made.stored, parts);
        made.recordedNames = RecordedNames::own;
        return *placeSide(std::move(made));
    };
    const Part cuda{"CUDAExecutionProvider", {{"b1", "Relu"}, {"b2", "Relu"}}};
    const PlacedSide a = placedBy({{"TensorrtExecutionProvider", kFirst.second}, kCutPart, cuda}),
                     b = placedBy({{"TensorrtExecutionProvider",
                                    {{"a1", "Relu"}, {"a2", "Relu"}, {"b2", "Relu"}}},
                                   {"CPUExecutionProvider", {{"a3", "Relu"}, {"cut", "Mish"}}},
                                   {"CUDAExecutionProvider", {{"a4", "Relu"}, {"b1", "Relu"}}}});
    const auto made = compareDocument(a, b, true, true);
    ASSERT_TRUE(made);
    EXPECT_THAT(moved(**made),
                ElementsAre("a3: TensorrtExecutionProvider to cpu",
                            "a4: TensorrtExecutionProvider to CUDAExecutionProvider",
                            "b2: CUDAExecutionProvider to TensorrtExecutionProvider"));
}

/// A record of the model before its rewrites tells also of nodes that the prediction folds.
TEST(RecordedSide, FoldedNodesStayFolded) {
    ComparisonSide plain = side();
    plain.stored = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 8] x) => (float[1, 8] y) <float[8] w = {1, 2, 3, 4, 5, 6, 7, 8}> {
          [fold] v = Neg(w) [a1] a = Add(x, v) [a2] b = Relu(a) [a3] c = Relu(b) [a4] y = Relu(c)
        })");
    plain.model = *inferShapes(plain.stored);
    const auto made = against(
        {{"CPUExecutionProvider", {{"fold", "Neg"}}},
         {"QNNExecutionProvider", {{"a1", "Add"}, {"a2", "Relu"}, {"a3", "Relu"}, {"a4", "Relu"}}}},
        plain);
    EXPECT_TRUE(made->differences.equal()) << moved(*made).size();
    EXPECT_TRUE(made->b.placement->isFolded(test::nodeNamed(made->b.model, "fold")));
    EXPECT_EQ(made->differences.after->partitions, 1U);
}

/// ONNX Runtime may run nodes together that are not neighbours in the order of the file.
TEST(RecordedSide, PartsOfTheRecordArePartitions) {
    ComparisonSide plain = side();
    plain.stored = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 8] x) => (float[1, 8] y, float[1, 8] z) {
          [l1] a = Relu(x) [r1] b = Neg(x) [l2] c = Relu(a) [r2] d = Neg(b)
          [l3] y = Relu(c) [r3] z = Neg(d) })");
    plain.model = *inferShapes(plain.stored);
    const auto made =
        against({{"QNNExecutionProvider", {{"l1", "Relu"}, {"l2", "Relu"}, {"l3", "Relu"}}},
                 {"CPUExecutionProvider", {{"r1", "Neg"}, {"r2", "Neg"}, {"r3", "Neg"}}}},
                plain);
    EXPECT_EQ(made->differences.after->partitions, 2U);
    EXPECT_EQ(made->differences.after->boundaryTensors, 0U);
}

} // namespace
} // namespace partita
