#include <algorithm>

#include <fmt/format.h>

#include "core/ir/type.h"
#include "core/onnx/microsoft_definitions.h"

namespace partita::microsoft {

namespace {

/// `to` = the dequantized input `at`; its scale and optional zero point are the next two inputs.
void dequantize(FunctionBody& body, int at, const std::string& to) {
    body << fmt::format("{} = DequantizeLinear({}, {}{})", to, body.input(at), body.input(at + 1),
                        more(body.input(at + 2)));
}

/// `to` = `from`, quantized by input `scale` and the zero point after it. Without a zero point the
/// result has the element type of `like`.
void quantize(FunctionBody& body, const std::string& from, int scale, const std::string& like,
              const std::string& to) {
    if (body.has(scale + 1)) {
        body << fmt::format("{} = QuantizeLinear({}, {}, {})", to, from, body.input(scale),
                            body.input(scale + 1));
        return;
    }
    body.constant("zero_", 0, like);
    body << fmt::format("{} = QuantizeLinear({}, {}, zero_)", to, from, body.input(scale));
}

} // namespace

/// B holds weights of 2, 4 or 8 bits (four, two or one in a byte) in blocks along K, each block
/// with its own scale.
bool matMulNBits(FunctionBody& body) {
    const std::int64_t k = body.integer("K", 0), n = body.integer("N", 0),
                       bits = body.integer("bits", 4), block = body.integer("block_size", 0);
    if (k < 1 || n < 1 || block < 16 || (bits != 2 && bits != 4 && bits != 8))
        return false;
    const std::int64_t blocks = (k + block - 1) / block, perByte = 8 / bits;
    const auto unpack = [&](const std::string& from, const std::string& to, std::int64_t columns) {
        body.list(to + "_last", {-1});
        std::string parts;
        for (std::int64_t i = 0; i < perByte; ++i) { // (byte / 2^(i · bits)) mod 2^bits
            body << fmt::format("{}_p{} = Constant<value_int = {}>()", to, i, 1 << (i * bits))
                 << fmt::format("{0}_d{1} = Cast<to = 6>({0}_p{1})", to, i)
                 << fmt::format("{0}_j{1} = Cast<to = 6>({2})", to, i, from)
                 << fmt::format("{0}_q{1} = Div({0}_j{1}, {0}_d{1})", to, i)
                 << fmt::format("{}_n{} = Constant<value_int = {}>()", to, i, 1 << bits)
                 << fmt::format("{0}_w{1} = Cast<to = 6>({0}_n{1})", to, i)
                 << fmt::format("{0}_m{1} = Mod({0}_q{1}, {0}_w{1})", to, i)
                 << fmt::format("{0}_u{1} = Unsqueeze({0}_m{1}, {0}_last)", to, i);
            parts += fmt::format("{}{}_u{}", i ? ", " : "", to, i);
        }
        body << fmt::format("{}_all = Concat<axis = -1>({})", to, parts);
        body.list(to + "_shape", {n, -1});
        body << fmt::format("{0}_flat = Reshape({0}_all, {0}_shape)", to);
        body.list(to + "_from", {0});
        body.list(to + "_to", {columns});
        body.list(to + "_axis", {1});
        body << fmt::format("{0} = Slice({0}_flat, {0}_from, {0}_to, {0}_axis)", to);
    };
    unpack("B", "codes", blocks * block);
    body.list("block_shape", {n, blocks, block});
    body.list("scale_shape", {n, blocks, 1});
    body.castLike("codes", "A", "codes_like");
    body << "blocks_ = Reshape(codes_like, block_shape)"
         << "scales_ = Reshape(scales, scale_shape)";
    if (body.has(3) && body.elementType(3) == onnx::TensorProto::UINT8) {
        unpack("zero_points", "zeros", blocks);
        body.castLike("zeros", "A", "zeros_like");
        body << "offset = Reshape(zeros_like, scale_shape)";
    } else if (body.has(3)) {
        body << "offset = Reshape(zero_points, scale_shape)";
    } else {
        body.constant("offset", static_cast<float>(1 << (bits - 1)), "A");
    }
    body.list("weight_shape", {n, -1});
    body.list("none_", {0});
    body.list("depth", {k});
    body.list("second", {1});
    if (body.has(4)) { // the block of each code
        const std::string offset = body.has(3) ? "offset_k" : "offset";
        body << "codes_n = Reshape(codes_like, weight_shape)"
             << "codes_k = Slice(codes_n, none_, depth, second)"
             << "scales_n = Reshape(scales, weight_shape)"
             << "scales_k = Gather<axis = 1>(scales_n, g_idx)";
        if (body.has(3))
            body << "offset_n = Reshape(offset, weight_shape)"
                 << "offset_k = Gather<axis = 1>(offset_n, g_idx)";
        body << fmt::format("centred = Sub(codes_k, {})", offset)
             << "weights_2 = Mul(centred, scales_k)";
    } else {
        body << "centred = Sub(blocks_, offset)"
             << "weights_0 = Mul(centred, scales_)"
             << "weights_1 = Reshape(weights_0, weight_shape)"
             << "weights_2 = Slice(weights_1, none_, depth, second)";
    }
    body << "weights_ = Transpose<perm = [1, 0]>(weights_2)"
         << "product = MatMul(A, weights_)"
         << (body.has(5) ? "Y = Add(product, bias)" : "Y = Identity(product)");
    return true;
}

bool dynamicQuantizeMatMul(FunctionBody& body) {
    body << "codes, code_scale, code_zero = DynamicQuantizeLinear(A)"
         << fmt::format("sums = MatMulInteger(codes, B, code_zero{})", more(body.input(3)));
    body.castLike("sums", "A", "sums_like");
    body << "both = Mul(code_scale, b_scale)"
         << (body.has(4) ? "product = Mul(sums_like, both)" : "Y = Mul(sums_like, both)");
    if (body.has(4))
        body << "Y = Add(product, bias)";
    return true;
}

bool matMulIntegerToFloat(FunctionBody& body) {
    const std::string zeroA = body.has(4) ? "a_zero_point" : "",
                      zeroB = body.has(5) ? "b_zero_point" : "";
    if (zeroA.empty() && !zeroB.empty())
        return false;
    body << fmt::format("sums = MatMulInteger(A, B{}{})", more(zeroA), more(zeroB));
    body.castLike("sums", "a_scale", "sums_like");
    body << "both = Mul(a_scale, b_scale)"
         << (body.has(6) ? "product = Mul(sums_like, both)" : "Y = Mul(sums_like, both)");
    if (body.has(6))
        body << "Y = Add(product, bias)";
    return true;
}

/// Y = alpha · a_scale · b_scale · (A · B + C), A · B and C as int32. Without an output scale the
/// result is float.
bool quantizedGemm(FunctionBody& body) {
    const auto operand = [&](const char* flag, const char* from, const char* to) {
        body << fmt::format("{} = {}({})", to,
                            body.integer(flag, 0) != 0 ? "Transpose<perm = [1, 0]>" : "Identity",
                            from);
    };
    operand("transA", "A", "left");
    operand("transB", "B", "right");
    body << "sums = MatMulInteger(left, right, a_zero_point, b_zero_point)"
         << (body.has(6) ? "total = Add(sums, C)" : "total = Identity(sums)");
    body.castLike("total", "a_scale", "total_like");
    body.constant("alpha_", body.number("alpha", 1), "a_scale");
    body << "both = Mul(a_scale, b_scale)"
         << "factor = Mul(both, alpha_)";
    if (!body.has(7)) {
        body << "Y = Mul(total_like, factor)";
        return true;
    }
    body << "product = Mul(total_like, factor)";
    quantize(body, "product", 7, "A", "Y");
    return true;
}

bool quantizedBinary(FunctionBody& body, const char* op) {
    dequantize(body, 0, "left");
    dequantize(body, 3, "right");
    body << fmt::format("result = {}(left, right)", op);
    quantize(body, "result", 6, "A", "C");
    return true;
}

bool quantizedUnary(FunctionBody& body, const std::string& op) {
    dequantize(body, 0, "values");
    body << fmt::format("result = {}(values)", op);
    quantize(body, "result", 3, body.input(0), "Y");
    return true;
}

bool quantizedPool(FunctionBody& body, const std::string& op) {
    const bool last = body.integer("channels_last", 0) != 0;
    if (last && body.rank(0) != 4)
        return false;
    dequantize(body, 0, "values");
    body << (last ? "planes = Transpose<perm = [0, 3, 1, 2]>(values)" : "planes = Identity(values)")
         << fmt::format("pooled = {}(planes)", op)
         << (last ? "result = Transpose<perm = [0, 2, 3, 1]>(pooled)"
                  : "result = Identity(pooled)");
    quantize(body, "result", 3, "X", "Y");
    return true;
}

bool quantizedReduceMean(FunctionBody& body) {
    dequantize(body, 0, "values");
    body.reduceMean("values", "result", body.integers("axes"), body.integer("keepdims", 1) == 1);
    quantize(body, "result", 3, "data", "reduced");
    return true;
}

bool quantizedSoftmax(FunctionBody& body) {
    const std::int64_t axis = body.integer("axis", -1);
    // Before opset 13 Softmax normalized over all axes from `axis` on, which makes no difference
    // for the last axis.
    const auto rank = static_cast<std::size_t>(std::max(body.rank(0), 0)); // 0: not known
    const bool last = rank > 0 ? axisOf(axis, rank) == rank - 1 : axis == -1;
    return (last || (body.integer("opset", 13) < 13) == (body.opset() < 13)) &&
           quantizedUnary(body, fmt::format("Softmax<axis = {}>", axis));
}

bool quantizedWhere(FunctionBody& body) {
    dequantize(body, 1, "left");
    dequantize(body, 4, "right");
    body << "result = Where(condition, left, right)";
    quantize(body, "result", 7, "X", "Z");
    return true;
}

} // namespace partita::microsoft
