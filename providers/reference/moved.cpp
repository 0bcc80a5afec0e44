#include "providers/reference/moved.h"

namespace partita::reference {

Array part(const Array& from, std::size_t axis, std::int64_t first, std::int64_t count) {
    Dims dims = from.dims();
    require(first >= 0 && count >= 0 && first <= dims.at(axis) && count <= dims[axis] - first,
            "a part extends beyond its axis");
    dims[axis] = count;
    return moved(from, dims, [&](const Index& at) {
        Dims source = at.at();
        source[axis] += first;
        return placeOf(from.dims(), source);
    });
}

Array joined(const std::vector<Array>& parts, std::size_t axis) {
    require(!parts.empty(), "there is nothing to concatenate");
    Dims dims = parts[0].dims();
    require(axis < dims.size(), "an axis is out of range");
    dims[axis] = 0;
    for (const Array& each : parts) {
        require(each.type() == parts[0].type() && each.rank() == dims.size(),
                "the tensors to concatenate differ in type or rank");
        for (std::size_t i = 0; i < dims.size(); ++i)
            require(i == axis || each.dims()[i] == dims[i],
                    "the tensors to concatenate differ in size along another axis");
        dims[axis] += each.dims()[axis];
    }
    Array result(parts[0].type(), dims);
    std::int64_t before = 0;
    for (const Array& each : parts) {
        for (Index at(each.dims()); at; ++at) {
            Dims target = at.at();
            target[axis] += before;
            result.copy(placeOf(dims, target), each, at.place());
        }
        before += each.dims()[axis];
    }
    return result;
}

Array stacked(const std::vector<Array>& parts, std::size_t axis) {
    std::vector<Array> wider;
    for (const Array& each : parts) {
        Dims dims = each.dims();
        require(axis <= dims.size(), "an axis is out of range");
        dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(axis), 1);
        wider.push_back(each.reshaped(dims));
    }
    return joined(wider, axis);
}

Array dropped(const Array& from, std::size_t axis) {
    Dims dims = from.dims();
    require(axis < dims.size(), "an axis is out of range");
    dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(axis));
    return from.reshaped(dims);
}

} // namespace partita::reference
