// MaxPool with Indices, and of the types that oneDNN does not have.

#include <algorithm>
#include <limits>
#include <vector>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/window_rows.h"
#include "providers/cpu/loops/cpu_dispatch.h"

namespace partita::cpu {

namespace {

/// The place of an element in the order in which the first axis is the fastest.
std::int64_t turned(std::int64_t place, const Dims& spatial, const Dims& strides) {
    std::int64_t result = 0, step = 1;
    for (std::size_t axis = 0; axis < spatial.size(); ++axis) {
        result += place / strides[axis] * step;
        place %= strides[axis];
        step *= spatial[axis];
    }
    return result;
}

/// The largest elements so far of the windows of one output row, and where they are in their plane; -1: the
/// window has had none.
template <class T> struct LargestOfRow {
    using Stored =
        std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>; // no vector of bool
    std::vector<Stored> best;
    std::vector<std::int32_t> place;

    void start(std::int64_t columns) {
        best.assign(static_cast<std::size_t>(columns), Stored{});
        place.assign(static_cast<std::size_t>(columns), -1);
    }
};

/// Takes one cell of the windows: `count` elements `step` apart, the first of them at `place`. The first NaN is
/// the largest.
template <class T, class Step, class Stored>
PARTITA_INLINE inline void takeCell(const T* from, Step step, std::int32_t place, Stored* best,
                                    std::int32_t* places, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i) {
        const T value = from[i * step];
        const auto most = static_cast<T>(best[i]);
        const bool take = (places[i] < 0) | (value > most) | ((value != value) & (most == most));
        best[i] = take ? value : most;
        places[i] = take ? place + i * step : places[i];
    }
}

/// What MaxPool does: planes of x are pooled into y and, where they are wanted, `indices`.
template <class T> struct MaxPoolOfPlanes {
    const PoolGeometry& g;
    const T* x;
    T* y;
    std::int64_t* indices;
    bool columnMajor;

    /// Whether `poolRows` takes the window: places in a plane fit into 32 bits, and so few cells that it
    /// does not matter that some of them meet no element.
    [[nodiscard]] bool takesRows() const {
        constexpr std::int64_t kMostCells = 64;
        return g.inSize <= std::numeric_limits<std::int32_t>::max() &&
               g.window.strides.back() <= g.spatial.back() && g.window.kernel.back() <= kMostCells;
    }
    /// One plane: each cell of the windows of an output row in vectors.
    void poolRows(std::int64_t plane) const {
        const std::size_t last = g.out.size() - 1;
        const std::int64_t columns = g.out[last];
        const T* from = x + plane * g.inSize;
        WindowRows rows(g.window, g.spatial);
        LargestOfRow<T> largest;
        Dims at(g.out.size(), 0);
        for (std::int64_t to = 0; to < g.outSize; to += columns) {
            rows.moveTo(at);
            largest.start(columns);
            rows.forEach([&](std::int64_t row) { takeRow(from, row, largest); });
            for (std::int64_t i = 0; i < columns; ++i)
                put(plane, to + i, largest.place[static_cast<std::size_t>(i)],
                    static_cast<T>(largest.best[static_cast<std::size_t>(i)]));
            for (std::size_t i = last; i-- > 0;) {
                if (++at[i] < g.out[i])
                    break;
                at[i] = 0;
            }
        }
    }
    /// One plane: window after window.
    void poolWindows(std::int64_t plane) const {
        const T* in = x + plane * g.inSize;
        T best{};
        std::int64_t where = -1;
        slide(
            g.window, g.spatial, g.out,
            [&](std::int64_t, std::int64_t from) {
                const T value = in[from];
                if (where < 0 || value > best || (value != value && best == best)) {
                    best = value;
                    where = from;
                }
            },
            [&](std::int64_t to, std::int64_t) {
                put(plane, to, where, best);
                where = -1;
            });
    }

private:
    /// Takes all cells of one row of the windows, which begins at `row` of the plane.
    void takeRow(const T* plane, std::int64_t row, LargestOfRow<T>& largest) const {
        const std::size_t axis = g.out.size() - 1;
        const std::int64_t step = g.window.strides[axis], size = g.spatial[axis];
        onWidestCpu([&](auto) PARTITA_INLINE {
            for (std::int64_t cell = 0; cell < g.window.kernel[axis]; ++cell) {
                const std::int64_t offset =
                    cell * g.window.dilations[axis] - g.window.padBegin[axis];
                // The windows for which the cell lies in the row.
                const std::int64_t first = offset < 0 ? (step - 1 - offset) / step : 0,
                                   end = offset < size ? (size - 1 - offset) / step + 1 : 0,
                                   count = std::min(end, g.out[axis]) - first;
                if (count <= 0)
                    continue;
                const std::int64_t place = row + first * step + offset;
                auto* best = largest.best.data() + first;
                std::int32_t* places = largest.place.data() + first;
                const auto take = [&](auto by) PARTITA_INLINE {
                    takeCell(plane + place, by, static_cast<std::int32_t>(place), best, places,
                             static_cast<std::int32_t>(count));
                };
                if (step == 1)
                    take(std::integral_constant<std::int32_t, 1>());
                else if (step == 2)
                    take(std::integral_constant<std::int32_t, 2>());
                else
                    take(static_cast<std::int32_t>(step));
            }
        });
    }
    void put(std::int64_t plane, std::int64_t to, std::int64_t where, T best) const {
        // The result of a window that lies in the padding alone.
        constexpr T kOfNothing = std::numeric_limits<T>::has_infinity
                                     ? -std::numeric_limits<T>::infinity()
                                     : std::numeric_limits<T>::lowest();
        y[plane * g.outSize + to] = where < 0 ? kOfNothing : best;
        if (!indices)
            return;
        std::int64_t place = std::max<std::int64_t>(where, 0);
        if (columnMajor) // the first spatial axis is the fastest
            place = turned(place, g.spatial, denseStrides(g.spatial));
        indices[plane * g.outSize + to] = place + plane * g.inSize;
    }
};

} // namespace

void maxPoolReference(KernelContext& context) {
    const RuntimeValue x = rowMajor(context.input(0));
    const PoolGeometry g = geometryOf(context);
    const bool columnMajor = context.node().intAttribute("storage_order", 0) != 0;
    RuntimeValue& y = context.output(0, x.type, g.outDims);
    std::int64_t* indices = context.wants(1)
                                ? context.output(1, DataType::int64, g.outDims).as<std::int64_t>()
                                : nullptr;
    forNumericType(x.type, [&]<class T>() {
        const MaxPoolOfPlanes<T> pool{g, x.as<T>(), y.as<T>(), indices, columnMajor};
        forPlanes(g, [&](std::int64_t plane) {
            pool.takesRows() ? pool.poolRows(plane) : pool.poolWindows(plane);
        });
    });
}

} // namespace partita::cpu
