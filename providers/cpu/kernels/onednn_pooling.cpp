#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <span>

#include "providers/cpu/kernels/integer_product.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/kernels/plane_pool.h"
#include "providers/cpu/kernels/prepared_by_shape.h"
#include "providers/cpu/kernels/window.h"
#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/loops/wrapping.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

using dnnl::algorithm;

enum class Pooling { max, average };

/// The largest element of each window of one row.
PARTITA_FOR_EACH_CPU
void maxPoolRow(const float* from, std::int64_t size, const Window& window, float* to,
                std::int64_t count) {
    const std::int64_t kernel = window.kernel[0], stride = window.strides[0],
                       step = window.dilations[0], pad = window.padBegin[0];
    std::fill_n(to, count, -std::numeric_limits<float>::infinity());
    for (std::int64_t k = 0; k < kernel; ++k) {
        // The windows whose element k lies inside the input: 0 <= i · stride + offset < size.
        const std::int64_t offset = k * step - pad;
        const std::int64_t first = offset < 0 ? (-offset + stride - 1) / stride : 0;
        const std::int64_t last =
            std::min(count, offset < size ? (size - 1 - offset) / stride + 1 : 0);
        const float* element = from + offset;
        if (stride == 1)
            for (std::int64_t i = first; i < last; ++i)
                to[i] = mostOf(to[i], element[i]);
        else if (stride == 2)
            for (std::int64_t i = first; i < last; ++i)
                to[i] = mostOf(to[i], element[i * 2]);
        else
            for (std::int64_t i = first; i < last; ++i)
                to[i] = mostOf(to[i], element[i * stride]);
    }
}

/// What oneDNN does not handle, as bits. Its maximum starts with the lowest finite float, which
/// stays in a window that holds only -inf, and drops NaN; its sums may overflow where the average
/// does not.
constexpr unsigned kNotAboveLowest = 1, kNaN = 2, kNotFinite = 4;

/// Which of these values there are.
PARTITA_FOR_EACH_CPU
unsigned oddNumbersIn(const float* values, std::int64_t count) {
    unsigned found = 0;
    for (std::int64_t i = 0; i < count; ++i)
        found |= (values[i] > std::numeric_limits<float>::lowest() ? 0U : kNotAboveLowest) |
                 (values[i] != values[i] ? kNaN : 0U) |
                 (values[i] - values[i] != 0 ? kNotFinite : 0U);
    return found;
}
unsigned oddNumbers(const float* values, std::int64_t count) {
    std::atomic<unsigned> found = 0;
    parallelFor(count, 65536, [&](std::int64_t begin, std::int64_t end) {
        if (const unsigned some = oddNumbersIn(values + begin, end - begin))
            found |= some;
    });
    return found;
}

/// Whether a window lies in the padding alone: along one axis all of its elements do.
bool isPaddingAnywhere(const Window& window, const Dims& spatial, const Dims& out) {
    for (std::size_t axis = 0; axis < spatial.size(); ++axis)
        for (std::int64_t at = 0; at < out[axis]; ++at) {
            const std::int64_t place = window.placeOf(axis, at),
                               first = window.firstCell(axis, place);
            if (first >= window.kernel[axis] ||
                place + first * window.dilations[axis] >= spatial[axis])
                return true;
        }
    return false;
}

/// Pools one or two spatial axes of a dense tensor, for which oneDNN has no fast kernel. False where
/// there are no vector loops either, or where they do not hold the sums.
bool poolDense(KernelContext& context, const RuntimeValue& x, Pooling kind) {
    const Node& node = context.node();
    const bool isMax = kind == Pooling::max,
               counts = node.intAttribute("count_include_pad", 0) != 0;
    const Dims spatial(x.dims.begin() + 2, x.dims.end());
    const Window window = poolWindowOf(node, spatial);
    const Dims out = window.outDims(spatial, node.intAttribute("ceil_mode", 0) != 0);
    if (spatial.size() == 2 ? !PlanePool::takes(window, spatial, out) : !isMax)
        return false;
    if (!isMax && !counts && isPaddingAnywhere(window, spatial, out))
        return false;
    Dims dims = {x.dims[0], x.dims[1]};
    dims.insert(dims.end(), out.begin(), out.end());
    RuntimeValue& y = context.output(0, x.type, dims);
    std::atomic<bool> done = true;
    parallelFor(x.dims[0] * x.dims[1], 1 + 16384 / std::max<std::int64_t>(1, product(out)),
                [&](std::int64_t begin, std::int64_t end) {
                    if (spatial.size() == 2) {
                        const PlanePool pool(window, spatial, out, counts);
                        if (isMax)
                            pool.largest(x.as<float>(), y.as<float>(), begin, end);
                        else if (!pool.average(x.as<float>(), y.as<float>(), begin, end))
                            done = false;
                        return;
                    }
                    for (std::int64_t row = begin; row < end; ++row)
                        maxPoolRow(x.as<float>() + row * spatial[0], spatial[0], window,
                                   y.as<float>() + row * out[0], out[0]);
                });
    return done;
}

