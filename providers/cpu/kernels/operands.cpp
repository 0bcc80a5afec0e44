#include "providers/cpu/kernels/operands.h"

#include <algorithm>
#include <cstring>

#include "providers/cpu/loops/narrow_types.h"

namespace partita::cpu {

double numberOf(const KernelContext& context, std::size_t input) {
    return readNumber(scalarOperand(context.input(input)), 0);
}

std::int64_t integerOf(const KernelContext& context, std::size_t input) {
    return indexAt(scalarOperand(context.input(input)), 0);
}

bool flagOf(const KernelContext& context, std::size_t input) {
    require(context.input(input).type == DataType::boolean, "a boolean was expected");
    return scalarOf<std::uint8_t>(context.input(input)) != 0;
}

const RuntimeValue& scalarOperand(const RuntimeValue& value) {
    require(value.isTensor() && value.type != DataType::string && value.count() == 1,
            "an operand must be one number");
    return value;
}

std::int64_t sizeOf(double computed) {
    require(computed >= 0 && computed < static_cast<double>(kMostTensorBytes),
            "a size is negative, too large or not a number");
    return static_cast<std::int64_t>(computed);
}

std::size_t elementBytes(const RuntimeValue& value) {
    require(dataTypeBits(value.type) >= 8, "this type of element cannot be moved");
    return dataTypeBits(value.type) / 8;
}

void copyElements(const RuntimeValue& from, std::int64_t i, RuntimeValue& to, std::int64_t j,
                  std::int64_t count) {
    if (from.type == DataType::string) {
        std::copy_n(from.strings->begin() + i, count, to.strings->begin() + j);
        return;
    }
    const std::size_t bytes = elementBytes(from);
    std::memcpy(to.data + static_cast<std::size_t>(j) * bytes,
                from.data + static_cast<std::size_t>(i) * bytes,
                static_cast<std::size_t>(count) * bytes);
}

RuntimeValue zerosAlong(const RuntimeValue& value, std::size_t axis, std::int64_t size) {
    Dims dims = value.dims;
    dims[axis] = size;
    RuntimeValue zeros = RuntimeValue::allocate(value.type, std::move(dims));
    std::memset(zeros.data, 0, zeros.byteSize());
    return zeros;
}

} // namespace partita::cpu
