#include "providers/cpu/kernels/sums_to_codes.h"

#include <algorithm>

#include "providers/cpu/loops/code_rows.h"
#include "providers/cpu/loops/vector_operations.h"

namespace partita::cpu {

namespace {

constexpr std::int64_t kAtATime = 256;

/// Repeats a list with one number for each filter.
template <class T> void repeat(std::vector<T>& list, std::int64_t filters, std::int64_t times) {
    const auto size = static_cast<std::size_t>(filters);
    if (list.size() != size)
        return;
    list.reserve(size * static_cast<std::size_t>(times));
    for (std::int64_t i = 1; i < times; ++i)
        list.insert(list.end(), list.begin(), list.begin() + filters);
}

/// Makes numbers of a row of products, and rounds them.
void finishRow(const Finish& finish, const CodeRange& range, float* row, std::int64_t count) {
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
void recodeRow(const RecodingStep& step, std::int64_t filter, const std::byte* addend, float* row,
               std::int64_t count) {
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
      m_pixels(std::max<std::int64_t>(1, kAtATime / std::max<std::int64_t>(1, m_filters))),
      m_plain(how.steps.empty() && how.finish.activations.empty()) {
    repeat(m_factors, m_filters, m_pixels);
    repeat(m_bias, m_filters, m_pixels);
    repeat(m_how.factors, m_filters, m_pixels);
    repeat(m_how.bias, m_filters, m_pixels);
    for (RecodingStep& step : m_how.steps)
        if (m_filters > 1) { // a step may have one factor for all
            repeat(step.factors, m_filters, m_pixels);
            repeat(step.bias, m_filters, m_pixels);
        }
}

void SumsToCodes::write(const SomeSums& some, const std::byte* addend, std::byte* codes) const {
    if (some.columns == m_filters && some.step == m_filters) {
        for (std::int64_t pixel = 0; pixel < some.rows; pixel += m_pixels)
            writeRow({some.sums + pixel * m_filters, 0, (some.row + pixel) * m_filters,
                      std::min(m_pixels, some.rows - pixel) * m_filters},
                     addend, codes);
        return;
    }
    for (std::int64_t pixel = 0; pixel < some.rows; ++pixel)
        writeRow({some.sums + pixel * some.step, some.column,
                  (some.row + pixel) * m_filters + some.column, some.columns},
                 addend, codes);
}

void SumsToCodes::writeRow(const Row& row, const std::byte* addend, std::byte* codes) const {
    const CodeRange& range = m_how.range;
    const auto from = [&](const auto& list) {
        return list.empty() ? nullptr : list.data() + row.filter;
    };
    if (!m_plain) {
        for (std::int64_t i = 0; i < row.count; i += kAtATime)
            writeSteps(
                {row.sums + i, row.filter + i, row.at + i, std::min(kAtATime, row.count - i)},
                addend, codes);
    } else if (m_how.exact) {
        codeSums(row.sums, from(m_how.factors), from(m_how.bias),
                 {static_cast<float>(range.zero), static_cast<float>(range.low),
                  static_cast<float>(range.high)},
                 reinterpret_cast<std::uint8_t*>(codes) + row.at, row.count);
    } else {
        RuntimeValue to;
        to.type = range.type;
        to.data = codes;
        requantize(row.sums,
                   {from(m_factors), from(m_bias), true, static_cast<double>(range.zero), range.low,
                    range.high},
                   to, row.at, row.count);
    }
}

void SumsToCodes::writeSteps(const Row& row, const std::byte* addend, std::byte* codes) const {
    float numbers[kAtATime]; // NOLINT: filled below
    scaleSums(row.sums, m_how.factors.data() + row.filter,
              m_how.bias.empty() ? nullptr : m_how.bias.data() + row.filter, numbers, row.count);
    finishRow(m_how.finish, m_how.range, numbers, row.count);
    for (const RecodingStep& step : m_how.steps)
        recodeRow(step, row.filter, addend ? addend + row.at : nullptr, numbers, row.count);
    storeRow(numbers, m_how.last().zero, codes + row.at, row.count);
}

} // namespace partita::cpu
