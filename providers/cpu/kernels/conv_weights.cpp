#include "providers/cpu/kernels/conv_weights.h"

#include <cmath>
#include <cstring>

namespace partita::cpu {

FoldedWeights foldWeights(const KernelContext& context, const RuntimeValue& w,
                          const RuntimeValue* b, const Epilogue& epilogue) {
    FoldedWeights made{w.as<float>(), {}, {}};
    const auto channels = static_cast<std::size_t>(w.dims[0]);
    require(!b || b->count() == w.dims[0], "the bias needs one value for each output channel");
    if (!epilogue.batchNormalization)
        return made;
    const std::size_t first = *epilogue.batchNormalization;
    for (std::size_t i = 0; i < 4; ++i)
        require(context.input(first + i).count() == w.dims[0],
                "scale, bias, mean and variance need one value for each channel");
    const auto parameter = [&](std::size_t i) { return context.input(first + i).as<float>(); };
    const std::size_t row = channels ? static_cast<std::size_t>(w.count()) / channels : 0;
    made.ownWeights.resize(static_cast<std::size_t>(w.count()));
    std::memcpy(made.ownWeights.data(), w.data, w.byteSize());
    made.ownBias.resize(channels);
    for (std::size_t c = 0; c < channels; ++c) {
        const float factor = parameter(0)[c] / std::sqrt(parameter(3)[c] + epilogue.batchEpsilon);
        for (std::size_t i = 0; i < row; ++i)
            made.ownWeights[c * row + i] *= factor;
        made.ownBias[c] =
            ((b ? b->as<float>()[c] : 0) - parameter(2)[c]) * factor + parameter(1)[c];
    }
    made.weights = made.ownWeights.data();
    return made;
}

} // namespace partita::cpu
