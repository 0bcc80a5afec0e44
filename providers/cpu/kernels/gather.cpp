#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

#include "providers/cpu/kernels/broadcast.h"
#include "providers/cpu/kernels/copy_pieces.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// Whether an index is out of range. Numbers wrap around only for indices that are far outside.
template <class I> bool anyOutside(const I* indices, std::int64_t count, std::int64_t size) {
    std::uint64_t signs = 0; // of numbers that are negative for an index outside
    onWidestCpu([&](auto) PARTITA_INLINE {
        const auto all = static_cast<std::uint64_t>(size);
        std::uint64_t any = 0;
        for (std::int64_t i = 0; i < count; ++i) {
            const auto index = static_cast<std::uint64_t>(std::int64_t{indices[i]});
            any |= (index + all) | (all - 1 - index);
        }
        signs = any;
    });
    return signs >> 63 != 0;
}

/// Fails where an index is out of range; not on a thread, which must not throw.
template <class I> void checkIndices(const I* indices, std::int64_t count, std::int64_t size) {
    const bool outside = anyOutside(indices, count, size);
    for (std::int64_t i = 0; outside && i < count; ++i)
        (void)checkedIndex(static_cast<std::int64_t>(indices[i]), size);
}

/// Gathers single elements of an axis that is the last one: to[o, i] = from[o, indices[i]].
template <class T, class I>
void gatherSingles(const T* from, const I* indices, T* to, std::int64_t outer, std::int64_t size,
                   std::int64_t count) {
    std::vector<std::int64_t> places(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i)
        places[static_cast<std::size_t>(i)] = indices[i] < 0 ? indices[i] + size : indices[i];
    parallelFor(outer * count, kElementGrain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t o = begin / count, first = begin % count; begin < end; ++o, first = 0) {
            const std::int64_t some = std::min(count - first, end - begin);
            const T* line = from + o * size;
            const std::int64_t* place = places.data() + first;
            for (std::int64_t i = 0; i < some; ++i)
                to[begin + i] = line[place[i]];
            begin += some;
        }
    });
}

/// The range of a row whose indices are checked before they are used, so that they are read from memory
/// once.
constexpr std::int64_t kCheckedTogether = 1024;

} // namespace

/// Gathers slices of an axis by index.
///
/// Inputs:   data [D1, …, Dn]; indices int32 or int64, of any shape
/// Outputs:  Y of data's type and shape, the axis replaced by the shape of indices
/// Method:   one copy for each index and position on the leading axes, on several threads; single
///           elements, by a loop for their size; a view where the plan knows that it is one entry
///           of the first axis
/// Fails:    when an index is out of range
/// Source:   ONNX Gather-13
void gatherKernel(KernelContext& context) {
    const RuntimeValue data = context.input(0), indices = context.input(1);
    const std::size_t axis =
        normalizeAxis(context.node().intAttribute("axis", 0), data.dims.size());
    Dims dims(data.dims.begin(), data.dims.begin() + static_cast<std::ptrdiff_t>(axis));
    dims.insert(dims.end(), indices.dims.begin(), indices.dims.end());
    dims.insert(dims.end(), data.dims.begin() + static_cast<std::ptrdiff_t>(axis) + 1,
                data.dims.end());
    const std::int64_t outer = product(data.dims, 0, axis), inner = product(data.dims, axis + 1),
                       size = data.dims[axis];
    const std::int64_t count = indices.count();
    const std::size_t bytes = dataTypeBits(data.type) / 8 * static_cast<std::size_t>(inner);
    if (context.isView() && outer == 1 && count == 1) {
        RuntimeValue view = data;
        view.data += static_cast<std::size_t>(checkedIndex(indexAt(indices, 0), size)) * bytes;
        view.dims = dims;
        return context.forward(0, view, dims);
    }
    RuntimeValue& out = context.output(0, data.type, dims);
    if (out.count() == 0)
        return;
    withIndices(indices, [&](const auto* index) { checkIndices(index, count, size); });
    if (inner == 1 && bytes <= sizeof(std::uint64_t))
        return forElementSize(data.type, [&]<class T>() {
            withIndices(indices, [&](const auto* index) {
                gatherSingles(data.as<T>(), index, out.as<T>(), outer, size, count);
            });
        });
    copyPieces(outer * count, bytes, [&](std::int64_t piece) {
        const std::int64_t o = count == 1   ? piece
                               : outer == 1 ? 0
                                            : piece / count,
                           index = indexAt(indices, piece - o * count),
                           from = o * size + (index < 0 ? index + size : index);
        return std::pair(data.data + static_cast<std::size_t>(from) * bytes,
                         out.data + static_cast<std::size_t>(piece) * bytes);
    });
}

