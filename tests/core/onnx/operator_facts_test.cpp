#include <gtest/gtest.h>
#include <set>

#include "core/onnx/infer_shapes.h"
#include "core/onnx/least_inputs.h"
#include "core/onnx/operator_description.h"
#include "core/onnx/operator_facts.h"
#include "core/onnx/operator_work.h"
#include "core/onnx/schema.h"
#include "tests/support/models.h"

namespace partita {
namespace {

struct Row {
    const char *domain, *name;
};

constexpr Row kRows[] = {
#define OPERATOR(domain, name, kind, vectorOperations, marks, ...) {domain, #name},
#include "core/onnx/operators.def"
#undef OPERATOR
};

/// The last node of a model with shapes from ONNX's inference.
struct Single {
    explicit Single(const std::string& text)
        : model(*inferShapes(test::modelFromText(
              R"(<ir_version: 10, opset_import: ["" : 23, "com.microsoft" : 1]> g )" + text))),
          node(*model.node(model.nodesOf(model.mainGraph()).back())) {}
    Model model;
    const Node& node;
    [[nodiscard]] std::optional<double> flops() const {
        const auto work = operatorWork(model, node);
        return work ? std::optional(work->flops()) : std::nullopt;
    }
};

TEST(OperatorFacts, EveryOperatorOfOnnxHasARow) {
    const auto known = test::operatorsOfLibrary();
    EXPECT_GT(known.size(), 250U);
    for (const auto& [domain, name] : known)
        EXPECT_EQ(operatorFacts(name, domain).name, name)
            << "give " << domain << " " << name << " a row in core/onnx/operators.def";
}

TEST(OperatorFacts, ARowIsOfAnOperatorThatExistsAndStandsOnce) {
    std::set<std::pair<std::string, std::string>> seen;
    for (const Row& row : kRows) {
        EXPECT_TRUE(versionInForce(row.name, row.domain, 1000)) << row.domain << " " << row.name;
        EXPECT_TRUE(seen.emplace(row.domain, row.name).second) << row.domain << " " << row.name;
    }
}

TEST(OperatorFacts, TheInputsThatANodeNeedsAreThoseOfTheSchema) {
    for (const Row& row : kRows)
        for (int opset = 1; opset <= 28; ++opset) {
            const auto known = describeOperator(row.name, row.domain, opset);
            if (!known)
                continue;
            SCOPED_TRACE(std::string(row.domain) + " " + row.name + "-" + std::to_string(opset));
            EXPECT_EQ(leastInputs(row.name, row.domain, opset), known->leastInputs);
            const Model model = test::modelFromText("<ir_version: 9, opset_import: [\"\" : 1]> "
                                                    "g (float x) => (float y) { y = Relu(x) }");
            ModelEditor editor(model);
            editor.changeInfo([&](ModelInfo& info) { info.opsets = {{row.domain, opset}}; });
            Node node = *model.node(model.nodesOf(model.mainGraph()).front());
            const ValueId x = node.inputs[0];
            node.opType = row.name;
            node.domain = row.domain;
            const std::size_t given = known->leastInputs + 2;
            for (std::size_t at = 0; at < given; ++at) {
                node.inputs.clear();
                for (std::size_t i = 0; i < given; ++i)
                    node.inputs.push_back(i == at ? ValueId{} : x);
                const bool repeats =
                    !known->inputs.empty() &&
                    known->inputs.back().option == FormalParameter::Option::variadic;
                EXPECT_EQ(lacksInputs(editor.model(), node),
                          (at < known->leastInputs || repeats) && known->needsInput(at, given))
                    << at;
            }
        }
    EXPECT_EQ(leastInputs("Unsqueeze", "", 12), 1U);
    EXPECT_EQ(leastInputs("Unsqueeze", "ai.onnx", 13), 2U);
    EXPECT_EQ(leastInputs("Unsqueeze", "my.domain", 13), 0U);
}

TEST(OperatorFacts, AnOperatorOfSomebodyElseIsOpaque) {
    EXPECT_EQ(operatorFacts("Reshape", "my.domain").kind, OperatorKind::opaque);
    EXPECT_EQ(operatorFacts("NobodyKnows", "").kind, OperatorKind::opaque);
    EXPECT_EQ(operatorFacts("Reshape", "ai.onnx").kind, OperatorKind::view);
}

TEST(OperatorFacts, DropoutIsAViewUntilItTrains) {
    const Single inference("(float[4] x) => (float[4] y) { y = Dropout(x) }");
    EXPECT_TRUE(isView(inference.node));
    EXPECT_FALSE(isRandom(inference.node));
    EXPECT_EQ(inference.flops(), 0);
    const Single training("(float[4] x, float r, bool t) => (float[4] y) { y = Dropout(x, r, t) }");
    EXPECT_FALSE(isView(training.node));
    EXPECT_TRUE(isRandom(training.node));
}

TEST(OperatorFacts, OnlyWhatIsTakenAsItIsCountsAsMoved) {
    const auto moves = [](const std::string& call) {
        return movesElements(
            Single("(float[1,1,4,4] x, float[8] s) => (float[a,b,c,d] y) { y = " + call + " }")
                .node);
    };
    EXPECT_TRUE(moves("Transpose(x)"));
    EXPECT_TRUE(moves("Resize(x, , s)"));
    EXPECT_FALSE(moves(R"(Resize<mode = "linear">(x, , s))"));
    EXPECT_FALSE(
        moves(R"(Resize<coordinate_transformation_mode = "tf_crop_and_resize">(x, s, s))"));
    EXPECT_FALSE(moves("Concat<axis = 0>(x, x)"));
    const auto passes = [](const std::string& call) {
        return passesElements(
            Single("(float[4] x, int64[2] i, float[2] u) => (float[n] y) { y = " + call + " }")
                .node);
    };
    EXPECT_TRUE(passes("ScatterElements(x, i, u)"));
    EXPECT_FALSE(passes(R"(ScatterElements<reduction = "add">(x, i, u))"));
    EXPECT_TRUE(passes("Max(x, x)"));
    EXPECT_TRUE(passes("ThresholdedRelu(x)"));
    EXPECT_FALSE(passes("Clip(x)")) << "its bounds may be numbers of their own";
    EXPECT_FALSE(passes("Neg(x)"));
}

TEST(OperatorWork, AProductCountsEachMultiplicationAndAddition) {
    EXPECT_EQ(
        Single("(float[5,2,3] a, float[5,3,4] b) => (float[5,2,4] y) { y = MatMul(a, b) }").flops(),
        2.0 * 5 * 2 * 3 * 4);
    EXPECT_EQ(Single("(float[3,2] a, float[4,3] b) => (float[2,4] y) "
                     "{ y = Gemm<transA = 1, transB = 1>(a, b) }")
                  .flops(),
              2.0 * 2 * 3 * 4);
    EXPECT_EQ(Single("(float[3] a, float[3] b) => (float y) { y = MatMul(a, b) }").flops(),
              2.0 * 3);
    EXPECT_EQ(Single("(uint8[2,3] a, float s, uint8 z, uint8[3,4] b) => (uint8[2,4] y) "
                     "{ y = QLinearMatMul(a, s, z, b, s, z, s, z) }")
                  .flops(),
              2.0 * 2 * 3 * 4)
        << "the second operand is input 3";
    EXPECT_EQ(Single("(float[2,3,4] a, float[2,5,4] b) => (float[2,3,5] y) "
                     R"({ y = Einsum<equation = "bij, bkj -> bik">(a, b) })")
                  .flops(),
              2.0 * 2 * 3 * 4 * 5);
    EXPECT_EQ(Single("(float[2,3] a, float[3,4] b) => (float[2,4] y) "
                     "{ y = com.microsoft.FusedMatMul(a, b) }")
                  .flops(),
              2.0 * 2 * 3 * 4);
    EXPECT_EQ(Single("(float[n,3] a, float[3,4] b) => (float[n,4] y) { y = MatMul(a, b) }").flops(),
              std::nullopt);
}

TEST(OperatorWork, AConvolutionIsOneProductForEachGroup) {
    const Single conv("(float[1,4,5,5] x, float[6,2,3,3] w) => (float[1,6,3,3] y) "
                      "{ y = Conv<group = 2>(x, w) }");
    EXPECT_EQ(conv.flops(), 2.0 * (6 * 3 * 3) * (2 * 3 * 3));
    const auto product = operatorWork(conv.model, conv.node)->product;
    EXPECT_EQ(product->times, 2);
    EXPECT_EQ(product->m, 9);
    EXPECT_EQ(product->n, 3);
    EXPECT_EQ(product->k, 18);
    EXPECT_EQ(Single("(float[1,4,3,3] x, float[4,5,2,2] w) => (float[1,5,4,4] y) "
                     "{ y = ConvTranspose(x, w) }")
                  .flops(),
              2.0 * (4 * 3 * 3) * (5 * 2 * 2))
        << "each element of x goes into one window of each of the 5 channels";
}

TEST(OperatorWork, ARecurrentOperatorMultipliesInputAndStateInEachStep) {
    const std::string weights = "float[2,24,5] w, float[2,24,6] r";
    EXPECT_EQ(Single("(float[7,3,5] x, " + weights +
                     ") => (float[7,2,3,6] y) "
                     R"({ y = LSTM<hidden_size = 6, direction = "bidirectional">(x, w, r) })")
                  .flops(),
              2.0 * 7 * 2 * 3 * 24 * (5 + 6));
}

TEST(OperatorWork, AttentionIsTwoProducts) {
    EXPECT_EQ(Single("(float[2,3,4,8] q, float[2,3,5,8] k, float[2,3,5,6] v) => (float[2,3,4,6] y) "
                     "{ y = Attention(q, k, v) }")
                  .flops(),
              2.0 * 2 * 3 * 4 * 5 * (8 + 6));
    EXPECT_EQ(Single("(float[2,4,24] q, float[2,5,8] k, float[2,5,6] v) => (float[2,4,18] y) "
                     "{ y = Attention<q_num_heads = 3, kv_num_heads = 1>(q, k, v) }")
                  .flops(),
              2.0 * 2 * 3 * 4 * 5 * (8 + 6));
}

TEST(OperatorWork, OtherOperatorsCountTheElementsThatTheyCompute) {
    EXPECT_EQ(Single("(float[4,5] x) => (float[4,5] y) { y = Exp(x) }").flops(), 20);
    EXPECT_EQ(Single("(float[4,5] x) => (float[5,4] y) { y = Transpose(x) }").flops(), 0);
    EXPECT_EQ(Single("(float[4,5] x) => (float[1,1] y) { y = ReduceSum(x) }").flops(), 20)
        << "every element is added";
    EXPECT_EQ(Single("(float[1,2,4,4] x) => (float[1,2,2,2] y) "
                     "{ y = MaxPool<kernel_shape = [2,2], strides = [2,2]>(x) }")
                  .flops(),
              8 * 4);
    EXPECT_EQ(Single("(float[n] x) => (float[n] y) { y = Exp(x) }").flops(), 0);
}

} // namespace
} // namespace partita
