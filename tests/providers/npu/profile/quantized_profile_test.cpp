// Rules for operators between DequantizeLinear and QuantizeLinear: a group is taken or left whole.

#include <gtest/gtest.h>

#include "core/session/verdict_rules.h"
#include "providers/npu/api/npu_provider.h"
#include "tests/support/models.h"

namespace partita::test {

namespace {

/// A model that a profile with these rules for quantized operators places. The profile has Relu,
/// Sigmoid and the quantizers as operators of real numbers.
class QuantizedPlacement {
public:
    QuantizedPlacement(const std::string& interface, const std::string& nodes,
                       const std::string& quantized, const std::string& more = "")
        : m_model(modelFromText(
              R"(<ir_version: 9, opset_import: ["" : 19, "com.microsoft" : 1]>
        g )" + interface +
              " <float s = {0.5}, uint8 z = {128}, float[1] s1 = {0.5}, uint8[1] z1 = {1}, "
              "float[2] s2 = {0.5, 0.25}, uint8[2] z2 = {1, 2}> {" +
              nodes + "}")) {
        const std::string table =
            quantized.empty() ? "" : R"(, "quantized": { )" + quantized + " }";
        const auto profile = parseDeviceProfile(R"({ "name": "mine")" + table + more + R"(,
              "graph": { "Relu": [{ "versions": [6] }], "Sigmoid": [{ "versions": [6] }],
                         "QuantizeLinear": [{ "versions": [10] }],
                         "DequantizeLinear": [{ "versions": [10] }] } })",
                                                "mine.json");
        EXPECT_TRUE(profile) << (profile ? "" : profile.error().message());
        m_placed = *partitionModel(m_model, {std::make_shared<const NpuProvider>(*profile)},
                                   PartitionOptions::asWritten());
    }
    [[nodiscard]] const Verdict& of(const char* node) const {
        return m_placed.verdicts(nodeNamed(m_model, node)).front();
    }

private:
    Model m_model;
    Partitioning m_placed;
};

/// `relu` between `d` and `q`, of ONNX or of another domain.
std::string reluGroup(const std::string& domain = "") {
    return "[d] a = " + domain + "DequantizeLinear(x, s, z) [relu] b = Relu(a) [q] y = " + domain +
           "QuantizeLinear(b, s, z)";
}

constexpr const char* kWhole = "(uint8[4] x) => (uint8[4] y)";
constexpr const char* kReluOfBytes = R"("Relu": [{ "versions": [6], "types": ["uint8"] }])";

} // namespace

TEST(QuantizedRules, TakeAGroupWhole) {
    for (const char* domain : {"", "com.microsoft."}) {
        const QuantizedPlacement made(kWhole, reluGroup(domain), kReluOfBytes);
        for (const char* node : {"d", "relu", "q"})
            EXPECT_TRUE(made.of(node).claimed) << domain << node << made.of(node).evidence;
        EXPECT_EQ(made.of("relu").evidence.text(), "quantized Relu 14 is in Relu 6 and later");
        EXPECT_EQ(made.of("q").evidence.text(),
                  "in the quantized group of Relu: quantized Relu 14 is in Relu 6 and later");
    }
}

TEST(QuantizedRules, DeclineAGroupWhole) {
    const QuantizedPlacement made(kWhole, reluGroup(),
                                  R"("Relu": [{ "versions": [6], "types": ["int8"] }])");
    for (const char* node : {"d", "relu", "q"}) {
        EXPECT_EQ(made.of(node).code, ReasonCode::typeUnsupported) << node;
        EXPECT_TRUE(declinesByRule(made.of(node))) << node;
    }
    EXPECT_EQ(made.of("d").evidence.text(), "in the quantized group of Relu: mine takes Relu only "
                                            "with int8, not uint8");
}

TEST(QuantizedRules, AnOperatorWithoutARuleIsDeclinedThoughItsRealOneIsTaken) {
    const QuantizedPlacement made("(uint8[4] x, float[4] r) => (uint8[4] y, float[4] v)",
                                  "[d] a = DequantizeLinear(x, s, z) [sigmoid] b = Sigmoid(a) [q] "
                                  "y = QuantizeLinear(b, s, z) "
                                  "[real] v = Sigmoid(r)",
                                  kReluOfBytes);
    for (const char* node : {"d", "sigmoid", "q"})
        EXPECT_EQ(made.of(node).code, ReasonCode::noKernel) << node;
    EXPECT_EQ(made.of("sigmoid").evidence.text(),
              "mine has no Sigmoid between DequantizeLinear and QuantizeLinear");
    EXPECT_TRUE(made.of("real").claimed);
}