/// Gathers one element for each index, at the index's own position on all axes but one.
///
/// Inputs:   data [D1, …, Dn]; indices int32 or int64 of the same rank, larger than data only along
///           the axis
/// Outputs:  Y of data's type and the shape of indices
/// Method:   row by row in parallel, after the indices of a row, or of a part of it, are checked
/// Fails:    when an index is out of range
/// Source:   ONNX GatherElements-13
void gatherElementsKernel(KernelContext& context) {
    const RuntimeValue data = context.input(0), indices = context.input(1);
    require(data.dims.size() == indices.dims.size() && !data.dims.empty(),
            "data and indices must have the same rank");
    const std::size_t axis =
        normalizeAxis(context.node().intAttribute("axis", 0), data.dims.size());
    for (std::size_t i = 0; i < data.dims.size(); ++i)
        require(i == axis || indices.dims[i] <= data.dims[i], "indices are larger than the data");
    Dims strides = denseStrides(data.dims);
    const std::int64_t step = strides[axis], size = data.dims[axis];
    strides[axis] = 0;
    RuntimeValue& out = context.output(0, data.type, indices.dims);
    // Row by row: on the last axis the offset comes from the index where that axis is indexed, else
    // from the position.
    const std::size_t last = data.dims.size() - 1;
    const std::int64_t columns = indices.dims[last], along = strides[last];
    if (out.count() == 0)
        return;
    const Dims rows(indices.dims.begin(), indices.dims.end() - 1);
    strides.pop_back();
    std::vector<std::int64_t> starts;
    forEachIndex<1>(rows, {strides}, [&](const auto& at) { starts.push_back(at[0]); });
    const auto onType = [&]<class T, class I>(const T* from, const I* index, T* to) {
        std::atomic<bool> outside = false;
        parallelFor(
            static_cast<std::int64_t>(starts.size()), 1 + kElementGrain / columns,
            [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t row = begin; row < end; ++row)
                    for (std::int64_t first = 0; first < columns; first += kCheckedTogether) {
                        const I* line = index + row * columns + first;
                        const std::int64_t count = std::min(kCheckedTogether, columns - first);
                        if (anyOutside(line, count, size)) {
                            outside = true;
                            return;
                        }
                        const T* source =
                            from + starts[static_cast<std::size_t>(row)] + first * along;
                        T* target = to + row * columns + first;
                        for (std::int64_t i = 0; i < count; ++i, source += along)
                            target[i] = source[(line[i] < 0 ? line[i] + size : line[i]) * step];
                    }
            });
        require(!outside, "an index is out of range");
    };
    forElementSize(data.type, [&]<class T>() {
        withIndices(indices, [&](const auto* index) { onType(data.as<T>(), index, out.as<T>()); });
    });
}

/// Gathers elements or slices by tuples of indices.
///
/// Inputs:   data [B1, …, Bb, D1, …, Dn]; indices int32 or int64 [B1, …, Bb, …, K], K ≤ n
/// Outputs:  Y [B1, …, Bb, …, DK+1, …, Dn], of data's type
/// Method:   one copy for each tuple
/// Fails:    when an index is out of range
/// Source:   ONNX GatherND-13
void gatherNdKernel(KernelContext& context) {
    const RuntimeValue data = context.input(0), indices = context.input(1);
    const auto batch = static_cast<std::size_t>(context.node().intAttribute("batch_dims", 0));
    require(!indices.dims.empty() && batch < indices.dims.size() && batch < data.dims.size(),
            "indices need at least one dimension more than batch_dims");
    const auto depth = static_cast<std::size_t>(indices.dims.back());
    require(batch + depth <= data.dims.size(),
            "the last axis of the indices is longer than the data's rank allows");
    Dims dims(indices.dims.begin(), indices.dims.end() - 1);
    dims.insert(dims.end(), data.dims.begin() + static_cast<std::ptrdiff_t>(batch + depth),
                data.dims.end());
    const Dims strides = denseStrides(data.dims);
    const std::int64_t batches = product(data.dims, 0, batch);
    require(batches == product(indices.dims, 0, batch), "the batch dimensions differ");
    const std::int64_t perBatch = product(indices.dims, batch, indices.dims.size() - 1);
    const std::int64_t slice = product(data.dims, batch + depth),
                       batchStep = product(data.dims, batch);
    RuntimeValue& out = context.output(0, data.type, dims);
    if (out.count() == 0)
        return;
    const std::size_t bytes = elementBytes(data, slice);
    forElementSize(data.type, [&]<class T>() {
        T* to = out.as<T>();
        for (std::int64_t b = 0; b < batches; ++b)
            for (std::int64_t i = 0; i < perBatch; ++i, to += slice) {
                std::int64_t from = b * batchStep;
                for (std::size_t d = 0; d < depth; ++d)
                    from += checkedIndex(indexAt(indices, (b * perBatch + i) *
                                                                  static_cast<std::int64_t>(depth) +
                                                              static_cast<std::int64_t>(d)),
                                         data.dims[batch + d]) *
                            strides[batch + d];
                std::memcpy(to, data.as<T>() + from, bytes);
            }
    });
}

} // namespace partita::cpu
