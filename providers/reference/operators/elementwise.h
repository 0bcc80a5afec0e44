#pragma once

#include <concepts>
#include <type_traits>

#include "providers/reference/catalogue.h"

namespace partita::reference {

/// What numbers are held as.
template <class T>
concept Number =
    std::same_as<T, double> || std::same_as<T, std::int64_t> || std::same_as<T, std::uint64_t>;
template <class T>
concept Integer = Number<T> && std::integral<T>;

/// Results are of the operands' kind, or truth values, which are held as int64.
template <class Out, class In>
concept Holds =
    (std::same_as<Out, In> && !std::same_as<Out, std::string>) || std::same_as<Out, std::int64_t>;

/// Signed integers wrap by the rules of unsigned ones.
template <Number T> auto wrapping(T value) {
    if constexpr (std::same_as<T, std::int64_t>)
        return static_cast<std::uint64_t>(value);
    else
        return value;
}

/// What an array of this type holds for a result.
template <class Out, class Value> Out elementOf(const Value& value, DataType type) {
    if constexpr (Integer<Out> && std::same_as<Value, double>)
        return integerOf<Out>(value, type);
    else
        return static_cast<Out>(value);
}

/// result[i] = f(a[i], b[i]) with both repeated to a common shape, `f` in the widest type of the
/// elements' kind; kinds that `f` does not take are refused.
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

/// result[i] = f(a[i]).
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

/// The second operand in a shape that is aligned at the last axis: before opset 7 it was repeated
/// from the axis that `axis` names.
Array secondOperand(Call& call);

} // namespace partita::reference
