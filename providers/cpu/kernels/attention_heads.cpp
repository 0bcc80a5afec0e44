#include "providers/cpu/kernels/attention_heads.h"

#include <algorithm>

#include "providers/cpu/kernels/kernel.h"
#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// Rows of a block. Where a block sees fewer keys than the next one, smaller blocks see fewer keys that
/// only some of their rows see.
constexpr std::int64_t kRowsTogether = 96, kRowsThatSeeLess = 48;

/// A matrix of one head.
struct OneHead {
    std::int64_t offset = 0, row = 0, column = 0;
};

/// The matrix of a head, whose number counts the leading axes `batch` of the result, the last fastest.
OneHead headMatrixOf(const HeadMatrices& all, const Dims& batch, std::int64_t head) {
    const std::size_t leading = all.dims.size() - 2, lead = batch.size() - leading;
    OneHead one{0, all.dims[leading] == 1 ? 0 : all.strides[leading],
                all.dims[leading + 1] == 1 ? 0 : all.strides[leading + 1]};
    for (std::size_t i = batch.size(); i-- > lead; head /= batch[i])
        if (all.dims[i - lead] != 1)
            one.offset += head % batch[i] * all.strides[i - lead];
    return one;
}

class Heads {
public:
    explicit Heads(const AttentionOfHeads& all)
        : m_all(all), m_batch(all.y.dims.begin(), all.y.dims.end() - 2), m_count(product(m_batch)) {
        const auto size = [](const HeadMatrices& x, std::size_t fromEnd) {
            return x.dims[x.dims.size() - fromEnd];
        };
        m_shape.rows = size(all.q, 2);
        m_shape.depth = size(all.q, 1);
        m_shape.columns = size(all.k, 1);
        m_shape.width = size(all.v, 1);
        m_shape.scale = all.scale;
        m_shape.softcap = all.softcap;
        m_shape.givesWeights = all.givesWeights;
        m_shape.emptyRowsAreZero = all.emptyRowsAreZero;
        m_rows = std::min(m_shape.rows, rowsOfBlock());
        m_blocks = (m_shape.rows + m_rows - 1) / m_rows;
    }

