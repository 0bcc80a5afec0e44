// DFT, STFT, MelWeightMatrix. The window operators run by the functions that define them in ONNX.

#include <bit>
#include <cmath>
#include <complex>
#include <numbers>
#include <optional>

#include "core/base/memory_budget.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/narrow_types.h"

namespace partita::cpu {

namespace {

using Complex = std::complex<double>;

/// The product, without the standard library's slow handling of infinities.
Complex multiply(const Complex& a, const Complex& b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// e^(±2πi · k / length).
Complex turnOf(std::size_t k, std::size_t length, bool inverse) {
    const double turn = (inverse ? 2 : -2) * std::numbers::pi / static_cast<double>(length);
    return std::polar(1.0, turn * static_cast<double>(k));
}

/// Discrete Fourier transforms of one length by its prime factors: each factor f of a length n
/// takes n · f operations.
/// Source: Cooley and Tukey, "An algorithm for the machine calculation of complex Fourier series",
/// 1965
class FactorTransform {
public:
    FactorTransform(std::size_t length, bool inverse) : m_turns(length), m_parts(length) {
        for (std::size_t k = 0; k < length; ++k)
            m_turns[k] = turnOf(k, length, inverse);
    }

    void run(std::vector<Complex>& values) {
        m_result.resize(values.size());
        run(values.data(), 1, m_result.data(), values.size());
        values.swap(m_result);
    }

private:
    /// Transforms `count` values that lie `step` apart; `step` is also the length divided by
    /// `count`.
    void run(const Complex* from, std::size_t step, Complex* to, std::size_t count) {
        if (count == 1) {
            *to = *from;
            return;
        }
        std::size_t parts = 2; // the smallest prime factor
        while (count % parts != 0)
            parts = parts * parts > count ? count : parts + 1;
        const std::size_t each = count / parts;
        for (std::size_t part = 0; part < parts; ++part)
            run(from + part * step, step * parts, to + part * each, each);
        if (parts == 2)
            return joinHalves(to, step, each);
        for (std::size_t k = 0; k < each; ++k) {
            for (std::size_t j = 0; j < parts; ++j) {
                Complex sum;
                const std::size_t place = k + j * each;
                for (std::size_t part = 0; part < parts; ++part)
                    sum += multiply(m_turns[part * place % count * step], to[part * each + k]);
                m_parts[j] = sum;
            }
            for (std::size_t j = 0; j < parts; ++j)
                to[k + j * each] = m_parts[j];
        }
    }

    void joinHalves(Complex* to, std::size_t step, std::size_t each) const {
        for (std::size_t k = 0; k < each; ++k) {
            const Complex even = to[k], odd = multiply(m_turns[k * step], to[each + k]);
            to[k] = even + odd;
            to[each + k] = even - odd;
        }
    }

    std::vector<Complex> m_turns, m_parts, m_result;
};

/// Transforms of a length with a large prime factor, as a convolution that transforms with a power
/// of 2 compute: with w[n] = e^(±πi · n² / N), X[k] = w[k] · Σ (x[n] · w[n]) · conj(w[k - n]).
/// Source: Bluestein, "A linear filtering approach to the computation of discrete Fourier
/// transform", 1970
class ChirpTransform {
public:
    ChirpTransform(std::size_t length, bool inverse)
        : m_chirp(length), m_filter(sizeFor(length)), m_forth(m_filter.size(), false),
          m_back(m_filter.size(), true) {
        for (std::size_t n = 0; n < length; ++n) {
            m_chirp[n] = turnOf(n * n % (2 * length), 2 * length, inverse);
            m_filter[n] = m_filter[(m_filter.size() - n) % m_filter.size()] = std::conj(m_chirp[n]);
        }
        m_forth.run(m_filter);
    }

    void run(std::vector<Complex>& values) {
        m_work.assign(m_filter.size(), {});
        for (std::size_t n = 0; n < values.size(); ++n)
            m_work[n] = multiply(values[n], m_chirp[n]);
        m_forth.run(m_work);
        for (std::size_t n = 0; n < m_work.size(); ++n)
            m_work[n] = multiply(m_work[n], m_filter[n]);
        m_back.run(m_work);
        for (std::size_t n = 0; n < values.size(); ++n)
            values[n] = multiply(m_work[n], m_chirp[n]) / static_cast<double>(m_filter.size());
    }

    /// The length of the circular convolution: long enough that its ends do not overlap.
    static std::size_t sizeFor(std::size_t length) { return std::bit_ceil(2 * length - 1); }

private:
    std::vector<Complex> m_chirp, m_filter, m_work;
    FactorTransform m_forth, m_back;
};

std::size_t largestPrimeFactor(std::size_t number) {
    std::size_t largest = 1;
    for (std::size_t factor = 2; factor * factor <= number; ++factor)
        for (; number % factor == 0; number /= factor)
            largest = factor;
    return std::max(largest, number);
}

/// Transforms of one length in about n · log n operations. Fails where memory does not suffice.
class Transform {
public:
    Transform(std::size_t length, bool inverse) {
        constexpr std::size_t kFewFactors = 100;
        const bool factors = largestPrimeFactor(length) <= kFewFactors;
        const std::size_t numbers =
            factors ? 4 * length : 2 * length + 8 * ChirpTransform::sizeFor(length);
        const auto bytes = bytesOf(DataType::complex128, static_cast<std::int64_t>(numbers));
        if (auto fits =
                checkMemory(bytes, PARTITA_TEXT("the transform"), PARTITA_TEXT("shorten it"));
            !fits)
            throw NodeFailure(fits.error().whole());
        if (factors)
            m_factors.emplace(length, inverse);
        else
            m_chirp.emplace(length, inverse);
    }
    void run(std::vector<Complex>& values, const std::stop_token& stop) {
        require(!stop.stop_requested(), "cancelled");
        if (m_factors)
            m_factors->run(values);
        else
            m_chirp->run(values);
    }

private:
    std::optional<FactorTransform> m_factors;
    std::optional<ChirpTransform> m_chirp;
};

Complex complexAt(const RuntimeValue& x, std::int64_t i) { // the last axis has 1 or 2 entries
    const std::int64_t parts = x.dims.back();
    return {readNumber(x, i * parts), parts == 2 ? readNumber(x, i * parts + 1) : 0};
}

} // namespace

/// Computes the discrete Fourier transform along one axis, or its inverse.
///
/// Inputs:   input float32, float64 [batch, …, 1 or 2], the last axis real or complex;
///           dft_length [], axis [] (an attribute before version 20), both int32, int64, optional
/// Outputs:  output [batch, …, 2], or 1 with inverse and onesided
/// Method:   in double: by the prime factors of the length where all are up to 100, else as a
///           convolution (`ChirpTransform`). `onesided` keeps the first half, or reads a half and
///           makes real numbers of it when inverse.
/// Fails:    when the length is not positive or too large for the memory, or the axis is out of
///           range
/// Source:   ONNX DFT-20; Cooley and Tukey, "An algorithm for the machine calculation of complex
///           Fourier series", 1965; Bluestein, 1970
void dftKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const Node& node = context.node();
    require(x.dims.size() >= 2 && (x.dims.back() == 1 || x.dims.back() == 2),
            "the last axis must have size 1 (real) or 2 (real and imaginary)");
    const bool inverse = node.intAttribute("inverse", 0) != 0,
               onesided = node.intAttribute("onesided", 0) != 0;
    const std::int64_t wantedAxis = context.version() >= 20
                                        ? (context.optional(2) ? integerOf(context, 2) : -2)
                                        : node.intAttribute("axis", 1);
    const std::size_t axis = normalizeAxis(wantedAxis, x.dims.size());
    require(axis + 1 < x.dims.size(),
            "the last axis holds real and imaginary parts and cannot be transformed");
    const std::int64_t size = x.dims[axis];
    const bool backToReal = inverse && onesided;
    const std::int64_t length = context.optional(1) ? integerOf(context, 1)
                                : backToReal        ? 2 * (size - 1)
                                                    : size;
    require(length > 0 && length < (std::int64_t{1} << 28), "dft_length is out of range");
    const std::int64_t kept = onesided && !inverse ? length / 2 + 1 : length;
    // Only half a spectrum is read, even where more is given.
    const std::int64_t read = std::min(size, backToReal ? length / 2 + 1 : length);
    Dims dims = x.dims;
    dims[axis] = kept;
    dims.back() = backToReal ? 1 : 2;
    RuntimeValue& y = context.output(0, x.type, dims);
    const std::int64_t outer = product(x.dims, 0, axis),
                       inner = product(x.dims, axis + 1, x.dims.size() - 1), parts = dims.back();
    if (y.count() == 0)
        return;
    Transform transform(static_cast<std::size_t>(length), inverse);
    std::vector<Complex> line(static_cast<std::size_t>(length));
    for (std::int64_t o = 0; o < outer; ++o)
        for (std::int64_t n = 0; n < inner; ++n) {
            for (std::int64_t i = 0; i < length; ++i) {
                Complex value;
                if (i < read)
                    value = complexAt(x, (o * size + i) * inner + n);
                else if (backToReal && length - i < read) // the mirrored half
                    value = std::conj(complexAt(x, (o * size + length - i) * inner + n));
                if (backToReal && (i == 0 || 2 * i == length))
                    value = value.real(); // no real signal has imaginary parts there
                line[static_cast<std::size_t>(i)] = value;
            }
            transform.run(line, context.stop());
            for (std::int64_t i = 0; i < kept; ++i) {
                const Complex value = line[static_cast<std::size_t>(i)] /
                                      (inverse ? static_cast<double>(length) : 1.0);
                const std::int64_t to = ((o * kept + i) * inner + n) * parts;
                writeNumber(y, to, value.real());
                if (parts == 2)
                    writeNumber(y, to + 1, value.imag());
            }
        }
}

/// Computes the Fourier transforms of overlapping frames of a signal.
///
/// Inputs:   signal float32, float64 [batch, length], or with a last axis of 1 or 2; frame_step
///           int32, int64 []; window [frame_length], frame_length [], both optional
/// Outputs:  output [batch, frames, bins, 2]
/// Method:   each frame times the window through the transform of DFT, in double
/// Fails:    when frame_step or frame_length is not positive, the frame is longer than the signal,
///           or the window has another length
/// Source:   ONNX STFT-17
void stftKernel(KernelContext& context) {
    const RuntimeValue& signal = context.input(0);
    const RuntimeValue *window = context.optional(2), *given = context.optional(3);
    require(signal.dims.size() == 2 ||
                (signal.dims.size() == 3 && (signal.dims[2] == 1 || signal.dims[2] == 2)),
            "the signal must be [batch, length] or [batch, length, 1 or 2]");
    const bool isComplex = signal.dims.size() == 3 && signal.dims[2] == 2;
    const std::int64_t step = integerOf(context, 1);
    const std::int64_t length = given ? integerOf(context, 3) : window ? window->count() : 0;
    require(step > 0 && length > 0 && length <= signal.dims[1],
            "frame_step or frame_length is out of range");
    require(!window || window->count() == length, "the window must be as long as a frame");
    const bool onesided = context.node().intAttribute("onesided", 1) != 0;
    const std::int64_t frames = (signal.dims[1] - length) / step + 1,
                       bins = onesided ? length / 2 + 1 : length;
    RuntimeValue& y = context.output(0, signal.type, {signal.dims[0], frames, bins, 2});
    if (y.count() == 0)
        return;
    std::vector<Complex> line(static_cast<std::size_t>(length));
    Transform transform(line.size(), false);
    for (std::int64_t b = 0; b < signal.dims[0]; ++b)
        for (std::int64_t f = 0; f < frames; ++f) {
            for (std::int64_t i = 0; i < length; ++i) {
                const std::int64_t at = b * signal.dims[1] + f * step + i;
                const Complex value =
                    isComplex ? Complex(readNumber(signal, 2 * at), readNumber(signal, 2 * at + 1))
                              : Complex(readNumber(signal, at), 0);
                line[static_cast<std::size_t>(i)] = value * (window ? readNumber(*window, i) : 1.0);
            }
            transform.run(line, context.stop());
            for (std::int64_t i = 0; i < bins; ++i) {
                const std::int64_t to = ((b * frames + f) * bins + i) * 2;
                writeNumber(y, to, line[static_cast<std::size_t>(i)].real());
                writeNumber(y, to + 1, line[static_cast<std::size_t>(i)].imag());
            }
        }
}

/// Makes a matrix of triangular filters, evenly spaced on the mel scale, over the bins of a
/// spectrum.
///
/// Inputs:   num_mel_bins, dft_length, sample_rate int32, int64 []; lower_edge_hertz,
///           upper_edge_hertz floats []
/// Outputs:  output of the type `output_datatype` [dft_length / 2 + 1, num_mel_bins]
/// Method:   the edges of the filters in double, then their rising and falling sides one filter
///           after the other
/// Fails:    when a size or the rate is not positive, or the edges are out of order or too far for
///           the rate
/// Source:   ONNX MelWeightMatrix-17
void melWeightMatrixKernel(KernelContext& context) {
    const std::int64_t filters = integerOf(context, 0), length = integerOf(context, 1),
                       rate = integerOf(context, 2);
    const double low = numberOf(context, 3), high = numberOf(context, 4);
    require(filters > 0 && length > 0 && rate > 0,
            "num_mel_bins, dft_length and sample_rate must be positive");
    require(low <= high, "lower_edge_hertz is above upper_edge_hertz");
    require(filters < (1 << 24) && length < (std::int64_t{1} << 32), "the matrix is too large");
    const std::int64_t bins = length / 2 + 1;
    const auto mel = [](double hertz) { return 2595 * std::log10(1 + hertz / 700); };
    const double first = mel(low), step = (mel(high) - first) / static_cast<double>(filters + 2);
    std::vector<std::int64_t> edges;
    for (std::int64_t i = 0; i < filters + 2; ++i) {
        const double hertz =
            700 * (std::pow(10, (static_cast<double>(i) * step + first) / 2595) - 1);
        const double edge =
            std::floor(static_cast<double>(length + 1) * hertz / static_cast<double>(rate));
        require(std::fabs(edge) < 0x1p40, "the edge frequencies are too large for sample_rate");
        edges.push_back(static_cast<std::int64_t>(edge));
    }
    const auto type = static_cast<DataType>(context.node().intAttribute("output_datatype", 1));
    RuntimeValue& y = context.output(0, type, {bins, filters});
    for (std::int64_t i = 0; i < y.count(); ++i)
        writeNumber(y, i, 0);
    const auto put = [&](std::int64_t bin, std::int64_t filter, double value) {
        if (bin >= 0 && bin < bins)
            writeNumber(y, bin * filters + filter, value);
    };
    for (std::int64_t f = 0; f < filters; ++f) {
        const auto at = static_cast<std::size_t>(f);
        const std::int64_t left = edges[at], centre = edges[at + 1], right = edges[at + 2];
        if (left == centre)
            put(centre, f, 1);
        for (std::int64_t i = std::max<std::int64_t>(left, 0);
             left != centre && i <= std::min(centre, bins - 1); ++i)
            put(i, f, static_cast<double>(i - left) / static_cast<double>(centre - left));
        for (std::int64_t i = std::max<std::int64_t>(centre, 0); i < std::min(right, bins); ++i)
            put(i, f, static_cast<double>(right - i) / static_cast<double>(right - centre));
    }
}

} // namespace partita::cpu
