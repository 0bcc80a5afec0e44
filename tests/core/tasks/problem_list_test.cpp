#include "core/tasks/problem_list.h"
#include "tests/core/edits/edit_checks.h"

namespace partita::test {
namespace {

/// "error open-input", one a line.
std::string text(const std::vector<ListedProblem>& problems) {
    std::string lines;
    for (const ListedProblem& each : problems)
        lines += (each.isError() ? "error " : "warning ") + each.finding.rule + "\n";
    return lines;
}

std::string problemsOf(const Model& model) { return text(listProblems(model, *checkModel(model))); }

constexpr const char* kTwo = R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2] x) => (float[2] y) {
  [one] a = Neg(x)
  [two] y = Softmax <axis = 0> (a)
})";

Model withAxis(const Model& model, std::int64_t axis) {
    return edited(model, SetAttribute{{nodeNamed(model, "two")}, Attribute::make("axis", axis)});
}

TEST(ProblemList, HasWhatEditsAndTheCheckerFindErrorsFirst) {
    EXPECT_EQ(problemsOf(modelFromText(kTwo)), "");
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2] x) => (float[2] y) {
  [loose] a = Neg(x)
  [far] y = Softmax <axis = 7> (x)
})");
    EXPECT_EQ(problemsOf(model), "error shape-inference\nwarning unread-node\n");
}

TEST(ProblemList, NamesOnceWhatBothFind) {
    const Model sound = modelFromText(kTwo);
    EXPECT_EQ(problemsOf(edited(sound, DeleteNodes{{nodeNamed(sound, "one")}})),
              "error open-input\n");
    EXPECT_EQ(problemsOf(modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2] x) => (float[2] y) { [one] a = Neg(nowhere) [two] y = Relu(a) })")),
              "error undefined-value\n");
    ModelEditor editor(sound);
    editor.changeNode(nodeNamed(sound, "two"), [](Node& node) { node.name = "one"; });
    EXPECT_EQ(problemsOf(editor.model()), "warning duplicate-node-name\n");
}

TEST(ProblemList, HasTheRulesOfContextModelsThatNeedNoBinary) {
    EXPECT_EQ(problemsOf(modelFromText(
                  R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]>
m (float[1,4] x) => (float[1,4] y) {
  [two] y = com.microsoft.EPContext<main_context = 0, embed_mode = 0, partition_name = "p",
    source = "QNNExecutionProvider">(x)
})")),
              "error no-primary\n");
}

TEST(ProblemList, NewErrorsAreThoseThatTheModelDidNotHave) {
    const Model sound = modelFromText(kTwo);
    const Model far = withAxis(sound, 7);
    const auto between = [](const Model& before, const Model& after) {
        return text(*newErrors(before, after, after, {}));
    };
    EXPECT_EQ(between(sound, far), "error shape-inference\n");
    EXPECT_EQ(between(far, far), "");
    EXPECT_EQ(between(far, edited(far, RenameNode{nodeNamed(far, "two"), "due"})), "");
    EXPECT_EQ(between(far, sound), "");
    // A node that was made later stands behind what reads it until the model is written.
    InsertNode made;
    made.graph = sound.mainGraph();
    made.node.opType = "Relu";
    made.inputs = {valueNamed(sound, "x")};
    made.readers = {input(sound, "one", 0)};
    EXPECT_EQ(between(sound, edited(sound, made)), "");
}

} // namespace
} // namespace partita::test
