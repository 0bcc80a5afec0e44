// GridSample: the elements of a tensor at the places of a grid.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/kernels/some_taps.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/loops/wrapping.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

enum class Padding { zeros, border, reflection };

/// Reflects a place into [low, high].
double reflected(double x, double low, double high) {
    const double range = high - low;
    if (range <= 0)
        return low;
    double folded = std::fmod(std::fabs(x - low), 2 * range);
    if (folded > range)
        folded = 2 * range - folded;
    return low + folded;
}

struct Sampler {
    Padding padding;
    bool alignCorners;

    /// Maps [-1, 1] to the coordinates of an axis, 0 to size - 1.
    [[nodiscard]] double place(double normalized, std::int64_t size) const {
        constexpr double kFar = 0x1p40; // beyond every image; kFar + 1 is still exact
        const auto length = static_cast<double>(size);
        return std::clamp(alignCorners ? (normalized + 1) / 2 * (length - 1)
                                       : ((normalized + 1) * length - 1) / 2,
                          -kFar, kFar);
    }
    /// The index of the element for place `i` after padding; -1: the padding's 0.
    [[nodiscard]] std::int64_t resolve(double i, std::int64_t size) const {
        if (padding == Padding::reflection) {
            const auto last = static_cast<double>(size - 1);
            i = alignCorners ? reflected(i, 0, last) : reflected(i, -0.5, last + 0.5);
            i = std::clamp(std::round(i), 0.0, last);
        }
        if (padding == Padding::border)
            i = std::clamp(i, 0.0, static_cast<double>(size - 1));
        if (!(i >= 0 && i < static_cast<double>(size)))
            return -1;
        return static_cast<std::int64_t>(i);
    }
};

/// Weights of the elements around a place, for one axis.
struct SampleTaps {
    std::int64_t index[4];
    double weight[4];
    int count;
};

