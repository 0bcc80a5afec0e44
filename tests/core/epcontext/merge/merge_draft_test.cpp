// The plan of a merge: true reasons, a state of each part, and one error that leaves the rest planned.

#include <algorithm>
#include <set>

#include "core/epcontext/formats/context_content.h"
#include "core/epcontext/merge/merge_rows.h"
#include "tests/support/merges.h"

namespace partita {
namespace {

using test::contextModel;
using test::kOpenVino;
using test::kQnn;
using test::ovepBinary;
using test::qnnBinary;
using Fix = MergeProblem::Fix;

class MergeDraft : public test::MergedFiles {
protected:
    /// A QNN model of one graph from x to y, with a binary of its own.
    void addQnn(const std::string& name, const std::string& prefix, const std::string& x = "x",
                const std::string& y = "y") {
        const std::string graph = "QNN_" + std::to_string(100 + inputs.size()) + "_0";
        write(name + "/" + name + "_qnn.bin", qnnBinary({graph}) + name);
        addModel(name + "/" + name + "_ctx.onnx",
                 contextModel(kQnn, graph, name + "_qnn.bin", graph, x, y), prefix);
    }
    void addOpenVino(const std::string& name, const std::string& prefix) {
        addOpenVino(name, prefix, name + "_x", name + "_y");
    }
    void addOpenVino(const std::string& name, const std::string& prefix, const std::string& x,
                     const std::string& y) {
        write(name + "/" + name + ".bin", ovepBinary({{"p_" + name, name}}));
        addModel(name + "/" + name + "_ctx.onnx",
                 contextModel(kOpenVino, "ov_" + name, name + ".bin", "p_" + name, x, y), prefix);
    }
    MergePlan draft() {
        options.output = folder / "out/merged.onnx";
        std::filesystem::create_directories(folder / "out");
        return draftMerge(inputs, options);
    }
    static std::vector<std::string> outputsOf(const MergePlan& plan) {
        std::vector<std::string> names;
        for (const ValueId id : plan.model.graph(plan.model.mainGraph())->outputs)
            names.push_back(plan.model.value(id)->name);
        return names;
    }
    static std::string whyOf(const MergePlan& plan, const std::string& to) {
        for (const MergeRow& row : mergeRows(plan, false))
            if (row.to == to)
                return nameOf(row.does).text() + ": " + row.why.text();
        return "no row";
    }
    static std::size_t errorsIn(const MergePlan& plan) {
        return static_cast<std::size_t>(std::ranges::count(
            plan.problems, MergeProblem::Severity::error, &MergeProblem::severity));
    }
};

TEST_F(MergeDraft, SaysWhatANameWasChangedFor) {
    addQnn("a", "a_");
    addQnn("b", "");
    addQnn("c", "");
    const MergePlan plan = draft();
    ASSERT_FALSE(plan.refusal()) << *plan.refusal()->what.text().c_str();
    EXPECT_EQ(whyOf(plan, "a_x"), "rename: prefix of its model");
    EXPECT_EQ(whyOf(plan, "x_2"), "clash: '_2' because 'x' is taken by b");
    EXPECT_TRUE(std::ranges::any_of(plan.clashes, [](const MergePlan::Clash& clash) {
        return clash.what.text() == "tensor 'x' of c has the name of another one" &&
               clash.resolution.text() == "called 'x_2'" && clash.model == 2U &&
               clash.from == "x" && clash.to == "x_2";
    }));
    for (const MergeRow& row : mergeRows(plan, true))
        if (row.does == MergeRow::Does::clash) {
            EXPECT_TRUE(!row.from.empty() && !row.to.empty()) << row.what.text();
        }
}

TEST_F(MergeDraft, SaysWhichNamesStayAndWhy) {
    addOpenVino("a", "a1_");
    addQnn("b", "b_");
    write("m/m_qnn.bin", qnnBinary({"QNN_7_0", "QNN_7_1"}));
    addModel("m/m_ctx.onnx", contextModel(kQnn, "QNN_7_0", "m_qnn.bin", "QNN_7_0"), "m_");
    const MergePlan plan = draft();
    EXPECT_EQ(whyOf(plan, "a_x"), "keep: kept: OpenVINO's blob knows it by this name");
    EXPECT_EQ(whyOf(plan, "p_a"), "keep: kept: the key into its binary");
    EXPECT_EQ(whyOf(plan, "QNN_7_0"),
              "keep: kept: its binary holds several graphs, and the name is the key");
    EXPECT_EQ(whyOf(plan, "a1_ov_a"), "rename: prefix of its model");
}

TEST_F(MergeDraft, OneErrorLeavesTheOtherRowsPlanned) {
    addQnn("a", "a_");
    addQnn("b", "b_");
    inputs.push_back(
        {folder / "gone_ctx.onnx", {}, "c_", {}, Error{Errc::io, {"is gone"}, {}, {}}, {}});
    options.connections = {{"2.x", "1.nothing"}, {"2.x", "1.y"}, {"3.x", "1.y"}};
    options.outputOrder = {"b_y", "c_y"};
    const MergePlan plan = draft();
    ASSERT_TRUE(plan.refusal());
    EXPECT_EQ(errorsIn(plan), 4U);
    EXPECT_EQ(outputsOf(plan), (std::vector<std::string>{"b_y", "a_y"}));
    EXPECT_EQ(plan.files.size(), 2U);
    EXPECT_EQ(plan.problems[0].model, 2U);
    EXPECT_EQ(plan.problems[1].connection, 0U);
    EXPECT_EQ(plan.problems[1].fix, Fix::leaveConnectionOut);
    EXPECT_EQ(plan.problems[2].connection, 2U);
    const auto rows = mergeRows(plan, true);
    EXPECT_EQ(std::ranges::count_if(rows, &MergeRow::isRefused), 2);
    EXPECT_TRUE(rows.front().isRefused) << "what is refused comes first";
    EXPECT_TRUE(test::valueNamed(plan.model, "b_y"));
    // The errors taken away, the rest can be written.
    inputs.pop_back();
    options.connections = {{"2.x", "1.y"}};
    options.outputOrder.clear();
    merged();
}

TEST_F(MergeDraft, ANameThatMustStayAndIsTakenIsARowThatSaysSo) {
    for (const std::string name : {"one", "two"}) {
        write(name + "/m.bin", ovepBinary({{"p_" + name, name}}));
        addModel(name + "/m_ctx.onnx", contextModel(kOpenVino, name, "m.bin", "p_" + name),
                 name + "_");
    }
    const MergePlan plan = draft();
    EXPECT_EQ(errorsIn(plan), 2U) << "x and y";
    const auto rows = mergeRows(plan, false);
    const auto refused = std::ranges::find(rows, true, &MergeRow::isRefused);
    ASSERT_NE(refused, rows.end());
    EXPECT_EQ(std::ranges::count_if(rows, &MergeRow::isRefused), 2);
    EXPECT_EQ(refused->model, 1U);
    EXPECT_EQ(refused->from, refused->to);
    EXPECT_EQ(refused->why.text(), "tensor '" + refused->from +
                                       "' is there in one/m and in two/m, and the binaries know "
                                       "it by that name");
    EXPECT_EQ(whyOf(plan, "two_x"), "no row") << "it cannot be renamed";
    EXPECT_TRUE(test::valueNamed(plan.model, "two_x")) << "drawn in the preview";
}

TEST_F(MergeDraft, OfFourModelsWithTheSameNamesThoseOfABinaryStay) {
    addQnn("a", "");
    addQnn("b", "");
    addOpenVino("c", "", "x", "y");
    addModel("d_ctx.onnx", R"(<ir_version: 9, opset_import: ["" : 18]> g (float[1,4] x) =>
        (float[1,4] y) { y = Relu(x) })",
             "");
    const MergePlan plan = draft();
    ASSERT_FALSE(plan.refusal()) << plan.refusal()->message();
    EXPECT_EQ(outputsOf(plan), (std::vector<std::string>{"y_2", "y_3", "y", "y_4"}));
    EXPECT_EQ(whyOf(plan, "x_3"), "clash: '_3' because 'x' is taken by c");
    EXPECT_EQ(plan.modelOf.at(plan.model.producer(test::valueNamed(plan.model, "y"))), 2U);
}

TEST_F(MergeDraft, TheStandInForARefusedNameIsNoNameThatAThirdModelNeeds) {
    addOpenVino("one", "one_", "x", "y");
    addOpenVino("two", "two_", "x", "y");
    addOpenVino("three", "three_", "two_x", "z");
    addOpenVino("four", "four_", "x", "two_y");
    const MergePlan plan = draft();
    ASSERT_EQ(errorsIn(plan), 3U) << "x and y of the second, x of the fourth";
    for (const MergeProblem& problem : plan.problems) {
        EXPECT_TRUE(problem.model == 1U || problem.model == 3U);
        EXPECT_NE(problem.error.what.text().find(" is there in one and in "), std::string::npos)
            << problem.error.what.text();
    }
    EXPECT_EQ(whyOf(plan, "two_x"), "keep: kept: OpenVINO's blob knows it by this name");
    EXPECT_EQ(whyOf(plan, "two_y"), "keep: kept: OpenVINO's blob knows it by this name");
    std::set<std::string> names;
    plan.model.values().forEach([&](ValueId, const auto& value) {
        EXPECT_TRUE(names.insert(value->name).second) << value->name;
    });
    EXPECT_EQ(names.size(), 8U);
    // Without the two that cannot be, the others can.
    inputs.erase(inputs.begin() + 3);
    inputs.erase(inputs.begin() + 1);
    EXPECT_FALSE(draft().refusal());
}

TEST_F(MergeDraft, AnOutputHasTheNameThatTheBinaryOfItsReaderKnows) {
    addQnn("a", "");
    addQnn("b", "");
    addOpenVino("c", "", "y", "z");
    options.connections = {{"3.y", "2.y"}};
    const MergePlan plan = draft();
    ASSERT_FALSE(plan.refusal()) << plan.refusal()->message();
    EXPECT_EQ(outputsOf(plan), (std::vector<std::string>{"y_2", "y", "z"}));
    EXPECT_EQ(plan.model.nodes().count(), 3U) << "no Concat";
    const ValueId read = plan.model.node(test::nodeNamed(plan.model, "ov_c"))->inputs[0];
    EXPECT_EQ(plan.model.value(read)->name, "y");
    EXPECT_EQ(plan.modelOf.at(plan.model.producer(read)), 1U);
    // A third model whose binary knows another tensor by that name cannot be beside them.
    addOpenVino("d", "", "w", "y");
    const MergePlan refused = draft();
    ASSERT_TRUE(refused.refusal());
    EXPECT_EQ(refused.refusal()->what.text(),
              "tensor 'y' is there in c and in d, and the binaries know it by that name");
}

TEST_F(MergeDraft, BinariesThatKnowATensorByOneNameReadOneCopyOfIt) {
    addQnn("a", "a_");
    addOpenVino("b", "b_", "h", "p");
    addOpenVino("c", "c_", "h", "q");
    options.connections = {{"2.h", "1.y"}, {"3.h", "1.y"}};
    const MergePlan plan = draft();
    ASSERT_FALSE(plan.refusal()) << plan.refusal()->message();
    EXPECT_EQ(plan.model.nodes().count(), 4U) << "one Concat";
    const auto reads = [&](const char* node) {
        return plan.model.node(test::nodeNamed(plan.model, node))->inputs[0];
    };
    EXPECT_EQ(reads("b_ov_b"), reads("c_ov_c"));
    EXPECT_EQ(plan.model.value(reads("b_ov_b"))->name, "h");
    // Two tensors cannot have it.
    options.connections.pop_back();
    EXPECT_EQ(draft().refusal()->what.text(),
              "tensor 'h' is there in b and in c, and the binaries know it by that name");
}

TEST_F(MergeDraft, SaysWhyAConnectionCannotBe) {
    addQnn("a", "a_");
    addQnn("b", "b_");
    write("w/w_qnn.bin", qnnBinary({"QNN_9_0"}) + "w");
    std::string wide = contextModel(kQnn, "QNN_9_0", "w_qnn.bin", "QNN_9_0");
    for (std::size_t at = wide.find("[1,4]"); at != std::string::npos; at = wide.find("[1,4]"))
        wide.replace(at, 5, "[1,8]");
    addModel("w/w_ctx.onnx", wide, "w_");
    options.connections = {{"2.x", "1.y"}, {"1.x", "2.y"}, {"3.x", "1.y"}, {"1.x", "1.y"}};
    const MergePlan plan = draft();
    ASSERT_EQ(errorsIn(plan), 3U);
    EXPECT_EQ(
        plan.problems[0].error.what.text(),
        "the connections form a cycle: '1.x' would read '2.y', and there is a → b → a already");
    EXPECT_EQ(plan.problems[1].error.what.text(), "'1.y' (1×4 fp32) does not fit '3.x' (1×8 fp32)");
    EXPECT_EQ(plan.problems[2].error.what.text(), "'1.x' and '1.y' are of one model");
    EXPECT_EQ(whyOf(plan, "a_y"), "connect: your connection; 1×4 fp32");
}

TEST_F(MergeDraft, AnOutputIsDroppedOnlyOnceItIsRead) {
    addQnn("a", "a_");
    addQnn("b", "b_");
    options.droppedOutputs = {"1.y"};
    EXPECT_EQ(refusal(), "no other model reads the output '1.y': connect it before you drop it");
    options.connections = {{"2.x", "1.y"}};
    const Model model = merged();
    const Graph& graph = *model.graph(model.mainGraph());
    ASSERT_EQ(graph.outputs.size(), 1U);
    EXPECT_EQ(model.value(graph.outputs[0])->name, "b_y");
    options.droppedOutputs = {"1.y", "2.z"};
    EXPECT_EQ(draft().problems.front().fix, Fix::keepOutput);
}

TEST_F(MergeDraft, AfterAClashConnectionsAndDroppedOutputsHaveTheNamesOfTheResult) {
    addQnn("a", "");
    addQnn("b", "");
    addQnn("c", "c_", "y", "z");
    options.connections = {{"3.y", "2.y"}};
    const MergePlan connected = draft();
    EXPECT_FALSE(connected.refusal());
    EXPECT_EQ(outputsOf(connected), (std::vector<std::string>{"y", "y_2", "c_z"}));
    const auto stepOf = [](const MergePlan& plan, MergePlan::Step::Does does) {
        const auto found = std::ranges::find(plan.steps, does, &MergePlan::Step::does);
        return found == plan.steps.end() ? "no step" : found->from + " → " + found->to;
    };
    EXPECT_EQ(stepOf(connected, MergePlan::Step::Does::connect), "c_y → y_2");
    options.droppedOutputs = {"2.y"};
    const MergePlan dropped = draft();
    EXPECT_FALSE(dropped.refusal());
    EXPECT_EQ(outputsOf(dropped), (std::vector<std::string>{"y", "c_z"}));
    EXPECT_EQ(stepOf(dropped, MergePlan::Step::Does::drop), "y_2 → ");
}

TEST_F(MergeDraft, AClashOfGraphsOffersToRenameThem) {
    for (const char* name : {"a", "b"}) {
        write(std::string(name) + "/m.bin", qnnBinary({"QNN_12345_1_0", "QNN_12345_2_0"}) + name);
        addModel(std::string(name) + "/m_ctx.onnx",
                 contextModel(kQnn, "QNN_12345_1_0", "m.bin", "QNN_12345_1_0"),
                 std::string(name) + "_");
    }
    const MergePlan plan = draft();
    ASSERT_TRUE(plan.refusal());
    EXPECT_EQ(plan.problems.front().fix, Fix::rewriteBinaries);
    EXPECT_EQ(plan.problems.front().model, 1U);
    EXPECT_TRUE(test::valueNamed(plan.model, "b_y")) << "the rest is planned";
    options.rewriteBinaries = true;
    EXPECT_FALSE(draft().refusal());
}

TEST_F(MergeDraft, ANewNameOfAGraphIsTakenForTheModelsThatFollow) {
    const std::string graph = "QNN_12345_1_0", ending = "_1_0";
    options.rewriteBinaries = true;
    const auto add = [&](const std::string& name, const std::string& of) {
        const std::string second = of.substr(0, of.size() - ending.size()) + "_2_0";
        write(name + "/m.bin", qnnBinary({of, second}) + name);
        addModel(name + "/m_ctx.onnx", contextModel(kQnn, of, "m.bin", of), name + "_");
    };
    const auto names = [&] {
        std::vector<std::string> found;
        const MergePlan plan = draft();
        EXPECT_FALSE(plan.refusal());
        plan.model.nodes().forEach([&](NodeId, const auto& node) { found.push_back(node->name); });
        return found;
    };
    add("a", graph);
    add("b", graph);
    auto two = names();
    ASSERT_EQ(std::erase(two, graph), 1U);
    ASSERT_EQ(two.size(), 1U);
    ASSERT_TRUE(two[0].ends_with(ending)) << two[0];
    add("c", two[0]); // has the name that the second model got
    const auto three = names();
    EXPECT_EQ(std::set<std::string>(three.begin(), three.end()).size(), 3U);
}

TEST_F(MergeDraft, TheBinariesOfItsSourcesShowTheirGraphs) {
    addOpenVino("a", "");
    addQnn("b", "");
    for (const MergeInput& input : inputs) {
        const auto all = epContextsOf(input.model);
        const auto graphs = contextContent(all[0], all, input.path.parent_path(), 1 << 20);
        ASSERT_TRUE(graphs && graphs->size() == 1) << input.path;
        EXPECT_EQ(graphs->front().name, all[0].partition);
        EXPECT_TRUE(graphs->front().isNodes);
    }
}

TEST_F(MergeDraft, WarnsOfTwoReleases) {
    for (const char* name : {"a", "b"}) {
        write(std::string(name) + "/m.bin",
              qnnBinary({std::string("QNN_") + name + "_1_0"}) + name);
        std::string text = contextModel(kQnn, name, "m.bin", name);
        text.replace(text.find("main_context"), 0,
                     "ep_sdk_version = \"2." + std::string(name) + "\", ");
        addModel(std::string(name) + "/m_ctx.onnx", text, std::string(name) + "_");
    }
    const MergePlan plan = draft();
    EXPECT_FALSE(plan.refusal());
    ASSERT_EQ(plan.problems.size(), 1U);
    EXPECT_EQ(plan.problems[0].severity, MergeProblem::Severity::warning);
    EXPECT_EQ(plan.problems[0].model, 1U);
}

TEST_F(MergeDraft, InnerNamesThatOnlyGetAPrefixAreOneRow) {
    const std::string text = R"(<ir_version: 9, opset_import: ["" : 18]> g (float[1,4] x) =>
        (float[1,4] y) { p = Relu(x) q = Abs(p) y = Neg(q) })";
    addModel("a_ctx.onnx", text, "a_");
    addModel("b_ctx.onnx", text, "b_");
    const auto rows = mergeRows(draft(), true);
    const auto inner = std::ranges::find(rows, 2U, &MergeRow::count);
    ASSERT_NE(inner, rows.end());
    EXPECT_EQ(inner->what.text(), "2 tensors");
    EXPECT_TRUE(inner->to == "a_p, …" || inner->to == "b_p, …") << inner->to;
    EXPECT_EQ(std::ranges::count(rows, std::string("a_x"), &MergeRow::to), 1);
    EXPECT_EQ(mergeRows(draft(), false).size(), 8U);
}