/// Max or average pooling; one primitive is created for each shape and memory order.
class PoolKernel : public Kernel {
public:
    explicit PoolKernel(Pooling kind) : m_kind(kind) {}

    void run(KernelContext& context) override {
        const RuntimeValue& x = context.input(0);
        // oneDNN has no indices and no other types, and cannot average a last window that reaches
        // past the padding over the cells inside the padding alone.
        const Node& node = context.node();
        const bool partial = m_kind == Pooling::average && node.intAttribute("ceil_mode", 0) != 0 &&
                             node.intAttribute("count_include_pad", 0) != 0;
        const bool bytes = m_kind == Pooling::max && x.dims.size() >= 3 &&
                           (x.type == DataType::uint8 || x.type == DataType::int8);
        if (partial || context.wants(1) || x.dims.size() > 5 || x.count() == 0 ||
            (x.type != DataType::float32 && !bytes))
            return m_kind == Pooling::max ? maxPoolReference(context)
                                          : averagePoolReference(context);
        require(x.dims.size() >= 3, "the input must have spatial dimensions");
        if (bytes)
            return poolBytes(context, x);
        if (x.dims.size() <= 4 && x.strides.empty() && poolDense(context, x, m_kind))
            return;
        Prepared& pool = preparedFor(node, x);
        if (m_kind == Pooling::average && pool.padding)
            return averagePoolReference(context);
        const unsigned odd = m_kind == Pooling::max ? oddNumbers(x.as<float>(), x.count()) : 0U;
        if (odd & kNaN)
            return maxPoolReference(context);
        const bool mayStayLowest = (odd & kNotAboveLowest) || pool.padding;
        RuntimeValue& y = context.output(0, x.type, pool.outDims);
        if (!x.strides.empty() && !isRowMajor(pool.outDims, pool.outStrides))
            y.strides = pool.outStrides;
        pool.primitive.run(x.data, y.data);
        if (m_kind == Pooling::average && oddNumbers(y.as<float>(), y.count()) & kNotFinite)
            averagePoolReference(context); // its sums are doubles
        if (mayStayLowest && oddNumbers(y.as<float>(), y.count()) & kNotAboveLowest)
            maxPoolReference(context);
    }

private:
    struct Prepared {
        Primitive primitive; ///< none where an average has nothing to divide by
        Dims outDims, outStrides;
        bool padding =
            false; ///< there is a window of padding alone, which does not count, or may be
    };

    Prepared& preparedFor(const Node& node, const RuntimeValue& x) {
        return m_prepared.of(std::pair(x.dims, x.strides), [&] { return prepare(node, x); });
    }

    /// Pools bytes in channels-last order, in which oneDNN is fast, and reorders before and after
    /// where needed.
    void poolBytes(KernelContext& context, const RuntimeValue& x) {
        RuntimeValue pixels = x;
        pixels.strides = channelsLastStrides(x.dims);
        if (!liesAs(x, pixels.strides)) {
            pixels.data = static_cast<std::byte*>(scratchBytes(x.byteSize(), 0));
            copyStrided(x.type, x.data, x.strides.empty() ? denseStrides(x.dims) : x.strides,
                        pixels.data, pixels.strides, x.dims);
        }
        Prepared& pool = preparedFor(context.node(), pixels);
        RuntimeValue& y = context.output(0, x.type, pool.outDims);
        auto* target =
            context.mayStride() ? y.data : static_cast<std::byte*>(scratchBytes(y.byteSize(), 1));
        pool.primitive.run(pixels.data, target);
        if (context.mayStride())
            y.strides = pool.outStrides;
        else
            copyStrided(x.type, target, pool.outStrides, y.data, denseStrides(pool.outDims),
                        pool.outDims);
    }

