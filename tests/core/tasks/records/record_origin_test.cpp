// Records that are, or may be, of another model.

#include "core/tasks/records/measured_placement.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/tasks/bridge/real_runtime.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using nlohmann::json;

/// A chain of the operators, each named after its number.
Model chainOf(const std::vector<std::string>& operators, const char* names = "node_") {
    std::string text = "<ir_version: 9, opset_import: [\"\" : 18]> g (float[8] v0) => (float[8] v" +
                       std::to_string(operators.size()) + ") {";
    for (std::size_t i = 0; i < operators.size(); ++i)
        text +=
            " v" + std::to_string(i + 1) + " = " + operators[i] + "(v" + std::to_string(i) + ")";
    const Model model = test::modelFromText((text + " }").c_str());
    ModelEditor editor(model);
    std::size_t number = 0;
    model.nodes().forEach([&](NodeId id, const auto&) {
        editor.changeNode(
            id, [&](Node& node) { node.name = *names ? names + std::to_string(number++) : ""; });
    });
    return editor.model();
}

/// What a session without rewrites tells of the model.
RecordedPlacement recordOfAll(const Model& model) {
    RecordedPlacement record;
    model.nodes().forEach([&](NodeId, const auto& node) {
        record.parts.push_back({"CPU", {{node->name, node->opType.str(), {}, {}}}, {}, {}});
    });
    return record;
}

const std::vector<std::string> kOperators{"Relu", "Abs", "Neg", "Relu", "Sin",
                                          "Cos",  "Erf", "Abs", "Neg",  "Exp"};

std::string refusalOf(const Model& model, const RecordedPlacement& record) {
    const auto measured = matchPlacement(model, record);
    return measured ? "" : measured.error().message();
}

TEST(RecordOrigin, ARecordOfWhichMostNamesAreUnknownIsRefused) {
    const auto record = recordOfAll(chainOf(kOperators));
    EXPECT_EQ(refusalOf(chainOf(kOperators), record), "");
    const std::string error = refusalOf(chainOf({"Relu", "Abs", "Neg"}), record);
    EXPECT_NE(error.find("of another model: 7 of its 10 nodes are not in this one, such as Relu "
                         "'node_3'"),
              std::string::npos)
        << error;
}

TEST(RecordOrigin, OtherOperatorsUnderTheSameNamesAreRefused) {
    auto other = kOperators;
    for (const std::size_t i : {1U, 4U, 7U, 9U})
        other[i] = "Tanh";
    EXPECT_NE(refusalOf(chainOf(other), recordOfAll(chainOf(kOperators))).find("4 of its 10 nodes"),
              std::string::npos);
}

TEST(RecordOrigin, SomeUnknownNodesAreAWarningWithTheirNumber) {
    auto other = kOperators;
    other[1] = other[4] = "Tanh";
    const auto measured = matchPlacement(chainOf(other), recordOfAll(chainOf(kOperators)));
    ASSERT_TRUE(measured) << measured.error().message();
    EXPECT_EQ(measured->matched, 8U);
    ASSERT_EQ(measured->doubts, 1U);
    EXPECT_EQ(measured->notes.front().text(),
              "the record may be of another model: 2 of its 10 nodes are not in this one, such as "
              "Abs 'node_1'");
    EXPECT_NE(notesText(*measured).find("warning: the record may be"), std::string::npos);
    other[4] = "Sin";
    EXPECT_EQ(matchPlacement(chainOf(other), recordOfAll(chainOf(kOperators)))->doubts, 0U);
}

TEST(RecordOrigin, NodesWithoutNamesAreEvidenceOnlyWhereTheModelHasSuch) {
    const Model nameless = chainOf(kOperators, "");
    EXPECT_EQ(refusalOf(nameless, recordOfAll(nameless)), "");
    EXPECT_NE(refusalOf(chainOf(kOperators), recordOfAll(nameless)), "");
    // "Relu_2" is a name, but in a profile, which calls nodes without a name so.
    auto numbered = recordOfAll(nameless);
    for (std::size_t i = 0; i < numbered.parts.size(); ++i)
        for (RecordedNode& node : numbered.parts[i].nodes)
            node.name = node.op + "_" + std::to_string(i);
    EXPECT_NE(refusalOf(nameless, numbered), "");
    numbered.form = RecordedPlacement::Form::profile;
    EXPECT_EQ(refusalOf(nameless, numbered), "");
}

