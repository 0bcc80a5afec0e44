#include "core/tasks/records/measured_placement.h"

#include <array>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/tasks/bridge/real_runtime.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// Two nodes without a name, a fused pair, an If with bodies, and two nodes of one operator.
Model measuredSample() {
    return test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]>
        g (float[2,8] x, bool c) => (float[2,8] y)
        <float[8,8] w = {}, float[8] b = {}> {
          m = MatMul(x, w)
          a = Add(m, b)
          r = Relu(a)
          i = If (c) <then_branch = t () => (float[2,8] n) { n = Neg(r) },
                      else_branch = e () => (float[2,8] o) { o = Abs(r) }>
          p = MatMul(i, w)
          q = Add(p, b)
          s = Tanh(q)
          y = Tanh(s) })");
}

Model renamed(Model model, const std::map<std::string, std::string>& nameOfOutput) {
    ModelEditor editor(model);
    model.nodes().forEach([&](NodeId id, const auto& node) {
        const auto at = nameOfOutput.find(model.value(node->outputs[0])->name);
        if (at != nameOfOutput.end())
            editor.changeNode(id, [&](Node& changed) { changed.name = at->second; });
    });
    return editor.model();
}

const std::map<std::string, std::string> kNames{
    {"i", "if"}, {"n", "then/neg"}, {"o", "else/abs"}, {"p", "tail/mm"}, {"q", "tail/add"}};

/// "provider" of the node that makes each value; "" for one that the record does not tell of.
std::map<std::string, std::string> placed(const Model& model, const MeasuredPlacement& measured) {
    std::map<std::string, std::string> result;
    model.nodes().forEach([&](NodeId id, const auto& node) {
        const auto& place = measured.place(id);
        result[model.value(node->outputs[0])->name] =
            place ? measured.providers[place->provider] : "";
    });
    return result;
}

std::string assignment(const std::string& parts) {
    return R"({"onnxruntime": "1.31.1", "subgraphs": [)" + parts + "]}";
}

std::string part(const std::string& provider, const std::string& nodes) {
    return R"({"ep_name": ")" + provider + R"(", "nodes": [)" + nodes + "]}";
}

std::string node(const std::string& name, const std::string& op, const std::string& domain = "") {
    return R"({"name": ")" + name + R"(", "op_type": ")" + op + R"(", "domain": ")" + domain +
           R"("})";
}

MeasuredPlacement matched(const Model& model, const Result<RecordedPlacement>& record) {
    EXPECT_TRUE(record) << record.error().message();
    if (!record)
        return {};
    auto measured = matchPlacement(model, *record);
    EXPECT_TRUE(measured) << measured.error().message();
    return measured ? *std::move(measured) : MeasuredPlacement{};
}

TEST(MeasuredPlacement, FindsNodesByNameFusionBodyAndOperator) {
    const Model model = renamed(measuredSample(), kNames);
    const auto measured = matched(
        model, recordFromJson(assignment(
                   part("QNN", node("/MatMulAddFusion", "Gemm") + "," + node("", "Relu")) + "," +
                   part("CPU", node("if", "If")) + "," + part("CPU", node("then/neg", "Neg")) +
                   "," + part("CPU", node("else/abs", "Abs")) + "," +
                   part("QNN", node("tail/mm/MatMulAddFusion", "Gemm") + "," + node("", "Tanh") +
                                   "," + node("", "Tanh")))));
    const std::map<std::string, std::string> expected{
        {"m", "QNN"}, {"a", "QNN"}, {"r", "QNN"}, {"i", "CPU"}, {"n", "CPU"},
        {"o", "CPU"}, {"p", "QNN"}, {"q", "QNN"}, {"s", "QNN"}, {"y", "QNN"}};
    EXPECT_EQ(placed(model, measured), expected);
    EXPECT_EQ(measured.label.text(), "measured (ONNX Runtime 1.31.1, QNN, CPU)");
    EXPECT_TRUE(measured.unmatched.empty());
    EXPECT_TRUE(measured.untold.empty());
    EXPECT_EQ(measured.matched, 10U);
}