    [[nodiscard]] Prepared prepare(const Node& node, const RuntimeValue& x) const {
        const Dims spatial(x.dims.begin() + 2, x.dims.end());
        Window window = poolWindowOf(node, spatial);
        const Dims out = window.outDims(spatial, node.intAttribute("ceil_mode", 0) != 0);
        const bool counts =
            m_kind == Pooling::average && node.intAttribute("count_include_pad", 0) != 0;
        Prepared made;
        made.padding =
            !counts && x.type == DataType::float32 && isPaddingAnywhere(window, spatial, out);
        made.outDims = {x.dims[0], x.dims[1]};
        Dims dilations = window.dilations;
        for (std::size_t i = 0; i < spatial.size(); ++i) {
            // oneDNN takes no average of cells that lie further apart than the input is large.
            made.padding |= m_kind == Pooling::average && dilations[i] > spatial[i];
            made.outDims.push_back(out[i]);
            --dilations[i];
            // With ceil_mode the last window reaches past the end; oneDNN takes that as padding.
            window.padEnd[i] =
                std::max<std::int64_t>(0, (out[i] - 1) * window.strides[i] + window.span(i) -
                                              spatial[i] - window.padBegin[i]);
        }
        made.outStrides =
            x.strides.empty() ? denseStrides(made.outDims) : stridesLike(x.strides, made.outDims);
        if (m_kind == Pooling::average && made.padding)
            return made;
        const algorithm how = m_kind == Pooling::max ? algorithm::pooling_max
                              : counts               ? algorithm::pooling_avg_include_padding
                                                     : algorithm::pooling_avg_exclude_padding;
        const auto type =
            x.type == DataType::float32 ? dnnl::memory::data_type::f32 : byteType(x.type);
        const TensorDesc source = stridedDesc(
                             x.dims, x.strides.empty() ? denseStrides(x.dims) : x.strides, type),
                         target = stridedDesc(made.outDims, made.outStrides, type);
        made.primitive = Primitive(dnnl::pooling_forward::primitive_desc(
            OneDnn::instance().engine, dnnl::prop_kind::forward_inference, how, source, target,
            window.strides.toVector(), window.kernel.toVector(), dilations.toVector(),
            window.padBegin.toVector(), window.padEnd.toVector(), plainAttributes()));
        return made;
    }

    Pooling m_kind;
    PreparedByShape<std::pair<Dims, Dims>, Prepared> m_prepared;
};

/// Reduces all spatial elements of each channel to one number by `reduceRow(elements, count)`, which
/// is called within onBestCpu.
template <class F> void globalPool(KernelContext& context, F&& reduceRow) {
    const RuntimeValue x = rowMajor(context.input(0));
    require(x.dims.size() >= 3, "the input must have spatial dimensions");
    Dims dims = x.dims;
    std::fill(dims.begin() + 2, dims.end(), 1);
    const std::int64_t rows = times(x.dims[0], x.dims[1]), row = product(x.dims, 2);
    RuntimeValue& y = context.output(0, x.type, dims);
    if (rows == 0)
        return;
    require(row > 0, "the spatial dimensions are empty");
    parallelFor(rows, std::max<std::int64_t>(1, 32768 / row),
                [&](std::int64_t begin, std::int64_t end) {
                    onBestCpu([&]() PARTITA_INLINE {
                        for (std::int64_t i = begin; i < end; ++i)
                            y.as<float>()[i] = reduceRow(x.as<float>() + i * row, row);
                    });
                });
}

/// Adds pixels [begin, end) of `channels` numbers each to `sums`: 64 pixels at a time in float,
/// their sums in double.
PARTITA_FOR_EACH_CPU
void sumPixels(const float* from, std::int64_t channels, std::int64_t begin, std::int64_t end,
               double* sums) {
    constexpr std::int64_t kChannels = 256, kPixels = 64;
    std::array<float, kChannels> some; // NOLINT: filled below
    for (std::int64_t first = 0; first < channels; first += kChannels) {
        const std::int64_t count = std::min(kChannels, channels - first);
        for (std::int64_t p = begin; p < end;) {
            std::fill_n(some.begin(), count, 0.0F);
            for (const std::int64_t last = std::min(end, p + kPixels); p < last; ++p) {
                const float* pixel = from + p * channels + first;
                for (std::int64_t c = 0; c < count; ++c)
                    some[static_cast<std::size_t>(c)] += pixel[c];
            }
            for (std::int64_t c = 0; c < count; ++c)
                sums[first + c] += static_cast<double>(some[static_cast<std::size_t>(c)]);
        }
    }
}

