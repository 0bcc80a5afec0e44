#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "providers/cpu/kernels/attention_heads.h"
#include "providers/cpu/kernels/kernels.h"

namespace partita::cpu {

namespace {

/// Queries, keys or values as [batch, heads, rows, size].
HeadMatrices inHeads(const RuntimeValue& x, std::int64_t heads) {
    const Dims own = x.strides.empty() ? denseStrides(x.dims) : x.strides;
    if (x.dims.size() == 4)
        return {x.data, x.dims, own};
    require(x.dims.size() == 3 && heads > 0 && x.dims[2] % heads == 0,
            "Q, K and V must have 4 axes, or 3 with the last a multiple of the number of heads");
    const std::int64_t size = x.dims[2] / heads;
    return {x.data, {x.dims[0], heads, x.dims[1], size}, {own[0], size * own[2], own[1], own[2]}};
}

/// One call, checked.
class AttentionCall {
public:
    explicit AttentionCall(KernelContext& context)
        : m_context(context), m_flat(context.input(0).dims.size() == 3),
          m_q(inHeads(context.input(0), context.node().intAttribute("q_num_heads", 0))),
          m_k(inHeads(context.input(1), context.node().intAttribute("kv_num_heads", 0))),
          m_v(inHeads(context.input(2), context.node().intAttribute("kv_num_heads", 0))) {
        require(context.input(1).type == DataType::float32 &&
                    context.input(2).type == DataType::float32 && m_k.dims[0] == m_q.dims[0] &&
                    m_v.dims[0] == m_q.dims[0] && m_k.dims[1] > 0 && m_v.dims[1] == m_k.dims[1] &&
                    m_q.dims[1] % m_k.dims[1] == 0 && m_v.dims[2] == m_k.dims[2] &&
                    m_k.dims[3] == m_q.dims[3],
                "Q, K and V do not match");
        m_shared = m_q.dims[1] / m_k.dims[1];
        m_rows = m_q.dims[2];
        appendTo(4, 1, m_k);
        appendTo(5, 2, m_v);
        m_keys = m_k.dims[2];
        require(m_v.dims[2] == m_keys, "past_key or past_value does not match K or V");
    }

    void run() {
        AttentionOfHeads all;
        const Node& node = m_context.node();
        all.scale = node.floatAttribute("scale", 1 / std::sqrt(static_cast<float>(m_q.dims[3])));
        if (all.scale < 0) // Q and K are multiplied by its root
            all.scale = std::numeric_limits<float>::quiet_NaN();
        all.softcap = node.floatAttribute("softcap", 0);
        all.emptyRowsAreZero = true;
        setMask(all);
        setSeen(all);
        all.q = inGroups(m_q, true);
        all.k = inGroups(m_k, false);
        std::swap(all.k.dims[3], all.k.dims[4]);
        std::swap(all.k.strides[3], all.k.strides[4]);
        all.v = inGroups(m_v, false);
        const HeadMatrices y = output();
        if (m_context.wants(0) && product(y.dims) > 0) {
            all.y = inGroups(y, true);
            attend(all);
        }
    }

private:
    /// Makes K or V the past and the new ones, as an output where one is wanted.
    void appendTo(std::size_t past, std::size_t present, HeadMatrices& x) {
        const RuntimeValue* before = m_context.optional(past);
        if (!before && !m_context.wants(present))
            return;
        Dims dims = x.dims;
        if (before) {
            require(before->type == DataType::float32 && before->dims.size() == 4 &&
                        before->dims[0] == dims[0] && before->dims[1] == dims[1] &&
                        before->dims[3] == dims[3],
                    "past_key or past_value does not match K or V");
            m_past = before->dims[2];
            dims[2] += m_past;
        }
        const RuntimeValue old = before ? *before : RuntimeValue();
        std::byte* to = nullptr;
        if (m_context.wants(present)) {
            to = m_context.output(present, DataType::float32, dims).data;
        } else {
            m_joined[present - 1] = RuntimeValue::allocate(DataType::float32, dims);
            to = m_joined[present - 1].data;
        }
        const Dims strides = denseStrides(dims);
        if (before)
            copyStrided(DataType::float32, old.data, denseStrides(old.dims), to, strides, old.dims);
        copyStrided(DataType::float32, x.data, x.strides,
                    to + (dims[2] - x.dims[2]) * dims[3] * static_cast<std::int64_t>(sizeof(float)),
                    strides, x.dims);
        x = {to, dims, strides};
    }

    [[nodiscard]] std::int64_t shortestMask() const {
        const RuntimeValue* mask = m_context.optional(3);
        return mask && !mask->dims.empty() && m_context.version() >= 24
                   ? std::min(m_keys, mask->dims.back())
                   : m_keys;
    }

