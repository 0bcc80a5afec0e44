#include <cmath>

#include <fmt/format.h>

#include "core/onnx/microsoft_definitions.h"

namespace partita::microsoft {

namespace {

/// `valid` [batch, keys] of a mask of rank 1. Its `batch` numbers are how many keys are valid; of
/// 2 · batch numbers the first half says where the valid keys end and the second half where they
/// begin; 3 · batch + 2 numbers start with how many keys are valid. Any other length is refused:
/// here where it is known, otherwise by the Reshape at run time.
bool validKeys(FunctionBody& body, const std::string& mask, int maskInput, bool maySayStarts) {
    const std::int64_t batch = body.extent(0, 0), given = body.extent(maskInput, 0);
    body.list("mask_axis", {1});
    body.list("mask_front", {0});
    body.size("query_heads", 0, "batch_");
    body << "count_scalar = Squeeze(key_count)"
         << "zero_i = Constant<value_int = 0>()"
         << "one_i = Constant<value_int = 1>()"
         << "places = Range(zero_i, count_scalar, one_i)"
         << fmt::format("mask_wide = Cast<to = 7>({})", mask)
         << "ends_0 = Slice(mask_wide, mask_front, batch_)"
         << "ends = Unsqueeze(ends_0, mask_axis)"
         << "before_end = Less(places, ends)";
    if (batch >= 0 && given >= 0) {
        if (given != batch && given != 3 * batch + 2 && !(maySayStarts && given == 2 * batch))
            return false;
        if (given != 2 * batch || batch == 0) {
            body << "valid = Identity(before_end)";
            return true;
        }
        body << "batch_twice = Add(batch_, batch_)"
             << "starts_0 = Slice(mask_wide, batch_, batch_twice)";
    } else {
        body.list("mask_kind_factors", {1, maySayStarts ? 2 : 1, 3});
        body.list("mask_kind_more", {0, 0, 2});
        body.list("mask_kind_shape", {1});
        body << "mask_length = Shape(mask_wide)"
             << "batch_twice = Add(batch_, batch_)"
             << "mask_lengths_0 = Mul(batch_, mask_kind_factors)"
             << "mask_lengths = Add(mask_lengths_0, mask_kind_more)"
             << "mask_kinds = Equal(mask_length, mask_lengths)"
             << "mask_kinds_i = Cast<to = 7>(mask_kinds)"
             << "mask_kind_top = ReduceMax<keepdims = 1>(mask_kinds_i)"
             << "mask_known = NonZero(mask_kind_top)"
             << "mask_checked = Reshape(mask_known, mask_kind_shape)"
             << "mask_is_twice = Equal(mask_length, batch_twice)"
             << "mask_is_twice_i = Cast<to = 7>(mask_is_twice)"
             << "no_starts = ConstantOfShape(batch_)"
             << "no_starts_i = Cast<to = 7>(no_starts)"
             << "mask_longer = Concat<axis = 0>(mask_wide, no_starts_i)"
             << "starts_1 = Slice(mask_longer, batch_, batch_twice)"
             << "starts_2 = Mul(starts_1, mask_is_twice_i)"
             << "starts_0 = Add(starts_2, mask_checked)"; // which is 0
    }
    body << "starts = Unsqueeze(starts_0, mask_axis)"
         << "before_start = Less(places, starts)"
         << "after_start = Not(before_start)"
         << "valid = And(before_end, after_start)";
    return true;
}

/// `result` = Softmax(scale · query × keyᵀ + biases) × value. The operands are
/// [batch, heads, length, size], the result is [batch, length, heads · size]. `headSize`: the size of
/// a query; -1 where it is not known before. `mask` is 1 for a key
/// that counts and 0 for a masked key (rank 2: [batch, key], rank 3: [batch, row, key]), or holds
/// the numbers that `validKeys` reads (rank 1).
bool attend(FunctionBody& body, std::int64_t headSize, int maskInput, int maskRank,
            bool maskMaySayStarts, const std::string& attentionBias, const std::string& like,
            const std::string& result) {
    const std::string mask = body.input(maskInput);
    body << "key_turned = Transpose<perm = [0, 1, 3, 2]>(key_all)";
    const float given = body.number("scale", 0);
    if (given != 0 || headSize > 0) {
        body.constant("scale_", given != 0 ? given : 1 / std::sqrt(static_cast<float>(headSize)),
                      like);
        body << "products = MatMul(query_heads, key_turned)"
             << "scores_0 = Mul(products, scale_)";
    } else {
        body.size("query_heads", 3, "size_");
        body.castLike("size_", like, "size_like");
        body << "root = Sqrt(size_like)"
             << "products = MatMul(query_heads, key_turned)"
             << "scores_0 = Div(products, root)";
    }
    // One bias is added to the scores, so that the sum of all is computed without the heads.
    std::string bias = attentionBias;
    const auto add = [&](const std::string& other, const std::string& sum) {
        if (!bias.empty())
            body << fmt::format("{} = Add({}, {})", sum, bias, other);
        bias = bias.empty() ? other : sum;
    };
    body.constant("filter", body.number("mask_filter_value", -10000.0F), like);
    body.constant("one_", 1, like);
    body.size("key_all", 2, "key_count");
    if (maskRank == 1) {
        if (!validKeys(body, mask, maskInput, maskMaySayStarts))
            return false;
        body.castLike("valid", like, "mask_like");
    } else if (maskRank > 1) {
        body.castLike(mask, like, "mask_like");
    }
    if (maskRank > 0) {
        body.list("mask_axes",
                  maskRank == 3 ? std::vector<std::int64_t>{1} : std::vector<std::int64_t>{1, 2});
        body << "masked_out = Sub(one_, mask_like)"
             << "mask_bias_0 = Mul(masked_out, filter)"
             << "mask_bias = Unsqueeze(mask_bias_0, mask_axes)";
        add("mask_bias", "biases_1");
    }
    if (body.integer("unidirectional", 0) != 0) { // a row sees no key after its own
        body.size("query_heads", 2, "row_count");
        body.list("column_axis", {1});
        body << "past_count = Sub(key_count, row_count)"
             << "first_row = Squeeze(past_count)"
             << "row_end = Squeeze(key_count)"
             << "zero_r = Constant<value_int = 0>()"
             << "one_r = Constant<value_int = 1>()"
             << "row_places = Range(first_row, row_end, one_r)"
             << "rows_ = Unsqueeze(row_places, column_axis)"
             << "columns_ = Range(zero_r, row_end, one_r)"
             << "later = Less(rows_, columns_)";
        body.castLike("later", like, "hidden");
        body << "future = Mul(hidden, filter)";
        add("future", "biases_2");
    }
    body.list("flat", {0, 0, -1});
    if (!bias.empty())
        body << fmt::format("scores_1 = Add(scores_0, {})", bias);
    body << fmt::format("weights_ = Softmax<axis = -1>({})", bias.empty() ? "scores_0" : "scores_1")
         << "mixed = MatMul(weights_, value_all)"
         << "mixed_turned = Transpose<perm = [0, 2, 1, 3]>(mixed)"
         << fmt::format("{} = Reshape(mixed_turned, flat)", result);
    return true;
}

/// Splits `from` [batch, length, heads · size] into `to` [batch, heads, length, size].
void splitHeads(FunctionBody& body, const std::string& from, const std::string& to) {
    body << fmt::format("{0}_split = Reshape({1}, heads_shape)", to, from)
         << fmt::format("{0} = Transpose<perm = [0, 2, 1, 3]>({0}_split)", to);
}

/// Indices of the optional inputs of an operator on projected input; -1: it has no such input.
struct AttentionInputs {
    int mask, past, bias; ///< `bias` is added to the scores
};

/// Computes `output`, and `present` where the call has it, from `qkv`: queries, keys and values of
/// all heads, side by side in the last axis.
bool selfAttention(FunctionBody& body, const AttentionInputs& at, const std::string& like) {
    const std::int64_t heads = body.integer("num_heads", 0);
    const int maskRank = body.has(at.mask) ? body.rank(at.mask) : 0;
    if (heads < 1 || maskRank < 0 || maskRank > 3 || body.integer("do_rotary", 0) != 0)
        return false;
    body.list("heads_shape", {0, 0, heads, -1});
    std::int64_t queries = body.extent(1, 1) < 0 ? -1 : body.extent(1, 1) / 3; // of all heads
    if (const auto sizes = body.integers("qkv_hidden_sizes"); sizes.size() == 3) {
        queries = sizes[0];
        body.list("sizes", sizes);
        body << "q, k, v = Split<axis = -1>(qkv, sizes)";
    } else {
        body.split("qkv", {"q", "k", "v"}, -1);
    }
    splitHeads(body, "q", "query_heads");
    splitHeads(body, "k", "key_new");
    splitHeads(body, "v", "value_new");
    if (body.has(at.past)) {
        body.split("past", {"past_k_0", "past_v_0"}, 0);
        body.list("first", {0});
        body << "past_k = Squeeze(past_k_0, first)"
             << "past_v = Squeeze(past_v_0, first)"
             << "key_all = Concat<axis = 2>(past_k, key_new)"
             << "value_all = Concat<axis = 2>(past_v, value_new)";
    } else {
        body << "key_all = Identity(key_new)"
             << "value_all = Identity(value_new)";
    }
    if (body.wants(1)) {
        body.list("front", {0});
        body << "present_k = Unsqueeze(key_all, front)"
             << "present_v = Unsqueeze(value_all, front)"
             << "present = Concat<axis = 0>(present_k, present_v)";
    }
    return attend(body, queries < 0 ? -1 : queries / heads, at.mask, maskRank, true,
                  at.bias < 0 ? std::string() : body.input(at.bias), like, "output");
}

/// `to` = (from - zero point) · scale. Scale and zero point are per tensor or per column.
void dequantize(FunctionBody& body, const std::string& from, const std::string& scale,
                const std::string& zeroPoint, const std::string& to) {
    body.castLike(from, scale, to + "_0");
    if (!zeroPoint.empty()) {
        body.castLike(zeroPoint, scale, to + "_zero");
        body << fmt::format("{0}_1 = Sub({0}_0, {0}_zero)", to);
    }
    body << fmt::format("{0} = Mul({0}_{1}, {2})", to, zeroPoint.empty() ? 0 : 1, scale);
}

} // namespace

bool attention(FunctionBody& body) {
    if (body.has(6))
        return false;
    body << "projected = MatMul(input, weights)"
         << (body.has(2) ? "qkv = Add(projected, bias)" : "qkv = Identity(projected)");
    return selfAttention(body, {3, 4, 5}, "input");
}

/// `attention` with quantized input and weights.
bool qAttention(FunctionBody& body) {
    dequantize(body, "input", "input_scale", body.input(6), "input_wide");
    dequantize(body, "weight", "weight_scale", body.input(7), "weight_wide");
    body << "projected = MatMul(input_wide, weight_wide)"
         << "qkv = Add(projected, bias)";
    return selfAttention(body, {5, 8, -1}, "bias");
}

bool multiHeadAttention(FunctionBody& body) {
    const std::int64_t heads = body.integer("num_heads", 0);
    const int maskRank = body.has(4) ? body.rank(4) : 0, keyRank = body.rank(1);
    if (heads < 1 || maskRank < 0 || maskRank > 3 || body.rank(0) != 3 || !body.has(1) ||
        !body.has(2) || (keyRank != 3 && keyRank != 4) || body.has(8) || body.has(9) ||
        body.wants(3))
        return false;
    body.list("heads_shape", {0, 0, heads, -1});
    if (body.has(3)) {
        body.split("bias", {"bias_q", "bias_k", "bias_v"}, 0);
        body << "query_b = Add(query, bias_q)";
        if (keyRank == 3)
            body << "key_b = Add(key, bias_k)"
                 << "value_b = Add(value, bias_v)";
    } else {
        body << "query_b = Identity(query)"
             << "key_b = Identity(key)"
             << "value_b = Identity(value)";
    }
    splitHeads(body, "query_b", "query_heads");
    if (keyRank == 3) {
        splitHeads(body, "key_b", "key_new");
        splitHeads(body, "value_b", "value_new");
    } else { // already split into heads
        body << "key_new = Identity(key)"
             << "value_new = Identity(value)";
    }
    const bool past = body.has(6) && body.has(7);
    body << (past ? "key_all = Concat<axis = 2>(past_key, key_new)" : "key_all = Identity(key_new)")
         << (past ? "value_all = Concat<axis = 2>(past_value, value_new)"
                  : "value_all = Identity(value_new)");
    if (body.wants(1))
        body << "present_key = Identity(key_all)";
    if (body.wants(2))
        body << "present_value = Identity(value_all)";
    const std::int64_t size = body.extent(0, 2) < 0 ? -1 : body.extent(0, 2) / heads;
    return attend(body, size, 4, maskRank, false, body.input(5), "query", "output");
}

} // namespace partita::microsoft
