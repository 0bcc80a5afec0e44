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

TEST(SessionShapes, KeepWhatTheFileStates) {
    const char* concat = "a = Constant<value_ints = [2]>() b = Constant<value_ints = [3]>() "
                         "s = Concat<axis = 0>(a, b)";
    EXPECT_FALSE(knows(concat));
    EXPECT_TRUE(knows(concat, "float[2, 3] filled"));
}

TEST(SessionShapes, AModelThatIsOfNoFileStaysAsItIs) {
    const Model model;
    ASSERT_FALSE(model.source());
    EXPECT_TRUE(diff(model, asSessionSees(model)).empty());
}

} // namespace partita::test
