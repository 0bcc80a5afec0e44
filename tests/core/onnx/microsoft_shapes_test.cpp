// Shapes of ONNX Runtime's own operators, as they stand in exported language models.

#include <gtest/gtest.h>

#include "core/onnx/infer_shapes.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// The inferred types of all outputs of a graph, as text.
std::vector<std::string> typesOf(const std::string& graph) {
    const Model model = test::modelFromText(
        "<ir_version: 9, opset_import: [\"\" : 18, \"com.microsoft\" : 1]> g " + graph);
    const auto inferred = inferShapes(model);
    EXPECT_TRUE(inferred) << inferred.error().message();
    std::vector<std::string> types;
    for (const ValueId id : inferred->graph(inferred->mainGraph())->outputs) {
        const TypePtr& type = inferred->value(id)->type;
        types.push_back(type ? type->text() : "unknown");
    }
    return types;
}

using Texts = std::vector<std::string>;

TEST(MicrosoftShapes, OfAProductWithWeightsOfAFewBits) {
    EXPECT_EQ(typesOf(R"((float[b,s,64] a, uint8[10,2,16] w, float[20] c) => (y) {
        y = com.microsoft.MatMulNBits <K = 64, N = 10, bits = 4, block_size = 32> (a, w, c) })"),
              Texts{"b×s×10 fp32"});
}

TEST(MicrosoftShapes, OfPackedEmbeddings) {
    EXPECT_EQ(typesOf(R"((uint8[1000,32] e, int64[b,s] i, float[1000,2] c) => (y) {
        y = com.microsoft.GatherBlockQuantized <bits = 4, block_size = 32> (e, i, c) })"),
              Texts{"b×s×64 fp32"});
    EXPECT_EQ(typesOf(R"((uint4[1000,64] e, int64[3] i, float16[1000,2] c) => (y) {
        y = com.microsoft.GatherBlockQuantized <block_size = 32> (e, i, c) })"),
              Texts{"3×64 fp16"});
}

TEST(MicrosoftShapes, OfAnAttentionWithCaches) {
    EXPECT_EQ(typesOf(R"((float[b,s,96] q, float[b,2,p,16] k, float[b,2,p,16] v, int32[b] l,
                          int32 t) => (y, e, f) {
        y, e, f = com.microsoft.GroupQueryAttention <num_heads = 2, kv_num_heads = 2>
                    (q, , , k, v, l, t) })"),
              (Texts{"b×s×32 fp32", "b×2×unk__0×16 fp32", "b×2×unk__1×16 fp32"}));
    EXPECT_EQ(typesOf(R"((float[b,s,64] q, float[b,s,32] k, float[b,s,32] v, int32[b] l, int32 t)
                         => (y, e, f) {
        y, e, f = com.microsoft.GroupQueryAttention <num_heads = 4, kv_num_heads = 2>
                    (q, k, v, , , l, t) })"),
              (Texts{"b×s×64 fp32", "b×2×unk__0×16 fp32", "b×2×unk__1×16 fp32"}));
}

TEST(MicrosoftShapes, OfTheSumBesideANormalization) {
    EXPECT_EQ(typesOf(R"((float[b,s,64] x, float[b,s,64] r, float[64] g) => (y, z) {
        y, m, i, z = com.microsoft.SkipSimplifiedLayerNormalization (x, r, g) })"),
              (Texts{"b×s×64 fp32", "b×s×64 fp32"}));
}

TEST(MicrosoftShapes, OfTheStatisticsOfANormalization) {
    EXPECT_EQ(typesOf(R"((float16[b,s,64] x, float16[64] g) => (y, i) {
        y, i = com.microsoft.SimplifiedLayerNormalization (x, g) })"),
              (Texts{"b×s×64 fp16", "b×s×1 fp32"}));
    EXPECT_EQ(typesOf(R"((double[b,s,64] x, double[64] g) => (y, i) {
        y, i = com.microsoft.SimplifiedLayerNormalization <axis = 1> (x, g) })"),
              (Texts{"b×s×64 fp64", "b×1×1 fp64"}));
    EXPECT_EQ(typesOf(R"((float16[2,3] x, float[3] g) => (y, i) {
        y, i = com.microsoft.SimplifiedLayerNormalization <axis = 5> (x, g) })"),
              (Texts{"2×3 fp16", "? fp32"}));
}

