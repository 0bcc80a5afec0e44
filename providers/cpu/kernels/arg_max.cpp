// ArgMax and ArgMin.

#include <algorithm>
#include <array>
#include <cstdint>

#include "providers/cpu/kernels/broadcast.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/vector_reductions.h"

namespace partita::cpu {

namespace {

/// The index of the largest or smallest element of a row, the first or the last of equal ones.
template <class T>
std::int64_t placeInRow(const T* row, std::int64_t count, bool largest, bool last) {
    std::int64_t found = 0;
    onBestCpu([&]() PARTITA_INLINE { found = placeOfExtremum(row, count, largest); });
    if (last)
        for (std::int64_t i = count - 1; i > found; --i)
            if (row[i] == row[found])
                return i;
    return found;
}

void argReduce(KernelContext& context, bool largest) {
    const RuntimeValue x = context.input(0);
    const std::size_t axis = normalizeAxis(context.node().intAttribute("axis", 0), x.dims.size());
    const bool last = context.node().intAttribute("select_last_index", 0) != 0;
    const bool keep = context.node().intAttribute("keepdims", 1) == 1;
    const std::int64_t outer = product(x.dims, 0, axis), inner = product(x.dims, axis + 1),
                       size = x.dims[axis];
    require(size > 0, "an empty axis has no largest element");
    require(size <= std::numeric_limits<std::int32_t>::max() || inner == 1, "the axis is too long");
    Dims dims = x.dims;
    if (keep)
        dims[axis] = 1;
    else
        dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(axis));
    RuntimeValue& out = context.output(0, DataType::int64, dims);
    if (out.count() == 0)
        return;
    if (inner == 1)
        return forNumericType(x.type, [&]<class T>() {
            parallelFor(outer, 1 + 32768 / size, [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t row = begin; row < end; ++row)
                    out.as<std::int64_t>()[row] =
                        placeInRow(x.as<T>() + row * size, size, largest, last);
            });
        });
    // 256 columns at a time: their rows along the axis are read one after the other.
    constexpr std::int64_t kPlaces = 256;
    const std::int64_t pieces = (inner + kPlaces - 1) / kPlaces;
    forNumericType(x.type, [&]<class T>() {
        const auto work = [&](std::int64_t piece) PARTITA_INLINE {
            std::array<T, kPlaces> best;             // NOLINT: filled below
            std::array<std::int32_t, kPlaces> where; // NOLINT: filled below
            const std::int64_t first = piece % pieces * kPlaces,
                               count = std::min(kPlaces, inner - first);
            const T* from = x.as<T>() + piece / pieces * size * inner + first;
            auto* to = out.as<std::int64_t>() + piece / pieces * inner + first;
            std::copy_n(from, count, best.begin());
            std::fill_n(where.begin(), count, 0);
            const auto sweep = [&](auto isBetter) PARTITA_INLINE {
                for (std::int32_t n = 1; n < size; ++n) {
                    const T* row = from + n * inner;
                    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
                        const bool better = isBetter(row[i], best[i]);
                        where[i] = better ? n : where[i];
                        best[i] = better ? row[i] : best[i];
                    }
                }
            };
            if (last)
                largest ? sweep([](T now, T then) { return now >= then; })
                        : sweep([](T now, T then) { return now <= then; });
            else
                largest ? sweep([](T now, T then) { return now > then; })
                        : sweep([](T now, T then) { return now < then; });
            std::copy_n(where.begin(), count, to);
        };
        parallelFor(outer * pieces, 1 + 32768 / (1 + size * std::min(kPlaces, inner)),
                    [&](std::int64_t begin, std::int64_t end) {
                        onBestCpu([&]() PARTITA_INLINE {
                            for (std::int64_t piece = begin; piece < end; ++piece)
                                work(piece);
                        });
                    });
    });
}

} // namespace

/// Finds where the largest element of an axis is, the first or the last of equal ones.
///
/// Inputs:   data of numbers [D1, …, Dn]
/// Outputs:  reduced int64, with 1 for the axis or without it
/// Method:   along the last axis a vector loop for the extremum, then a search for it; along other
///           axes 256 columns at a time. A NaN counts only where it comes first.
/// Source:   ONNX ArgMax-13
void argMaxKernel(KernelContext& c) { argReduce(c, true); }

/// Finds where the smallest element of an axis is, the first or the last of equal ones.
///
/// Inputs:   data of numbers [D1, …, Dn]
/// Outputs:  reduced int64, with 1 for the axis or without it
/// Method:   along the last axis a vector loop for the extremum, then a search for it; along other
///           axes 256 columns at a time. A NaN counts only where it comes first.
/// Source:   ONNX ArgMin-13
void argMinKernel(KernelContext& c) { argReduce(c, false); }

} // namespace partita::cpu
