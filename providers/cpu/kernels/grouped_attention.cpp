// GroupQueryAttention of com.microsoft: attention with several query heads for each key head, a
// cache of keys and values, and rotary positions, as decoders of language models are exported.

#include <algorithm>
#include <cmath>

#include "providers/cpu/kernels/attention_heads.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// Sizes and attributes of one run, checked against the inputs.
struct GroupedAttention {
    std::int64_t batch, rows, heads, keyHeads, size; ///< rows: new tokens; size: of a head
    std::int64_t pastRows, allRows;                  ///< rows of the caches before and after
    bool packed;                                     ///< query, key and value in one input
    bool firstPrompt;
    float scale, softcap;
    std::int64_t window; ///< number of keys that a token sees, its own included; -1: all

    explicit GroupedAttention(const KernelContext& context) {
        const Node& node = context.node();
        const RuntimeValue& query = context.input(0);
        const RuntimeValue *key = context.optional(1), *past = context.optional(3);
        heads = node.intAttribute("num_heads", 0);
        keyHeads = node.intAttribute("kv_num_heads", 0);
        require(heads > 0 && keyHeads > 0 && std::max(heads, keyHeads) < (1 << 20) &&
                    heads % keyHeads == 0 && query.dims.size() == 3,
                "num_heads, kv_num_heads and query do not match");
        for (std::size_t i = 1; i < 12; ++i)
            if (const RuntimeValue* other =
                    i == 5 || i == 6 || i == 9 ? nullptr : context.optional(i))
                require(other->type == query.type, "inputs differ in type");
        packed = key == nullptr;
        const std::int64_t inRow = packed ? heads + 2 * keyHeads : heads;
        require(query.dims[2] % inRow == 0,
                "the last dimension of query is not a multiple of its number of heads");
        batch = query.dims[0];
        rows = query.dims[1];
        size = query.dims[2] / inRow;
        if (!packed)
            for (const std::size_t i : {std::size_t{1}, std::size_t{2}})
                require(context.input(i).dims == Dims({batch, rows, keyHeads * size}),
                        "key or value does not fit the query");
        pastRows = past ? (past->dims.size() == 4 ? past->dims[2] : -1) : 0;
        if (past)
            for (const std::size_t i : {std::size_t{3}, std::size_t{4}})
                require(context.input(i).dims == Dims({batch, keyHeads, pastRows, size}),
                        "a cache does not fit the keys");
        require(context.input(5).count() == batch, "one length for each sequence was expected");
        const std::int64_t total = integerOf(context, 6);
        require(total >= rows && total - rows <= pastRows,
                "the total sequence length does not match the new tokens and the caches");
        allRows = std::max(total, pastRows);
        firstPrompt = rows == total;
        const float given = node.floatAttribute("scale", 0);
        scale = given != 0 ? given : 1 / std::sqrt(static_cast<float>(size));
        softcap = node.floatAttribute("softcap", 0);
        window = node.intAttribute("local_window_size", -1);
    }

    /// Number of cached tokens of sequence `b`; throws where its length does not fit the caches.
    [[nodiscard]] std::int64_t before(const KernelContext& context, std::int64_t b) const {
        if (firstPrompt)
            return 0;
        const std::int64_t length = plus(indexAt(context.input(5), b), 1);
        require(length >= rows && length <= allRows && length - rows <= pastRows,
                "a length does not fit the caches");
        return length - rows;
    }
};

/// Rotates pairs of elements of one head by the angles of a position.
void rotate(float* head, const float* cosines, const float* sines, std::int64_t half,
            bool interleaved) {
    for (std::int64_t i = 0; i < half; ++i) {
        float &a = head[interleaved ? 2 * i : i], &b = head[interleaved ? 2 * i + 1 : i + half];
        const float x = a, y = b;
        a = x * cosines[i] - y * sines[i];
        b = y * cosines[i] + x * sines[i];
    }
}

/// Applies rotary positions in place to queries or keys [batch, rows, heads, size], whose rows are
/// `stride` elements apart.
void rotateAll(const KernelContext& context, const GroupedAttention& a, float* first,
               std::int64_t stride, std::int64_t heads) {
    const Node& node = context.node();
    if (node.intAttribute("do_rotary", 0) == 0)
        return;
    const RuntimeValue &cosines = context.input(7), &sines = context.input(8);
    const RuntimeValue* places = context.optional(9);
    require(cosines.dims.size() == 2 && sines.dims == cosines.dims &&
                2 * cosines.dims[1] <= a.size && (!places || places->count() == a.batch * a.rows),
            "the rotary caches do not fit the heads");
    const std::int64_t half = cosines.dims[1];
    const bool interleaved = node.intAttribute("rotary_interleaved", 0) != 0;
    for (std::int64_t b = 0; b < a.batch; ++b) {
        const std::int64_t before = a.before(context, b);
        for (std::int64_t i = 0; i < a.rows; ++i) {
            const std::int64_t place = places ? indexAt(*places, b * a.rows + i) : before + i;
            require(place >= 0 && place < cosines.dims[0],
                    "a position is outside of the rotary caches");
            for (std::int64_t h = 0; h < heads; ++h)
                rotate(first + (b * a.rows + i) * stride + h * a.size,
                       cosines.as<float>() + place * half, sines.as<float>() + place * half, half,
                       interleaved);
        }
    }
}