/// The mean of each channel in channels-last order. The parts depend on the shape alone, so the
/// result does not depend on the number of threads. Equal parts let a thread sum pixels that it
/// probably wrote itself.
void averageChannelsLast(const RuntimeValue& x, float* out) {
    const std::int64_t channels = x.dims[1], pixels = product(x.dims, 2);
    const std::int64_t parts =
        std::clamp<std::int64_t>(channels * pixels / 8192, 1, std::min<std::int64_t>(pixels, 32));
    const std::int64_t count = times(parts, channels);
    const std::span sums(scratchFor<double>(count, 0), static_cast<std::size_t>(count));
    for (std::int64_t n = 0; n < x.dims[0]; ++n, out += channels) {
        const float* from = x.as<float>() + n * x.strides[0];
        std::ranges::fill(sums, 0.0);
        parallelFor(parts, std::max<std::int64_t>(1, 32768 * parts / (channels * pixels)),
                    [&](std::int64_t begin, std::int64_t end) {
                        for (std::int64_t part = begin; part < end; ++part)
                            sumPixels(from, channels, pixels * part / parts,
                                      pixels * (part + 1) / parts, sums.data() + part * channels);
                    });
        for (std::int64_t c = 0; c < channels; ++c) {
            double sum = 0;
            for (std::int64_t part = 0; part < parts; ++part)
                sum += sums[static_cast<std::size_t>(part * channels + c)];
            out[c] = static_cast<float>(sum / static_cast<double>(pixels));
        }
    }
}

} // namespace

/// Takes the largest element under each window.
///
/// Inputs:   X float32, float64 or integers [N, C, D1, …, Dn]
/// Outputs:  Y [N, C, O1, …, On]; Indices int64, the same shape, optional
/// Method:   oneDNN's pooling for float32, int8 and uint8 with up to three spatial axes; vector
///           loops, axis by axis, for dense float32 [N, C, D1] and small windows of [N, C, D1, D2];
///           plain loops (`maxPoolReference`) for Indices, other types and more axes. oneDNN drops
///           NaN, and returns the lowest finite float for a window that holds only -inf, so the plain
///           loops compute inputs with a NaN and results with that number.
/// Source:   ONNX MaxPool-22
std::unique_ptr<Kernel> makeMaxPool(const KernelInit&) {
    return std::make_unique<PoolKernel>(Pooling::max);
}

/// Averages the elements under each window.
///
/// Inputs:   X float32 [N, C, D1, …, Dn]
/// Outputs:  Y [N, C, O1, …, On]
/// Method:   vector loops, axis by axis, for small windows of dense [N, C, D1, D2]; else oneDNN's
///           pooling with up to three spatial axes; plain loops (`averagePoolReference`) for more,
///           for ceil_mode with count_include_pad, where the last window reaches past the padding,
///           where a window holds nothing: its average is 0, and where a sum of floats overflows
/// Source:   ONNX AveragePool-22
std::unique_ptr<Kernel> makeAveragePool(const KernelInit&) {
    return std::make_unique<PoolKernel>(Pooling::average);
}

/// Averages all spatial elements of each channel.
///
/// Inputs:   X float32 [N, C, D1, …, Dn]
/// Outputs:  Y [N, C, 1, …, 1]
/// Method:   one sum in double for each channel; where the channels lie next to each other, 64
///           pixels at a time are summed in float32 and these sums in double
/// Source:   ONNX GlobalAveragePool-22
void globalAveragePoolKernel(KernelContext& c) {
    const RuntimeValue& x = c.input(0);
    if (!x.strides.empty() && x.count() > 0 && liesAs(x, channelsLastStrides(x.dims))) {
        Dims dims = x.dims;
        std::fill(dims.begin() + 2, dims.end(), 1);
        averageChannelsLast(x, c.output(0, x.type, dims).as<float>());
        return;
    }
    globalPool(c, [](const float* row, std::int64_t count) PARTITA_INLINE {
        const auto add = [](auto a, auto b) PARTITA_INLINE { return a + b; };
        return static_cast<float>(reduceLanes(row, count, 0.0, add, add) /
                                  static_cast<double>(count));
    });
}

/// Takes the largest spatial element of each channel.
///
/// Inputs:   X float32 [N, C, D1, …, Dn]
/// Outputs:  Y [N, C, 1, …, 1]
/// Method:   one scan of each channel, the channels on several threads
/// Source:   ONNX GlobalMaxPool-22
void globalMaxPoolKernel(KernelContext& c) {
    globalPool(c, [](const float* row, std::int64_t count) PARTITA_INLINE {
        const auto most = [](auto a, auto b) PARTITA_INLINE { return mostOf(a, b); };
        return reduceLanes(row, count, row[0], most, most);
    });
}

} // namespace partita::cpu
