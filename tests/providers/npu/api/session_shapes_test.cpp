// A device that sees only the shapes that a session of ONNX Runtime infers.

#include <gtest/gtest.h>

#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "core/session/partitioner.h"
#include "providers/npu/api/npu_provider.h"
#include "tests/support/models.h"

namespace partita::test {

TEST(SessionShapes, AreThoseThatADeviceOfARealProviderSees) {
    const std::string bytes = bytesFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2, 3] x) => (float y) {
          a = Constant<value_ints = [3]>() b = Constant<value_ints = [2]>()
          s = Concat<axis = 0>(a, b)
          [reshape] t = Reshape(x, s)
          [relu] y = Relu(t) })");
    const auto model = inferShapes(*readModel(bufferOf(bytes)));
    for (const bool asSession : {false, true}) {
        const auto profile = parseDeviceProfile(
            std::string(R"({ "name": "mine", "sessionShapes": )") + (asSession ? "true" : "false") +
                R"(, "graph": { "Relu": [{ "versions": [1], "constraints":
                    [{"shape": {"input": "X", "is": ["static"]}}] }] } })",
            "mine.json");
        ASSERT_TRUE(profile);
        const auto device = std::make_shared<const NpuProvider>(*profile);
        const auto placed = partitionModel(*model, {device}, PartitionOptions::asWritten());
        const Verdict verdict = placed->verdicts(nodeNamed(*model, "relu")).front();
        EXPECT_EQ(verdict.claimed, !asSession);
        EXPECT_EQ(verdict.evidence.text().find("does not infer") != std::string::npos, asSession);
    }
}

TEST(SessionShapes, GoThroughQuantizersOfOrt) {
    const std::string bytes =
        bytesFromText(R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]>
        g (float[2, 3] x) => (float y) <float s = {0.5}, uint16 z = {0}> {
          a = com.microsoft.QuantizeLinear(x, s, z) b = com.microsoft.DequantizeLinear(a, s, z)
          [relu] y = Relu(b) })");
    const auto model = inferShapesAsSession(*readModel(bufferOf(bytes)));
    ASSERT_TRUE(model);
    const auto typeOf = [&](const char* name) {
        return model->value(valueNamed(*model, name))->type->text();
    };
    EXPECT_EQ(typeOf("a"), "2×3 u16");
    EXPECT_EQ(typeOf("b"), "2×3 fp32");
}

} // namespace partita::test
