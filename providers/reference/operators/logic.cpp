// Comparisons, logical operators and Where.

#include "providers/reference/operators/elementwise.h"

namespace partita::reference {

namespace {

template <class F> void compared(Call& call, F&& f) {
    call.give(combined(DataType::boolean, call.in(0), secondOperand(call), f));
}

} // namespace

void equal(Call& call) {
    compared(call, []<class T>(const T& a, const T& b) { return a == b; });
}

void less(Call& call) {
    compared(call, []<Number T>(T a, T b) { return a < b; });
}

void lessOrEqual(Call& call) {
    compared(call, []<Number T>(T a, T b) { return a <= b; });
}

void greater(Call& call) {
    compared(call, []<Number T>(T a, T b) { return a > b; });
}

void greaterOrEqual(Call& call) {
    compared(call, []<Number T>(T a, T b) { return a >= b; });
}

void logicalAnd(Call& call) {
    compared(call, []<Integer T>(T a, T b) { return a != 0 && b != 0; });
}

void logicalOr(Call& call) {
    compared(call, []<Integer T>(T a, T b) { return a != 0 || b != 0; });
}

void logicalXor(Call& call) {
    compared(call, []<Integer T>(T a, T b) { return (a != 0) != (b != 0); });
}

void where(Call& call) {
    const Array &condition = call.in(0), &yes = call.in(1), &no = call.in(2);
    require(yes.type() == no.type(), "both choices must have the same type");
    Array result(yes.type(), broadcast(condition.dims(), broadcast(yes.dims(), no.dims())));
    for (Index at(result.dims()); at; ++at) {
        const Array& from = condition.isTrue(at.in(condition.dims())) ? yes : no;
        result.copy(at.place(), from, at.in(from.dims()));
    }
    call.give(result);
}

} // namespace partita::reference
