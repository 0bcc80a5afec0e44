#include <cmath>

#include "providers/cpu/kernels/kernels.h"

namespace partita::cpu {

/// Inference form: Y = (X − mean) / sqrt(var + epsilon) · scale + B for each channel.
namespace {

struct BatchStatistics {
    std::vector<float> mean, variance; ///< by channel
};

BatchStatistics batchStatistics(const RuntimeValue& x) {
    const std::int64_t channels = x.dims[1], plane = product(x.dims, 2);
    const auto count = static_cast<double>(x.dims[0] * plane);
    BatchStatistics result;
    for (std::int64_t c = 0; c < channels; ++c) {
        double sum = 0, squares = 0;
        const auto each = [&](auto&& visit) {
            for (std::int64_t n = 0; n < x.dims[0]; ++n)
                for (std::int64_t i = 0; i < plane; ++i)
                    visit(static_cast<double>(x.as<float>()[(n * channels + c) * plane + i]));
        };
        each([&](double v) { sum += v; });
        each([&](double v) { squares += (v - sum / count) * (v - sum / count); });
        result.mean.push_back(static_cast<float>(sum / count));
        result.variance.push_back(static_cast<float>(squares / count));
    }
    return result;
}

/// Outputs 1 and 2: running = running · momentum + batch · (1 - momentum).
void updateRunning(KernelContext& context, const BatchStatistics& batch) {
    const float momentum = context.node().floatAttribute("momentum", 0.9F);
    for (const std::size_t output : {std::size_t{1}, std::size_t{2}}) {
        if (!context.wants(output))
            continue;
        const RuntimeValue running = context.input(output + 2);
        const auto& fresh = output == 1 ? batch.mean : batch.variance;
        RuntimeValue& out = context.output(output, running.type, running.dims);
        for (std::size_t i = 0; i < fresh.size(); ++i)
            out.as<float>()[i] = running.as<float>()[i] * momentum + fresh[i] * (1 - momentum);
    }
}

} // namespace

void batchNormalizationKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    require(x.dims.size() >= 2, "an input of at least 2 dimensions was expected");
    const std::int64_t channels = x.dims[1], plane = product(x.dims, 2);
    for (std::size_t i = 1; i < 5; ++i)
        require(context.input(i).count() == channels,
                "scale, bias, mean and variance need one value for each channel");
    const float epsilon = context.node().floatAttribute("epsilon", 1e-5F);
    const float *scale = context.input(1).as<float>(), *bias = context.input(2).as<float>(),
                *mean = context.input(3).as<float>(), *variance = context.input(4).as<float>();
    BatchStatistics batch;
    if (context.node().intAttribute("training_mode", 0) != 0) {
        batch = batchStatistics(x);
        updateRunning(context, batch);
        mean = batch.mean.data();
        variance = batch.variance.data();
    }
    RuntimeValue& y = context.output(0, x.type, x.dims);
    for (std::int64_t n = 0; n < x.dims[0]; ++n)
        for (std::int64_t c = 0; c < channels; ++c) {
            const float factor = scale[c] / std::sqrt(variance[c] + epsilon),
                        shift = bias[c] - mean[c] * factor;
            const float* from = x.as<float>() + (n * channels + c) * plane;
            float* to = y.as<float>() + (n * channels + c) * plane;
            for (std::int64_t i = 0; i < plane; ++i)
                to[i] = from[i] * factor + shift;
        }
}

void instanceNormalizationKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    require(x.dims.size() >= 3, "an input with spatial dimensions was expected");
    const std::int64_t channels = x.dims[1], plane = product(x.dims, 2);
    const float epsilon = context.node().floatAttribute("epsilon", 1e-5F);
    require(context.input(1).count() == channels && context.input(2).count() == channels,
            "scale and bias need one value for each channel");
    RuntimeValue& y = context.output(0, x.type, x.dims);
    for (std::int64_t row = 0; row < x.dims[0] * channels; ++row) {
        const float* from = x.as<float>() + row * plane;
        float* to = y.as<float>() + row * plane;
        double sum = 0, squares = 0;
        for (std::int64_t i = 0; i < plane; ++i)
            sum += from[i];
        const double mean = sum / static_cast<double>(plane);
        for (std::int64_t i = 0; i < plane; ++i)
            squares += (from[i] - mean) * (from[i] - mean);
        const double factor = context.input(1).as<float>()[row % channels] /
                              std::sqrt(squares / static_cast<double>(plane) + epsilon);
        for (std::int64_t i = 0; i < plane; ++i)
            to[i] = static_cast<float>((from[i] - mean) * factor) +
                    context.input(2).as<float>()[row % channels];
    }
}

} // namespace partita::cpu