double cubic(double distance) {
    constexpr double a = -0.75;
    const double d = std::fabs(distance);
    if (d <= 1)
        return ((a + 2) * d - (a + 3)) * d * d + 1;
    return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

enum class Mode { nearest, linear, cubic };

void findTaps(double at, std::int64_t size, Mode mode, const Sampler& sampler, SampleTaps& taps) {
    if (std::isnan(at) && size > 0) { // a NaN coordinate gives NaN
        taps = {{0}, {at}, 1};
        return;
    }
    if (mode == Mode::nearest) {
        taps = {{sampler.resolve(at, size)}, {1}, 1};
        return;
    }
    const double base = std::floor(at), rest = at - base;
    taps.count = mode == Mode::linear ? 2 : 4;
    for (int i = 0; i < taps.count; ++i) {
        const double offset = mode == Mode::linear ? i : i - 1;
        taps.index[i] = sampler.resolve(base + offset, size);
        taps.weight[i] = mode == Mode::linear ? (i == 0 ? 1 - rest : rest) : cubic(rest - offset);
    }
}

using FourNumbers = VectorOf<double, 4>;

/// The elements of a plane at four places.
template <class T>
PARTITA_INLINE inline FourNumbers fourElements(const T* plane, const std::int64_t* at) {
    if constexpr (std::is_same_v<T, float>) {
        const VectorOf<float, 4> some = {plane[at[0]], plane[at[1]], plane[at[2]], plane[at[3]]};
        return __builtin_convertvector(some, FourNumbers);
    } else {
        return FourNumbers{static_cast<double>(plane[at[0]]), static_cast<double>(plane[at[1]]),
                           static_cast<double>(plane[at[2]]), static_cast<double>(plane[at[3]])};
    }
}

/// The elements of a plane that some points of a grid read, with their weights: tap by tap, and for
/// each tap one number for each point.
class GridTaps {
public:
    static constexpr std::int64_t kMost = 128;

    GridTaps(std::size_t rank, Mode mode)
        : m_each(mode == Mode::nearest  ? 1
                 : mode == Mode::linear ? 2
                                        : 4),
          m_taps(1) {
        for (std::size_t axis = 0; axis < rank; ++axis)
            m_taps = times(m_taps, m_each);
        m_points = std::clamp<std::int64_t>(65536 / m_taps, 4, kMost);
        m_at.resize(static_cast<std::size_t>(times(m_taps, m_points)));
        m_weights.resize(m_at.size());
    }

    /// How many points it holds.
    [[nodiscard]] std::int64_t points() const { return m_points; }
    /// Combines the taps of all axes for a point; those outside have weight 0.
    void set(std::int64_t point, const std::vector<SampleTaps>& axes, const Dims& strides) {
        std::int64_t* at = m_at.data() + point;
        double* weights = m_weights.data() + point;
        at[0] = 0;
        weights[0] = 1;
        std::int64_t before = 1;
        for (std::size_t axis = 0; axis < axes.size(); ++axis, before *= m_each)
            for (std::int64_t k = before; k-- > 0;) { // the last first: it makes room for itself
                const std::int64_t start = at[k * m_points];
                const double weight = weights[k * m_points];
                for (std::int64_t i = m_each; i-- > 0;) {
                    const std::int64_t index = axes[axis].index[i],
                                       to = (k * m_each + i) * m_points;
                    const double part = axes[axis].weight[i];
                    const bool counts = index >= 0 && weight != 0 && part != 0; // NaN does
                    at[to] = counts ? start + index * strides[axis] : 0;
                    weights[to] = counts ? weight * part : 0;
                }
            }
    }

    /// The sums of `count` points on one plane. Elements of weight 0 are left out. Writes whole
    /// vectors of sums.
    template <class T>
    PARTITA_INLINE void sum(const T* plane, double* sums, std::int64_t count) const {
        for (std::int64_t first = 0; first < count; first += 4) {
            FourNumbers all{};
            for (std::int64_t tap = 0; tap < m_taps; ++tap) {
                const std::int64_t* at = m_at.data() + tap * m_points + first;
                const auto weights = vectorAt<double>(m_weights.data() + tap * m_points + first);
                const FourNumbers product = weights * fourElements(plane, at);
                all += weights != 0.0 ? product : FourNumbers{};
            }
            std::memcpy(sums + first, &all, sizeof all);
        }
    }
    /// The sums of a point for all channels, where those of each place lie together.
    template <class T>
    PARTITA_INLINE void sumChannels(const T* places, std::int64_t channels, std::int64_t point,
                                    double* sums) const {
        SomeTaps<T, double> some(sums, channels);
        for (std::int64_t tap = 0; tap < m_taps; ++tap) {
            const auto i = static_cast<std::size_t>(tap * m_points + point);
            if (m_weights[i] != 0)
                some.take(places + m_at[i] * channels, m_weights[i]);
        }
        some.finish();
    }
    /// How many elements a point reads.
    [[nodiscard]] std::int64_t taps() const { return m_taps; }
    /// The element of a point that reads only one, 0 where that lies outside.
    template <class T> [[nodiscard]] T only(const T* plane, std::int64_t point) const {
        const auto i = static_cast<std::size_t>(point);
        return m_weights[i] != 0 ? plane[m_at[i]] : T{};
    }

private:
    std::int64_t m_each, m_taps; ///< of one axis; of all axes together
    std::int64_t m_points = 0;
    std::vector<std::int64_t> m_at;
    std::vector<double> m_weights;
};

/// What one GridSample does.
struct GridPlan {
    const RuntimeValue& grid;
    Mode mode;
    Sampler sampler;
    Dims spatial, strides; ///< of one channel of the input
    std::int64_t points, size, channels;

    /// The taps of each axis for the point whose place begins at element `at` of the grid.
    void tapsOf(std::int64_t at, std::vector<SampleTaps>& taps) const {
        const std::size_t rank = spatial.size();
        for (std::size_t axis = 0; axis < rank; ++axis) {
            const std::int64_t number = at + static_cast<std::int64_t>(rank - 1 - axis);
            double place = sampler.place(grid.type == DataType::float32
                                             ? static_cast<double>(grid.as<float>()[number])
                                             : readNumber(grid, number),
                                         spatial[axis]);
            if (mode == Mode::nearest) // before the padding: a tie may lie outside
                place = std::nearbyint(place);
            const auto last = static_cast<double>(spatial[axis] - 1);
            // Cubic weights depend on the place outside; only the elements are clamped.
            if (sampler.padding == Padding::border && mode != Mode::cubic)
                place = std::clamp(place, 0.0, last);
            if (sampler.padding == Padding::reflection)
                place = sampler.alignCorners ? reflected(place, 0, last)
                                             : reflected(place, -0.5, last + 0.5);
            findTaps(place, spatial[axis], mode, sampler, taps[axis]);
        }
    }
    /// Finds the elements for points [first, first + count) of image `n`.
    void find(std::int64_t n, std::int64_t first, std::int64_t count, GridTaps& taps,
              std::vector<SampleTaps>& axes) const {
        for (std::int64_t i = 0; i < count; ++i) {
            tapsOf((n * points + first + i) * static_cast<std::int64_t>(spatial.size()), axes);
            taps.set(i, axes, strides);
        }
    }
};

/// Samples each channel by itself: `nearest`, or few channels or points.
template <class T>
void sampleByPlanes(const GridPlan& plan, const RuntimeValue& x, RuntimeValue& y) {
    const std::size_t rank = plan.spatial.size();
    const std::int64_t some = GridTaps(rank, plan.mode).points(),
                       pieces = (plan.points + some - 1) / some; // of the points of one image
    const auto work = [&](std::int64_t begin, std::int64_t end) {
        std::vector<SampleTaps> axes(rank);
        GridTaps taps(rank, plan.mode);
        std::array<double, GridTaps::kMost> sums; // NOLINT: filled below
        for (std::int64_t piece = begin; piece < end; ++piece) {
            const std::int64_t n = piece / pieces, first = piece % pieces * some,
                               count = std::min(some, plan.points - first);
            plan.find(n, first, count, taps, axes);
            for (std::int64_t c = n * plan.channels; c < (n + 1) * plan.channels; ++c) {
                const T* plane = x.as<T>() + c * plan.size;
                T* to = y.as<T>() + c * plan.points + first;
                if (plan.mode == Mode::nearest) { // moves elements without arithmetic
                    for (std::int64_t i = 0; i < count; ++i)
                        to[i] = taps.only(plane, i);
                    continue;
                }
                onBestCpu([&]() PARTITA_INLINE { taps.sum(plane, sums.data(), count); });
                std::transform(sums.begin(), sums.begin() + count, to,
                               [](double sum) { return numberAs<T>(sum); });
            }
        }
    };
    parallelFor(x.dims[0] * pieces, 1 + 16 / std::max<std::int64_t>(1, plan.channels), work);
}

/// Samples all channels of a place at once, from a copy of each image with its channels last.
template <class T>
void sampleByPlaces(const GridPlan& plan, const RuntimeValue& x, RuntimeValue& y) {
    const std::size_t rank = plan.spatial.size();
    const std::int64_t some = GridTaps(rank, plan.mode).points(),
                       pieces = (plan.points + some - 1) / some, channels = plan.channels;
    const RuntimeValue places = RuntimeValue::allocate(x.type, {plan.size, channels});
    const auto addressOf = [](const T* at) { return reinterpret_cast<const std::byte*>(at); };
    for (std::int64_t n = 0; n < x.dims[0]; ++n) {
        copyStrided(x.type, addressOf(x.as<T>() + n * channels * plan.size), {1, plan.size},
                    places.data, {channels, 1}, {plan.size, channels});
        parallelFor(pieces, 1, [&](std::int64_t begin, std::int64_t end) {
            std::vector<SampleTaps> axes(rank);
            GridTaps taps(rank, plan.mode);
            const auto made = std::make_unique<T[]>(static_cast<std::size_t>(some * channels));
            std::vector<double> sums(static_cast<std::size_t>(channels));
            for (std::int64_t piece = begin; piece < end; ++piece) {
                const std::int64_t first = piece * some,
                                   count = std::min(some, plan.points - first);
                plan.find(n, first, count, taps, axes);
                onBestCpu([&]() PARTITA_INLINE {
                    for (std::int64_t i = 0; i < count; ++i) {
                        taps.sumChannels(places.as<T>(), channels, i, sums.data());
                        T* to = made.get() + i * channels;
                        for (std::int64_t c = 0; c < channels; ++c)
                            to[c] = numberAs<T>(sums[static_cast<std::size_t>(c)]);
                    }
                });
                T* to = y.as<T>() + n * channels * plan.points + first;
                copyStrided(x.type, addressOf(made.get()), {1, channels},
                            reinterpret_cast<std::byte*>(to), {plan.points, 1}, {channels, count});
            }
        });
    }
}

} // namespace