TEST(RecordOrigin, MoreNamelessNodesThanKnownOnesAreAWarning) {
    auto record = recordOfAll(chainOf(kOperators, ""));
    record.parts.front().nodes.front().name = "node_0";
    auto operators = kOperators;
    operators[1] = "HardSwish"; // a function
    const auto measured = matchPlacement(chainOf(operators), record);
    ASSERT_TRUE(measured) << measured.error().message();
    ASSERT_EQ(measured->doubts, 1U);
    EXPECT_NE(measured->notes.front().text().find("9 of its nodes have no name, and 1 are in"),
              std::string::npos);
}

TEST(RecordOrigin, WhatRecordWritesIsKnownByTheModelItWasMadeOf) {
    const Model model = chainOf(kOperators), other = chainOf({"Relu", "Abs", "Neg"});
    auto record = recordOfAll(chainOf(kOperators, "renamed_"));
    record.model = recordedModel(model);
    const auto again = recordFromJson(recordText(record, {}));
    ASSERT_TRUE(again) << again.error().message();
    EXPECT_EQ(again->model, record.model);
    // Rewrites may have renamed every node: it is still a record of this model.
    EXPECT_EQ(refusalOf(model, *again), "");
    EXPECT_NE(refusalOf(other, *again), "");

    auto longer = kOperators;
    longer.emplace_back("Relu");
    auto whole = recordOfAll(model);
    whole.model = recordedModel(model);
    const auto measured = matchPlacement(chainOf(longer), whole);
    ASSERT_TRUE(measured) << measured.error().message();
    ASSERT_EQ(measured->doubts, 1U);
    EXPECT_NE(measured->notes.front().text().find("had 10 nodes and this one has 11"),
              std::string::npos);
}

TEST(RecordOrigin, TheModelOfARecordIsItsNodesInAnyOrder) {
    const Model model = chainOf(kOperators);
    EXPECT_EQ(recordedModel(model), recordedModel(chainOf(kOperators)));
    EXPECT_EQ(recordedModel(model).nodes, kOperators.size());
    ModelEditor editor(model); // the last node gets the highest id, and the same content
    NodeId first;
    model.nodes().forEach([&](NodeId id, const auto&) { first = first ? first : id; });
    const Node node = *model.node(first);
    editor.removeNode(first);
    Node copy = node;
    copy.id = {};
    editor.addNode(copy);
    EXPECT_EQ(recordedModel(editor.model()), recordedModel(model));
    EXPECT_NE(recordedModel(chainOf(kOperators, "other_")), recordedModel(model));
}

TEST(RecordOrigin, ALogThatNamesNoNodeSaysSo) {
    const std::string line = "VerifyEachNodeIsAssignedToAnEp] ";
    const auto log = [&](const char* count) {
        return *recordFromLog(line + "Node placements\n" + line +
                              " All nodes placed on [CPU]. Number of nodes: " + count + "\n");
    };
    const auto measured = matchPlacement(chainOf(kOperators), log("7"));
    ASSERT_TRUE(measured);
    EXPECT_EQ(measured->doubts, 0U);
    ASSERT_EQ(measured->notes.size(), 1U);
    EXPECT_NE(measured->notes[0].text().find("names no node"), std::string::npos);
    EXPECT_EQ(matchPlacement(chainOf(kOperators), log("700"))->doubts, 1U);
}

TEST(RecordOrigin, ADamagedModelOfARecordIsAnError) {
    for (const char* model : {"7", "{}", R"({"nodes": -1, "structure": "x"})", R"({"nodes": 1})",
                              R"({"nodes": 1, "structure": 2})"})
        EXPECT_FALSE(recordFromJson(R"({"subgraphs": [], "everything_on": "CPU", "model": )" +
                                    std::string(model) + "}"))
            << model;
}

} // namespace
} // namespace partita
