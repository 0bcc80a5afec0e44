#include "providers/cpu/kernels/fourier.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <numbers>

#include "core/base/memory_budget.h"
#include "core/ir/tensor_size.h"
#include "core/provider/run_values.h"
#include "providers/cpu/loops/vector_reductions.h"

namespace partita::cpu {

namespace {

using Turn = std::complex<double>;

/// e^(±2πi · k / length).
Turn turnOf(std::size_t k, std::size_t length, bool inverse) {
    const double turn = (inverse ? 2 : -2) * std::numbers::pi / static_cast<double>(length);
    return std::polar(1.0, turn * static_cast<double>(k));
}

/// The product, without the standard library's slow handling of infinities.
Turn turnedBy(const Turn& a, const Turn& b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

template <std::size_t Lines>
void turnLines(LineNumbers<Lines>& to, const LineNumbers<Lines>& from, const Turn& by) {
    for (std::size_t line = 0; line < Lines; ++line) {
        const Turn turned = turnedBy({from.real[line], from.imaginary[line]}, by);
        to.real[line] = turned.real();
        to.imaginary[line] = turned.imag();
    }
}

/// The length of the circular convolution: long enough that its ends do not overlap.
std::size_t convolutionLength(std::size_t length) { return std::bit_ceil(2 * length - 1); }

std::size_t largestPrimeFactor(std::size_t number) {
    std::size_t largest = 1;
    for (std::size_t factor = 2; factor * factor <= number; ++factor)
        for (; number % factor == 0; number /= factor)
            largest = factor;
    return std::max(largest, number);
}

/// Joins transforms of parts to longer ones; `Bytes`: of a vector, from onWidestCpu.
template <std::size_t Lines, std::size_t Bytes> class PartsJoiner {
public:
    PARTITA_INLINE PartsJoiner(const Turn* turns, std::size_t length, bool inverse)
        : m_turns(turns), m_length(length), m_sign(inverse ? 1.0 : -1.0) {}

    /// Joins `factor` transforms of `each` numbers, one behind the other: the transform of every
    /// factor-th number of a line, from the first, the second … on.
    PARTITA_INLINE void join(LineNumbers<Lines>* values, std::size_t factor,
                             std::size_t each) const {
        const std::size_t step = m_length / (factor * each);
        for (std::size_t k = 0; k < each; ++k)
            for (std::size_t line = 0; line < Lines; line += kCount) {
                if (factor == 4)
                    joinFour(values + k, each, k * step, line);
                else if (factor == 2)
                    joinTwo(values + k, each, k * step, line);
                else
                    joinMany(values + k, factor, each, k * step, line);
            }
    }

private:
    static constexpr std::size_t kCount = std::min(Lines, Bytes / sizeof(double));
    using V = std::conditional_t<kCount == 1, double, VectorOf<double, kCount>>;
    struct Pair {
        V real, imaginary;
    };

    static PARTITA_INLINE Pair read(const LineNumbers<Lines>& from, std::size_t line) {
        Pair pair; // NOLINT: filled below
        std::memcpy(&pair.real, from.real.data() + line, sizeof pair.real);
        std::memcpy(&pair.imaginary, from.imaginary.data() + line, sizeof pair.imaginary);
        return pair;
    }
    static PARTITA_INLINE void write(LineNumbers<Lines>& to, std::size_t line, const V& real,
                                     const V& imaginary) {
        std::memcpy(to.real.data() + line, &real, sizeof real);
        std::memcpy(to.imaginary.data() + line, &imaginary, sizeof imaginary);
    }
    /// The numbers, turned by turn `k` of the whole length.
    PARTITA_INLINE Pair readTurned(const LineNumbers<Lines>& from, std::size_t line,
                                   std::size_t k) const {
        const Pair x = read(from, line);
        const double real = m_turns[k].real(), imaginary = m_turns[k].imag();
        return {x.real * real - x.imaginary * imaginary, x.real * imaginary + x.imaginary * real};
    }
    PARTITA_INLINE void joinTwo(LineNumbers<Lines>* to, std::size_t each, std::size_t turn,
                                std::size_t line) const {
        const Pair a = read(to[0], line), b = readTurned(to[each], line, turn);
        write(to[0], line, a.real + b.real, a.imaginary + b.imaginary);
        write(to[each], line, a.real - b.real, a.imaginary - b.imaginary);
    }
    PARTITA_INLINE void joinFour(LineNumbers<Lines>* to, std::size_t each, std::size_t turn,
                                 std::size_t line) const {
        Pair a = read(to[0], line), b, c, d; // NOLINT: filled below
        if (turn == 0) {                     // the shortest ones need no turn at all
            b = read(to[each], line);
            c = read(to[2 * each], line);
            d = read(to[3 * each], line);
        } else {
            b = readTurned(to[each], line, turn);
            c = readTurned(to[2 * each], line, 2 * turn);
            d = readTurned(to[3 * each], line, 3 * turn);
        }
        const Pair even{a.real + c.real, a.imaginary + c.imaginary},
            odd{b.real + d.real, b.imaginary + d.imaginary};
        const Pair first{a.real - c.real, a.imaginary - c.imaginary},
            // a quarter turn of b - d
            second{(d.imaginary - b.imaginary) * m_sign, (b.real - d.real) * m_sign};
        write(to[0], line, even.real + odd.real, even.imaginary + odd.imaginary);
        write(to[each], line, first.real + second.real, first.imaginary + second.imaginary);
        write(to[2 * each], line, even.real - odd.real, even.imaginary - odd.imaginary);
        write(to[3 * each], line, first.real - second.real, first.imaginary - second.imaginary);
    }
    /// An odd number of parts: a[m] · w + a[parts - m] · conj(w) needs the real and the imaginary
    /// part of w once each, for two of the results.
    PARTITA_INLINE void joinMany(LineNumbers<Lines>* to, std::size_t parts, std::size_t each,
                                 std::size_t turn, std::size_t line) const {
        std::array<Pair, FactorTransform::kMostFactor / 2> sums, differences; // NOLINT: filled
        const Pair first = read(to[0], line);
        const std::size_t half = parts / 2, whole = m_length / parts;
        Pair all = first;
        for (std::size_t m = 1; m <= half; ++m) {
            const Pair a = readTurned(to[m * each], line, m * turn),
                       b = readTurned(to[(parts - m) * each], line, (parts - m) * turn);
            sums[m - 1] = {a.real + b.real, a.imaginary + b.imaginary};
            differences[m - 1] = {a.real - b.real, a.imaginary - b.imaginary};
            all = {all.real + sums[m - 1].real, all.imaginary + sums[m - 1].imaginary};
        }
        write(to[0], line, all.real, all.imaginary);
        for (std::size_t j = 1; j <= half; ++j) {
            Pair same = first, apart{V{}, V{}};
            for (std::size_t m = 1, power = j; m <= half; ++m) { // power = j · m % parts
                const double real = m_turns[power * whole].real(),
                             imaginary = m_turns[power * whole].imag();
                same = {same.real + sums[m - 1].real * real,
                        same.imaginary + sums[m - 1].imaginary * real};
                apart = {apart.real - differences[m - 1].imaginary * imaginary,
                         apart.imaginary + differences[m - 1].real * imaginary};
                power = power + j >= parts ? power + j - parts : power + j;
            }
            write(to[j * each], line, same.real + apart.real, same.imaginary + apart.imaginary);
            write(to[(parts - j) * each], line, same.real - apart.real,
                  same.imaginary - apart.imaginary);
        }
    }

    const Turn* m_turns;
    std::size_t m_length;
    double m_sign;
};

} // namespace

FactorTransform::FactorTransform(std::size_t length, bool inverse)
    : m_turns(length), m_places(length), m_inverse(inverse) {
    for (std::size_t k = 0; k < length; ++k)
        m_turns[k] = turnOf(k, length, inverse);
    std::size_t rest = length;
    for (; rest % 4 == 0; rest /= 4)
        m_factors.push_back(4);
    for (std::size_t factor = 2; rest > 1; ++factor) {
        if (factor * factor > rest)
            factor = rest;
        for (; rest % factor == 0; rest /= factor)
            m_factors.push_back(factor);
    }
    std::ranges::reverse(m_factors);
    rest = length;
    for (const std::size_t factor : m_factors) {
        m_counts.push_back(rest);
        rest /= factor;
    }
    // Number n belongs to part n % factor of the first factor, in which it is number n / factor.
    for (std::size_t n = 0; n < length; ++n) {
        std::size_t place = 0, number = n;
        for (std::size_t level = 0; level < m_factors.size(); ++level) {
            place += number % m_factors[level] * (m_counts[level] / m_factors[level]);
            number /= m_factors[level];
        }
        m_places[n] = static_cast<std::uint32_t>(place);
    }
}

/// Joins the factors [first, last], the last one first, of the numbers that make up factor `first`.
template <std::size_t Lines>
void FactorTransform::join(LineNumbers<Lines>* values, std::size_t first, std::size_t last) const {
    onWidestCpu([&](auto bytes) PARTITA_INLINE {
        const PartsJoiner<Lines, decltype(bytes)::value> joiner(m_turns.data(), m_turns.size(),
                                                                m_inverse);
        for (std::size_t level = last + 1; level-- > first;) {
            const std::size_t count = m_counts[level], factor = m_factors[level];
            for (std::size_t at = 0; at < m_counts[first]; at += count)
                joiner.join(values + at, factor, count / factor);
        }
    });
}

template <std::size_t Lines>
void FactorTransform::run(LineNumbers<Lines>* values, std::size_t level) const {
    if (level == m_factors.size())
        return;
    constexpr std::size_t kInCache = (std::size_t{1} << 18) / sizeof(LineNumbers<Lines>);
    if (m_counts[level] <= kInCache)
        return join(values, level, m_factors.size() - 1);
    // Each part on its own, so that it is still in the cache for its next factor.
    const std::size_t each = m_counts[level] / m_factors[level];
    for (std::size_t at = 0; at < m_counts[level]; at += each)
        run(values + at, level + 1);
    join(values, level, level);
}

FourierTransform::FourierTransform(std::size_t length, bool inverse)
    : m_length(length), m_inverse(inverse) {
    const bool factors = largestPrimeFactor(length) <= FactorTransform::kMostFactor;
    const std::size_t numbers = factors ? 4 * length : 2 * length + 5 * convolutionLength(length);
    const auto bytes = bytesOf(DataType::complex128, static_cast<std::int64_t>(numbers));
    if (auto fits = checkMemory(bytes, PARTITA_TEXT("the transform"), PARTITA_TEXT("shorten it"));
        !fits)
        throw NodeFailure(fits.error().whole());
    m_factors = factors ? FactorTransform(length, inverse)
                        : FactorTransform(convolutionLength(length), false);
    if (!factors)
        makeFilter();
}

void FourierTransform::makeFilter() {
    m_chirp.resize(m_length);
    m_filter.resize(convolutionLength(m_length));
    std::vector<LineNumbers<1>> filter(m_filter.size());
    for (std::size_t n = 0; n < m_length; ++n) {
        m_chirp[n] = turnOf(n * n % (2 * m_length), 2 * m_length, m_inverse);
        for (const std::size_t at : {n, (m_filter.size() - n) % m_filter.size()})
            filter[m_factors.placeOf(at)] = {{m_chirp[n].real()}, {-m_chirp[n].imag()}};
    }
    m_factors.run(filter.data());
    // The way back is the way forth of conjugate numbers, divided by the length.
    const double share = 1 / static_cast<double>(m_filter.size());
    for (std::size_t n = 0; n < filter.size(); ++n)
        m_filter[n] = {filter[n].real[0] * share, filter[n].imaginary[0] * share};
}

template <std::size_t Lines>
void FourierTransform::transform(LineNumbers<Lines>* values, LineNumbers<Lines>* spare,
                                 LineNumbers<Lines>* work) const {
    if (m_filter.empty())
        return m_factors.run(values);
    std::fill_n(spare, m_filter.size(), LineNumbers<Lines>{});
    for (std::size_t n = 0; n < m_length; ++n)
        turnLines(spare[m_factors.placeOf(n)], values[n], m_chirp[n]);
    m_factors.run(spare);
    for (std::size_t n = 0; n < m_filter.size(); ++n) {
        auto& to = work[m_factors.placeOf(n)];
        turnLines(to, spare[n], m_filter[n]);
        for (double& each : to.imaginary)
            each = -each;
    }
    m_factors.run(work);
    for (std::size_t n = 0; n < m_length; ++n) {
        for (double& each : work[n].imaginary)
            each = -each;
        turnLines(values[n], work[n], m_chirp[n]);
    }
}

template void FourierTransform::transform(LineNumbers<1>*, LineNumbers<1>*, LineNumbers<1>*) const;
template void FourierTransform::transform(LineNumbers<8>*, LineNumbers<8>*, LineNumbers<8>*) const;

} // namespace partita::cpu
