#pragma once

#include "core/ir/tensor_size.h"
#include "providers/cpu/kernels/kernel.h"

namespace partita::cpu {

/// A tensor of one element, as an operand that is a number must be; fails for none and for several.
const RuntimeValue& scalarOperand(const RuntimeValue& value);
/// Its element, which must be as wide as T.
template <class T> T scalarOf(const RuntimeValue& value) {
    require(dataTypeBits(scalarOperand(value).type) == 8 * sizeof(T),
            "a number has another type than was expected");
    return *value.as<T>();
}
/// The one number, integer (int32 or int64) or boolean of an input.
double numberOf(const KernelContext& context, std::size_t input);
std::int64_t integerOf(const KernelContext& context, std::size_t input);
bool flagOf(const KernelContext& context, std::size_t input);

/// Where an output stands that is made already or shares what it is; one that nobody wants stands
/// in memory of this thread.
RuntimeValue& placeOf(KernelContext& context, std::size_t output);

/// Products and sums of sizes; fail where 64 bits do not hold them.
inline std::int64_t times(std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    require(!__builtin_mul_overflow(a, b, &result), "a size does not fit into 64 bits");
    return result;
}
inline std::int64_t plus(std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    require(!__builtin_add_overflow(a, b, &result), "a size does not fit into 64 bits");
    return result;
}
/// A size that was computed; fails for a negative one, NaN, and more than any tensor has.
std::int64_t sizeOf(double computed);

} // namespace partita::cpu
