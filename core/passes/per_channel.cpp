#include "core/passes/per_channel.h"

#include <cmath>
#include <limits>

#include "core/passes/computed_number.h"

namespace partita {

std::optional<ChannelAffine> affineOfNormalization(Rewriter& rewriter, const Node& normalization,
                                                   std::size_t channels) {
    std::vector<double> lists[4]; // scale, bias, mean, variance
    for (std::size_t i = 0; i < 4; ++i) {
        const auto tensor = rewriter.constant(normalization.inputs[i + 1]);
        // BatchNormalization does not broadcast: a tensor of one element is refused.
        if (!tensor || tensor->dims != std::vector{static_cast<std::int64_t>(channels)})
            return std::nullopt;
        auto values = elementsAsDoubles(*tensor);
        if (!values)
            return std::nullopt;
        lists[i] = *std::move(values);
    }
    const double epsilon = static_cast<double>(normalization.floatAttribute("epsilon", 1e-5F));
    auto& [scale, bias, mean, variance] = lists;
    for (std::size_t i = 0; i < channels; ++i) {
        scale[i] /= std::sqrt(variance[i] + epsilon);
        if (!std::isfinite(scale[i])) {
            rewriter.note(normalization.id, PARTITA_TEXT("a channel's variance is negative or 0"));
            return std::nullopt;
        }
        bias[i] -= mean[i] * scale[i];
    }
    return ChannelAffine{std::move(scale), std::move(bias)};
}

void ChannelFit::addWeights(std::span<const double> weights, double factor) {
    const NormalRange range = normalRangeOf(type);
    // Counts without branches, which the compiler turns into vector code.
    unsigned above = 0, within = 0, below = 0;
    for (const double weight : weights) {
        const double size = std::fabs(weight * factor);
        const bool isFinite = std::fabs(weight) <= std::numeric_limits<double>::max(),
                   isBeyond = !(size <= range.largest), isSmall = size < range.smallest;
        above |= static_cast<unsigned>(isFinite) & static_cast<unsigned>(isBeyond);
        within |= static_cast<unsigned>(isFinite) & static_cast<unsigned>(!isBeyond) &
                  static_cast<unsigned>(!isSmall);
        below |= static_cast<unsigned>(isFinite) & static_cast<unsigned>(isSmall) &
                 static_cast<unsigned>(weight != 0);
    }
    beyond = beyond || above != 0;
    normal = normal || within != 0;
    small = small || (below != 0 && factor != 0);
}

void ChannelFit::addBias(double bias) {
    const Fit fit = fitOf(type, bias);
    beyond = beyond || fit == Fit::beyond;
    normal = normal || fit == Fit::normal;
}

void noteUnfit(Rewriter& rewriter, const Node& node, DataType type) {
    rewriter.note(node.id, PARTITA_TEXT("the new weights do not fit into {0}", dataTypeName(type)));
}

std::optional<std::vector<double>> numbersOfChannels(const Rewriter& rewriter, ValueId value,
                                                     std::size_t rank, std::int64_t channels) {
    const auto tensor = rewriter.constant(value);
    if (!tensor || tensor->dims.size() > rank)
        return std::nullopt;
    const std::int64_t count = tensor->count();
    if (count == 0 || channels == 0)
        return std::nullopt;
    const std::size_t fromLast = rank - 1; // the channels are axis 1 of `rank`
    const bool each = tensor->dims.size() >= fromLast && count == channels &&
                      tensor->dims[tensor->dims.size() - fromLast] == channels;
    if (count != 1 && !each)
        return std::nullopt;
    auto values = elementsAsDoubles(*tensor);
    if (!values)
        return std::nullopt;
    values->resize(static_cast<std::size_t>(channels), values->front());
    return *std::move(values);
}

namespace {

/// The channels and the rank of what a Conv makes, by its weights or by the shape of its result.
std::optional<std::pair<std::int64_t, std::size_t>> channelsOf(const Rewriter& rewriter,
                                                               const Node& conv) {
    constexpr std::size_t kLeastRank = 3;
    if (const auto weights = rewriter.dims(conv.inputs[1]))
        return weights->size() < kLeastRank
                   ? std::nullopt
                   : std::optional(std::pair((*weights)[0], weights->size()));
    const Shape* result = rewriter.shape(conv.outputs[0]);
    if (!result || result->size() < kLeastRank || !(*result)[1].value)
        return std::nullopt;
    return std::pair(*(*result)[1].value, result->size());
}

} // namespace

std::optional<ConvBias> findConvBias(const Rewriter& rewriter, const Node& add, bool constant) {
    if (!add.is("Add") || rewriter.opset() < 7)
        return std::nullopt;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const ValueId bias = add.inputs[1 - side];
        const Node* conv = rewriter.soleProducer(add.inputs[side], add, "Conv");
        const auto made = conv ? channelsOf(rewriter, *conv) : std::nullopt;
        const auto sizes = made ? rewriter.dims(bias) : std::nullopt;
        const ValueId own = conv ? Rewriter::input(*conv, 2) : ValueId{};
        if (!sizes || (own && !(constant && rewriter.isConstant(own))) ||
            sizes->size() > made->second || rewriter.isConstant(bias) != constant)
            continue;
        const std::int64_t channels = made->first;
        const std::size_t spatial = made->second - 2; // axes, which come after the channels
        bool fits = channels > 0;
        for (std::size_t i = 0; i < sizes->size(); ++i) {
            const bool isChannel = sizes->size() - 1 - i == spatial;
            fits = fits && ((*sizes)[i] == 1 || (isChannel && (*sizes)[i] == channels));
        }
        if (fits)
            return ConvBias{*conv, bias, channels, *sizes,
                            sizes->size() > spatial ? sizes->size() - 1 - spatial : sizes->size()};
    }
    return std::nullopt;
}

} // namespace partita
