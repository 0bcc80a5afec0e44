#include "providers/cpu/kernels/sums_to_codes.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "providers/cpu/loops/code_steps.h"
#include "providers/cpu/loops/vector_operations.h"

namespace partita::cpu {

namespace {

constexpr std::int64_t kAtATime = 256;
constexpr std::size_t kBehindLists = 15; ///< numbers that codesOfSums may read behind them

/// Gives each filter its number, where there is one for all, and repeats the numbers of all filters.
template <class T>
void forEachFilter(std::vector<T>& list, std::int64_t filters, std::int64_t times) {
    const auto size = static_cast<std::size_t>(filters);
    if (list.size() == 1)
        list.resize(size, T(list[0]));
    for (std::size_t i = 0, more = list.size() * static_cast<std::size_t>(times - 1); i < more; ++i)
        list.push_back(T(list[i]));
}

/// As a step that codesOfSums takes, if it is one; activations are not.
std::optional<CodeStep> inRegisters(const std::vector<float>& factors,
                                    const std::vector<float>& bias, const Finish& finish,
                                    const CodeRange& range, std::optional<DataType> addend) {
    using Adds = CodeStep::Adds;
    if (!finish.activations.empty() || finish.unit != 1)
        return std::nullopt;
    return CodeStep{factors.data(),
                    bias.data(),
                    !addend                     ? Adds::nothing
                    : *addend == DataType::int8 ? Adds::signedCodes
                                                : Adds::unsignedCodes,
                    finish.after,
                    static_cast<float>(range.lowest()),
                    static_cast<float>(range.highest())};
}

/// Calls `scale(then)`, which makes a row of products of one number each and what `then` makes of it, and
/// takes it to integers.
template <class Scale>
PARTITA_INLINE inline void finishRow(const Finish& finish, const CodeRange& range, float* row,
                                     std::int64_t count, const Scale& scale) {
    const ToInteger toInteger{finish.after, static_cast<float>(range.lowest()),
                              static_cast<float>(range.highest())};
    if (finish.activations.empty() && finish.unit == 1)
        return scale(toInteger); // in one pass
    scale([unit = finish.unit](float number) PARTITA_INLINE { return number * unit; });
    for (const VectorStep& step : finish.activations)
        runVectorStep(step, row, nullptr, row, static_cast<std::size_t>(count));
    mapRow(toInteger, row, count);
}

/// Takes one step from a row of codes less their zero point, of filters from `filter` on, to the next
/// ones. `addend`: one code to add for each.
PARTITA_INLINE inline void recodeRow(const RecodingStep& step, std::int64_t filter,
                                     const std::byte* addend, float* row, std::int64_t count) {
    const float *factors = step.factors.data() + filter, *bias = step.bias.data() + filter;
    finishRow(step.finish, step.range, row, count, [&](auto then) PARTITA_INLINE {
        if (!step.addend)
            scaleRow(factors, bias, then, row, count);
        else if (*step.addend == DataType::int8)
            scaleAndAdd(factors, bias, reinterpret_cast<const std::int8_t*>(addend), then, row,
                        count);
        else
            scaleAndAdd(factors, bias, reinterpret_cast<const std::uint8_t*>(addend), then, row,
                        count);
    });
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
    if (m_how.bias.empty())
        m_how.bias.push_back(0);
    for (std::vector<double>* each : {&m_factors, &m_bias})
        forEachFilter(*each, m_filters, m_pixels);
    std::vector<std::vector<float>*> lists{&m_how.factors, &m_how.bias};
    for (RecodingStep& step : m_how.steps)
        lists.insert(lists.end(), {&step.factors, &step.bias});
    for (std::vector<float>* each : lists) {
        forEachFilter(*each, m_filters, m_pixels);
        each->resize(each->size() + kBehindLists);
    }
    findOnePass();
}

void SumsToCodes::findOnePass() {
    const auto areFinite = [](const std::vector<float>& list) {
        return std::ranges::all_of(list, [](float each) { return std::isfinite(each); });
    };
    // Where a number is NaN, it becomes another code without steps.
    if (!makesCodesInRegisters() ||
        (m_plain &&
         !(areFinite(m_how.factors) && areFinite(m_how.bias) && std::isfinite(m_how.finish.after))))
        return;
    std::vector<CodeStep> all;
    const auto add = [&](const std::optional<CodeStep>& step) {
        if (step)
            all.push_back(*step);
    };
    add(inRegisters(m_how.factors, m_how.bias, m_how.finish, m_how.range, std::nullopt));
    for (const RecodingStep& step : m_how.steps)
        add(inRegisters(step.factors, step.bias, step.finish, step.range, step.addend));
    if (all.size() == 1 + m_how.steps.size())
        m_onePass = std::move(all);
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
                *bias = m_how.bias.data() + row.filter;
    if (m_plain)
        return codeSums(row.sums, factors, bias,
                        {static_cast<float>(range.zero), static_cast<float>(range.low),
                         static_cast<float>(range.high)},
                        codes + row.at, count);
    float numbers[kAtATime]; // NOLINT: filled below
    finishRow(m_how.finish, range, numbers, count, [&](auto then) PARTITA_INLINE {
        scaleSums(row.sums, factors, bias, then, numbers, count);
    });
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
    if (!m_onePass.empty())
        return forRows(some, [&](const Row& row) {
            codesOfSums({row.sums, row.filter, row.count, addend ? addend + row.at : nullptr},
                        m_onePass, m_how.last().zero, m_how.last().type == DataType::int8,
                        codes + row.at);
        });
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
