#pragma once

#include <span>

#include "core/rewrite/pass_run.h"

namespace partita {

/// The number of each channel in a constant that is combined with a tensor of `rank` axes, the second
/// of which are the channels: the constant is one number, or has one for each channel and no other
/// axis above 1. Nothing for any other value.
std::optional<std::vector<double>> numbersOfChannels(const Rewriter& rewriter, ValueId value,
                                                     std::size_t rank, std::int64_t channels);

/// y = factor · x + shift for each channel.
struct ChannelAffine {
    std::vector<double> factors, shifts;
};

/// What an inference's BatchNormalization does to each of `channels`; nothing where its numbers are
/// not constant, or, which is noted, a factor is not finite.
std::optional<ChannelAffine> affineOfNormalization(Rewriter& rewriter, const Node& normalization,
                                                   std::size_t channels);

/// Whether a type holds the new weights and the new bias of a channel. A few may become small: what
/// they lose is less than a rounding of those that stay normal.
struct ChannelFit {
    DataType type = DataType::undefined;
    bool beyond = false, small = false, normal = false;

    void addWeight(double weight, double factor) { addWeights({&weight, 1}, factor); }
    void addWeights(std::span<const double> weights, double factor);
    void addBias(double bias);
    [[nodiscard]] bool holds() const { return !beyond && (normal || !small); }
};

/// Notes that a node is kept because new weights, or a new bias, leave the range of their type.
void noteUnfit(Rewriter& rewriter, const Node& node, DataType type);

/// An Add of numbers for each channel to the result of a Conv, which only it reads.
struct ConvBias {
    Node conv;
    ValueId bias;
    std::int64_t channels;           ///< of the result
    std::vector<std::int64_t> sizes; ///< of the bias: 1, and once, in its place, perhaps `channels`
    std::size_t channelAxis;         ///< of the bias; not below its rank: it has no such axis
};

/// The Conv and the bias of an Add, where the bias is constant, and that of the Conv, if it has one;
/// or where it is computed, and the Conv has none.
std::optional<ConvBias> findConvBias(const Rewriter& rewriter, const Node& add, bool constant);

} // namespace partita
