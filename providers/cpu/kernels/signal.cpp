// DFT, STFT, MelWeightMatrix. The window operators run by the functions that define them in ONNX.

#include <cmath>
#include <complex>

#include "providers/cpu/kernels/fourier.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/map_floats.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/narrow_types.h"

namespace partita::cpu {

namespace {

using Complex = std::complex<double>;

/// The lines along one axis of DFT's input and output.
struct FourierLines {
    std::int64_t size, kept, inner; ///< of the input, of the output, numbers from one to the next
    std::int64_t read;              ///< how many are read of a line; 0 follows
    std::int64_t length, parts;     ///< of the transform; 1: a real number, 2: a complex one
    bool backToReal;                ///< from half a spectrum
    double divisor;                 ///< of the results
};

/// Transforms `count` lines.
template <class T>
void transformLines(const FourierTransform& transform, const FourierLines& lines, const T* x, T* y,
                    std::int64_t count, const std::stop_token& stop) {
    struct Start {
        std::int64_t from, to;
    };
    const auto at = [&](const Start& start, std::int64_t i) -> Complex {
        const T* number = x + (start.from + i * lines.inner) * lines.parts;
        return {static_cast<double>(number[0]),
                lines.parts == 2 ? static_cast<double>(number[1]) : 0.0};
    };
    transform.run(
        count, lines.kept, stop,
        [&](std::int64_t line) {
            const std::int64_t outer = line / lines.inner, inner = line % lines.inner;
            return Start{outer * lines.size * lines.inner + inner,
                         outer * lines.kept * lines.inner + inner};
        },
        [&](const Start& start, std::int64_t i) -> Complex {
            Complex number;
            if (i < lines.read)
                number = at(start, i);
            else if (lines.backToReal && lines.length - i < lines.read)
                number = std::conj(at(start, lines.length - i));
            if (lines.backToReal && (i == 0 || 2 * i == lines.length))
                number = number.real(); // no real signal has imaginary parts there
            return number;
        },
        [&](const Start& start, std::int64_t k, const Complex& number) {
            const std::int64_t to = start.to + k * lines.inner;
            if (lines.backToReal) {
                y[to] = static_cast<T>(number.real() / lines.divisor);
                return;
            }
            y[2 * to] = static_cast<T>(number.real() / lines.divisor);
            y[2 * to + 1] = static_cast<T>(number.imag() / lines.divisor);
        });
}

} // namespace

/// Computes the discrete Fourier transform along one axis, or its inverse.
///
/// Inputs:   input float32, float64 [batch, …, 1 or 2], the last axis real or complex;
///           dft_length [], axis [] (an attribute before version 20), both int32, int64, optional
/// Outputs:  output [batch, …, 2], or 1 with inverse and onesided
/// Method:   in double: by the prime factors of the length where all are up to 100, else as a
///           convolution (`FourierTransform`); eight lines at a time in vectors, on several
///           threads. `onesided` keeps the first half, or reads a half and makes real numbers of it
///           when inverse.
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
    if (y.count() == 0)
        return;
    const FourierTransform transform(static_cast<std::size_t>(length), inverse);
    const std::int64_t inner = product(x.dims, axis + 1, x.dims.size() - 1);
    const double divisor = inverse ? static_cast<double>(length) : 1.0;
    const FourierLines lines{size, kept, inner, read, length, x.dims.back(), backToReal, divisor};
    forFloatType(x.type, [&]<class T>() {
        transformLines(transform, lines, x.as<T>(), y.as<T>(), product(x.dims, 0, axis) * inner,
                       context.stop());
    });
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
    const FourierTransform transform(static_cast<std::size_t>(length), false);
    std::vector<double> shape(static_cast<std::size_t>(length), 1);
    for (std::int64_t i = 0; window && i < length; ++i)
        shape[static_cast<std::size_t>(i)] = readNumber(*window, i);
    struct Start {
        std::int64_t from, to;
    };
    forFloatType(signal.type, [&]<class T>() {
        const T* x = signal.as<T>();
        transform.run(
            signal.dims[0] * frames, bins, context.stop(),
            [&](std::int64_t line) {
                return Start{line / frames * signal.dims[1] + line % frames * step, line * bins};
            },
            [&](const Start& start, std::int64_t i) -> Complex {
                const std::int64_t at = start.from + i;
                const double share = shape[static_cast<std::size_t>(i)];
                if (isComplex)
                    return {static_cast<double>(x[2 * at]) * share,
                            static_cast<double>(x[2 * at + 1]) * share};
                return static_cast<double>(x[at]) * share;
            },
            [&](const Start& start, std::int64_t k, const Complex& number) {
                y.as<T>()[2 * (start.to + k)] = static_cast<T>(number.real());
                y.as<T>()[2 * (start.to + k) + 1] = static_cast<T>(number.imag());
            });
    });
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
