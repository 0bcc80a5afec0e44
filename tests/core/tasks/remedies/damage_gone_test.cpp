// How much damage went with a difference: the damage of the triage on one side and on the other.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/onnx/infer_shapes.h"
#include "core/report/difference_report.h"
#include "core/tasks/compared_sides.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::nodeNamed;

/// Runs of the device, with nodes between them that it does not take.
std::string runsAround(const std::vector<std::string>& cuts) {
    std::string text = "<ir_version: 9, opset_import: [\"\" : 18]>\n"
                       "g (float[4, 8] x) => (float[4, 8] y) {";
    std::string last = "x";
    int made = 0;
    const auto add = [&](const std::string& name, const std::string& op) {
        const std::string value = "v" + std::to_string(made++);
        text += " [" + name + "] " + value + " = " + op + "(" + last + ")";
        last = value;
    };
    const auto run = [&](const std::string& name) {
        for (int i = 0; i < 6; ++i)
            add(name + std::to_string(i), "Relu");
    };
    run("r");
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        add("cut" + std::to_string(i), cuts[i]);
        if (i + 1 == cuts.size() || cuts[i] != cuts[i + 1])
            run("s" + std::to_string(i) + "_");
    }
    return text + " [end] y = Relu(" + last + ") }";
}

std::shared_ptr<const SideComparison> withMishTaken(const std::string& text,
                                                    bool documentFirst = true) {
    ComparisonSide plain;
    plain.stored = test::modelFromText(text);
    plain.model = *inferShapes(plain.stored);
    plain.providers = *makeProviders({{}, "ascend310", {}});
    ComparisonSide other = plain;
    other.scenario.changes = {
        {NodesChange{NodesChange::What::takeAnyway, {"", "Mish", ""}, "npu"}}};
    return *compareDocument(*placeSide(plain), *placeSide(other), true, documentFirst);
}

const NodeDifference& differenceAt(const SideComparison& made, const std::string& name) {
    return *std::ranges::find(made.differences.nodes, nodeNamed(made.a.model, name),
                              &NodeDifference::a);
}

const DifferenceGroup& groupOf(const SideComparison& made, const std::string& op) {
    return *std::ranges::find(made.groups, op, &DifferenceGroup::opType);
}

TEST(DamageGone, IsWhatTheTriageCountsForTheNode) {
    const auto made = withMishTaken(runsAround({"Mish"}));
    const NodeDifference& cut = differenceAt(*made, "cut0");
    EXPECT_EQ(cut.gone.partitions, 1);
    EXPECT_EQ(cut.gone.bytes, 2 * 4 * 8 * 4);
    EXPECT_EQ(cut.gone.partitions, made->a.judged->damageOf(cut.a).partitions);
    EXPECT_EQ(cut.gone.bytes, made->a.judged->damageOf(cut.a).bytes);
}

TEST(DamageGone, IsNegativeWhereItCame) {
    const auto made = withMishTaken(runsAround({"Mish"}), false);
    EXPECT_EQ(differenceAt(*made, "cut0").gone.partitions, -1);
    EXPECT_EQ(groupOf(*made, "Mish").gone.bytes, -2 * 4 * 8 * 4);
}

TEST(DamageGone, AStretchThatDoesItAsAWholeCountsOnceInItsGroup) {
    const auto made = withMishTaken(runsAround({"Mish", "Mish"}));
    EXPECT_EQ(differenceAt(*made, "cut0").gone.partitions, 1);
    EXPECT_EQ(differenceAt(*made, "cut1").gone.partitions, 0); // it joins the first one
    ASSERT_EQ(groupOf(*made, "Mish").members.size(), 2U);
    EXPECT_EQ(groupOf(*made, "Mish").gone.partitions, 1);
}

TEST(DamageGone, NodesThatOnlyJoinCountInTheirGroupWhereTheyMergePartitions) {
    // Without the second Mish, the first one saves bytes but joins no runs.
    const auto made = withMishTaken(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[4, 8] x) => (float[4, 1] y) <float[8, 1] w = {1, 2, 3, 4, 5, 6, 7, 8}> {
  [r0] a = Relu(x) [r1] b = Relu(a) [r2] c = Relu(b) [r3] d = Relu(c) [r4] e = Relu(d)
  [r5] f = Relu(e) [cut0] h = Mish(f) [short] i = MatMul(h, w) [cut1] j = Mish(i)
  [s0] k = Relu(j) [s1] l = Relu(k) [s2] m = Relu(l) [s3] n = Relu(m) [s4] o = Relu(n)
  [s5] y = Relu(o) })");
    ASSERT_EQ(groupOf(*made, "Mish").members.size(), 2U);
    EXPECT_EQ(groupOf(*made, "Mish").gone.partitions, 1);
    EXPECT_EQ(groupOf(*made, "Mish").gone.bytes, 4 * 8 * 4 + 4 * 4);
}

TEST(DamageGone, OfSeveralCutsAddsUp) {
    const auto made = withMishTaken(runsAround({"Mish", "Softplus", "Mish"}));
    EXPECT_EQ(groupOf(*made, "Mish").gone.partitions, 2);
}

