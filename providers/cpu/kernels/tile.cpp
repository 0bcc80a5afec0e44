#include <algorithm>

#include "providers/cpu/kernels/axis_maps.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/wrapping.h"

namespace partita::cpu {

namespace {

/// A matrix, and how often it stands below and beside itself.
struct TiledMatrix {
    std::int64_t rows, columns, below, beside;
};

/// Tiles `count` matrices that lie one behind the other.
template <class T>
void tileMatrices(const T* x, T* y, std::int64_t count, const TiledMatrix& matrix) {
    const std::int64_t wide = matrix.columns * matrix.beside, once = matrix.rows * wide,
                       size = once * matrix.below;
    parallelFor(count, 1 + kElementGrain / size, [&](std::int64_t begin, std::int64_t end) {
        onWidestCpu([&](auto bytes) PARTITA_INLINE {
            for (std::int64_t i = begin; i < end; ++i) {
                const T* from = x + i * matrix.rows * matrix.columns;
                T* first = y + i * size;
                for (T* to = first; to < first + once; from += matrix.columns)
                    for (std::int64_t n = 0; n < matrix.beside; ++n, to += matrix.columns)
                        copyShortRow<decltype(bytes)::value>(from, to, matrix.columns);
                for (std::int64_t n = 1; n < matrix.below; ++n)
                    std::copy_n(first, once, first + n * once);
            }
        });
    });
}

} // namespace

/// Repeats a tensor along each axis.
///
/// Inputs:   input of any type [D1, …, Dn]; repeats int64 [n] (before version 6: tiles and axis)
/// Outputs:  output [D1 · repeats1, …, Dn · repeatsn]
/// Method:   many small matrices row by row, in vectors, on several threads; else one strided copy
///           (`copyStrided`) with two axes for each of the input, the first of stride 0
/// Fails:    when a repeat is negative or repeats is not of n numbers
/// Source:   ONNX Tile-13
void tileKernel(KernelContext& context) {
    const RuntimeValue x = context.input(0);
    Dims repeats;
    if (context.version() >= 6) {
        repeats = context.ints(1);
    } else { // scalars tiles and axis, of the type of the input
        repeats.assign(x.dims.size(), 1);
        repeats[normalizeAxis(numberAs<std::int64_t>(numberOf(context, 2)), x.dims.size())] =
            sizeOf(numberOf(context, 1));
    }
    require(repeats.size() == x.dims.size(),
            "repeats must have one number for each axis of the input");
    Dims dims, split, strides;
    const Dims dense = denseStrides(x.dims);
    for (std::size_t i = 0; i < repeats.size(); ++i) {
        require(repeats[i] >= 0, "a number in repeats is negative");
        dims.push_back(times(x.dims[i], repeats[i]));
        split.insert(split.end(), {repeats[i], x.dims[i]});
        strides.insert(strides.end(), {0, dense[i]});
    }
    RuntimeValue& y = context.output(0, x.type, dims);
    const std::size_t rank = dims.size(), first = rank - std::min<std::size_t>(rank, 2);
    const std::int64_t outer = product(dims, 0, first);
    constexpr std::int64_t kFew = 8, kSmall = 65536; // matrices to be shared; elements in the cache
    if (rank > 0 && y.count() > 0 && outer >= kFew && product(dims, first) <= kSmall &&
        elementBytes(x) <= sizeof(std::uint64_t) &&
        std::all_of(repeats.begin(), repeats.begin() + static_cast<std::ptrdiff_t>(first),
                    [](std::int64_t times) { return times == 1; }))
        return forElementSize(x.type, [&]<class T>() {
            tileMatrices(x.as<T>(), y.as<T>(), outer,
                         {rank > 1 ? x.dims[rank - 2] : 1, x.dims[rank - 1],
                          rank > 1 ? repeats[rank - 2] : 1, repeats[rank - 1]});
        });
    copyStrided(x.type, x.data, strides, y.data, denseStrides(split), split);
}

} // namespace partita::cpu
