// Which operators are a group with the nodes that quantize for them.

#include "core/provider/quantized_groups.h"

#include <gtest/gtest.h>

#include "tests/support/models.h"

namespace partita::test {

namespace {

Model quantizedModel(const std::string& interface, const std::string& nodes) {
    return modelFromText(R"(<ir_version: 9, opset_import: ["" : 19, "com.microsoft" : 1]>
        g )" + interface +
                         " <float s = {0.5}, uint8 z = {128}> {" + nodes + "}");
}

/// The operator of the group that a node belongs to; empty: none.
std::string groupOf(const Model& model, const QuantizedGroups& groups, const char* node) {
    const QuantizedGroup* found = groups.of(nodeNamed(model, node));
    return found ? model.node(found->node)->name : std::string();
}

} // namespace

TEST(QuantizedGroups, AnOperatorWithItsQuantizersReadsAndWritesWholeNumbers) {
    for (const std::string domain : {"", "com.microsoft."}) {
        const Model model =
            quantizedModel("(uint8[1,2,8,8] x, uint8[2,2,3,3] w) => (uint8[1,2,6,6] y)",
                           "[dx] a = " + domain + "DequantizeLinear(x, s, z) [dw] b = " + domain +
                               "DequantizeLinear(w, s, z) [conv] c = Conv(a, b) [q] y = " + domain +
                               "QuantizeLinear(c, s, z)");
        const QuantizedGroups groups(model);
        for (const char* node : {"dx", "dw", "conv", "q"})
            EXPECT_EQ(groupOf(model, groups, node), "conv") << domain << node;
        const Node& inside = groups.of(nodeNamed(model, "conv"))->inside;
        EXPECT_EQ(inside.opType, "Conv");
        EXPECT_EQ(inside.inputs[0], valueNamed(model, "x"));
        EXPECT_EQ(inside.inputs[1], valueNamed(model, "w"));
        EXPECT_EQ(inside.outputs[0], valueNamed(model, "y"));
    }
}

TEST(QuantizedGroups, ASharedDequantizeLinearIsOfTheFirst) {
    const Model model = quantizedModel("(uint8[4] x) => (uint8[4] y, uint8[4] v)",
                                       "[d] a = DequantizeLinear(x, s, z) "
                                       "[one] b = Relu(a) [q1] y = QuantizeLinear(b, s, z) "
                                       "[two] c = Sigmoid(a) [q2] v = QuantizeLinear(c, s, z)");
    const QuantizedGroups groups(model);
    EXPECT_EQ(groupOf(model, groups, "d"), "one");
    EXPECT_EQ(groupOf(model, groups, "two"), "two");
    EXPECT_EQ(groupOf(model, groups, "q2"), "two");
    EXPECT_EQ(groups.of(nodeNamed(model, "two"))->inside.inputs[0], valueNamed(model, "x"));
}

TEST(QuantizedGroups, AConstantOfRealNumbersAndWholeNumbersMayBeRead) {
    const Model model = quantizedModel("(uint8[4] x) => (uint8[2, 2] y)",
                                       "[d] a = DequantizeLinear(x, s, z) "
                                       "[add] b = Add(a, s) [q] v = QuantizeLinear(b, s, z) "
                                       "[e] c = DequantizeLinear(v, s, z) "
                                       "[to] t = Constant <value = int64[2] {2, 2}> () "
                                       "[view] f = Reshape(c, t) [r] y = QuantizeLinear(f, s, z)");
    const QuantizedGroups groups(model);
    EXPECT_EQ(groupOf(model, groups, "add"), "add");
    EXPECT_EQ(groupOf(model, groups, "view"), "view");
    EXPECT_EQ(groupOf(model, groups, "to"), "");
}

TEST(QuantizedGroups, RealNumbersThatComeOrGoOtherwiseMakeNone) {
    const struct {
        const char *interface, *nodes;
    } cases[] = {
        // A real input that is computed.
        {"(float[4] x, uint8[4] u) => (uint8[4] y)",
         "[d] a = DequantizeLinear(u, s, z) [op] b = Add(a, x) [q] y = QuantizeLinear(b, s, z)"},
        // Nothing is dequantized.
        {"() => (uint8 y)", "[op] b = Relu(s) [q] y = QuantizeLinear(b, s, z)"},
        // The real output is returned, or read by another node, or by nobody who quantizes it.
        {"(uint8[4] x) => (uint8[4] y, float[4] b)",
         "[d] a = DequantizeLinear(x, s, z) [op] b = Relu(a) [q] y = QuantizeLinear(b, s, z)"},
        {"(uint8[4] x) => (uint8[4] y, float[4] v)",
         "[d] a = DequantizeLinear(x, s, z) [op] b = Relu(a) [q] y = QuantizeLinear(b, s, z) "
         "[more] v = Neg(b)"},
        // It is read as a scale.
        {"(uint8 x, float[4] w) => (uint8[4] y)",
         "[d] a = DequantizeLinear(x, s, z) [op] b = Relu(a) [q] y = QuantizeLinear(w, b, z)"},
        {"(uint8[4] x) => (float[4] y)", "[d] a = DequantizeLinear(x, s, z) [op] y = Relu(a)"}};
    for (const auto& each : cases) {
        const Model model = quantizedModel(each.interface, each.nodes);
        const QuantizedGroups groups(model);
        EXPECT_EQ(groupOf(model, groups, "op"), "") << each.nodes;
    }
}

} // namespace partita::test
