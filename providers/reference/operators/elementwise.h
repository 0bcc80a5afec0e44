#pragma once

#include <concepts>
#include <type_traits>

#include "providers/reference/catalogue.h"

namespace partita::reference {

/// The types in which Array holds real numbers.
template <class T>
concept Number =
    std::same_as<T, double> || std::same_as<T, std::int64_t> || std::same_as<T, std::uint64_t>;
template <class T>
concept Integer = Number<T> && std::integral<T>;

/// Results have the kind of their operands, or are booleans, which are held as int64.
template <class Out, class In>
concept Holds =
    (std::same_as<Out, In> && !std::same_as<Out, std::string>) || std::same_as<Out, std::int64_t>;

/// Makes signed integer arithmetic wrap around: in C++ only unsigned overflow is defined.
template <Number T> auto wrapping(T value) {
    if constexpr (std::same_as<T, std::int64_t>)
        return static_cast<std::uint64_t>(value);
    else
        return value;
}

/// A result as the element that an array of `type` holds.
template <class Out, class Value> Out elementOf(const Value& value, DataType type) {
    if constexpr (Integer<Out> && std::same_as<Value, double>)
        return integerOf<Out>(value, type);
    else
        return static_cast<Out>(value);
}

/// result[i] = f(a[i], b[i]) after multidirectional broadcasting. `f` is called with the type in
/// which Array holds the elements; refuses kinds of elements that `f` does not take.
template <class F> Array combined(DataType type, const Array& a, const Array& b, F&& f) {
    require(a.type() == b.type(), "both operands must have the same type");
    Array result(type, broadcast(a.dims(), b.dims()));
    result.visit([&]<class Out>(std::vector<Out>& out) {
        a.visit([&]<class In>(const std::vector<In>& left) {
            if constexpr (Holds<Out, In> && requires { f(left[0], left[0]); }) {
                const auto& right = b.as<In>();
                for (Index at(result.dims()); at; ++at) {
                    const auto value = f(left[at.in(a.dims())], right[at.in(b.dims())]);
                    out[at.place()] = elementOf<Out>(value, type);
                }
            } else {
                throw NodeFailure("this type of element is not supported");
            }
        });
    });
    return result;
}

/// result[i] = f(a[i]); refuses kinds of elements that `f` does not take.
template <class F> Array mapped(DataType type, const Array& a, F&& f) {
    Array result(type, a.dims());
    result.visit([&]<class Out>(std::vector<Out>& out) {
        a.visit([&]<class In>(const std::vector<In>& from) {
            if constexpr (Holds<Out, In> && requires { f(from[0]); }) {
                for (std::size_t i = 0; i < from.size(); ++i) {
                    const auto value = f(from[i]);
                    out[i] = elementOf<Out>(value, type);
                }
            } else {
                throw NodeFailure("this type of element is not supported");
            }
        });
    });
    return result;
}

/// Input B of a binary operator in a shape that broadcasts by alignment at the last axis. Before
/// opset 7 broadcasting was unidirectional and the attribute `axis` named A's axis where B starts.
Array secondOperand(Call& call);

} // namespace partita::reference
