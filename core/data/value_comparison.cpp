#include "core/data/value_comparison.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/ir/element_type.h"

namespace partita {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// |x − y| of 64-bit integers, which a double cannot hold exactly.
template <class T> double distance(T x, T y) {
    const auto larger = static_cast<std::uint64_t>(std::max(x, y)),
               smaller = static_cast<std::uint64_t>(std::min(x, y));
    return static_cast<double>(larger - smaller); // modulo 2^64; the distance fits
}

double distance(double x, double y) {
    if (x == y || (std::isnan(x) && std::isnan(y)))
        return 0;
    const double difference = std::fabs(x - y);
    return std::isnan(difference) ? kInfinity : difference;
}

/// Compares the numbers `expected(i)` and `actual(i)` for i < `count`.
template <class Expected, class Actual>
void compareNumbers(std::size_t count, double rtol, double atol, Scale scale, Difference& result,
                    const Expected& expected, const Actual& actual) {
    double largest = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto x = expected(i);
        const double size = std::fabs(static_cast<double>(x)), difference = distance(x, actual(i));
        if (std::isfinite(size))
            largest = std::max(largest, size);
        if (difference == 0)
            continue;
        if (!std::isfinite(difference) ||
            (scale == Scale::element && !(difference <= atol + rtol * size)))
            result.within = false;
        result.maxAbsolute = std::max(result.maxAbsolute, difference);
    }
    if (result.maxAbsolute == 0)
        return;
    if (scale == Scale::tensor && !(result.maxAbsolute <= atol + rtol * largest))
        result.within = false;
    if (largest > 0)
        result.maxRelative = result.maxAbsolute / largest;
    else
        result.maxRelative = result.within ? 0 : kInfinity;
}

template <class T> auto elementsOf(Bytes bytes) {
    return [bytes](std::size_t i) {
        T value;
        std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
        return value;
    };
}

auto numbersOf(DataType type, Bytes bytes) {
    return [type, bytes](std::size_t i) { return numberAt(type, bytes, i); };
}

void compareElements(DataType type, std::size_t count, Bytes expected, Bytes actual, double rtol,
                     double atol, Scale scale, Difference& result) {
    if (isInteger(type))
        rtol = atol = 0;
    const auto compare = [&](std::size_t numbers, const auto& x, const auto& y) {
        compareNumbers(numbers, rtol, atol, scale, result, x, y);
    };
    switch (type) {
    case DataType::int64:
        return compare(count, elementsOf<std::int64_t>(expected), elementsOf<std::int64_t>(actual));
    case DataType::uint64:
        return compare(count, elementsOf<std::uint64_t>(expected),
                       elementsOf<std::uint64_t>(actual));
    case DataType::complex64:
        return compare(2 * count, numbersOf(DataType::float32, expected),
                       numbersOf(DataType::float32, actual));
    case DataType::complex128:
        return compare(2 * count, numbersOf(DataType::float64, expected),
                       numbersOf(DataType::float64, actual));
    default: return compare(count, numbersOf(type, expected), numbersOf(type, actual));
    }
}

Difference notComparable(Message problem) {
    Difference result;
    result.problem = std::move(problem);
    return result;
}

} // namespace

bool GreatestDifference::include(const GreatestDifference& other) {
    maxAbsolute = std::max(maxAbsolute, other.maxAbsolute);
    maxRelative = std::max(maxRelative, other.maxRelative);
    const bool isWorst = other.figures > figures;
    if (isWorst)
        figures = other.figures;
    return isWorst;
}

Difference compareTensors(const Tensor& expected, const Tensor& actual, double rtol, double atol,
                          Scale scale) {
    const auto describe = [](const Tensor& tensor) {
        return Type::tensor(tensor.type, tensor.shape())->text();
    };
    if (expected.type != actual.type || expected.dims != actual.dims)
        return notComparable(
            PARTITA_TEXT("is {0}, expected {1}", describe(actual), describe(expected)));
    Difference result{{}, true, true, {}};
    if (expected.type == DataType::string) {
        result.within = expected.strings == actual.strings;
        result.maxAbsolute = result.maxRelative = result.within ? 0 : kInfinity;
    } else {
        const auto a = elements(expected), b = elements(actual);
        if (!a || !b)
            return notComparable((a ? b : a).error().whole());
        compareElements(expected.type, static_cast<std::size_t>(expected.count()), a->bytes(),
                        b->bytes(), rtol, atol, scale, result);
    }
    result.figures = {!result.within, result.maxRelative, result.maxAbsolute};
    return result;
}

Difference compareValues(const ModelData& expected, const ModelData& actual, double rtol,
                         double atol, Scale scale) {
    if (expected.isTensor() && actual.isTensor())
        return compareTensors(expected.tensor, actual.tensor, rtol, atol, scale);
    const bool alike = expected.none == actual.none && expected.isMap == actual.isMap &&
                       !expected.items == !actual.items &&
                       (!expected.items || expected.items->size() == actual.items->size());
    if (!alike)
        return notComparable(
            PARTITA_TEXT("is {0}, expected {1}", actual.kindText(), expected.kindText()));
    Difference result{{}, true, true, {}};
    for (std::size_t i = 0; expected.items && i < expected.items->size(); ++i) {
        const Difference item =
            compareValues((*expected.items)[i], (*actual.items)[i], rtol, atol, scale);
        if (!item.comparable)
            return notComparable(PARTITA_TEXT("item {0} {1}", i, item.problem));
        result.within = result.within && item.within;
        result.include(item);
    }
    return result;
}

Message differenceMessage(const Figures& figures) {
    const std::string figure = fmt::format("{:.3g}", figures.absolute);
    if (!std::isfinite(figures.absolute))
        return PARTITA_TEXT("infinity");
    if (!std::isfinite(figures.relative))
        return PARTITA_TEXT("{0}, where only 0 is expected", figure);
    if (figures.absolute > 0 && figures.relative == 0)
        return figure; // a part of nothing
    return PARTITA_TEXT("{0}, {1} relative", figure, fmt::format("{:.3g}", figures.relative));
}

nlohmann::json figureJson(double figure) {
    return std::isfinite(figure) ? nlohmann::json(figure) : nlohmann::json("inf");
}

} // namespace partita
