#include "core/onnx/microsoft_functions.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "core/onnx/inference_by_definition.h"
#include "core/onnx/microsoft_definitions.h"
#include "core/onnx/older_opset.h"

// Definitions of ONNX Runtime's contrib operators (its documentation, "Contrib Operators", version
// 1) in operators of opset 13. A model of a newer opset gets newer operators where they exist;
// `sayInOlderOpset` rewrites a definition for older opsets.

namespace partita {

using namespace microsoft;

std::string microsoft::windowText(const FunctionBody& body,
                                  std::initializer_list<const char*> flags) {
    std::string text;
    const auto add = [&](const std::string& one) { text += (text.empty() ? "" : ", ") + one; };
    if (const auto pad = body.text("auto_pad"); !pad.empty())
        add("auto_pad = " + quotedText(pad));
    for (const char* name : {"kernel_shape", "strides", "pads", "dilations"})
        if (const auto values = body.integers(name); !values.empty())
            add(fmt::format("{} = {}", name, listText(values)));
    for (const char* name : flags)
        if (body.given(name))
            add(fmt::format("{} = {}", name, body.integer(name, 0)));
    return text.empty() ? "" : "<" + text + ">";
}

namespace {

/// `to` = the activation `name` of `from`; false for an unknown name.
bool activate(FunctionBody& body, const std::string& name, const std::vector<float>& parameters,
              const std::string& from, const std::string& to) {
    const std::string like = body.input(0);
    const auto parameter = [&](std::size_t i, float otherwise) {
        return i < parameters.size() ? parameters[i] : otherwise;
    };
    if (name.empty())
        body << fmt::format("{} = Identity({})", to, from);
    else if (name == "Relu" || name == "Tanh" || name == "Sigmoid" || name == "HardSwish" ||
             name == "Softplus")
        body << fmt::format("{} = {}({})", to, name, from);
    else if (name == "LeakyRelu")
        body << fmt::format("{} = LeakyRelu<alpha = {:.9e}>({})", to, parameter(0, 0.01F), from);
    else if (name == "HardSigmoid")
        body << fmt::format("{} = HardSigmoid<alpha = {:.9e}, beta = {:.9e}>({})", to,
                            parameter(0, 0.2F), parameter(1, 0.5F), from);
    else if (name == "Clip") {
        body.constant("clip_low", parameter(0, std::numeric_limits<float>::lowest()), like);
        body.constant("clip_high", parameter(1, std::numeric_limits<float>::max()), like);
        body << fmt::format("{} = Clip({}, clip_low, clip_high)", to, from);
    } else {
        return false;
    }
    return true;
}

/// `to` = `from` transposed: `batch` moves the first axis before the last one, then `matrix`
/// exchanges the last two axes.
bool transposeMatrix(FunctionBody& body, const std::string& from, const std::string& to, int rank,
                     bool matrix, bool batch) {
    if (!matrix && !batch) {
        body << fmt::format("{} = Identity({})", to, from);
        return true;
    }
    if (rank < 2)
        return false;
    std::vector<std::int64_t> order;
    for (int i = 0; i < rank; ++i)
        order.push_back(i);
    if (batch)
        std::rotate(order.begin(), order.begin() + 1, order.end() - 1);
    if (matrix)
        std::swap(order[order.size() - 1], order[order.size() - 2]);
    body << fmt::format("{} = Transpose<perm = {}>({})", to, listText(order), from);
    return true;
}

bool fusedMatMul(FunctionBody& body) {
    if (!transposeMatrix(body, "A", "left", body.rank(0), body.integer("transA", 0) != 0,
                         body.integer("transBatchA", 0) != 0) ||
        !transposeMatrix(body, "B", "right", body.rank(1), body.integer("transB", 0) != 0,
                         body.integer("transBatchB", 0) != 0))
        return false;
    body << "product = MatMul(left, right)";
    body.constant("alpha_", body.number("alpha", 1), "A");
    body << "scaled = Mul(product, alpha_)";
    std::vector<float> parameters{body.number("activation_alpha", 0.01F),
                                  body.number("activation_beta", 0),
                                  body.number("activation_gamma", 0)};
    return activate(body, body.text("activation"), parameters, "scaled", "Y");
}

bool fusedGemm(FunctionBody& body) {
    body << fmt::format(
        "product = Gemm<alpha = {:.9e}, beta = {:.9e}, transA = {}, transB = {}>(A, B{})",
        body.number("alpha", 1), body.number("beta", 1), body.integer("transA", 0),
        body.integer("transB", 0), more(body.input(2)));
    return activate(body, body.text("activation"),
                    {body.number("activation_alpha", 0.01F), body.number("activation_beta", 0.5F)},
                    "product", "Y");
}

bool fusedConv(FunctionBody& body) {
    body << fmt::format("product = Conv{}(X, W{})", windowText(body, {"group"}),
                        more(body.input(2)))
         << (body.has(3) ? "sum = Add(product, Z)" : "sum = Identity(product)");
    return activate(body, body.text("activation"), body.numbers("activation_params"), "sum", "Y");
}

bool nhwcMaxPool(FunctionBody& body) {
    if (body.rank(0) != 4)
        return false;
    body << "planes = Transpose<perm = [0, 3, 1, 2]>(x)"
         << fmt::format("pooled = MaxPool{}(planes)", windowText(body, {"ceil_mode"}))
         << "y = Transpose<perm = [0, 2, 3, 1]>(pooled)";
    return true;
}

bool skipLayerNormalization(FunctionBody& body) {
    body << "skipped = Add(input, skip)"
         << (body.has(4) ? "sum = Add(skipped, bias)" : "sum = Identity(skipped)");
    body.layerNormalization("sum", "gamma", body.input(3), body.number("epsilon", 1e-12F), "output",
                            "input");
    if (body.wants(1))
        body << "mean = Identity(mean_)";
    if (body.wants(2))
        body << "inv_std_var = Identity(inverse_deviation_)";
    if (body.wants(3))
        body << "input_skip_bias_sum = Identity(sum)";
    return true;
}

bool skipSimplifiedLayerNormalization(FunctionBody& body) {
    body << "skipped = Add(input, skip)"
         << (body.has(3) ? "sum = Add(skipped, bias)" : "sum = Identity(skipped)");
    body.rmsNormalization("sum", "gamma", body.number("epsilon", 1e-5F), "output");
    if (body.wants(3))
        body << "input_skip_bias_sum = Identity(sum)";
    return !body.wants(1) && !body.wants(2); // ONNX Runtime does not compute them either
}

bool embedLayerNormalization(FunctionBody& body) {
    body << "words = Gather(word_embedding, input_ids)";
    if (body.has(8)) {
        body << "positions = Gather(position_embedding, position_ids)";
    } else {
        body.list("zero", {0});
        body.size("input_ids", 1, "length");
        body << "positions = Slice(position_embedding, zero, length, zero)";
    }
    body << "placed = Add(words, positions)";
    if (body.has(1) && body.has(4))
        body << "segments = Gather(segment_embedding, segment_ids)"
             << "sum = Add(placed, segments)";
    else
        body << "sum = Identity(placed)";
    body.layerNormalization("sum", "gamma", "beta", body.number("epsilon", 1e-12F), "output",
                            "gamma");
    if (body.wants(1) && body.has(7)) { // the number of unmasked words
        body.list("one", {1});
        body << "mask_index = ReduceSum<keepdims = 0>(mask, one)";
    } else if (body.wants(1)) {
        body.size("input_ids", 0, "batch");
        body << "mask_index = ConstantOfShape<value = int32[1] {0}>(batch)";
    }
    if (body.wants(2))
        body << "embedding_sum = Identity(sum)";
    return true;
}

bool biasSoftmax(FunctionBody& body) {
    body << "sum = Add(data, bias)"
         << "shape = Shape(sum)"
         << fmt::format("rows = Flatten<axis = {}>(sum)", body.integer("axis", 1))
         << "weights_ = Softmax<axis = -1>(rows)"
         << "output = Reshape(weights_, shape)";
    return true;
}

bool groupNorm(FunctionBody& body, const std::string& from) {
    const bool last = body.integer("channels_last", 1) != 0;
    const std::int64_t groups = body.integer("groups", 0);
    constexpr std::int64_t kMostGroups = 1 << 20; // the body makes a list of that many
    if (body.rank(0) != 4 || groups < 1 || groups > kMostGroups)
        return false;
    // InstanceNormalization of the groups, without scale and bias, which are per channel.
    body.list("grouped_shape", {0, groups, -1});
    body.list("group_count", {groups});
    body.list("channel_shape", {-1, 1, 1});
    body << "ones_f = ConstantOfShape<value = float[1] {1}>(group_count)"
         << "zeros_f = ConstantOfShape<value = float[1] {0}>(group_count)";
    body.castLike("ones_f", "X", "ones_");
    body.castLike("zeros_f", "X", "zeros_");
    body.castLike("gamma", "X", "gamma_like");
    body.castLike("beta", "X", "beta_like");
    body << (last ? "planes = Transpose<perm = [0, 3, 1, 2]>(" : "planes = Identity(") + from + ")"
         << "grouped = Reshape(planes, grouped_shape)"
         << fmt::format("level = InstanceNormalization<epsilon = {:.9e}>(grouped, ones_, zeros_)",
                        body.number("epsilon", 1e-5F))
         << "planes_shape = Shape(planes)"
         << "level_planes = Reshape(level, planes_shape)"
         << "channel_scale = Reshape(gamma_like, channel_shape)"
         << "channel_bias = Reshape(beta_like, channel_shape)"
         << "scaled = Mul(level_planes, channel_scale)"
         << "normal = Add(scaled, channel_bias)";
    if (body.integer("activation", 0) != 0)
        body << "gate = Sigmoid(normal)"
             << "active = Mul(normal, gate)";
    else
        body << "active = Identity(normal)";
    body << (last ? "Y = Transpose<perm = [0, 2, 3, 1]>(active)" : "Y = Identity(active)");
    return true;
}

bool skipGroupNorm(FunctionBody& body) {
    body << "skipped = Add(X, skip)"
         << (body.has(4) ? "sum = Add(skipped, bias)" : "sum = Identity(skipped)");
    if (body.wants(1))
        body << "S = Identity(sum)";
    return groupNorm(body, "sum");
}

bool rotaryEmbedding(FunctionBody& body) {
    if (body.opset() < 23 || body.rank(1) != 2 || body.number("scale", 1) != 1 ||
        body.integer("is_packed_batching", 0) != 0)
        return false;
    std::string heads;
    if (const auto count = body.integer("num_heads", 0); count > 0)
        heads = fmt::format(", num_heads = {}", count);
    body << fmt::format("output = RotaryEmbedding<interleaved = {}, rotary_embedding_dim = {}{}>("
                        "input, cos_cache, sin_cache, position_ids)",
                        body.integer("interleaved", 0), body.integer("rotary_embedding_dim", 0),
                        heads);
    return true;
}

using Definition = std::function<bool(FunctionBody&)>;

/// A definition that is the same for every call.
Definition always(std::vector<std::string> statements) {
    return [statements = std::move(statements)](FunctionBody& body) {
        for (const auto& statement : statements)
            body << statement;
        return true;
    };
}

const std::map<std::string, Definition>& definitions() {
    static const std::map<std::string, Definition> kDefinitions = {
        {"Attention", attention},
        {"BiasAdd", always({"sum = Add(X, bias)", "Y = Add(sum, skip)"})},
        {"BiasGelu",
         [](FunctionBody& body) {
             body << "sum = Add(A, B)";
             body.gelu("sum", "C", "A", false);
             return true;
         }},
        {"BiasSoftmax", biasSoftmax},
        {"BiasSplitGelu",
         [](FunctionBody& body) {
             body << "sum = Add(X, bias)";
             body.split("sum", {"left", "right"}, -1);
             body.gelu("right", "gate", "X", false);
             body << "Y = Mul(left, gate)";
             return true;
         }},
        {"DequantizeLinear",
         [](FunctionBody& body) {
             body << fmt::format("y = DequantizeLinear<axis = {}>(x, x_scale{})",
                                 body.integer("axis", 1), more(body.input(2)));
             return true;
         }},
        {"DynamicQuantizeMatMul", dynamicQuantizeMatMul},
        {"EmbedLayerNormalization", embedLayerNormalization},
        {"ExpandDims",
         [](FunctionBody& body) {
             body.list("one", {1});
             body << "axes = Reshape(axis, one)"
                  << "axes_i = Cast<to = 7>(axes)"
                  << "Y = Unsqueeze(X, axes_i)";
             return true;
         }},
        {"FastGelu",
         [](FunctionBody& body) {
             body << (body.has(1) ? "sum = Add(X, bias)" : "sum = Identity(X)");
             body.gelu("sum", "Y", "X", true);
             return true;
         }},
        {"FusedConv", fusedConv},
        {"FusedGemm", fusedGemm},
        {"FusedMatMul", fusedMatMul},
        {"FusedMatMulActivation", fusedMatMul},
        {"GatherND", always({"output = GatherND(data, indices)"})},
        {"Gelu",
         [](FunctionBody& body) {
             body.gelu("X", "Y", "X", false);
             return true;
         }},
        {"GroupNorm", [](FunctionBody& body) { return groupNorm(body, "X"); }},
        {"MatMulIntegerToFloat", matMulIntegerToFloat},
        {"MatMulNBits", matMulNBits},
        {"MultiHeadAttention", multiHeadAttention},
        {"NhwcMaxPool", nhwcMaxPool},
        {"Pad",
         [](FunctionBody& body) {
             const std::string mode = body.text("mode");
             body << fmt::format("output = Pad<mode = {}>(data, pads{})",
                                 quotedText(mode.empty() ? "constant" : mode), more(body.input(2)));
             return true;
         }},
        {"QAttention", qAttention},
        {"QGemm", quantizedGemm},
        {"QLinearAdd", [](FunctionBody& body) { return quantizedBinary(body, "Add"); }},
        {"QLinearAveragePool",
         [](FunctionBody& body) {
             return quantizedPool(body, "AveragePool" +
                                            windowText(body, {"ceil_mode", "count_include_pad"}));
         }},
        {"QLinearGlobalAveragePool",
         [](FunctionBody& body) { return quantizedPool(body, "GlobalAveragePool"); }},
        {"QLinearLeakyRelu",
         [](FunctionBody& body) {
             return quantizedUnary(
                 body, fmt::format("LeakyRelu<alpha = {:.9e}>", body.number("alpha", 0.01F)));
         }},
        {"QLinearMul", [](FunctionBody& body) { return quantizedBinary(body, "Mul"); }},
        {"QLinearReduceMean", quantizedReduceMean},
        {"QLinearSigmoid", [](FunctionBody& body) { return quantizedUnary(body, "Sigmoid"); }},
        {"QLinearSoftmax", quantizedSoftmax},
        {"QLinearWhere", quantizedWhere},
        {"QuantizeLinear",
         [](FunctionBody& body) {
             body << fmt::format("y = QuantizeLinear<axis = {}>(x, y_scale{})",
                                 body.integer("axis", 1), more(body.input(2)));
             return true;
         }},
        {"QuickGelu",
         [](FunctionBody& body) {
             body.constant("alpha_", body.number("alpha", 1.702F), "X");
             body << "scaled = Mul(X, alpha_)"
                  << "gate = Sigmoid(scaled)"
                  << "Y = Mul(X, gate)";
             return true;
         }},
        {"Range",
         [](FunctionBody& body) {
             if (!body.has(2))
                 body.constant("one", 1, "start");
             body << fmt::format("Y = Range(start, limit, {})", body.has(2) ? "delta" : "one");
             return true;
         }},
        {"RotaryEmbedding", rotaryEmbedding},
        {"SkipGroupNorm", skipGroupNorm},
        {"SkipLayerNormalization", skipLayerNormalization},
        {"SkipSimplifiedLayerNormalization", skipSimplifiedLayerNormalization},
        {"TransposeMatMul", fusedMatMul},
        {"Unique", always({"y, first, idx, counts = Unique<sorted = 0>(x)"})},
    };
    return kDefinitions;
}

} // namespace

void defineMicrosoftOperator(onnx::OpSchema& schema) {
    const auto found = definitions().find(schema.Name());
    if (found == definitions().end())
        return;
    const Definition& definition = found->second;
    const onnx::ContextDependentFunctionBodyBuilder define =
        [&definition](const onnx::FunctionBodyBuildContext& context, const onnx::OpSchema& own,
                      onnx::FunctionProto& function) {
            FunctionBody body(context, own, function);
            if (!definition(body) || !body.complete() ||
                (body.opset() < 13 && !sayInOlderOpset(function, body.opset())))
                return false;
            own.BuildFunction(function);
            return true;
        };
    schema.SetContextDependentFunctionBodyBuilder(define);
    if (!schema.has_type_and_shape_inference_function())
        schema.TypeAndShapeInferenceFunction([define, name = schema.Name(),
                                              domain = schema.domain(),
                                              since = schema.SinceVersion()](auto& call) {
            inferByDefinition(call, *onnx::OpSchemaRegistry::Schema(name, since, domain), define);
        });
}

} // namespace partita
