// Arithmetic of two tensors, element by element.

#include "providers/reference/catalogue.h"

namespace partita::reference {

namespace {

/// Shape of two operands; before opset 7 the second one is only repeated where `broadcast` is 1,
/// from the axis that `axis` names.
Dims secondOperand(Call& call) {
    const Array& a = call.in(0);
    Dims dims = call.in(1).dims();
    if (call.version() < 7 && call.integer("broadcast", 0) == 1 && call.hasAttribute("axis")) {
        const std::size_t axis = axisIn(call.integer("axis", 0), a.rank());
        require(axis + dims.size() <= a.rank(), "the second operand has too many axes");
        dims.resize(a.rank() - axis, 1);
    }
    return dims;
}

/// result = f(a, b) for every element, in the widest type; integers wrap.
template <class F> void elementwise(Call& call, F&& f) {
    const Array& a = call.in(0);
    const Array b = call.in(1).reshaped(secondOperand(call));
    require(a.type() == b.type(), "both operands must have the same type");
    Array result(a.type(), broadcast(a.dims(), b.dims()));
    result.visit([&](auto& out) {
        using T = typename std::decay_t<decltype(out)>::value_type;
        if constexpr (std::is_same_v<T, std::string>) {
            throw Refusal("texts cannot be added");
        } else {
            for (Index at(result.dims()); at; ++at)
                out[at.place()] = f(a.as<T>()[at.in(a.dims())], b.as<T>()[at.in(b.dims())]);
        }
    });
    call.give(result);
}

/// Signed integers wrap by the rules of unsigned ones.
template <class T> auto wrapping(T value) {
    if constexpr (std::is_same_v<T, std::int64_t>)
        return static_cast<std::uint64_t>(value);
    else
        return value;
}

} // namespace

void add(Call& call) {
    elementwise(call, []<class T>(T a, T b) { return static_cast<T>(wrapping(a) + wrapping(b)); });
}

void subtract(Call& call) {
    elementwise(call, []<class T>(T a, T b) { return static_cast<T>(wrapping(a) - wrapping(b)); });
}

void multiply(Call& call) {
    elementwise(call, []<class T>(T a, T b) { return static_cast<T>(wrapping(a) * wrapping(b)); });
}

} // namespace partita::reference