TEST(MeasuredPlacement, WhatIsNotForSureIsListedAndNotGuessed) {
    const Model model = renamed(measuredSample(), kNames);
    const auto measured =
        matched(model, recordFromJson(assignment(
                           part("QNN", node("if", "If") + "," + node("", "Tanh")) + "," +
                           part("CPU", node("tail/mm", "MatMul") + "," + node("tail/add", "Add") +
                                           "," + node("", "Tanh") + "," + node("then/neg", "Abs") +
                                           "," + node("InsertedPrecisionFreeCast_x", "Cast") + "," +
                                           node("other", "Conv")))));
    const auto places = placed(model, measured);
    EXPECT_EQ(places.at("i"), "QNN");
    EXPECT_EQ(places.at("s"), "");
    EXPECT_EQ(places.at("n"), "");
    EXPECT_EQ(measured.matched, 3U);
    std::vector<std::string> reasons;
    for (const auto& each : measured.unmatched)
        reasons.push_back(each.why.text());
    std::ranges::sort(reasons);
    EXPECT_EQ(reasons, (std::vector<std::string>{"ONNX Runtime inserted it",
                                                 "it may be any of 2 nodes of the model",
                                                 "it may be any of 2 nodes of the model",
                                                 "the model has no node of this name",
                                                 "the model's node of this name is not Abs"}));
    EXPECT_EQ(measured.untold.size(), 7U);
    EXPECT_EQ(measured.doubts, 1U); // two of five
}

TEST(MeasuredPlacement, AProfileTellsTimesAndSumsRuns) {
    const auto event = [](const std::string& name, const std::string& op, const std::string& more) {
        return R"({"cat": "Node", "name": ")" + name +
               R"(", "dur": 40, "args": {"provider": "CPU", )" + R"("op_name": ")" + op + "\"" +
               more + "}}";
    };
    const Model model = renamed(measuredSample(), kNames);
    const auto measured = matched(
        model, recordFromJson("[" + event("if_kernel_time", "If", "") + "," +
                              event("if_kernel_time", "If", "") + "," +
                              event("if_fence_before", "If", "") + "," +
                              event("Relu_2_kernel_time", "Relu", R"(, "node_index": "2")") + "," +
                              event("fused tail/mm/MatMulAddFusion_kernel_time", "FusedGemm", "") +
                              R"(,{"cat": "Session", "name": "model_run", "dur": 9}])"));
    const auto places = placed(model, measured);
    for (const char* value : {"i", "r", "p", "q", "s"})
        EXPECT_EQ(places.at(value), "CPU") << value;
    model.nodes().forEach([&](NodeId id, const auto& each) {
        if (each->opType == "If") {
            EXPECT_EQ(measured.place(id)->microseconds, 80);
        }
    });
}

/// A profile of nodes, each "name|operator|provider|time".
RecordedPlacement profileOf(const std::vector<std::array<std::string, 4>>& runs) {
    nlohmann::json events = nlohmann::json::array();
    for (const auto& [name, op, provider, time] : runs)
        events.push_back({{"cat", "Node"},
                          {"name", name + "_kernel_time"},
                          {"dur", std::stoi(time)},
                          {"args", {{"provider", provider}, {"op_name", op}}}});
    auto profile = recordFromJson(events.dump());
    EXPECT_TRUE(profile) << profile.error().message();
    return *std::move(profile);
}