    void run() const {
        const std::int64_t products = // there may be no keys
            1 + 2 * m_rows * m_shape.columns * (m_shape.depth + m_shape.width);
        parallelFor(m_count * m_blocks, std::max<std::int64_t>(1, 200'000 / products),
                    [&](std::int64_t begin, std::int64_t end) { run(begin, end); });
    }

private:
    /// Blocks of rows that may see different keys do not depend on the number of threads, because
    /// what a key weighs that only some of them see would, where its value is not finite.
    [[nodiscard]] std::int64_t rowsOfBlock() const {
        if (m_all.mask.data || !m_all.seen.empty())
            return kRowsThatSeeLess;
        const std::int64_t parts = std::clamp<std::int64_t>(
            (ThreadTeam::threads() + m_count - 1) / m_count, 1, (m_shape.rows + 15) / 16);
        return std::min(kRowsTogether, (m_shape.rows + parts - 1) / parts);
    }

    void run(std::int64_t begin, std::int64_t end) const {
        auto* scratch = scratchFor<float>(blockFloats(m_shape, m_rows), 0);
        auto* memory = scratchFor<float>(panelFloats(m_shape), 1);
        HeadPanels panels;
        HeadAttention packed; // heads of queries may share keys and values
        for (std::int64_t unit = begin; unit < end; ++unit) {
            const HeadAttention head = headOf(unit / m_blocks);
            if (head.k != packed.k || head.v != packed.v || head.columns != packed.columns) {
                panels = panelsOf(head, memory);
                packed = head;
            }
            const std::int64_t first = unit % m_blocks * m_rows;
            attendRows(head, panels, first, std::min(m_rows, m_shape.rows - first), scratch);
        }
    }

    [[nodiscard]] HeadAttention headOf(std::int64_t number) const {
        HeadAttention head = m_shape;
        const auto place = [&](const HeadMatrices& all, const float*& data, std::int64_t& row,
                               std::int64_t& column) {
            const OneHead one = headMatrixOf(all, m_batch, number);
            data = reinterpret_cast<const float*>(all.data) + one.offset;
            row = one.row;
            column = one.column;
        };
        place(m_all.q, head.q, head.qRow, head.qColumn);
        place(m_all.k, head.k, head.kRow, head.kColumn);
        place(m_all.v, head.v, head.vRow, head.vColumn);
        const OneHead out = headMatrixOf(m_all.y, m_batch, number);
        head.out = reinterpret_cast<float*>(m_all.y.data) + out.offset;
        head.outRow = out.row;
        if (m_all.mask.data) {
            const OneHead mask = headMatrixOf(m_all.mask, m_batch, number);
            if (m_all.maskCounts)
                head.mask.counts =
                    reinterpret_cast<const std::uint8_t*>(m_all.mask.data) + mask.offset;
            else
                head.mask.added = reinterpret_cast<const float*>(m_all.mask.data) + mask.offset;
            head.mask.row = mask.row;
            head.mask.column = mask.column;
        }
        if (m_all.sinks.data) {
            std::int64_t none = 0;
            place(m_all.sinks, head.sink, head.sinkRow, none);
        }
        if (m_all.given.data) {
            const OneHead given = headMatrixOf(m_all.given, m_batch, number);
            head.given = reinterpret_cast<float*>(m_all.given.data) + given.offset;
            head.givenRow = given.row;
        }
        if (!m_all.seen.empty()) {
            const auto entry = static_cast<std::size_t>(number / (m_count / m_batch[0]));
            head.seen = m_all.seen[entry];
            // Keys that no row sees are not even packed.
            head.columns = std::clamp(head.seen.end + (head.rows - 1) * head.seen.step,
                                      std::int64_t{0}, std::min(head.seen.most, head.columns));
        }
        return head;
    }

    const AttentionOfHeads& m_all;
    Dims m_batch; ///< the leading axes of the result
    std::int64_t m_count;
    HeadAttention m_shape; ///< what all heads have in common
    std::int64_t m_rows = 0, m_blocks = 0;
};

/// Whether heads of one row each share keys and values with their neighbours along the last axis.
bool areRowsOfOne(const AttentionOfHeads& all) {
    const std::size_t rank = all.y.dims.size();
    const auto at = [&](const HeadMatrices& x) { return x.dims[rank - 3]; };
    return rank >= 4 && all.q.dims.size() == rank && all.k.dims.size() == rank &&
           all.v.dims.size() == rank && all.y.dims[rank - 2] == 1 && at(all.q) > 1 &&
           at(all.q) == at(all.y) && at(all.k) == 1 && at(all.v) == 1;
}

/// Such heads as the rows of one head.
AttentionOfHeads asRowsOfOne(AttentionOfHeads all) {
    const std::size_t rank = all.y.dims.size();
    if (all.mask.data) {
        all.mask.dims.insert(all.mask.dims.begin(), rank - all.mask.dims.size(), 1);
        all.mask.strides.insert(all.mask.strides.begin(), rank - all.mask.strides.size(), 0);
    }
    for (HeadMatrices* each : {&all.q, &all.y, &all.mask, &all.sinks, &all.given})
        if (each->dims.size() == rank)
            for (Dims* sizes : {&each->dims, &each->strides})
                std::swap((*sizes)[rank - 3], (*sizes)[rank - 2]);
    for (SeenKeys& each : all.seen)
        each.step = 0;
    return all;
}

} // namespace

void splitHeads(HeadMatrices& x, std::int64_t shared, bool hasAll) {
    if (x.dims.size() < 3)
        return;
    const auto axis = static_cast<std::ptrdiff_t>(x.dims.size() - 3);
    std::int64_t &heads = x.dims[x.dims.size() - 3], &step = x.strides[x.dims.size() - 3];
    const bool splits = hasAll && heads != 1 && heads % shared == 0;
    const std::int64_t inner = step;
    if (splits) {
        heads /= shared;
        step *= shared;
    }
    x.dims.insert(x.dims.begin() + axis + 1, splits ? shared : 1);
    x.strides.insert(x.strides.begin() + axis + 1, inner);
}

void attend(const AttentionOfHeads& all) {
    if (areRowsOfOne(all))
        Heads(asRowsOfOne(all)).run();
    else
        Heads(all).run();
}

} // namespace partita::cpu
