#include "providers/cpu/kernels/sums_to_codes.h"

#include <algorithm>

#include "providers/cpu/loops/code_steps.h"
#include "providers/cpu/loops/vector_operations.h"

namespace partita::cpu {

namespace {

constexpr std::int64_t kAtATime = 256;

/// Repeats a list that has one number for each filter; one number for all stays.
template <class T> void repeat(std::vector<T>& list, std::int64_t filters, std::int64_t times) {
    const auto size = static_cast<std::size_t>(filters),
               all = size * static_cast<std::size_t>(times);
    if (list.size() != size)
        return;
    list.reserve(all);
    for (std::size_t i = 0; i + size < all; ++i)
        list.push_back(T(list[i]));
}

/// Makes numbers of a row of products, and rounds them.
PARTITA_INLINE inline void finishRow(const Finish& finish, const CodeRange& range, float* row,
                                     std::int64_t count) {
    const float none = 0;
    if (finish.unit != 1)
        scaleRow(&finish.unit, &none, 0, row, count);
    for (const VectorStep& step : finish.activations)
        runVectorStep(step, row, nullptr, row, static_cast<std::size_t>(count));
    roundRow(finish.after, static_cast<float>(range.lowest()), static_cast<float>(range.highest()),
             row, count);
}

/// Takes one step from a row of codes less their zero point, of filters from `filter` on, to the next
/// ones. `addend`: one code to add for each.
PARTITA_INLINE inline void recodeRow(const RecodingStep& step, std::int64_t filter,
                                     const std::byte* addend, float* row, std::int64_t count) {
    const bool each = step.factors.size() > 1;
    scaleRow(step.factors.data() + (each ? filter : 0), step.bias.data() + (each ? filter : 0),
             each ? 1 : 0, row, count);
    if (step.addend)
        addCodes(addend, *step.addend == DataType::int8, row, count);
    finishRow(step.finish, step.range, row, count);
}

} // namespace

SumsToCodes::SumsToCodes(const Requantization& how, std::vector<double> factors,
                         std::vector<double> bias)
    : m_how(how), m_factors(std::move(factors)), m_bias(std::move(bias)),
      m_filters(static_cast<std::int64_t>(m_factors.size())),
      m_pixels(m_filters > 0 && m_filters % 16 == 0
                   ? std::max<std::int64_t>(1, kAtATime / m_filters)
                   : 1), // otherwise vectors would end where a thread's pixels begin
      m_plain(how.steps.empty() && how.finish.activations.empty()) {
    repeat(m_factors, m_filters, m_pixels);
    repeat(m_bias, m_filters, m_pixels);
    repeat(m_how.factors, m_filters, m_pixels);
    repeat(m_how.bias, m_filters, m_pixels);
    for (RecodingStep& step : m_how.steps) {
        repeat(step.factors, m_filters, m_pixels);
        repeat(step.bias, m_filters, m_pixels);
    }
}

template <class F>
PARTITA_INLINE inline void SumsToCodes::forRows(const SomeSums& some, const F& visit) const {
    if (some.columns == m_filters && some.step == m_filters && m_pixels > 1) {
        for (std::int64_t pixel = 0; pixel < some.rows; pixel += m_pixels)
            visit(Row{some.sums + pixel * m_filters, 0, (some.row + pixel) * m_filters,
                      std::min(m_pixels, some.rows - pixel) * m_filters});
        return;
    }
    for (std::int64_t pixel = 0; pixel < some.rows; ++pixel)
        for (std::int64_t i = 0; i < some.columns; i += kAtATime)
            visit(Row{some.sums + pixel * some.step + i, some.column + i,
                      (some.row + pixel) * m_filters + some.column + i,
                      std::min(kAtATime, some.columns - i)});
}

PARTITA_INLINE inline void SumsToCodes::writeRow(const Row& row, std::int64_t count,
                                                 const std::byte* addend, std::byte* codes) const {
    const CodeRange& range = m_how.range;
    const float *factors = m_how.factors.data() + row.filter,
                *bias = m_how.bias.empty() ? nullptr : m_how.bias.data() + row.filter;
    if (m_plain)
        return codeSums(row.sums, factors, bias,
                        {static_cast<float>(range.zero), static_cast<float>(range.low),
                         static_cast<float>(range.high)},
                        codes + row.at, count);
    float numbers[kAtATime]; // NOLINT: filled below
    scaleSums(row.sums, factors, bias, numbers, count);
    finishRow(m_how.finish, range, numbers, count);
    for (const RecodingStep& step : m_how.steps)
        recodeRow(step, row.filter, addend ? addend + row.at : nullptr, numbers, count);
    storeRow(numbers, m_how.last().zero, codes + row.at, count);
}

void SumsToCodes::requantizeRow(const Row& row, std::byte* codes) const {
    RuntimeValue to;
    to.type = m_how.range.type;
    to.data = codes;
    requantize(row.sums,
               {m_factors.data() + row.filter,
                m_bias.empty() ? nullptr : m_bias.data() + row.filter, true,
                static_cast<double>(m_how.range.zero), m_how.range.low, m_how.range.high},
               to, row.at, row.count);
}

void SumsToCodes::write(const SomeSums& some, const std::byte* addend, std::byte* codes) const {
    if (m_plain && !m_how.exact)
        return forRows(some, [&](const Row& row) { requantizeRow(row, codes); });
    onBestCpu([&]() PARTITA_INLINE {
        forRows(some, [&](const Row& row) PARTITA_INLINE {
            // A constant size leaves nothing of the loops but their vectors.
            constexpr std::int64_t kUsual = 64;
            if (row.count == kUsual)
                writeRow(row, kUsual, addend, codes);
            else
                writeRow(row, row.count, addend, codes);
        });
    });
}

} // namespace partita::cpu