TEST(MeasuredPlacement, TheTimesOfAProfileAreLaidOverAnAssignment) {
    const Model model = renamed(measuredSample(), kNames);
    auto record = *recordFromJson(assignment(
        part("NPU", node("if", "If")) + "," + part("CPU", node("tail/mm", "MatMul")) + "," +
        part("NPU", node("tail/add", "Add")) + "," + part("CPU", node("else/abs", "Abs"))));
    addTimes(record, profileOf({{"NPU_NPU_7_1_11", "NPU_7_1", "NPU", "60"},
                                {"NPU_NPU_7_0_9", "NPU_7_0", "NPU", "40"},
                                {"NPU_NPU_7_0_9", "NPU_7_0", "NPU", "2"},
                                {"tail/mm", "MatMul", "CPU", "5"},
                                {"Memcpy_3", "MemcpyToHost", "GPU", "9"}}));
    const auto check = [&](const RecordedPlacement& each) {
        const auto measured = *matchPlacement(model, each);
        std::map<std::string, std::optional<double>> times;
        model.nodes().forEach([&](NodeId id, const auto& at) {
            if (const auto& place = measured.place(id))
                times[at->name] = place->microseconds;
        });
        EXPECT_EQ(times.at("if"), 42);
        EXPECT_EQ(times.at("tail/add"), 60);
        EXPECT_EQ(times.at("tail/mm"), 5);
        EXPECT_EQ(times.at("else/abs"), std::nullopt);
        EXPECT_EQ(measured.microseconds, (std::vector<std::optional<double>>{102, 5}));
        EXPECT_TRUE(measured.unmatched.empty());
    };
    check(record);
    const RealSession session{
        .model = "m.onnx", .providers = {{"NPU", {}, {{"a", "b"}}}}, .config = {}};
    check(*recordFromJson(recordText(record, session)));
}

TEST(MeasuredPlacement, ACompiledPartHasNoTimeWhereItIsNotSureWhichItIs) {
    const std::string parts =
        part("NPU", node("if", "If")) + "," + part("NPU", node("tail/mm", "MatMul"));
    auto record = *recordFromJson(assignment(parts));
    addTimes(record, profileOf({{"NPU_NPU_7_1_11", "NPU_7_1", "NPU", "60"}})); // one did not run
    EXPECT_EQ(record.parts[1].microseconds, std::nullopt);
    addTimes(record, profileOf({{"NPU_NPU_7_1_11", "NPU_7_1", "NPU", "60"},
                                {"if", "If", "NPU", "60"}})); // not all was compiled
    EXPECT_EQ(record.parts[1].microseconds, std::nullopt);
}

TEST(MeasuredPlacement, WhatIsNoProfileGivesNoTimes) {
    auto record = *recordFromJson(assignment(part("CPU", node("if", "If"))));
    addTimes(record,
             *recordFromJson(assignment(part("CPU", "") + "," + part("X", node("a", "B")))));
    EXPECT_EQ(record.parts[0].microseconds, std::nullopt);
}

TEST(MeasuredPlacement, ARecordOfNothingButAProviderIsReadBack) {
    RecordedPlacement record;
    record.version = "1.20.0";
    record.everythingOn = "CPU";
    const auto again = recordFromJson(recordText(record, {}));
    ASSERT_TRUE(again) << again.error().message();
    EXPECT_EQ(again->everythingOn, "CPU");
    EXPECT_EQ(again->version, "1.20.0");
}

TEST(MeasuredPlacement, DamagedTimesAreAnError) {
    for (const char* times :
         {"7", "[7]", R"([{"name": "x", "op_type": "y"}])", R"([{"ep_name": 7}])"})
        EXPECT_FALSE(recordFromJson(R"({"subgraphs": [], "everything_on": "CPU", "times": )" +
                                    std::string(times) + "}"));
}