TEST_F(MergeDraft, BesideASourceTheResultHasABinaryOfItsOwn) {
    addQnn("a", "a_");
    write("a/b_qnn.bin", qnnBinary({"QNN_77_0"}) + "b");
    addModel("a/b_ctx.onnx", contextModel(kQnn, "QNN_77_0", "b_qnn.bin", "QNN_77_0"), "b_");
    options.output = folder / "a/merged_ctx.onnx";
    const auto before = std::filesystem::last_write_time(folder / "a/a_qnn.bin");
    for (int i = 0; i < 2; ++i) { // the second time, its own are there
        const auto plan = planMerge(inputs, options);
        ASSERT_TRUE(plan) << plan.error().message();
        EXPECT_EQ(plan->files[0].name, "merged_a_qnn.bin");
        EXPECT_EQ(plan->files[0].why.text(), i == 0 ? "copied" : "is there already, and stays");
        EXPECT_TRUE(plan->clashes.empty());
        ASSERT_TRUE(writeMerge(*plan, options.output));
    }
    EXPECT_EQ(std::filesystem::last_write_time(folder / "a/a_qnn.bin"), before);
    // A vendor's compiler writes into the file: the merged model is not touched by it.
    write("a/a_qnn.bin", qnnBinary({"QNN_100_0"}) + "new weights");
    EXPECT_TRUE(lintContexts(*readModel(options.output), folder / "a")->empty());
}

} // namespace
} // namespace partita
