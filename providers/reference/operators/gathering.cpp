// Gather and Scatter operators.

#include <algorithm>

#include "providers/reference/catalogue.h"
#include "providers/reference/moved.h"

namespace partita::reference {

void gather(Call& call) {
    const Array &data = call.in(0), &indices = call.in(1);
    const std::size_t axis = axisIn(call.integer("axis", 0), data.rank());
    Dims dims = data.dims();
    dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(axis));
    dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(axis), indices.dims().begin(),
                indices.dims().end());
    call.give(moved(data, dims, [&](const Index& at) {
        const auto first = at.at().begin() + static_cast<std::ptrdiff_t>(axis);
        const auto last = first + static_cast<std::ptrdiff_t>(indices.rank());
        Dims from(at.at().begin(), first);
        from.push_back(
            indexIn(indices.integer(placeOf(indices.dims(), {first, last})), data.dims()[axis]));
        from.insert(from.end(), last, at.at().end());
        return placeOf(data.dims(), from);
    }));
}

namespace {

/// The axis of GatherElements and ScatterElements. Refuses indices of another rank than data, and
/// indices that are larger than data on another axis.
std::size_t elementsAxis(Call& call) {
    const Array &data = call.in(0), &indices = call.in(1);
    const std::size_t axis = axisIn(call.integer("axis", 0), data.rank());
    require(indices.rank() == data.rank(), "data and indices differ in rank");
    for (std::size_t i = 0; i < data.rank(); ++i)
        require(i == axis || indices.dims()[i] <= data.dims()[i],
                "the indices are larger than the data along another axis");
    return axis;
}

} // namespace

void gatherElements(Call& call) {
    const Array &data = call.in(0), &indices = call.in(1);
    const std::size_t axis = elementsAxis(call);
    call.give(moved(data, indices.dims(), [&](const Index& at) {
        Dims from = at.at();
        from[axis] = indexIn(indices.integer(at.place()), data.dims()[axis]);
        return placeOf(data.dims(), from);
    }));
}

namespace {

/// Linear index of the slice of data that index tuple number `tuple` names. `position` holds the
/// tuple's position on the batch axes.
std::size_t sliceAt(const Array& data, const Array& indices, std::size_t tuple, Dims position) {
    const std::size_t length = indices.size(indices.rank() - 1);
    const std::size_t batches = position.size();
    for (std::size_t i = 0; i < length; ++i)
        position.push_back(indexIn(indices.integer(tuple * length + i), data.dims()[batches + i]));
    position.resize(data.rank());
    return placeOf(data.dims(), position);
}

} // namespace

void gatherNd(Call& call) {
    const Array &data = call.in(0), &indices = call.in(1);
    const std::int64_t given = call.integer("batch_dims", 0);
    require(indices.rank() >= 1 && data.rank() >= 1,
            "data and indices must have at least one axis");
    require(given >= 0 && given < static_cast<std::int64_t>(std::min(data.rank(), indices.rank())),
            "batch_dims is out of range");
    const auto batches = static_cast<std::size_t>(given);
    require(indices.size(indices.rank() - 1) <= data.rank() - batches,
            "the last axis of the indices is longer than the data's rank allows");
    for (std::size_t i = 0; i < batches; ++i)
        require(data.dims()[i] == indices.dims()[i],
                "data and indices differ in their batch dimensions");
    const Dims tuples(indices.dims().begin(), indices.dims().end() - 1);
    Dims slice(data.dims().begin() +
                   static_cast<std::ptrdiff_t>(batches + indices.size(indices.rank() - 1)),
               data.dims().end());
    Dims dims = tuples;
    dims.insert(dims.end(), slice.begin(), slice.end());
    Array result(data.type(), dims);
    const auto length = static_cast<std::size_t>(countOf(slice));
    if (result.count() == 0)
        return call.give(result);
    for (Index tuple(tuples); tuple; ++tuple) {
        const std::size_t from =
            sliceAt(data, indices, tuple.place(),
                    {tuple.at().begin(), tuple.at().begin() + static_cast<std::ptrdiff_t>(given)});
        for (std::size_t i = 0; i < length; ++i)
            result.copy(tuple.place() * length + i, data, from + i);
    }
    call.give(result);
}

