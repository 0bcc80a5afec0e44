// Scatter, ScatterElements, ScatterND, TensorScatter: they write updates into a copy of the data.

#include <algorithm>
#include <atomic>
#include <cstring>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/float16_conversion.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/wrapping.h"
#include "providers/cpu/threads/thread_team.h"

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

/// How an update and the element that is there become one.
enum class Combination : std::uint8_t { store, add, multiply, most, least };

Combination combinationOf(const KernelContext& context) {
    constexpr std::pair<std::string_view, Combination> kNames[] = {{"none", Combination::store},
                                                                   {"add", Combination::add},
                                                                   {"mul", Combination::multiply},
                                                                   {"max", Combination::most},
                                                                   {"min", Combination::least}};
    const auto wanted = context.node().stringAttribute("reduction", "none");
    for (const auto& [name, combination] : kNames)
        if (wanted == name)
            return combination;
    throw NodeFailure("this reduction is not known");
}

template <class T> T combined(Combination combination, T there, T update) {
    switch (combination) {
    case Combination::add: return sumOf(there, update);
    case Combination::multiply: return productOf(there, update);
    case Combination::most: return mostOf(there, update);
    case Combination::least: return leastOf(there, update);
    default: return update;
    }
}

/// Calls work(combine) with the function of two elements for a combination.
template <class F> void withCombination(Combination combination, const F& work) {
    switch (combination) {
    case Combination::add: return work([](auto a, auto b) { return sumOf(a, b); });
    case Combination::multiply: return work([](auto a, auto b) { return productOf(a, b); });
    case Combination::most: return work([](auto a, auto b) { return mostOf(a, b); });
    case Combination::least: return work([](auto a, auto b) { return leastOf(a, b); });
    default: return work([](auto, auto b) { return b; });
    }
}

