#include "core/onnx/session_shapes.h"

#include <gtest/gtest.h>

#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "tests/support/models.h"

namespace partita::test {

namespace {

/// Of a model with a computed shape `s`, whether a session knows the sizes of the result that it sets.
bool knows(const std::string& steps, const std::string& stated = "", int opset = 18) {
    const std::string bytes = bytesFromText(
        "<ir_version: 9, opset_import: [\"\" : " + std::to_string(opset) + R"(]>
        g (float[2, 3, 4] x, float[n, 3] d) => (float y) <)" +
        stated + "> {" + steps + "[f] filled = ConstantOfShape(s) [r] y = Relu(filled) }");
    const auto model = inferShapes(*readModel(bufferOf(bytes)));
    const Model seen = asSessionSees(*model);
    const auto& type = seen.value(valueNamed(seen, "filled"))->type;
    return type && type->shape && staticDims(type->shape);
}

/// The sizes of `f` that a session sees; symbols count as unknown.
Shape seen(const std::string& steps, int opset = 18) {
    const std::string bytes =
        bytesFromText("<ir_version: 9, opset_import: [\"\" : " + std::to_string(opset) +
                      "]> g (float[2, 3, 4] x, float[n, 3] d) => () {" + steps + "}");
    const Model model = asSessionSees(*inferShapes(*readModel(bufferOf(bytes))));
    Shape shape = model.value(valueNamed(model, "f"))->type->shape.value();
    for (Dim& each : shape)
        each.param.clear();
    return shape;
}

Shape sizes(const std::vector<std::int64_t>& numbers) {
    Shape shape;
    for (const std::int64_t number : numbers)
        shape.push_back({number, "", ""});
    return shape;
}

} // namespace

// Each case was asked of ONNX Runtime 1.32.
TEST(SessionShapes, AreInferredWithoutComputingConstants) {
    const struct {
        const char* steps;
        bool known;
    } cases[] = {
        {"s = Shape(x)", true},
        {"s = Constant<value_ints = [2, 3]>()", true},
        {"a = Shape(x) s = Cast<to = 7>(a)", true},
        {"a = Shape(x) i = Constant<value_int = 1>() z = Constant<value_ints = [0]>() "
         "b = Gather(a, i) s = Unsqueeze(b, z)",
         true},
        {"a = Shape(x) i = Constant<value_int = 1>() z = Constant<value_ints = [0]>() "
         "b = Gather(a, i) c = Mul(b, b) s = Unsqueeze(c, z)",
         true},
        {"c = Constant<value_int = 5>() z = Constant<value_ints = [0]>() s = Unsqueeze(c, z)",
         false},
        {"a = Constant<value_ints = [2]>() b = Constant<value_ints = [3]>() "
         "s = Concat<axis = 0>(a, b)",
         false},
        {"a = Shape(x) b = Constant<value_ints = [0]>() c = Constant<value_ints = [2]>() "
         "s = Slice(a, b, c)",
         false},
        {"a = Shape(x) i = Constant<value_ints = [0, 1]>() s = Gather(a, i)", false},
        {"a = Shape(x) i = Constant<value_int = 1>() z = Constant<value_ints = [0]>() "
         "b = Gather(a, i) c = Mul(b, i) s = Unsqueeze(c, z)",
         false},
        {"a = Shape(x) b = Constant<value_ints = [1, 1, 1]>() s = Add(a, b)", false},
        {"s = Shape(d)", false},
    };
    for (const auto& each : cases)
        EXPECT_EQ(knows(each.steps), each.known) << each.steps;
}

// Each case was asked of ONNX Runtime 1.32.
TEST(SessionShapes, PropagatedNumbersAreValuesOfInputs) {
    const struct {
        const char* steps;
        Shape result;
    } cases[] = {
        {"s = Shape(x) f = Tile(x, s)", sizes({4, 9, 16})},
        {"s = Shape<start = 1, end = 2>(x) v, f = TopK(x, s)", sizes({2, 3, 3})},
        {"a = Shape<start = 0, end = 1>(x) f = ReduceSum(x, a)", sizes({2, 3, 1})},
        {"s = Shape<start = 1, end = 2>(d) n = Squeeze(s) z = Constant<value_int = 0>() "
         "o = Constant<value_int = 1>() f = Range(z, n, o)",
         sizes({3})},
        {"s = Shape<start = 1, end = 2>(x) n = Squeeze(s) z = Constant<value_int = 0>() "
         "i = Identity(z) o = Constant<value_int = 1>() f = Range(i, n, o)",
         {{}}},
        {"s = Shape(x) n = Size(s) z = Constant<value_int = 0>() o = Constant<value_int = 1>() "
         "f = Range(z, n, o)",
         sizes({24})},
        {"n = Size(x) z = Constant<value_int = 0>() o = Constant<value_int = 1>() "
         "f = Range(z, n, o)",
         {{}}},
    };
    for (const auto& each : cases)
        EXPECT_EQ(seen(each.steps), each.result) << each.steps;
    EXPECT_EQ(seen("s = Shape(x) f = Reshape(x, s)", 13), sizes({2, 3, 4}));
    EXPECT_EQ(seen("s = Shape(d) f = ConstantOfShape(s)"), (Shape{{}, {}}));
}

TEST(SessionShapes, KeepWhatTheFileStates) {
    const char* concat = "a = Constant<value_ints = [2]>() b = Constant<value_ints = [3]>() "
                         "s = Concat<axis = 0>(a, b)";
    EXPECT_FALSE(knows(concat));
    EXPECT_TRUE(knows(concat, "float[2, 3] filled"));
}

TEST(SessionShapes, AreRememberedOfTwoModelsInTurn) {
    const auto modelOf = [](const std::string& op) {
        const std::string bytes = bytesFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
            g (float[2, 3] x, float[3, 4] w) => (float y) { a = MatMul(x, w) y = )" +
                                                op + "(a) }");
        return *inferShapes(*readModel(bufferOf(bytes)));
    };
    const Model one = modelOf("Relu"), other = modelOf("Neg");
    SessionShapes shapes;
    const Model first = shapes.of(one);
    ASSERT_FALSE(diff(one, first).empty());
    shapes.of(other);
    EXPECT_TRUE(diff(first, shapes.of(one)).empty()) << "an inference would make other values";
}

TEST(SessionShapes, AModelThatIsOfNoFileStaysAsItIs) {
    const Model model;
    ASSERT_FALSE(model.source());
    EXPECT_TRUE(diff(model, asSessionSees(model)).empty());
}

} // namespace partita::test
