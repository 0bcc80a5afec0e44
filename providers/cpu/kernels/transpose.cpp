#include <cstring>
#include <numeric>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/thread_team.h"

namespace partita::cpu {

namespace {

/// The axes of a copy in the order of the target's memory, neighbours put together where the source
/// walks over them evenly.
struct Walk {
    Dims dims, from, to;
};

Walk walkOver(const Dims& dims, const Dims& from, const Dims& to) {
    std::vector<std::size_t> order(dims.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return to[a] > to[b]; });
    Walk walk;
    for (const std::size_t axis : order) {
        if (dims[axis] == 1)
            continue;
        if (!walk.dims.empty() && walk.from.back() == from[axis] * dims[axis] &&
            walk.to.back() == to[axis] * dims[axis]) {
            walk.dims.back() *= dims[axis];
            walk.from.back() = from[axis];
            walk.to.back() = to[axis];
        } else {
            walk.dims.push_back(dims[axis]);
            walk.from.push_back(from[axis]);
            walk.to.push_back(to[axis]);
        }
    }
    if (!walk.to.empty() && walk.to.back() != 1) { // rows of one element
        walk.dims.push_back(1);
        walk.from.push_back(1);
        walk.to.push_back(1);
    }
    return walk;
}

/// Calls visit(offset in the source, in the target) for the elements [begin, end) of `dims`.
template <class F>
void forRange(const Walk& walk, const Dims& dims, std::int64_t begin, std::int64_t end, F&& visit) {
    for (std::int64_t at = begin; at < end; ++at) {
        std::int64_t rest = at, from = 0, to = 0;
        for (std::size_t i = dims.size(); i-- > 0;) {
            const std::int64_t index = rest % dims[i];
            rest /= dims[i];
            from += index * walk.from[i];
            to += index * walk.to[i];
        }
        visit(from, to);
    }
}

/// Moves a matrix whose rows are dense in the target and whose columns are dense in the source, in
/// small squares, so that both sides are read and written by whole cache lines.
template <class T>
void transposeSquares(const T* from, T* to, std::int64_t rows, std::int64_t columns,
                      std::int64_t fromStep, std::int64_t toStep) {
    constexpr std::int64_t kSide = 16;
    for (std::int64_t c = 0; c < columns; c += kSide)
        for (std::int64_t r = 0; r < rows; r += kSide)
            for (std::int64_t i = r; i < std::min(rows, r + kSide); ++i)
                for (std::int64_t j = c; j < std::min(columns, c + kSide); ++j)
                    to[i * toStep + j] = from[i + j * fromStep];
}

template <class T> void copyWalk(const T* from, T* to, const Walk& walk) {
    const std::size_t rank = walk.dims.size();
    const std::int64_t count = product(walk.dims);
    if (rank == 0 || count == 0) {
        if (count == 1)
            *to = *from;
        return;
    }
    const std::size_t last = rank - 1;
    const std::int64_t columns = walk.dims[last], step = walk.from[last];
    std::size_t dense = last; // the axis along which the source lies one after another
    for (std::size_t i = 0; i < last; ++i)
        if (step != 1 && walk.from[i] == 1)
            dense = i;
    const std::int64_t rows = dense == last ? 1 : walk.dims[dense];
    Dims others = walk.dims;
    others[last] = others[dense] = 1;
    const std::int64_t pieces = product(others);
    const std::int64_t grain = std::max<std::int64_t>(1, 16384 / (rows * columns));
    parallelFor(pieces, grain, [&](std::int64_t begin, std::int64_t end) {
        forRange(walk, others, begin, end, [&](std::int64_t source, std::int64_t target) {
            if (step == 1)
                std::memcpy(to + target, from + source,
                            static_cast<std::size_t>(columns) * sizeof(T));
            else
                transposeSquares(from + source, to + target, rows, columns, step,
                                 dense == last ? columns : walk.to[dense]);
        });
    });
}

} // namespace

void copyStrided(DataType type, const std::byte* from, const Dims& fromStrides, std::byte* to,
                 const Dims& toStrides, const Dims& dims) {
    const Walk walk = walkOver(dims, fromStrides, toStrides);
    forElementSize(type, [&]<class T>() {
        copyWalk(reinterpret_cast<const T*>(from), reinterpret_cast<T*>(to), walk);
    });
}

RuntimeValue inOrderOf(const RuntimeValue& value, const Dims& strides) {
    RuntimeValue made = RuntimeValue::allocate(value.type, value.dims);
    copyStrided(value.type, value.data,
                value.strides.empty() ? denseStrides(value.dims) : value.strides, made.data,
                strides, value.dims);
    made.strides = isRowMajor(value.dims, strides) ? Dims() : strides;
    return made;
}

RuntimeValue rowMajor(const RuntimeValue& value) {
    return value.strides.empty() ? value : inOrderOf(value, denseStrides(value.dims));
}

void transposeKernel(KernelContext& context) {
    const RuntimeValue x = context.input(0);
    const std::size_t rank = x.dims.size();
    Dims order = context.node().intsAttribute("perm");
    if (!context.node().attribute("perm"))
        for (std::size_t i = rank; i-- > 0;)
            order.push_back(static_cast<std::int64_t>(i));
    require(order.size() == rank, "perm has another rank than the input");
    std::vector<bool> seen(rank);
    RuntimeValue view = x;
    view.strides.resize(rank);
    const Dims own = x.strides.empty() ? denseStrides(x.dims) : x.strides;
    for (std::size_t i = 0; i < rank; ++i) {
        const std::size_t from = normalizeAxis(order[i], rank);
        require(!seen[from], "perm names an axis twice");
        seen[from] = true;
        view.dims[i] = x.dims[from];
        view.strides[i] = own[from];
    }
    const bool dense = isRowMajor(view.dims, view.strides);
    if (dense || context.mayStride()) {
        if (dense)
            view.strides.clear();
        context.forward(0, view, view.dims);
        return;
    }
    RuntimeValue& y = context.output(0, x.type, view.dims);
    copyStrided(x.type, x.data, view.strides, y.data, denseStrides(view.dims), view.dims);
}

} // namespace partita::cpu