namespace {

/// Combines two elements by the attribute `reduction`; integers wrap, NaN propagates.
template <class T> T reduced(const std::string& how, T a, T b) {
    using Wrapping = std::conditional_t<std::is_same_v<T, std::int64_t>, std::uint64_t, T>;
    if (how == "add")
        return static_cast<T>(static_cast<Wrapping>(a) + static_cast<Wrapping>(b));
    if constexpr (!std::is_same_v<T, std::string>) {
        if (how == "mul")
            return static_cast<T>(static_cast<Wrapping>(a) * static_cast<Wrapping>(b));
        if constexpr (std::is_arithmetic_v<T>) {
            if (a != a || b != b)
                return a != a ? a : b;
            return how == "max" ? std::max(a, b) : std::min(a, b);
        }
    }
    throw NodeFailure("elements of this type cannot be reduced in this way");
}

/// result[at] = updates[from], combined with the old element where `reduction` is not none.
void put(Array& result, std::size_t at, const Array& updates, std::size_t from,
         const std::string& how) {
    if (how == "none")
        return result.copy(at, updates, from);
    require(how == "add" || how == "mul" || how == "max" || how == "min",
            "this reduction is not known");
    require(!result.isString(), "texts cannot be reduced");
    result.visit([&](auto& list) {
        using T = typename std::decay_t<decltype(list)>::value_type;
        list.at(at) = reduced(how, list.at(at), updates.as<T>().at(from));
    });
    if (result.isFloat()) // a later update reads the rounded element
        result.set(at, rounded(result.type(), result.real(at)));
}

} // namespace

/// ScatterElements, and Scatter, its name before version 11.
void scatterElements(Call& call) {
    const Array &data = call.in(0), &indices = call.in(1), &updates = call.in(2);
    const std::size_t axis = elementsAxis(call);
    require(updates.dims() == indices.dims() && updates.type() == data.type(),
            "the updates must have the shape of the indices and the type of the data");
    const std::string how = call.text("reduction", "none");
    Array result = data;
    for (Index at(indices.dims()); at; ++at) {
        Dims to = at.at();
        to[axis] = indexIn(indices.integer(at.place()), data.dims()[axis]);
        put(result, placeOf(data.dims(), to), updates, at.place(), how);
    }
    call.give(result);
}

void scatterNd(Call& call) {
    const Array &data = call.in(0), &indices = call.in(1), &updates = call.in(2);
    require(indices.rank() >= 1 && data.rank() >= 1,
            "data and indices must have at least one axis");
    const std::size_t length = indices.size(indices.rank() - 1);
    require(length <= data.rank(),
            "the last axis of the indices is longer than the data's rank allows");
    const Dims tuples(indices.dims().begin(), indices.dims().end() - 1);
    Dims dims = tuples;
    dims.insert(dims.end(), data.dims().begin() + static_cast<std::ptrdiff_t>(length),
                data.dims().end());
    require(updates.dims() == dims && updates.type() == data.type(),
            "the updates do not match the indices and the data in shape or type");
    const std::size_t slice = countBetween(data.dims(), length, data.rank());
    const std::string how = call.text("reduction", "none");
    Array result = data;
    if (updates.count() > 0)
        for (Index tuple(tuples); tuple; ++tuple) {
            const std::size_t to = sliceAt(data, indices, tuple.place(), {});
            for (std::size_t i = 0; i < slice; ++i)
                put(result, to + i, updates, tuple.place() * slice + i, how);
        }
    call.give(result);
}

} // namespace partita::reference