/// Writes the new rows [batch, rows, heads · size] of a cache behind each sequence's past ones. A
/// cache of its own also gets the past rows, and 0 behind the last one.
void appendRows(const KernelContext& context, const GroupedAttention& a, const RuntimeValue* past,
                const float* fresh, std::int64_t stride, float* present) {
    const bool inPlace = past && past->as<float>() == present;
    std::vector<std::int64_t> lengths;
    for (std::int64_t b = 0; b < a.batch; ++b)
        lengths.push_back(a.before(context, b));
    parallelFor(a.batch * a.keyHeads, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t at = begin; at < end; ++at) {
            const std::int64_t b = at / a.keyHeads, h = at % a.keyHeads,
                               before = lengths[static_cast<std::size_t>(b)];
            float* to = present + at * a.allRows * a.size;
            if (past && !inPlace)
                std::copy_n(past->as<float>() + at * a.pastRows * a.size, before * a.size, to);
            for (std::int64_t i = 0; i < a.rows; ++i)
                std::copy_n(fresh + (b * a.rows + i) * stride + h * a.size, a.size,
                            to + (before + i) * a.size);
            if (!inPlace)
                std::fill_n(to + (before + a.rows) * a.size, (a.allRows - before - a.rows) * a.size,
                            0.0F);
        }
    });
}

/// The bias of the scores [batch or 1, heads or 1, rows, keys], with zeros up to `keys` in `filled`
/// where it has fewer.
HeadMatrices biasOf(const GroupedAttention& a, const RuntimeValue& bias, std::int64_t keys,
                    std::vector<float>& filled) {
    require(bias.dims.size() == 4 && (bias.dims[0] == 1 || bias.dims[0] == a.batch) &&
                (bias.dims[1] == 1 || bias.dims[1] == a.heads) && bias.dims[2] == a.rows &&
                bias.dims[3] >= a.rows,
            "the attention bias has the wrong shape");
    HeadMatrices made{bias.data, bias.dims, denseStrides(bias.dims)};
    if (const std::int64_t given = bias.dims[3]; given < keys) {
        const std::int64_t rows = product(bias.dims, 0, 3);
        filled.resize(static_cast<std::size_t>(times(rows, keys)));
        for (std::int64_t row = 0; row < rows; ++row)
            std::copy_n(bias.as<float>() + row * given, given, filled.data() + row * keys);
        made.dims[3] = keys;
        made.data = reinterpret_cast<std::byte*>(filled.data());
        made.strides = denseStrides(made.dims);
    }
    splitHeads(made, a.heads / a.keyHeads, true);
    return made;
}

/// Queries or results that lie row by row, as [batch, groups, heads of a group, rows, size].
HeadMatrices headsInRows(const GroupedAttention& a, const float* data, std::int64_t stride) {
    HeadMatrices made{
        reinterpret_cast<std::byte*>(const_cast<float*>(data)), // NOLINT: y is written
        {a.batch, a.heads, a.rows, a.size},
        {a.rows * stride, a.size, stride, 1}};
    splitHeads(made, a.heads / a.keyHeads, true);
    return made;
}

/// Keys [.., size, keys] or values [.., keys, size] of a cache.
HeadMatrices headsOfCache(const GroupedAttention& a, const float* data, bool areKeys) {
    const Dims dims{a.batch, a.keyHeads, a.allRows, a.size};
    HeadMatrices made{
        reinterpret_cast<std::byte*>(const_cast<float*>(data)), // NOLINT: is only read
        dims, denseStrides(dims)};
    if (areKeys)
        for (Dims* each : {&made.dims, &made.strides})
            std::swap((*each)[2], (*each)[3]);
    splitHeads(made, a.heads / a.keyHeads, false);
    return made;
}

