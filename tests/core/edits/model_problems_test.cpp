#include "core/edits/model_problems.h"
#include "core/onnx/infer_shapes.h"
#include "tests/core/edits/edit_checks.h"

namespace partita {
namespace {

using namespace test;

/// "open-input: input B of 'add' reads nothing [Bypass 'add'; Delete 'add']", one a line.
std::string text(const Model& model) {
    std::string lines;
    for (const ModelProblem& problem : modelProblems(model)) {
        lines += std::string(problemCodeName(problem.code)) + ": " + problem.text.text();
        std::string fixes;
        for (const ProblemFix& fix : problem.fixes)
            fixes += (fixes.empty() ? "" : "; ") + fix.text.text();
        lines += (fixes.empty() ? "" : " [" + fixes + "]") + std::string("\n");
    }
    return lines;
}

/// Every fix is an edit that is accepted, and makes the problems fewer or others.
void expectFixesWork(const Model& model) {
    const std::string before = text(model);
    for (const ModelProblem& problem : modelProblems(model))
        for (const ProblemFix& fix : problem.fixes)
            EXPECT_NE(text(edited(model, fix.edit)), before) << fix.text.text();
}

TEST(ModelProblems, ASoundModelHasNone) {
    EXPECT_EQ(text(*inferShapes(modelFromText(kNested))), "");
    EXPECT_EQ(text(test::largeModel(500)), "");
}

TEST(ModelProblems, OfOpenInputsNameWhatCouldStandThere) {
    const Model sound = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2] x) => (float[2] y, float[2] z) <float[2] a, float[2] b> {
  [relu] a = Relu(x)
  [exp] b = Exp(x)
  [add] y = Add(a, b)
  [abs] z = Abs(b)
})");
    const Model model = edited(sound, Disconnect{input(sound, "add", 0)});
    EXPECT_EQ(text(model),
              "unread-node: nothing reads what 'relu' computes [Delete 'relu']\n"
              "open-input: input A of 'add' reads nothing [Connect 'a'; Bypass 'add'; Delete "
              "'add']\n");
    expectFixesWork(model);
}

TEST(ModelProblems, OfTypesAreMendedByACast) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2] x, int64[2] i) => (float[2] y, float[2] z) {
  [add] y = Add(x, i)
  [sig] z = Sigmoid(i)
})");
    EXPECT_EQ(text(model),
              "wrong-type: 'i' is int64, input B of Add is float32 as 'x' is [Cast 'i' to float32; "
              "Disconnect input B of 'add']\n"
              "wrong-type: 'i' is int64, input X of Sigmoid takes T (float32, float16, float64, "
              "bfloat16) [Cast 'i' to float32; Disconnect input X of 'sig']\n");
    expectFixesWork(model);
}

TEST(ModelProblems, OfShapesAreThoseThatCannotGoTogether) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2, 3] a, float[4, 3] b, float[n, 3] d, float[1, 4, 8, 8] x, float[6, 3, 3, 3] w)
  => (float p, float q, float r, float s, float t, float u) {
  [add] p = Add(a, b)
  [fits] q = Add(a, d)
  [mul] r = MatMul(a, b)
  [cat] s = Concat <axis = 1> (a, b)
  [conv] t = Conv(x, w)
  [gemm] u = Gemm <transB = 1> (a, b)
})");
    const std::string found = text(model);
    EXPECT_EQ(found, "wrong-shape: 'add': 2×3 and 4×3 do not broadcast\n"
                     "wrong-shape: 'mul': a product of 2×3 and 4×3 does not exist: the inner sizes "
                     "differ [Transpose 'b']\n"
                     "wrong-shape: 'cat': 2×3 and 4×3 cannot be joined along axis 1\n"
                     "wrong-shape: 'conv': weights 6×3×3×3 with group 1 do not fit an input "
                     "1×4×8×8\n");
    expectFixesWork(model);
}