TEST(MicrosoftShapes, AttributesThatCannotBeLeaveThemUnknown) {
    for (const char* attributes : {"num_heads = 0, kv_num_heads = 0", "num_heads = -3",
                                   "num_heads = 9223372036854775807, kv_num_heads = 1"})
        EXPECT_EQ(
            typesOf(std::string(R"((float[b,s,96] q, float[b,s,96] k, int32[b] l, int32 t) => (y) {
        y = com.microsoft.GroupQueryAttention <)") +
                    attributes + "> (q, k, k, , , l, t) }"),
            Texts{"? fp32"});
}

TEST(MicrosoftShapes, OfOperatorsThatOthersDefineAreThoseOfTheDefinition) {
    EXPECT_EQ(
        typesOf(R"((uint8[b,3,4] x, uint8[1,4] w, float s, uint8 z, int8[b,5] i) => (a, m, r) {
        a = com.microsoft.QLinearAdd (x, s, z, w, s, z, s, z)
        m = com.microsoft.QLinearMul (a, s, , a, s, , s)
        r = com.microsoft.QLinearReduceMean <axes = [1], keepdims = 0> (m, s, z, s, z) })"),
        (Texts{"b×3×4 u8", "b×3×4 u8", "b×4 u8"}));
    EXPECT_EQ(typesOf(R"((uint8[b,6] x, int8[10,6] w, float s, uint8 z, int8 v) => (q, f) {
        q = com.microsoft.QGemm <transB = 1> (x, s, z, w, s, v, , s, z)
        f = com.microsoft.QGemm <transB = 1> (x, s, z, w, s, v) })"),
              (Texts{"b×10 u8", "b×10 fp32"}));
    EXPECT_EQ(typesOf(R"((float[b,2,3,4] x, float[5,4] w) => (y) {
        y = com.microsoft.FusedMatMul <transB = 1> (x, w) })"),
              Texts{"b×2×3×5 fp32"});
    EXPECT_EQ(typesOf(R"((float[b,s,64] x) => (y) {
        y = com.microsoft.MultiHeadAttention <num_heads = 4> (x, x, x) })"),
              Texts{"b×s×64 fp32"});
}

TEST(MicrosoftShapes, NothingIsSaidWhereAnInputIsNotKnown) {
    EXPECT_EQ(typesOf(R"((uint8[2,4] x, float s, uint8 z) => (y) {
        u = com.microsoft.NobodyKnows (x)
        y = com.microsoft.QLinearAdd (x, s, z, u, s, z, s, z) })"),
              Texts{"unknown"});
    EXPECT_EQ(typesOf(R"((uint8[2,4] x, uint8[3,5] w, float s, uint8 z) => (y) {
        y = com.microsoft.QLinearAdd (x, s, z, w, s, z, s, z) })"),
              Texts{"? u8"});
}

TEST(MicrosoftShapes, PadsDoNotCountWhereTheyAreComputed) {
    // ONNX's inference of Conv follows pads beside auto_pad; every run follows auto_pad.
    EXPECT_EQ(typesOf(R"((float[1,3,5,5] x, float[4,3,3,3] w) => (y) {
        y = com.microsoft.FusedConv <kernel_shape = [3, 3], strides = [2, 2],
                auto_pad = "SAME_UPPER", pads = [0, 0, 0, 0], activation = "Relu"> (x, w) })"),
              Texts{"1×4×3×3 fp32"});
}

TEST(MicrosoftShapes, ATextInAnAttributeIsNoPartOfTheDefinition) {
    for (const char* mode : {R"(a\"b)", R"(constant\\)", R"(constant\"> (x, p) z = Neg)"})
        EXPECT_EQ(typesOf(std::string(R"((float[2,3] x, int64[4] p) => (y, z) {
        y = com.microsoft.Pad <mode = ")") +
                          mode + R"("> (x, p)
        z = Relu (x) })"),
                  (Texts{"unk__0×unk__1 fp32", "2×3 fp32"}))
            << mode;
}

TEST(MicrosoftShapes, OfQuantizedTensorsBehindEachOther) {
    EXPECT_EQ(typesOf(R"((float s, uint8 z, uint8[b,3,4] x, uint8[b,5,4] w, uint8[b,n,4] v)
                         => (y, u, r) {
        y = com.microsoft.QLinearConcat <axis = -2> (s, z, x, s, z, w, s, z)
        u = com.microsoft.QLinearConcat <axis = 1> (s, z, x, s, z, v, s, z)
        r = com.microsoft.QLinearConcat <axis = 7> (s, z, x, s, z, w, s, z) })"),
              (Texts{"b×8×4 u8", "b×unk__0×4 u8", "? u8"}));
}

} // namespace
} // namespace partita