/// Reads a tensor at the places of a grid.
///
/// Inputs:   X numbers or boolean [N, C, D1, …, Dn]; grid of floats [N, O1, …, On, n], the last
///           spatial axis (x) first
/// Outputs:  Y [N, C, O1, …, On]
/// Method:   the weighted elements around a place are found once for all channels and summed in
///           double: many channels together, from a copy with the channels last, or of few channels four
///           places at a time; `nearest` moves whole elements. Pieces of the grid run on several
///           threads.
/// Source:   ONNX GridSample-22; Jaderberg et al., "Spatial transformer networks", 2015
void gridSampleKernel(KernelContext& context) {
    const RuntimeValue &x = context.input(0), &grid = context.input(1);
    const std::size_t rank = x.dims.size() < 3 ? 0 : x.dims.size() - 2;
    require(rank > 0 && grid.dims.size() == rank + 2 && grid.dims[0] == x.dims[0] &&
                grid.dims.back() == static_cast<std::int64_t>(rank),
            "the grid does not fit the input");
    const auto name = context.node().stringAttribute("mode", "linear");
    const Mode mode = name == "nearest"                      ? Mode::nearest
                      : name == "cubic" || name == "bicubic" ? Mode::cubic
                                                             : Mode::linear;
    const auto padding = context.node().stringAttribute("padding_mode", "zeros");
    const Sampler sampler{padding == "border"       ? Padding::border
                          : padding == "reflection" ? Padding::reflection
                                                    : Padding::zeros,
                          context.node().intAttribute("align_corners", 0) != 0};
    const Dims spatial(x.dims.begin() + 2, x.dims.end());
    Dims dims = {x.dims[0], x.dims[1]};
    dims.insert(dims.end(), grid.dims.begin() + 1, grid.dims.end() - 1);
    RuntimeValue& y = context.output(0, x.type, dims);
    if (y.count() == 0)
        return;
    for (const std::int64_t each : spatial)
        require(each > 0, "the input is empty");
    const GridPlan plan{
        grid,     mode, sampler, spatial, denseStrides(spatial), product(dims, 2), product(spatial),
        x.dims[1]};
    constexpr std::int64_t kMany = 16; // channels for which a copy of the image pays
    const bool byPlaces = mode != Mode::nearest && plan.channels >= kMany &&
                          times(plan.points, GridTaps(rank, mode).taps()) >= plan.size;
    forNumericType(x.type, [&]<class T>() {
        if (byPlaces)
            sampleByPlaces<T>(plan, x, y);
        else
            sampleByPlanes<T>(plan, x, y);
    });
}

} // namespace partita::cpu
