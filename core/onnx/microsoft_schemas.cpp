#include <mutex>

#include <onnx/defs/schema.h>
#include <onnx/defs/shape_inference.h>

#include "core/onnx/microsoft_functions.h"
#include "core/onnx/microsoft_shapes.h"
#include "core/onnx/schema.h"

// The operators that ONNX Runtime's optimizer and its EPContext writer put into models, with
// their inputs, outputs and attributes as ONNX Runtime registers them (contrib operators,
// version 1). Shapes are inferred by a rule of the row or by the operator's definition; elsewhere
// the value_info in the model is used.

namespace partita {

namespace {

using onnx::AttributeProto;
using onnx::InferenceContext;
using onnx::OpSchema;

using Infer = void (*)(InferenceContext&);

struct AttributeRow {
    const char* name;
    AttributeProto::AttributeType type;
};

struct SchemaRow {
    const char* name;
    std::vector<const char*> inputs; ///< "X", "B?" optional, "X*" variadic
    std::vector<const char*> outputs;
    std::vector<AttributeRow> attributes;
    Infer infer = nullptr; ///< null: by its definition, if it has one
    const char* domain = "com.microsoft";
};

constexpr auto kInt = AttributeProto::INT;
constexpr auto kInts = AttributeProto::INTS;
constexpr auto kFloat = AttributeProto::FLOAT;
constexpr auto kFloats = AttributeProto::FLOATS;
constexpr auto kString = AttributeProto::STRING;

std::vector<AttributeRow> windowAttributes(std::vector<AttributeRow> more = {}) {
    std::vector<AttributeRow> rows = {{"auto_pad", kString},
                                      {"kernel_shape", kInts},
                                      {"strides", kInts},
                                      {"pads", kInts},
                                      {"dilations", kInts}};
    rows.insert(rows.end(), more.begin(), more.end());
    return rows;
}

std::vector<SchemaRow> microsoftRows() {
    return {
        {"EPContext",
         {"inputs*"},
         {"outputs*"},
         {{"main_context", kInt},
          {"ep_cache_context", kString},
          {"embed_mode", kInt},
          {"ep_sdk_version", kString},
          {"onnx_model_filename", kString},
          {"hardware_architecture", kString},
          {"partition_name", kString},
          {"source", kString},
          {"notes", kString},
          {"max_size", kInt}}},
        {"FusedConv",
         {"X", "W", "B?", "Z?"},
         {"Y"},
         windowAttributes(
             {{"group", kInt}, {"activation", kString}, {"activation_params", kFloats}})},
        {"FusedGemm",
         {"A", "B", "C?"},
         {"Y"},
         {{"alpha", kFloat},
          {"beta", kFloat},
          {"transA", kInt},
          {"transB", kInt},
          {"activation", kString},
          {"activation_alpha", kFloat},
          {"activation_beta", kFloat},
          {"activation_gamma", kFloat}}},
        {"FusedMatMul",
         {"A", "B"},
         {"Y"},
         {{"alpha", kFloat},
          {"transA", kInt},
          {"transB", kInt},
          {"transBatchA", kInt},
          {"transBatchB", kInt}}},
        {"FusedMatMulActivation",
         {"A", "B"},
         {"Y"},
         {{"alpha", kFloat},
          {"transA", kInt},
          {"transB", kInt},
          {"transBatchA", kInt},
          {"transBatchB", kInt},
          {"activation", kString},
          {"activation_alpha", kFloat},
          {"activation_beta", kFloat},
          {"activation_gamma", kFloat},
          {"activation_axis", kInt}}},
        {"Gelu", {"X"}, {"Y"}, {}, microsoft::inferLikeFirst},
        {"BiasGelu", {"A", "B"}, {"C"}, {}, microsoft::inferLikeFirst},
        {"FastGelu", {"X", "bias?"}, {"Y"}, {}, microsoft::inferLikeFirst},
        {"QuickGelu", {"X"}, {"Y"}, {{"alpha", kFloat}}, microsoft::inferLikeFirst},
        {"BiasSplitGelu", {"X", "bias"}, {"Y"}, {}},
        {"BiasAdd", {"X", "bias", "skip"}, {"Y"}, {}, microsoft::inferLikeFirst},
        {"BiasSoftmax",
         {"data", "bias"},
         {"output"},
         {{"axis", kInt}, {"is_inner_broadcast", kInt}},
         microsoft::inferLikeFirst},
        {"SimplifiedLayerNormalization",
         {"X", "scale"},
         {"Y", "inv_std_var?"},
         {{"axis", kInt}, {"epsilon", kFloat}, {"stash_type", kInt}},
         microsoft::inferSimplifiedNormalization},
        // ONNX Runtime's optimizer writes this one without a domain.
        {"SimplifiedLayerNormalization",
         {"X", "scale"},
         {"Y", "inv_std_var?"},
         {{"axis", kInt}, {"epsilon", kFloat}, {"stash_type", kInt}},
         microsoft::inferSimplifiedNormalization,
         ""},
        {"SkipLayerNormalization",
         {"input", "skip", "gamma", "beta?", "bias?"},
         {"output", "mean?", "inv_std_var?", "input_skip_bias_sum?"},
         {{"epsilon", kFloat}},
         microsoft::inferSkipNormalization},
        {"SkipSimplifiedLayerNormalization",
         {"input", "skip", "gamma", "bias?"},
         {"output", "mean?", "inv_std_var?", "input_skip_bias_sum?"},
         {{"epsilon", kFloat}},
         microsoft::inferSkipNormalization},
        {"SkipGroupNorm",
         {"X", "gamma", "beta", "skip", "bias?"},
         {"Y", "S?"},
         {{"epsilon", kFloat}, {"groups", kInt}, {"activation", kInt}, {"channels_last", kInt}},
         microsoft::inferLikeFirst},
        {"GroupNorm",
         {"X", "gamma", "beta"},
         {"Y"},
         {{"epsilon", kFloat}, {"groups", kInt}, {"activation", kInt}, {"channels_last", kInt}},
         microsoft::inferLikeFirst},
        {"EmbedLayerNormalization",
         {"input_ids", "segment_ids?", "word_embedding", "position_embedding", "segment_embedding?",
          "gamma", "beta", "mask?", "position_ids?"},
         {"output", "mask_index?", "embedding_sum?"},
         {{"epsilon", kFloat}, {"mask_index_type", kInt}}},
        {"Attention",
         {"input", "weights", "bias?", "mask_index?", "past?", "attention_bias?",
          "past_sequence_length?"},
         {"output", "present?"},
         {{"num_heads", kInt},
          {"unidirectional", kInt},
          {"qkv_hidden_sizes", kInts},
          {"past_present_share_buffer", kInt},
          {"do_rotary", kInt},
          {"mask_filter_value", kFloat},
          {"scale", kFloat},
          {"rotary_embedding_dim", kInt}}},
        {"QAttention",
         {"input", "weight", "bias", "input_scale", "weight_scale", "mask_index?",
          "input_zero_point?", "weight_zero_point?", "past?"},
         {"output", "present?"},
         {{"num_heads", kInt},
          {"unidirectional", kInt},
          {"past_present_share_buffer", kInt},
          {"do_rotary", kInt},
          {"mask_filter_value", kFloat},
          {"scale", kFloat}}},
        {"MultiHeadAttention",
         {"query", "key?", "value?", "bias?", "key_padding_mask?", "attention_bias?", "past_key?",
          "past_value?", "past_sequence_length?", "cache_indirection?"},
         {"output", "present_key?", "present_value?", "qk?"},
         {{"num_heads", kInt},
          {"mask_filter_value", kFloat},
          {"scale", kFloat},
          {"unidirectional", kInt}}},
        {"PackedAttention",
         {"input", "weights", "bias", "token_offset", "cumulative_sequence_length",
          "attention_bias?"},
         {"output"},
         {{"num_heads", kInt}, {"qkv_hidden_sizes", kInts}, {"scale", kFloat}}},
        {"GroupQueryAttention",
         {"query", "key?", "value?", "past_key?", "past_value?", "seqlens_k",
          "total_sequence_length", "cos_cache?", "sin_cache?", "position_ids?", "attention_bias?",
          "head_sink?"},
         {"output", "present_key?", "present_value?", "output_qk?"},
         {{"num_heads", kInt},
          {"kv_num_heads", kInt},
          {"scale", kFloat},
          {"softcap", kFloat},
          {"local_window_size", kInt},
          {"do_rotary", kInt},
          {"rotary_interleaved", kInt},
          {"smooth_softmax", kInt},
          {"qk_output", kInt}},
         microsoft::inferGroupQueryAttention},
        {"RotaryEmbedding",
         {"input", "position_ids", "cos_cache", "sin_cache"},
         {"output"},
         {{"scale", kFloat},
          {"interleaved", kInt},
          {"num_heads", kInt},
          {"rotary_embedding_dim", kInt},
          {"is_packed_batching", kInt}},
         microsoft::inferLikeFirst},
        {"MatMulNBits",
         {"A", "B", "scales", "zero_points?", "g_idx?", "bias?"},
         {"Y"},
         {{"K", kInt},
          {"N", kInt},
          {"bits", kInt},
          {"block_size", kInt},
          {"accuracy_level", kInt},
          {"weight_prepacked", kInt}},
         microsoft::inferMatMulNBits},
        {"GatherBlockQuantized",
         {"data", "indices", "scales", "zero_points?"},
         {"output"},
         {{"gather_axis", kInt}, {"quantize_axis", kInt}, {"block_size", kInt}, {"bits", kInt}},
         microsoft::inferGatherBlockQuantized},
        {"DynamicQuantizeMatMul", {"A", "B", "b_scale", "b_zero_point?", "bias?"}, {"Y"}, {}},
        {"MatMulIntegerToFloat",
         {"A", "B", "a_scale", "b_scale", "a_zero_point?", "b_zero_point?", "bias?"},
         {"Y"},
         {}},
        {"QGemm",
         {"A", "a_scale", "a_zero_point", "B", "b_scale", "b_zero_point", "C?", "y_scale?",
          "y_zero_point?"},
         {"Y"},
         {{"transA", kInt}, {"transB", kInt}, {"alpha", kFloat}}},
        {"QLinearAdd",
         {"A", "A_scale", "A_zero_point?", "B", "B_scale", "B_zero_point?", "C_scale",
          "C_zero_point?"},
         {"C"},
         {}},
        {"QLinearMul",
         {"A", "A_scale", "A_zero_point?", "B", "B_scale", "B_zero_point?", "C_scale",
          "C_zero_point?"},
         {"C"},
         {}},
        {"QLinearSigmoid",
         {"X", "X_scale", "X_zero_point?", "Y_scale", "Y_zero_point?"},
         {"Y"},
         {},
         microsoft::inferLikeFirst},
        {"QLinearLeakyRelu",
         {"X", "X_scale", "X_zero_point?", "Y_scale", "Y_zero_point?"},
         {"Y"},
         {{"alpha", kFloat}},
         microsoft::inferLikeFirst},
        {"QLinearSoftmax",
         {"X", "X_scale", "x_zero_point?", "y_scale", "y_zero_point"},
         {"Y"},
         {{"axis", kInt}, {"opset", kInt}},
         microsoft::inferLikeFirst},
        {"QLinearConcat",
         {"Y_scale", "Y_zero_point", "inputs*"},
         {"Y"},
         {{"axis", kInt}},
         microsoft::inferQLinearConcat},
        {"QLinearWhere",
         {"condition", "X", "x_scale", "x_zero_point", "Y", "y_scale", "y_zero_point", "z_scale",
          "z_zero_point"},
         {"Z"},
         {}},
        {"QLinearAveragePool",
         {"X", "x_scale", "x_zero_point?", "y_scale", "y_zero_point?"},
         {"Y"},
         windowAttributes(
             {{"ceil_mode", kInt}, {"count_include_pad", kInt}, {"channels_last", kInt}})},
        {"QLinearGlobalAveragePool",
         {"X", "x_scale", "x_zero_point", "y_scale", "y_zero_point"},
         {"Y"},
         {{"channels_last", kInt}}},
        {"QLinearReduceMean",
         {"data", "data_scale", "data_zero_point?", "reduced_scale", "reduced_zero_point?"},
         {"reduced"},
         {{"axes", kInts}, {"keepdims", kInt}}},
        {"NhwcMaxPool", {"x"}, {"y"}, windowAttributes({{"ceil_mode", kInt}})},
        {"NhwcConv", {"X", "W", "B?"}, {"Y"}, windowAttributes({{"group", kInt}})},
        {"NhwcFusedConv",
         {"X", "W", "B?", "Z?"},
         {"Y"},
         windowAttributes(
             {{"group", kInt}, {"activation", kString}, {"activation_params", kFloats}})},
        {"QuantizeLinear",
         {"x", "y_scale", "y_zero_point?"},
         {"y"},
         {{"axis", kInt},
          {"saturate", kInt},
          {"block_size", kInt},
          {"output_dtype", kInt},
          {"precision", kInt}},
         microsoft::inferQuantizeLinear},
        {"DequantizeLinear",
         {"x", "x_scale", "x_zero_point?"},
         {"y"},
         {{"axis", kInt}, {"block_size", kInt}, {"output_dtype", kInt}},
         microsoft::inferDequantizeLinear},
        {"Inverse", {"X"}, {"Y"}, {}, microsoft::inferLikeFirst},
        {"Trilu", {"X", "k?"}, {"Y"}, {{"upper", kInt}}, microsoft::inferLikeFirst},
        {"Pad", {"data", "pads", "value?"}, {"output"}, {{"mode", kString}}},
        {"Unique", {"x"}, {"y", "idx", "counts"}, {}},
        {"Range", {"start", "limit", "delta?"}, {"Y"}, {}},
        {"GatherND", {"data", "indices"}, {"output"}, {}},
        {"ExpandDims", {"X", "axis"}, {"Y"}, {}},
        {"DynamicTimeWarping", {"input"}, {"output"}, {}},
        {"UnfoldTensor", {"input"}, {"output"}, {{"dim", kInt}, {"size", kInt}, {"step", kInt}}},
        {"TransposeMatMul",
         {"A", "B"},
         {"Y"},
         {{"alpha", kFloat}, {"transA", kInt}, {"transB", kInt}}},
    };
}

void addParameters(OpSchema& schema, const std::vector<const char*>& names, bool inputs) {
    for (int i = 0; i < static_cast<int>(names.size()); ++i) {
        std::string name = names[static_cast<std::size_t>(i)];
        auto option = OpSchema::Single;
        if (name.back() == '?' || name.back() == '*') {
            option = name.back() == '?' ? OpSchema::Optional : OpSchema::Variadic;
            name.pop_back();
        }
        const bool variadic = option == OpSchema::Variadic;
        // One type variable for each parameter: these operators mix floats, integers and indices.
        const std::string type = (inputs ? "T" : "U") + std::to_string(i);
        if (inputs)
            schema.Input(i, name, "", type, option, !variadic, variadic ? 0 : 1);
        else
            schema.Output(i, name, "", type, option, !variadic, 1);
        schema.TypeConstraint(type, OpSchema::all_tensor_types_ir13(), "");
    }
}

OpSchema makeSchema(const SchemaRow& row) {
    OpSchema schema(row.name, row.domain, 1);
    schema.SetDomain(row.domain).SinceVersion(1);
    addParameters(schema, row.inputs, true);
    addParameters(schema, row.outputs, false);
    for (const auto& attribute : row.attributes)
        schema.Attr(attribute.name, "", attribute.type, false);
    // Vendors add keys of their own, and ONNX Runtime's newer releases add attributes.
    schema.AllowUncheckedAttributes();
    if (row.infer)
        schema.TypeAndShapeInferenceFunction(row.infer);
    defineMicrosoftOperator(schema);
    return schema;
}

} // namespace

void registerMicrosoftSchemas() {
    static std::once_flag once;
    std::call_once(once, [] {
        auto& domains = onnx::OpSchemaRegistry::DomainToVersionRange::Instance();
        if (!domains.Map().contains("com.microsoft"))
            domains.AddDomainToVersion("com.microsoft", 1, 1);
        for (const auto& row : microsoftRows())
            onnx::RegisterSchema(makeSchema(row), 0, false, false);
    });
}

} // namespace partita