TEST(QuantizedRules, ASharedDequantizeLinearGoesWithTheFirstGroup) {
    const std::string relu = "[relu] b = Relu(a) [q1] y = QuantizeLinear(b, s, z) ",
                      sigmoid = "[sigmoid] c = Sigmoid(a) [q2] v = QuantizeLinear(c, s, z) ";
    for (const bool reluFirst : {true, false}) {
        const QuantizedPlacement made("(uint8[4] x) => (uint8[4] y, uint8[4] v)",
                                      "[d] a = DequantizeLinear(x, s, z) " +
                                          (reluFirst ? relu + sigmoid : sigmoid + relu),
                                      kReluOfBytes);
        EXPECT_EQ(made.of("d").claimed, reluFirst);
        EXPECT_TRUE(made.of("relu").claimed && made.of("q1").claimed);
        EXPECT_FALSE(made.of("sigmoid").claimed || made.of("q2").claimed);
    }
}

TEST(QuantizedRules, TheBordersOfTheModelMayBeLeftToOthers) {
    const std::string nodes =
        "[in] x = QuantizeLinear(f, s, z) " + reluGroup() + " [out] v = DequantizeLinear(y, s, z)";
    const char* const interface = "(float[4] f) => (float[4] v)";
    const QuantizedPlacement taken(interface, nodes, kReluOfBytes),
        left(interface, nodes, kReluOfBytes, ",\n \"quantizedBorders\": false");
    for (const char* node : {"in", "out"}) {
        EXPECT_TRUE(taken.of(node).claimed) << node;
        EXPECT_EQ(left.of(node).code, ReasonCode::inputUnsupported) << node;
        EXPECT_EQ(ruleText(left.of(node)).text(), "mine.json:2") << node;
    }
    EXPECT_EQ(left.of("in").evidence.text(),
              "mine leaves the quantization of the model's inputs to others");
    EXPECT_EQ(left.of("out").evidence.text(),
              "mine leaves the dequantization of the model's outputs to others");
    for (const char* node : {"d", "relu", "q"})
        EXPECT_TRUE(left.of(node).claimed) << node;
}

TEST(QuantizedRules, AskWhetherThereIsAScaleForEachChannel) {
    const auto made = [](const std::string& scales, const std::string& constraint) {
        return QuantizedPlacement("(uint8[2, 4] x) => (uint8[2, 4] y)",
                                  "[d] a = DequantizeLinear<axis = 0>(x, " + scales +
                                      ") [relu] b = Relu(a) [q] y = QuantizeLinear(b, s, z)",
                                  R"("Relu": [{ "versions": [6], "constraints": [
                                      { "scales": { "input": "X", )" +
                                      constraint + " } }] }]");
    };
    const std::string tensor = R"("is": ["tensor"])", last = R"("isNot": ["last"])";
    for (const char* scales : {"s, z", "s1, z1"})
        EXPECT_TRUE(made(scales, tensor).of("relu").claimed) << scales;
    EXPECT_TRUE(made("s2, z2", last).of("relu").claimed);
    const QuantizedPlacement declined = made("s2, z2", tensor);
    for (const char* node : {"d", "relu", "q"})
        EXPECT_EQ(declined.of(node).code, ReasonCode::inputUnsupported) << node;
    EXPECT_EQ(declined.of("relu").evidence.text(),
              "the quantization of input X is per channel of the first axis, mine takes Relu only "
              "where it is per tensor");
}

TEST(QuantizedRules, AskWhetherATensorHasTheTypeOfTheFirst) {
    const auto made = [](const std::string& type) {
        return QuantizedPlacement("(" + type + "[4] x) => (uint8[4] y)",
                                  "[d] a = DequantizeLinear(x, s) [relu] b = Relu(a) "
                                  "[q] y = QuantizeLinear(b, s, z)",
                                  R"("Relu": [{ "versions": [6], "constraints": [
                                      { "likeFirst": { "output": "Y", "is": ["same"] } }] }])");
    };
    EXPECT_TRUE(made("uint8").of("relu").claimed);
    const QuantizedPlacement other = made("int8");
    for (const char* node : {"d", "relu", "q"})
        EXPECT_EQ(other.of(node).code, ReasonCode::typeUnsupported) << node;
    EXPECT_EQ(other.of("relu").evidence.text(),
              "the type of output Y is another than that of the first quantized input, mine takes "
              "Relu only where it is that of the first quantized input");
}

