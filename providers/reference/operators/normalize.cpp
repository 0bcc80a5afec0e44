// Normalizations that ONNX does not define as functions of other operators, or not by its text.

#include <algorithm>
#include <cmath>

#include "providers/reference/catalogue.h"
#include "providers/reference/operators/lines.h"

namespace partita::reference {

namespace {

/// Mean and population variance of each group of elements of x; `groupOf(i)` is the group of the
/// element at linear index i. Two passes, for precision.
template <class F>
void momentsOf(const Array& x, std::size_t groups, F&& groupOf, std::vector<double>& means,
               std::vector<double>& variances) {
    std::vector<double> counts(groups);
    means.assign(groups, 0);
    variances.assign(groups, 0);
    for (std::size_t i = 0; i < x.count(); ++i) {
        means[groupOf(i)] += x.real(i);
        ++counts[groupOf(i)];
    }
    for (std::size_t group = 0; group < groups; ++group)
        means[group] /= counts[group];
    for (std::size_t i = 0; i < x.count(); ++i) {
        const double rest = x.real(i) - means[groupOf(i)];
        variances[groupOf(i)] += rest * rest;
    }
    for (std::size_t group = 0; group < groups; ++group)
        variances[group] /= counts[group];
}

std::vector<double> realsOf(const Array& x) {
    std::vector<double> values(x.count());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = x.real(i);
    return values;
}

} // namespace

/// Y = (X - mean) / sqrt(var + epsilon) * scale + B for each channel, or for each element of a
/// sample where spatial is 0 (before version 9). In training mode mean and var are those of the
/// batch, and the running mean and var move toward them by momentum.
void batchNormalization(Call& call) {
    const Array &x = call.in(0), &scale = call.in(1), &bias = call.in(2);
    require(x.rank() >= 1, "the input must have a batch dimension");
    const bool training = call.version() >= 14
                              ? call.integer("training_mode", 0) != 0
                              : call.wants(1) || call.wants(2) || call.wants(3) || call.wants(4);
    const bool spatial = call.version() >= 9 || call.integer("spatial", 1) != 0;
    const double epsilon = call.real("epsilon", 1e-5F), momentum = call.real("momentum", 0.9F);
    const std::size_t sample = countBetween(x.dims(), 1, x.rank()),
                      plane = spatial ? countBetween(x.dims(), 2, x.rank()) : 1,
                      groups = !spatial       ? sample
                               : x.rank() < 2 ? 1
                                              : x.size(1);
    const auto groupOf = [&](std::size_t i) { return i % sample / plane; };
    std::vector<double> means = realsOf(call.in(3)), variances = realsOf(call.in(4));
    require(scale.count() == groups && bias.count() == groups && means.size() == groups &&
                variances.size() == groups,
            "scale, bias, mean and variance must have one element for each channel");
    if (training) {
        std::vector<double> batchMeans, batchVariances;
        momentsOf(x, groups, groupOf, batchMeans, batchVariances);
        Array runningMean(call.in(3).type(), call.in(3).dims()),
            runningVariance(call.in(4).type(), call.in(4).dims());
        for (std::size_t i = 0; i < groups; ++i) {
            runningMean.set(i, means[i] * momentum + batchMeans[i] * (1 - momentum));
            runningVariance.set(i, variances[i] * momentum + batchVariances[i] * (1 - momentum));
        }
        means = batchMeans;
        variances = batchVariances;
        call.give(1, runningMean);
        call.give(2, runningVariance);
        for (std::size_t i = 0; i < groups; ++i) { // saved_mean and saved_var of versions before 14
            runningMean.set(i, means[i]);
            runningVariance.set(i, variances[i]);
        }
        call.give(3, runningMean);
        call.give(4, runningVariance);
    }
    Array y(x.type(), x.dims());
    for (std::size_t i = 0; i < x.count(); ++i) {
        const std::size_t at = groupOf(i);
        y.set(i, (x.real(i) - means[at]) / std::sqrt(variances[at] + epsilon) * scale.real(at) +
                     bias.real(at));
    }
    call.give(0, y);
}

/// BatchNormalization with the mean and variance of each channel of each sample.
void instanceNormalization(Call& call) {
    const Array &x = call.in(0), &scale = call.in(1), &bias = call.in(2);
    require(x.rank() >= 2 && scale.count() == x.size(1) && bias.count() == x.size(1),
            "scale and bias need one value for each channel");
    const double epsilon = call.real("epsilon", 1e-5F);
    const std::size_t plane = countBetween(x.dims(), 2, x.rank());
    std::vector<double> means, variances;
    momentsOf(
        x, x.size(0) * x.size(1), [&](std::size_t i) { return i / plane; }, means, variances);
    Array y(x.type(), x.dims());
    for (std::size_t i = 0; i < x.count(); ++i) {
        const std::size_t at = i / plane, channel = at % x.size(1);
        y.set(i,
              (x.real(i) - means[at]) / std::sqrt(variances[at] + epsilon) * scale.real(channel) +
                  bias.real(channel));
    }
    call.give(y);
}

/// Y = (X - mean) / sqrt(variance + epsilon) * Scale + B over the axes from `axis` on. Scale and B are
/// broadcast to X, or a list of as many elements as these axes have; the function that ONNX defines
/// the operator by flattens them instead. Mean and InvStdDev are of the type of stash_type.
void layerNormalization(Call& call) {
    const Array& x = call.in(0);
    const std::size_t axis = axisIn(call.integer("axis", -1), x.rank()),
                      width = countBetween(x.dims(), axis, x.rank()),
                      rows = countBetween(x.dims(), 0, axis);
    const Dims axes(x.dims().begin() + static_cast<std::ptrdiff_t>(axis), x.dims().end());
    const auto fitted = [&](std::size_t input) {
        const Array& given = call.in(input);
        const bool isList = given.rank() == 1 && given.count() == width;
        Array fits = isList ? given.reshaped(axes) : given;
        require(broadcast(x.dims(), fits.dims()) == x.dims(), "scale and B do not fit the input");
        return fits;
    };
    std::vector<double> means, variances;
    momentsOf(
        x, rows, [&](std::size_t i) { return i / width; }, means, variances);
    Dims reduced = x.dims();
    std::fill(reduced.begin() + static_cast<std::ptrdiff_t>(axis), reduced.end(), 1);
    const double epsilon = call.real("epsilon", 1e-5F);
    const auto stash = static_cast<DataType>(call.integer("stash_type", 1));
    Array y(x.type(), x.dims()), mean(stash, reduced), inverse(stash, reduced);
    const Array scale = fitted(1), bias = call.has(2) ? fitted(2) : Array(x.type(), {});
    for (std::size_t row = 0; row < rows; ++row) { // those of nothing have them, too: NaN
        mean.set(row, means[row]);
        inverse.set(row, 1 / std::sqrt(variances[row] + epsilon));
    }
    for (Index at(x.dims()); at; ++at) {
        const std::size_t row = at.place() / width;
        const double deviation = std::sqrt(variances[row] + epsilon);
        y.set(at.place(),
              (x.real(at.place()) - means[row]) / deviation * scale.real(at.in(scale.dims())) +
                  bias.real(at.in(bias.dims())));
    }
    call.give(0, y);
    call.give(1, mean);
    call.give(2, inverse);
}

/// Y = X / (bias + alpha / size * square_sum) ^ beta, where square_sum runs over the neighbouring
/// channels.
void localResponseNormalization(Call& call) {
    const Array& x = call.in(0);
    const std::int64_t size = call.integer("size", 1);
    require(x.rank() >= 2 && size > 0, "the input must have channels, and size must be positive");
    const double alpha = call.real("alpha", 1e-4F), beta = call.real("beta", 0.75F),
                 bias = call.real("bias", 1);
    const Lines channels(x.dims(), 1);
    const auto before = static_cast<std::size_t>((size - 1) / 2),
               behind = static_cast<std::size_t>(size / 2); // ceil((size - 1) / 2)
    Array y(x.type(), x.dims());
    for (std::size_t line = 0; line < channels.count; ++line)
        for (std::size_t c = 0; c < channels.length; ++c) {
            double sum = 0;
            const std::size_t last = std::min(channels.length - 1, c + behind);
            for (std::size_t i = c < before ? 0 : c - before; i <= last; ++i)
                sum += std::pow(x.real(channels.at(line, i)), 2);
            const std::size_t at = channels.at(line, c);
            y.set(at, x.real(at) / std::pow(bias + alpha / static_cast<double>(size) * sum, beta));
        }
    call.give(y);
}

/// Divides each line along `axis` by its L1 or L2 norm; a line of zeros stays zero.
void lpNormalization(Call& call) {
    const Array& x = call.in(0);
    const Lines lines(x.dims(), axisIn(call.integer("axis", -1), x.rank()));
    const std::int64_t p = call.integer("p", 2);
    require(p == 1 || p == 2, "p must be 1 or 2");
    Array y(x.type(), x.dims());
    for (std::size_t line = 0; line < lines.count; ++line) {
        double norm = 0;
        for (std::size_t i = 0; i < lines.length; ++i) {
            const double value = std::fabs(x.real(lines.at(line, i)));
            norm += p == 1 ? value : value * value;
        }
        norm = p == 1 ? norm : std::sqrt(norm);
        for (std::size_t i = 0; i < lines.length; ++i)
            y.set(lines.at(line, i), norm == 0 ? 0 : x.real(lines.at(line, i)) / norm);
    }
    call.give(y);
}

} // namespace partita::reference