    void setMask(AttentionOfHeads& all) const {
        const RuntimeValue* mask = m_context.optional(3);
        if (!mask)
            return;
        require(mask->type == DataType::float32 || mask->type == DataType::boolean,
                "the mask must be of booleans or of the type of Q");
        require(mask->dims.size() <= 4, "the mask has more than four dimensions");
        all.maskCounts = mask->type == DataType::boolean;
        HeadMatrices view{mask->data, mask->dims, denseStrides(mask->dims)};
        view.dims.insert(view.dims.begin(), 4 - mask->dims.size(), 1);
        view.strides.insert(view.strides.begin(), 4 - mask->dims.size(), 0);
        const auto fits = [&](std::size_t axis, std::int64_t size) {
            return view.dims[axis] == 1 || view.dims[axis] == size;
        };
        // Since opset 24 a mask may be shorter than the keys, also of one key.
        const bool ends = m_context.version() >= 24 && !mask->dims.empty();
        require(fits(0, m_q.dims[0]) && fits(1, m_q.dims[1]) && fits(2, m_rows) &&
                    (ends ? view.dims[3] <= m_keys : fits(3, m_keys)),
                "the mask does not match the scores");
        all.mask = inGroups(std::move(view), true);
    }

    /// Which keys the queries of each entry of the batch see, but for what the mask hides.
    void setSeen(AttentionOfHeads& all) const {
        const RuntimeValue* lengths = m_context.optional(6);
        const Node& node = m_context.node();
        const bool causal = node.intAttribute("is_causal", 0) != 0;
        const std::int64_t most = shortestMask(),
                           left =
                               std::min(node.intAttribute("left_window_size", -1), SeenKeys::kAll),
                           right =
                               std::min(node.intAttribute("right_window_size", -1), SeenKeys::kAll);
        require(!lengths || (lengths->dims == Dims{m_q.dims[0]}),
                "nonpad_kv_seqlen has another length than there are batches");
        if (!causal && left < 0 && right < 0 && !lengths && most == m_keys)
            return;
        for (std::int64_t b = 0; b < m_q.dims[0]; ++b) {
            SeenKeys seen{most};
            std::int64_t place = m_past; // of the first query among the keys
            if (lengths) {               // further ones than these see nothing or all as well
                const std::int64_t length =
                    std::clamp(indexAt(*lengths, b), std::int64_t{0}, m_keys + m_rows);
                seen.most = std::min(most, length);
                place = m_past > 0 ? m_past : length - m_rows;
            }
            if (causal)
                seen.end = place + 1;
            if (right >= 0)
                seen.end = std::min(seen.end, place + right + 1);
            if (left >= 0)
                seen.begin = place - left;
            all.seen.push_back(seen);
        }
    }

    /// As [batch, groups, heads of a group, rows, size]; `hasAll`: heads, or one for all, and not one for
    /// each group.
    [[nodiscard]] HeadMatrices inGroups(HeadMatrices x, bool hasAll) const {
        splitHeads(x, m_shared, hasAll);
        return x;
    }

    [[nodiscard]] HeadMatrices output() const {
        const std::int64_t batch = m_q.dims[0], heads = m_q.dims[1], width = m_v.dims[3];
        const bool rowsFirst = m_flat || m_context.node().intAttribute("rows_first", 0) != 0;
        Dims dims{batch, heads, m_rows, width};
        Dims strides = denseStrides(dims);
        if (rowsFirst)
            strides = {heads * m_rows * width, width, heads * width, 1};
        Dims made = dims;
        if (m_flat)
            made = {batch, m_rows, heads * width};
        else if (rowsFirst)
            std::swap(made[1], made[2]);
        return {m_context.output(0, DataType::float32, made).data, dims, strides};
    }

    KernelContext& m_context;
    bool m_flat; ///< heads lie side by side in the last of three axes
    HeadMatrices m_q, m_k, m_v;
    std::int64_t m_shared = 1, m_rows = 0, m_keys = 0, m_past = 0;
    std::array<RuntimeValue, 2> m_joined; ///< keys and values that are no output
};

} // namespace

/// Computes Y = Softmax(cap(scale · Q × Kᵀ) + mask) × V for each head. Several heads of queries may
/// share one of keys and values.
///
/// Inputs:   Q float32 [B, H, M, D], K [B, G, N, D], V [B, G, N, E], which may be strided, or with
///           three axes [B, M, H · D] and so on; optional: attn_mask, of booleans or added, broadcast to
///           [B, H, M, P + N]; past_key [B, G, P, D], past_value [B, G, P, E]; nonpad_kv_seqlen int64 [B]
/// Outputs:  Y [B, H, M, E], or [B, M, H · E]; present_key, present_value [B, G, P + N, …]. With
///           rows_first, which the planner sets for a Transpose behind, Y is [B, M, H, E]
/// Method:   blocks of rows and of keys (`attend`); what a causal mask, a length or the end of the
///           mask hides from a block is not computed. A row that sees no key is 0
/// Fails:    when the sizes do not fit each other
/// Source:   ONNX Attention-23 … 25; Milakov and Gimelshein, "Online normalizer calculation for
///           softmax" (2018). Calls that want the scores or whose types differ run as ONNX's function
///           (`takesAttention`)
void attentionKernel(KernelContext& context) { AttentionCall(context).run(); }

} // namespace partita::cpu
