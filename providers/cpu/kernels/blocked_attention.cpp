#include <algorithm>

#include "providers/cpu/kernels/attention_heads.h"
#include "providers/cpu/kernels/kernels.h"

namespace partita::cpu {

namespace {

HeadMatrices headMatricesOf(const RuntimeValue& x) {
    HeadMatrices matrices{x.data, x.dims, x.strides.empty() ? denseStrides(x.dims) : x.strides};
    while (matrices.dims.size() < 2) { // a mask may be broadcast to rows
        matrices.dims.insert(matrices.dims.begin(), 1);
        matrices.strides.insert(matrices.strides.begin(), 0);
    }
    return matrices;
}

Dims leadingOf(const HeadMatrices& x) { return {x.dims.begin(), x.dims.end() - 2}; }

} // namespace

/// Computes Y = Softmax(scale · Q × K + mask) × V for each head.
///
/// Inputs:   Q float32 […, M, D]; K […, D, N], or with keys_in_rows […, N, D]; V […, N, E]; mask
///           broadcast to […, M, N], optional; Q, K and V may be strided. With shared_heads as many
///           heads of Q, one behind the other, share each head of K and V
/// Outputs:  Y […, M, E]; with rows_first the last of the leading axes comes behind M
/// Method:   blocks of rows and of keys (`attend`), whose scores never leave the cache. A block leaves
///           out the keys behind the last one that the mask shows to one of its rows. Rows are
///           independent, so neither blocks nor threads change the result
/// Source:   partita BlockedAttention-1, which the CPU plans for MatMul, Softmax and MatMul
void blockedAttentionKernel(KernelContext& context) {
    const Node& node = context.node();
    AttentionOfHeads all;
    all.q = headMatricesOf(context.input(0));
    all.k = headMatricesOf(context.input(1));
    all.v = headMatricesOf(context.input(2));
    all.scale = node.floatAttribute("scale", 1);
    const bool rowsFirst = node.intAttribute("rows_first", 0) != 0;
    const std::int64_t shared = node.intAttribute("shared_heads", 1);
    require(context.input(0).dims.size() >= 2 && context.input(1).dims.size() >= 2 &&
                context.input(2).dims.size() >= 2,
            "matrices of at least 2 dimensions were expected");
    if (node.intAttribute("keys_in_rows", 0) != 0)
        for (Dims* each : {&all.k.dims, &all.k.strides})
            std::iter_swap(each->end() - 2, each->end() - 1);
    if (const RuntimeValue* mask = context.optional(3))
        all.mask = headMatricesOf(*mask);
    if (shared > 1) {
        require(all.q.dims.size() >= 3 && all.q.dims[all.q.dims.size() - 3] % shared == 0,
                "Q, K and V do not match");
        splitHeads(all.q, shared, true);
        splitHeads(all.k, shared, false);
        splitHeads(all.v, shared, false);
        splitHeads(all.mask, shared, true);
    }
    const auto size = [](const HeadMatrices& x, std::size_t fromEnd) {
        return x.dims[x.dims.size() - fromEnd];
    };
    const std::int64_t rows = size(all.q, 2), columns = size(all.k, 1);
    require(size(all.k, 2) == size(all.q, 1) && size(all.v, 2) == columns,
            "the inner dimensions differ");
    Dims batch = broadcastDims(leadingOf(all.q), leadingOf(all.k));
    Dims scores = batch;
    scores.insert(scores.end(), {rows, columns});
    require(!all.mask.data || broadcastDims(all.mask.dims, scores) == scores,
            "the mask does not fit the scores");
    batch = broadcastDims(batch, leadingOf(all.v));
    require(!rowsFirst || !batch.empty(), "there is no axis of heads");
    require(columns == 0 || size(all.q, 1) > 0, "the inner dimension is 0");
    Dims out = batch;
    if (shared > 1) {
        out.pop_back();
        out.back() *= shared;
    }
    out.insert(rowsFirst ? out.end() - 1 : out.end(), rows);
    out.push_back(size(all.v, 1));
    RuntimeValue& y = context.output(0, DataType::float32, out);
    if (y.count() == 0)
        return;
    if (columns == 0) { // sums over no key are 0
        std::fill_n(y.data, y.byteSize(), std::byte{});
        return;
    }
    Dims strides = denseStrides(out);
    Dims matrices = out;
    if (rowsFirst)
        for (Dims* each : {&matrices, &strides})
            std::iter_swap(each->end() - 3, each->end() - 2);
    all.y = {y.data, std::move(matrices), std::move(strides)};
    if (shared > 1)
        splitHeads(all.y, shared, true);
    attend(all);
}

} // namespace partita::cpu
