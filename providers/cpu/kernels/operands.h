#pragma once

#include "core/ir/tensor_size.h"
#include "providers/cpu/kernels/kernel.h"

namespace partita::cpu {

/// Returns `value`, which must be a tensor of one element and no string; fails otherwise.
const RuntimeValue& scalarOperand(const RuntimeValue& value);
/// The one element of `value`; fails where the type has another width than T.
template <class T> T scalarOf(const RuntimeValue& value) {
    require(dataTypeBits(scalarOperand(value).type) == 8 * sizeof(T),
            "a number has another type than was expected");
    return *value.as<T>();
}
/// The one element of an input as a number, an integer (int32 or int64) or a boolean; fails for any
/// other type or count.
double numberOf(const KernelContext& context, std::size_t input);
std::int64_t integerOf(const KernelContext& context, std::size_t input);
bool flagOf(const KernelContext& context, std::size_t input);

/// The place for an output that the kernel has already made or that shares memory; an output that
/// nobody wants goes to memory of this thread.
RuntimeValue& placeOf(KernelContext& context, std::size_t output);
/// Makes `value` the first output, or drops it if nothing reads that.
void give(KernelContext& context, RuntimeValue value);

/// The parts of at most `most` elements that make up `size`; `most` is above 0.
constexpr std::int64_t partsOf(std::int64_t size, std::int64_t most) {
    return (size + most - 1) / most;
}

/// Products and sums of sizes; they fail on overflow of 64 bits.
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
/// A computed size as an integer, truncated; fails for negative numbers, NaN, and more than
/// kMostTensorBytes.
std::int64_t sizeOf(double computed);

/// Bytes of one element. Throws NodeFailure for types of less than a byte, and for strings.
std::size_t elementBytes(const RuntimeValue& value);
/// Bytes of `count` elements; also fails where 64 bits do not count them.
inline std::size_t elementBytes(const RuntimeValue& value, std::int64_t count) {
    return static_cast<std::size_t>(times(static_cast<std::int64_t>(elementBytes(value)), count));
}

/// Copies `count` elements of `from`, beginning at `i`, to `to`, beginning at `j`. The types are the same.
void copyElements(const RuntimeValue& from, std::int64_t i, RuntimeValue& to, std::int64_t j,
                  std::int64_t count);
/// Zeros of the type and shape of `value`, but with `size` along an axis, in place of a value that is
/// empty along it: sums of products over the axis are 0 in both cases.
RuntimeValue zerosAlong(const RuntimeValue& value, std::size_t axis, std::int64_t size);

} // namespace partita::cpu
