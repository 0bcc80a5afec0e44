#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/provider/node_failure.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

/// One complex number of each of the lines that are transformed side by side.
template <std::size_t Lines> struct alignas(Lines * sizeof(double)) LineNumbers {
    std::array<double, Lines> real, imaginary;
};

/// Discrete Fourier transforms of one length by its factors: each factor f of a length n takes
/// n · f operations.
/// Source: Cooley and Tukey, "An algorithm for the machine calculation of complex Fourier series",
/// 1965
class FactorTransform {
public:
    /// The largest prime factor that is worth its operations.
    static constexpr std::size_t kMostFactor = 100;

    FactorTransform() = default;
    FactorTransform(std::size_t length, bool inverse);

    /// Where number n of a line must stand before the transform.
    [[nodiscard]] std::size_t placeOf(std::size_t n) const { return m_places[n]; }
    /// Transforms lines whose numbers are at their places; the result is in order.
    template <std::size_t Lines> void run(LineNumbers<Lines>* values) const { run(values, 0); }

private:
    template <std::size_t Lines> void run(LineNumbers<Lines>* values, std::size_t level) const;
    template <std::size_t Lines>
    void join(LineNumbers<Lines>* values, std::size_t first, std::size_t last) const;

    std::vector<std::complex<double>> m_turns; ///< e^(±2πi · k / length)
    std::vector<std::uint32_t> m_places;
    std::vector<std::size_t> m_factors; ///< the last one is that of neighbours in memory
    std::vector<std::size_t> m_counts;  ///< the length from each factor on
    bool m_inverse = false;
};

/// Discrete Fourier transforms of one length, in double: by its factors, or as a convolution where
/// a prime factor is large: with w[n] = e^(±πi · n² / N),
/// X[k] = w[k] · Σ (x[n] · w[n]) · conj(w[k - n]).
/// Lines are transformed side by side in vectors; they do not influence each other.
/// Source: Bluestein, "A linear filtering approach to the computation of discrete Fourier
/// transform", 1970
class FourierTransform {
public:
    /// Throws NodeFailure where memory does not suffice.
    FourierTransform(std::size_t length, bool inverse);

    /// Transforms `lines` lines, on several threads: `startOf(line)` is anything that tells where a line
    /// is, read(start, n) its number n, and write(start, k, number) takes results [0, kept). They must
    /// not throw. Throws NodeFailure when it is stopped.
    template <class Start, class Read, class Write>
    void run(std::int64_t lines, std::int64_t kept, const std::stop_token& stop,
             const Start& startOf, const Read& read, const Write& write) const {
        constexpr std::size_t kLongest = 16384; // of which a few lines fit into the cache
        if (lines > 1 && m_length <= kLongest)
            runLines<8>(lines, kept, stop, startOf, read, write);
        else
            runLines<1>(lines, kept, stop, startOf, read, write);
        require(!stop.stop_requested(), "cancelled");
    }

private:
    template <std::size_t Lines, class Start, class Read, class Write>
    void runLines(std::int64_t lines, std::int64_t kept, const std::stop_token& stop,
                  const Start& startOf, const Read& read, const Write& write) const {
        constexpr auto kLines = static_cast<std::int64_t>(Lines);
        const auto length = static_cast<std::int64_t>(m_length);
        // One line at a time is for long ones, of which every thread would need a copy.
        const std::int64_t groups = (lines + kLines - 1) / kLines,
                           grain = Lines == 1 ? groups : 1 + 4096 / length;
        parallelFor(groups, grain, [&](std::int64_t begin, std::int64_t end) {
            std::vector<LineNumbers<Lines>> values(m_length), spare(m_filter.size()),
                work(m_filter.size());
            for (std::int64_t group = begin; group < end && !stop.stop_requested(); ++group) {
                const std::int64_t first = group * kLines, count = std::min(kLines, lines - first);
                std::array<decltype(startOf(first)), Lines> starts;
                for (std::size_t line = 0; line < Lines; ++line) // the last one fills the vector
                    starts[line] =
                        startOf(first + std::min(static_cast<std::int64_t>(line), count - 1));
                for (std::int64_t n = 0; n < length; ++n) {
                    auto& to = values[placeOf(static_cast<std::size_t>(n))];
                    for (std::size_t line = 0; line < Lines; ++line) {
                        const std::complex<double> number = read(starts[line], n);
                        to.real[line] = number.real();
                        to.imaginary[line] = number.imag();
                    }
                }
                transform(values.data(), spare.data(), work.data());
                for (std::int64_t k = 0; k < kept; ++k) {
                    const auto& from = values[static_cast<std::size_t>(k)];
                    for (std::size_t line = 0; line < static_cast<std::size_t>(count); ++line)
                        write(starts[line], k,
                              std::complex<double>(from.real[line], from.imaginary[line]));
                }
            }
        });
    }
    /// Where number n of a line must stand before `transform`.
    [[nodiscard]] std::size_t placeOf(std::size_t n) const {
        return m_filter.empty() ? m_factors.placeOf(n) : n;
    }
    /// `spare` and `work` are as long as the filter.
    template <std::size_t Lines>
    void transform(LineNumbers<Lines>* values, LineNumbers<Lines>* spare,
                   LineNumbers<Lines>* work) const;
    void makeFilter();

    std::size_t m_length;
    bool m_inverse;
    FactorTransform m_factors;                           ///< of the length, or of the convolution
    std::vector<std::complex<double>> m_chirp, m_filter; ///< of a convolution
};

} // namespace partita::cpu
