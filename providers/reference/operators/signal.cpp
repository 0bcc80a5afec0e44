// Signal operators: DFT, STFT, window functions and MelWeightMatrix.

#include <cmath>
#include <numbers>

#include "providers/reference/catalogue.h"

namespace partita::reference {

namespace {

/// The sums over n of x[n] · e^(∓2πjkn/N) for k = 0 … bins - 1; N is the length of x.
std::vector<Complex> fourier(const Call& call, const std::vector<Complex>& x, std::size_t bins,
                             bool inverse) {
    std::vector<Complex> turns(x.size()); // e^(∓2πjn/N)
    for (std::size_t n = 0; n < x.size(); ++n)
        turns[n] = std::polar(1.0, (inverse ? 2 : -2) * std::numbers::pi * static_cast<double>(n) /
                                       static_cast<double>(x.size()));
    std::vector<Complex> sums(bins);
    for (std::size_t k = 0; k < bins; ++k) {
        call.checkStop();
        for (std::size_t n = 0; n < x.size(); ++n)
            sums[k] += turns[k * n % x.size()] * x[n];
    }
    return sums;
}

/// Whether the last axis holds real numbers (size 1) and not complex ones (size 2); refuses other
/// sizes.
bool isReal(const Array& signal) {
    require(signal.rank() >= 2 &&
                (signal.size(signal.rank() - 1) == 1 || signal.size(signal.rank() - 1) == 2),
            "the last axis must have size 1 (real) or 2 (real and imaginary)");
    return signal.size(signal.rank() - 1) == 1;
}

Complex partsAt(const Array& signal, std::size_t place, bool real) {
    return {signal.real(place), real ? 0 : signal.real(place + 1)};
}

/// Completes a one-sided spectrum of the frequencies 0 … N / 2: X[N - k] is the conjugate of X[k]. So
/// X[0], and X[N / 2] where N is even, are real: imaginary parts there are left out.
void mirror(std::vector<Complex>& spectrum) {
    spectrum[0] = spectrum[0].real();
    if (spectrum.size() % 2 == 0)
        spectrum[spectrum.size() / 2] = spectrum[spectrum.size() / 2].real();
    for (std::size_t k = spectrum.size() / 2 + 1; k < spectrum.size(); ++k)
        spectrum[k] = std::conj(spectrum[spectrum.size() - k]);
}

constexpr std::int64_t kLongest = std::int64_t{1} << 24;

} // namespace

/// The axis is an attribute with default 1 in version 17 and an input with default -2 since 20.
void dft(Call& call) {
    const Array& signal = call.in(0);
    const bool real = isReal(signal), inverse = call.integer("inverse", 0) != 0,
               oneSided = call.integer("onesided", 0) != 0;
    require(!oneSided || inverse != real,
            "onesided needs a real signal, or a complex spectrum where inverse is 1");
    const std::int64_t axisGiven = call.version() < 20 ? call.integer("axis", 1)
                                   : call.has(2)       ? call.in(2).onlyInteger()
                                                       : -2;
    const std::size_t axis = axisIn(axisGiven, signal.rank()), last = signal.rank() - 1;
    require(axis != last, "the last axis holds real and imaginary parts and cannot be transformed");
    const bool toReal = oneSided && inverse;
    const std::int64_t available = signal.dims()[axis];
    const std::int64_t length = call.has(1) ? call.in(1).onlyInteger()
                                : toReal    ? 2 * (available - 1)
                                            : available;
    require(length > 0 && length <= kLongest, "dft_length is out of range");
    const std::int64_t used = toReal ? length / 2 + 1 : length;
    Dims dims = signal.dims();
    dims[axis] = oneSided && !inverse ? length / 2 + 1 : length;
    dims[last] = toReal ? 1 : 2;
    Array result(signal.type(), dims);
    Dims lines = dims; // one index for each line along the axis
    lines[axis] = lines[last] = 1;
    for (Index line(lines); line; ++line) {
        call.checkStop();
        std::vector<Complex> x(static_cast<std::size_t>(length));
        Dims at = line.at();
        for (at[axis] = 0; at[axis] < std::min(available, used); ++at[axis])
            x[static_cast<std::size_t>(at[axis])] =
                partsAt(signal, placeOf(signal.dims(), at), real);
        if (toReal)
            mirror(x);
        const auto y = fourier(call, x, static_cast<std::size_t>(dims[axis]), inverse);
        for (at[axis] = 0; at[axis] < dims[axis]; ++at[axis]) {
            const Complex value = y[static_cast<std::size_t>(at[axis])] /
                                  (inverse ? static_cast<double>(length) : 1.0);
            const std::size_t place = placeOf(dims, at);
            result.set(place, value.real());
            if (!toReal)
                result.set(place + 1, value.imag());
        }
    }
    call.give(result);
}

/// Transforms frames of the signal [batch_size, signal_length, 1 or 2], multiplied by the window.
void stft(Call& call) {
    const Array& signal = call.in(0);
    require(signal.rank() == 3, "the signal must be [batch, length, 1 or 2]");
    const bool real = isReal(signal), oneSided = call.integer("onesided", 1) != 0;
    require(!oneSided || real,
            "onesided needs a real signal, or a complex spectrum where inverse is 1");
    const std::int64_t step = call.in(1).onlyInteger();
    const std::int64_t length = call.has(3)   ? call.in(3).onlyInteger()
                                : call.has(2) ? countOf(call.in(2).dims())
                                              : signal.dims()[1];
    require(step > 0 && length > 0 && length <= signal.dims()[1] && length <= kLongest,
            "frame_step or frame_length is out of range");
    require(!call.has(2) || call.in(2).dims() == Dims{length},
            "the window must be as long as a frame");
    const Dims dims{signal.dims()[0], (signal.dims()[1] - length) / step + 1,
                    oneSided ? length / 2 + 1 : length, 2};
    Array result(signal.type(), dims);
    for (Index frame({dims[0], dims[1]}); frame; ++frame) {
        call.checkStop();
        std::vector<Complex> x(static_cast<std::size_t>(length));
        for (std::size_t i = 0; i < x.size(); ++i) {
            const std::int64_t at = frame[1] * step + static_cast<std::int64_t>(i);
            x[i] = partsAt(signal, placeOf(signal.dims(), {frame[0], at, 0}), real) *
                   (call.has(2) ? call.in(2).real(i) : 1);
        }
        const auto y = fourier(call, x, static_cast<std::size_t>(dims[2]), false);
        for (std::size_t k = 0; k < y.size(); ++k) {
            result.set((frame.place() * y.size() + k) * 2, y[k].real());
            result.set((frame.place() * y.size() + k) * 2 + 1, y[k].imag());
        }
    }
    call.give(result);
}

namespace {

DataType outputType(Call& call) {
    const auto type = static_cast<DataType>(call.integer("output_datatype", 1));
    require(dataTypeBits(type) != 0 && type != DataType::string,
            "this output_datatype is not known");
    return type;
}

/// a0 - a1 cos(2πn/N) + a2 cos(4πn/N); N is the size of a periodic window, the size - 1 of a
/// symmetric one.
void window(Call& call, double a0, double a1, double a2) {
    require(call.in(0).rank() == 0, "size must be a scalar");
    const std::int64_t size = call.in(0).onlyInteger();
    const auto period = static_cast<double>(call.integer("periodic", 1) != 0 ? size : size - 1);
    Array result(outputType(call), {size});
    for (std::size_t n = 0; n < result.count(); ++n) {
        const double turn = 2 * std::numbers::pi * static_cast<double>(n) / period;
        result.set(n, a0 - a1 * std::cos(turn) + a2 * std::cos(2 * turn));
    }
    call.give(result);
}

} // namespace

void hannWindow(Call& call) { window(call, 0.5, 0.5, 0); }
void hammingWindow(Call& call) { window(call, 25.0 / 46, 21.0 / 46, 0); }
void blackmanWindow(Call& call) { window(call, 0.42, 0.5, 0.08); }

/// Triangular filters over the bins of a spectrum, equally spaced on the mel scale.
void melWeightMatrix(Call& call) {
    const std::int64_t bands = call.in(0).onlyInteger(), length = call.in(1).onlyInteger(),
                       rate = call.in(2).onlyInteger();
    require(bands >= 0 && length > 0 && rate > 0 && bands <= kLongest && length <= kLongest,
            "num_mel_bins, dft_length or sample_rate is out of range");
    const auto mel = [](double hertz) { return 2595 * std::log10(1 + hertz / 700); };
    const double low = mel(call.in(3).onlyReal()), high = mel(call.in(4).onlyReal());
    require(low <= high, "lower_edge_hertz is above upper_edge_hertz");
    const double step = (high - low) / static_cast<double>(bands + 2);
    Array result(outputType(call), {length / 2 + 1, bands});
    Dims edges; // bins where triangles start, peak and end
    for (std::int64_t i = 0; i < bands + 2; ++i) {
        const double hertz = 700 * (std::pow(10, (static_cast<double>(i) * step + low) / 2595) - 1);
        const double bin =
            std::floor(static_cast<double>(length + 1) * hertz / static_cast<double>(rate));
        require(bin >= 0 && bin <= static_cast<double>(length / 2 + 1),
                "a band lies outside of the spectrum");
        edges.push_back(static_cast<std::int64_t>(bin));
    }
    for (std::size_t band = 0; band + 2 < edges.size(); ++band) {
        const std::int64_t left = edges[band], peak = edges[band + 1], right = edges[band + 2];
        for (std::int64_t bin = left; bin <= right && bin < result.dims()[0]; ++bin) {
            const double rising = peak == left ? 1
                                               : static_cast<double>(bin - left) /
                                                     static_cast<double>(peak - left),
                         falling = right == peak ? 0
                                                 : static_cast<double>(right - bin) /
                                                       static_cast<double>(right - peak);
            const double value = bin < peak || (bin == peak && right == peak) ? rising : falling;
            result.set(placeOf(result.dims(), {bin, static_cast<std::int64_t>(band)}), value);
        }
    }
    call.give(result);
}

} // namespace partita::reference