TEST(DamageGone, GroupsComeInItsOrder) {
    // Three Relus move with the Mish: the larger group, but it does no damage.
    const auto made = withMishTaken(R"(<ir_version: 9, opset_import: ["" : 18]>
g (float[4, 8] x) => (float[4, 8] y) {
  [a1] a = Relu(x) [a2] b = Relu(a) [a3] c = Relu(b) [cut] d = Mish(c) [b1] e = Relu(d)
  [b2] f = Relu(e) [b3] h = Relu(f) [b4] i = Relu(h) [b5] j = Relu(i) [b6] y = Relu(j)
})");
    ASSERT_GE(made->groups.size(), 2U);
    EXPECT_EQ(groupOf(*made, "Relu").members.size(), 3U);
    EXPECT_GT(groupOf(*made, "Mish").gone.bytes, 0);
    EXPECT_EQ(made->groups.front().opType, "Mish");
}

TEST(DamageGone, IsPrintedInEveryForm) {
    const auto made = withMishTaken(runsAround({"Mish"}));
    const DifferenceReport report{made->a.model, made->b.model, made->differences, "a", "b"};
    const auto json = toJson(report);
    EXPECT_EQ(json["groups"][0]["damage_gone"]["partitions"], 1);
    EXPECT_EQ(json["nodes_changed"][0]["damage_gone"]["bytes"], 2 * 4 * 8 * 4);
    for (const std::string& text :
         {differenceText(report), differenceMarkdown(report), differenceHtml(report, "today")}) {
        EXPECT_NE(text.find("damage gone"), std::string::npos) << text;
        EXPECT_NE(text.find("1 · 256 B"), std::string::npos) << text;
    }
}

TEST(DifferenceReport, CountsAsTheHeadlineDoes) {
    auto made = withMishTaken(runsAround({"Mish"}));
    ModelDifferences found = made->differences;
    ASSERT_TRUE(found.before && found.after);
    EXPECT_EQ(found.before->ofFirst, 2U);
    EXPECT_EQ(found.before->partitions, 3U);
    found.before->nodes = 4842;
    found.before->ofFirst = 1820;
    found.before->bytesComplete = false;
    const DifferenceReport report{made->a.model, made->b.model, found, "a", "b"};
    EXPECT_EQ(toJson(report)["before"]["device_partitions"], 1820);
    EXPECT_EQ(toJson(report)["before"]["partitions"], 3);
    const std::string text = differenceText(report), markdown = differenceMarkdown(report),
                      html = differenceHtml(report, "today");
    for (const std::string& each : {text, markdown, html}) {
        EXPECT_NE(each.find("1,820"), std::string::npos) << each;
        EXPECT_NE(each.find("4,842"), std::string::npos) << each;
        EXPECT_NE(each.find("partitions in all"), std::string::npos) << each;
        EXPECT_NE(each.find("256 B or more"), std::string::npos) << each;
    }
    EXPECT_NE(markdown.find("| partitions | 1,820 | 1 |"), std::string::npos) << markdown;
    EXPECT_NE(markdown.find("| partitions in all | 3 | 1 |"), std::string::npos) << markdown;
}

TEST(DamageGone, PartitionsThatWentAsAWholeCountAtOneOfTheirNodes) {
    // The run before the Mish has 6 nodes. With runs of 7 or more it is gone, and the cut is not.
    ComparisonSide shorter;
    shorter.stored = test::modelFromText(runsAround({"Mish", "Softplus"}));
    shorter.model = *inferShapes(shorter.stored);
    shorter.providers = *makeProviders({{}, "ascend310", {{"min_run_length", "2"}}});
    ComparisonSide longer = shorter;
    longer.scenario.changes = {{RunLengthChange{"npu", 7}}};
    for (const bool turned : {false, true}) {
        const auto made =
            turned ? compareDocument(*placeSide(longer), *placeSide(shorter), true, true)
                   : compareDocument(*placeSide(shorter), *placeSide(longer), true, true);
        ASSERT_TRUE(made);
        const auto& found = (*made)->differences;
        const auto went = static_cast<std::int64_t>(found.before->ofFirst) -
                          static_cast<std::int64_t>(found.after->ofFirst);
        EXPECT_EQ(std::abs(went), 1);
        std::int64_t partitions = 0, bytes = 0, ofGroups = 0;
        for (const NodeDifference& each : found.nodes) {
            partitions += each.gone.partitions;
            bytes += each.gone.bytes;
        }
        for (const DifferenceGroup& group : (*made)->groups)
            ofGroups += group.gone.partitions;
        EXPECT_EQ(partitions, went);
        EXPECT_EQ(ofGroups, went);
        EXPECT_EQ(bytes, static_cast<std::int64_t>(found.before->boundaryBytes) -
                             static_cast<std::int64_t>(found.after->boundaryBytes));
    }
}

TEST(DamageGone, WhatWouldNotHelpIsNoDamage) {
    // Nodes that nothing runs would be one partition more: that is no damage that went.
    const Damage gone = damageGone({}, {-1, 512, 0});
    EXPECT_EQ(gone.partitions, 0);
    EXPECT_EQ(gone.bytes, -512);
    EXPECT_EQ(damageText(gone).text(), "0 · −512 B");
    EXPECT_EQ(damageText({}).text(), "none");
}

TEST(DamageGone, IsUnknownWithoutPlacements) {
    const auto made = withMishTaken(runsAround({"Mish"}));
    const auto found = *compareModels({made->a.model}, {made->b.model});
    EXPECT_FALSE(found.knowsDamage());
    const auto json = toJson({made->a.model, made->b.model, found, "a", "b"});
    EXPECT_TRUE(json["groups"].empty() || json["groups"][0]["damage_gone"].is_null());
}

} // namespace
} // namespace partita