TEST(QuantizedRules, SurviveQuantizersWithoutScales) {
    for (const auto& [inputs, isGroup] : {std::pair("x", true), std::pair("", false)}) {
        const QuantizedPlacement made("(uint8[4] x) => (uint8[4] y)",
                                      "[d] a = DequantizeLinear(" + std::string(inputs) +
                                          ") [relu] b = Relu(a) [q] y = QuantizeLinear(b, s, z)",
                                      R"("Relu": [{ "versions": [6],
                          "constraints": [{ "scales": { "input": "X", "is": ["last"] } }] }])");
        EXPECT_EQ(made.of("relu").evidence.text().starts_with("quantized"), isGroup);
    }
}

TEST(QuantizedRules, NodesThatAreApartAreJudgedEachByItself) {
    for (const char* rule : {R"("apart": true)", R"("constraints": [
             { "type": { "input": "X", "is": ["int8"] }, "apart": true }])"}) {
        const QuantizedPlacement made(kWhole, reluGroup(),
                                      R"("Relu": [{ "versions": [6], "types": ["int8"], )" +
                                          std::string(rule) + " }]");
        EXPECT_EQ(made.of("relu").evidence.text(), "Relu 14 is in Relu 6 and later") << rule;
        EXPECT_TRUE(made.of("d").claimed && made.of("q").claimed) << rule;
    }
    const QuantizedPlacement together(kWhole, reluGroup(), R"("Relu": [{ "versions": [6],
        "constraints": [{ "type": { "input": "X", "is": ["uint8"] }, "apart": true }] }])");
    EXPECT_EQ(together.of("relu").evidence.text(), "quantized Relu 14 is in Relu 6 and later");
}

TEST(QuantizedRules, AGroupOfWhichNoneIsTakenIsLeftAsAWhole) {
    const QuantizedPlacement made(kWhole, reluGroup(),
                                  R"("Relu": [{ "versions": [6], "declines": true }])");
    EXPECT_EQ(made.of("relu").code, ReasonCode::inputUnsupported);
    EXPECT_EQ(made.of("relu").evidence.text(),
              "mine does not take Relu between DequantizeLinear and QuantizeLinear");
    EXPECT_FALSE(made.of("d").claimed || made.of("q").claimed);
}

TEST(QuantizedRules, OnlyTheirTableSpeaksOfGroups) {
    for (const char* key : {"apart", "declines"}) {
        const auto read = parseDeviceProfile(R"({ "name": "mine", "graph": { "Relu": [{ ")" +
                                                 std::string(key) + R"(": true }] } })",
                                             "mine.json");
        ASSERT_FALSE(read);
        EXPECT_NE(read.error().message().find("only rules of \"quantized\" have this key"),
                  std::string::npos)
            << read.error().message();
    }
}

TEST(QuantizedRules, QuantizersOfOrtOutsideAGroupAreOfAForeignDomain) {
    const QuantizedPlacement made("(uint8[4] x) => (float[4] y)",
                                  "[d] y = com.microsoft.DequantizeLinear(x, s, z)", kReluOfBytes);
    EXPECT_EQ(made.of("d").code, ReasonCode::unknownDomain);
}

TEST(QuantizedRules, QuantizersOfOrtMayBeTakenAsThoseOfOnnx) {
    const QuantizedPlacement made("(uint8[4] x, uint8[4] u) => (float[4] y, float[4] v)",
                                  "[d] y = com.microsoft.DequantizeLinear(x, s, z) "
                                  "[gelu] v = com.microsoft.Gelu(y)",
                                  kReluOfBytes, ", \"microsoftQuantizers\": true");
    EXPECT_TRUE(made.of("d").claimed);
    EXPECT_EQ(made.of("d").evidence.text(),
              "DequantizeLinear 21 is in DequantizeLinear 10 and later");
    EXPECT_EQ(made.of("gelu").code, ReasonCode::unknownDomain);
}

TEST(QuantizedRules, WithoutThemEachNodeIsJudgedByItself) {
    const QuantizedPlacement made(
        "(uint8[4] x) => (uint8[4] y)",
        "[d] a = DequantizeLinear(x, s, z) [mish] b = Mish(a) [q] y = QuantizeLinear(b, s, z)", "");
    EXPECT_TRUE(made.of("d").claimed && made.of("q").claimed);
    EXPECT_EQ(made.of("mish").evidence.text(), "mine has no Mish");
}

TEST(QuantizedRules, AnEmptyTableTakesNoGroup) {
    const QuantizedPlacement made(
        "(uint8[4] x) => (uint8[4] y)",
        "[d] a = DequantizeLinear(x, s, z) [relu] b = Relu(a) [q] y = QuantizeLinear(b, s, z)",
        " ");
    for (const char* node : {"d", "relu", "q"})
        EXPECT_FALSE(made.of(node).claimed) << node;
}

} // namespace partita::test
