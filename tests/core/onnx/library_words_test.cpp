// What ONNX's checker and shape inference say, in words that name the node and a way out.

#include <gtest/gtest.h>

#include "core/ir/model.h"
#include "core/onnx/check.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// The one finding about a node "n" between x, of two rows of three float32, and y.
Finding findingOf(const std::string& node, const std::string& output = "float[2,3] y") {
    const auto findings = checkModel(test::modelFromText(
        R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2,3] x, int64[2,3] i) => ()" + output +
        ") { [n] y = " + node + " [o] z = Abs(i) }"));
    EXPECT_TRUE(findings && findings->size() == 1) << node;
    return findings && !findings->empty() ? findings->front() : Finding();
}

TEST(LibraryWords, NameTheNodeWhatIsWrongAndAWayOut) {
    const std::pair<const char*, const char*> kCases[] = {
        {"Add(x)", "the number of inputs of node 'n' (Add) is 1, and has to be 2: connect or "
                   "disconnect some"},
        {"Relu<alpha = 1>(x)", "node 'n' has the attribute 'alpha', which Relu of this opset does "
                               "not know: take it away"},
        {"Cast(x)", "node 'n' lacks the attribute 'to', which Cast needs: set it"},
        {"Reluu(x)", "node 'n' is a Reluu, which opset 18 does not have: replace its operator, or "
                     "convert the model"},
        {"Add(x, i)", "the types at node 'n' (Add) do not go together: insert a Cast before an "
                      "input"},
        {"MatMul(x, x)",
         "the shapes at node 'n' (MatMul) do not go together: look at the shapes of "
         "its inputs, and at its attributes"},
        {"Softmax<axis = 7>(x)",
         "the axis of node 'n' (Softmax) is not from -2 to 1: set another one"}};
    for (const auto& [node, text] : kCases) {
        const Finding found = findingOf(node);
        EXPECT_EQ(found.text.text(), text) << found.detail.text();
        EXPECT_TRUE(found.node);
        EXPECT_FALSE(found.detail.empty()) << "what the library said is kept";
    }
    EXPECT_EQ(findingOf("Relu(x)", "int64[2,3] y").text.text(),
              "node 'n' (Relu) makes float, and its output is declared as int64: correct the "
              "declared type, or insert a Cast");
    EXPECT_EQ(findingOf("Relu(x)", "float[2,4] y").text.text(),
              "node 'n' (Relu) makes another shape than its output is declared with: correct the "
              "declared shape, or the inputs of the node");
}

TEST(LibraryWords, OfSeveralFaultsTheFirstIsToldWithItsOwnNode) {
    const auto textOf = [](const char* nodes) {
        const Model model = test::modelFromText(
            std::string(
                R"(<ir_version: 9, opset_import: ["" : 18]> g (float[2,3] x) => (float[a,b] y))") +
            " { " + nodes + " }");
        ModelEditor editor(model);
        model.nodes().forEach([&](NodeId id, const auto& node) {
            if (node->name == "soft") // the text of a model knows no parentheses in names
                editor.changeNode(id, [](Node& changed) { changed.name = "so(ft)"; });
        });
        const auto found = checkModel(editor.model());
        return found && found->size() == 1 ? found->front().text.text() : std::string();
    };
    EXPECT_EQ(textOf("[mm] m = MatMul(x, x) [so] y = Softmax<axis = 7>(x) [ne] z = Neg(m)"),
              "the shapes at node 'mm' (MatMul) do not go together: look at the shapes of its "
              "inputs, and at its attributes");
    EXPECT_EQ(textOf("s = Softmax<axis = 7>(x) [ad] y = Add(s, x) [mm] z = MatMul(x, x)"),
              "the types and shapes of the model do not go together: the detail is in the words of "
              "ONNX's shape inference");
    EXPECT_EQ(textOf("[soft] y = Softmax<axis = 7>(x)"),
              "the axis of node 'so(ft)' (Softmax) is not from -2 to 1: set another one");
    EXPECT_EQ(textOf("[n] y = Concat<axis = 0>()"),
              "the number of inputs of node 'n' (Concat) is 0, and has to be at least 1: connect "
              "or disconnect some");
    EXPECT_EQ(textOf("[n] y, z = Split<axis = -5>(x)"),
              "ONNX's library refuses node 'n' (Split): look at its inputs and attributes");
}

} // namespace
} // namespace partita