TEST(MeasuredPlacement, ALogIsReadWithColoursAndInItsOldForm) {
    const std::string before = "\x1b[0;93m2026 [V:onnxruntime:, session_state.cc:1 "
                               "VerifyEachNodeIsAssignedToAnEp] ";
    const Model model = renamed(measuredSample(), kNames);
    const auto measured =
        matched(model, recordFromLog(before + "Node placements\x1b[m\r\n" + before +
                                     " Node(s) placed on [QNN]. Number of nodes: 1\x1b[m\n" +
                                     before + "  QNN_12_0 (QNN_QNN_12_0_0)\x1b[m\n" + before +
                                     " Node(s) placed on [CPU]. Number of nodes: 3\n" + before +
                                     "  If (if)\nnoise\n" + before + "  MatMul (tail/mm)\n"));
    EXPECT_EQ(placed(model, measured).at("i"), "CPU");
    ASSERT_EQ(measured.unmatched.size(), 1U);
    EXPECT_NE(measured.unmatched[0].why.text().find("compiled"), std::string::npos);
    ASSERT_EQ(measured.notes.size(), 1U);
    EXPECT_EQ(measured.notes[0].text(), "the log announces 4 nodes and lists 3: it is cut off");

    const auto old =
        matched(model, recordFromLog(before + "Node placements\n" + before +
                                     " Provider: [CPU]: [If (if), MatMul (tail/mm), ]\n"));
    EXPECT_EQ(placed(model, old).at("p"), "CPU");

    const auto all =
        matched(model, recordFromLog(before + "Node placements\n" + before +
                                     " All nodes placed on [CPU]. Number of nodes: 7\n"));
    EXPECT_EQ(all.matched, 10U);
}

TEST(MeasuredPlacement, AContextModelTellsWhatLiesBetweenTheEndsOfItsNodes) {
    const Model context = test::modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]>
        g (float[2,8] x, bool c) => (float[2,8] y) {
          r = com.microsoft.EPContext <source = "QNN"> (x)
          i = If (c) <then_branch = t () => (float[2,8] n) { n = Neg(r) },
                      else_branch = e () => (float[2,8] o) { o = Abs(r) }>
          y = com.microsoft.EPContext <source = "QNN"> (i) })");
    const Model model = renamed(measuredSample(), kNames);
    const auto measured = matched(model, recordFromContextModel(renamed(context, kNames)));
    const auto places = placed(model, measured);
    for (const char* value : {"m", "a", "r", "p", "q", "s", "y"})
        EXPECT_EQ(places.at(value), "QNN") << value;
    for (const char* value : {"i", "n", "o"})
        EXPECT_EQ(places.at(value), kNotCompiled) << value;
}

TEST(MeasuredPlacement, HostileRecordsAreErrorsThatSayWhatToDo) {
    const std::string deep(200, '[');
    for (const std::string& text :
         {std::string("{"), std::string("[]"), std::string("{}"), deep,
          std::string(R"({"subgraphs": 3})"), std::string(R"({"subgraphs": [{"ep_name": 1}]})"),
          std::string(R"({"subgraphs": [{"ep_name": "a"}]})"),
          std::string(R"({"subgraphs": [{"ep_name": "a", "nodes": [1]}]})"),
          std::string(R"([{"cat": "Node", "name": 1}])"),
          std::string(R"([{"cat": "Node", "name": "a_kernel_time"}])"),
          std::string(R"([{"cat": "Session"}])")}) {
        const auto record = recordFromJson(text);
        ASSERT_FALSE(record) << text;
        EXPECT_NE(record.error().remedy.text(), "") << text;
    }
    EXPECT_FALSE(recordFromLog(""));
    EXPECT_FALSE(recordFromLog("VerifyEachNodeIsAssignedToAnEp] Node placements\n"));
    EXPECT_FALSE(recordFromContextModel(measuredSample()));
    EXPECT_FALSE(readRecordedPlacement("/dev/zero"));
}

TEST(MeasuredPlacement, HostileNamesStayTextInTheReports) {
    const auto record = recordFromJson(
        assignment(part("CPU", node("\\u0000<b>\\ud83d\\ude00", "If") + "," + node("if", "If"))));
    const Model model = renamed(measuredSample(), kNames);
    const auto measured = matched(model, record);
    EXPECT_NE(measuredText(model, measured).find("<b>"), std::string::npos);
    EXPECT_EQ(toJson(model, measured)["unmatched"].size(), 1U);
}

} // namespace
} // namespace partita
