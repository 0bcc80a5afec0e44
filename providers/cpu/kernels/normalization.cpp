#include <cmath>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/map_floats.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/vector_reductions.h"

namespace partita::cpu {

namespace {

/// X as [samples, channels, plane]. Before version 9, with spatial = 0, each position is a channel.
struct Channels {
    std::int64_t samples, count, plane;

    Channels(const KernelContext& context, const Dims& x) {
        require(!x.empty(), "the input must have a batch dimension");
        const bool spatial =
            context.version() >= 9 || context.node().intAttribute("spatial", 1) != 0;
        samples = x[0];
        count = !spatial ? product(x, 1) : x.size() < 2 ? 1 : x[1];
        plane = spatial && x.size() > 2 ? product(x, 2) : 1;
    }
};

template <class T> struct BatchStatistics {
    std::vector<T> mean, variance; ///< by channel
};

template <class T>
BatchStatistics<T> batchStatistics(const RuntimeValue& x, const Channels& channels) {
    const auto count = static_cast<double>(channels.samples * channels.plane);
    BatchStatistics<T> result;
    for (std::int64_t c = 0; c < channels.count; ++c) {
        double sum = 0, squares = 0;
        const auto each = [&](auto&& visit) {
            for (std::int64_t n = 0; n < channels.samples; ++n)
                for (std::int64_t i = 0; i < channels.plane; ++i)
                    visit(static_cast<double>(
                        x.as<T>()[(n * channels.count + c) * channels.plane + i]));
        };
        each([&](double v) { sum += v; });
        each([&](double v) { squares += (v - sum / count) * (v - sum / count); });
        result.mean.push_back(static_cast<T>(sum / count));
        result.variance.push_back(static_cast<T>(squares / count));
    }
    return result;
}

/// Writes outputs 1 and 2, running = running · momentum + batch · (1 - momentum), and outputs 3 and
/// 4 of versions before 14, the mean and variance of the batch.
template <class T> void updateRunning(KernelContext& context, const BatchStatistics<T>& batch) {
    const auto momentum = static_cast<double>(context.node().floatAttribute("momentum", 0.9F));
    for (std::size_t output = 1; output < 5; ++output) {
        if (!context.wants(output))
            continue;
        const bool isMean = output % 2 == 1;
        const RuntimeValue running = context.input(isMean ? 3 : 4);
        const auto& fresh = isMean ? batch.mean : batch.variance;
        RuntimeValue& out = context.output(output, running.type, running.dims);
        for (std::size_t i = 0; i < fresh.size(); ++i)
            writeNumber(out, static_cast<std::int64_t>(i),
                        output < 3 ? readNumber(running, static_cast<std::int64_t>(i)) * momentum +
                                         static_cast<double>(fresh[i]) * (1 - momentum)
                                   : static_cast<double>(fresh[i]));
    }
}

/// Whether mean and variance are those of the batch: before version 14, where other outputs than Y
/// are wanted.
bool isTraining(const KernelContext& context) {
    if (context.version() >= 14)
        return context.node().intAttribute("training_mode", 0) != 0;
    for (std::size_t output = 1; output < 5; ++output)
        if (context.wants(output))
            return true;
    return false;
}

/// Y = (X − mean) / √(variance + epsilon) · scale + bias for each channel. From version 14 on, X,
/// scale and moments may be of different types.
template <class T> void normalizeBatch(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const Channels channels(context, x.dims);
    const T epsilon = context.node().floatAttribute("epsilon", 1e-5F);
    const auto ofEachChannel = [&](std::size_t index) {
        const RuntimeValue& given = context.input(index);
        require(given.count() == channels.count,
                "scale, bias, mean and variance need one value for each channel");
        std::vector<T> values(static_cast<std::size_t>(channels.count));
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<T>(readNumber(given, static_cast<std::int64_t>(i)));
        return values;
    };
    const std::vector<T> scale = ofEachChannel(1), bias = ofEachChannel(2);
    BatchStatistics<T> moments{ofEachChannel(3), ofEachChannel(4)};
    if (isTraining(context)) {
        moments = batchStatistics<T>(x, channels);
        updateRunning(context, moments);
    }
    RuntimeValue& y = context.output(0, x.type, x.dims);
    const std::int64_t plane = channels.plane;
    parallelFor(channels.samples * channels.count,
                1 + kElementGrain / std::max<std::int64_t>(1, plane),
                [&](std::int64_t begin, std::int64_t end) {
                    for (std::int64_t row = begin; row < end; ++row) {
                        const auto c = static_cast<std::size_t>(row % channels.count);
                        const T factor = scale[c] / std::sqrt(moments.variance[c] + epsilon),
                                mean = moments.mean[c], shift = bias[c];
                        onBestCpu([&]() PARTITA_INLINE {
                            mapRange(x.as<T>() + row * plane, y.as<T>() + row * plane, plane,
                                     [=](T v) { return (v - mean) * factor + shift; });
                        });
                    }
                });
}

/// One plane: (x - mean) / √(variance + epsilon) · scale + bias. `Bytes`: of a vector, from onWidestCpu.
template <std::size_t Bytes, class T>
PARTITA_INLINE inline void normalizePlane(const T* from, T* to, std::int64_t size, double epsilon,
                                          T scale, T bias) {
    const auto count = static_cast<double>(size);
    const double mean =
        sumLanes<double, Bytes>(from, size, [](auto v) PARTITA_INLINE { return v; }) / count;
    const double squares = sumLanes<double, Bytes>(
        from, size, [mean](auto v) PARTITA_INLINE { return (v - mean) * (v - mean); });
    const auto factor =
        static_cast<T>(static_cast<double>(scale) / std::sqrt(squares / count + epsilon));
    const auto middle = static_cast<T>(mean);
    for (std::int64_t i = 0; i < size; ++i)
        to[i] = (from[i] - middle) * factor + bias;
}

template <class T> void normalizeInstance(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const std::int64_t channels = x.dims[1], plane = product(x.dims, 2);
    const double epsilon = static_cast<double>(context.node().floatAttribute("epsilon", 1e-5F));
    const T *scale = context.input(1).as<T>(), *bias = context.input(2).as<T>();
    RuntimeValue& y = context.output(0, x.type, x.dims);
    parallelFor(x.dims[0] * channels, 1 + kElementGrain / std::max<std::int64_t>(1, plane),
                [&](std::int64_t begin, std::int64_t end) {
                    onWidestCpu([&](auto bytes) PARTITA_INLINE {
                        for (std::int64_t row = begin; row < end; ++row)
                            normalizePlane<decltype(bytes)::value>(
                                x.as<T>() + row * plane, y.as<T>() + row * plane, plane, epsilon,
                                scale[row % channels], bias[row % channels]);
                    });
                });
}

} // namespace

/// Normalizes each channel by mean and variance, given or of the batch, then scales and shifts.
///
/// Inputs:   X float32 or float64 [N, C, D1, …, Dn]; scale, B, input_mean and input_var [C]
/// Outputs:  Y of X's type and shape; in training running_mean and running_var [C]
/// Method:   vector loops, planes in parallel; the statistics of a batch in float64 on one thread
/// Source:   ONNX BatchNormalization-15; Ioffe and Szegedy, "Batch Normalization" (2015)
void batchNormalizationKernel(KernelContext& context) {
    forFloatType(context.input(0).type, [&]<class T>() { normalizeBatch<T>(context); });
}

/// Normalizes each channel of each sample by its own mean and variance, then scales and shifts.
///
/// Inputs:   X float32 or float64 [N, C, D1, …, Dn], n ≥ 1; scale and B [C]
/// Outputs:  Y of X's type and shape
/// Method:   vector loops, planes in parallel, sums in float64
/// Source:   ONNX InstanceNormalization-22; Ulyanov, Vedaldi and Lempitsky, "Instance
///           Normalization" (2016)
void instanceNormalizationKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    require(x.dims.size() >= 3, "an input with spatial dimensions was expected");
    require(context.input(1).count() == x.dims[1] && context.input(2).count() == x.dims[1],
            "scale and bias need one value for each channel");
    forFloatType(x.type, [&]<class T>() { normalizeInstance<T>(context); });
}

} // namespace partita::cpu
