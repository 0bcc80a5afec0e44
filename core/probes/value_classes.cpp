#include "core/probes/value_classes.h"

#include <algorithm>
#include <set>

#include "core/provider/node_check.h"

namespace partita {

namespace {

constexpr std::int64_t kMostElements = 64; ///< of a constant that sets how a node works

template <class T> bool all(std::span<const T> numbers, T wanted) {
    return std::ranges::all_of(numbers, [&](T each) { return each == wanted; });
}

bool isTypeAttribute(std::string_view name) {
    return name == "to" || name == "dtype" || name == "output_dtype";
}

} // namespace

std::string classOfIntegers(std::span<const std::int64_t> numbers) {
    if (numbers.empty())
        return "none";
    if (std::ranges::any_of(numbers, [](std::int64_t each) { return each < 0; }))
        return "negative";
    if (all<std::int64_t>(numbers, 0))
        return "zeros";
    if (all<std::int64_t>(numbers, 1))
        return "ones";
    return all(numbers, numbers.front()) ? "equal" : "mixed";
}

std::string classOfInteger(std::int64_t number) {
    constexpr std::int64_t kSmall = 4; ///< devices tell small numbers apart
    return number < 0 ? "negative" : number > kSmall ? "more" : std::to_string(number);
}

std::string classOfReals(std::span<const double> numbers) {
    if (numbers.empty())
        return "none";
    if (all(numbers, 0.0))
        return "zeros";
    if (all(numbers, 1.0))
        return "ones";
    if (std::ranges::all_of(numbers, [](double each) { return each >= 1; }))
        return "up";
    return std::ranges::all_of(numbers, [](double each) { return each <= 1; }) ? "down" : "mixed";
}

std::optional<std::string> classOfAxis(std::int64_t axis, std::size_t rank) {
    const auto at = axisOf(axis, rank);
    if (!at)
        return std::nullopt;
    return rank == 1 ? "only" : *at == 0 ? "first" : *at + 1 == rank ? "last" : "inner";
}

std::optional<std::string> classOfAxes(std::span<const std::int64_t> axes, std::size_t rank) {
    std::set<std::size_t> found;
    for (const std::int64_t axis : axes) {
        const auto at = axisOf(axis, rank);
        if (!at)
            return std::nullopt;
        found.insert(*at);
    }
    if (found.empty())
        return "none";
    if (found.size() == rank)
        return "all";
    return found.size() > 1 ? "several"
                            : classOfAxis(static_cast<std::int64_t>(*found.begin()), rank);
}

bool namesAxes(std::string_view name) { return name == "axis" || name == "axes"; }

std::optional<std::string> classOfAttribute(const Attribute& attribute,
                                            std::optional<std::size_t> rank) {
    if (const auto* text = std::get_if<Buffer>(&attribute.value))
        return std::string(text->text());
    if (const auto* number = std::get_if<std::int64_t>(&attribute.value)) {
        if (isTypeAttribute(attribute.name))
            return std::string(dataTypeName(static_cast<DataType>(*number)));
        if (namesAxes(attribute.name))
            return rank ? classOfAxis(*number, *rank) : std::nullopt;
        return classOfInteger(*number);
    }
    if (const auto* real = std::get_if<float>(&attribute.value)) {
        const double wide = *real;
        return classOfReals({&wide, 1});
    }
    if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&attribute.value)) {
        if (namesAxes(attribute.name))
            return rank ? classOfAxes(*numbers, *rank) : std::nullopt;
        return classOfIntegers(*numbers);
    }
    return std::nullopt;
}

std::optional<std::string> classOfConstant(std::string_view name, const Tensor& tensor,
                                           std::optional<std::size_t> rank) {
    if (tensor.count() > kMostElements || tensor.type == DataType::string)
        return std::nullopt;
    if (const auto integers = elementsAsInts(tensor, kMostElements)) {
        if (namesAxes(name))
            return rank ? classOfAxes(*integers, *rank) : std::nullopt;
        return classOfIntegers(*integers);
    }
    const auto reals = elementsAsDoubles(tensor, kMostElements);
    return reals ? std::optional(classOfReals(*reals)) : std::nullopt;
}

} // namespace partita
