// Scatter, ScatterElements, ScatterND, TensorScatter: they write updates into a copy of the data.

#include <algorithm>
#include <cstring>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/float16_conversion.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/wrapping.h"

namespace partita::cpu {

namespace {

RuntimeValue& copyOfInput(KernelContext& context, const RuntimeValue& data) {
    RuntimeValue& out = context.output(0, data.type, data.dims);
    if (data.type == DataType::string)
        *out.strings = *data.strings;
    else if (out.data != data.data)
        std::memcpy(out.data, data.data, data.byteSize());
    return out;
}

template <class T> T combined(std::string_view reduction, T there, T update) {
    if (reduction == "add")
        return sumOf(there, update);
    if (reduction == "mul")
        return productOf(there, update);
    if (reduction == "max")
        return mostOf(there, update);
    if (reduction == "min")
        return leastOf(there, update);
    throw NodeFailure("this reduction is not known");
}

/// Calls `scatter(put)`, where put(to, from) stores an update or combines it with the element
/// there, by the attribute `reduction`.
template <class Put>
void withPut(const KernelContext& context, DataType type, RuntimeValue& out,
             const RuntimeValue& updates, Put&& scatter) {
    const auto reduction = context.node().stringAttribute("reduction", "none");
    if (type == DataType::string) {
        require(reduction == "none", "texts cannot be combined");
        scatter([&](std::int64_t to, std::int64_t from) {
            (*out.strings)[static_cast<std::size_t>(to)] =
                (*updates.strings)[static_cast<std::size_t>(from)];
        });
        return;
    }
    if (reduction == "none") {
        forElementSize(type, [&]<class T>() {
            scatter([&](std::int64_t to, std::int64_t from) {
                out.as<T>()[to] = updates.as<T>()[from];
            });
        });
        return;
    }
    if (isHalf(type)) {
        scatter([&](std::int64_t to, std::int64_t from) {
            writeNumber(out, to,
                        combined(reduction, readNumber(out, to), readNumber(updates, from)));
        });
        return;
    }
    forNumericType(type, [&]<class T>() {
        scatter([&](std::int64_t to, std::int64_t from) {
            out.as<T>()[to] = combined(reduction, out.as<T>()[to], updates.as<T>()[from]);
        });
    });
}

} // namespace

/// Writes updates into a copy of data, at places whose coordinate along one axis the indices give.
///
/// Inputs:   data of any type [D1, …, Dn]; indices int32, int64 [I1, …, In]; updates [I1, …, In]
/// Outputs:  output [D1, …, Dn]
/// Method:   copies data, then one element after the other: stored, or combined by `reduction`
///           (add, mul, max, min)
/// Fails:    when an index is outside of the axis
/// Source:   ONNX ScatterElements-18, Scatter-11
void scatterElementsKernel(KernelContext& context) {
    const RuntimeValue data = context.input(0), indices = context.input(1),
                       updates = context.input(2);
    require(data.dims.size() == indices.dims.size() && indices.dims == updates.dims &&
                updates.type == data.type,
            "data, indices and updates do not fit each other");
    require(!data.dims.empty(), "a scalar cannot be scattered into");
    const std::size_t axis =
        normalizeAxis(context.node().intAttribute("axis", 0), data.dims.size());
    for (std::size_t i = 0; i < data.dims.size(); ++i)
        require(i == axis || indices.dims[i] <= data.dims[i],
                "the indices are larger than the data");
    RuntimeValue& out = copyOfInput(context, data);
    const Dims strides = denseStrides(data.dims);
    withPut(context, data.type, out, updates, [&](auto&& put) {
        std::int64_t i = 0;
        Dims along = strides;
        along[axis] = 0;
        forEachIndex<1>(indices.dims, {along}, [&](const auto& at) {
            put(at[0] + checkedIndex(indexAt(indices, i), data.dims[axis]) * strides[axis], i);
            ++i;
        });
    });
}

/// Writes slices of updates into a copy of data, at places that the last axis of the indices names.
///
/// Inputs:   data of any type [D1, …, Dn]; indices int64 […, k]; updates […, Dk+1, …, Dn]
/// Outputs:  output [D1, …, Dn]
/// Method:   copies data, then one element after the other: stored, or combined by `reduction`
///           (add, mul, max, min)
/// Fails:    when an index is outside of its axis
/// Source:   ONNX ScatterND-18
void scatterNdKernel(KernelContext& context) {
    const RuntimeValue data = context.input(0), indices = context.input(1),
                       updates = context.input(2);
    require(!indices.dims.empty(), "the indices need at least one axis");
    const auto depth = static_cast<std::size_t>(indices.dims.back());
    require(depth <= data.dims.size(),
            "the last axis of the indices is longer than the data's rank allows");
    const std::int64_t count = product(indices.dims, 0, indices.dims.size() - 1),
                       slice = product(data.dims, depth);
    require(updates.type == data.type && updates.count() == times(count, slice),
            "the updates do not fit the indices");
    const Dims strides = denseStrides(data.dims);
    RuntimeValue& out = copyOfInput(context, data);
    if (updates.count() == 0)
        return;
    withPut(context, data.type, out, updates, [&](auto&& put) {
        for (std::int64_t i = 0; i < count; ++i) {
            std::int64_t to = 0;
            for (std::size_t d = 0; d < depth; ++d)
                to += checkedIndex(indexAt(indices, i * static_cast<std::int64_t>(depth) +
                                                        static_cast<std::int64_t>(d)),
                                   data.dims[d]) *
                      strides[d];
            for (std::int64_t e = 0; e < slice; ++e)
                put(to + e, i * slice + e);
        }
    });
}

/// Writes new entries into a copy of a cache, along the sequence axis from each batch's write
/// position on.
///
/// Inputs:   past_cache of any type [batch, …, S, …]; update [batch, …, s, …]; write_indices
///           int64 [batch], optional
/// Outputs:  present_cache, as past_cache
/// Method:   copies the cache, then one entry after the other; mode `circular` wraps around at the
///           end of the axis
/// Fails:    when an update does not fit at its write position
/// Source:   ONNX TensorScatter-24
void tensorScatterKernel(KernelContext& context) {
    const RuntimeValue past = context.input(0), update = context.input(1);
    const RuntimeValue* positions = context.optional(2);
    const std::size_t axis =
        normalizeAxis(context.node().intAttribute("axis", -2), past.dims.size());
    require(axis > 0 && past.dims.size() == update.dims.size() && past.type == update.type,
            "the update does not fit the cache");
    for (std::size_t i = 0; i < past.dims.size(); ++i)
        require(i == axis || past.dims[i] == update.dims[i], "the update does not fit the cache");
    const bool circular = context.node().stringAttribute("mode", "linear") == "circular";
    const std::int64_t batches = past.dims[0], middle = product(past.dims, 1, axis),
                       size = past.dims[axis], fresh = update.dims[axis],
                       inner = product(past.dims, axis + 1);
    require(!positions || positions->count() == batches,
            "one write position for each entry of the batch was expected");
    RuntimeValue& out = copyOfInput(context, past);
    if (update.count() == 0)
        return;
    const std::size_t bytes = elementBytes(past, inner);
    for (std::int64_t b = 0; b < batches; ++b) {
        const std::int64_t start = positions ? indexAt(*positions, b) : 0;
        require(circular ? fresh <= size : start >= 0 && start <= size - fresh,
                "the update does not fit the cache at its write position");
        const std::int64_t first = circular && size > 0 ? start % size : start;
        for (std::int64_t m = 0; m < middle; ++m)
            for (std::int64_t s = 0; s < fresh; ++s) {
                std::int64_t to = first + s;
                if (circular && size > 0)
                    to = ((to % size) + size) % size;
                require(to >= 0 && to < size, "a write position is outside of the cache");
                std::memcpy(
                    out.data + static_cast<std::size_t>((b * middle + m) * size + to) * bytes,
                    update.data + static_cast<std::size_t>((b * middle + m) * fresh + s) * bytes,
                    bytes);
            }
    }
}

} // namespace partita::cpu