/// Attention of the new tokens over the caches. `given`: null, or receives the scores, before or after
/// the softmax as attribute qk_output says, in rows of `allRows` elements.
void attendCaches(const KernelContext& context, const GroupedAttention& a, const float* queries,
                  std::int64_t stride, const float* keys, const float* values, float* out,
                  float* given) {
    const Node& node = context.node();
    const std::int64_t shared = a.heads / a.keyHeads;
    AttentionOfHeads all;
    all.q = headsInRows(a, queries, stride);
    all.k = headsOfCache(a, keys, true);
    all.v = headsOfCache(a, values, false);
    all.y = headsInRows(a, out, a.heads * a.size);
    all.scale = a.scale;
    all.softcap = std::max(a.softcap, 0.0F);
    std::int64_t most = 0;
    for (std::int64_t b = 0; b < a.batch; ++b) {
        const std::int64_t before = a.before(context, b);
        SeenKeys seen{before + a.rows};
        seen.end = before + 1;
        if (a.window > 0)
            seen.begin = before + 1 - std::min(a.window, SeenKeys::kAll);
        all.seen.push_back(seen);
        most = std::max(most, seen.most);
    }
    std::vector<float> filled, zeros;
    if (const RuntimeValue* bias = context.optional(10))
        all.mask = biasOf(a, *bias, most, filled);
    const RuntimeValue* sinks = context.optional(11);
    require(!sinks || sinks->count() == a.heads, "one sink for each head was expected");
    if (!sinks && node.intAttribute("smooth_softmax", 0) != 0)
        zeros.resize(static_cast<std::size_t>(a.heads));
    if (sinks || !zeros.empty())
        all.sinks = {sinks ? sinks->data : reinterpret_cast<std::byte*>(zeros.data()),
                     {1, a.keyHeads, shared, 1, 1},
                     {0, shared, 1, 0, 0}};
    if (given)
        all.given = {reinterpret_cast<std::byte*>(given),
                     {a.batch, a.keyHeads, shared, a.rows, a.allRows},
                     {a.heads * a.rows * a.allRows, shared * a.rows * a.allRows, a.rows * a.allRows,
                      a.allRows, 1}};
    all.givesWeights = node.intAttribute("qk_output", 0) == 2;
    if (a.batch * a.rows * a.heads * a.size > 0)
        attend(all);
}

} // namespace

/// Computes attention of new tokens over cached and new keys; H query heads share G key heads.
///
/// Inputs:   query float32 [B, S, H · D], or [B, S, (H + 2 · G) · D] with key and value packed in;
///           key, value [B, S, G · D]; past_key, past_value [B, G, P, D], optional; seqlens_k int32
///           [B]; total_sequence_length int32, one element T; optional: cos_cache, sin_cache
///           [positions, R / 2], position_ids [B, S], attention_bias [B or 1, H or 1, S, keys],
///           head_sink [H]
/// Outputs:  output [B, S, H · D]; present_key, present_value [B, G, max(P, T), D];
///           output_qk [B, H, S, max(P, T)], optional
/// Method:   blocks of rows and of keys of a head in parallel (`attend`); a cache that has room and
///           that nothing else holds grows in place, and then keeps what lies behind the last token,
///           which is 0 otherwise
/// Fails:    when a length in seqlens_k or T does not fit the caches, or a position is beyond
///           cos_cache
/// Source:   ONNX Runtime contrib GroupQueryAttention; Ainslie et al., "GQA" (2023); Su et al.,
///           "RoFormer" (2021)
void groupQueryAttentionKernel(KernelContext& context) {
    const GroupedAttention a(context);
    require(!context.wants(3) || context.node().intAttribute("qk_output", 0) != 0,
            "the scores are wanted as an output, but qk_output is 0");
    const RuntimeValue query = context.input(0);
    const std::int64_t width = a.heads * a.size, keyWidth = a.keyHeads * a.size,
                       stride = query.dims[2], keyStride = a.packed ? stride : keyWidth;
    // Copies: the rotation works in place, and inputs must not change.
    std::vector<float> queries(query.as<float>(), query.as<float>() + query.count()), keys;
    float* newKeys = queries.data() + width;
    const float* newValues = queries.data() + width + keyWidth;
    if (!a.packed) {
        keys.assign(context.input(1).as<float>(),
                    context.input(1).as<float>() + context.input(1).count());
        newKeys = keys.data();
        newValues = context.input(2).as<float>();
    }
    if (a.batch * a.rows > 0) {
        rotateAll(context, a, queries.data(), stride, a.heads);
        rotateAll(context, a, newKeys, keyStride, a.keyHeads);
    }
    const Dims cache = {a.batch, a.keyHeads, a.allRows, a.size};
    require(elementCount(cache).has_value(), "the caches are too large");
    std::vector<float> ownKeys, ownValues;
    // The cache after this run: in the memory of the one before where nothing else needs that.
    const auto append = [&](std::size_t output, const float* fresh, std::vector<float>& own) {
        const std::size_t input = output + 2;
        if (a.pastRows == a.allRows && context.takeOver(output, input)) {
            RuntimeValue& present = placeOf(context, output);
            appendRows(context, a, &present, fresh, keyStride, present.as<float>());
            return present.as<float>();
        }
        const RuntimeValue* given = context.optional(input);
        const RuntimeValue past = given ? *given : RuntimeValue();
        if (!context.wants(output))
            own.resize(static_cast<std::size_t>(product(cache)));
        float* present = context.wants(output)
                             ? context.output(output, query.type, cache).as<float>()
                             : own.data();
        appendRows(context, a, given ? &past : nullptr, fresh, keyStride, present);
        return present;
    };
    const float *allKeys = append(1, newKeys, ownKeys),
                *allValues = append(2, newValues, ownValues);
    float* out = context.output(0, query.type, {a.batch, a.rows, width}).as<float>();
    float* scoresOut = nullptr;
    if (context.wants(3)) {
        RuntimeValue& given = context.output(3, query.type, {a.batch, a.heads, a.rows, a.allRows});
        scoresOut = given.as<float>();
        std::fill_n(scoresOut, given.count(), 0.0F);
    }
    attendCaches(context, a, queries.data(), stride, allKeys, allValues, out, scoresOut);
}

} // namespace partita::cpu