/// Calls `scatter(put)`, where put(to, from) stores an update or combines it with the element
/// there, by the attribute `reduction`.
template <class Put>
void withPut(const KernelContext& context, DataType type, RuntimeValue& out,
             const RuntimeValue& updates, Put&& scatter) {
    const Combination reduction = combinationOf(context);
    if (type == DataType::string) {
        require(reduction == Combination::store, "texts cannot be combined");
        scatter([&](std::int64_t to, std::int64_t from) {
            (*out.strings)[static_cast<std::size_t>(to)] =
                (*updates.strings)[static_cast<std::size_t>(from)];
        });
        return;
    }
    if (reduction == Combination::store) {
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

/// Where the elements of ScatterElements go: `along` has the strides of the data with 0 for the
/// axis that the indices name, `indexSteps` those of the indices, 0 where they are broadcast.
struct ElementPlaces {
    std::size_t axis;
    std::int64_t size, step; ///< of the data along the axis
    Dims along, indexSteps;
};

/// Whether everything behind the axis is one run of elements, in the data and in the updates, whose
/// indices lie one behind the other or are all the same.
bool scattersRuns(const ElementPlaces& places, const Dims& data, const Dims& updates) {
    std::int64_t dense = 1;
    bool same = true, following = true;
    for (std::size_t i = data.size(); --i > places.axis;) {
        if (data[i] != updates[i])
            return false;
        same = same && (places.indexSteps[i] == 0 || data[i] == 1);
        following = following && (places.indexSteps[i] == dense || data[i] == 1);
        dense *= data[i];
    }
    return dense >= 8 && (same || following);
}

/// Stores runs of elements, or combines them with those that are there. Each thread does a part of every
/// run, so that several updates of an element keep their order.
template <class T, class Index, class Combine>
void putRuns(const ElementPlaces& places, const Index* indices, const RuntimeValue& updates,
             RuntimeValue& out, const Combine& combine) {
    const std::size_t axis = places.axis;
    const std::int64_t length = product(updates.dims, axis + 1);
    const Dims rows(updates.dims.begin(),
                    updates.dims.begin() + static_cast<std::ptrdiff_t>(axis) + 1);
    std::int64_t step = 0; // from index to index of a run
    for (std::size_t i = axis + 1; i < updates.dims.size(); ++i)
        step = std::max(step,
                        updates.dims[i] == 1 ? 0 : std::min<std::int64_t>(1, places.indexSteps[i]));
    std::atomic<bool> outside = false;
    const std::int64_t grain =
        std::max<std::int64_t>(64, 65536 / std::max<std::int64_t>(1, product(rows)));
    parallelFor(length, grain, [&](std::int64_t begin, std::int64_t end) {
        const T* from = updates.as<T>();
        forEachIndex<2>(rows, {places.along, places.indexSteps}, [&](const auto& at) {
            const auto target = [&](std::int64_t i) {
                const std::int64_t index = indices[at[1] + i];
                return index < 0 ? index + places.size : index;
            };
            const auto fits = [&](std::int64_t place) { return place >= 0 && place < places.size; };
            T* to = out.as<T>() + at[0];
            if (step == 0) {
                const std::int64_t place = target(0);
                T* row = to + place * places.step;
                if (!fits(place))
                    outside = true;
                for (std::int64_t i = begin; fits(place) && i < end; ++i)
                    row[i] = combine(row[i], from[i]);
            } else {
                for (std::int64_t i = begin; i < end; ++i) {
                    const std::int64_t place = target(i);
                    if (!fits(place)) {
                        outside = true;
                        break;
                    }
                    T& element = to[place * places.step + i];
                    element = combine(element, from[i]);
                }
            }
            from += length;
        });
    });
    require(!outside, "an index is out of range");
}

/// The same for all elements; false for types of which there is no such loop.
bool putAllRuns(Combination combination, const ElementPlaces& places, const RuntimeValue& indices,
                const RuntimeValue& updates, RuntimeValue& out) {
    const auto put = [&]<class T>(const auto& combine) {
        withIndices(indices,
                    [&](const auto* index) { putRuns<T>(places, index, updates, out, combine); });
    };
    if (combination == Combination::store) {
        forElementSize(out.type, [&]<class T>() {
            put.template operator()<T>([](T, T update) { return update; });
        });
        return true;
    }
    const auto combine = [&]<class T>() {
        withCombination(combination, [&](const auto& both) { put.template operator()<T>(both); });
        return true;
    };
    switch (out.type) {
    case DataType::float32: return combine.template operator()<float>();
    case DataType::float64: return combine.template operator()<double>();
    case DataType::int64: return combine.template operator()<std::int64_t>();
    case DataType::int32: return combine.template operator()<std::int32_t>();
    default: return false;
    }
}

} // namespace

/// Writes updates into a copy of data, at places whose coordinate along one axis the indices give.
///
/// Inputs:   data of any type [D1, …, Dn]; indices int32, int64 [I1, …, In]; updates [I1, …, In];
///           a fourth one is the shape to which the indices are broadcast, of an Expand that the
///           program fuses
/// Outputs:  output [D1, …, Dn], perhaps in the memory of data
/// Method:   copies data, then whole runs of elements on several threads, stored or combined by
///           `reduction` (add, mul, max, min); where the indices do not follow such runs, or the type is
///           a half, one element after the other
/// Fails:    when an index is outside of the axis
/// Source:   ONNX ScatterElements-18, Scatter-11
void scatterElementsKernel(KernelContext& context) {
    const RuntimeValue data = context.input(0), indices = context.input(1),
                       updates = context.input(2);
    const Dims dims =
        context.optional(3) ? broadcastDims(indices.dims, context.ints(3)) : indices.dims;
    require(data.dims.size() == dims.size() && dims == updates.dims && updates.type == data.type,
            "data, indices and updates do not fit each other");
    require(!data.dims.empty(), "a scalar cannot be scattered into");
    const std::size_t axis =
        normalizeAxis(context.node().intAttribute("axis", 0), data.dims.size());
    for (std::size_t i = 0; i < data.dims.size(); ++i)
        require(i == axis || dims[i] <= data.dims[i], "the indices are larger than the data");
    RuntimeValue& out = copyOfInput(context, data);
    if (updates.count() == 0)
        return;
    ElementPlaces places{axis, data.dims[axis], 0, denseStrides(data.dims),
                         broadcastStrides(indices.dims, dims)};
    std::swap(places.step, places.along[axis]);
    if (data.type != DataType::string && scattersRuns(places, data.dims, dims) &&
        putAllRuns(combinationOf(context), places, indices, updates, out))
        return;
    withPut(context, data.type, out, updates, [&](auto&& put) {
        std::int64_t i = 0;
        forEachIndex<2>(dims, {places.along, places.indexSteps}, [&](const auto& at) {
            put(at[0] + checkedIndex(indexAt(indices, at[1]), places.size) * places.step, i);
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
