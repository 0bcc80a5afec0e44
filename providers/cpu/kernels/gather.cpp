#include <cstring>

#include "providers/cpu/kernels/kernels.h"

namespace partita::cpu {

void gatherKernel(KernelContext& context) {
    const RuntimeValue data = context.input(0), indices = context.input(1);
    const std::size_t axis =
        normalizeAxis(context.node().intAttribute("axis", 0), data.dims.size());
    require(axis < data.dims.size(), "a scalar cannot be gathered from");
    Dims dims(data.dims.begin(), data.dims.begin() + static_cast<std::ptrdiff_t>(axis));
    dims.insert(dims.end(), indices.dims.begin(), indices.dims.end());
    dims.insert(dims.end(), data.dims.begin() + static_cast<std::ptrdiff_t>(axis) + 1,
                data.dims.end());
    const std::int64_t outer = product(data.dims, 0, axis), inner = product(data.dims, axis + 1),
                       size = data.dims[axis];
    const std::int64_t count = indices.count();
    if (data.type == DataType::string)
        throw KernelFailure("texts cannot be gathered yet");
    const std::size_t bytes = dataTypeBits(data.type) / 8 * static_cast<std::size_t>(inner);
    RuntimeValue& out = context.output(0, data.type, dims);
    std::byte* to = out.data;
    for (std::int64_t o = 0; o < outer; ++o)
        for (std::int64_t i = 0; i < count; ++i, to += bytes)
            std::memcpy(to,
                        data.data + static_cast<std::size_t>(
                                        o * size + checkedIndex(indexAt(indices, i), size)) *
                                        bytes,
                        bytes);
}

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
    forElementSize(data.type, [&]<class T>() {
        std::int64_t n = 0;
        forEachIndex<1>(indices.dims, {strides}, [&](const auto& at) {
            out.as<T>()[n] = data.as<T>()[at[0] + checkedIndex(indexAt(indices, n), size) * step];
            ++n;
        });
    });
}

void gatherNdKernel(KernelContext& context) {
    const RuntimeValue data = context.input(0), indices = context.input(1);
    const auto batch = static_cast<std::size_t>(context.node().intAttribute("batch_dims", 0));
    require(!indices.dims.empty() && batch < indices.dims.size() && batch < data.dims.size(),
            "indices need at least one dimension more than batch_dims");
    const auto depth = static_cast<std::size_t>(indices.dims.back());
    require(batch + depth <= data.dims.size(), "the indices are longer than the rank of the data");
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
                std::memcpy(to, data.as<T>() + from, static_cast<std::size_t>(slice) * sizeof(T));
            }
    });
}

} // namespace partita::cpu
