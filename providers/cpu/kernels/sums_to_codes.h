#pragma once

#include <cstddef>
#include <vector>

#include "providers/cpu/kernels/integer_conv.h"
#include "providers/cpu/loops/code_sums.h"

namespace partita::cpu {

/// Makes codes of the sums of a quantized convolution, where oneDNN does not.
class SumsToCodes {
public:
    SumsToCodes() = default;
    /// `factors`, `bias`: those of `how`, unrounded, one for each filter; `bias` may be empty. Where
    /// `how` is not exact and has neither activations nor steps, the codes are made in double.
    SumsToCodes(const Requantization& how, std::vector<double> factors, std::vector<double> bias);
    SumsToCodes(SumsToCodes&&) = default;
    SumsToCodes& operator=(SumsToCodes&&) = default;
    SumsToCodes(const SumsToCodes&) = delete;
    SumsToCodes& operator=(const SumsToCodes&) = delete;
    ~SumsToCodes() = default;

    /// Writes codes [pixels, filters] of some of the sums. `addend`: codes that a step adds, of all
    /// pixels; null: none.
    void write(const SomeSums& some, const std::byte* addend, std::byte* codes) const;

private:
    /// Up to 256 sums of one pixel, or of all filters of several.
    struct Row {
        const std::int32_t* sums;
        std::int64_t filter, at, count; ///< `at`: in the codes
    };

    template <class F> void forRows(const SomeSums& some, const F& visit) const;
    void findOnePass();
    void writeRow(const Row& row, std::int64_t count, const std::byte* addend,
                  std::byte* codes) const;
    void requantizeRow(const Row& row, std::byte* codes) const;

    Requantization
        m_how; ///< its lists are repeated for several pixels, if they are short; room follows
    std::vector<double> m_factors, m_bias;
    std::int64_t m_filters = 0, m_pixels = 1; ///< at a time
    bool m_plain = false;
    std::vector<CodeStep>
        m_onePass; ///< all steps, over the lists of m_how; empty: there are others
};

} // namespace partita::cpu
