// Edits that people ask for, each made by mouse and keys and by the command line: the same models.
// Where PARTITA_KEEP_EDITED names a folder, the models that were made by hand are left there for
// tests/judge_edits.py.

#include <QPlainTextEdit>
#include <cctype>
#include <filesystem>
#include <set>

#include "core/compare/difference_groups.h"
#include "core/compare/model_differences.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "tests/support/edit_hand.h"

namespace partita {
namespace {

using test::Answers;

class EditsByHand : public test::EditHand {
protected:
    /// Saves the model, and compares it with what the command line makes.
    void expectTheSameByScript() {
        saveAs("window.onnx");
        editByScript("script.onnx");
        compareAndKeep();
    }
    void compareAndKeep() {
        const auto ofWindow = typed("window.onnx"), ofScript = typed("script.onnx");
        ASSERT_TRUE(ofWindow && ofScript);
        const auto found = compareModels({*ofScript}, {*ofWindow});
        ASSERT_TRUE(found);
        for (const auto& node : found->nodes) {
            ADD_FAILURE() << nodeOf(node, *ofScript, *ofWindow).label() << ' '
                          << statusName(node.status);
            for (const PropertyChange& change : node.changes)
                ADD_FAILURE() << changeText(change).text();
        }
        for (const auto& constant : found->constants)
            ADD_FAILURE() << changeText(constant.change).text();
        for (const auto& fact : found->facts)
            ADD_FAILURE() << fact.fact << ": " << changeText(fact.change).text();
        EXPECT_TRUE(found->equal());
        if (const char* folder = std::getenv("PARTITA_KEEP_EDITED")) {
            const std::filesystem::path kept = folder;
            std::filesystem::create_directories(kept);
            for (const auto& each : std::filesystem::directory_iterator(files.path()))
                if (const std::string file = each.path().filename().string();
                    file.starts_with("window"))
                    std::filesystem::copy_file( // the model finds its data by that name
                        each.path(), kept / (file == "window.onnx" ? name() + ".onnx" : file),
                        std::filesystem::copy_options::overwrite_existing);
        }
    }

private:
    /// A model as the file says it, with all types that follow.
    std::optional<Model> typed(const char* name) {
        const auto read = readModel(files / name);
        EXPECT_TRUE(read) << read.error().message();
        auto inferred = read ? inferShapes(*read) : Result<Model>(read.error());
        EXPECT_TRUE(inferred);
        return inferred ? std::optional(*std::move(inferred)) : std::nullopt;
    }
};

TEST_F(EditsByHand, RenameInputAndOutput) {
    openEdit("rename_input_and_output");
    inspectModel();
    write("port_image", "picture");
    write("port_y", "scores");
    expectTheSameByScript();
}

TEST_F(EditsByHand, DeleteANodeAndReconnect) {
    openEdit("delete_a_node_and_reconnect");
    connectPorts("conv", 0, "identity", 0);
    choose({"relu"});
    edits([&] { press(Qt::Key_Delete); });
    expectTheSameByScript();
}

TEST_F(EditsByHand, BypassIdentity) {
    openEdit("bypass_identity");
    choose({"identity"});
    edits([&] { press(Qt::Key_B, test::kCtrlShift); });
    expectTheSameByScript();
}

TEST_F(EditsByHand, RemoveDropout) {
    openEdit("remove_dropout");
    nodeMenu("dropout", {"Bypass"});
    expectTheSameByScript();
}

TEST_F(EditsByHand, SoftmaxAtTheEnd) {
    openEdit("softmax_at_the_end");
    chooseTensor("y");
    insertOperator("Softmax");
    write("attribute_axis", "1");
    expectTheSameByScript();
}

TEST_F(EditsByHand, IdentityOnAnEdge) {
    openEdit("identity_on_an_edge");
    tensorMenu("c", {"Insert on its edges", "Identity"});
    expectTheSameByScript();
}

TEST_F(EditsByHand, InputOfBytesWithACast) {
    openEdit("input_of_bytes_with_a_cast");
    chooseTensor("image");
    insertOperator("Cast");
    pick("attribute_to", "float32");
    inspectModel();
    pick("type_image", "uint8");
    expectTheSameByScript();
}

TEST_F(EditsByHand, NormalizedInput) {
    openEdit("normalized_input");
    const auto scalar = [](const char* name, const char* number) {
        return form({{"name", name}, {"shape", ""}, {"source", "Listed"}, {"list", number}});
    };
    chooseTensor("image");
    insertOperator("Sub");
    write("nodeName", "shifted");
    click("connect_1", {lastListed(), scalar("offset", "0.5")}); // "New initializer…"
    chooseTensor("Sub_C");
    write("tensorName", "shifted_C");
    insertOperator("Mul");
    click("connect_1", {lastListed(), scalar("scale", "4")});
    expectTheSameByScript();
}

TEST_F(EditsByHand, ChannelsLastInput) {
    openEdit("channels_last_input");
    chooseTensor("image");
    insertOperator("Transpose");
    write("attribute_perm", "0, 3, 1, 2");
    inspectModel();
    write("sizes_image", "1, 8, 8, 3");
    expectTheSameByScript();
}

TEST_F(EditsByHand, FixASymbolicBatch) {
    openEdit("fix_a_symbolic_batch");
    inspectModel();
    write("sizes_image", "2, 3, 8, 8");
    write("sizes_y", "2, 5");
    expectTheSameByScript();
}

TEST_F(EditsByHand, MakeTheBatchDynamic) {
    openEdit("make_the_batch_dynamic");
    command("&Edit", {"Change the model", "Rename or fix a size…"}, {form({{"value", "batch"}})});
    expectTheSameByScript();
}

TEST_F(EditsByHand, AnotherBatchSize) {
    openEdit("another_batch_size");
    command("&Edit", {"Change the model", "Rename or fix a size…"}, {form({{"value", "4"}})});
    expectTheSameByScript();
}

TEST_F(EditsByHand, NewerOpset) {
    openEdit("newer_opset");
    inspectModel();
    write("opset_ai.onnx", "18");
    expectTheSameByScript();
}

TEST_F(EditsByHand, AnInnerTensorAsOutput) {
    openEdit("an_inner_tensor_as_output");
    tensorMenu("r", {"Make it an output"});
    expectTheSameByScript();
}

TEST_F(EditsByHand, ChangeAnAttribute) {
    openEdit("change_an_attribute");
    choose({"conv"});
    write("attribute_strides", "2, 2");
    expectTheSameByScript();
}

TEST_F(EditsByHand, ResetAnAttribute) {
    openEdit("reset_an_attribute");
    choose({"conv"});
    click("reset_pads");
    expectTheSameByScript();
}

TEST_F(EditsByHand, ReplaceWeights) {
    openEdit("replace_weights");
    choose({"fc"});
    click("table_fc_w", {[](QWidget& dialog) {
                             test::clickButton(dialog, QStringLiteral("From a file…"));
                             test::clickButton(dialog, QStringLiteral("OK"));
                         },
                         Answers::file(pathOf("w.npy"))});
    expectTheSameByScript();
}

TEST_F(EditsByHand, WeightsInHalfPrecisionWithACastBack) {
    openEdit("weights_in_half_precision_with_a_cast_back");
    command("&Edit", {"Change the tensors", "Convert elements…"}, {form({{"type", "float16"}})});
    expectTheSameByScript();
}

TEST_F(EditsByHand, WeightsInADataFile) {
    openEdit("weights_in_a_data_file");
    command("&Edit", {"Change the tensors", "Where the elements are saved…"}, {form({})});
    expectTheSameByScript();
}

TEST_F(EditsByHand, EqualWeightsOnce) {
    openEdit("equal_weights_once");
    command("&Edit", {"Change the tensors", "Share equal initializers…"}, {form({})});
    expectTheSameByScript();
}

TEST_F(EditsByHand, AWeightAsInput) {
    openEdit("a_weight_as_input");
    choose({"fc"});
    namedTensorMenu("fc_b", {"The tensor", "Make it an input"});
    expectTheSameByScript();
}

TEST_F(EditsByHand, AnInputAsConstant) {
    openEdit("an_input_as_constant");
    tensorMenu("k", {"The tensor", "Make it a Constant node…"},
               {form({{"source", "Listed"}, {"list", "1.5, 2.5, -3"}})});
    expectTheSameByScript();
}

TEST_F(EditsByHand, CutTheFrontOff) {
    openEdit("cut_the_front_off");
    inspectModel();
    click("addInput");
    write("port_input", "features");
    write("sizes_features", "1, 4, 8, 8");
    tensorMenu("d", {"Let its readers read another tensor…"}, {listed("features")});
    choose({"conv", "relu", "identity", "dropout"});
    edits([&] { press(Qt::Key_Delete); });
    inspectModel();
    click("remove_image");
    expectTheSameByScript();
}

TEST_F(EditsByHand, AnotherActivation) {
    openEdit("another_activation");
    nodeMenu("relu", {"Replace the operator…"}, {listed("Sigmoid")});
    expectTheSameByScript();
}

TEST_F(EditsByHand, LeakyActivationWithItsSlope) {
    openEdit("leaky_activation_with_its_slope");
    nodeMenu("relu", {"Replace the operator…"}, {listed("LeakyRelu")});
    choose({"relu"});
    write("attribute_alpha", "0.25");
    expectTheSameByScript();
}

TEST_F(EditsByHand, ReorderAndRemoveOutputs) {
    openEdit("reorder_and_remove_outputs");
    inspectModel();
    click("remove_a");
    const ValueId last = test::valueNamed(document().storedModel(), "c");
    click(("up_" + std::to_string(last.value)).c_str());
    choose({"neg"});
    edits([&] { press(Qt::Key_Delete); });
    expectTheSameByScript();
}

TEST_F(EditsByHand, WhatIsSaidAboutAModel) {
    openEdit("what_is_said_about_a_model");
    inspectModel();
    click("about:model", {[](QWidget& dialog) {
              auto* text = dialog.findChild<QPlainTextEdit*>();
              ASSERT_TRUE(text);
              QTest::keyClicks(text, QStringLiteral("a net"));
              test::clickButton(dialog, QStringLiteral("OK"));
          }});
    click("addMetadata", {Answers::input({}, QStringLiteral("author"))});
    write("metadata_author", "me");
    write("producer", "hand");
    expectTheSameByScript();
}

TEST_F(EditsByHand, NodesBecomeAFunction) {
    openEdit("nodes_become_a_function");
    choose({"identity", "dropout"});
    edits([&] { press(Qt::Key_B, test::kCtrlShift); });
    choose({"conv", "relu", "mean"});
    nodeMenu("relu", {"Structure", "Extract into a function…"},
             {form({{"name", "Stem"}, {"domain", "local"}})});
    expectTheSameByScript();
}

TEST_F(EditsByHand, ABranchBecomesAFunction) {
    openEdit("a_branch_becomes_a_function");
    nodeMenu("if", {"Structure", "Extract into a function…"},
             {form({{"name", "Choice"}, {"domain", "local"}})});
    expectTheSameByScript();
}

TEST_F(EditsByHand, AFunctionIsInlined) {
    openEdit("a_function_is_inlined");
    nodeMenu("relu", {"Structure", "Inline all calls of its function"});
    expectTheSameByScript();
}

TEST_F(EditsByHand, AFunctionAndBack) {
    openEdit("a_function_and_back");
    nodeMenu("fc", {"Structure", "Extract into a function…"},
             {form({{"name", "Head"}, {"domain", "local"}})});
    nodeMenu("Head", {"Structure", "Inline the call"});
    expectTheSameByScript();
}

TEST_F(EditsByHand, TheBranchOfAKnownCondition) {
    openEdit("the_branch_of_a_known_condition");
    nodeMenu("if", {"Structure", "Put the branch that is taken here"});
    expectTheSameByScript();
}

TEST_F(EditsByHand, HalfPrecisionOnAnEdge) {
    openEdit("half_precision_on_an_edge");
    tensorMenu("r", {"Insert on its edges", "Cast there and back", "float16"});
    expectTheSameByScript();
}

TEST_F(EditsByHand, AnotherLayoutOnAnEdge) {
    openEdit("another_layout_on_an_edge");
    tensorMenu("r", {"Insert on its edges", "Transpose…"}, {form({{"order", "2,0,1"}})});
    expectTheSameByScript();
}

TEST_F(EditsByHand, AnEdgeIsQuantized) {
    openEdit("an_edge_is_quantized");
    tensorMenu("r", {"Insert on its edges", "Quantize and dequantize…"},
               {form({{"type", "uint8"}, {"scale", "0.02"}, {"zeroPoint", "10"}})});
    expectTheSameByScript();
}

TEST_F(EditsByHand, EachChannelIsQuantized) {
    openEdit("each_channel_is_quantized");
    tensorMenu(
        "r", {"Insert on its edges", "Quantize and dequantize…"},
        {form({{"type", "int8"}, {"scale", "0.02, 0.03, 0.05"}, {"zeroPoint", "0, -5, 7"}})});
    expectTheSameByScript();
}

TEST_F(EditsByHand, NodesAreMarkedForAProvider) {
    openEdit("nodes_are_marked_for_a_provider");
    press(Qt::Key_A, Qt::ControlModifier);
    write("nodeMark", "front");
    choose({"neg"});
    write("nodeMark", "head");
    nodeMenu("relu", {"Structure", "Remove the mark"});
    expectTheSameByScript();
}

TEST_F(EditsByHand, NodesBecomeAModelOfTheirOwn) {
    openEdit("nodes_become_a_model_of_their_own");
    {
        const Answers answers({Answers::entry(QStringLiteral("Save selection as model…")),
                               Answers::file(pathOf("window.onnx"))});
        test::askForMenu(&graph(), graph().boxCenter(node("mean")));
        ASSERT_TRUE(waitFor([&] { return std::filesystem::exists(files / "window.onnx"); }));
    }
    editByScript("script.onnx");
    compareAndKeep();
}

/// "a_weight_as_input" as "AWeightAsInput".
std::string testNameOf(const std::string& edit) {
    std::string name;
    bool isFirst = true;
    for (const char c : edit) {
        if (c != '_')
            name += isFirst ? static_cast<char>(std::toupper(c)) : c;
        isFirst = c == '_';
    }
    return name;
}

TEST(EditsAskedFor, AreEachMadeByHand) {
    std::set<std::string> byHand;
    const auto& unit = *testing::UnitTest::GetInstance();
    for (int i = 0; i < unit.total_test_suite_count(); ++i)
        if (const auto& suite = *unit.GetTestSuite(i); suite.name() == std::string("EditsByHand"))
            for (int k = 0; k < suite.total_test_count(); ++k)
                byHand.insert(suite.GetTestInfo(k)->name());
    for (const auto& [name, said] : test::editsAskedFor().items())
        EXPECT_TRUE(byHand.contains(testNameOf(name))) << name;
}

} // namespace
} // namespace partita
