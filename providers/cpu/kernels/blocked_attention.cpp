#include <algorithm>
#include <vector>

#include "providers/cpu/kernels/head_attention.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/prepared_by_shape.h"
#include "providers/cpu/kernels/prepared_product.h"
#include "providers/cpu/kernels/softmax_row.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// An operand with its steps from head to head, row to row and column to column.
struct Heads {
    const float* data = nullptr;
    Dims batch; ///< strides of the leading axes; 0 along broadcast ones
    std::int64_t rowStep = 0, columnStep = 0;
};

Heads headsOf(const RuntimeValue& x, const Dims& batch) {
    const Dims own = x.strides.empty() ? denseStrides(x.dims) : x.strides;
    const std::size_t leading = x.dims.size() - 2, lead = batch.size() - leading;
    Heads heads{x.as<float>(), Dims(batch.size()), own[leading], own[leading + 1]};
    for (std::size_t i = 0; i < leading; ++i)
        heads.batch[lead + i] = x.dims[i] == 1 ? 0 : own[i];
    return heads;
}

std::int64_t offsetOf(const Heads& heads, const Dims& batch, std::int64_t head) {
    std::int64_t offset = 0;
    for (std::size_t i = batch.size(); i-- > 0;) {
        offset += head % batch[i] * heads.batch[i];
        head /= batch[i];
    }
    return offset;
}

/// Attention of one node; oneDNN's primitives are made once for each shape.
class BlockedAttention : public Kernel {
public:
    explicit BlockedAttention(const KernelInit& init)
        : m_scale(init.node.floatAttribute("scale", 1)),
          m_rowsFirst(init.node.intAttribute("rows_first", 0) != 0) {}