TEST(ModelProblems, OfAReshapeAreElementsThatItHasNoRoomFor) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2, 3] x, float[n, 3] d) => (float[a] y, float[b] w, float[c, 3] v, float[g] t, float[e, f] q)
  <int64[1] seven = {7}, int64[2] open = {4, -1}, int64[2] same = {0, -1}, int64[1] six = {6}> {
  [wrong] y = Reshape(x, seven)
  [rest] q = Reshape(x, open)
  [fits] v = Reshape(x, same)
  [unknown] w = Reshape(d, seven)
  [whole] t = Reshape(x, six)
})");
    EXPECT_EQ(text(model), "wrong-shape: 'wrong': 2×3 cannot become the constant shape\n"
                           "wrong-shape: 'rest': 2×3 cannot become the constant shape\n");
}

TEST(ModelProblems, OfAttributesAndOperators) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18, "own" : 1]>
m (float[2, 3] x) => (float[2, 3] y, float[2, 3] z, float[2, 3] v, float[2, 3] u, float[2, 3] t) {
  [gelu] y = Gelu(x)
  [own] z = own.Thing(x)
  [cast] v = Cast(x)
  [soft] u = Softmax <axis = 0.5, colour = 1> (x)
  [other] t = foreign.Thing(x)
})");
    EXPECT_EQ(
        text(model),
        "unknown-operator: 'gelu': there is no operator Gelu in opset 18 [Convert to opset "
        "20]\n"
        "unknown-operator: 'own': there is no operator own.Thing in opset 1\n"
        "missing-attribute: 'cast' needs the attribute to [Set to to 1]\n"
        "wrong-attribute: 'soft': the attribute axis is of the type float instead of int "
        "[Reset axis]\n"
        "wrong-attribute: 'soft': Softmax has no attribute colour in version 13 [Remove "
        "colour]\n"
        "missing-opset-import: 'other' is of domain 'foreign', which the model does not import\n");
    const auto problems = modelProblems(model);
    EXPECT_FALSE(problems[0].isNote);
    EXPECT_TRUE(problems[1].isNote); // somebody else may know it
}

TEST(ModelProblems, OfNamesAndOutputs) {
    Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
m (float[2] x) => (float[2] y, float[2] z) {
  [one] y = Relu(x)
  [two] z = Exp(x)
})");
    ModelEditor editor(model);
    editor.changeNode(nodeNamed(model, "two"), [](Node& node) { node.name = "one"; });
    editor.changeValue(valueNamed(model, "z"), [](Value& value) { value.name = "y"; });
    model = editor.model();
    EXPECT_EQ(text(model), "duplicate-name: several nodes are named 'one' [Rename it to 'one_1']\n"
                           "duplicate-name: several tensors are named 'y' [Rename it to 'y_1']\n");
    const Model sound = modelFromText(kNested);
    ModelEditor hiding(sound); // a body may not hide a tensor around it
    hiding.changeValue(valueNamed(sound, "b"), [](Value& value) { value.name = "a"; });
    EXPECT_EQ(text(hiding.model()),
              "duplicate-name: several tensors are named 'a' [Rename it to 'a_1']\n");
    const Model open = edited(sound, DeleteNodes{{nodeNamed(sound, "if")}});
    EXPECT_EQ(text(open), "unread-node: nothing reads what 'Relu #1' computes [Delete 'Relu #1']\n"
                          "undefined-value: nothing makes the output 'y' [Connect 'a']\n");
    expectFixesWork(open);
    ModelEditor untyped(sound);
    untyped.changeValue(valueNamed(sound, "y"), [](Value& value) { value.type = nullptr; });
    EXPECT_EQ(text(untyped.model()), "untyped-output: the type of the output 'y' is not known\n");
}

TEST(ModelProblems, ManyOfThemHaveFixesThatNeedNoTrial) {
    ModelEditor editor(test::largeModel(2000));
    editor.model().nodes().forEach([&](NodeId id, const auto& node) {
        if (node->opType == "Add")
            editor.changeNode(id, [](Node& changed) { changed.inputs[1] = {}; });
    });
    std::size_t open = 0;
    for (const ModelProblem& problem : modelProblems(editor.model()))
        if (problem.code == ProblemCode::openInput) {
            ++open;
            EXPECT_FALSE(problem.fixes.empty());
        }
    EXPECT_GT(open, 200U);
}

} // namespace
} // namespace partita