    void run(KernelContext& context) override {
        const RuntimeValue &q = context.input(0), &k = context.input(1), &v = context.input(2);
        const RuntimeValue* mask = context.optional(3);
        const std::size_t rank = q.dims.size();
        require(rank >= 2 && k.dims.size() >= 2 && v.dims.size() >= 2,
                "matrices of at least 2 dimensions were expected");
        const auto leading = [](const RuntimeValue& x) {
            return Dims(x.dims.begin(), x.dims.end() - 2);
        };
        const auto size = [](const RuntimeValue& x, std::size_t fromEnd) {
            return x.dims[x.dims.size() - fromEnd];
        };
        const Shape shape{size(q, 2), size(q, 1), size(k, 1), size(v, 1)};
        require(size(k, 2) == shape.depth && size(v, 2) == shape.columns,
                "the inner dimensions differ");
        Dims batch = broadcastDims(leading(q), leading(k));
        Dims scores = batch;
        scores.insert(scores.end(), {shape.rows, shape.columns});
        require(!mask || broadcastDims(mask->dims, scores) == scores,
                "the mask does not fit the scores");
        batch = broadcastDims(batch, leading(v));
        require(!m_rowsFirst || !batch.empty(), "there is no axis of heads");
        Dims out = batch;
        out.insert(m_rowsFirst ? out.end() - 1 : out.end(), shape.rows);
        out.push_back(shape.width);
        RuntimeValue& y = context.output(0, DataType::float32, out);
        if (y.count() == 0)
            return;
        if (shape.columns == 0) { // sums over no key are 0
            std::fill_n(y.data, y.byteSize(), std::byte{});
            return;
        }
        require(shape.depth > 0, "the inner dimension is 0");
        Work work{headsOf(q, batch), headsOf(k, batch), headsOf(v, batch), {}, batch, shape};
        work.group = m_rowsFirst ? batch.back() : 1;
        if (mask) {
            RuntimeValue full = *mask;
            while (full.dims.size() < 2)
                full.dims.insert(full.dims.begin(), 1);
            work.mask = headsOf(full, batch);
            if (full.dims[full.dims.size() - 2] == 1)
                work.mask.rowStep = 0;
            if (full.dims.back() == 1)
                work.mask.columnStep = 0;
        }
        // Where all scores of a head fit in the cache anyway, each head is computed at once.
        if (shape.rows * shape.columns <= kMostScoresAtOnce && shape.rows >= kFewRows &&
            attendsHeads())
            return runHeads(work, y.as<float>());
        if (shape.rows * shape.columns <= kMostScoresAtOnce)
            return runTogether(q, k, v, mask, scores, batch, y);
        // 256 KiB of scores for each block, but at least 32 rows so that the products run well, and
        // a multiple of the rows that they hold in registers.
        std::int64_t block = std::max<std::int64_t>(32, 65536 / shape.columns);
        block = std::min((block + kRowsInRegisters - 1) / kRowsInRegisters * kRowsInRegisters,
                         shape.rows);
        const std::int64_t blocks = (shape.rows + block - 1) / block;
        work.whole = &products(shape, block, work);
        const std::int64_t rest = shape.rows - (blocks - 1) * block;
        work.last = rest == block ? work.whole : &products(shape, rest, work);
        float* result = y.as<float>();
        const std::int64_t flops = 4 * block * shape.columns * shape.depth;
        parallelFor(product(batch) * blocks, std::max<std::int64_t>(1, 500'000 / flops),
                    [&](std::int64_t begin, std::int64_t end) {
                        runBlocks(work, result, block, blocks, begin, end);
                    });
    }

private:
    static constexpr std::int64_t kMostScoresAtOnce = 32768;
    static constexpr std::int64_t kFewRows = 4;          // for which it does not pay to reorder K
    static constexpr std::int64_t kRowsInRegisters = 24; // of 4, 6 or 8, by kernel

    struct Shape {
        std::int64_t rows, depth, columns, width;
        friend auto operator<=>(const Shape&, const Shape&) = default;
    };
    /// Both matrix products of one block of rows.
    struct Products {
        PackedProduct score, mix;
    };
    /// Both for all heads at once.
    struct ProductsOfAll {
        Primitive score, mix;
    };
    struct Work {
        Heads q, k, v, mask;
        Dims batch;
        Shape shape;
        std::int64_t group = 1; ///< heads whose results for a row are neighbours
        const Products* whole = nullptr;
        const Products* last = nullptr;

        /// Elements from a row of the result to the next one of its head.
        [[nodiscard]] std::int64_t outRow() const { return group * shape.width; }
        [[nodiscard]] std::int64_t outOffset(std::int64_t head, std::int64_t row) const {
            return (head / group * group * shape.rows + head % group + row * group) * shape.width;
        }
    };

    /// Heads of few scores, and parts of them where there are fewer heads than threads.
    void runHeads(const Work& work, float* out) const {
        const Shape& shape = work.shape;
        const std::int64_t heads = product(work.batch);
        const std::int64_t parts = std::clamp<std::int64_t>(
            (ThreadTeam::threads() + heads - 1) / heads, 1, (shape.rows + 15) / 16);
        const std::int64_t rows = (shape.rows + parts - 1) / parts;
        const std::int64_t products = 2 * rows * shape.columns * (shape.depth + shape.width);
        parallelFor(heads * parts, std::max<std::int64_t>(1, 200'000 / products),
                    [&](std::int64_t begin, std::int64_t end) {
                        for (std::int64_t unit = begin; unit < end; ++unit)
                            runHead(work, out, unit / parts, unit % parts * rows, rows);
                    });
    }

    void runHead(const Work& work, float* out, std::int64_t head, std::int64_t first,
                 std::int64_t most) const {
        const Shape& shape = work.shape;
        HeadAttention some;
        some.rows = std::min(most, shape.rows - first);
        some.depth = shape.depth;
        some.columns = shape.columns;
        some.width = shape.width;
        some.q = work.q.data + offsetOf(work.q, work.batch, head) + first * work.q.rowStep;
        some.qRow = work.q.rowStep;
        some.qColumn = work.q.columnStep;
        some.k = work.k.data + offsetOf(work.k, work.batch, head);
        some.kRow = work.k.rowStep;
        some.kColumn = work.k.columnStep;
        some.v = work.v.data + offsetOf(work.v, work.batch, head);
        some.vRow = work.v.rowStep;
        some.vColumn = work.v.columnStep;
        if (work.mask.data)
            some.mask =
                work.mask.data + offsetOf(work.mask, work.batch, head) + first * work.mask.rowStep;
        some.maskRow = work.mask.rowStep;
        some.maskColumn = work.mask.columnStep;
        some.scale = m_scale;
        some.out = out + work.outOffset(head, first);
        some.outRow = work.outRow();
        const auto scratch = static_cast<std::int64_t>(headScratch(some));
        attendHead(some,
                   static_cast<float*>(scratchMemory(plainDesc({scratch}), 0).get_data_handle()));
    }

    /// A matrix for each head, with leading axes of size 1 up to the rank of the product.
    static TensorDesc matrices(const RuntimeValue& x, std::size_t rank) {
        Dims dims = x.dims, strides = x.strides.empty() ? denseStrides(x.dims) : x.strides;
        dims.insert(dims.begin(), rank - dims.size(), 1);
        strides.insert(strides.begin(), rank - strides.size(), product(x.dims));
        return {dims, dnnl::memory::data_type::f32, strides};
    }

    /// The result as a matrix for each head.
    [[nodiscard]] TensorDesc resultOf(const RuntimeValue& y, std::size_t heads) const {
        Dims dims = y.dims, strides = denseStrides(y.dims);
        if (m_rowsFirst) {
            std::swap(dims[heads - 1], dims[heads]);
            std::swap(strides[heads - 1], strides[heads]);
        }
        return {dims, dnnl::memory::data_type::f32, strides};
    }

    void runTogether(const RuntimeValue& q, const RuntimeValue& k, const RuntimeValue& v,
                     const RuntimeValue* mask, const Dims& scoreDims, const Dims& batch,
                     RuntimeValue& y) {
        const std::size_t rank = batch.size() + 2;
        Dims key;
        for (const Dims* each : {&q.dims, &q.strides, &k.dims, &k.strides, &v.dims, &v.strides}) {
            key.insert(key.end(), each->begin(), each->end());
            key.push_back(-1);
        }
        RuntimeValue scores;
        scores.type = DataType::float32;
        scores.dims = scoreDims;
        ProductsOfAll& products = m_together.of(key, [&] {
            const TensorDesc a = matrices(q, scoreDims.size()), b = matrices(k, scoreDims.size()),
                             s = plainDesc(scoreDims), p = matrices(scores, rank),
                             c = matrices(v, rank), out = resultOf(y, batch.size());
            const auto& engine = OneDnn::instance().engine;
            ProductsOfAll made;
            made.score = Primitive(
                dnnl::matmul::primitive_desc(engine, a, b, s, Epilogue().attributes(m_scale)));
            made.mix =
                Primitive(dnnl::matmul::primitive_desc(engine, p, c, out, plainAttributes()));
            return made;
        });
        scores.data =
            static_cast<std::byte*>(scratchMemory(plainDesc(scoreDims), 0).get_data_handle());
        products.score.set(DNNL_ARG_WEIGHTS, k.data);
        products.score.run(q.data, scores.data);
        softmaxAll(scores, mask);
        products.mix.set(DNNL_ARG_WEIGHTS, v.data);
        products.mix.run(scores.data, y.data);
    }

    static void softmaxAll(RuntimeValue& scores, const RuntimeValue* mask) {
        const Dims& dims = scores.dims;
        const std::int64_t count = dims.back(), rows = product(dims, 0, dims.size() - 1);
        const Dims steps = mask ? broadcastStrides(mask->dims, dims) : Dims(dims.size());
        float* data = scores.as<float>();
        parallelFor(rows, std::max<std::int64_t>(1, 8192 / count),
                    [&](std::int64_t begin, std::int64_t end) {
                        for (std::int64_t row = begin; row < end; ++row) {
                            std::int64_t offset = 0, rest = row;
                            for (std::size_t i = dims.size() - 1; mask && i-- > 0;) {
                                offset += rest % dims[i] * steps[i];
                                rest /= dims[i];
                            }
                            float* weights = data + row * count;
                            softmaxRow(weights, mask ? mask->as<float>() + offset : nullptr,
                                       steps.back(), weights, count);
                        }
                    });
    }

    const Products& products(const Shape& shape, std::int64_t rows, const Work& work) {
        const auto key = std::tuple(shape, rows, work.q.rowStep, work.q.columnStep, work.outRow());
        return m_products.of(key, [&] { return prepare(shape, rows, work); });
    }

    Products prepare(const Shape& shape, std::int64_t rows, const Work& work) const {
        // Threads take different blocks, so each product runs on one thread.
        const ThreadTeam::Limit one(1);
        const auto type = dnnl::memory::data_type::f32;
        const TensorDesc queries({rows, shape.depth}, type,
                                 Dims{work.q.rowStep, work.q.columnStep});
        const TensorDesc scores = plainDesc({rows, shape.columns});
        const TensorDesc mixed({rows, shape.width}, type, Dims{work.outRow(), 1});
        return {PackedProduct({queries, plainDesc({shape.depth, shape.columns}), scores, {}}, {},
                              m_scale),
                PackedProduct({scores, plainDesc({shape.columns, shape.width}), mixed, {}}, {}, 1)};
    }

    static void runBlocks(const Work& work, float* out, std::int64_t block, std::int64_t blocks,
                          std::int64_t begin, std::int64_t end) {
        const Shape& shape = work.shape;
        const auto type = dnnl::memory::data_type::f32;
        const TensorDesc scoreBlock = plainDesc({block, shape.columns});
        auto* scores = static_cast<float*>(scratchMemory(scoreBlock, 0).get_data_handle());
        const TensorDesc keysGiven({shape.depth, shape.columns}, type,
                                   Dims{work.k.rowStep, work.k.columnStep}),
            valuesGiven({shape.columns, shape.width}, type,
                        Dims{work.v.rowStep, work.v.columnStep});
        std::vector<float> sums(static_cast<std::size_t>(block));
        CachedReorder packKeys, packValues;
        PackedProduct score, mix; // clones for this thread
        dnnl::memory keys, values;
        const Products* ready = nullptr;
        std::int64_t packedHead = -1;
        for (std::int64_t unit = begin; unit < end; ++unit) {
            const std::int64_t head = unit / blocks, first = unit % blocks * block,
                               rows = std::min(block, shape.rows - first);
            const Products& products = rows == block ? *work.whole : *work.last;
            if (&products != ready) {
                score = products.score.clone();
                mix = products.mix.clone();
            }
            if (&products != ready || head != packedHead) {
                keys = scratchMemory(score.packedDesc(), 1);
                values = scratchMemory(mix.packedDesc(), 2);
                packKeys.run(wrap(keysGiven, work.k.data + offsetOf(work.k, work.batch, head)),
                             keys);
                packValues.run(wrap(valuesGiven, work.v.data + offsetOf(work.v, work.batch, head)),
                               values);
                ready = &products;
                packedHead = head;
            }
            score.run(work.q.data + offsetOf(work.q, work.batch, head) + first * work.q.rowStep,
                      keys.get_data_handle(), nullptr, scores);
            const float* mask =
                work.mask.data ? work.mask.data + offsetOf(work.mask, work.batch, head) : nullptr;
            for (std::int64_t row = 0; row < rows; ++row) {
                float* weights = scores + row * shape.columns;
                sums[static_cast<std::size_t>(row)] =
                    expRow(weights, mask ? mask + (first + row) * work.mask.rowStep : nullptr,
                           work.mask.columnStep, weights, shape.columns);
            }
            float* result = out + work.outOffset(head, first);
            mix.run(scores, values.get_data_handle(), nullptr, result);
            for (std::int64_t row = 0; row < rows; ++row, result += work.outRow())
                divideRow(result, sums[static_cast<std::size_t>(row)], result, shape.width);
        }
    }

    float m_scale;
    bool m_rowsFirst; ///< the result is […, M, heads, E] instead of […, heads, M, E]
    PreparedByShape<Dims, ProductsOfAll> m_together; ///< by dims and strides of Q, K and V
    PreparedByShape<std::tuple<Shape, std::int64_t, std::int64_t, std::int64_t, std::int64_t>,
                    Products>
        m_products;
};

} // namespace

/// Computes Y = Softmax(scale · Q × K + mask) × V for each head.
///
/// Inputs:   Q float32 […, M, D]; K […, D, N]; V […, N, E]; mask broadcast to […, M, N], optional;
///           Q, K and V may be strided
/// Outputs:  Y […, M, E]; with rows_first the last of the leading axes comes behind M
/// Method:   products of blocks of rows, whose scores never leave the cache; heads whose scores fit
///           there anyway are computed by own loops for AVX2 or AVX-512, elsewhere all in one
///           batched product of oneDNN. Rows are independent, so neither blocks nor threads change the result
/// Source:   partita BlockedAttention-1, which the CPU plans for MatMul, Softmax and MatMul
std::unique_ptr<Kernel> makeBlockedAttention(const KernelInit& init) {
    return std::make_unique<BlockedAttention>(init);
}

} // namespace partita::cpu
